"""The courier makes one message of one creation, shows the latest, and says plainly what Discord refuses."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest

from adapters.discord import Discord, DiscordCourier
from adapters.discord.troubles import in_our_words
from adapters.discord.whisper import PrivateMessage
from bot.service.budget import Buckets
from bot.service.ports import (
    ChatGone,
    Expired,
    MessageGone,
    NotAccepted,
    Picture,
    TryLater,
    Uncertain,
    Unreachable,
)
from bot.service.records import SurfaceKind
from doubles.discord_desk import ScriptedDesk, a_button, a_hand, a_ping, a_surface, a_table
from doubles.discord_evening import NOW, Evening, an_evening
from doubles.discord_sample import picture
from doubles.discord_wire import DiscordWire
from doubles.discord_world import SILENT

POST = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
WEBHOOK = "/webhooks/{application_id}/{token}/messages/{message_id}"
HAND, PING = SurfaceKind.HAND, SurfaceKind.PING
DRAWN = Picture("table-9f2.png", picture())


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    async def account(player: str) -> str | None:
        return str(tonight.maria.id) if player == "p-maria" else None

    def make(desk: ScriptedDesk) -> Discord:
        return Discord(wire.world.token, desk, mention_of=account, now=lambda: NOW)

    async with an_evening(wire, make) as tonight:
        yield tonight
        assert wire.violations == []


# -- tables -----------------------------------------------------------------------------------------


async def test_a_table_is_a_picture_with_words_and_buttons_that_wakes_nobody(evening: Evening) -> None:
    screen = a_table("Maria to play", a_button("My hand", "hand_T1"), a_button("Join", "join", symbol="＋"))
    sent = await evening.courier.send(a_surface(evening.channel.id), screen, DRAWN)
    seen = evening.luca.sees_last(evening.channel)
    assert (sent.message, sent.expires_at) == (str(seen.id), None)
    assert seen.text == "**Maria to play**\nTrump: coins. 34 cards in the stock."
    assert seen.labels == ["My hand", "＋ Join"]
    (shown,) = seen.pictures
    assert (shown.filename, shown.alt, shown.data) == ("table-9f2.png", screen.alt, picture())
    assert seen.payload["flags"] & SILENT


async def test_a_thread_gets_its_table_in_the_thread(evening: Evening) -> None:
    thread = evening.channel.thread("a slow game")
    await evening.courier.send(a_surface(evening.channel.id, thread=thread.id), a_table(), None)
    assert evening.luca.sees(evening.channel) == []
    assert len(evening.luca.sees(thread)) == 1


async def test_an_edit_shows_the_latest_words_and_picture(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), DRAWN)
    surface = a_surface(evening.channel.id, message=sent.message)
    await evening.courier.edit(surface, a_table("Luca to play"), Picture("table-2", picture()))
    (seen,) = evening.luca.sees(evening.channel)
    assert seen.text.startswith("**Luca to play**")
    assert [shown.filename for shown in seen.pictures] == ["table-2.png"]
    await evening.courier.edit(surface, a_table("Text only"), None)
    assert evening.luca.sees_again(seen).pictures == ()


async def test_deleting_twice_is_deleting(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    surface = a_surface(evening.channel.id, message=sent.message)
    await evening.courier.delete(surface)
    await evening.courier.delete(surface)
    await evening.courier.delete(a_surface(evening.channel.id))
    assert evening.luca.sees(evening.channel) == []


async def test_a_repeated_creation_makes_one_message(evening: Evening) -> None:
    surface = a_surface(evening.channel.id, generation=4)
    first = await evening.courier.send(surface, a_table(), DRAWN)
    again = await evening.courier.send(surface, a_table(), DRAWN)
    assert first == again
    assert len(evening.luca.sees(evening.channel)) == 1
    assert [call.body["nonce"] for call in evening.wire.calls_to("POST", POST)] == ["s1g4", "s1g4"]
    other = await evening.courier.send(a_surface(evening.channel.id, generation=5), a_table(), None)
    assert other != first


async def test_names_of_people_are_shown_as_they_are_written(evening: Evening) -> None:
    screen = a_table("@everyone to play", caption="@everyone to play\n*Luca* | ||x|| <#1>")
    await evening.courier.send(a_surface(evening.channel.id), screen, None)
    (call,) = evening.wire.calls_to("POST", POST)
    assert call.body["allowed_mentions"] == {"parse": []}
    text = evening.luca.sees_last(evening.channel).text
    assert text == "**@\u200beveryone to play**\n\\*Luca\\* \\| \\|\\|x\\|\\| \\<#1>"


async def test_the_budget_is_what_a_channel_bears(evening: Evening) -> None:
    budget, buckets = evening.courier.budget(str(evening.channel.id)), Buckets()
    times: list[float] = []
    for tenth in range(600):
        while not buckets.wait(("discord", "c"), budget, tenth / 10):
            times.append(tenth / 10)
    assert max(sum(begin <= at <= begin + 5 for at in times) for begin in times) == 5


async def test_a_thread_has_its_own_budget_and_hands_cost_nothing(evening: Evening) -> None:
    courier = evening.courier
    assert courier.platform == "discord"
    assert courier.account(a_surface(7)) == courier.account(a_surface(7, PING)) == "7"
    assert courier.account(a_surface(7, thread=8)) == "8"
    assert courier.account(a_surface(7, HAND)) is None


async def test_no_edit_calls_anybody(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    await evening.courier.edit(a_surface(evening.channel.id, message=sent.message), a_table("B"), None)
    (call,) = evening.wire.calls_to("PATCH", MESSAGE)
    assert call.body["allowed_mentions"] == {"parse": []}


# -- calls ------------------------------------------------------------------------------------------


async def test_a_call_mentions_the_one_person_and_nobody_else(evening: Evening) -> None:
    surface = a_surface(evening.channel.id, PING)
    sent = await evening.courier.send(surface, a_ping(text="Maria, it is your turn, @here."), None)
    seen = evening.maria.sees_last(evening.channel)
    assert seen.text == f"<@{evening.maria.id}>, it is your turn, @\u200bhere."
    assert not seen.payload["flags"] & SILENT
    (call,) = evening.wire.calls_to("POST", POST)
    assert call.body["allowed_mentions"] == {"parse": [], "users": [evening.maria.id]}
    mine = a_surface(evening.channel.id, PING, message=sent.message)
    await evening.courier.edit(mine, a_ping(text="Maria, hurry."), None)
    assert evening.maria.sees_again(seen).text == f"<@{evening.maria.id}>, hurry."
    await evening.courier.delete(mine)
    assert evening.maria.sees(evening.channel) == []


async def test_a_call_without_an_account_is_a_name(evening: Evening) -> None:
    stranger = type(a_ping())("T1", "p-web", "Ugo_", "Ugo_, it is your turn.")
    await evening.courier.send(a_surface(evening.channel.id, PING), stranger, None)
    assert evening.maria.sees_last(evening.channel).text == "Ugo\\_, it is your turn."


async def test_a_call_that_does_not_name_the_person_mentions_them_first(evening: Evening) -> None:
    await evening.courier.send(a_surface(evening.channel.id, PING), a_ping(text="Your turn."), None)
    assert evening.maria.sees_last(evening.channel).text == f"<@{evening.maria.id}> Your turn."


# -- hands never leave by the wrong door ------------------------------------------------------------


async def test_a_hand_is_never_posted(evening: Evening) -> None:
    with pytest.raises(Expired):
        await evening.courier.send(a_surface(evening.channel.id, HAND), a_hand("Ad"), None)
    assert evening.luca.sees(evening.channel) == []


@pytest.mark.parametrize("kind", [SurfaceKind.TABLE, SurfaceKind.PING])
async def test_a_hand_on_a_public_surface_is_a_bug_that_shows_nothing(
    evening: Evening, kind: SurfaceKind
) -> None:
    for attempt in (evening.courier.send, evening.courier.edit):
        with pytest.raises(TypeError) as error:
            await attempt(a_surface(evening.channel.id, kind, message="1"), a_hand("Ad"), None)
        assert "Ad" not in str(error.value)
    assert evening.wire.calls_to("POST", POST) == evening.wire.calls_to("PATCH", MESSAGE) == []


async def test_an_old_token_is_not_even_tried(evening: Evening) -> None:
    ref = PrivateMessage(7, 8, "secret-token").ref
    late = a_surface(evening.channel.id, HAND, message=ref, expires_at=NOW)
    before = len(evening.wire.calls)
    for attempt in (evening.courier.edit(late, a_hand("Ad"), None), evening.courier.delete(late)):
        with pytest.raises(Expired):
            await attempt
    assert len(evening.wire.calls) == before


@pytest.mark.parametrize("ref", ["", "123", "t:1:2", "t:1:2:", "t:x:2:abc", "u:1:2:abc"])
async def test_a_ref_that_is_none_is_expired(evening: Evening, ref: str) -> None:
    with pytest.raises(Expired):
        await evening.courier.edit(a_surface(evening.channel.id, HAND, message=ref), a_hand("Ad"), None)


@pytest.mark.parametrize(
    ("kind", "code"), [("401-before", 50027), ("404-before", 10015), ("404-before", 10008)]
)
async def test_a_token_that_discord_forgot_is_expired(evening: Evening, kind: str, code: int) -> None:
    ref = PrivateMessage(7, 8, "secret-token").ref
    evening.wire.fault(method="PATCH", route="/webhooks/*", kind=kind, code=code)
    with pytest.raises(Expired):
        await evening.courier.edit(a_surface(evening.channel.id, HAND, message=ref), a_hand("Ad"), None)


# -- refusals and silences --------------------------------------------------------------------------


async def test_a_deleted_message_is_gone(evening: Evening) -> None:
    surface = a_surface(evening.channel.id, message="12345")
    with pytest.raises(MessageGone):
        await evening.courier.edit(surface, a_table(), None)


async def test_a_missing_right_is_named(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    surface = a_surface(evening.channel.id, message=sent.message, generation=2)
    evening.channel.deny(evening.wire.world.bot, "send_messages")
    with pytest.raises(Unreachable, match="Send Messages"):
        await evening.courier.send(surface, a_table(), None)
    evening.channel.deny(evening.wire.world.bot, "view_channel")
    for attempt in (evening.courier.send, evening.courier.edit):
        with pytest.raises(Unreachable, match="View Channel"):
            await attempt(surface, a_table(), None)
    evening.channel.delete()
    with pytest.raises(ChatGone):
        await evening.courier.send(surface, a_table(), None)


async def test_a_locked_thread_is_unreachable(evening: Evening) -> None:
    evening.wire.fault(method="POST", route=POST, kind="403-before", code=160005)
    with pytest.raises(Unreachable, match="locked"):
        await evening.courier.send(a_surface(evening.channel.id), a_table(), None)


async def test_an_old_message_edited_too_often_is_posted_anew_and_then_removed(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    evening.wire.fault(method="PATCH", route=MESSAGE, kind="400-before", code=30046)
    with pytest.raises(MessageGone):
        await evening.courier.edit(a_surface(evening.channel.id, message=sent.message), a_table(), None)
    anew = await evening.courier.send(a_surface(evening.channel.id, generation=2), a_table(), None)
    assert [str(seen.id) for seen in evening.luca.sees(evening.channel)] == [anew.message]


async def test_a_short_rate_limit_is_waited_out(evening: Evening) -> None:
    evening.wire.fault(method="POST", route=POST, kind="429", retry_after=0.02)
    await evening.courier.send(a_surface(evening.channel.id), a_table(), DRAWN)
    assert len(evening.luca.sees(evening.channel)) == 1


async def test_a_long_rate_limit_is_told(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), DRAWN)
    evening.wire.fault(method="PATCH", route=MESSAGE, kind="429", retry_after=77)
    with pytest.raises(TryLater) as told:
        await evening.courier.edit(a_surface(evening.channel.id, message=sent.message), a_table(), None)
    assert told.value.seconds == pytest.approx(77, abs=1)


async def test_a_connection_cut_after_the_effect_is_uncertain_and_the_repeat_makes_no_double(
    evening: Evening,
) -> None:
    surface = a_surface(evening.channel.id)
    evening.wire.fault(method="POST", route=POST, kind="cut-after")
    with pytest.raises(Uncertain):
        await evening.courier.send(surface, a_table(), DRAWN)
    await evening.courier.send(surface, a_table(), DRAWN)
    assert len(evening.luca.sees(evening.channel)) == 1


async def test_a_cut_edit_is_tried_again_soon(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    evening.wire.fault(method="PATCH", route=MESSAGE, kind="cut-after")
    with pytest.raises(TryLater) as told:
        await evening.courier.edit(a_surface(evening.channel.id, message=sent.message), a_table(), None)
    assert told.value.seconds == 1


async def test_a_silent_discord_is_not_waited_for_for_ever(evening: Evening) -> None:
    client = evening.courier._client_now
    hasty = DiscordCourier(client, patience=0.05)
    evening.wire.fault(method="POST", route=POST, kind="hang")
    with pytest.raises(Uncertain):
        await hasty.send(a_surface(evening.channel.id), a_table(), None)
    evening.wire.release()


async def test_without_a_connection_the_courier_asks_to_wait(evening: Evening) -> None:
    nowhere = DiscordCourier(lambda: None)
    with pytest.raises(TryLater):
        await nowhere.send(a_surface(evening.channel.id), a_table(), None)
    with pytest.raises(TryLater):
        await nowhere.send(a_surface(evening.channel.id, PING), a_ping(), None)


class Answered:
    """An HTTP answer as the library keeps it in its errors."""

    def __init__(self, status: int, **headers: str) -> None:
        self.status, self.reason, self.headers = status, "", headers


def refused(status: int, code: int = 0, **headers: str) -> discord.HTTPException:
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    answer = Answered(status, **{name.replace("_", "-"): value for name, value in headers.items()})
    return kind(answer, {"code": code, "message": "no"})  # type: ignore[arg-type]  # as much of it as is read


@pytest.mark.parametrize(
    ("error", "creating", "expected"),
    [
        (refused(500), True, Uncertain),
        (refused(503), False, TryLater),
        (refused(429, Retry_After="12.5"), True, TryLater),
        (refused(429, Retry_After="soon"), True, TryLater),
        (refused(429), False, TryLater),
        (refused(401), True, TryLater),
        (refused(403, 50007), True, Unreachable),
        (refused(403, 50278), True, Unreachable),
        (refused(403, 50083), True, Unreachable),
        (refused(404, 10003), True, ChatGone),
        (refused(404, 10004), False, ChatGone),
        (refused(403, 20026), True, Unreachable),
        (refused(400, 50035), True, NotAccepted),
        (refused(413), False, NotAccepted),
        (discord.RateLimited(31.0), True, TryLater),
        (TimeoutError(), True, Uncertain),
        (ConnectionResetError(), False, TryLater),
    ],
    ids=repr,
)
def test_what_discord_says_has_one_meaning(
    error: Exception, creating: bool, expected: type[Exception]
) -> None:
    with pytest.raises(expected), in_our_words(creating=creating):
        raise error


def test_a_complaint_about_a_private_message_does_not_repeat_what_is_in_it() -> None:
    with pytest.raises(NotAccepted, match=r"status 400, code 50035\): no"), in_our_words():
        raise refused(400, 50035)
    with pytest.raises(NotAccepted, match=r"status 400, code 50035\)$"), in_our_words(private=True):
        raise refused(400, 50035)


def test_the_wait_is_the_one_discord_asks_for() -> None:
    with pytest.raises(TryLater, match=r"12\.5"), in_our_words():
        raise refused(429, Retry_After="12.5")
