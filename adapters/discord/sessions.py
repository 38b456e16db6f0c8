"""Lets shards begin sessions one at a time, over all processes, and only while the day has sessions left."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from adapters.discord.troubles import CUT
from bot.service.desk import Desk
from bot.service.ports import StoreUnavailable

__all__ = ["HOLD", "SESSIONS_KEPT", "Limits", "Sessions", "SessionsSpent"]

log = logging.getLogger(__name__)

Limits = Callable[[], Awaitable[discord.SessionStartLimits]]
"""Asks Discord how many sessions are left, and how many may begin at once."""

SESSIONS_KEPT = 20
"""Sessions of the day that we leave alone: when all are used up, Discord resets the bot's token."""
HOLD = 5_250
"""Milliseconds between two turns at one gate, in whatever process: Discord wants five seconds between two sessions, and one
may begin a little later after its turn than the next."""
LIMITS_LAST = 60.0
"""Seconds for which we know how many sessions are left, by counting our own."""


class SessionsSpent(Exception):
    """Too many sessions were begun today; the next may begin in some seconds."""

    def __init__(self, left: int, seconds: float) -> None:
        super().__init__(f"only {left} sessions are left for the next {seconds / 3600:.1f} hours")
        self.seconds = seconds


class Sessions:
    """The beginnings of sessions of one bot, as one process sees them."""

    def __init__(self, desk: Desk, limits: Limits) -> None:
        self._desk = desk
        self._ask = limits
        self._limits: discord.SessionStartLimits | None = None
        self._known_until = 0.0
        self._passed: dict[int, float] = {}

    async def expect(self, count: int) -> None:
        """So many sessions are about to begin.

        Raises:
            SessionsSpent: too few would be left for the day.
        """
        self._known_until = 0.0
        await self._enough(count)

    async def soon(self, shard: int) -> None:
        """Wait until it may be this shard's turn, as far as this process knows: connected, it would only wait.

        Raises:
            SessionsSpent: too few are left for the day.
        """
        await self._enough()
        gate = await self._gate(shard)
        await asyncio.sleep(self._passed.get(gate, 0.0) + HOLD / 1000 - asyncio.get_running_loop().time())

    async def turn(self, bot: int, shard: int) -> None:
        """Wait until this shard of the bot may begin a session, which it does at once.

        Raises:
            SessionsSpent: too few are left for the day.
        """
        limits = await self._enough()
        gate = await self._gate(shard)
        await self._pass(f"discord-sessions:{bot}:{gate}")
        self._passed[gate] = asyncio.get_running_loop().time()
        limits.remaining -= 1

    async def _gate(self, shard: int) -> int:
        return shard % max((await self._left()).max_concurrency, 1)

    async def _pass(self, gate: str) -> None:
        while True:
            try:
                wait = await self._desk.gate(gate, HOLD)
            except StoreUnavailable:
                log.warning("no turn can be taken, since the database does not answer; we wait as if alone")
                await asyncio.sleep(HOLD / 1000)
                return
            if wait <= 0:
                return
            await asyncio.sleep(min(wait, HOLD) / 1000)

    async def _enough(self, count: int = 1) -> discord.SessionStartLimits:
        limits = await self._left()
        if limits.remaining - (count - 1) < min(SESSIONS_KEPT, limits.total // 10):
            raise SessionsSpent(limits.remaining, limits.reset_after / 1000)
        return limits

    async def _left(self) -> discord.SessionStartLimits:
        now = asyncio.get_running_loop().time()
        if self._limits is None or now >= self._known_until:
            self._limits, self._known_until = await self._asked(), now + LIMITS_LAST
        return self._limits

    async def _asked(self) -> discord.SessionStartLimits:
        """What Discord says; where it does not say, what we have counted ourselves since it did."""
        try:
            return await self._ask()
        except (discord.DiscordException, *CUT):
            if self._limits is None:
                raise
            return self._limits
