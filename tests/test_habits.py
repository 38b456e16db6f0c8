"""How much a chat wants to see of its tables: calls to whoever is on turn, pins, and the note in which admins choose."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from house import ANNA, BRUNO, CARLA, FRIDAY, House, Notebook, house

from bot.computer import Level
from bot.screens.tokens import parse_token
from bot.screens.types import NoteScreen, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.ports import TryLater
from bot.service.records import Habits, SurfaceKind, Where, Who
from bot.table import Computer
from bot.words import LANGUAGES

CHANNEL = Where("discord", "99", "", "Cards", "en")
ALONE = Where("telegram", "1", "", "", "en", private=True)


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
async def home(sqlite_url: str) -> AsyncIterator[House]:
    async with house(sqlite_url) as one:
        yield one


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


async def chosen(home: House, token: str, where: Where = FRIDAY) -> Answer:
    return await home.tables.press(token, where, ANNA, admin=yes)


async def play_a_card(home: House, who: Who, table: str) -> None:
    answer = await home.press(who, (await home.hand(who, table)).rows[0][0].token)
    assert answer.outcome is Outcome.ACCEPTED, answer


async def waits_for(home: House, table: str, kind: str) -> None:
    async with asyncio.timeout(20):
        while (await home.row(table)).due_kind != kind:
            await asyncio.sleep(0.01)


def called(home: House) -> list[str]:
    return [ping.text for ping in home.courier.pings()]


def tokens(note: NoteScreen | None) -> list[str]:
    assert note is not None
    return [one.token for row in note.rows for one in row]


def marked(note: NoteScreen | None) -> list[str]:
    assert note is not None
    return [one.token for row in note.rows for one in row if one.label.startswith("✓")]


# -- kept -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "habits", [Habits(), Habits("never"), Habits("at-once", pins=True), Habits(pins=True, threads=True)]
)
def test_habits_are_read_as_they_were_written(habits: Habits) -> None:
    assert Habits.read(str(habits)) == habits


def test_habits_of_a_newer_program_are_passed_over() -> None:
    assert Habits.read("calls=by_owl pins=yes doors=open nonsense") == Habits(pins=True)
    assert str(Habits()) == ""


async def test_the_habits_of_a_chat_outlive_the_process(database_url: str) -> None:
    async with house(database_url) as home:
        assert await home.tables.habits(FRIDAY) == Habits()
        for token in ("chat-calls-at_once", "chat-pins-yes", "chat-threads-yes"):
            assert (await chosen(home, token)).outcome is Outcome.ACCEPTED
    async with house(database_url) as home:
        assert await home.tables.habits(FRIDAY) == Habits("at-once", pins=True, threads=True)
        await home.tables.chat_moved("telegram", FRIDAY.chat, "-200")
        assert (await home.tables.habits(replace(FRIDAY, chat="-200"))).pins


async def test_a_chat_that_grows_together_with_another_keeps_what_was_chosen(database_url: str) -> None:
    new = replace(FRIDAY, chat="-200")
    async with house(database_url) as home:
        await chosen(home, "chat-calls-never")
        await home.open(BRUNO, new)
        await home.tables.chat_moved("telegram", FRIDAY.chat, new.chat)
        assert await home.tables.habits(new) == Habits("never")


@pytest.mark.parametrize(
    "token", ["me-calls-never", "me-pins-yes", "chat-level-hard", "chat-calls-often", "chat-pins-yes-please"]
)
def test_nobody_chooses_what_is_not_theirs_to_choose(token: str) -> None:
    assert parse_token(token) is None


# -- calls ----------------------------------------------------------------------------------------


async def test_a_quiet_chat_has_one_message_a_table(database_url: str) -> None:
    time = Time()
    async with house(database_url, now=time) as home:
        await chosen(home, "chat-calls-never")
        table = await home.two_play()
        time.at += 40_000
        home.clock.wake(0)
        await waits_for(home, table, "turn")
        await home.settled(table)
        assert {kind for _, kind in home.courier.calls} == {"table"}
        assert len(home.courier.messages) == 1


async def test_quiet_takes_a_call_away_that_stands(sqlite_url: str) -> None:
    time = Time()
    async with house(sqlite_url, now=time) as home:
        await home.two_play()
        time.at += 40_000
        home.clock.wake(0)
        await home.until(lambda: called(home) == ["Anna, it is your turn."])
        await chosen(home, "chat-calls-never")
        await home.until(lambda: not called(home))


async def test_who_likes_calls_at_once_is_called_when_the_turn_comes(database_url: str) -> None:
    async with house(database_url) as home:
        await chosen(home, "chat-calls-at_once")
        table = await home.two_play()
        await home.settled(table)
        assert not called(home), "Anna has just started the game herself"
        await play_a_card(home, ANNA, table)
        await home.until(lambda: called(home) == ["Bruno, it is your turn."])
        await play_a_card(home, BRUNO, table)
        await home.settled(table)
        turn = (await home.value(table)).turn
        assert called(home) == ([] if turn == 1 else ["Anna, it is your turn."]), "whoever took it leads"


async def test_a_choice_of_calls_at_once_calls_whoever_is_waited_for(home: House) -> None:
    table = await home.two_play()
    await chosen(home, "chat-calls-at_once")
    await home.until(lambda: called(home) == ["Anna, it is your turn."])
    await chosen(home, "chat-calls-usual")
    await home.settled(table)
    assert not called(home)


async def test_nobody_is_called_to_a_lobby(home: House) -> None:
    table = await home.open()
    await chosen(home, "chat-calls-at_once")
    await home.settled(table)
    assert not called(home)


async def test_a_call_goes_when_the_table_is_over(home: House) -> None:
    await chosen(home, "chat-calls-at_once")
    table = await home.two_play()
    await play_a_card(home, ANNA, table)
    await home.until(lambda: bool(called(home)))
    await home.press(ANNA, f"{table}-end")
    await home.until(lambda: not called(home))


# -- pins -----------------------------------------------------------------------------------------


def only_message(home: House) -> str:
    (message,) = (name for name, screen in home.courier.messages.items() if isinstance(screen, TableScreen))
    return message


async def test_a_table_is_pinned_while_it_lives(database_url: str) -> None:
    async with house(database_url) as home:
        await chosen(home, "chat-pins-yes")
        table = await home.open()
        await home.settled(table)
        assert home.courier.pinned == {only_message(home)}
        assert (await home.surface(table, SurfaceKind.TABLE)).pinned
        calls = [what for what, _ in home.courier.calls]
        assert calls == ["send", "pin"]
        await home.press(ANNA, f"{table}-leave")
        await home.settled(table)
        assert not home.courier.pinned
        assert not (await home.surface(table, SurfaceKind.TABLE)).pinned
        assert [what for what, _ in home.courier.calls] == ["send", "pin", "edit", "unpin"]


async def test_pins_are_chosen_and_dropped_while_a_table_is_open(home: House) -> None:
    table = await home.open()
    await home.settled(table)
    await chosen(home, "chat-pins-yes")
    await home.settled(table)
    assert home.courier.pinned == {only_message(home)}
    await chosen(home, "chat-pins-no")
    await home.settled(table)
    assert not home.courier.pinned


async def test_a_message_made_anew_is_pinned_anew(home: House) -> None:
    await chosen(home, "chat-pins-yes")
    table = await home.open()
    await home.settled(table)
    first = only_message(home)
    home.courier.messages.clear()
    home.courier.pinned.clear()
    await home.tables.message_gone(FRIDAY, first)
    await home.settled(table)
    assert home.courier.pinned == {only_message(home)} != {first}


async def test_where_pins_are_refused_the_table_goes_on_and_the_admin_alone_is_told(home: House) -> None:
    home.courier.no_pins = True
    answer = await chosen(home, "chat-pins-yes")
    assert "may not pin" in answer.words
    table = await home.two_play()
    await home.settled(table)
    await play_a_card(home, ANNA, table)
    await home.settled(table)
    pins = [what for what, _ in home.courier.calls if what == "pin"]
    assert len(pins) == 1, "the same message is not tried again"
    assert len(home.courier.messages) == 1
    home.courier.no_pins = False
    again = await chosen(home, "chat-pins-yes")
    assert again.words == "Noted."
    await home.settled(table)
    assert home.courier.pinned == {only_message(home)}, "with the right given, a new choice tries again"


async def test_a_chat_that_wants_a_pause_is_pinned_in_later(home: House) -> None:
    table = await home.open()
    await home.settled(table)
    home.courier.fail_pins.append(TryLater(0.05))
    await chosen(home, "chat-pins-yes")
    await home.settled(table)
    assert home.courier.pinned == {only_message(home)}


async def test_a_platform_that_does_not_answer_is_taken_to_allow_pins(sqlite_url: str) -> None:
    class Silent(Notebook):
        async def may_pin(self, chat: str) -> bool:
            raise TryLater(30)

    async with house(sqlite_url, courier=Silent()) as home:
        assert (await chosen(home, "chat-pins-yes")).words == "Noted."


# -- the note -------------------------------------------------------------------------------------


async def test_an_admin_sees_and_changes_all_settings_of_the_chat_in_one_note(home: House) -> None:
    answer = await home.tables.settings(FRIDAY, ANNA, admin=yes)
    assert marked(answer.note) == ["chat-speaks-en-settings", "chat-calls-usual-settings"]
    assert "chat-pins-yes-settings" in tokens(answer.note)
    for token in tokens(answer.note):
        assert parse_token(token) is not None, token
    changed = await chosen(home, "chat-calls-never-settings")
    assert "chat-calls-never-settings" in marked(changed.note)
    assert changed.note is not None
    assert "Nobody is called" in changed.note.text
    spoken = await chosen(home, "chat-speaks-it-settings")
    assert "chat-speaks-it-settings" in marked(spoken.note)
    assert spoken.words == "D'ora in poi qui parlo italiano."


async def test_threads_are_offered_where_there_are_any(home: House) -> None:
    there = await home.tables.settings(CHANNEL, replace(ANNA, platform="discord"), admin=yes)
    assert "chat-threads-yes-settings" in tokens(there.note)
    here = await home.tables.settings(FRIDAY, ANNA, admin=yes)
    assert not any("threads" in token for token in tokens(here.note))


async def test_who_is_no_admin_sees_their_own_settings(home: House) -> None:
    answer = await home.tables.settings(FRIDAY, BRUNO, admin=no)
    assert "me-level-hard-settings" in tokens(answer.note)
    assert not any(token.startswith("chat-") for token in tokens(answer.note))
    refused = await home.tables.press("chat-settings", FRIDAY, BRUNO, admin=no)
    assert refused.outcome is Outcome.REFUSED
    for token in ("chat-calls-never", "chat-pins-yes", "chat-threads-yes"):
        assert (await home.tables.press(token, FRIDAY, BRUNO, admin=no)).outcome is Outcome.REFUSED
    assert await home.tables.habits(FRIDAY) == Habits()


async def test_an_admin_goes_from_the_chats_settings_to_their_own_and_back(home: House) -> None:
    own = await home.tables.press("me-settings", FRIDAY, ANNA, admin=yes)
    assert "chat-settings" in tokens(own.note)
    back = await home.tables.press("chat-settings", FRIDAY, ANNA, admin=yes)
    assert "me-settings" in tokens(back.note)
    cards = await home.tables.press("chat-chooses", FRIDAY, ANNA, admin=yes)
    assert "chat-settings" in tokens(cards.note)


async def test_a_person_chooses_language_and_level_among_their_settings(home: House) -> None:
    level = await home.tables.press("me-level-hard-settings", ALONE, ANNA)
    assert "me-level-hard-settings" in marked(level.note)
    answer = await home.tables.press("me-speaks-pt-settings", ALONE, ANNA)
    assert "me-speaks-pt-settings" in marked(answer.note)
    table = await home.open(ANNA, ALONE, opponent="computer")
    assert (await home.value(table)).seats[1] == Computer(Level.HARD)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
async def test_settings_fit_their_note_in_every_language(home: House, language: str) -> None:
    await home.tables.press(f"me-speaks-{language}", CHANNEL, replace(ANNA, platform="discord"))
    who = replace(ANNA, platform="discord")
    for whose in ("me", "chat"):
        answer = await home.tables.press(f"{whose}-settings", CHANNEL, who, admin=yes)
        assert answer.note is not None
        assert len(answer.note.text.encode("utf-16-le")) // 2 <= 1024
        assert all(len(row) <= 5 for row in answer.note.rows)
        assert all(len(one.label) <= 28 for row in answer.note.rows for one in row)


# -- nobody's time --------------------------------------------------------------------------------


async def test_the_next_process_finds_a_pin_as_it_stands(database_url: str) -> None:
    notebook = Notebook()
    async with house(database_url, courier=notebook) as home:
        await chosen(home, "chat-pins-yes")
        table = await home.open()
        await home.settled(table)
    async with house(database_url, courier=notebook) as home:
        await home.press(CARLA, f"{table}-sit-1")
        await home.settled(table)
        assert [what for what, _ in notebook.calls].count("pin") == 1
