"""Updates by long polling, confirmed once they are handled: a crash loses none."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from telegram import Update

__all__ = ["Fetch", "Handle", "Poll", "Turn"]

LONG = 50
"""Seconds that Telegram may keep a request for updates waiting."""
PEEK = 0.25
"""Seconds after which the next updates are read though some are still being handled."""
REMEMBERED = 2000

log = logging.getLogger(__name__)

Fetch = Callable[[int | None, int], Awaitable[Sequence[Update]]]
"""Asks Telegram for the updates from an offset on, waiting so many seconds for one."""

Turn = Callable[[], Awaitable[None]]
"""Waits until all earlier updates of the lane are handled."""
Handle = Callable[[Update, Turn], Awaitable[None]]
"""Handles an update; it may begin before its turn has come, and acts when it has."""


class Poll:
    """Reads updates and has them handled: each lane in order, lanes side by side.

    The offset stops at the first update that is still being handled; those behind it are read past it, so that
    a slow one delays nobody else, and are delivered again if we die.
    """

    def __init__(self, fetch: Fetch, handle: Handle, lane_of: Callable[[Update], int]) -> None:
        self._fetch = fetch
        self._handle = handle
        self._lane_of = lane_of
        self._taken: deque[tuple[int, asyncio.Task[None]]] = deque()
        self._handled: deque[int] = deque(maxlen=REMEMBERED)
        self._lanes: dict[int, asyncio.Task[None]] = {}
        self._next: int | None = None

    @property
    def offset(self) -> int | None:
        """The first update that Telegram shall deliver (again)."""
        while self._taken and self._taken[0][1].done():
            self._next = self._taken[0][0] + 1
            self._handled.append(self._taken.popleft()[0])
        return self._taken[0][0] if self._taken else self._next

    async def run(self, stop: asyncio.Event) -> None:
        """Read until `stop`; raises what `fetch` raises, after which it may be run again.

        The first request of each run waits for nothing, so that it is known at once whether reading works.
        """
        patient = False
        while not stop.is_set():
            await self.settle(PEEK)
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

    async def settle(self, seconds: float) -> None:
        """Wait until all that was read is handled, at most so long."""
        if busy := [task for _, task in self._taken if not task.done()]:
            await asyncio.wait(busy, timeout=seconds)

    async def abandon(self) -> None:
        """Give up what is still being handled; Telegram will deliver it again."""
        left = [task for _, task in self._taken if not task.done()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _take(self, updates: Sequence[Update]) -> None:
        known = {number for number, _ in self._taken} | set(self._handled)
        for update in updates:
            if update.update_id in known:
                if not self._taken:
                    self._next = update.update_id + 1
                continue
            known.add(update.update_id)
            lane = self._lane_of(update)
            task = asyncio.get_running_loop().create_task(self._after(self._lanes.get(lane), update))
            self._lanes[lane] = task
            task.add_done_callback(partial(self._left, lane))
            self._taken.append((update.update_id, task))

    async def _after(self, earlier: asyncio.Task[None] | None, update: Update) -> None:
        async def turn() -> None:
            if earlier:
                await asyncio.wait({earlier})

        try:
            await self._handle(update, turn)
        except Exception:  # one event that breaks us must not keep all others from being confirmed
            log.exception("an update could not be handled and is passed over")

    def _left(self, lane: int, task: asyncio.Task[None]) -> None:
        if self._lanes.get(lane) is task:
            del self._lanes[lane]
