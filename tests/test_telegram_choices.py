"""Notes to choose from: alone if possible, edited in place however deep one goes, put away when all is chosen."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from adapters.telegram import Phrases
from bot.screens.types import Button, NoteScreen
from bot.service.answers import Answer, Outcome
from doubles.telegram_api import Group, Message, Person, Seen, TelegramApi
from doubles.telegram_desk import SECRET, TABLE, ScriptedDesk, Stage, hand_screen, on_stage, table_screen


def button(what: str, label: str = "") -> Button:
    return Button(label or what, f"{TABLE}-{what}")


def note(text: str, *whats: str) -> NoteScreen:
    return NoteScreen(text, tuple((button(what),) for what in whats))


def shown(text: str, *whats: str) -> Answer:
    return Answer(Outcome.SHOWN, note=note(text, *whats), table=TABLE)


def done(text: str, *whats: str) -> Answer:
    return Answer(Outcome.ACCEPTED, note=note(text, *whats), table=TABLE)


GAMES = ("Which game?", "set-preset-brisca", "set-players-4", "options", "rules")
OPTIONS = ("Which option?", "option_exchange", "option_match", "games")
EXCHANGE = ("Exchange?", "set-exchange-seven", "set-exchange-off", "options")
CHOICES: dict[str, Answer] = {
    "games": shown(*GAMES),
    "set-preset-brisca": done("Brisca it is.", *GAMES[1:]),
    "options": shown(*OPTIONS),
    "option_exchange": shown(*EXCHANGE),
    "set-exchange-seven": done("The seven it is.", *OPTIONS[1:]),
    "rules": shown("Rules. " + "Long. " * 400, "games"),
    "start": Answer(Outcome.ACCEPTED, table=TABLE),
}
LOBBY = table_screen("Maria opens", rows=((button("sit-1"), button("start")), (button("games"),)))


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations
        for press in api.presses.values():
            assert press.answered
            assert not press.refused


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria")


@pytest.fixture
def john(api: TelegramApi) -> Person:
    return api.person("John")


@pytest.fixture
def friday(api: TelegramApi, maria: Person, john: Person) -> Group:
    return api.group("Friday", members=[maria, john])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    desk = ScriptedDesk(answers={f"{TABLE}-{what}": answer for what, answer in CHOICES.items()})
    async with on_stage(api, desk) as stage:
        yield stage


async def press(person: Person, message: Message | Seen, what: str) -> str:
    """What the press was answered with."""
    return (await (await person.presses(message, f"{TABLE}-{what}")).answer()).text


def notes(person: Person, group: Group) -> list[Seen]:
    return [seen for seen in person.sees(group) if seen.ephemeral]


def ours(stage: Stage, group: Group) -> list[Message]:
    return [m for m in group.messages if m.sender == stage.api.bot.user and m.text != LOBBY.caption]


async def go_deep(person: Person, message: Message | Seen) -> list[str]:
    """Down to an option, its value, and back to the games: what the message said on the way."""
    at = message.message if isinstance(message, Seen) else message
    said = []
    for what in ("set-preset-brisca", "options", "option_exchange", "set-exchange-seven", "games"):
        assert await press(person, at, what) == ""
        said.append(at.text)
    return said


THE_WAY = ["Brisca it is.", "Which option?", "Exchange?", "The seven it is.", "Which game?"]


# -- for one person alone -----------------------------------------------------------------------------


async def test_one_message_follows_however_deep_one_goes(stage: Stage, maria: Person, friday: Group) -> None:
    await press(maria, await stage.table_in(friday, LOBBY), "games")
    [seen] = notes(maria, friday)
    assert await go_deep(maria, seen) == THE_WAY
    assert notes(maria, friday) == [s for s in maria.sees(friday) if s.message is seen.message]
    assert stage.desk.of("press")[-1].message == "", "no table was pressed"
    assert not ours(stage, friday)


async def test_rules_too_long_for_an_edit_come_anew_and_whole(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await press(maria, await stage.table_in(friday, LOBBY), "games")
    [first] = notes(maria, friday)
    assert await press(maria, first, "rules") == ""
    await stage.api.until(lambda: first.message.deleted)
    [rules] = notes(maria, friday)
    assert rules.text.endswith("Long. ") or rules.text.endswith("Long.")
    assert await press(maria, rules, "games") == ""
    assert rules.message.text == "Which game?"


async def test_a_second_chooser_takes_the_place_of_the_first(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday, LOBBY)
    await press(maria, table, "games")
    [first] = notes(maria, friday)
    await press(maria, table, "games")
    await stage.api.until(lambda: first.message.deleted)
    assert len(notes(maria, friday)) == 1


async def test_when_the_cards_are_dealt_there_is_nothing_left_to_choose(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday, LOBBY)
    await press(maria, table, "games")
    assert notes(maria, friday)
    await press(maria, table, "start")
    await stage.api.until(lambda: not notes(maria, friday))


async def test_a_choice_that_is_refused_leaves_the_chooser_as_it_is(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await press(maria, await stage.table_in(friday, LOBBY), "games")
    [seen] = notes(maria, friday)
    stage.desk.answers[f"{TABLE}-set-players-4"] = Answer(Outcome.REFUSED, "Too many sit here.", table=TABLE)
    assert await press(maria, seen, "set-players-4") == "Too many sit here."
    assert seen.message.text == "Which game?"
    assert not seen.message.deleted


async def test_who_keeps_the_rules_for_the_chat_may_go_on_choosing(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[f"{TABLE}-games"] = shown(*GAMES, "house")
    stage.desk.answers[f"{TABLE}-house"] = Answer(Outcome.ACCEPTED, "Kept.", table=TABLE)
    await press(maria, await stage.table_in(friday, LOBBY), "games")
    [seen] = notes(maria, friday)
    assert await press(maria, seen, "house") == "Kept."
    assert await press(maria, seen, "options") == ""
    assert seen.message.text == "Which option?"


# -- in the private chat ------------------------------------------------------------------------------


async def test_who_cannot_be_whispered_to_chooses_in_private(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.api.ephemeral_supported = False
    await maria.opens_bot()
    await press(maria, await stage.table_in(friday, LOBBY), "games")
    [seen] = [s for s in maria.sees() if s.text == "Which game?"]
    assert await go_deep(maria, seen) == THE_WAY
    assert seen.message.content.buttons, "there is more to choose"
    assert not ours(stage, friday)


# -- where all see it ---------------------------------------------------------------------------------


@pytest.fixture
def plain(stage: Stage) -> Stage:
    """A group in which nobody can be told anything alone."""
    stage.api.ephemeral_supported = False
    return stage


async def test_the_games_may_be_chosen_where_all_see_it_in_one_message(
    plain: Stage, maria: Person, friday: Group
) -> None:
    table = await plain.table_in(friday, LOBBY)
    assert await press(maria, table, "games") == ""
    [chooser] = ours(plain, friday)
    assert (chooser.text, chooser.reply_to, chooser.silent) == ("Which game?", table, True)
    assert await go_deep(maria, chooser) == THE_WAY
    assert ours(plain, friday) == [chooser]
    assert plain.desk.of("press")[-1].message == "", "no table was pressed"
    await press(maria, table, "start")
    await plain.api.until(lambda: chooser.deleted)
    assert not table.deleted


async def test_tapping_again_and_again_costs_the_group_nothing(
    plain: Stage, maria: Person, friday: Group
) -> None:
    table = await plain.table_in(friday, LOBBY)
    for _ in range(5):
        await press(maria, table, "games")
    [chooser] = ours(plain, friday)
    await press(maria, chooser, "options")
    await press(maria, table, "games")
    assert ours(plain, friday) == [chooser]
    assert chooser.text == "Which game?"
    assert len(chooser.history) == 3


async def test_what_was_taken_away_is_shown_anew(plain: Stage, maria: Person, friday: Group) -> None:
    table = await plain.table_in(friday, LOBBY)
    await press(maria, table, "games")
    [chooser] = ours(plain, friday)
    await press(maria, chooser, "options")
    await friday.promotes(maria.user)
    await maria.deletes(chooser)
    await press(maria, table, "games")
    assert [m.text for m in ours(plain, friday)] == ["Which game?"]


async def test_another_person_changes_nothing_in_it(
    plain: Stage, maria: Person, john: Person, friday: Group
) -> None:
    await press(maria, await plain.table_in(friday, LOBBY), "games")
    [chooser] = ours(plain, friday)
    plain.desk.answers[f"{TABLE}-set-preset-brisca"] = Answer(Outcome.REFUSED, "Maria decides.", table=TABLE)
    assert await press(john, chooser, "set-preset-brisca") == "Maria decides."
    plain.desk.answers[f"{TABLE}-options"] = shown("The rules, to read.")
    assert await press(john, chooser, "options") == "The rules, to read."
    assert chooser.text == "Which game?"
    assert not chooser.deleted
    assert ours(plain, friday) == [chooser]


async def test_a_chooser_from_before_a_restart_still_is_one(
    api: TelegramApi, plain: Stage, maria: Person, john: Person, friday: Group
) -> None:
    await press(maria, await plain.table_in(friday, LOBBY), "games")
    [chooser] = ours(plain, friday)
    plain.stop.set()
    await api.until(lambda: not plain.telegram.state.up)
    desk = ScriptedDesk(answers=dict(plain.desk.answers))
    async with on_stage(api, desk) as again:
        desk.answers[f"{TABLE}-options"] = lambda asked: (
            shown(*OPTIONS) if asked.person.name == "Maria" else shown("The rules, to read.")
        )
        assert await press(john, chooser, "options") == "The rules, to read."
        assert chooser.text == "Which game?"
        assert await press(maria, chooser, "options") == ""
        assert chooser.text == "Which option?"
        assert ours(again, friday) == [chooser]


async def test_each_person_has_one_message_at_most(
    plain: Stage, maria: Person, john: Person, friday: Group
) -> None:
    table = await plain.table_in(friday, LOBBY)
    await press(maria, table, "games")
    await press(john, table, "games")
    assert len(ours(plain, friday)) == 2
    plain.desk.answers["stats"] = Answer(Outcome.SHOWN, "Won 3 of 5.")
    await maria.says(friday, "/stats")
    await friday.shows("Won 3")
    await plain.api.until(lambda: len(ours(plain, friday)) == 2)
    await press(john, table, "games")
    assert sorted(m.text for m in ours(plain, friday)) == ["Which game?", "Won 3 of 5."]


async def test_rules_to_read_come_in_the_answer_and_whole_in_private(
    plain: Stage, maria: Person, friday: Group
) -> None:
    plain.desk.answers[f"{TABLE}-games"] = shown("Rules. " + "Long. " * 400)
    table = await plain.table_in(friday, LOBBY)
    answer = await press(maria, table, "games")
    assert answer.startswith("Rules. Long.")
    assert answer.endswith(Phrases().press_for_all)
    again = await (await maria.presses(table, f"{TABLE}-games")).answer()
    assert again.url == f"https://t.me/briscola_test_bot?start={TABLE}-games"
    assert not ours(plain, friday)


async def test_a_group_that_bears_no_more_is_told_in_the_answer(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    api.ephemeral_supported = False
    bears = True
    desk = ScriptedDesk(answers={f"{TABLE}-{what}": answer for what, answer in CHOICES.items()})
    async with on_stage(api, desk, spend=lambda _chat: bears) as stage:
        table = await stage.table_in(friday, LOBBY)
        await press(maria, table, "games")
        [chooser] = ours(stage, friday)
        bears = False
        assert "Brisca it is." in await press(maria, chooser, "set-preset-brisca")
        assert "Which option?" in await press(maria, chooser, "options")
        assert chooser.text == "Which game?"


@pytest.mark.parametrize("supported", [True, False])
async def test_a_command_waits_until_its_group_bears_the_answer(
    api: TelegramApi, maria: Person, friday: Group, supported: bool
) -> None:
    api.ephemeral_supported = supported
    refusals = [8]

    def spend(_chat: str) -> bool:
        refusals[0] -= 1
        return refusals[0] < 0

    desk = ScriptedDesk(answers={"stats": Answer(Outcome.SHOWN, "Won 3 of 5.")})
    async with on_stage(api, desk, spend=spend) as stage:
        await maria.says(friday, "/stats")
        await friday.shows("Won 3")
        assert stage.pauses.count(1.0) == 8


async def test_of_what_a_person_asks_a_busy_group_the_last_is_answered(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    api.ephemeral_supported = False
    bears, waiting = False, asyncio.Event()

    async def pause(_seconds: float) -> None:
        await asyncio.sleep(0.05)
        waiting.set()

    desk = ScriptedDesk(
        answers={
            "stats": Answer(Outcome.SHOWN, "Won 3 of 5."),
            "leaderboard": Answer(Outcome.SHOWN, "Maria is best."),
        }
    )
    async with on_stage(api, desk, spend=lambda _chat: bears, pause=pause) as stage:
        await maria.says(friday, "/stats")
        await waiting.wait()
        await maria.says(friday, "/leaderboard")
        await desk.until("leaderboard")
        await asyncio.sleep(0.2)
        bears = True
        await friday.shows("Maria is best.")
        assert [m.text for m in ours(stage, friday)] == ["Maria is best."]


# -- a table with other rules ---------------------------------------------------------------------------


async def test_a_table_opened_anew_says_so_where_nothing_can_be_shown_to_one(
    plain: Stage, maria: Person, friday: Group
) -> None:
    plain.desk.answers[f"{TABLE}-anew"] = Answer(
        Outcome.ACCEPTED, note=note("Which game? " * 40, "set-preset-brisca"), table="other"
    )
    table = await plain.table_in(friday, table_screen("Maria won", rows=((button("anew"),),)))
    assert await press(maria, table, "anew") == Phrases().opened_anew


async def test_a_table_opened_anew_offers_the_games_to_whoever_opened_it(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[f"{TABLE}-anew"] = Answer(
        Outcome.ACCEPTED, note=note("Which game?", "set-preset-brisca"), table="other"
    )
    table = await stage.table_in(friday, table_screen("Maria won", rows=((button("anew"),),)))
    assert await press(maria, table, "anew") == ""
    assert [seen.text for seen in notes(maria, friday)] == ["Which game?"]


# -- signs, bids and what they leave ------------------------------------------------------------------

SIGNS = ("Which sign?", "d1t2-sign-ace", "d1t2-sign-king")
MADE = Answer(Outcome.ACCEPTED, hand=hand_screen(), table=TABLE)


async def test_signs_are_chosen_unseen_and_leave_nothing_behind(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, hand=hand_screen(), table=TABLE)
    stage.desk.answers[f"{TABLE}-signs"] = shown(*SIGNS)
    stage.desk.answers[f"{TABLE}-d1t2-sign-ace"] = MADE
    table = await stage.table_in(friday, table_screen(rows=((button("hand"), button("signs")),)))
    await press(maria, table, "hand")
    [hand] = notes(maria, friday)
    await press(maria, table, "signs")
    signs = notes(maria, friday)[-1]
    assert signs.text == "Which sign?"
    assert await press(maria, signs, "d1t2-sign-ace") == ""
    await stage.api.until(lambda: signs.message.deleted)
    assert [seen.message for seen in notes(maria, friday)] == [hand.message]
    assert hand.message.text.endswith(hand_screen().caption)


async def test_a_sign_too_late_takes_its_note_away(stage: Stage, maria: Person, friday: Group) -> None:
    stage.desk.answers[f"{TABLE}-signs"] = shown(*SIGNS)
    late = Answer(Outcome.STALE, "The table has moved on.", hand=hand_screen(), table=TABLE)
    stage.desk.answers[f"{TABLE}-d1t2-sign-king"] = late
    table = await stage.table_in(friday, table_screen(rows=((button("hand"), button("signs")),)))
    await press(maria, table, "signs")
    [signs] = notes(maria, friday)
    assert await press(maria, signs, "d1t2-sign-king") == "The table has moved on."
    await stage.api.until(lambda: signs.message.deleted)


async def test_signs_never_are_chosen_where_all_see_it(plain: Stage, maria: Person, friday: Group) -> None:
    plain.desk.answers[f"{TABLE}-signs"] = shown(*SIGNS)
    table = await plain.table_in(friday, table_screen(rows=((button("hand"), button("signs")),)))
    assert (await press(maria, table, "signs")).startswith("Which sign?")
    link = await (await maria.presses(table, f"{TABLE}-signs")).answer()
    assert link.url == f"https://t.me/briscola_test_bot?start={TABLE}-signs"
    await maria.opens_bot(f"{TABLE}-signs")
    [signs] = await plain.api.until(lambda: [s for s in maria.sees() if s.text == "Which sign?"])
    plain.desk.answers[f"{TABLE}-d1t2-sign-ace"] = MADE
    assert await press(maria, signs, "d1t2-sign-ace") == ""
    await plain.api.until(lambda: not signs.message.content.buttons)
    assert [m for m in friday.messages if m.sender == plain.api.bot.user] == [table]
    assert not [s for s in maria.sees() if SECRET in s.text], "nobody asked for the cards"


@pytest.mark.parametrize("what", ["d1b1-bid-3", "d1b1-pass", "d1c-call-Js", "d1b2-bid-75"])
async def test_a_bid_under_the_table_shows_the_cards_once_and_costs_no_more(
    stage: Stage, maria: Person, friday: Group, what: str
) -> None:
    stage.desk.answers[f"{TABLE}-{what}"] = MADE
    table = await stage.table_in(friday, table_screen(rows=((button(what),), (button("hand"),))))
    for _ in range(3):
        assert await press(maria, table, what) == ""
    await stage.desk.until("hand_shown")
    assert len([s for s in notes(maria, friday) if SECRET in s.text]) == 1
    assert len(stage.desk.of("hand_shown")) == 1
    assert [asked.message for asked in stage.desk.of("press")] == [str(table.message_id)] * 3


async def test_a_bid_by_positions_says_nothing_and_an_exchange_shows_the_cards_it_left(
    plain: Stage, maria: Person, friday: Group
) -> None:
    bid, swap, place = "d1b1-bid-3", "d1t2-exchange-7d", "d1t2-place-1"
    for what in (bid, swap, place):
        plain.desk.answers[f"{TABLE}-{what}"] = MADE
    rows = ((button(bid),), (button(swap), button(place)), (button("hand"),))
    table = await plain.table_in(friday, table_screen(rows=rows))
    assert await press(maria, table, bid) == ""
    assert SECRET in await press(maria, table, swap)
    assert SECRET in await press(maria, table, place)
    assert not ours(plain, friday)[1:]


async def test_the_menu_of_a_private_chat_is_no_table_though_it_seats_a_computer(
    stage: Stage, maria: Person
) -> None:
    await maria.opens_bot()
    menu = ("More", "rules", "fair", "seat-2-normal")
    stage.desk.answers[f"{TABLE}-more"] = shown(*menu)
    stage.desk.answers[f"{TABLE}-seat-2-normal"] = Answer(Outcome.ACCEPTED, table=TABLE)
    table = await stage.table_in(maria.private, table_screen(rows=((button("hand"), button("more")),)))
    await press(maria, table, "more")
    [seen] = [s for s in maria.sees() if s.text == "More"]
    await press(maria, seen, "seat-2-normal")
    assert [asked.message for asked in stage.desk.of("press")] == [str(table.message_id), ""]


async def test_a_lobby_is_the_table_whatever_is_under_it(stage: Stage, maria: Person) -> None:
    await maria.opens_bot()
    for rows in (("fill-normal", "games"), ("rematch", "anew", "more"), ("anew", "more")):
        table = await stage.table_in(maria.private, table_screen(rows=(tuple(map(button, rows)),)))
        await press(maria, table, rows[0])
        assert stage.desk.of("press")[-1].message == str(table.message_id)
