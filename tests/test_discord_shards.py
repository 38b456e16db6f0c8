"""Shards are shared out over processes, begin in turns, come back by themselves, and are told of when they are missing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path

import aiohttp
import pytest
from discord import GatewayNotFound, SessionStartLimits
from judging.discord_bot import JudgedBot, in_a_hurry, running
from killing.program import Program

from adapters.discord import Discord, DiscordCourier, State, TokenRefused, patience, sessions
from adapters.discord.refusals import BANNED, SLOW, STOP, WINDOW, Refusals
from adapters.discord.sessions import SESSIONS_KEPT, Sessions, SessionsSpent
from bot.service.meters import Meters
from bot.service.ports import StoreUnavailable, TryLater, Uncertain
from doubles.discord_desk import ScriptedDesk, a_surface, a_table
from doubles.discord_evening import an_evening
from doubles.discord_evening import running as connected
from doubles.discord_launcher import discord_at
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel, Guild

AT_ONCE = (0.01,)
ABOUT = 0.15
"""A turn lasts 0.3 s here; what begins after it may be a little late."""


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing


@pytest.fixture(autouse=True)
def short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "HOLD", 300)


def guild_of(wire: DiscordWire, shard: int, count: int) -> Guild:
    """A server whose events go to that shard: ids carry the moment, so a little time passes."""
    for number in range(100):
        wire.clock.move(0.001)
        guild = wire.guild(f"Bar {shard}-{number}")
        if (guild.id >> 22) % count == shard:
            return guild
    raise AssertionError("no such server")


class OneAtATime(ScriptedDesk):
    """A desk whose gates are closed behind whoever passes, on the event loop's clock."""

    def __init__(self) -> None:
        super().__init__()
        self.until_then: dict[str, float] = {}

    async def gate(self, name: str, hold: int) -> int:
        now = asyncio.get_running_loop().time()
        if (wait := self.until_then.get(name, 0.0) - now) > 0:
            return int(wait * 1000) + 1
        self.until_then[name] = now + hold / 1000
        return 0


def apart(wire: DiscordWire) -> list[float]:
    """Seconds between the sessions that were asked for."""
    times = [at for at, _ in wire.gateway.began]
    return [later - earlier for earlier, later in pairwise(times)]


# -- turns ------------------------------------------------------------------------------------------


async def test_all_shards_that_discord_recommends_begin_one_after_another(wire: DiscordWire) -> None:
    wire.gateway.shards = 3
    async with connected(wire, Discord(wire.world.token, OneAtATime())):
        assert [(one.shard, one.shard_count) for one in wire.gateway.sessions] == [(0, 3), (1, 3), (2, 3)]
    assert min(apart(wire)) >= ABOUT


async def test_as_many_begin_at_once_as_discord_allows(wire: DiscordWire) -> None:
    wire.gateway.shards, wire.gateway.max_concurrency = 4, 2
    desk = OneAtATime()
    async with connected(wire, Discord(wire.world.token, desk)):
        assert len(wire.gateway.online) == 4
    bot = wire.world.application_id
    assert set(desk.until_then) == {f"discord-sessions:{bot}:0", f"discord-sessions:{bot}:1"}
    by_shard = {shard: at for at, shard in wire.gateway.began}
    assert by_shard[2] - by_shard[0] >= ABOUT
    assert by_shard[3] - by_shard[1] >= ABOUT


async def test_processes_take_turns_by_the_database(wire: DiscordWire, sqlite_url: str) -> None:
    wire.clock.run()
    with in_a_hurry(wire, hold=1000):
        async with AsyncExitStack() as stack:
            both = [
                JudgedBot(wire, sqlite_url, shards=some, shard_count=4) for some in (range(2), range(2, 4))
            ]
            await asyncio.gather(*(stack.enter_async_context(running(one)) for one in both))
            assert {one.shard for one in wire.gateway.online} == {0, 1, 2, 3}
    assert min(apart(wire)) >= ABOUT


async def test_without_a_database_a_shard_waits_as_if_alone(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    class Silent(ScriptedDesk):
        async def gate(self, name: str, hold: int) -> int:
            raise StoreUnavailable

    async with connected(wire, Discord(wire.world.token, Silent())):
        assert wire.online
    assert "no turn can be taken" in caplog.text


async def test_a_session_taken_up_again_needs_no_turn(wire: DiscordWire) -> None:
    desk = OneAtATime()
    async with an_evening(wire, lambda _: Discord(wire.world.token, desk)) as evening:
        (key,) = desk.until_then
        desk.until_then[key] += 3600
        wire.gateway.drop()
        act = await evening.maria.runs(evening.channel, "briscola stats", wait=False)
        await act.content()
    assert (wire.gateway.identifies, wire.gateway.sessions[0].resumes) == (1, 1)


@pytest.mark.parametrize("forgets", ["invalid", "long pause"])
async def test_a_shard_that_lost_its_session_waits_for_its_turn_and_comes_back(
    wire: DiscordWire, forgets: str
) -> None:
    wire.gateway.shards = 2
    desk = OneAtATime()
    async with an_evening(wire, lambda _: Discord(wire.world.token, desk)) as evening:
        if forgets == "invalid":
            wire.gateway.invalidate(shard=0)
            wire.gateway.invalidate(shard=1)
        else:
            wire.gateway.forget_sessions()
        await wire.until(lambda: len(wire.gateway.online) == 2, hint="both shards")
        await evening.maria.runs(evening.channel, "briscola stats")
    assert wire.gateway.identifies == 4
    assert min(apart(wire)[-1:]) >= ABOUT


async def test_a_lost_session_begins_anew_while_nobody_tells_how_many_are_left() -> None:
    sessions_of = Sessions(ScriptedDesk(), told := Told())
    await sessions_of.expect(1)
    told.silent = True
    await sessions_of.expect(1)
    for _ in range(told.limits.remaining - SESSIONS_KEPT + 1):
        await sessions_of.turn(1, 0)
    with pytest.raises(SessionsSpent):
        await sessions_of.turn(1, 0)
    with pytest.raises(GatewayNotFound):
        await Sessions(ScriptedDesk(), told).expect(1)


class Told:
    """What Discord tells of sessions, until it is silent."""

    def __init__(self) -> None:
        self.silent = False
        self.limits = SessionStartLimits(
            total=1000, remaining=SESSIONS_KEPT + 3, reset_after=1000, max_concurrency=1
        )

    async def __call__(self) -> SessionStartLimits:
        if self.silent:
            raise GatewayNotFound
        return self.limits


# -- the day's sessions -----------------------------------------------------------------------------


async def test_a_loop_of_invalid_sessions_leaves_the_last_ones_of_the_day(
    wire: DiscordWire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sessions, "HOLD", 1)
    wire.gateway.identify_limit = SESSIONS_KEPT + 5
    stop = asyncio.Event()
    client = Discord(wire.world.token, ScriptedDesk(), waits=AT_ONCE)

    def refuse() -> None:
        if wire.gateway.online:
            wire.gateway.invalidate()

    wire.world.on_change = both(wire.world.on_change, refuse)
    with discord_at(wire.url):
        run = asyncio.create_task(client.run(stop, lambda: None))
        await wire.until(lambda: wire.gateway.identifies >= 6, hint="the loop")
        await until_told(caplog, "resets tokens")
        assert not run.done()
        stop.set()
        await asyncio.wait_for(run, 10)
    assert wire.gateway.identifies == 6


def both(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    def call() -> None:
        first()
        second()

    return call


async def until_told(caplog: pytest.LogCaptureFixture, words: str) -> None:
    async with asyncio.timeout(10):
        while words not in caplog.text:
            await asyncio.sleep(0.02)


async def test_shards_do_not_begin_where_not_all_of_them_can(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.gateway.shards, wire.gateway.identify_limit = 8, SESSIONS_KEPT + 6
    stop = asyncio.Event()
    with discord_at(wire.url):
        run = asyncio.create_task(
            Discord(wire.world.token, ScriptedDesk(), waits=AT_ONCE).run(stop, lambda: None)
        )
        await until_told(caplog, "resets tokens")
        stop.set()
        await asyncio.wait_for(run, 10)
    assert wire.gateway.identifies == 0


async def test_a_bot_that_has_grown_asks_how_many_shards_it_needs(wire: DiscordWire) -> None:
    wire.gateway.wants_more_shards = True
    with discord_at(wire.url):
        stop, ready = asyncio.Event(), asyncio.Event()
        wire.fault(method="GET", route="/gateway/bot", kind="500-before", times=0)
        discord = Discord(wire.world.token, ScriptedDesk(), waits=AT_ONCE)
        run = asyncio.create_task(discord.run(stop, ready.set))
        await asyncio.wait_for(ready.wait(), 10)
        wire.gateway.shards = 2
        ready.clear()
        await wire.gateway.close(4011)
        await asyncio.wait_for(ready.wait(), 10)
        assert {one.shard_count for one in wire.gateway.online} == {2}
        stop.set()
        await run


async def test_shards_that_are_too_few_are_told_in_one_sentence(wire: DiscordWire) -> None:
    wire.gateway.shards, wire.gateway.wants_more_shards = 4, True
    few = Discord(wire.world.token, ScriptedDesk(), waits=AT_ONCE, shards=[0], shard_count=2)
    with discord_at(wire.url), pytest.raises(TokenRefused, match="DISCORD_SHARDS"):
        await asyncio.wait_for(few.run(asyncio.Event(), lambda: None), 10)


# -- which shard hears what -------------------------------------------------------------------------


async def test_private_chats_are_heard_by_the_process_with_the_first_shard(wire: DiscordWire) -> None:
    guilds = [guild_of(wire, shard, 2) for shard in range(2)]
    people = [wire.person(name, guild=guild) for name, guild in zip(("Ada", "Bea"), guilds, strict=True)]
    desks = [ScriptedDesk(), ScriptedDesk()]
    async with AsyncExitStack() as stack:
        for shard, desk in enumerate(desks):
            discord = Discord(wire.world.token, desk, shards=[shard], shard_count=2)
            _ = await stack.enter_async_context(connected(wire, discord))
        await wire.until(lambda: wire.commands)
        for person, guild in zip(people, guilds, strict=True):
            await person.runs(guild.channel("tavolo"), "briscola stats")
        await people[1].runs(wire.dm(people[1]), "briscola stats")
    assert [[one.who.name for one in desk.asked] for desk in desks] == [["Ada", "Bea"], ["Bea"]]
    assert len(wire.calls_to("PUT", "/applications/")) == 1


async def test_two_processes_on_one_shard_act_once_and_answer_once(
    wire: DiscordWire, sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    wire.clock.run()
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    ada = wire.person("Ada", guild=guild)
    with in_a_hurry(wire):
        async with AsyncExitStack() as stack:
            for _ in range(2):
                await stack.enter_async_context(running(JudgedBot(wire, sqlite_url)))
            await starts(wire, ada, channel)
            hand = mine(ada.sees(channel))[-1]
            card = next(b for b in hand.buttons if "-play-" in b.custom_id)
            await ada.presses_custom_id(hand, card.custom_id)
            await wire.until(
                lambda: (
                    card.custom_id
                    not in {b.custom_id for one in mine(ada.sees(channel)) for b in one.buttons}
                ),
                hint="the next hand",
            )
            assert len([one for one in ada.sees(channel) if not one.ephemeral]) == 1
            assert len([one for one in mine(ada.sees(channel)) if one.pictures]) == 1
    assert wire.unanswered == []
    assert "Traceback" not in caplog.text


def mine(seen: list[Seen]) -> list[Seen]:
    """What nobody else sees."""
    return [one for one in seen if one.ephemeral]


async def public(wire: DiscordWire, sees: Callable[[Channel], list[Seen]], channel: Channel) -> Seen:
    """The table's message."""
    await wire.until(lambda: [s for s in sees(channel) if not s.ephemeral and s.buttons], hint="the table")
    return next(s for s in sees(channel) if not s.ephemeral and s.buttons)


async def test_the_other_shards_go_on_when_a_process_is_killed(
    wire: DiscordWire, sqlite_url: str, tmp_path: Path
) -> None:
    wire.clock.run()
    guilds = [guild_of(wire, shard, 2) for shard in range(2)]
    people = [wire.person(name, guild=guild) for name, guild in zip(("Ada", "Bea"), guilds, strict=True)]
    channels = [guild.channel("tavolo") for guild in guilds]
    settings = {"DATABASE_URL": sqlite_url, "DISCORD_TOKEN": wire.world.token, "DISCORD_SHARDS": "0/2"}
    program = Program(tmp_path, settings, wire.url, "brisk")
    with in_a_hurry(wire):
        try:
            async with running(JudgedBot(wire, sqlite_url, shards=[1], shard_count=2)):
                await program.start()
                await wire.until(lambda: wire.commands, hint="the commands")
                await people[0].runs(channels[0], "briscola play", opponent="the computer")
                first = await public(wire, people[0].sees, channels[0])
                await program.kill()
                await wire.until(lambda: len(wire.gateway.online) == 1, hint="the end of a session")
                await starts(wire, people[1], channels[1])
                await program.start()
                await wire.until(lambda: len(wire.gateway.online) == 2, hint="the other shard")
                await plays(wire, people[0], first)
            assert await program.stop() == 0
        finally:
            await program.ends()
    assert program.faults == []
    assert wire.violations == []


async def starts(wire: DiscordWire, person: Person, channel: Channel) -> None:
    """Somebody opens a table with the computer and starts it."""
    await person.runs(channel, "briscola play", opponent="the computer")
    await plays(wire, person, await public(wire, person.sees, channel))


async def plays(wire: DiscordWire, person: Person, table: Seen) -> None:
    """Somebody starts their table, and sees their cards."""
    channel = wire.world.channels[table.channel_id]
    await person.presses(person.sees_again(table), "start")
    await wire.until(lambda: any(one.pictures for one in mine(person.sees(channel))), hint="the hand")


# -- how it stands ----------------------------------------------------------------------------------


async def test_a_missing_shard_is_named_and_counted(wire: DiscordWire) -> None:
    wire.gateway.shards = 2
    meters = Meters()
    discord = Discord(wire.world.token, ScriptedDesk(), meters=meters)
    async with connected(wire, discord):
        assert discord.trouble == ""
        assert shards_in(meters) == {"wanted": 2, "connected": 2}
        client = discord._client
        assert client
        await client.on_shard_disconnect(1)
        assert discord.state is State.CONNECTING
        assert "of 2 shards, these are missing here: 1." in discord.trouble
        assert shards_in(meters) == {"wanted": 2, "connected": 1}
        await client.on_shard_disconnect(0)
        assert discord.trouble == "Discord is not connected at the moment."
        await client.on_shard_resumed(0)
        await client.on_shard_ready(1)
        assert discord.trouble == ""
    assert shards_in(meters) == {"wanted": 0, "connected": 0}


def shards_in(meters: Meters) -> dict[str, float]:
    return {state: meters.shards.labels(state)._value.get() for state in ("wanted", "connected")}


async def test_the_web_tells_of_shards(wire: DiscordWire, sqlite_url: str) -> None:
    wire.clock.run()
    with in_a_hurry(wire):
        judged = JudgedBot(wire, sqlite_url, shards=[1], shard_count=2)
        async with running(judged), aiohttp.ClientSession() as session:
            url = judged.url
            async with session.get(f"{url}/readyz") as told:
                assert json.loads(await told.text())["checks"]["discord"] == "ok"
            async with session.get(f"{url}/metrics") as told:
                assert 'briscola_discord_shards{state="connected"} 1.0' in await told.text()


# -- what Discord refuses ---------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_only_refusals_count_and_those_shared_with_others_do_not() -> None:
    counted: list[int] = []
    refusals = Refusals(clock=Clock(), count=counted.append)
    for status in (200, 204, 400, 404, 500, 502):
        refusals.note(status)
    refusals.note(429, shared=True)
    assert len(refusals) == 0
    for status in (401, 403, 429):
        refusals.note(status)
    assert (len(refusals), counted) == (3, [401, 403, 429])


def test_many_refusals_slow_down_what_can_wait_and_more_of_them_stop_it() -> None:
    clock = Clock()
    refusals = Refusals(clock=clock)
    for _ in range(SLOW - 1):
        refusals.note(403)
    assert refusals.wait() == 0.0
    refusals.note(403)
    assert [refusals.wait(), refusals.wait()] == [0.0, 1.0]
    clock.now += 1
    assert refusals.wait() == 0.0
    clock.now += 9
    for _ in range(STOP - SLOW):
        refusals.note(429)
    assert refusals.wait() == WINDOW - 10
    clock.now += WINDOW - 10
    assert refusals.wait() == 0.0


def test_the_worst_that_can_come_stays_far_below_ten_thousand() -> None:
    """Everything that can wait is refused, a thousand times a second, for an hour."""
    clock = Clock()
    refusals = Refusals(clock=clock)
    most = 0
    for _ in range(3600):
        clock.now += 1
        for _ in range(1000):
            if refusals.wait() > 0:
                break
            refusals.note(403)
        most = max(most, len(refusals))
    assert most <= STOP


def test_an_address_that_is_answered_by_nobody_is_silent_for_a_while() -> None:
    clock = Clock()
    refusals = Refusals(clock=clock)
    refusals.note(429, by_cloudflare=True)
    assert refusals.wait() == BANNED
    refusals.note(429, by_cloudflare=True, after=300)
    clock.now += BANNED
    assert refusals.wait() == 300 - BANNED
    clock.now += 300
    assert refusals.wait() == 0.0


async def test_a_channel_that_asks_for_patience_is_asked_once_for_each_time(wire: DiscordWire) -> None:
    """Five messages wait behind one another, and none of them asks anew by itself."""
    async with an_evening(wire) as evening:
        wire.fault(method="POST", route="/channels/*", kind="429", times=2, retry_after=0.2)
        sending = [
            evening.courier.send(a_surface(evening.channel.id, number=number), a_table(), None)
            for number in range(5)
        ]
        await asyncio.gather(*sending)
        assert len(wire.calls_to("POST", "/channels/")) == 5 + 2


async def test_a_long_wait_is_told_to_the_publisher_instead_of_being_waited_for(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        wire.fault(method="POST", route="/channels/*", kind="429", retry_after=300)
        with pytest.raises(TryLater) as later:
            await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
        assert later.value.seconds == 300
        assert len(wire.calls_to("POST", "/channels/")) == 1


async def test_a_call_given_up_during_the_wait_of_all_leaves_nobody_waiting_for_ever(
    wire: DiscordWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library lets all calls go on when its own wait is over, which one that was given up never sees."""
    monkeypatch.setattr(patience, "LONGEST_WAIT", 0.3)
    async with an_evening(wire) as evening:
        hasty = DiscordCourier(evening.discord._connected, patience=1.5)
        fault = wire.fault(method="POST", route="/channels/*", kind="429-global", retry_after=25)
        with pytest.raises(Uncertain):
            await hasty.send(a_surface(evening.channel.id), a_table(), None)
        assert fault.happened
        async with asyncio.timeout(10):
            await evening.courier.send(a_surface(evening.channel.id, number=2), a_table(), None)


async def test_what_the_library_asks_again_is_counted_and_presses_are_answered_in_any_case(
    wire: DiscordWire,
) -> None:
    async with an_evening(wire) as evening:
        refusals = evening.discord._refusals
        wire.fault(method="POST", route="/channels/*", kind="429", times=2, retry_after=0.01)
        await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
        assert len(refusals) == 2
        wire.fault(method="POST", route="/channels/*", kind="429-cloudflare")
        with pytest.raises(TryLater):
            await evening.courier.send(a_surface(evening.channel.id, number=2), a_table(), None)
        before = len(wire.calls_to("POST", "/channels/"))
        with pytest.raises(TryLater) as later:
            await evening.courier.send(a_surface(evening.channel.id, number=3), a_table(), None)
        assert later.value.seconds > BANNED / 2
        assert len(wire.calls_to("POST", "/channels/")) == before
        act = await evening.maria.runs(evening.channel, "briscola stats")
        assert act.acknowledged
