"""What happens in Telegram reaches the desk as one call, and the answer reaches whoever asked."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import pytest
from telegram import Update

from adapters.telegram import Phrases
from adapters.telegram.presses import Patience
from bot.screens.types import Button, NoteScreen
from bot.service.answers import Answer, Outcome
from doubles.telegram_api import Chat, Group, Person, TelegramApi
from doubles.telegram_desk import (
    NOTE,
    SECRET,
    TABLE,
    ScriptedDesk,
    Stage,
    hand_screen,
    on_stage,
    table_screen,
)
from doubles.telegram_members import Member

LEAVE = f"{TABLE}-leave"


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", last_name="Rossi", language="it")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api) as stage:
        yield stage


def own_event(event: str) -> bool:
    """Whether the event is named so that no other bot over the same database names one of its own alike."""
    bot, _, number = event.partition(":")
    return bot == "4242424242" and number.isdigit()


# -- commands -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "opponent"),
    [
        ("/play", ""),
        ("/play@briscola_test_bot", ""),
        ("/PLAY@Briscola_Test_Bot computer", "computer"),
        ("/play against you", "computer"),
    ],
)
async def test_play_opens_a_table_in_the_group(
    stage: Stage, maria: Person, friday: Group, text: str, opponent: str
) -> None:
    await maria.says(friday, text)
    asked = await stage.desk.until("open")
    assert (asked.here.platform, asked.here.chat, asked.here.thread) == ("telegram", str(friday.id), "")
    assert (asked.here.title, asked.here.locale, asked.here.private) == ("Friday", "it", False)
    assert (asked.person.user, asked.person.name, asked.person.locale) == (str(maria.id), "Maria Rossi", "it")
    assert asked.more == (opponent,)
    assert own_event(asked.event)


async def test_play_in_private_is_against_the_computer(stage: Stage, maria: Person) -> None:
    await maria.opens_bot()
    await maria.says(maria.private, "/play")
    asked = await stage.desk.until("open")
    assert asked.here.private
    assert asked.more == ("computer",)


@pytest.mark.parametrize(
    "what", ["hand", "rules", "sheet", "bid", "export", "house", "stats", "leaderboard", "help", "stop"]
)
async def test_each_command_asks_the_desk_for_its_own(
    stage: Stage, maria: Person, friday: Group, what: str
) -> None:
    stage.desk.answers[what] = Answer(Outcome.SHOWN, "Here you are.", note=NOTE)
    await maria.says(friday, f"/{what}")
    await stage.desk.until(what)
    note = await stage.api.until(lambda: friday.messages[1:])
    assert note[0].text == "Here you are.\n\nLeave the table?"
    assert note[0].content.button("Leave").data == LEAVE
    assert note[0].reply_to is friday.messages[0]
    assert note[0].silent


async def test_a_note_goes_to_the_private_chat_of_who_has_one(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers["stats"] = Answer(Outcome.SHOWN, note=NoteScreen("Won 3 of 5."))
    await maria.opens_bot()
    await maria.says(friday, "/stats")
    await stage.api.until(lambda: [s for s in maria.sees() if s.text == "Won 3 of 5."])
    assert len(friday.messages) == 1


async def test_a_private_chat_helps_whatever_is_written(stage: Stage, maria: Person) -> None:
    await maria.opens_bot()
    await maria.says(maria.private, "ciao!")
    await maria.says(maria.private, "/unknown")
    await stage.desk.until("help", 3)


async def test_other_words_and_other_bots_commands_are_left_alone(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await friday.promotes(stage.api.bot.user)
    for text in ("hello", "/play@another_bot", "/unknown", "we could /play", "/help"):
        await maria.says(friday, text)
    await stage.desk.until("help")
    assert [asked.what for asked in stage.desk.asked] == ["help"]


async def test_a_seat_can_be_taken_by_deep_link(stage: Stage, maria: Person) -> None:
    stage.desk.answers["press"] = Answer(Outcome.ACCEPTED, "You sit in Friday.")
    await maria.opens_bot(f"{TABLE}-sit-1")
    asked = await stage.desk.until("press")
    assert asked.token == f"{TABLE}-sit-1"
    assert own_event(asked.event)
    await stage.api.until(lambda: [s for s in maria.sees() if s.text == "You sit in Friday."])


async def test_a_topic_is_kept_apart_and_the_general_one_is_none(api: TelegramApi, maria: Person) -> None:
    forum = api.group("Club", members=[maria], forum=True)
    topic = forum.topic("Cards")
    async with on_stage(api) as stage:
        stage.desk.answers["help"] = Answer(Outcome.SHOWN, "In the topic.")
        await maria.says(forum, "/play", topic=topic)
        await maria.says(forum, "/play")
        await stage.desk.until("open", 2)
        threads = [asked.here.thread for asked in stage.desk.of("open")]
        assert threads == [str(topic.id), ""]
        await maria.says(forum, "/help", topic=topic)
        [said] = await api.until(lambda: [m for m in forum.messages if m.text == "In the topic."])
        assert said.thread == topic.id


async def test_a_reply_in_a_group_without_topics_has_no_thread(
    stage: Stage, maria: Person, friday: Group
) -> None:
    first = await maria.says(friday, "/help")
    await maria.says(friday, "/play", reply_to=first)
    asked = await stage.desk.until("open")
    assert asked.here.thread == ""


@pytest.mark.parametrize("text", ["/play", "/hand", "/bid 75", "/export", "/stats"])
async def test_who_writes_for_the_group_is_told_to_join_by_the_button(
    stage: Stage, maria: Person, friday: Group, text: str
) -> None:
    await maria.says(friday, text, anonymous=True)
    [said] = await stage.api.until(lambda: friday.messages[1:])
    assert "join at a table with its button" in said.text
    assert not stage.desk.asked


async def test_a_channel_is_nobody_either(stage: Stage, maria: Person, friday: Group) -> None:
    channel = stage.api.channel("News", members=[maria], bot_admin=False)
    await maria.says(friday, "/play", as_channel=channel)
    await stage.api.until(lambda: friday.messages[1:])
    assert not stage.desk.asked


async def test_who_writes_for_the_group_has_authority_in_it(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.ask_admin = True
    await maria.says(friday, "/stop", anonymous=True)
    await stage.desk.until("stop")
    channel = stage.api.channel("News", members=[maria], bot_admin=False)
    await maria.says(friday, "/stop", as_channel=channel)
    await stage.desk.until("stop", 2)
    await maria.says(friday, "/stop")
    await stage.desk.until("stop", 3)
    john = next(m.user for m in friday.members.values() if m.user.first_name == "John")
    await Person(stage.api, john, stage.api.bot).says(friday, "/stop")
    await stage.desk.until("stop", 4)
    assert stage.desk.admins == [True, False, True, False]


# -- presses ------------------------------------------------------------------------------------------


async def test_a_press_says_what_where_and_who(stage: Stage, maria: Person, friday: Group) -> None:
    table = await stage.table_in(friday)
    stage.desk.answers["press"] = Answer(Outcome.ACCEPTED, "Done.")
    answer = await (await maria.presses(table, "My hand")).answer()
    asked = stage.desk.of("press")[0]
    assert (asked.token, asked.here.chat, asked.person.user) == (
        f"{TABLE}-hand",
        str(friday.id),
        str(maria.id),
    )
    assert (asked.message, own_event(asked.event)) == (str(table.message_id), True)
    assert (answer.text, answer.alert) == ("Done.", False)


@pytest.mark.parametrize(
    ("outcome", "words", "alert"),
    [
        (Outcome.ACCEPTED, "", False),
        (Outcome.DUPLICATE, "", False),
        (Outcome.ACCEPTED, "Short.", False),
        (Outcome.ACCEPTED, "A" * 61, True),
        (Outcome.STALE, "Too late.", True),
        (Outcome.REFUSED, "Not yours.", True),
        (Outcome.REFUSED, "", False),
    ],
)
async def test_what_must_be_read_comes_in_a_box(
    stage: Stage, maria: Person, friday: Group, outcome: Outcome, words: str, alert: bool
) -> None:
    stage.desk.answers["press"] = Answer(outcome, words)
    answer = await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    assert (answer.text, answer.alert) == (words, alert)


async def test_words_too_long_for_an_answer_are_cut(stage: Stage, maria: Person, friday: Group) -> None:
    stage.desk.answers["press"] = Answer(Outcome.REFUSED, "🂡" * 150)
    answer = await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    assert answer.text == "🂡" * 99 + "…"


async def test_authority_is_asked_of_telegram(stage: Stage, maria: Person, friday: Group) -> None:
    stage.desk.ask_admin = True
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    stage.api.fault("400", method="getChatMember")
    await (await maria.presses(table, "My hand")).answer()
    await maria.opens_bot()
    await (await maria.presses(await stage.table_in(maria.private), "My hand")).answer()
    assert stage.desk.admins == [True, False, True]


async def test_a_press_is_answered_though_the_desk_is_slow_and_the_one_before_too(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with on_stage(api, patience=Patience(desk=0.02)) as stage:
        table = await stage.table_in(friday)
        stage.desk.open_for_business.clear()
        for _ in range(2):
            assert (await (await maria.presses(table, "My hand")).answer()).text == ""
        stage.desk.open_for_business.set()
        await stage.desk.until("press", 2)
        numbers = [int(asked.event.partition(":")[2]) for asked in stage.desk.of("press")]
        assert numbers == sorted(numbers)
    assert not any(press.refused for press in api.presses.values()), "answered once each"


async def test_an_answer_that_comes_too_late_is_let_go(stage: Stage, maria: Person, friday: Group) -> None:
    table = await stage.table_in(friday)
    stage.api.hold_updates()
    press = await maria.presses(table, "My hand")
    stage.api.advance(60)
    stage.api.release_updates()
    await stage.api.until(lambda: press.refused)
    assert press.answered is None


@pytest.mark.parametrize("kind", ["500-before", "502-after", "cut-before", "cut-after"])
async def test_an_answer_that_may_be_lost_is_sent_again(
    stage: Stage, maria: Person, friday: Group, kind: str
) -> None:
    stage.api.fault(kind, method="answerCallbackQuery", times=2)  # type: ignore[arg-type] # one of FaultKind
    stage.desk.answers["press"] = Answer(Outcome.ACCEPTED, "Done.")
    press = await maria.presses(await stage.table_in(friday), "My hand")
    assert (await press.answer()).text == "Done."
    tries = 2 if kind.endswith("-after") else 3  # an answer that did arrive makes the next one late
    await stage.api.until(lambda: len(stage.api.calls_of("answerCallbackQuery")) == tries)
    assert stage.pauses == [0.5, 1.5][: tries - 1]


async def test_an_orphan_loses_its_buttons_and_the_table_keeps_its(
    stage: Stage, maria: Person, friday: Group
) -> None:
    old, new = await stage.table_in(friday), await stage.table_in(friday)
    stage.desk.answers["press"] = lambda asked: Answer(
        Outcome.STALE, "See below.", orphan=asked.message == str(old.message_id)
    )
    await (await maria.presses(old, "My hand")).answer()
    await (await maria.presses(new, "My hand")).answer()
    await stage.api.until(lambda: not old.content.buttons)
    assert new.content.buttons


async def test_a_press_on_a_message_that_is_too_old_to_be_seen_counts(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await maria.deletes(table)
    await (await maria.sends_press(table, f"{TABLE}-hand")).answer()
    assert stage.desk.of("press")[0].message == str(table.message_id)


async def test_a_handler_that_fails_is_tried_again(stage: Stage, maria: Person, friday: Group) -> None:
    table = await stage.table_in(friday)
    stage.desk.fails = 2
    stage.desk.answers["press"] = Answer(Outcome.ACCEPTED, "At last.")
    answer = await (await maria.presses(table, "My hand")).answer()
    assert answer.text == "At last."
    assert stage.pauses == [0.5, 2.0]


async def test_an_event_that_always_fails_is_passed_over_and_said(
    stage: Stage, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    table = await stage.table_in(friday)
    stage.desk.fails = 3
    answer = await (await maria.presses(table, "My hand")).answer()
    assert "try again" in answer.text
    assert answer.alert
    stage.desk.fails = 3
    await maria.says(friday, "/help")
    await stage.api.until(lambda: [m for m in friday.messages if "try again" in m.text])
    await maria.says(friday, "/stats")
    await stage.desk.until("stats")
    assert caplog.text.count("passed over") == 2


# -- notes --------------------------------------------------------------------------------------------


async def test_a_note_for_who_pressed_is_seen_by_them_alone(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, note=NOTE)
    stage.desk.answers[LEAVE] = Answer(Outcome.ACCEPTED, "You left.")
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    note = await stage.api.until(lambda: [s for s in maria.sees(friday) if s.ephemeral])
    assert note[0].text == "Leave the table?"
    await (await maria.presses(note[0], "Leave")).answer()
    assert stage.desk.of("press")[-1].message == ""
    await stage.api.until(lambda: not [s for s in maria.sees(friday) if s.ephemeral])


async def test_a_question_that_leads_to_another_stays_one_message(
    stage: Stage, maria: Person, friday: Group
) -> None:
    sure = NoteScreen("Really?", ((Button("Yes", f"{TABLE}-sure"),),))
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, note=NOTE)
    stage.desk.answers[LEAVE] = Answer(Outcome.SHOWN, note=sure)
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    note = (await stage.api.until(lambda: [s for s in maria.sees(friday) if s.ephemeral]))[0].message
    await (await maria.presses(note, "Leave")).answer()
    await stage.api.until(lambda: note.text == "Really?")
    stage.api.fault("400", method="editEphemeralMessageText")
    stage.desk.answers[f"{TABLE}-sure"] = Answer(Outcome.SHOWN, note=NOTE)
    await (await maria.presses(note, "Yes")).answer()
    await stage.api.until(lambda: [s for s in maria.sees(friday) if s.text == "Leave the table?"])


async def test_a_note_that_nobody_else_may_see_comes_in_the_answer_and_its_buttons_in_private(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.api.ephemeral_supported = False
    stage.desk.answers["press"] = Answer(Outcome.SHOWN, note=NOTE)
    table = await stage.table_in(friday)
    answer = await (await maria.presses(table, "My hand")).answer()
    assert answer.alert
    assert answer.text == f"Leave the table?\n\n{Phrases().press_again}"
    answer = await (await maria.presses(table, "My hand")).answer()
    assert answer.url == f"https://t.me/briscola_test_bot?start={TABLE}-hand"
    assert (await (await maria.presses(table, "My hand")).answer()).text
    await maria.opens_bot(f"{TABLE}-hand")
    await stage.api.until(partial(_note_in, maria, maria.private))
    assert friday.messages == [table]


@pytest.mark.parametrize("note", [NoteScreen("A" * 300), NoteScreen("A" * 300, NOTE.rows)])
async def test_words_of_a_note_are_cut_to_fit_the_answer(
    stage: Stage, maria: Person, friday: Group, note: NoteScreen
) -> None:
    stage.api.ephemeral_supported = False
    stage.desk.answers["press"] = Answer(Outcome.SHOWN, note=note)
    answer = await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    assert len(answer.text) <= 200
    assert answer.text.startswith("AAA")
    assert answer.text.endswith(Phrases().press_again if note.rows else Phrases().press_for_all)


async def test_a_person_whose_note_cannot_be_hidden_never_makes_the_bot_write_to_all(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.api.ephemeral_supported = False
    stage.desk.answers["press"] = Answer(Outcome.ACCEPTED, "Done.", note=NoteScreen("That is all."))
    table = await stage.table_in(friday)
    for _ in range(12):
        answer = await (await maria.presses(table, "My hand")).answer()
        assert (answer.text, answer.alert) == ("Done.\n\nThat is all.", True)
    assert friday.messages == [table]


async def test_commands_leave_one_public_answer_a_person_in_a_chat(
    stage: Stage, maria: Person, friday: Group
) -> None:
    john = Person(
        stage.api, next(m.user for m in friday.members.values() if m.user.first_name == "John"), stage.api.bot
    )
    stage.desk.answers["hand"] = Answer(Outcome.SHOWN, hand=hand_screen(), table=TABLE)
    for count, what in enumerate(("help", "stats", "stop", "hand"), 1):
        stage.desk.answers.setdefault(what, Answer(Outcome.SHOWN, f"About {what}.", note=NOTE))
        for person in (maria, john):
            await person.says(friday, f"/{what}")
        await stage.desk.until(what, 2)
        await stage.api.until(partial(_answers_to_two, stage, friday, 2 * count))


def _answers_to_two(stage: Stage, group: Group, count: int) -> bool:
    said = len([call for call in stage.api.calls_of("sendMessage") if call.chat_id == group.id])
    mine = [m for m in group.messages if m.sender == stage.api.bot.user]
    return said == count and len(mine) == 2


# -- coming and going ---------------------------------------------------------------------------------


async def test_a_group_that_becomes_a_supergroup_is_the_same_chat(api: TelegramApi, maria: Person) -> None:
    small = api.group("Small", members=[maria], kind="group")
    async with on_stage(api) as stage:
        big = await small.migrates()
        await stage.desk.until("chat_moved", 2)
        assert {asked.more for asked in stage.desk.of("chat_moved")} == {
            ("telegram", str(small.id), str(big.id))
        }


async def test_a_bot_that_is_blocked_ends_the_tables_of_the_private_chat(stage: Stage, maria: Person) -> None:
    await maria.opens_bot()
    await maria.blocks_bot()
    asked = await stage.desk.until("chat_gone")
    assert (asked.here.chat, asked.here.private) == (str(maria.id), True)


async def test_a_bot_made_administrator_ends_nothing(stage: Stage, maria: Person, friday: Group) -> None:
    await friday.promotes(stage.api.bot.user)
    await maria.says(friday, "/help")
    await stage.desk.until("help")
    assert not stage.desk.of("chat_gone")


async def test_a_chat_that_may_be_written_to_again_is_said_to_be_back(
    stage: Stage, maria: Person, friday: Group
) -> None:
    bot = Member(stage.api.bot.user, "restricted").json() | {"is_member": True}
    change = {"chat": friday.json(), "from": maria.user.json(), "date": 1, "old_chat_member": bot}
    for may in (False, True):
        new = {"new_chat_member": bot | {"can_send_messages": may}}
        await stage.telegram._lanes._handle(happened(stage, my_chat_member=change | new), at_once)
        assert len(stage.desk.back) == int(may)
    assert stage.desk.back[0].chat == str(friday.id)
    await friday.promotes(stage.api.bot.user)
    await stage.api.until(lambda: stage.desk.back[1:])
    assert not stage.desk.of("chat_gone")


async def test_who_leaves_the_group_leaves_its_tables(stage: Stage, maria: Person, friday: Group) -> None:
    await maria.leaves(friday)
    asked = await stage.desk.until("left")
    assert (asked.here.chat, asked.person.user) == (str(friday.id), str(maria.id))


async def test_the_table_of_a_private_chat_is_pressed_like_any(stage: Stage, maria: Person) -> None:
    await maria.opens_bot()
    screen = table_screen(rows=((Button("Sit", f"{TABLE}-sit-1"),),))
    table = await stage.table_in(maria.private, screen)
    stage.desk.answers["press"] = Answer(Outcome.STALE, "Over.", orphan=True)
    await (await maria.presses(table, "Sit")).answer()
    assert stage.desk.of("press")[0].message == str(table.message_id)
    await stage.api.until(lambda: not table.content.buttons)


async def test_the_menu_of_a_hand_leaves_the_hand_as_it_is(
    stage: Stage, maria: Person, friday: Group
) -> None:
    more = Button("More", f"{TABLE}-more")
    hand = replace(hand_screen(), rows=(*hand_screen().rows, (more, Button("Back", f"{TABLE}-back"))))
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, hand=hand, table=TABLE)
    stage.desk.answers[more.token] = Answer(Outcome.SHOWN, note=NOTE, table=TABLE, orphan=True)
    stage.desk.answers[f"{TABLE}-back"] = Answer(Outcome.ACCEPTED, "Welcome back.", table=TABLE)
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    await maria.opens_bot(f"{TABLE}-hand")
    await stage.desk.until("hand_shown", 2)
    for chat in (friday, maria.private):
        seen = next(s for s in maria.sees(chat) if SECRET in s.text)
        await (await maria.presses(seen, "More")).answer()
        await stage.api.until(partial(_note_in, maria, chat))
        await (await maria.presses(seen, "Back")).answer()
        assert SECRET in seen.message.text
        assert seen.message.content.buttons
        assert not seen.message.deleted
    assert [asked.message for asked in stage.desk.of("press") if "-more" in asked.token] == ["", ""]


def _note_in(person: Person, chat: Chat) -> bool:
    return any(seen.text == NOTE.text for seen in person.sees(chat))


async def test_a_note_that_has_done_its_work_loses_its_buttons(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.opens_bot()
    stage.desk.answers["stop"] = Answer(Outcome.SHOWN, note=NOTE)
    stage.desk.answers[LEAVE] = Answer(Outcome.ACCEPTED, "You left.", table=TABLE)
    await maria.says(friday, "/stop")
    [note] = await stage.api.until(lambda: [s for s in maria.sees() if s.text == NOTE.text])
    await (await maria.presses(note, "Leave")).answer()
    await stage.api.until(lambda: not note.message.content.buttons)
    assert stage.desk.of("press")[-1].message == ""


# -- odd things ---------------------------------------------------------------------------------------


def happened(stage: Stage, **what: object) -> Update:
    """An update as Telegram may send it, and the stand-in does not."""
    return Update.de_json({"update_id": 99, **what}, stage.telegram._wire.bot)


async def at_once() -> None:
    return


async def test_a_press_from_nowhere_is_answered_and_means_nothing(
    stage: Stage, maria: Person, friday: Group
) -> None:
    press = await maria.presses(await stage.table_in(friday), "My hand")
    await press.answer()
    odd = {"id": "77", "from": maria.user.json(), "chat_instance": "1", "inline_message_id": "x", "data": "y"}
    await stage.telegram._lanes._handle(happened(stage, callback_query=odd), at_once)
    await stage.api.until(lambda: [c for c in stage.api.calls if c.params.get("callback_query_id") == "77"])
    assert len(stage.desk.of("press")) == 1


@pytest.mark.parametrize("nobody", [1087968824, 136817688, 777000])
async def test_a_press_in_the_name_of_nobody_is_answered_and_takes_no_seat(
    stage: Stage, friday: Group, nobody: int
) -> None:
    message = {"message_id": 5, "date": 1, "chat": friday.json(), "text": "A table"}
    sender = {"id": nobody, "is_bot": True, "first_name": "Channel"}
    odd = {"id": "78", "from": sender, "chat_instance": "1", "message": message, "data": "k7d2m9qxab-sit-1"}
    await stage.telegram._lanes._handle(happened(stage, callback_query=odd), at_once)
    await stage.api.until(lambda: [c for c in stage.api.calls if c.params.get("callback_query_id") == "78"])
    assert not stage.desk.of("press")


async def test_other_bots_and_channels_are_not_listened_to(
    stage: Stage, maria: Person, friday: Group
) -> None:
    robot = maria.user.json() | {"is_bot": True}
    for sender in ({"from": robot}, {}):
        said = {"message_id": 5, "date": 1, "chat": friday.json(), "text": "/play"} | sender
        await stage.telegram._lanes._handle(happened(stage, message=said), at_once)
    await stage.telegram._lanes._handle(happened(stage), at_once)
    assert not stage.desk.asked


@pytest.mark.parametrize(
    ("names", "name"),
    [
        ({"first_name": ""}, ""),
        ({"first_name": "", "last_name": "Rossi"}, "Rossi"),
        ({"first_name": "Anna"}, "Anna"),
    ],
)
async def test_a_person_with_an_empty_name_may_do_all_that_others_may(
    stage: Stage, maria: Person, friday: Group, names: dict[str, str], name: str
) -> None:
    someone = {"id": maria.id, "is_bot": False} | names
    nowhere = {"id": friday.id, "type": "supergroup"}
    said = {"message_id": 5, "date": 1, "chat": nowhere, "from": someone, "text": "/play"}
    await stage.telegram._lanes._handle(happened(stage, message=said), at_once)
    asked = stage.desk.of("open")[0]
    assert (asked.person.name, asked.person.locale, asked.here.title) == (name, "", "")
    press = {"id": "78", "from": someone, "chat_instance": "1", "message": said, "data": "y"}
    await stage.telegram._lanes._handle(happened(stage, callback_query=press), at_once)
    assert stage.desk.of("press")[0].person.name == name


async def test_who_is_restricted_and_gone_is_gone(stage: Stage, maria: Person, friday: Group) -> None:
    member = Member(maria.user, "restricted").json()
    change = {"chat": friday.json(), "from": maria.user.json(), "date": 1, "old_chat_member": member}
    for inside in (True, False):
        new = {"new_chat_member": member | {"is_member": inside}}
        await stage.telegram._lanes._handle(happened(stage, chat_member=change | new), at_once)
    assert len(stage.desk.of("left")) == 1


async def test_an_answer_that_fails_is_logged_and_the_next_is_not_harmed(
    stage: Stage, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    rows = ((Button("Too long", "x" * 65),),)
    stage.desk.answers["help"] = Answer(Outcome.SHOWN, note=NoteScreen("No such button", rows))
    stage.desk.answers["stats"] = Answer(Outcome.SHOWN, "One of one.")
    await maria.says(friday, "/help")
    await stage.desk.until("help")
    await maria.says(friday, "/stats")
    await stage.api.until(lambda: [m for m in friday.messages if m.text == "One of one."])
    assert "an answer was lost" in caplog.text


async def test_a_command_too_old_to_whisper_to_does_not_condemn_the_group(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk(answers={"hand": Answer(Outcome.SHOWN, hand=hand_screen(), table=TABLE)})
    async with on_stage(api, desk, commands={"en": {"hand": "My cards"}}) as stage:
        await desk.until("keep_fact")
        api.hold_updates()
        await maria.says(friday, "/hand")
        api.advance(60)
        api.release_updates()
        hint = await api.until(lambda: friday.messages)
        assert "Open a chat with me" in hint[0].text
        assert await stage.telegram._ephemerals.are_possible(friday.id)
