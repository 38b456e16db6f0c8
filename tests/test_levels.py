"""Levels of computers as people meet them: added, changed, remembered, kept, and watched."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from house import ANNA, BRUNO, FRIDAY, PATIENCE, House, house

from bot.computer import Level
from bot.screens.types import NoteScreen, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.records import SurfaceKind, Where, Who
from bot.table import Computer, Lobby, Over, Pace, Person, Playing
from bot.words import LANGUAGES, words
from bot.words.levels import level_name
from bot.words.wishes import NotUnderstood, Wish, wish_of

FOUR = {"preset": "briscola", "players": 4, "clock": "none"}
SATURDAY = Where("telegram", "-100888", "", "Saturday", "en")


@pytest.fixture
async def home(sqlite_url: str) -> AsyncIterator[House]:
    async with house(sqlite_url) as one:
        yield one


@pytest.fixture
async def slow(sqlite_url: str) -> AsyncIterator[House]:
    """A house in which computers take their time."""
    async with house(sqlite_url, pace=Pace()) as one:
        yield one


def tokens(note: NoteScreen | None) -> list[str]:
    assert note is not None
    return [button.token.partition("-")[2] for row in note.rows for button in row]


def marked(note: NoteScreen | None) -> list[str]:
    assert note is not None
    return [one.label for row in note.rows for one in row if one.label.startswith("✓")]


async def levels(home: House, table: str) -> list[str]:
    value = await home.value(table)
    return [one.level.value if isinstance(one, Computer) else "" for one in value.seats]


async def buttons(home: House, table: str) -> list[str]:
    await home.settled(table)
    surface = await home.surface(table, SurfaceKind.TABLE)
    screen = home.courier.messages[surface.message]
    assert isinstance(screen, TableScreen)
    return [one.label for row in screen.rows for one in row]


# -- in the lobby ---------------------------------------------------------------------------------


async def test_two_computers_of_different_levels_are_added_changed_and_taken_away(home: House) -> None:
    table = await home.open(rules=FOUR)
    assert "Computer: normal" in await buttons(home, table)
    await home.press(ANNA, f"{table}-seat-1-normal")
    chooser = await home.press(ANNA, f"{table}-levels")
    assert tokens(chooser.note) == ["computer_1", "level_easy", "level_normal", "level_hard", "watch-normal"]
    assert marked(chooser.note) == ["✓ normal"]
    harder = await home.press(ANNA, f"{table}-level_hard")
    assert marked(harder.note) == ["✓ hard"]
    assert {"Computer: hard", "Fill all: hard"} <= set(await buttons(home, table))
    await home.press(ANNA, f"{table}-seat-2-hard")
    assert await levels(home, table) == ["", "normal", "hard", ""]
    one = await home.press(ANNA, f"{table}-computer_1")
    assert tokens(one.note) == ["seat-1-easy", "seat-1-normal", "seat-1-hard", "seat-1-empty", "computers"]
    changed = await home.press(ANNA, f"{table}-seat-1-easy")
    assert (changed.outcome, marked(changed.note)) == (Outcome.ACCEPTED, ["✓ easy"])
    assert await levels(home, table) == ["", "easy", "hard", ""]
    gone = await home.press(ANNA, f"{table}-seat-1-empty")
    assert tokens(gone.note)[0] == "computer_2"
    assert await levels(home, table) == ["", "", "hard", ""]
    await home.press(ANNA, f"{table}-fill-hard")
    assert await levels(home, table) == ["", "hard", "hard", "hard"]


async def test_a_computer_that_is_added_under_the_table_brings_no_note(home: House) -> None:
    table = await home.open(rules=FOUR)
    for what in ("seat-1-normal", "seat-1-normal", "fill-hard"):
        assert (await home.press(ANNA, f"{table}-{what}")).note is None


async def test_somebody_else_changes_no_computer_and_is_told_who_can(home: House) -> None:
    table = await home.open(rules=FOUR)
    await home.press(ANNA, f"{table}-seat-1-hard")
    only = words("it").say("Only the host of the table can do that.")
    for what in ("seat-2-easy", "seat-1-easy", "seat-1-empty", "fill-easy", "watch-easy"):
        answer = await home.press(BRUNO, f"{table}-{what}")
        assert (answer.outcome, answer.words) == (Outcome.REFUSED, only)
    for what in ("levels", "computers", "computer_1", "level_easy"):
        note = (await home.press(BRUNO, f"{table}-{what}")).note
        assert note is not None
        assert note.text.startswith(only)
        assert note.rows == ()
    assert await levels(home, table) == ["", "hard", "", ""]
    assert "Computer: hard" in await buttons(home, table), "nobody else's choice shows here"


async def test_pressed_again_after_the_start_it_is_too_late(home: House) -> None:
    table = await home.open(rules=FOUR)
    await home.press(ANNA, f"{table}-fill-hard")
    await home.press(ANNA, f"{table}-start")
    for what in ("seat-1-easy", "seat-1-empty"):
        answer = await home.press(ANNA, f"{table}-{what}")
        assert answer.outcome in (Outcome.STALE, Outcome.DUPLICATE)
    assert await levels(home, table) == ["", "hard", "hard", "hard"]


async def test_by_two_the_level_is_asked_at_once(home: House) -> None:
    table = await home.open(opponent="normal", rules={"preset": "briscola", "players": 2})
    note = (await home.press(ANNA, f"{table}-levels")).note
    assert tokens(note)[:3] == ["seat-1-easy", "seat-1-normal", "seat-1-hard"]
    assert note is not None
    assert "Hard: remembers every card" in note.text


# -- remembered -----------------------------------------------------------------------------------


async def test_the_level_chosen_last_is_remembered_by_person_in_every_chat(home: House) -> None:
    first = await home.open(opponent="hard", rules=FOUR)
    assert await levels(home, first) == ["", "hard", "hard", "hard"]
    again = await home.tables.open(SATURDAY, ANNA, opponent="computer", rules=FOUR)
    assert await levels(home, again.table) == ["", "hard", "hard", "hard"]
    other = await home.tables.open(SATURDAY, BRUNO, opponent="computer", rules=FOUR)
    assert await levels(home, other.table) == ["", "normal", "normal", "normal"]
    by_button = await home.press(ANNA, "open-computer-brisca-2")
    assert await levels(home, by_button.table) == ["", "hard"]


async def test_a_lobby_that_waits_takes_the_level_that_is_named_now(home: House) -> None:
    table = await home.open(opponent="easy", rules=FOUR)
    again = await home.tables.open(FRIDAY, ANNA, opponent="hard")
    assert again.table == table
    assert await levels(home, table) == ["", "hard", "hard", "hard"]
    same = await home.tables.open(FRIDAY, ANNA, opponent="computer")
    assert same.table == table
    assert await levels(home, table) == ["", "hard", "hard", "hard"]


async def test_the_choice_outlives_a_restart(sqlite_url: str) -> None:
    async with house(sqlite_url) as home:
        await home.open(opponent="easy", rules=FOUR)
    async with house(sqlite_url) as home:
        table = (await home.tables.open(SATURDAY, ANNA, opponent="computer", rules=FOUR)).table
        assert await levels(home, table) == ["", "easy", "easy", "easy"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", Level)
def test_the_levels_are_understood_after_play_in_every_language(language: str, level: Level) -> None:
    name = level_name(words(language), level)
    assert wish_of(name) == Wish(opponent=level.value)
    assert wish_of(f"4 {name}") == Wish(opponent=level.value, players=4)
    assert wish_of(f"brisca computer {name.upper()}!") == Wish(opponent=level.value, preset="brisca")


def test_further_wishes_for_computers_are_understood() -> None:
    assert wish_of("computer") == Wish(opponent="computer")
    assert wish_of("difficile") == wish_of("difícil") == wish_of("expert") == Wish(opponent="hard")
    assert wish_of("watch") == wish_of("guarda") == wish_of("assistir") == Wish(watch=True)
    assert wish_of("watch hard 4") == Wish(opponent="hard", players=4, watch=True)
    assert isinstance(wish_of("impossible"), NotUnderstood)


# -- kept -----------------------------------------------------------------------------------------


async def beyond(home: House, table: str, seq: int) -> None:
    """Wait until something has happened after that."""
    async with asyncio.timeout(PATIENCE):
        while (await home.row(table)).seq == seq:
            await asyncio.sleep(0.005)


async def played_to_the_end(home: House, table: str, who: Who = ANNA) -> None:
    """Plays the first card of this person whenever it is their turn; computers play by themselves."""
    while isinstance((value := await home.value(table)).phase, Playing):
        seat = value.turn
        if seat is None or not isinstance(value.seats[seat], Person):
            await beyond(home, table, value.seq)
            continue
        view = value.seat_view(seat)
        assert view is not None
        move = view.legal_moves[0]
        await home.press(who, f"{table}-{value.step_for(seat, move)}-{str(move).replace(' ', '-')}")


async def test_a_rematch_and_new_rules_keep_the_levels(home: House) -> None:
    table = await home.open(rules={"preset": "briscola", "players": 3, "clock": "none"})
    await home.press(ANNA, f"{table}-seat-1-hard")
    await home.press(ANNA, f"{table}-seat-2-easy")
    await home.press(ANNA, f"{table}-start")
    await played_to_the_end(home, table)
    again = (await home.press(ANNA, f"{table}-rematch")).table
    assert await levels(home, again) == ["", "hard", "easy"]
    await played_to_the_end(home, again)
    lobby = (await home.press(ANNA, f"{again}-anew")).table
    assert await levels(home, lobby) == ["", "hard", "easy"]


async def test_whoever_leaves_is_followed_by_a_computer_as_the_host_likes_them(home: House) -> None:
    await home.tables.open(SATURDAY, ANNA, opponent="hard")
    table = await home.people_play(FOUR)
    await home.press(BRUNO, f"{table}-leave")
    assert await levels(home, table) == ["", "hard", "", ""]
    entries = await home.store.read(lambda tx: tx.journal(table))
    assert [one.act for one in entries if one.act.startswith("leave")] == ["leave hard"]


# -- other cards ----------------------------------------------------------------------------------


async def test_alone_with_computers_one_has_other_cards_or_another_level_from_the_menu(home: House) -> None:
    table = await home.open(opponent="normal", rules=FOUR)
    await home.press(ANNA, f"{table}-start")
    menu = (await home.press(ANNA, f"{table}-more")).note
    assert {"abandon-d1", "levels"} <= set(tokens(menu))
    anew = await home.press(ANNA, f"{table}-abandon-d1")
    assert anew.outcome is Outcome.ACCEPTED
    assert anew.hand is not None, "the new cards are shown at once"
    assert (await home.press(ANNA, f"{table}-abandon-d1")).outcome is Outcome.DUPLICATE
    note = (await home.press(ANNA, f"{table}-levels")).note
    assert tokens(note) == ["abandon-d2-easy", "abandon-d2-normal", "abandon-d2-hard", "more"]
    assert marked(note) == ["✓ normal"]
    await home.press(ANNA, f"{table}-abandon-d2-hard")
    assert await levels(home, table) == ["", "hard", "hard", "hard"]
    later = await home.tables.open(SATURDAY, ANNA, opponent="computer", rules=FOUR)
    assert await levels(home, later.table) == ["", "hard", "hard", "hard"], "remembered"
    seen = (await home.press(BRUNO, f"{table}-levels")).note
    assert seen is not None
    assert seen.rows == ()


async def test_among_people_no_deal_is_abandoned(home: House) -> None:
    table = await home.people_play(FOUR)
    assert "abandon-d1" not in tokens((await home.press(ANNA, f"{table}-more")).note)
    answer = await home.press(ANNA, f"{table}-abandon-d1")
    assert answer == Answer(
        Outcome.REFUSED,
        "Only somebody who plays alone with computers can do that.",
        answer.hand,
        table=table,
    )


# -- watched --------------------------------------------------------------------------------------


def shown(home: House) -> Iterator[TableScreen]:
    return (one for one in home.courier.messages.values() if isinstance(one, TableScreen))


async def test_computers_are_watched_to_the_end_and_nobody_sees_a_hand(sqlite_url: str) -> None:
    async with house(sqlite_url, pace=Pace(computer=1, new_trick=1, next_deal=1)) as home:
        opened = await home.tables.open(FRIDAY, ANNA, opponent="easy", rules=FOUR, watch=True)
        table = opened.table
        assert await levels(home, table) == ["easy"] * 4
        lobby = await buttons(home, table)
        assert "Start" in lobby
        assert "My hand" not in lobby
        refused = await home.press(BRUNO, f"{table}-start")
        assert refused.outcome is Outcome.REFUSED
        started = await home.press(ANNA, f"{table}-start")
        assert (started.outcome, started.hand) == (Outcome.ACCEPTED, None)
        while isinstance((value := await home.value(table)).phase, Playing):
            assert "My hand" not in await buttons(home, table)
            await beyond(home, table, value.seq)
        assert "Watch again" in await buttons(home, table)
        rows = await home.store.read(lambda tx: tx.leaderboard(1, 10))
        assert list(rows) == []
        following = (await home.press(ANNA, f"{table}-rematch")).table
        assert following != table
        await home.press(ANNA, f"{following}-end")
        assert isinstance((await home.value(following)).phase, Over)


async def test_a_person_has_one_watched_table_at_a_time_in_a_chat(slow: House) -> None:
    home = slow
    table = (await home.tables.open(FRIDAY, ANNA, opponent="easy", rules=FOUR, watch=True)).table
    assert (await home.tables.open(FRIDAY, ANNA, watch=True)).table == table
    await home.press(ANNA, f"{table}-start")
    again = await home.tables.open(FRIDAY, ANNA, opponent="hard", rules=FOUR, watch=True)
    assert (again.outcome, again.table) == (Outcome.DUPLICATE, table)
    assert (await home.tables.open(FRIDAY, BRUNO, watch=True)).table != table
    assert (await home.tables.open(FRIDAY, ANNA)).table != table


async def test_cards_are_looked_for_where_somebody_plays_before_where_they_watch(slow: House) -> None:
    played = await slow.people_play(FOUR)
    watched = (await slow.tables.open(FRIDAY, ANNA, rules=FOUR, watch=True)).table
    await slow.press(ANNA, f"{watched}-start")
    hand = await slow.tables.hand(FRIDAY, ANNA)
    assert hand.hand is not None
    assert hand.table == played


async def test_who_sits_in_a_lobby_leaves_the_seat_to_a_computer_and_can_stop_it_by_command(
    home: House,
) -> None:
    table = await home.open(rules=FOUR)
    answer = await home.press(ANNA, f"{table}-watch-normal")
    assert answer.outcome is Outcome.ACCEPTED
    value = await home.value(table)
    assert (value.host != "", value.people, value.phase) == (True, (), Lobby())
    await home.settled(table)
    (screen,) = shown(home)
    assert "Only computers play here: Anna can start, and everybody may watch." in screen.caption
    stop = await home.tables.stop(FRIDAY, ANNA)
    assert stop.table == table
    assert tokens(stop.note) == ["end"]
    assert (await home.tables.hand(FRIDAY, ANNA)).hand is None
