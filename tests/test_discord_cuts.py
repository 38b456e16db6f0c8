"""A connection that is cut while a press is answered costs nobody their answer, and nobody hears it twice."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.discord import Discord
from adapters.discord.whisper import PrivateMessage
from bot.service.answers import Answer, Outcome
from doubles.discord_desk import ScriptedDesk, a_button, a_hand, a_note, a_surface, a_table
from doubles.discord_evening import NOW, Evening, an_evening, draw
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire

CALLBACK = "/interactions/*"
CUTS = pytest.mark.parametrize("kind", ["cut-before", "cut-after"])


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    """An evening on which nobody waits long for the desk."""

    def make(desk: ScriptedDesk) -> Discord:
        return Discord(wire.world.token, desk, draw=draw, now=lambda: NOW, patience=0.05)

    async with DiscordWire() as wire, an_evening(wire, make) as evening:
        yield evening
        assert wire.violations == []


async def table(evening: Evening) -> Seen:
    """A table in the channel."""
    buttons = (a_button("My hand", "hand"), a_button("Join", "join"))
    await evening.courier.send(a_surface(evening.channel.id), a_table("Maria to play", *buttons), None)
    return evening.luca.sees_last(evening.channel)


def private(evening: Evening, person: Person) -> list[Seen]:
    """All the private messages that this person sees."""
    return [seen for seen in person.sees(evening.channel) if seen.ephemeral]


@CUTS
async def test_words_are_heard_once(evening: Evening, kind: str) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(Outcome.REFUSED, words="It is Luca's turn.")
    evening.wire.fault(method="POST", route=CALLBACK, kind=kind)
    await evening.maria.presses(seen, "Join")
    assert [said.text for said in private(evening, evening.maria)] == ["It is Luca's turn."]
    assert [asked.what for asked in evening.desk.asked] == ["press"]


@CUTS
async def test_a_quiet_answer_is_heard(evening: Evening, kind: str) -> None:
    seen = await table(evening)
    evening.wire.fault(method="POST", route=CALLBACK, kind=kind)
    act = await evening.maria.presses(seen, "Join")
    assert act.interaction.callback == 6
    assert private(evening, evening.maria) == []


@CUTS
async def test_a_hand_is_shown_once_and_known_to_the_desk(evening: Evening, kind: str) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(Outcome.SHOWN, hand=a_hand("Ad", "3c"))
    evening.wire.fault(method="POST", route=CALLBACK, kind=kind)
    await evening.maria.presses(seen, "My hand")
    await evening.desk.until(lambda: evening.desk.shown)
    (shown,) = private(evening, evening.maria)
    assert (shown.labels, len(shown.pictures)) == (["Ad", "3c"], 1)
    told = PrivateMessage.of(evening.desk.shown[0].message)
    assert told is not None
    assert told.message == shown.id
    assert evening.luca.sees_again(seen).text == seen.text


@CUTS
async def test_a_hand_is_redrawn_in_place(evening: Evening, kind: str) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(Outcome.SHOWN, hand=a_hand("Ad", "3c"))
    shown = (await evening.maria.presses(seen, "My hand")).private
    evening.desk.answers["press"] = Answer(Outcome.ACCEPTED, hand=a_hand("3c"))
    evening.wire.fault(method="POST", route=CALLBACK, kind=kind)
    await evening.maria.presses(shown, "Ad")
    await evening.desk.until(lambda: len(evening.desk.shown) == 2)
    (now,) = private(evening, evening.maria)
    assert (now.id, now.labels, len(now.pictures)) == (shown.id, ["3c"], 1)


@CUTS
async def test_a_note_becomes_its_answer(evening: Evening, kind: str) -> None:
    evening.desk.answers["help"] = Answer(Outcome.SHOWN, note=a_note("Help", a_button("Fair?", "fair")))
    note = (await evening.maria.runs(evening.channel, "briscola help")).private
    evening.desk.answers["press"] = Answer(Outcome.SHOWN, note=a_note("The cards were sealed."))
    evening.wire.fault(method="POST", route=CALLBACK, kind=kind)
    await evening.maria.presses(note, "Fair?")
    assert [seen.text for seen in private(evening, evening.maria)] == ["The cards were sealed."]


async def delayed(evening: Evening, *cuts: tuple[str, int]) -> None:
    """The sign to wait is cut off, and then the desk answers."""
    evening.desk.open_for_business.clear()
    faults = [evening.wire.fault(method="POST", route=CALLBACK, kind=kind, times=n) for kind, n in cuts]
    await evening.wire.until(lambda: all(fault.happened == fault.times for fault in faults))
    evening.desk.open_for_business.set()


LOST_SIGNS = pytest.mark.parametrize(
    "cuts",
    [[("cut-after", 1)], [("cut-before", 1)], [("cut-before", 3)], [("cut-after", 1), ("cut-before", 2)]],
    ids=["arrived", "once", "never", "arrived-unknown"],
)


@LOST_SIGNS
async def test_after_a_lost_sign_a_press_is_answered(evening: Evening, cuts: list[tuple[str, int]]) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(Outcome.SHOWN, hand=a_hand("Ad"))
    evening.desk.open_for_business.clear()
    await evening.maria.presses(seen, "My hand", wait=False)
    await delayed(evening, *cuts)
    await evening.desk.until(lambda: evening.desk.shown)
    assert [hand.labels for hand in private(evening, evening.maria)] == [["Ad"]]
    assert evening.luca.sees(evening.channel) == [seen]


@LOST_SIGNS
async def test_after_a_lost_sign_a_command_is_answered(evening: Evening, cuts: list[tuple[str, int]]) -> None:
    evening.desk.answers["hand"] = Answer(Outcome.SHOWN, hand=a_hand("Ad"))
    evening.desk.open_for_business.clear()
    await evening.maria.runs(evening.channel, "briscola hand", wait=False)
    await delayed(evening, *cuts)
    await evening.desk.until(lambda: evening.desk.shown)
    assert [hand.labels for hand in private(evening, evening.maria)] == [["Ad"]]


@CUTS
async def test_a_late_edit_is_made_again(evening: Evening, kind: str) -> None:
    evening.desk.answers["hand"] = Answer(Outcome.SHOWN, hand=a_hand("Ad"))
    evening.desk.open_for_business.clear()
    act = await evening.maria.runs(evening.channel, "briscola hand", wait=False)
    await act.acknowledgement()
    evening.wire.fault(method="PATCH", route="/webhooks/*", kind=kind)
    evening.desk.open_for_business.set()
    await evening.desk.until(lambda: evening.desk.shown)
    assert [hand.labels for hand in private(evening, evening.maria)] == [["Ad"]]


async def test_what_cannot_be_said_at_all_is_logged_without_its_token(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    seen = await table(evening)
    evening.desk.answers["press"] = Answer(Outcome.REFUSED, words="It is Luca's turn.")
    fault = evening.wire.fault(method="POST", route=CALLBACK, kind="cut-before", times=3)
    act = await evening.maria.presses(seen, "Join", wait=False)
    await evening.wire.until(lambda: fault.happened == 3)
    await evening.luca.presses(seen, "Join")
    (logged,) = [one for one in caplog.records if one.name == "adapters.discord.answering"]
    assert logged.levelname == "WARNING"
    assert "an answer was cut off" in logged.message
    assert act.interaction.token not in caplog.text
    assert private(evening, evening.maria) == []
