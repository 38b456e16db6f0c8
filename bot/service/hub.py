"""Tells those who watch a table in this process that it has changed."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

__all__ = ["Hub"]

LOOK_AGAIN = 1.0
"""Seconds after which a watcher looks without being told: another process may have written."""


class Hub:
    """Wakes watchers of a table. Used from the event loop only."""

    def __init__(self) -> None:
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    def changed(self, table: str) -> None:
        """The table has changed: whoever watches it should look."""
        for event in self._watchers.get(table, ()):
            event.set()

    async def changes(self, table: str) -> AsyncIterator[None]:
        """Yields at once, and then whenever the table may have changed."""
        event = asyncio.Event()
        self._watchers[table].add(event)
        try:
            while True:
                event.clear()
                yield
                await _either(event, LOOK_AGAIN)
        finally:
            self._watchers[table].discard(event)
            if not self._watchers[table]:
                del self._watchers[table]


async def _either(event: asyncio.Event, seconds: float) -> None:
    """Wait for the event, but not longer than that."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
