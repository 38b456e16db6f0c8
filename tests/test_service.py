"""The service as people meet it: over a real database, with a notebook for a platform."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest
from house import ANNA, BRUNO, CARLA, FRIDAY, House, Notebook, house, now_ms

from bot.screens.types import HandScreen
from bot.service.answers import Outcome
from bot.service.ports import Budget, ChatGone, MessageGone, Moved, TryLater, Uncertain, Unreachable
from bot.service.records import SurfaceKind, Where, Who
from bot.table import Ending, Over, Pace
from bot.words import words


@pytest.fixture
async def home(database_url: str) -> AsyncIterator[House]:
    async with house(database_url) as one:
        yield one


def table_titles(home: House) -> list[str]:
    return [screen.title for screen in home.courier.tables()]


# -- games ----------------------------------------------------------------------------------------


async def test_two_people_play_to_the_result(home: House) -> None:
    table = await home.two_play()
    await home.play_out(table, ANNA, BRUNO)
    await home.until(lambda: any(screen.over for screen in home.courier.tables()))
    assert len(home.courier.tables()) == 1, "one message for the whole table"
    (screen,) = home.courier.tables()
    assert re.search(r"(wins|draw), \d+–\d+$", screen.title)
    stats = await home.tables.stats(FRIDAY, ANNA)
    assert stats.note is not None
    assert "Here: " in stats.note.text
    assert "Here: none" not in stats.note.text
    board = await home.tables.leaderboard(FRIDAY, CARLA)
    assert board.note is not None
    assert "Anna" in board.note.text
    assert "Bruno" in board.note.text


async def test_one_person_plays_the_computer_to_the_result(home: House) -> None:
    table = await home.open(opponent="normal")
    assert (await home.press(ANNA, f"{table}-start")).hand is not None
    await home.play_out(table, ANNA)
    await home.until(lambda: any(screen.over for screen in home.courier.tables()))
    board = await home.tables.leaderboard(FRIDAY, ANNA)
    assert board.note is not None
    assert "Nobody" in board.note.text, "games against the computer are no matter for a leaderboard"
    stats = await home.tables.stats(FRIDAY, ANNA)
    assert stats.note is not None
    assert "Against the computer: none" not in stats.note.text


async def test_a_rematch_is_a_new_table_with_the_seal_that_was_shown(home: House) -> None:
    table = await home.open(opponent="normal")
    await home.press(ANNA, f"{table}-start")
    await home.press(ANNA, f"{table}-resign")
    await home.until(lambda: any("next deck is sealed" in screen.caption for screen in home.courier.tables()))
    (old,) = home.courier.tables()
    again = await home.press(ANNA, f"{table}-rematch")
    assert again.table != table
    assert again.hand is not None
    assert (await home.value(again.table)).commitment in old.caption
    await home.until(lambda: len(home.courier.tables()) == 2)


async def test_two_people_must_both_want_a_rematch(home: House) -> None:
    table = await home.two_play()
    await home.press(BRUNO, f"{table}-resign")
    first = await home.press(ANNA, f"{table}-rematch")
    assert first.table == table
    second = await home.press(BRUNO, f"{table}-rematch")
    assert second.table != table
    assert (await home.value(second.table)).turn == 1, "the deal has passed on"
    late = await home.press(BRUNO, f"{table}-rematch")
    assert late.outcome is Outcome.DUPLICATE


async def test_a_rematch_gets_a_message_of_its_own(home: House) -> None:
    table = await home.open(opponent="normal")
    await home.press(ANNA, f"{table}-start")
    await home.press(ANNA, f"{table}-resign")
    await home.settled(table)
    shown = (await home.surface(table, SurfaceKind.TABLE)).message
    home.courier.faults += [Unreachable("gone for a while")]
    again = await home.press(ANNA, f"{table}-rematch", message=shown)
    assert not again.orphan
    assert (await home.surface(again.table, SurfaceKind.TABLE)).message == "", "the old one shows the end"
    assert (await home.surface(table, SurfaceKind.TABLE)).message == shown


# -- presses --------------------------------------------------------------------------------------


async def test_twenty_equal_presses_at_once_count_once(home: House) -> None:
    table = await home.two_play()
    token = (await home.hand(ANNA, table)).rows[0][0].token
    answers = await asyncio.gather(*(home.press(ANNA, token, event=str(n)) for n in range(20)))
    outcomes = sorted(answer.outcome for answer in answers)
    assert outcomes == [Outcome.ACCEPTED] + [Outcome.DUPLICATE] * 19


async def test_of_three_cards_at_once_one_counts(home: House) -> None:
    table = await home.two_play()
    tokens = [button.token for button in (await home.hand(ANNA, table)).rows[0]]
    answers = await asyncio.gather(*(home.press(ANNA, token) for token in tokens))
    assert sorted(answer.outcome for answer in answers) == [Outcome.ACCEPTED, Outcome.STALE, Outcome.STALE]
    assert all(answer.hand is not None for answer in answers), "whoever is late sees how it stands"


async def test_an_event_delivered_twice_opens_one_table(home: House) -> None:
    answers = await asyncio.gather(*(home.tables.open(FRIDAY, ANNA, event="77") for _ in range(5)))
    assert len({answer.table for answer in answers}) == 1
    other = await home.tables.open(FRIDAY, BRUNO, event="78")
    assert other.table != answers[0].table


async def test_opening_again_shows_the_lobby_that_waits(home: House) -> None:
    table = await home.open()
    await home.settled(table)
    again = await home.tables.open(FRIDAY, ANNA)
    assert again.table == table
    assert again.words
    await home.settled(table)
    assert [what for what, _ in home.courier.calls].count("delete") == 1
    assert len(home.courier.tables()) == 1, "the old message is taken away"
    assert await home.open(opponent="normal") != table, "a wish for the computer is another table"


async def test_refusals_say_why_in_the_persons_language(home: House) -> None:
    table = await home.two_play()
    token = (await home.hand(BRUNO, table)).rows[0][0].token
    early = await home.press(BRUNO, token)
    assert early.outcome is Outcome.REFUSED
    assert early.words == "Non è ancora il tuo turno."
    stranger = await home.press(CARLA, token)
    assert stranger.outcome is Outcome.REFUSED
    assert stranger.hand is None


@pytest.mark.parametrize(
    "token", ["", "x", "zzzzzzzzzz-start", "zzzzzzzzzz-hand", "zzzzzzzzzz-more", "💥" * 80]
)
async def test_old_and_forged_buttons_are_answered(home: House, token: str) -> None:
    answer = await home.press(ANNA, token)
    assert answer.outcome in {Outcome.STALE, Outcome.REFUSED}
    assert 0 < len(answer.words) <= 200


async def test_a_forged_button_has_no_authority(home: House) -> None:
    table = await home.two_play()
    forged = await home.press(CARLA, f"{table}-end-admin")
    assert forged.outcome is Outcome.REFUSED
    assert (await home.press(CARLA, f"{table}-lapse")).outcome is Outcome.REFUSED
    assert (await home.press(ANNA, f"{table}-d1t1-timeup-0-play-Ad")).outcome is not Outcome.ACCEPTED


async def test_authority_is_asked_for_only_where_it_decides(home: House) -> None:
    table = await home.two_play()
    asked: list[bool] = []

    async def admin() -> bool:
        asked.append(True)
        return True

    await home.tables.press(f"{table}-more", FRIDAY, CARLA, admin=admin)
    assert not asked
    ended = await home.tables.press(f"{table}-end", FRIDAY, CARLA, admin=admin)
    assert ended.outcome is Outcome.ACCEPTED
    assert asked


async def test_authority_in_one_chat_is_none_in_another(home: House) -> None:
    table = await home.two_play()
    elsewhere = Where("telegram", "-100888", "", "Saturday", "en")

    async def admin() -> bool:
        return True

    forged = await home.tables.press(f"{table}-end", elsewhere, CARLA, admin=admin)
    assert forged.outcome is Outcome.REFUSED
    assert (await home.row(table)).phase == "playing"


async def test_a_table_is_not_reached_from_another_platform(home: House) -> None:
    table = await home.open()
    web, stranger = Where("web", "web", "", "Web", "en"), Who("web", "x", "Xenia", "en")
    for what in ("sit-1", "end", "hand", "more", "fair"):
        assert (await home.press(stranger, f"{table}-{what}", web)).outcome is Outcome.STALE
    assert await home.tables.look(table, stranger) is None
    assert len((await home.value(table)).people) == 1


async def test_a_hand_is_found_without_naming_the_table(home: House) -> None:
    table = await home.two_play()
    assert (await home.tables.hand(FRIDAY, ANNA)).table == table
    private = Where("telegram", "1", private=True)
    answer = await home.tables.hand(private, ANNA)
    assert answer.hand is not None
    assert "Friday" in answer.hand.caption, "a hand read elsewhere names its table"
    nobody = await home.tables.hand(FRIDAY, CARLA)
    assert nobody.hand is None
    assert nobody.words


async def test_nobody_is_shown_the_hand_of_another(home: House) -> None:
    table = await home.two_play()
    anna, bruno = await home.hand(ANNA, table), await home.hand(BRUNO, table)
    assert anna.scene is not None
    assert bruno.scene is not None
    assert not set(anna.scene.cards) & set(bruno.scene.cards)
    named = f"HandScreen(table={table!r}, viewer={anna.viewer!r}, seq={anna.seq})"
    assert repr(anna) == named, "a log may hold a repr"


async def test_the_stop_note_offers_what_the_person_may_do(home: House) -> None:
    table = await home.two_play()
    host = await home.tables.stop(FRIDAY, ANNA)
    assert host.note is not None
    assert [button.token for button in host.note.rows[0]] == [f"{table}-resign", f"{table}-end"]
    outsider = await home.tables.stop(FRIDAY, CARLA)
    assert outsider.note is None

    async def yes() -> bool:
        return True

    admin = await home.tables.stop(FRIDAY, CARLA, admin=yes)
    assert admin.note is not None
    assert [button.token for button in admin.note.rows[0]] == [f"{table}-end"]


async def test_the_proof_comes_only_when_the_table_is_over(home: House) -> None:
    table = await home.two_play()
    seed = (await home.row(table)).seed.hex()
    before = await home.press(CARLA, f"{table}-fair")
    assert before.note is not None
    assert seed not in before.note.text
    await home.press(ANNA, f"{table}-resign")
    told = await home.press(CARLA, f"{table}-fair")
    assert told.note is not None
    assert seed in told.note.text


# -- languages ------------------------------------------------------------------------------------


async def test_two_people_of_different_languages_sit_at_one_table(home: House) -> None:
    table = await home.two_play()
    assert (await home.hand(ANNA, table)).title == "Your turn: choose a card."
    assert (await home.hand(BRUNO, table)).title == "Tocca a Anna."


async def test_a_person_chooses_their_language(home: House) -> None:
    table = await home.two_play()
    answer = await home.press(ANNA, "me-speaks-pt")
    assert answer.words == words("pt").say("I now speak English with you.")
    assert (await home.hand(ANNA, table)).title == "É a tua vez: escolhe uma carta."


async def test_a_chat_chooses_the_language_of_its_tables(home: House) -> None:
    await home.two_play()

    async def no() -> bool:
        return False

    refused = await home.tables.press("chat-speaks-pt", FRIDAY, BRUNO, admin=no)
    assert refused.outcome is Outcome.REFUSED
    assert "Only an admin" in (await home.tables.press("chat-speaks-pt", FRIDAY, ANNA, admin=no)).words
    assert (await home.tables.press("me-speaks-en", FRIDAY, ANNA, admin=no)).outcome is Outcome.ACCEPTED
    await home.press(ANNA, "chat-speaks-it")
    await home.until(lambda: any(title == "Tocca a Anna" for title in table_titles(home)))


# -- messages -------------------------------------------------------------------------------------


async def test_bursts_fold_into_few_edits(home: House) -> None:
    home.courier.allowed = Budget(2, 0.3)
    table = await home.two_play()
    await home.play_out(table, ANNA, BRUNO)
    await home.until(lambda: any(screen.over for screen in home.courier.tables()))
    assert len(home.courier.calls) < 20, "forty cards, and far fewer calls"


async def test_a_deleted_message_is_made_anew(home: House) -> None:
    table = await home.two_play()
    await home.settled(table)
    home.courier.faults.append(MessageGone())
    await home.press(ANNA, (await home.hand(ANNA, table)).rows[0][0].token)
    await home.until(lambda: ("send", "table") in home.courier.calls[1:])
    surface = await home.surface(table, SurfaceKind.TABLE)
    assert surface.generation == 2


async def test_a_message_reported_gone_is_made_anew(home: House) -> None:
    await home.settled(await home.open())
    (message,) = home.courier.messages
    await home.tables.message_gone(FRIDAY, message)
    await home.until(lambda: len(home.courier.messages) == 2)


async def test_a_message_of_unknown_fate_is_made_with_the_same_nonce(home: House) -> None:
    home.courier.after_effect.append(Uncertain())
    await home.open()
    await home.until(lambda: len(home.courier.nonces) == 2)
    assert len(set(home.courier.nonces)) == 1


async def test_a_chat_that_wants_a_pause_gets_it_and_its_turns_wait(home: House) -> None:
    table = await home.two_play()
    before = (await home.row(table)).due_at
    await home.settled(table)
    home.courier.faults.append(TryLater(3600))
    await home.press(ANNA, "chat-speaks-it")
    await home.until(lambda: not home.courier.faults)
    calls = len(home.courier.calls)
    other = Where("telegram", "-100888", "", "Saturday", "en")
    await home.open(CARLA, other)
    await home.until(lambda: any("Carla" in title for title in table_titles(home)))
    assert len(home.courier.calls) == calls + 1, "the other chat is served, the paused one is not"
    after = (await home.row(table)).due_at
    assert before is not None
    assert after is not None
    assert after >= before + 3_600_000


async def test_a_message_that_fails_holds_back_no_other(home: House) -> None:
    home.courier.faults.append(RuntimeError("a fault that nobody foresaw"))
    first = await home.open(ANNA)
    await home.until(lambda: bool(home.courier.calls))
    second = await home.open(BRUNO)
    await home.settled(second)
    assert [screen.table for screen in home.courier.tables()] == [second]
    assert (await home.row(first)).phase == "lobby"


async def test_where_we_may_not_write_the_clock_waits_and_a_press_is_told_why(home: House) -> None:
    table = await home.two_play()
    await home.settled(table)
    due = (await home.row(table)).due_at
    home.courier.faults.append(Unreachable("I may not write here."))
    await home.press(ANNA, "chat-speaks-it")
    await home.moved_from(table, due)
    home.courier.faults.append(Unreachable("I may not write here."))
    told = await home.press(ANNA, (await home.hand(ANNA, table)).rows[0][0].token)
    assert told.words == "I may not write here."
    await home.until(lambda: not home.courier.faults)
    await home.at_rest(FRIDAY)
    await home.press(BRUNO, (await home.hand(BRUNO, table)).rows[0][0].token)
    await home.settled(table)
    quiet = await home.press(ANNA, f"{table}-more")
    assert not quiet.words


async def test_a_chat_that_is_back_is_served_at_once(home: House) -> None:
    topic = Where(FRIDAY.platform, FRIDAY.chat, "5", FRIDAY.title, FRIDAY.locale)
    table = await home.two_play(topic)
    await home.settled(table)
    due = (await home.row(table)).due_at
    home.courier.faults.append(Unreachable("I was thrown out."))
    await home.press(ANNA, "chat-speaks-it", topic)
    await home.moved_from(table, due)
    await home.tables.chat_back(FRIDAY)
    await home.settled(table)
    assert table_titles(home) == ["Tocca a Anna"]


async def test_a_chat_that_does_not_exist_any_more_ends_its_table(home: House) -> None:
    table = await home.two_play()
    await home.settled(table)
    home.courier.faults.append(ChatGone())
    await home.press(ANNA, "chat-speaks-it")
    await wait_for_phase(home, table, "closed")
    await home.settled(table)
    assert not home.courier.faults


async def test_a_hand_goes_on_into_the_rematch(home: House) -> None:
    table = await home.two_play()
    await home.tables.hand_shown(await home.hand(BRUNO, table), FRIDAY, "h1", None)
    await home.press(ANNA, f"{table}-resign")
    await home.press(BRUNO, f"{table}-rematch")
    again = (await home.press(ANNA, f"{table}-rematch")).table
    await home.settled(again)
    screen = home.courier.messages["h1"]
    assert isinstance(screen, HandScreen)
    assert screen.table == again


async def test_giving_up_is_asked_back_once(home: House) -> None:
    table = await home.two_play()
    menu = await home.press(ANNA, f"{table}-more")
    assert menu.note is not None
    for asking, doing in zip(menu.note.rows[1], ("resign", "end"), strict=True):
        sure = await home.press(ANNA, asking.token)
        assert sure.note is not None
        yes, no = sure.note.rows[0]
        assert yes.token == f"{table}-{doing}"
        assert no.token == f"{table}-more"
    assert (await home.row(table)).phase == "playing"


async def test_an_orphan_message_is_adopted_by_a_press_on_it(home: House) -> None:
    home.courier.faults += [Unreachable("gone for a while")]
    table = await home.open()
    await home.until(lambda: bool(home.courier.calls))
    answer = await home.press(BRUNO, f"{table}-sit-1", message="4711")
    assert not answer.orphan
    assert (await home.surface(table, SurfaceKind.TABLE)).message == "4711"
    strange = await home.press(BRUNO, f"{table}-sit-1", message="815")
    assert strange.orphan, "a second message loses its buttons"


async def test_a_chat_with_a_new_id_keeps_its_tables(home: House) -> None:
    table = await home.two_play()
    await home.settled(table)
    home.courier.faults.append(Moved("-100999"))
    await home.press(ANNA, "chat-speaks-it")
    moved = Where("telegram", "-100999", "", "Friday", "en")
    await home.until(lambda: len(home.courier.tables()) == 2)
    assert (await home.tables.hand(moved, ANNA)).table == table


async def test_whoever_closed_their_own_lobby_is_named(home: House) -> None:
    table = await home.open()
    await home.press(ANNA, f"{table}-leave")
    await home.until(lambda: table_titles(home) == ["Anna closed the table"])


async def test_a_chat_that_is_gone_ends_its_tables(home: House) -> None:
    table = await home.two_play()
    topic = await home.open(CARLA, Where("telegram", FRIDAY.chat, "5"))
    await home.tables.chat_gone(FRIDAY)
    assert (await home.row(table)).phase == "closed"
    assert (await home.row(topic)).phase == "closed"
    await home.tables.chat_gone(Where("telegram", "unheard of"))


async def test_whoever_leaves_the_chat_leaves_its_tables(home: House) -> None:
    table = await home.two_play()
    await home.tables.left(FRIDAY, BRUNO)
    value = await home.value(table)
    assert isinstance(value.phase, Over)
    assert value.phase.ending is Ending.RESIGNED


async def test_a_hand_message_is_refreshed_until_it_is_replaced(home: House) -> None:
    table = await home.two_play()
    bruno = await home.hand(BRUNO, table)
    await home.tables.hand_shown(bruno, FRIDAY, "h1", None)
    await home.press(ANNA, (await home.hand(ANNA, table)).rows[0][0].token)
    await home.until(lambda: "h1" in home.courier.messages)
    screen = home.courier.messages["h1"]
    assert screen.digest == (await home.hand(BRUNO, table)).digest
    assert ("edit", "hand") in home.courier.calls


# -- time -----------------------------------------------------------------------------------------


class Time:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.at = now_ms()

    def __call__(self) -> int:
        return self.at


async def wait_for_phase(home: House, table: str, phase: str) -> None:
    async with asyncio.timeout(20):
        while (await home.row(table)).phase != phase:
            home.clock.wake(0)
            await asyncio.sleep(0.01)


async def test_a_person_who_takes_long_is_called_and_then_played_for(database_url: str) -> None:
    time = Time()
    async with house(database_url, now=time) as home:
        table = await home.two_play()
        time.at += 40_000
        home.clock.wake(0)
        await home.until(lambda: [ping.text for ping in home.courier.pings()] == ["Anna, it is your turn."])
        time.at += 21_000
        home.clock.wake(0)
        await home.until(lambda: not home.courier.pings() and ("delete", "ping") in home.courier.calls)
        await home.until(lambda: any("Time was up" in screen.caption for screen in home.courier.tables()))
        assert (await home.value(table)).turn == 1


async def test_a_lobby_nobody_comes_to_is_closed(database_url: str) -> None:
    time = Time()
    async with house(database_url, now=time) as home:
        table = await home.open()
        time.at += Pace().lobby + 1
        await wait_for_phase(home, table, "closed")


async def test_an_outage_costs_nobody_their_time(database_url: str) -> None:
    time = Time()
    async with house(database_url, now=time) as home:
        table = await home.two_play()
        due = (await home.row(table)).due_at
    time.at += 3_600_000
    async with house(database_url, now=time) as home:
        await home.moved_from(table, due)
        after = (await home.row(table)).due_at
        assert due is not None
        assert after is not None
        assert after > time.at


async def test_a_table_goes_on_where_it_was_after_a_restart(database_url: str) -> None:
    async with house(database_url) as home:
        table = await home.two_play()
        await home.press(ANNA, (await home.hand(ANNA, table)).rows[0][0].token)
        bruno = await home.hand(BRUNO, table)
    async with house(database_url) as home:
        assert (await home.hand(BRUNO, table)).digest == bruno.digest
        assert (await home.press(BRUNO, bruno.rows[0][0].token)).outcome is Outcome.ACCEPTED


# -- troubles -------------------------------------------------------------------------------------


async def test_a_table_that_fails_is_closed_and_no_other(home: House) -> None:
    good = await home.two_play()
    bad = await home.open(CARLA, Where("telegram", "-100888", "", "Saturday", "en"))
    await home.until(lambda: len(home.courier.tables()) == 2)

    def spoil(tx: object) -> None:
        from bot.service.records import Entry

        row = tx.lock_table(bad)  # type: ignore[attr-defined]  # a Tx
        tx.append(bad, Entry(row.seq + 1, "clock", "no act at all", 0))  # type: ignore[attr-defined]  # a Tx
        tx.advance(bad, seq=row.seq + 1, phase="lobby", since=0, due_at=None, due_kind="")  # type: ignore[attr-defined]  # a Tx

    await home.store.write(spoil)
    answer = await home.press(CARLA, f"{bad}-leave")
    assert answer.outcome is Outcome.STALE
    assert (await home.row(bad)).phase == "trouble"
    await home.until(lambda: any("went wrong" in title for title in table_titles(home)))
    assert (
        await home.press(ANNA, (await home.hand(ANNA, good)).rows[0][0].token)
    ).outcome is Outcome.ACCEPTED
    assert (await home.tables.hand(FRIDAY, ANNA, table=bad)).outcome is Outcome.REFUSED
    look = await home.tables.look(bad, CARLA)
    assert look is not None
    assert look.table.scene is None


async def test_two_processes_over_one_database_are_one_bot(database_url: str) -> None:
    notebook = Notebook()
    async with house(database_url, courier=notebook) as one, house(database_url, courier=notebook) as two:
        table = await one.two_play()
        token = (await two.hand(ANNA, table)).rows[0][0].token
        presses = [each.press(ANNA, token, event=str(n)) for n in range(6) for each in (one, two)]
        outcomes = sorted(answer.outcome for answer in await asyncio.gather(*presses))
        assert outcomes == [Outcome.ACCEPTED] + [Outcome.DUPLICATE] * 11
        await two.play_out(table, ANNA, BRUNO)
        await one.until(lambda: any(screen.over for screen in notebook.tables()))
        assert len(notebook.tables()) == 1


async def test_a_live_view_changes_with_the_table(home: House) -> None:
    web = Where("web", "web", "", "Web", "en")
    anna, bruno = Who("web", "a", "Anna", "en"), Who("web", "b", "Bruno", "it")
    table = (await home.tables.open(web, anna)).table
    changes = home.tables.changes(table)
    await anext(changes)
    await home.press(bruno, f"{table}-sit-1", web)
    await anext(changes)
    look = await home.tables.look(table, bruno)
    assert look is not None
    assert look.table.title == words("it").say("{name} opens a table of {game}", name="Anna", game="Briscola")
    assert look.hand is None
    assert await home.tables.look("zzzzzzzzzz", bruno) is None
    assert not home.courier.calls, "the web needs no messages"
    await changes.aclose()  # type: ignore[attr-defined]  # an async generator


async def test_small_facts_are_kept(home: House) -> None:
    assert await home.tables.fact("offset") is None
    await home.tables.keep_fact("offset", "12")
    assert await home.tables.fact("offset") == "12"
