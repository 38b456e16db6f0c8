"""Tables seen from elsewhere: one's moves at all of them, whose cards nobody has shown, and where a table is."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from house import ANNA, BRUNO, CARLA, FRIDAY, House, house

from bot.service.answers import Outcome
from bot.service.records import SurfaceKind, Where, Who

SUNDAY = Where("telegram", "-100888", "", "Sun\u202eday", "it")
TOPIC = replace(FRIDAY, thread="12")
NEITHER_FROM = Who("discord", "1", "Anna", "en")


@pytest.fixture
async def home(database_url: str) -> AsyncIterator[House]:
    async with house(database_url) as home:
        yield home


async def test_moves_are_listed_at_every_table_those_on_turn_first(home: House) -> None:
    tables = [await home.two_play(where) for where in (FRIDAY, SUNDAY, TOPIC)]
    values = {name: await home.value(name) for name in tables}
    await home.moves(tables[0], where=FRIDAY)
    for who, seat in ((ANNA, 0), (BRUNO, 1)):
        screens = await home.tables.turns(who)
        assert {one.table for one in screens} == set(tables)
        on_turn = [bool(one.choices) for one in screens]
        assert on_turn == sorted(on_turn, reverse=True)
        mine = {one.table for one in screens if one.choices}
        now = {name: await home.value(name) for name in tables}
        assert mine == {name for name in tables if now[name].turn == seat}
        assert {one.place for one in screens} == {"Friday", "Sunday"}
    assert all(value.turn is not None for value in values.values())


async def test_a_move_from_the_list_is_made_once(home: House) -> None:
    table = await home.two_play()
    value = await home.value(table)
    who = (ANNA, BRUNO)[value.turn or 0]
    [screen] = await home.tables.turns(who)
    token = screen.choices[0].token
    private = Where("telegram", who.user, private=True)
    assert (await home.press(who, token, private)).outcome is Outcome.ACCEPTED
    assert (await home.press(who, token)).outcome is Outcome.DUPLICATE
    assert (await home.press(who, screen.choices[1].token)).outcome is Outcome.STALE


async def test_strangers_and_other_platforms_have_no_moves(home: House) -> None:
    await home.two_play()
    assert not await home.tables.turns(CARLA)
    assert not await home.tables.turns(NEITHER_FROM)
    await home.tables.help(FRIDAY, CARLA)
    assert not await home.tables.turns(CARLA)


async def test_cards_that_a_message_shows_are_not_shown_again(home: House) -> None:
    lobby = await home.open(CARLA, SUNDAY)
    assert not await home.tables.unshown(lobby)
    assert not await home.tables.unshown("zzzzzzzzzz")
    table = await home.two_play()
    unshown = await home.tables.unshown(table)
    assert {who.user for who, _ in unshown} == {ANNA.user, BRUNO.user}
    assert [hand.on_turn for _, hand in unshown] == [True, False]
    await home.tables.hand_shown(await home.hand(ANNA, table), FRIDAY, "e:1:1", None)
    [(who, hand)] = await home.tables.unshown(table)
    assert (who.user, who.name) == (BRUNO.user, BRUNO.name)
    assert hand == await home.hand(BRUNO, table)


async def test_the_place_of_cards_is_kept_until_they_are_dealt(home: House) -> None:
    table = await home.open(ANNA)
    assert await home.tables.place_for_cards(table, CARLA) is None
    assert await home.tables.place_for_cards("zzzzzzzzzz", ANNA) is None
    place = await home.tables.place_for_cards(table, ANNA)
    assert place is not None
    assert (place.table, place.rows) == (table, ())
    playing = await home.two_play(SUNDAY)
    assert await home.tables.place_for_cards(playing, ANNA) is None


async def test_a_table_is_found_where_it_is(home: House) -> None:
    table = await home.two_play(TOPIC)
    await home.settled(table)
    found = await home.tables.home(table)
    assert found is not None
    shown = await home.surface(table, SurfaceKind.TABLE)
    assert (found.where.chat, found.where.thread, found.message) == (TOPIC.chat, "12", shown.message)
    assert (found.host, found.host_locale, found.open) == (ANNA.user, "en", True)
    await home.press(ANNA, f"{table}-end", TOPIC)
    over = await home.tables.home(table)
    assert over is not None
    assert not over.open
    assert await home.tables.home("zzzzzzzzzz") is None
