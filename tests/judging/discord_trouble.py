"""Everything that goes wrong on Discord, by seed: refusals, cuts, lost sessions, doubled events, places and rights that go."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from random import Random

from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel
from judging.discord_people import Circle

ANSWERS, TABLES, PRIVATE = "/interactions/*", "/channels/*", "/webhooks/*"
CALLS = (
    ("POST", TABLES, "429"), ("PATCH", TABLES, "429"), ("PATCH", TABLES, "429-global"), ("PATCH", PRIVATE, "429"),
    ("POST", TABLES, "502-before"), ("POST", TABLES, "502-after"), ("PATCH", TABLES, "500-before"),
    ("PATCH", TABLES, "503-after"), ("POST", TABLES, "cut-before"), ("POST", TABLES, "cut-after"),
    ("PATCH", TABLES, "cut-after"), ("DELETE", TABLES, "502-after"), ("POST", ANSWERS, "cut-before"),
    ("POST", ANSWERS, "cut-after"), ("POST", ANSWERS, "500-before"), ("POST", ANSWERS, "502-after"), ("PATCH", PRIVATE, "502-after"),
    ("POST", PRIVATE, "cut-before"), ("GET", "*", "502-before"),
)  # fmt: skip
CODED = (
    ("PATCH", PRIVATE, "401-before", 50027), ("POST", ANSWERS, "404-before", 10062), ("POST", ANSWERS, "400-before", 40060),
    ("POST", TABLES, "403-before", 50013), ("PATCH", TABLES, "403-before", 50001), ("PATCH", TABLES, "429-before", 30046),
)  # fmt: skip
RIGHTS = ("send_messages", "view_channel", "attach_files", "embed_links", "send_messages_in_threads")


class Trouble:
    """One trouble after another, until it ends; what has happened is counted."""

    def __init__(
        self, wire: DiscordWire, circles: list[Circle], chance: Random, *, pause: float = 0.15
    ) -> None:
        self._wire = wire
        self._circles = circles
        self._chance = chance
        self._pause = pause
        self.happened: Counter[str] = Counter()
        self._lost: list[Channel] = []
        self.jumps: list[float] = []
        """When a long time passed at once (monotonic seconds)."""
        self.overtaken: set[str] = set()
        """The tokens of what was under way then: nobody could answer it in time."""

    async def goes_on(self) -> None:
        """Make trouble for as long as this is not cancelled."""
        while True:
            await asyncio.sleep(self._chance.uniform(0.3, 1.7) * self._pause)
            await self._one()

    def ends(self) -> None:
        """No more trouble: what was ordered and has not come is called off, and rights are given back."""
        self._wire.rest.faults.clear()
        self._wire.release()
        for circle in self._circles:
            self._pardon(circle)

    async def _one(self) -> None:
        kind = self._chance.choices(
            ("call", "coded", "gateway", "double", "rights", "archive", "lock", "place", "time"),
            weights=(45, 12, 7, 12, 6, 6, 5, 1.5, 1.5),
        )[0]
        match kind:
            case "call":
                method, route, what = self._chance.choice(CALLS)
                self._order(method, route, what)
            case "coded":
                method, route, what, code = self._chance.choice(CODED)
                self._order(method, route, what, code)
            case "gateway":
                await self._gateway()
            case "double":
                self._count("an event comes twice")
                self._wire.duplicate_next_interaction()
            case "rights":
                await self._rights()
            case "archive" | "lock":
                await self._thread(kind)
            case "time":
                self._jump()
            case _:
                self._place()

    def _order(self, method: str, route: str, what: str, code: int | None = None) -> None:
        # 5xx once: the library repeats them by itself after one second, then three, and a test has not the time.
        self._count(f"{method} {route} {what} {code or ''}".strip())
        self._wire.fault(
            method=method, route=route, kind=what, code=code, retry_after=self._chance.uniform(0.02, 0.4)
        )

    def _count(self, what: str) -> None:
        self.happened[what] += 1

    async def _gateway(self) -> None:
        gateway = self._wire.gateway
        match self._chance.choice(("drop", "reconnect", "invalid", "resumable", "close")):
            case "drop":
                gateway.drop()
            case "reconnect":
                gateway.ask_to_reconnect()
            case "resumable":
                gateway.invalidate(resumable=True)
            case "close":
                await gateway.close(4000)
            case _ if gateway.online and self.happened["sessions lost"] < 2:
                self._count("sessions lost")
                gateway.invalidate()
            case _:
                gateway.drop()
        self._count("the gateway")

    def _jump(self) -> None:
        """A quarter of an hour passes, and a little more: tokens end, clocks run out, presses come late."""
        if len(self.jumps) < 3:
            self._count("a quarter of an hour passes")
            world = self._wire.world
            self.overtaken |= {token for token, one in world.interactions.items() if one.callback is None}
            self.jumps.append(time.monotonic())
            self._wire.clock.move(16 * 60)

    # -- places -------------------------------------------------------------------------------------
    def _some(self, *, thread: bool = False) -> Circle | None:
        found = [
            one for one in self._circles
            if not one.gone and one.channel.guild is not None and (one.channel.is_thread or not thread)
        ]  # fmt: skip
        return self._chance.choice(found) if found else None

    async def _rights(self) -> None:
        """A right is lost, and given back a little later."""
        if (circle := self._some()) is None:
            return
        right = self._chance.choice(RIGHTS)
        self._count(f"without {right}")
        where = circle.channel.parent or circle.channel
        bot = self._wire.world.bot
        where.deny(bot, right)
        await asyncio.sleep(self._chance.uniform(0.1, 0.5))
        if not where.deleted:
            where.overwrites.pop(bot.id, None)
            where._changed()

    async def _thread(self, kind: str) -> None:
        if (circle := self._some(thread=True)) is None:
            return
        self._count(f"a thread: {kind}")
        thread = circle.channel
        if kind == "archive":
            thread.archive()
            await asyncio.sleep(0.1)
            if not thread.deleted and thread.archived:
                circle.people[0].says(thread, "Are we playing?")
        else:
            thread.lock()
            await asyncio.sleep(self._chance.uniform(0.1, 0.5))
            thread.lock(locked=False)

    def _place(self) -> None:
        """A channel, a thread or a whole server goes for ever."""
        if (circle := self._some()) is None or len(self._lost) >= 3:
            return
        self._lost.append(circle.channel)
        circle.gone = True
        circle.now = "the place is gone"
        match self._chance.choice(("channel", "server")):
            case "channel":
                circle.channel.delete()
                self._count("a place is deleted")
            case _:
                assert circle.channel.guild
                self._wire.expel_bot(circle.channel.guild)
                self._count("the bot is thrown out")

    def _pardon(self, circle: Circle) -> None:
        bot = self._wire.world.bot
        channel = circle.channel
        if circle.gone or channel.guild is None:
            return
        for where in filter(None, (channel, channel.parent)):
            if where.overwrites.pop(bot.id, None) is not None:
                where._changed()
        if channel.is_thread:
            channel.lock(locked=False)
            if channel.archived:
                circle.people[0].says(channel, "Again?")
