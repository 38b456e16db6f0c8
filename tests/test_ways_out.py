"""Leaving and ending tables where somebody has several, how the bot says that it is awake, and the guide."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from house import ANNA, BRUNO, CARLA, DORA, FRIDAY, House, house

from bot.game import Preset
from bot.screens.fitting import size
from bot.screens.guide import Topic
from bot.screens.leafing import guide_note
from bot.screens.tokens import GUIDES, Read, parse_token
from bot.screens.types import NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.records import Where
from bot.words import LANGUAGES, words

TOPIC = replace(FRIDAY, thread="5")
SATURDAY = Where("telegram", "-100888", "", "Saturday <b>night</b>", "en")
ALONE = Where("telegram", "1", "", "", "en", private=True)


@pytest.fixture
async def home(sqlite_url: str) -> AsyncIterator[House]:
    async with house(sqlite_url) as one:
        yield one


async def yes() -> bool:
    return True


def tokens(answer: Answer) -> list[str]:
    assert answer.note is not None, answer
    return [one.token for row in answer.note.rows for one in row]


def text(answer: Answer) -> str:
    assert answer.note is not None, answer
    return answer.note.text


# -- leaving --------------------------------------------------------------------------------------


async def test_leaving_names_the_table_and_what_it_costs(home: House) -> None:
    table = await home.two_play()
    asked = await home.tables.leave(FRIDAY, BRUNO)
    assert text(asked).startswith("Briscola")
    assert "Anna" in text(asked)
    assert tokens(asked) == [f"{table}-leave"]
    assert (await home.row(table)).phase == "playing", "asking leaves nothing"
    left = await home.press(BRUNO, tokens(asked)[0])
    assert left.outcome is Outcome.ACCEPTED
    assert (await home.row(table)).phase == "over"


async def test_a_lobby_is_left_for_nothing(home: House) -> None:
    await home.open()
    asked = await home.tables.leave(FRIDAY, ANNA)
    assert "Nothing is lost" in text(asked)


async def test_who_sits_at_no_table_is_told_so(home: House) -> None:
    await home.two_play()
    asked = await home.tables.leave(FRIDAY, CARLA)
    assert asked.outcome is Outcome.REFUSED
    assert asked.words
    assert asked.note is None


async def test_in_private_all_tables_of_a_person_are_listed_and_in_a_group_those_there(home: House) -> None:
    first = await home.two_play()
    second = await home.two_play(SATURDAY)
    here = await home.tables.leave(FRIDAY, ANNA)
    assert tokens(here) == [f"{first}-leave"]
    assert "Saturday" not in text(here), "what the group reads does not tell where else Anna plays"
    everywhere = await home.tables.leave(ALONE, ANNA)
    assert set(tokens(everywhere)) == {f"{first}-leave", f"{second}-leave"}
    assert "Saturday" in text(everywhere)
    left = await home.press(ANNA, f"{second}-leave", ALONE)
    assert left.outcome is Outcome.ACCEPTED, "from anywhere, though the group were gone"
    assert (await home.row(second)).phase == "over"


async def test_whoever_only_watches_computers_ends_their_table(home: House) -> None:
    answer = await home.tables.open(FRIDAY, ANNA, watch=True)
    await home.press(ANNA, f"{answer.table}-start")
    asked = await home.tables.leave(FRIDAY, ANNA)
    assert tokens(asked) == [f"{answer.table}-end"]


async def test_tables_of_another_platform_are_not_listed(home: House) -> None:
    await home.two_play()
    asked = await home.tables.leave(Where("discord", "7", private=True), replace(ANNA, platform="discord"))
    assert asked.outcome is Outcome.REFUSED


# -- ending ---------------------------------------------------------------------------------------


async def test_with_several_tables_each_is_named_and_one_press_away(home: House) -> None:
    first = await home.two_play()
    second = await home.two_play(TOPIC)
    asked = await home.tables.stop(TOPIC, ANNA)
    assert asked.table == second, "the one in this topic is meant most likely"
    assert f"{second}-resign" in tokens(asked)
    assert tokens(asked)[-1] == f"{first}-stop"
    other = await home.press(ANNA, f"{first}-stop")
    assert other.table == first
    assert tokens(other) == [f"{first}-resign", f"{first}-end"]


async def test_an_admin_may_end_each_of_several_tables(home: House) -> None:
    tables = {await home.two_play(), (await home.open(CARLA))}
    asked = await home.tables.stop(FRIDAY, CARLA, admin=yes)
    (other,) = tables - {asked.table}
    found = await home.tables.press(f"{other}-stop", FRIDAY, CARLA, admin=yes)
    assert f"{other}-end" in tokens(found)


async def test_who_may_end_nothing_does_not_by_a_forged_button(home: House) -> None:
    table = await home.two_play()
    assert (await home.press(CARLA, f"{table}-stop")).outcome is Outcome.REFUSED


# -- which table is meant -------------------------------------------------------------------------


async def test_a_hand_is_that_of_the_table_in_this_topic(home: House) -> None:
    first = await home.two_play()
    second = await home.two_play(TOPIC)
    for where, table in ((FRIDAY, first), (TOPIC, second)):
        answer = await home.tables.hand(where, ANNA)
        assert answer.table == table
        sheet = await home.tables.rules(where, ANNA)
        assert sheet.table == table


async def test_of_two_tables_in_one_place_the_hand_is_of_the_one_that_waits(home: House) -> None:
    first = await home.two_play()
    second = await home.open(CARLA)
    for who, act in ((ANNA, "sit-1"), (CARLA, "start")):
        await home.press(who, f"{second}-{act}")
    assert (await home.value(second)).turn == 0
    assert (await home.tables.hand(FRIDAY, ANNA)).table == first
    await home.press(ANNA, (await home.hand(ANNA, first)).rows[0][0].token)
    await home.press(CARLA, (await home.hand(CARLA, second)).rows[0][0].token)
    assert (await home.tables.hand(FRIDAY, ANNA)).table == second


# -- the bot itself -------------------------------------------------------------------------------


async def test_the_bot_says_that_it_is_awake_and_what_goes_on(home: House) -> None:
    nothing = await home.tables.status(FRIDAY, DORA)
    assert "No table is open" in text(nothing)
    await home.two_play()
    await home.two_play(TOPIC)
    assert "2 tables are open in this chat." in text(await home.tables.status(FRIDAY, DORA))
    assert "9.9" in text(nothing)


# -- the guide ------------------------------------------------------------------------------------


def test_the_topics_of_buttons_are_those_of_the_guide() -> None:
    assert tuple(Topic) == GUIDES


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("topic", GUIDES)
def test_every_page_of_the_guide_is_read_one_after_the_other(language: str, topic: str) -> None:
    for game in Preset:
        page, pages = guide_note(words(language), topic, game.value), 1
        while onward := [one for row in page.rows for one in row if one.symbol == "▶️"]:
            read = parse_token(onward[0].token)
            assert isinstance(read, Read)
            page, pages = guide_note(words(language), read.topic, read.game, read.page), pages + 1
            assert read.page == pages
        assert pages < 9
        _check(page)


def _check(page: NoteScreen) -> None:
    assert size(page.text) <= 1024
    for row in page.rows:
        assert len(row) <= 5
        assert all(parse_token(one.token) is not None for one in row)


async def test_the_guide_is_about_the_game_that_is_played(home: House) -> None:
    assert "Briscola" in text(await home.tables.guide(FRIDAY, CARLA))
    await home.open(ANNA, rules={"preset": "bisca", "players": 2})
    tips = await home.tables.guide(FRIDAY, CARLA, topic="tips")
    assert "· Bisca" in text(tips)
    history = await home.press(CARLA, "guide-history-bisca-1")
    assert "1718" in text(history)
    assert "guide-tips-bisca-1" in tokens(history), "the game is not forgotten on the way"


@pytest.mark.parametrize(
    "token", ["guide", "guide-rules", "guide-jokes-bisca-1", "guide-rules-poker-1", "guide-rules-bisca-0"]
)
def test_pages_that_never_were_are_no_buttons(token: str) -> None:
    assert parse_token(token) is None


async def test_a_page_that_is_not_there_any_more_is_the_last_one(home: House) -> None:
    answer = await home.press(CARLA, "guide-rules-briscola-99")
    assert answer.outcome is Outcome.SHOWN
