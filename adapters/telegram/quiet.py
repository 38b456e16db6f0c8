"""Groups that want one message a table and nothing beside it: what we say there for all goes again."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from adapters.telegram.background import Background
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.line import Pause
from bot.service.desk import Desk
from bot.service.records import NEVER, Where

__all__ = ["Quiet"]

TO_BE_READ = 30.0
"""Seconds for which an answer that all see stands in a quiet group."""


class Quiet:
    """Knows which groups are quiet, and lets answers fade there."""

    def __init__(self, desk: Desk, leftovers: Leftovers, background: Background, pause: Pause) -> None:
        self._desk = desk
        self._leftovers = leftovers
        self._background = background
        self._pause = pause

    async def holds(self, where: Where) -> bool:
        """Whether the group wants it quiet; no, while that cannot be found out."""
        with suppress(Exception):
            return (await self._desk.habits(where)).calls == NEVER
        return False

    async def fade(self, where: Where, chat: int, message: int) -> None:
        """Take the answer away once it could be read, also if we end before."""
        if await self.holds(where):
            await self._leftovers.remember(chat, message)
            self._background.start(self._after(TO_BE_READ, lambda: self._leftovers.delete(chat, message)))

    async def _after(self, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        await self._pause(seconds)
        await act()
