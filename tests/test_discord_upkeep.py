"""Messages that grow old, pictures too large, servers that block: each is met so that the table goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from adapters.discord import Discord, DiscordCourier
from adapters.discord.troubles import in_our_words
from bot.service.ports import MessageGone, Picture, TryLater, Unreachable
from bot.service.records import SurfaceKind
from doubles.discord_desk import ScriptedDesk, a_ping, a_surface, a_table
from doubles.discord_evening import Evening, an_evening
from doubles.discord_sample import picture
from doubles.discord_wire import DiscordWire

POST = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
DRAWN = Picture("table-9f2.png", picture())
MINUTE = 60


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    async def account(player: str) -> str | None:
        return str(tonight.luca.id) if player == "p-maria" else None

    def make(desk: ScriptedDesk) -> Discord:
        return Discord(wire.world.token, desk, mention_of=account, now=lambda: int(wire.clock.now() * 1000))

    async with an_evening(wire, make) as tonight:
        yield tonight


async def a_posted_table(evening: Evening) -> Any:
    """The surface of a table that has just been posted."""
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), DRAWN)
    return a_surface(evening.channel.id, message=sent.message, generation=2)


# -- messages grow old ------------------------------------------------------------------------------


async def test_between_two_deals_an_old_table_moves_down_and_the_old_message_goes(evening: Evening) -> None:
    surface = await a_posted_table(evening)
    evening.luca.says(evening.channel, "what a game")
    evening.wire.clock.move(51 * MINUTE)
    with pytest.raises(MessageGone):
        await evening.courier.edit(surface, a_table("Maria wins the deal", between=True), DRAWN)
    assert len(evening.luca.sees(evening.channel)) == 2
    await evening.courier.send(surface, a_table("Maria wins the deal", between=True), DRAWN)
    said, table = evening.luca.sees(evening.channel)
    assert (said.text, table.text.splitlines()[0]) == ("what a game", "**Maria wins the deal**")


@pytest.mark.parametrize(("minutes", "between"), [(49, True), (51, False), (600, False)])
async def test_a_young_message_and_one_within_a_deal_stay_where_they_are(
    evening: Evening, minutes: int, between: bool
) -> None:
    surface = await a_posted_table(evening)
    evening.wire.clock.move(minutes * MINUTE)
    await evening.courier.edit(surface, a_table("Luca to play", between=between), DRAWN)
    (seen,) = evening.luca.sees(evening.channel)
    assert str(seen.id) == surface.message


async def test_an_old_message_that_bears_no_more_edits_is_made_anew(evening: Evening) -> None:
    surface = await a_posted_table(evening)
    evening.wire.fault(method="PATCH", route=MESSAGE, kind="400-before", code=30046)
    with pytest.raises(MessageGone):
        await evening.courier.edit(surface, a_table("Luca to play"), DRAWN)
    await evening.courier.send(surface, a_table("Luca to play"), DRAWN)
    (seen,) = evening.luca.sees(evening.channel)
    assert seen.text.startswith("**Luca to play**")


# -- what is too much for a server ------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (413, 0), (400, 40005)])
async def test_a_picture_too_large_for_discord_is_left_out(evening: Evening, status: int, code: int) -> None:
    evening.wire.fault(method="POST", route=POST, kind=f"{status}-before", code=code)
    surface = await a_posted_table(evening)
    (seen,) = evening.luca.sees(evening.channel)
    assert (seen.pictures, seen.labels) == ((), ["My hand"])
    evening.wire.fault(method="PATCH", route=MESSAGE, kind=f"{status}-before", code=code)
    await evening.courier.edit(surface, a_table("Luca to play"), DRAWN)
    assert evening.luca.sees_again(seen).text.startswith("**Luca to play**")
    await evening.courier.edit(surface, a_table("Maria to play"), DRAWN)
    assert len(evening.luca.sees_again(seen).pictures) == 1


class Answered:
    """An HTTP answer as the library keeps it in its errors."""

    def __init__(self, status: int, **headers: str) -> None:
        self.status, self.reason, self.headers = status, "", headers


def refused(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(Answered(status), {"code": code, "message": "no"})  # type: ignore[arg-type]  # as much of it as is read


@pytest.mark.parametrize(
    ("status", "code", "expected", "said"),
    [
        (403, 50001, Unreachable, "the permission View Channel is missing"),
        (403, 50013, Unreachable, "Read Message History is missing"),
        (400, 50083, Unreachable, "This thread is locked"),
        (403, 160005, Unreachable, "This thread is locked"),
        (400, 200000, Unreachable, "AutoMod blocks"),
        (400, 200001, Unreachable, "AutoMod blocks"),
        (400, 20016, TryLater, "5 s"),
    ],
)
@pytest.mark.parametrize("creating", [True, False])
def test_each_refusal_is_told_in_a_sentence_for_people(
    creating: bool, status: int, code: int, expected: type[Exception], said: str
) -> None:
    with pytest.raises(expected, match=said), in_our_words(creating=creating):
        raise refused(status, code)


# -- who has left -----------------------------------------------------------------------------------


async def test_who_has_left_the_server_is_not_called_but_leaves_the_table(evening: Evening) -> None:
    surface = a_surface(evening.channel.id, SurfaceKind.PING)
    evening.luca.leaves(evening.guild)
    with pytest.raises(MessageGone):
        await evening.courier.send(surface, a_ping(), None)
    ((where, user),) = evening.desk.departed
    assert (where.chat, user) == (str(evening.channel.id), str(evening.luca.id))
    assert evening.maria.sees(evening.channel) == []
    await evening.courier.send(surface, a_ping(), None)  # it is told once: whoever is called still, is called
    assert len(evening.desk.departed) == 1
    assert len(evening.maria.sees(evening.channel)) == 1


async def test_who_is_there_is_called(evening: Evening) -> None:
    await evening.courier.send(a_surface(evening.channel.id, SurfaceKind.PING), a_ping(), None)
    assert evening.desk.departed == []
    assert [seen.text for seen in evening.luca.pings] == [f"<@{evening.luca.id}>, it is your turn."]


@pytest.mark.parametrize("kind", ["500-before", "cut-before", "403-before", "429"])
async def test_where_discord_does_not_say_who_is_there_people_are_called(evening: Evening, kind: str) -> None:
    evening.wire.fault(method="GET", route="/guilds/{guild_id}/members/{user_id}", kind=kind, times=9)
    await evening.courier.send(a_surface(evening.channel.id, SurfaceKind.PING), a_ping(), None)
    assert evening.desk.departed == []
    assert len(evening.luca.pings) == 1


async def test_a_courier_alone_asks_nobody_who_is_there(evening: Evening) -> None:
    evening.luca.leaves(evening.guild)
    alone = DiscordCourier(evening.courier._client_now, mention_of=evening.courier._mention_of)
    await alone.send(a_surface(evening.channel.id, SurfaceKind.PING), a_ping(), None)
    assert len(evening.maria.sees(evening.channel)) == 1
