"""What people do in Discord reaches the desk, and its answers reach them, in time and for their eyes alone."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.discord import Discord
from adapters.discord.whisper import LIFE_MS, PrivateMessage
from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.ports import Picture
from bot.service.records import SurfaceKind
from doubles.discord_desk import ScriptedDesk, a_button, a_hand, a_note, a_surface, a_table
from doubles.discord_evening import NOW, Evening, an_evening, draw
from doubles.discord_sample import picture
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire

ACCEPTED, REFUSED, SHOWN = Outcome.ACCEPTED, Outcome.REFUSED, Outcome.SHOWN


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    async with an_evening(wire) as evening:
        yield evening
        assert wire.violations == []


@pytest.fixture
async def slow_evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    """An evening on which nobody waits long for the desk."""

    def make(desk: ScriptedDesk) -> Discord:
        return Discord(wire.world.token, desk, draw=draw, now=lambda: NOW, patience=0.05)

    async with an_evening(wire, make) as evening:
        yield evening
        assert wire.violations == []


async def table(evening: Evening, *buttons: str) -> Seen:
    """A table in the channel, posted as the publisher posts it."""
    rows = [a_button(label, label.lower().replace(" ", "_")) for label in buttons or ("My hand", "Join")]
    await evening.courier.send(a_surface(evening.channel.id), a_table("Maria to play", *rows), None)
    return evening.luca.sees_last(evening.channel)


async def hand(evening: Evening, *cards: str) -> Seen:
    """Maria's hand, opened from the table."""
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(SHOWN, hand=a_hand(*cards))
    act = await evening.maria.presses(seen, "My hand")
    await shown(evening, 1)
    return act.private


async def shown(evening: Evening, times: int) -> None:
    """Wait until the desk has heard of that many hands."""
    await evening.desk.until(lambda: len(evening.desk.shown) >= times)


# -- commands ---------------------------------------------------------------------------------------


async def test_play_opens_a_table_where_it_was_asked_for(evening: Evening) -> None:
    act = await evening.maria.runs(evening.channel, "briscola play", opponent="the computer")
    (asked,) = evening.desk.asked
    assert (asked.what, asked.opponent, asked.event) == ("open", "computer", str(act.interaction.id))
    assert asked.where.chat == str(evening.channel.id)
    assert (asked.where.thread, asked.where.title, asked.where.locale) == ("", "tavolo", "it")
    assert not asked.where.private
    assert (asked.who.user, asked.who.name, asked.who.locale) == (str(evening.maria.id), "Maria", "it")
    assert act.private.text == "The table is set: look just below."
    assert evening.luca.sees(evening.channel) == []


async def test_without_an_opponent_the_table_waits_for_people(evening: Evening) -> None:
    await evening.luca.runs(evening.channel, "briscola play")
    await evening.luca.runs(evening.channel, "briscola play", opponent="people")
    assert [asked.opponent for asked in evening.desk.asked] == ["", ""]


async def test_a_thread_is_a_place_of_its_own(evening: Evening) -> None:
    thread = evening.channel.thread("a slow game")
    await evening.maria.runs(thread, "briscola play")
    (asked,) = evening.desk.asked
    assert (asked.where.chat, asked.where.thread) == (str(evening.channel.id), str(thread.id))
    assert asked.where.title == "a slow game"


async def test_a_private_chat_is_a_place_too(evening: Evening) -> None:
    act = await evening.luca.runs(evening.wire.dm(evening.luca), "briscola play")
    (asked,) = evening.desk.asked
    assert asked.where.private
    assert (asked.where.title, asked.where.locale) == ("", "pt-BR")
    assert act.acknowledged


async def test_in_a_private_chat_nobody_but_the_computer_can_be_waited_for(evening: Evening) -> None:
    dm = evening.wire.dm(evening.luca)
    await evening.luca.runs(dm, "briscola play")
    await evening.luca.runs(dm, "briscola play", opponent="people")
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("Help", a_button("Play", "open-people")))
    await evening.luca.presses((await evening.luca.runs(dm, "briscola help")).private, "Play")
    opened, again, _, pressed = evening.desk.asked
    assert (opened.opponent, again.opponent, pressed.token) == ("computer", "computer", "open-computer")


@pytest.mark.parametrize(
    "question", ["hand", "stats", "leaderboard", "help", "stop", "guide", "settings", "leave", "status"]
)
async def test_each_question_goes_to_the_desk_and_is_answered_in_private(
    evening: Evening, question: str
) -> None:
    note = a_note("Three games won.", a_button("English", "lang_en"), a_button("Italiano", "lang_it"))
    evening.desk.answers[question] = Answer(SHOWN, note=note)
    act = await evening.maria.runs(evening.channel, f"briscola {question}")
    assert [asked.what for asked in evening.desk.asked] == [question]
    assert act.private.text == "Three games won."
    assert act.private.labels == ["English", "Italiano"]
    assert evening.luca.sees(evening.channel) == []


async def test_a_command_with_nothing_to_say_still_gets_an_answer(evening: Evening) -> None:
    assert (await evening.maria.runs(evening.channel, "briscola stop")).private.text == "Done."


async def test_who_manages_messages_has_authority(evening: Evening) -> None:
    boss = evening.wire.person("Anna", admin=True)
    await boss.runs(evening.channel, "briscola stop")
    await evening.luca.runs(evening.channel, "briscola stop")
    evening.channel.allow(evening.luca.user, "manage_messages")
    await evening.luca.runs(evening.channel, "briscola stop")
    assert [asked.admin for asked in evening.desk.asked] == [True, False, True]


async def test_missing_rights_are_named_and_no_table_is_opened(evening: Evening) -> None:
    evening.channel.deny(evening.wire.world.bot, "attach_files", "read_message_history")
    act = await evening.maria.runs(evening.channel, "briscola play")
    assert "Attach Files, Read Message History" in act.private.text
    assert evening.desk.asked == []


async def test_a_button_that_opens_a_table_wants_the_same_rights(evening: Evening) -> None:
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("Help", a_button("Play", "open-people")))
    first = (await evening.maria.runs(evening.channel, "briscola help")).private
    await evening.maria.presses(first, "Play")
    assert evening.maria.sees_again(first).text == "The table is set: look just below."
    second = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.channel.deny(evening.wire.world.bot, "send_messages")
    act = await evening.maria.presses(second, "Play")
    assert "Send Messages" in act.private.text
    assert evening.maria.sees_again(second) == second
    assert [asked.token for asked in evening.desk.asked] == ["", "open-people", ""]


async def test_in_a_thread_the_right_for_threads_counts(evening: Evening) -> None:
    thread = evening.channel.thread("a slow game")
    evening.channel.deny(evening.wire.world.bot, "send_messages")
    await evening.maria.runs(thread, "briscola play")
    assert len(evening.desk.asked) == 1
    evening.channel.deny(evening.wire.world.bot, "send_messages_in_threads")
    act = await evening.maria.runs(thread, "briscola play")
    assert "Send Messages in Threads" in act.private.text


async def test_a_command_of_an_older_version_is_answered(evening: Evening) -> None:
    evening.wire.world.commands[None][0]["options"][0]["name"] = "begin"
    act = await evening.maria.runs(evening.channel, "briscola begin")
    assert "not known any more" in act.private.text


# -- presses ----------------------------------------------------------------------------------------


async def test_a_press_on_the_table_tells_the_desk_who_where_and_on_what(evening: Evening) -> None:
    seen = await table(evening)
    act = await evening.luca.presses(seen, "Join")
    (asked,) = evening.desk.asked
    assert (asked.token, asked.event, asked.message) == ("join", str(act.interaction.id), str(seen.id))
    assert (asked.who.name, asked.who.locale, asked.admin) == ("Luca", "pt-BR", False)


async def test_a_press_with_nothing_to_say_ends_quietly(evening: Evening) -> None:
    seen = await table(evening)
    act = await evening.luca.presses(seen, "Join")
    assert act.interaction.callback == 6
    assert evening.luca.sees(evening.channel) == [seen]


async def test_words_are_for_the_presser_alone(evening: Evening) -> None:
    evening.desk.answers["press"] = Answer(REFUSED, words="It is Maria's turn.")
    seen = await table(evening)
    act = await evening.luca.presses(seen, "Join")
    assert act.private.text == "It is Maria's turn."
    assert evening.maria.sees(evening.channel) == [seen]


async def test_the_hand_is_shown_to_its_owner_alone(evening: Evening) -> None:
    private = await hand(evening, "Ad", "3c")
    assert private.labels == ["Ad", "3c"]
    assert private.text == "**Your hand at Bar Sport**\nAd, 3c"
    (drawn,) = private.pictures
    assert (drawn.alt, drawn.data) == ("Your cards: Ad, 3c", picture())
    assert all("3c" not in seen.text for seen in evening.luca.sees(evening.channel))


async def test_the_desk_hears_where_the_hand_stands_and_for_how_long(evening: Evening) -> None:
    private = await hand(evening, "Ad", "3c")
    (told,) = evening.desk.shown
    ref = PrivateMessage.of(told.message)
    assert ref is not None
    assert (ref.application, ref.message) == (evening.wire.world.application_id, private.id)
    assert told.expires_at == NOW + LIFE_MS
    assert told.where.chat == str(evening.channel.id)
    assert ref.token not in repr(ref)


async def test_a_card_played_from_the_hand_redraws_the_hand_in_place(evening: Evening) -> None:
    private = await hand(evening, "Ad", "3c")
    evening.desk.answers["press"] = Answer(ACCEPTED, words="You took the trick.", hand=a_hand("3c"))
    act = await evening.maria.presses(private, "Ad")
    assert act.interaction.callback == 7
    now = evening.maria.sees_again(private)
    assert now.text.splitlines() == ["You took the trick.", "**Your hand at Bar Sport**", "3c"]
    assert now.labels == ["3c"]
    assert len(now.pictures) == 1
    assert evening.desk.asked[-1].message == ""
    await shown(evening, 2)
    first, second = evening.desk.shown
    assert first.message != second.message
    assert PrivateMessage.of(second.message) == PrivateMessage(
        evening.wire.world.application_id, private.id, act.interaction.token
    )


async def test_a_hand_without_a_picture_is_words_and_buttons(evening: Evening) -> None:
    screen = a_hand("Ad")
    plain = type(screen)(**{name: getattr(screen, name) for name in screen.__slots__} | {"scene": None})
    evening.desk.answers["hand"] = Answer(SHOWN, hand=plain)
    private = (await evening.maria.runs(evening.channel, "briscola hand")).private
    assert (private.pictures, private.labels) == ((), ["Ad"])


async def test_a_hand_that_cannot_be_drawn_is_words_and_buttons(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(_screen: HandScreen) -> Picture | None:
        raise OSError("no such font")

    def make(desk: ScriptedDesk) -> Discord:
        return Discord(wire.world.token, desk, draw=broken)

    async with an_evening(wire, make) as evening:
        evening.desk.answers["hand"] = Answer(SHOWN, hand=a_hand("Ad"))
        private = (await evening.maria.runs(evening.channel, "briscola hand")).private
    assert (private.pictures, private.labels) == ((), ["Ad"])
    assert "could not be drawn" in caplog.text


async def test_private_words_turn_into_the_answer_to_their_button(evening: Evening) -> None:
    evening.desk.answers["stop"] = Answer(SHOWN, note=a_note("Give up?", a_button("Yes", "resign_T1")))
    question = (await evening.maria.runs(evening.channel, "briscola stop")).private
    evening.desk.answers["press"] = Answer(ACCEPTED, words="You gave up.")
    await evening.maria.presses(question, "Yes")
    after = evening.maria.sees_again(question)
    assert (after.text, after.labels) == ("You gave up.", [])


async def test_a_language_button_rewrites_the_help(evening: Evening) -> None:
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("How to play", a_button("Italiano", "lang_it")))
    english = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.desk.answers["press"] = Answer(
        SHOWN, note=a_note("Come si gioca", a_button("English", "lang_en"))
    )
    await evening.maria.presses(english, "Italiano")
    after = evening.maria.sees_again(english)
    assert (after.text, after.labels) == ("Come si gioca", ["English"])


async def test_a_hand_asked_for_in_private_words_comes_in_their_place(evening: Evening) -> None:
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("Your tables", a_button("T1", "hand_T1")))
    note = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.desk.answers["press"] = Answer(SHOWN, hand=a_hand("Ad"))
    act = await evening.maria.presses(note, "T1")
    await shown(evening, 1)
    assert [seen.labels for seen in evening.maria.sees(evening.channel) if seen.ephemeral] == [["Ad"]]
    assert act.private.id != note.id
    assert PrivateMessage.of(evening.desk.shown[-1].message) == PrivateMessage(
        evening.wire.world.application_id, act.private.id, act.interaction.token
    )


async def test_private_words_with_nothing_to_add_stay(evening: Evening) -> None:
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("How to play", a_button("Again", "again")))
    note = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.desk.answers["press"] = Answer(Outcome.DUPLICATE)
    act = await evening.maria.presses(note, "Again")
    assert act.interaction.callback == 6
    assert evening.maria.sees_again(note) == note


async def test_private_words_that_were_obeyed_lose_their_buttons(evening: Evening) -> None:
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("Menu", a_button("Give up", "resign")))
    note = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.desk.answers["press"] = Answer(ACCEPTED)
    await evening.maria.presses(note, "Give up")
    after = evening.maria.sees_again(note)
    assert (after.text, after.labels) == ("Done.", [])


async def test_a_question_asked_from_the_hand_leaves_the_hand(evening: Evening) -> None:
    private = await hand(evening, "Ad")
    evening.desk.answers["press"] = Answer(
        SHOWN, words="Careful.", note=a_note("Sure?", a_button("Yes", "y"))
    )
    act = await evening.maria.presses(private, "Ad")
    assert act.private.text == "Careful.\n\nSure?"
    assert evening.maria.sees_again(private) == private


async def test_an_orphan_says_where_to_look_instead_of_what_it_showed(evening: Evening) -> None:
    await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    seen = evening.luca.sees_last(evening.channel)
    evening.desk.answers["press"] = Answer(Outcome.STALE, words="The table is further down.", orphan=True)
    act = await evening.luca.presses(seen, "My hand")
    after = evening.maria.sees_again(seen)
    assert (after.labels, after.pictures) == ([], ())
    assert after.text == "This table has moved on: look further down."
    await evening.wire.until(lambda: act.interaction.followups)
    assert act.private.text == "The table is further down."


async def test_a_button_of_another_make_is_answered(evening: Evening) -> None:
    seen = await table(evening)
    act = await evening.luca.presses_custom_id(seen, "an id of long ago!")
    assert "does nothing any more" in act.private.text
    assert evening.desk.asked == []


async def test_a_press_that_crossed_an_edit_still_counts(evening: Evening) -> None:
    await evening.courier.send(a_surface(evening.channel.id), a_table("A", a_button("Sit", "sit")), None)
    before = evening.luca.sees_last(evening.channel)
    surface = a_surface(evening.channel.id, message=str(before.id))
    await evening.courier.edit(surface, a_table("B", a_button("Start", "start")), None)
    await evening.luca.presses(before, "Sit")
    assert [asked.token for asked in evening.desk.asked] == ["sit"]


async def test_a_press_delivered_twice_is_heard_twice_and_answered_once(evening: Evening) -> None:
    seen = await table(evening)
    evening.wire.duplicate_next_interaction()
    act = await evening.luca.presses(seen, "Join")
    await evening.wire.until(lambda: act.interaction.refusals)
    assert [asked.event for asked in evening.desk.asked] == [str(act.interaction.id)] * 2


async def test_names_cannot_dress_up_or_call_people(evening: Evening) -> None:
    evening.desk.answers["press"] = Answer(
        REFUSED, words="**@everyone** <@1> [x](https://evil.example) `a`\n# Big\n- _it_"
    )
    act = await evening.luca.presses(await table(evening), "Join")
    body = evening.wire.calls_to("POST", "/interactions/{interaction_id}/{token}/callback")[-1].body
    assert body["data"]["allowed_mentions"] == {"parse": []}
    assert act.private.text == (
        "\\*\\*@\u200beveryone\\*\\* \\<@\u200b1> \\[x](https:\u200b//evil.example) \\`a\\`\n\\# Big\n\\- \\_it\\_"
    )


# -- in time ----------------------------------------------------------------------------------------


async def test_a_slow_desk_is_announced_and_the_command_answered_later(slow_evening: Evening) -> None:
    evening = slow_evening
    evening.desk.open_for_business.clear()
    evening.desk.answers["hand"] = Answer(SHOWN, hand=a_hand("Ad", "3c"))
    act = await evening.maria.runs(evening.channel, "briscola hand", wait=False)
    await act.acknowledgement()
    assert act.interaction.callback == 5
    evening.desk.open_for_business.set()
    await act.content()
    assert act.private.labels == ["Ad", "3c"]
    assert evening.luca.sees(evening.channel) == []


async def test_a_slow_press_on_the_table_gets_its_hand_later(slow_evening: Evening) -> None:
    evening = slow_evening
    seen = await table(evening)
    evening.desk.open_for_business.clear()
    evening.desk.answers["press"] = Answer(SHOWN, hand=a_hand("Ad"))
    act = await evening.maria.presses(seen, "My hand", wait=False)
    await act.acknowledgement()
    assert act.interaction.callback == 6
    evening.desk.open_for_business.set()
    await shown(evening, 1)
    assert act.private.labels == ["Ad"]
    ref = PrivateMessage.of(evening.desk.shown[0].message)
    assert ref is not None
    assert ref.message == act.private.id


async def test_a_slow_press_in_the_hand_redraws_it_later(slow_evening: Evening) -> None:
    evening = slow_evening
    private = await hand(evening, "Ad", "3c")
    evening.desk.open_for_business.clear()
    evening.desk.answers["press"] = Answer(ACCEPTED, hand=a_hand("3c"))
    act = await evening.maria.presses(private, "Ad", wait=False)
    await act.acknowledgement()
    evening.desk.open_for_business.set()
    await shown(evening, 2)
    assert evening.maria.sees_again(private).labels == ["3c"]


async def test_a_slow_answer_in_private_words_rewrites_them_later(slow_evening: Evening) -> None:
    evening = slow_evening
    evening.desk.answers["stop"] = Answer(SHOWN, note=a_note("Give up?", a_button("Yes", "y")))
    question = (await evening.maria.runs(evening.channel, "briscola stop")).private
    evening.desk.open_for_business.clear()
    evening.desk.answers["press"] = Answer(ACCEPTED, words="You gave up.")
    act = await evening.maria.presses(question, "Yes", wait=False)
    await act.acknowledgement()
    evening.desk.open_for_business.set()
    await evening.wire.until(lambda: evening.maria.sees_again(question).text == "You gave up.")


async def test_slow_words_come_as_a_message_of_their_own(slow_evening: Evening) -> None:
    evening = slow_evening
    seen = await table(evening)
    evening.desk.open_for_business.clear()
    evening.desk.answers["press"] = Answer(REFUSED, words="Not now.")
    act = await evening.luca.presses(seen, "Join", wait=False)
    await act.acknowledgement()
    evening.desk.open_for_business.set()
    await evening.wire.until(lambda: act.interaction.followups)
    assert act.private.text == "Not now."


async def test_an_answer_that_comes_too_late_hurts_nobody(evening: Evening) -> None:
    seen = await table(evening)
    hanging = evening.wire.fault(method="POST", route="/interactions/*", kind="hang")
    act = await evening.maria.presses(seen, "Join", wait=False)
    await evening.wire.until(lambda: hanging.happened)
    evening.wire.clock.move(4)
    evening.wire.release()
    await evening.wire.until(lambda: act.interaction.refusals)
    assert [why.code for why in act.interaction.refusals] == [10062]
    assert (await evening.luca.presses(seen, "Join")).acknowledged


async def test_a_hand_that_could_not_be_shown_is_not_reported_as_shown(evening: Evening) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(SHOWN, hand=a_hand("Ad"))
    fault = evening.wire.fault(method="POST", route="/interactions/*", kind="404-before", code=10062)
    await evening.maria.presses(seen, "My hand", wait=False)
    await evening.wire.until(lambda: fault.happened)
    await evening.maria.presses(seen, "My hand")
    await shown(evening, 1)
    assert len(evening.desk.shown) == 1


async def test_trouble_at_the_desk_is_told_in_one_sentence(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = RuntimeError("a bug")
    act = await evening.luca.presses(seen, "Join")
    assert "Nothing is lost" in act.private.text
    assert act.interaction.token not in caplog.text
    assert str(act.interaction.id) in caplog.text


async def test_an_answer_that_discord_refuses_is_logged_without_its_token(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    seen = await table(evening)
    fault = evening.wire.fault(method="POST", route="/interactions/*", kind="400-before")
    act = await evening.luca.presses(seen, "Join", wait=False)
    await evening.wire.until(lambda: fault.happened)
    await evening.luca.presses(seen, "Join")
    assert "an answer could not be shown" in caplog.text
    assert act.interaction.token not in caplog.text


# -- the hand is refreshed --------------------------------------------------------------------------


async def test_the_hand_is_refreshed_by_its_token(evening: Evening) -> None:
    private = await hand(evening, "Ad", "3c")
    surface = a_surface(evening.channel.id, SurfaceKind.HAND, message=evening.desk.shown[0].message)
    await evening.courier.edit(surface, a_hand("3c", title="Your turn"), None)
    after = evening.maria.sees_again(private)
    assert (after.labels, after.text, after.pictures) == (["3c"], "**Your turn**\n3c", ())
    await evening.courier.delete(surface)
    assert private.id not in evening.channel.messages
