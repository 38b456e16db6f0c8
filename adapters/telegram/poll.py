"""Updates by long polling, confirmed once they are handled: a crash loses none."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from telegram import Update

from adapters.telegram.lanes import Lanes

__all__ = ["Fetch", "Poll"]

LONG = 50
"""Seconds that Telegram may keep a request for updates waiting."""
PEEK = 0.25
"""Seconds after which the next updates are read though some are still being handled."""
REMEMBERED = 2000

Fetch = Callable[[int | None, int], Awaitable[Sequence[Update]]]
"""Asks Telegram for the updates from an offset on, waiting so many seconds for one."""


class Poll:
    """Reads updates and has them handled.

    The offset stops at the first update that is still being handled; those behind it are read past it, so that
    a slow one delays nobody else, and are delivered again if we die.
    """

    def __init__(self, fetch: Fetch, lanes: Lanes) -> None:
        self._fetch = fetch
        self._lanes = lanes
        self._taken: deque[tuple[int, asyncio.Task[bool]]] = deque()
        self._handled: deque[int] = deque(maxlen=REMEMBERED)
        self._next: int | None = None

    @property
    def offset(self) -> int | None:
        """The first update that Telegram shall deliver (again); None for whatever it has."""
        while self._taken and _is_handled(self._taken[0][1]):
            self._next = self._taken[0][0] + 1
            self._handled.append(self._taken.popleft()[0])
        return self._taken[0][0] if self._taken else self._next

    async def run(self, stop: asyncio.Event) -> None:
        """Read until `stop`; raises what `fetch` raises, after which it may be run again.

        The first request of each run waits for nothing, so that it is known at once whether reading works.
        """
        patient = False
        while not stop.is_set():
            await self._lanes.settle(PEEK)
            offset = self.offset
            fetching = asyncio.ensure_future(self._fetch(offset, LONG if patient and not self._taken else 0))
            stopping = asyncio.ensure_future(stop.wait())
            try:
                await asyncio.wait({fetching, stopping}, return_when=asyncio.FIRST_COMPLETED)
                if fetching.done():
                    self._take(fetching.result())
                    patient = True
            finally:
                for task in (fetching, stopping):
                    task.cancel()
                await asyncio.gather(fetching, stopping, return_exceptions=True)

    async def abandon(self) -> None:
        """Give up what is still being handled; Telegram will deliver it again."""
        await self._lanes.abandon()
        self._next = self.offset
        self._handled.extend(number for number, task in self._taken if _is_handled(task))
        self._taken.clear()

    def _take(self, updates: Sequence[Update]) -> None:
        if not updates and not self._taken:
            # All is confirmed that has a number below it. After a quiet week Telegram goes on with any number,
            # which may be a lower one: we would seem to confirm what we have never seen.
            self._next = None
        known = {number for number, _ in self._taken} | set(self._handled)
        for update in updates:
            if update.update_id in known:
                if not self._taken:
                    self._next = update.update_id + 1
                continue
            known.add(update.update_id)
            self._taken.append((update.update_id, self._lanes.take(update)))


def _is_handled(task: "asyncio.Task[bool]") -> bool:
    """Whether it has come to its end, and not because we stop."""
    return task.done() and not task.cancelled()
