"""All the games in Telegram groups: whole deals of three to six people, by hands that each sees alone or by places."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Sequence
from functools import partial

import pytest

from bot.game import Bid, Exchange, Move, Pass, Play, Rank, Sign
from bot.service import carrying
from bot.table import Over, Pace, Table
from doubles.telegram_api import Group, Person, Seen, TelegramApi
from doubles.telegram_evening import Chooser, Evening, assert_nothing_hidden, first_card
from doubles.telegram_house import Way, a_house, scribbled

NAMES = ("Maria", "Luca", "Anna", "Bruno", "Carla", "Dora")


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations
        assert_nothing_hidden(api)


def some(api: TelegramApi, count: int) -> tuple[list[Person], Group]:
    """People of two languages, and their group."""
    people = [api.person(name, language="it" if n % 2 else "en") for n, name in enumerate(NAMES[:count])]
    return people, api.group("Bar Sport", members=people)


def bidding(*, seed: int) -> Chooser:
    """Somebody bids up to the two and on to a number that has no button; then all pass, and cards are played."""
    luck = random.Random(seed)
    state = {"points": False}

    def choose(table: Table, moves: Sequence[Move]) -> Move:
        bids = [move for move in moves if isinstance(move, Bid)]
        if not bids:
            return first_card(table, moves)
        numbers = [bid for bid in bids if isinstance(bid.value, int)]
        if state["points"]:
            return Pass()
        if numbers:
            state["points"] = True
            return Bid(77)
        two = [bid for bid in bids if bid.value is Rank.TWO]
        return two[0] if two and luck.random() < 0.5 else bids[0]

    return choose


CALM = Pace(computer=0, new_trick=0)
"""The result of a deal stands for a while."""


async def test_five_play_a_chiamata_by_ephemeral_hands(api: TelegramApi, sqlite_url: str) -> None:
    people, group = some(api, 5)
    async with a_house(api, sqlite_url, Way(announced=True, pace=CALM)) as house:
        await api.until(lambda: len(api.calls_of("setMyCommands")) > 3)
        evening = Evening(api, house, group, people, bidding(seed=1))
        await evening.open("/play chiamata")
        await evening.sit()
        await five_deals(evening)
        await evening.start()
        for person in people:
            await evening.press(person, evening.table, f"{evening.name}-hand")
        await one_deal(evening)
        assert not [s for p in people for s in p.sees(group) if any("-set-" in token for token in tokens(s))]
    assert [m for m in group.messages if m.sender == api.bot.user] == [evening.table]


async def test_five_play_a_chiamata_by_places(api: TelegramApi, sqlite_url: str) -> None:
    api.ephemeral_supported = False
    people, group = some(api, 5)
    async with a_house(api, sqlite_url, Way(pace=CALM)) as house:
        evening = Evening(api, house, group, people, bidding(seed=2))
        await evening.open("/play@briscola_test_bot chiamata")
        await evening.sit()
        await five_deals(evening)
        await evening.start()
        for person in people:
            shown = await evening.press(person, evening.table, f"{evening.name}-hand")
            assert shown.alert
            assert "8: " in shown.text
        await one_deal(evening)
    assert [m for m in group.messages if m.sender == api.bot.user] == [evening.table]


async def five_deals(evening: Evening) -> None:
    """The host has the match last five deals, by way of the choosers, which stay one message."""
    host, group = evening.people[0], evening.group

    def chooser(ending: str) -> Seen | None:
        found = (seen for seen in host.sees(group) if any(token.endswith(ending) for token in tokens(seen)))
        return next(found, None)

    await evening.press(host, evening.table, f"{evening.name}-games")
    first = await evening.api.until(lambda: chooser("-options"), what="the games")
    for asks, offers in (("options", "option_match"), ("option_match", "set-match-deals5")):
        await evening.press(host, first.message, f"{evening.name}-{asks}")
        seen = await evening.api.until(partial(chooser, offers), what=offers)
        assert seen.message is first.message
    await evening.press(host, first.message, f"{evening.name}-set-match-deals5")
    assert (await evening.state()).rules.to_json()["match"] == {"deals": 5}


async def one_deal(evening: Evening) -> None:
    """A deal is played to its result, with a bid that was typed."""
    table = await evening.play(until=lambda table: bool(table.match and table.match.results))
    assert table.match
    assert sum(table.match.results[0].points) == 120
    assert Bid(77) in evening.made
    assert len([move for move in evening.made if isinstance(move, Play)]) == 40
    await evening.api.until(lambda: "77" in evening.table.text, what="the result")


def tokens(seen: Seen) -> list[str]:
    return [button.data or "" for row in seen.buttons for button in row]


def exchanging(table: Table, moves: Sequence[Move]) -> Move:
    """Exchanges and makes signs whenever that can be, and leads trumps last, so that the seven is kept for it."""
    for kind in (Exchange, Sign):
        if found := [move for move in moves if isinstance(move, kind)]:
            return found[0]
    return first_card(table, moves)


async def test_four_play_brisca_with_exchange_and_signs_by_ephemeral_hands(
    api: TelegramApi, sqlite_url: str
) -> None:
    people, group = some(api, 4)
    async with a_house(api, sqlite_url) as house:
        evening = Evening(api, house, group, people, exchanging)
        await evening.open("/play brisca 4")
        await evening.sit()
        await evening.start()
        for person in people:
            await evening.press(person, evening.table, f"{evening.name}-hand")
        hands = [next(s.text for s in p.sees(group) if s.ephemeral and s.photo) for p in people]
        assert ["You hold" in text for text in hands] == [True, False, True, False]
        await evening.play(until=lambda _table: len(evening.made) > 16)
        assert [move for move in evening.made if isinstance(move, Sign)]
        await api.until(
            lambda: not [s for p in people for s in p.sees(group) if s.ephemeral and not s.photo],
            what="the end of the notes with signs",
        )


async def test_four_play_brisca_with_exchange_and_signs_by_places(api: TelegramApi, sqlite_url: str) -> None:
    api.ephemeral_supported = False
    people, group = some(api, 4)
    async with a_house(api, sqlite_url) as house:
        evening = Evening(api, house, group, people, exchanging)
        await evening.open("/play brisca 4")
        await evening.sit()
        await evening.start()
        await evening.play(until=lambda _table: len(evening.made) > 16)
        assert [move for move in evening.made if isinstance(move, Sign)]
        assert [m for m in group.messages if m.sender == api.bot.user] == [evening.table]
        assert not [s for p in people for s in p.sees() if any("-play-" in token for token in tokens(s))]


async def test_a_match_against_computers_in_private_is_exported_whole(
    api: TelegramApi, sqlite_url: str
) -> None:
    maria = api.person("Maria")
    await maria.opens_bot()
    async with a_house(api, sqlite_url) as house:
        evening = Evening(api, house, maria.private, [maria])
        await evening.open("/play bisca 3")
        await evening.start()
        await evening.press(maria, evening.table, f"{evening.name}-hand")
        table = await evening.play()
        assert isinstance(table.phase, Over)
        await maria.says(maria.private, "/export")
        [seen] = await api.until(lambda: [s for s in maria.sees() if s.message.document], what="the file")
        document = seen.message.document
        assert document
        assert document.name == f"briscola-{evening.name}.json"
        assert json.loads(document.data)["seed"] == table.seed.hex()
        await maria.says(maria.private, "/rules")
        await api.until(
            lambda: [s for s in maria.sees() if "Bisca" in s.text and not s.photo], what="the rules"
        )
        await maria.says(maria.private, "/bid seventy")
        await maria.says(maria.private, "/sheet")
        await maria.says(maria.private, "/house")
        await api.until(lambda: len([s for s in maria.sees() if not s.photo]) >= 9, what="three answers")
