"""A private hand is always the hand of now: rewritten where it was pressed, one for each person and table."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.discord.hands import ShownHands
from adapters.discord.whisper import LIFE_MS, PrivateMessage
from bot.service.answers import Answer, Outcome
from bot.service.records import SurfaceKind
from doubles.discord_desk import a_button, a_hand, a_note, a_surface, a_table
from doubles.discord_evening import Evening, an_evening
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire

ACCEPTED, REFUSED, SHOWN = Outcome.ACCEPTED, Outcome.REFUSED, Outcome.SHOWN
TABLE = "k7d2m9qxab"
ACE = f"b:{TABLE}-d1t5-play-Ad"


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    async with DiscordWire() as wire, an_evening(wire) as evening:
        yield evening
        assert wire.violations == []


async def table(evening: Evening) -> Seen:
    """A table in the channel."""
    await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    return evening.luca.sees_last(evening.channel)


async def hand(evening: Evening, seen: Seen, person: Person, *cards: str) -> Seen:
    """Somebody's hand, opened from the table."""
    then = len(evening.desk.shown) + 1
    evening.desk.answers["press"] = Answer(SHOWN, hand=a_hand(*cards))
    act = await person.presses(seen, "My hand")
    await heard_of(evening, then)
    return act.private


async def heard_of(evening: Evening, hands: int) -> None:
    """Wait until the desk has heard of so many hands."""
    await evening.desk.until(lambda: len(evening.desk.shown) == hands)


def private(evening: Evening, person: Person) -> list[Seen]:
    """All the private messages that this person sees."""
    return [seen for seen in person.sees(evening.channel) if seen.ephemeral]


# -- pressed ----------------------------------------------------------------------------------------


async def test_a_refused_card_redraws_the_hand_under_the_reason(evening: Evening) -> None:
    shown = await hand(evening, await table(evening), evening.maria, "Ad", "3c")
    evening.desk.answers["press"] = Answer(REFUSED, words="It is Luca's turn.", hand=a_hand("Ad", "3c"))
    for times in (2, 3):
        await evening.maria.presses_custom_id(shown, ACE)
        await heard_of(evening, times)
        (now,) = private(evening, evening.maria)
        assert now.text.splitlines() == ["It is Luca's turn.", "**Your hand at Bar Sport**", "Ad, 3c"]
        assert now.labels == ["Ad", "3c"]


async def test_an_answer_that_forgets_the_hand_redraws_it_all_the_same(evening: Evening) -> None:
    shown = await hand(evening, await table(evening), evening.maria, "Ad", "3c")
    evening.desk.answers["press"] = Answer(REFUSED, words="It is Luca's turn.")
    evening.desk.answers["hand"] = Answer(SHOWN, hand=a_hand("3c"))
    await evening.maria.presses_custom_id(shown, ACE)
    await heard_of(evening, 2)
    (now,) = private(evening, evening.maria)
    assert (now.id, now.labels) == (shown.id, ["3c"])
    assert now.text.startswith("It is Luca's turn.\n")
    asked = evening.desk.asked[-1]
    assert (asked.what, asked.token) == ("hand", TABLE)


@pytest.mark.parametrize(
    ("words", "found", "expected"),
    [
        ("The table has moved on.", "You do not sit at this table.", "The table has moved on."),
        ("", "You do not sit at this table.", "You do not sit at this table."),
        ("", "", "Done."),
    ],
)
async def test_a_hand_that_is_none_any_more_turns_into_words(
    evening: Evening, words: str, found: str, expected: str
) -> None:
    shown = await hand(evening, await table(evening), evening.maria, "Ad", "3c")
    evening.desk.answers["press"] = Answer(Outcome.STALE, words=words)
    evening.desk.answers["hand"] = Answer(REFUSED, words=found)
    await evening.maria.presses_custom_id(shown, ACE)
    (now,) = private(evening, evening.maria)
    assert (now.id, now.text, now.labels, now.pictures) == (shown.id, expected, [], ())


async def test_a_hand_stays_where_the_desk_is_in_trouble(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await hand(evening, await table(evening), evening.maria, "Ad", "3c")
    evening.desk.answers["hand"] = evening.desk.answers["press"] = RuntimeError("a bug")
    act = await evening.maria.presses_custom_id(shown, ACE)
    assert "Nothing is lost" in act.private.text
    assert evening.maria.sees_again(shown) == shown
    assert "a bug" in caplog.text


async def test_a_button_of_no_table_leaves_the_hand(evening: Evening) -> None:
    shown = await hand(evening, await table(evening), evening.maria, "Ad")
    evening.desk.answers["press"] = Answer(ACCEPTED, words="From now on I speak English here.")
    act = await evening.maria.presses_custom_id(shown, "b:me-speaks-en")
    assert act.private.text == "From now on I speak English here."
    assert evening.maria.sees_again(shown) == shown


# -- one of each ------------------------------------------------------------------------------------


async def test_a_hand_shown_anew_takes_the_older_one_away(evening: Evening) -> None:
    seen = await table(evening)
    lucas = await hand(evening, seen, evening.luca, "7c")
    first = await hand(evening, seen, evening.maria, "Ad", "3c")
    second = await hand(evening, seen, evening.maria, "3c")
    await evening.wire.until(lambda: first.id not in evening.channel.messages)
    assert private(evening, evening.maria) == [second]
    assert private(evening, evening.luca) == [lucas]


async def test_the_older_hand_is_found_after_it_was_redrawn_too(evening: Evening) -> None:
    seen = await table(evening)
    first = await hand(evening, seen, evening.maria, "Ad", "3c")
    evening.desk.answers["press"] = Answer(ACCEPTED, hand=a_hand("3c"))
    await evening.maria.presses_custom_id(first, ACE)
    await heard_of(evening, 2)
    evening.wire.clock.move(14 * 60)  # the token of the first press serves no more than a minute from now
    second = await hand(evening, seen, evening.maria, "3c")
    await evening.wire.until(lambda: first.id not in evening.channel.messages)
    assert private(evening, evening.maria) == [second]


async def test_an_older_hand_that_is_gone_hurts_nobody(evening: Evening) -> None:
    seen = await table(evening)
    await hand(evening, seen, evening.maria, "Ad", "3c")
    stood = a_surface(evening.channel.id, SurfaceKind.HAND, message=evening.desk.shown[0].message)
    await evening.courier.delete(stood)
    second = await hand(evening, seen, evening.maria, "3c")
    third = await hand(evening, seen, evening.maria, "3c")
    await evening.wire.until(lambda: second.id not in evening.channel.messages)
    assert private(evening, evening.maria) == [third]


def test_only_another_message_with_a_living_token_is_put_away() -> None:
    now = 0
    hands = ShownHands(lambda: now)
    first, again, other = (PrivateMessage(7, *rest) for rest in ((1, "a"), (1, "b"), (2, "c")))
    assert hands.keep("T1", 42, first) is None
    assert hands.keep("T1", 42, again) is None
    assert hands.keep("T1", 43, other) is None
    assert hands.keep("T2", 42, other) is None
    assert hands.keep("T1", 42, other) is again
    now = LIFE_MS
    assert hands.keep("T1", 42, first) is None


# -- private words ----------------------------------------------------------------------------------


async def test_a_refused_button_of_private_words_can_be_pressed_again(evening: Evening) -> None:
    buttons = (a_button("Play", "open-people"), a_button("Italiano", "me-speaks-it"))
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("How to play", *buttons))
    note = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.desk.answers["press"] = Answer(REFUSED, words="There is a table here already.")
    act = await evening.maria.presses(note, "Play")
    assert evening.maria.sees_again(note) == note
    assert (act.private.id != note.id, act.private.text) == (True, "There is a table here already.")
