"""Hands in Telegram: each is seen by one person, whatever the server, the chat and the network do."""

import inspect
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from adapters.telegram import Phrases
from adapters.telegram.courier import TelegramCourier
from adapters.telegram.leftovers import WAITS
from adapters.telegram.places import EphemeralRef
from adapters.telegram.presses import Patience, _brief
from adapters.telegram.render import Open, Secret
from adapters.telegram.wire import Proof, Wire
from bot.pictures.scene import HandScene
from bot.screens.types import Button, HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.ports import MessageGone, Picture, Unreachable
from bot.service.records import SurfaceKind
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_chats import Message
from doubles.telegram_desk import (
    SECRET,
    TABLE,
    ScriptedDesk,
    Stage,
    hand_screen,
    on_stage,
    png,
    surface,
)

SHOWN = Answer(Outcome.SHOWN, hand=hand_screen(), table=TABLE)


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", language="it")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api, ScriptedDesk(answers={f"{TABLE}-hand": SHOWN})) as stage:
        yield stage
    assert_nothing_leaked(api)


def assert_nothing_leaked(api: TelegramApi) -> None:
    """No message that everybody can see ever said what is in a hand."""
    for chat in api.chats.values():
        for message in chat.every_message:
            if message.ephemeral_id is None:
                assert not any(SECRET in version.content.text for version in message.history)


def hands(person: Person, group: Group) -> list[Message]:
    return [seen.message for seen in person.sees(group) if seen.ephemeral and SECRET in seen.text]


async def test_my_hand_comes_as_a_message_that_only_i_see(stage: Stage, maria: Person, friday: Group) -> None:
    press = await maria.presses(await stage.table_in(friday), "My hand")
    assert (await press.answer()).text == ""
    assert len(hands(maria, friday)) == 1
    assert [seen.ephemeral for seen in maria.sees(friday)] == [False, True]
    shown = stage.desk.shown[-1]
    assert shown[0] == hand_screen()
    assert (shown[1].chat, shown[2], shown[3]) == (str(friday.id), f"e:2:{maria.id}", None)


async def test_the_first_ephemeral_message_to_a_server_holds_no_card(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    for _ in range(3):
        await (await maria.presses(table, "My hand")).answer()
    sent = [
        call for call in stage.api.calls_of("sendMessage") if "ephemeral_message_parameters" in call.params
    ]
    assert [SECRET in str(call.params["text"]) for call in sent] == [False, True, True]


async def test_whoever_asks_again_is_shown_the_place_and_then_given_a_new_message(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    [first] = hands(maria, friday)
    before = len([call for call in stage.api.calls if call.chat_id == friday.id])
    answer = await (await maria.presses(table, "My hand")).answer()
    assert (answer.text, answer.alert) == (Phrases().above, True)
    assert len([call for call in stage.api.calls if call.chat_id == friday.id]) == before
    assert (await (await maria.presses(table, "My hand")).answer()).text == ""
    await stage.api.until(lambda: first not in hands(maria, friday))
    assert len(hands(maria, friday)) == 1


async def test_a_hand_that_has_changed_is_shown_where_it_stands_by_one_call(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    [hand] = hands(maria, friday)
    await stage.api.until(lambda: len(maria.sees(friday)) == 2)  # what held its place is gone
    calls = stage.api.calls
    for seq in (4, 5):
        now = hand_screen(seq, f"{seq} {SECRET}")
        stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, hand=now, table=TABLE)
        before = len(calls)
        assert (await (await maria.presses(table, "My hand")).answer()).text == ""
        made = [call.method for call in calls[before:] if call.chat_id == friday.id]
        assert made == ["editEphemeralMessageText"]
        assert hand.text == now.caption
        assert stage.desk.shown[-1][0] == now
    assert hands(maria, friday) == [hand]


async def test_the_cards_of_who_is_on_turn_come_by_themselves_and_until_then_in_the_answer(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    [hand] = hands(maria, friday)
    scene = HandScene(("Ad",), "plain", True, "d", None, "", "")
    now = replace(hand_screen(4, f"4 {SECRET}"), scene=scene, on_turn=True)
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, hand=now, table=TABLE)
    before = hand.text
    answer = await (await maria.presses(table, "My hand")).answer()
    assert (answer.alert, SECRET in answer.text, hand.text) == (True, True, before)
    ref = str(EphemeralRef(hand.ephemeral_id or 0, maria.id))
    await stage.telegram.courier.edit(surface(friday.id, ref, kind=SurfaceKind.HAND), now, None)
    assert hand.text == now.caption
    assert (await (await maria.presses(table, "My hand")).answer()).text == Phrases().above


async def test_a_hand_whose_message_is_gone_is_shown_anew(stage: Stage, maria: Person, friday: Group) -> None:
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    [hand] = hands(maria, friday)
    now = hand_screen(4, f"4 {SECRET}")
    stage.desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, hand=now, table=TABLE)
    stage.api.fault("400", method="editEphemeralMessageText", description="message to edit not found")
    await (await maria.presses(table, "My hand")).answer()
    await stage.api.until(lambda: [one.text for one in hands(maria, friday) if one is not hand])


async def test_a_new_hand_takes_the_place_of_the_old_one(stage: Stage, maria: Person, friday: Group) -> None:
    table = await stage.table_in(friday)
    for _ in range(3):
        await (await maria.presses(table, "My hand")).answer()
    await stage.api.until(lambda: stage.api.calls_of("deleteEphemeralMessage")[1:])
    assert len(hands(maria, friday)) == 1


async def test_a_hand_pressed_too_late_shows_what_it_is_now_in_the_same_message(
    stage: Stage, maria: Person, friday: Group
) -> None:
    left = hand_screen(4, f"1 {SECRET} 2 Three of Cups")
    stage.desk.answers[f"{TABLE}-d1t3-play-Ad"] = Answer(Outcome.STALE, "Too late.", left, table=TABLE)
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    [hand] = hands(maria, friday)
    press = await maria.presses(hand, "Card 0")
    assert (await press.answer()).alert
    await stage.desk.until("hand_shown", 2)
    assert hand.text == left.caption
    assert stage.desk.shown[-1][0] == left
    assert stage.desk.shown[-1][2] == stage.desk.shown[0][2]
    assert stage.desk.of("press")[-1].message == ""


async def test_a_card_played_leaves_the_hand_to_who_brings_messages_up_to_date(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    left = hand_screen(4, f"1 {SECRET} 2 Three of Cups")
    played = Answer(Outcome.ACCEPTED, hand=left, table=TABLE)
    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN, f"{TABLE}-d1t3-play-Ad": played})
    async with on_stage(api, desk) as stage:
        await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
        [hand] = hands(maria, friday)
        await (await maria.presses(hand, "Card 0")).answer()
    assert hand.text == hand_screen().caption
    async with on_stage(api, desk):
        # A hand from before the start may be known to nobody: it is brought up to date, and known again.
        await (await maria.presses(hand, "Card 0")).answer()
        await desk.until("hand_shown", 2)
    assert hand.text == left.caption
    assert_nothing_leaked(api)


async def test_a_hand_is_sent_and_edited_with_its_picture(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async def draw(hand: HandScreen) -> Picture:
        return Picture(hand.digest, png(hand.seq))

    left = Answer(Outcome.STALE, hand=hand_screen(4), table=TABLE)
    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN, f"{TABLE}-d1t3-play-Ad": left})
    async with on_stage(api, desk, draw_hand=draw) as stage:
        await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
        [hand] = hands(maria, friday)
        assert hand.photo == png(3)
        await (await maria.presses(hand, "Card 0")).answer()
        await desk.until("hand_shown", 2)
        assert hand.photo == png(4)
        await stage.telegram.courier.edit(
            surface(friday.id, desk.shown[-1][2], kind=SurfaceKind.HAND), hand_screen(5), Picture("x", png(5))
        )
        assert hand.photo == png(5)
    assert_nothing_leaked(api)


async def test_a_picture_that_cannot_be_drawn_leaves_the_words(
    api: TelegramApi, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_hand: HandScreen) -> Picture:
        raise RuntimeError("no fonts")

    async with on_stage(api, ScriptedDesk(answers={f"{TABLE}-hand": SHOWN}), draw_hand=broken) as stage:
        await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
        assert len(hands(maria, friday)) == 1
    assert SECRET not in caplog.text


async def test_a_hand_of_a_game_that_is_over_is_put_away_by_the_next_press(
    stage: Stage, maria: Person, friday: Group
) -> None:
    over = Answer(Outcome.STALE, "The table has moved on.", table=TABLE)
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    [hand] = hands(maria, friday)
    stage.desk.answers[f"{TABLE}-d1t3-play-Ad"] = Answer(Outcome.REFUSED, "Not your turn.", table=TABLE)
    await (await maria.presses(hand, "Card 0")).answer()
    stage.desk.answers[f"{TABLE}-d1t3-play-Ad"] = over
    assert not hand.deleted, "what may not be played now may be later"
    assert (await (await maria.presses(hand, "Card 0")).answer()).alert
    await stage.api.until(lambda: hand.deleted)


async def test_a_dismissed_hand_that_is_refreshed_is_gone(stage: Stage, maria: Person, friday: Group) -> None:
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    await maria.restarts_app()
    with pytest.raises(MessageGone):
        await stage.telegram.courier.edit(
            surface(friday.id, stage.desk.shown[-1][2], kind=SurfaceKind.HAND), hand_screen(), None
        )


async def test_the_courier_takes_an_ephemeral_hand_away(stage: Stage, maria: Person, friday: Group) -> None:
    await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    gone = surface(friday.id, stage.desk.shown[-1][2], kind=SurfaceKind.HAND)
    await stage.telegram.courier.delete(gone)
    await stage.telegram.courier.delete(gone)
    assert not hands(maria, friday)


# -- where there are no ephemeral messages ------------------------------------------------------------


async def test_an_old_server_never_posts_a_hand_and_the_alert_shows_it(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.api.ephemeral_supported = False
    table = await stage.table_in(friday)
    answer = await (await maria.presses(table, "My hand")).answer()
    assert answer.alert
    assert SECRET in answer.text
    assert friday.messages == [table], "what the old server posted for all to see is deleted"
    assert (await stage.desk.until("redraw")).more == (TABLE,)
    await stage.telegram.courier.edit(surface(friday.id, table.message_id), stage.desk.table, None)
    assert [b.label for b in table.content.buttons[1]] == ["1", "2", "3"]
    assert table.content.buttons[2][0].url == f"https://t.me/briscola_test_bot?start={TABLE}-hand"


async def test_an_old_server_that_answers_too_late_has_posted_no_card(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.api.ephemeral_supported = False
    table = await stage.table_in(friday)
    stage.api.fault("cut-after", method="sendMessage", chat=friday)
    answer = await (await maria.presses(table, "My hand")).answer()
    assert SECRET in answer.text
    assert len(friday.messages) == 2, "the words that held the place are there, and hold nothing"


@pytest.mark.parametrize("kind", ["400", "403", "429", "500-before", "500-after", "cut-before", "cut-after"])
async def test_a_hand_that_cannot_be_sent_is_shown_in_the_alert(
    stage: Stage, maria: Person, friday: Group, kind: str
) -> None:
    table = await stage.table_in(friday)
    stage.api.fault(kind, method="sendMessage", chat=friday)  # type: ignore[arg-type] # one of FaultKind
    answer = await (await maria.presses(table, "My hand")).answer()
    assert answer.alert
    assert SECRET in answer.text
    assert not stage.api.too_early


async def test_a_group_that_cannot_is_not_tried_again_until_a_day_has_passed(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN})
    async with on_stage(api, desk) as stage:
        table = await stage.table_in(friday)
        api.fault("403", method="sendMessage", chat=friday)
        await (await maria.presses(table, "My hand")).answer()
        tried = len(api.calls_of("sendMessage"))
        assert (await (await maria.presses(table, "My hand")).answer()).alert
        assert len(api.calls_of("sendMessage")) == tried
    async with on_stage(api, desk) as again:
        await again.telegram.courier.edit(surface(friday.id, table.message_id), desk.table, None)
        assert len(table.content.buttons) == 3
        api.advance(25 * 3600)
        press = await maria.presses(table, "My hand")
        assert not (await press.answer()).alert
    assert_nothing_leaked(api)


async def test_a_position_pressed_under_the_table_answers_with_what_is_left(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.api.ephemeral_supported = False
    left = hand_screen(4, "1 Three of Cups")
    stage.desk.answers[f"{TABLE}-d1t1-place-1"] = Answer(Outcome.ACCEPTED, "Played.", hand=left, table=TABLE)
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    await stage.desk.until("redraw")
    await stage.telegram.courier.edit(surface(friday.id, table.message_id), stage.desk.table, None)
    answer = await (await maria.presses(table, "1")).answer()
    assert answer.text == "Played.\n1 Three of Cups"
    assert stage.desk.of("press")[-1].message == str(table.message_id)


async def test_the_first_hand_of_a_seat_comes_with_the_press_that_begins(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers[f"{TABLE}-hand"] = Answer(
        Outcome.ACCEPTED, "You sit.", hand=hand_screen(), table=TABLE
    )
    answer = await (await maria.presses(await stage.table_in(friday), "My hand")).answer()
    assert (answer.text, answer.alert) == ("You sit.", False)
    assert len(hands(maria, friday)) == 1


async def test_a_hand_decided_too_late_for_the_press_comes_in_private(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await maria.opens_bot()
    stage.desk.open_for_business.clear()
    press = await maria.presses(table, "My hand")
    assert (await press.answer()).text == ""
    stage.api.advance(20)
    stage.desk.open_for_business.set()
    seen = await stage.api.until(lambda: [s for s in maria.sees() if SECRET in s.text])
    assert seen[0].labels == ["Card 0", "Card 1", "Card 2"]


@pytest.mark.parametrize("proved", [True, False])
async def test_a_hand_on_a_slow_line_is_answered_for_in_time_and_comes(
    api: TelegramApi, maria: Person, friday: Group, proved: bool
) -> None:
    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN})
    async with on_stage(api, desk, patience=Patience(desk=1.0, hand=0.05)) as stage:
        table = await stage.table_in(friday)
        if proved:
            await (await maria.presses(table, "My hand")).answer()
            await desk.until("hand_shown")
            await (await maria.presses(table, "My hand")).answer()
        slow = api.fault("hang", method="sendMessage", chat=friday)
        answer = await (await maria.presses(table, "My hand")).answer()
        assert (answer.text, answer.alert) == (Phrases().one_moment, False)
        slow.release()
        await desk.until("hand_shown", 2 if proved else 1)
        assert hands(maria, friday)
    assert_nothing_leaked(api)


async def test_a_hand_that_fails_after_its_press_was_answered_comes_another_way(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN})
    async with on_stage(api, desk, patience=Patience(desk=1.0, hand=0.05)) as stage:
        api.ephemeral_supported = False
        table = await stage.table_in(friday)
        slow = api.fault("hang", method="sendMessage", chat=friday)
        assert not (await (await maria.presses(table, "My hand")).answer()).alert
        slow.release()
        assert (await desk.until("redraw")).more == (TABLE,)
        assert friday.messages == [table]
    assert_nothing_leaked(api)


async def test_in_a_group_that_bears_no_more_the_answer_carries_the_hand(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    left, asked = [2], []

    def spend(chat: str) -> bool:
        asked.append(chat)
        left[0] -= 1
        return left[0] >= 0

    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN})
    async with on_stage(api, desk, spend=spend) as stage:
        table = await stage.table_in(friday)
        assert not asked, "the courier's own calls are counted by whoever sends it"
        await (await maria.presses(table, "My hand")).answer()
        await desk.until("hand_shown")
        left[0] = 0
        before = len(api.calls)
        desk.answers[f"{TABLE}-hand"] = Answer(Outcome.SHOWN, hand=hand_screen(4), table=TABLE)
        for _ in range(5):
            answer = await (await maria.presses(table, "My hand")).answer()
            assert answer.alert
            assert SECRET in answer.text
        await maria.says(friday, "/hand")
        await desk.until("hand")
        await maria.opens_bot()
        [hand] = hands(maria, friday)
        desk.answers[f"{TABLE}-d1t3-play-Ad"] = Answer(Outcome.STALE, "Late.", hand_screen(4), table=TABLE)
        assert SECRET in (await (await maria.presses(hand, "Card 0")).answer()).text
        assert not [c for c in api.calls[before:] if c.chat_id == friday.id]
        assert set(asked) == {str(friday.id)}
        assert await stage.telegram._ephemerals.are_possible(friday.id)
    assert_nothing_leaked(api)


@pytest.mark.parametrize("old_server", [True, False])
async def test_words_that_held_a_place_go_in_the_end_even_after_a_restart(
    api: TelegramApi, maria: Person, friday: Group, old_server: bool
) -> None:
    api.ephemeral_supported = not old_server
    method = "deleteMessage" if old_server else "deleteEphemeralMessage"
    desk = ScriptedDesk(answers={f"{TABLE}-hand": SHOWN})
    trouble = api.fault("500-before", method=method, times=1_000)
    async with on_stage(api, desk) as stage:
        table = await stage.table_in(friday)
        await (await maria.presses(table, "My hand")).answer()
        await api.until(lambda: len(api.calls_of(method)) > len(WAITS))
    assert any(m.text == Phrases().one_moment for m in friday.every_message if not m.deleted)
    trouble.release()
    async with on_stage(api, desk):
        await api.until(lambda: desk.facts[f"telegram:{api.bot.user.id}:leftovers"] == "")
    assert not [m for m in friday.every_message if m.text == Phrases().one_moment and not m.deleted]
    assert_nothing_leaked(api)


# -- private chats ------------------------------------------------------------------------------------


async def test_the_deep_link_shows_the_hand_in_private_where_cards_are_played(
    stage: Stage, maria: Person, friday: Group
) -> None:
    left = hand_screen(4, f"1 {SECRET}")
    stage.desk.answers[f"{TABLE}-d1t3-play-Ad"] = Answer(Outcome.STALE, hand=left, table=TABLE, orphan=True)
    await maria.opens_bot(f"{TABLE}-hand")
    [seen] = await stage.api.until(lambda: [s for s in maria.sees() if SECRET in s.text])
    asked = stage.desk.of("press")[-1]
    assert (asked.token, asked.here.private) == (f"{TABLE}-hand", True)
    await (await maria.presses(seen, "Card 0")).answer()
    await stage.desk.until("hand_shown", 2)
    assert seen.message.text == left.caption
    assert stage.desk.shown[-1][2] == str(seen.message.message_id)
    assert stage.desk.of("press")[-1].message == "", "a hand is no public message, and cannot be an orphan"


async def test_a_second_hand_in_private_takes_the_place_of_the_first(stage: Stage, maria: Person) -> None:
    await maria.opens_bot(f"{TABLE}-hand")
    await stage.desk.until("hand_shown")
    await maria.opens_bot(f"{TABLE}-hand")
    await stage.desk.until("hand_shown", 2)
    await stage.api.until(lambda: len([s for s in maria.sees() if SECRET in s.text]) == 1)


async def test_a_hand_in_private_that_somebody_deleted_is_sent_anew(stage: Stage, maria: Person) -> None:
    left = hand_screen(4, f"1 {SECRET}")
    stage.desk.answers[f"{TABLE}-d1t3-play-Ad"] = Answer(Outcome.STALE, hand=left, table=TABLE)
    await maria.opens_bot(f"{TABLE}-hand")
    [seen] = await stage.api.until(lambda: [s for s in maria.sees() if SECRET in s.text])
    await maria.deletes(seen.message)
    await (await maria.presses(seen, "Card 0")).answer()
    await stage.desk.until("hand_shown", 2)
    assert [s.text for s in maria.sees() if SECRET in s.text] == [left.caption]


async def test_the_command_in_a_group_answers_in_private_or_says_how(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers["hand"] = SHOWN
    await maria.says(friday, "/hand")
    hint = await stage.api.until(lambda: friday.messages[1:])
    assert hint[0].reply_to is friday.messages[0]
    await maria.follows(hint[0], "🂠 My cards in private")
    await stage.api.until(lambda: [s for s in maria.sees() if SECRET in s.text])
    await maria.says(friday, "/hand")
    await stage.desk.until("hand_shown", 2)
    assert len(friday.messages) == 3


async def test_an_ephemeral_command_is_answered_in_the_group_for_one(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk(answers={"hand": SHOWN})
    texts = {"play": "Open a table", "hand": "My cards"}
    async with on_stage(api, desk, commands={"en": texts}):
        await desk.until("keep_fact")
        said = await maria.says(friday, "/hand")
        assert said.ephemeral_id is not None
        await desk.until("hand_shown")
        assert len(hands(maria, friday)) == 1
    assert_nothing_leaked(api)


async def test_the_courier_sends_a_hand_to_a_private_chat_and_to_no_group(
    stage: Stage, maria: Person, friday: Group
) -> None:
    courier = stage.telegram.courier
    with pytest.raises(Unreachable):
        await courier.send(surface(friday.id, kind=SurfaceKind.HAND), hand_screen(), None)
    table = await stage.table_in(friday)
    with pytest.raises(MessageGone):
        await courier.edit(surface(friday.id, table.message_id, kind=SurfaceKind.HAND), hand_screen(), None)
    await maria.opens_bot()
    sent = await courier.send(surface(maria.id, kind=SurfaceKind.HAND), hand_screen(), Picture("a", png()))
    await courier.edit(
        surface(maria.id, sent.message, kind=SurfaceKind.HAND), hand_screen(5), Picture("a", png())
    )
    assert maria.sees()[-1].photo == png()


# -- the doors ----------------------------------------------------------------------------------------


def test_the_doors_to_a_group_have_no_room_for_cards() -> None:
    for name in ("post", "edit", "whisper"):
        assert get_type_hints(getattr(Wire, name))["what"] is Open
    public = get_type_hints(TelegramCourier._public)["screen"]
    assert HandScreen not in get_args(public)
    assert not issubclass(Secret, Open)
    takers = [
        name
        for name, door in inspect.getmembers(Wire, inspect.isfunction)
        if any(Secret in (hint, *get_args(hint)) for hint in get_type_hints(door).values())
    ]
    assert takers == ["confide", "edit_confided", "edit_whispered", "whisper_secret"]


async def test_who_forces_a_door_is_refused(stage: Stage, friday: Group) -> None:
    from adapters.telegram import render

    wire, secret = stage.telegram._wire, render.hand(hand_screen(), None)
    with pytest.raises(TypeError):
        await wire.post(friday.id, secret)  # type: ignore[arg-type] # that is the point
    with pytest.raises(TypeError):
        await wire.edit(friday.id, 1, secret)  # type: ignore[arg-type] # that is the point
    with pytest.raises(TypeError):
        await wire.whisper(friday.id, 1, secret)  # type: ignore[arg-type] # that is the point
    with pytest.raises(TypeError):
        await wire.whisper_secret(None, friday.id, 1, secret)  # type: ignore[arg-type] # that is the point
    with pytest.raises(ValueError, match="private"):
        await wire.confide(friday.id, secret)  # type: ignore[arg-type] # that is the point
    with pytest.raises(ValueError, match="private"):
        await wire.edit_confided(friday.id, 1, secret)  # type: ignore[arg-type] # that is the point
    assert SECRET not in repr(secret)


async def test_a_server_that_forgets_how_to_whisper_must_prove_itself_again(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    await (await maria.presses(table, "My hand")).answer()
    assert stage.telegram._ephemerals.proof == Proof(EphemeralRef(1, maria.id))
    stage.api.fault("400", method="sendMessage", chat=friday)
    for _ in range(2):  # it is not enough to say that it is shown above
        await (await maria.presses(table, "My hand")).answer()
    assert stage.telegram._ephemerals.proof is None


# -- cards in the answer to a press -------------------------------------------------------------------


def test_the_hint_stays_however_many_cards_there_are() -> None:
    names = ["Three of Coins", "King of Swords", "Seven of Batons", "Knight of Cups"] * 2
    long = ", ".join(f"{place}: {name}" for place, name in enumerate(names, 1))
    rows = (tuple(Button(name[:8], f"{TABLE}-d1t1-play-{n}d", card="Ad") for n, name in enumerate(names)),)
    hand = HandScreen(TABLE, "p1", 3, None, "Turn", long, long, f"Your turn.\n{long}\nTrump: Coins", rows)
    said = _brief(hand, Phrases().soon)
    assert len(said) <= 200
    assert said.startswith("Your turn.\n1: Three of, 2: King of, 3")
    assert said.endswith(f"8: Knight o\n{Phrases().soon}")
    assert _brief(hand, "") == hand.brief
