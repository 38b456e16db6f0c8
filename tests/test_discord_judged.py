"""A judge of our own: what is sent to Discord held against its published API, and forty servers while everything fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from discord import Permissions
from judging.discord_bot import JudgedBot, in_a_hurry, running
from judging.discord_forty import Forty, Plan, judge
from judging.discord_people import Circle
from judging.discord_requests import faults_of, faults_of_packet
from killing.books import unsettled

from bot.game.cards import DECK
from bot.service import setbacks
from doubles.discord_rest import Call
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Guild

MESSAGES, ONE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
CALLBACK = "/interactions/{interaction_id}/{token}/callback"
LAYOUT = 32768
SAID = {"type": 10, "content": "Maria to play"}
PRESS = {"type": 2, "style": 2, "label": "My hand", "custom_id": "b:x"}
GOOD: dict[str, Any] = {
    "flags": LAYOUT | 4096,
    "nonce": "1-1",
    "enforce_nonce": True,
    "allowed_mentions": {"parse": []},
    "components": [SAID, {"type": 1, "components": [PRESS]}],
}


def judged(body: dict[str, Any], method: str = "POST", route: str = MESSAGES, **more: Any) -> list[str]:
    return list(faults_of(method, route, body, more.pop("files", {}), **more))


def gallery(name: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}, "description": "A table."}]}


# -- the judge itself -------------------------------------------------------------------------------


def test_a_good_message_is_taken() -> None:
    assert judged(GOOD) == []
    files = {"files[0]": ("table.png", b"png")}
    shown = {
        **GOOD,
        "components": [gallery("table.png"), SAID],
        "attachments": [{"id": 0, "filename": "table.png"}],
    }
    assert judged(shown, files=files) == []
    assert judged({"components": [SAID]}, "PATCH", ONE, layout=lambda: True) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"nonce": None}, "without a nonce"),
        ({"nonce": "n" * 26}, "26 characters"),
        ({"enforce_nonce": False}, "without a nonce"),
        ({"content": "beside"}, "content beside a layout"),
        ({"flags": LAYOUT | 64}, "flags 0x40"),
        ({"components": [SAID] * 41}, "41 entries"),
        ({"components": [{"type": 1, "components": [PRESS] * 6}]}, "6 entries"),
        ({"components": [{"type": 1, "components": [PRESS, PRESS]}]}, "twice"),
        ({"components": [PRESS]}, "type 2 cannot stand here"),
        (
            {"components": [{"type": 10, "content": "x" * 2500}, {"type": 10, "content": "x" * 2500}]},
            "5000 characters",
        ),
        ({"components": [{"type": 1, "components": [{**PRESS, "label": "x" * 81}]}]}, "81 characters"),
        ({"components": [{"type": 1, "components": [{**PRESS, "custom_id": "x" * 101}]}]}, "101 characters"),
        ({"components": [{"type": 1, "components": [{**PRESS, "label": ""}]}]}, "nothing is written"),
        ({"components": [gallery("table.png")]}, "shown, and not sent"),
        ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "twice over"),
        ({"allowed_mentions": {"parse": ["people"]}}, "is none of"),
        ({"embed": {}}, "nobody knows a field 'embed'"),
    ],
)
def test_a_bad_message_is_not_taken(change: dict[str, Any], why: str) -> None:
    found = judged({**GOOD, **change})
    assert any(why in one for one in found), found


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        (3, {"type": 8, "data": {"choices": []}}, "is answered by kind 8"),
        (4, {"type": 4, "data": {"content": "no"}}, "is answered by kind 4"),
        (2, {"type": 6}, "is answered by kind 6"),
        (5, {"type": 9, "data": {"title": "t", "custom_id": "c", "components": []}}, "is answered by kind 9"),
        (3, {"type": 5, "data": {"flags": LAYOUT}}, "cannot be set here"),
        (3, {"type": 9, "data": {"title": "t" * 46, "custom_id": "c", "components": []}}, "46 characters"),
        (3, {"type": 4, "data": {"flags": 64}}, "the message is empty"),
    ],
)
def test_a_bad_answer_is_not_taken(kind: int, body: dict[str, Any], why: str) -> None:
    found = judged(body, "POST", CALLBACK, kind=kind)
    assert any(why in one for one in found), found


def test_commands_threads_emojis_and_sessions_are_looked_at() -> None:
    command = {"name": "play", "description": "Play", "type": 1}
    assert judged([command], "PUT", "/applications/{app_id}/commands") == []  # type: ignore[arg-type]  # a list
    wrongs: tuple[dict[str, Any], ...] = (
        {"name": "Play"},
        {"description": ""},
        {"contexts": []},
        {"name_localizations": {"xx": "a"}},
    )
    for wrong in wrongs:
        assert judged([{**command, **wrong}], "PUT", "/applications/{app_id}/commands")  # type: ignore[arg-type]  # a list
    thread = "/channels/{channel_id}/messages/{message_id}/threads"
    assert judged({"name": "Briscola", "auto_archive_duration": 10080}, "POST", thread) == []
    assert judged({"name": "", "auto_archive_duration": 61}, "POST", thread)
    assert judged(
        {"name": "a b", "image": "data:image/png;base64,AAAA"}, "POST", "/applications/{app_id}/emojis"
    )
    assert judged({}, "DELETE", "/guilds/{guild_id}/bans/{user_id}") != []
    identify = {
        "token": "t",
        "intents": 1,
        "properties": {"os": "linux", "browser": "b", "device": "d"},
        "shard": [0, 1],
    }
    assert list(faults_of_packet({"op": 2, "d": identify})) == []
    assert list(faults_of_packet({"op": 2, "d": {**identify, "intents": 3}}))
    assert list(faults_of_packet({"op": 8, "d": {}}))


# -- forty servers ----------------------------------------------------------------------------------


@pytest.mark.judged
async def test_forty_servers_play_while_everything_goes_wrong(sqlite_url: str) -> None:
    report = await judge(Plan(7, sqlite_url, guilds=40, most=1, whole=2, trouble=0.2, seconds=100))
    assert not report.faults, str(report)
    assert report.moves >= 40
    assert sum(report.happened.values()) >= 20


async def test_the_judge_sees_what_is_wrong(sqlite_url: str) -> None:
    async with DiscordWire() as wire:
        forty = Forty(wire, Plan(5, sqlite_url, guilds=1, most=2, whole=0, trouble=0))
        report = await forty.goes()
        assert not report.faults, str(report)
        verdict, circle = forty.verdict, forty.circles[0]
        assert verdict
        table = next(m for m in circle.room.messages.values() if not m.ephemeral and m.components)
        first = next(iter(wire.world.interactions.values()))
        first.callback = None
        said = f"b:{circle.name}-d1t9-play-"
        seen = [c.code for c in DECK]
        tell(wire, circle, {**GOOD, "nonce": "x", "components": [row(said + code) for code in seen[:20]]})
        tell(wire, circle, {**GOOD, "nonce": "x", "components": [SAID, {**SAID, "content": "@everyone"}]})
        tell(wire, circle, {"content": "<@1>", "nonce": "y", "enforce_nonce": True})
        wire.calls[-1].code = 50027
        circle.room.messages[1] = replace(table, id=1)
        found = "\n".join(verdict.faults())
    for wrong in (
        "never answered",
        "everybody saw",
        "calls everybody",
        "left open",
        "token that had ended",
        "in 2 messages",
    ):
        assert wrong in found, found


def row(custom_id: str) -> dict[str, Any]:
    return {"type": 1, "components": [{**PRESS, "custom_id": custom_id}]}


def tell(wire: DiscordWire, circle: Circle, body: dict[str, Any]) -> None:
    """A message to the channel that the bot never sent."""
    path = f"/channels/{circle.room.id}/messages"
    wire.calls.append(Call("POST", MESSAGES, path, body, {}, 0.0, 200))


# -- what the judge has found -----------------------------------------------------------------------


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        standing.clock.run()
        yield standing


async def test_the_end_of_a_game_is_given_up_where_the_bot_was_thrown_out(
    wire: DiscordWire, sqlite_url: str
) -> None:
    """Every minute a request that Discord refuses, for ever, for each table in each server that has had enough of us."""
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    ada = wire.person("Ada", guild=guild)
    with in_a_hurry(wire):
        setbacks.UNREACHABLE_REST = 10
        async with running(JudgedBot(wire, sqlite_url)):
            await wire.until(lambda: wire.commands)
            await ada.runs(channel, "briscola play", opponent="the computer")
            await wire.until(lambda: any(s.buttons and not s.ephemeral for s in ada.sees(channel)))
            wire.expel_bot(guild)
            await wire.until(
                lambda: any(call.code == 50001 for call in wire.calls), hint="a try to show the end"
            )
            async with asyncio.timeout(20):
                while await asyncio.to_thread(unsettled, sqlite_url):
                    await asyncio.sleep(0.05)
    assert len([call for call in wire.calls if call.code == 50001]) < 10


async def test_where_nobody_may_write_it_is_tried_ever_more_rarely_until_somebody_presses(
    wire: DiscordWire, sqlite_url: str
) -> None:
    """Once a minute and table is too often where thousands of servers have taken a right away and forgotten us."""
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    ada, bea = (wire.person(name, guild=guild) for name in ("Ada", "Bea"))
    with in_a_hurry(wire):
        setbacks.UNREACHABLE_REST = 20
        async with running(JudgedBot(wire, sqlite_url)):
            await wire.until(lambda: wire.commands)
            await ada.runs(channel, "briscola play")
            await wire.until(lambda: any(s.buttons and not s.ephemeral for s in bea.sees(channel)))
            (table,) = [s for s in bea.sees(channel) if not s.ephemeral]
            wire.fault(method="PATCH", route="/channels/*", kind="403-before", code=50013, times=1_000)
            await bea.presses(table, "Sit down")
            await asyncio.sleep(2)  # that long nobody presses: every 20 ms would be a hundred tries
            assert 1 <= len([call for call in wire.calls if call.code == 50013]) <= 9
            wire.rest.faults.clear()
            await bea.presses(table, "Sit down")
            await wire.until(lambda: "Bea" in bea.sees_again(table).text, hint="the table to be shown again")


@pytest.mark.parametrize("how", ["channel", "role"])
async def test_rights_given_back_show_the_table_at_once(wire: DiscordWire, sqlite_url: str, how: str) -> None:
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    ada, bea = (wire.person(name, guild=guild) for name in ("Ada", "Bea"))
    with in_a_hurry(wire):
        setbacks.UNREACHABLE_REST = 3_600_000
        async with running(JudgedBot(wire, sqlite_url)):
            await wire.until(lambda: wire.commands)
            await ada.runs(channel, "briscola play")
            await wire.until(lambda: any(s.buttons and not s.ephemeral for s in bea.sees(channel)))
            (table,) = [s for s in bea.sees(channel) if not s.ephemeral]
            fault = wire.fault(
                method="PATCH", route="/channels/*", kind="403-before", code=50013, times=1_000
            )
            await bea.presses(table, "Sit down")
            await wire.until(lambda: fault.happened, hint="a try")
            wire.rest.faults.clear()
            if how == "channel":
                channel.allow(wire.world.bot, "send_messages")
            else:
                wire.world.emit("GUILD_ROLE_UPDATE", may_more(guild), guild)
            await wire.until(lambda: "Bea" in bea.sees_again(table).text, hint="the table to be shown again")


def may_more(guild: Guild) -> dict[str, Any]:
    """Everybody in the server may do one thing more."""
    role = guild.everyone
    role.permissions |= Permissions(manage_emojis=True).value
    return {"guild_id": str(guild.id), "role": role.payload()}
