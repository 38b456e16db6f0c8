"""The order in which updates are handled: those of one lane one after the other, lanes side by side."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from telegram import Update

__all__ = ["Handle", "Lanes", "Turn"]

log = logging.getLogger(__name__)

Turn = Callable[[], Awaitable[None]]
"""Waits until all earlier updates of the lane are handled."""
Handle = Callable[[Update, Turn], Awaitable[bool]]
"""Handles an update; it may begin before its turn has come, and acts when it has. False: it has to come again."""


class Lanes:
    """Has updates handled in the order in which they come, each lane for itself."""

    def __init__(self, handle: Handle, lane_of: Callable[[Update], int]) -> None:
        self._handle = handle
        self._lane_of = lane_of
        self._last: dict[int, asyncio.Task[bool]] = {}
        self._busy: dict[int, asyncio.Task[bool]] = {}

    def take(self, update: Update) -> "asyncio.Task[bool]":
        """The handling of an update, begun now unless it is under way already; whether it is done with."""
        if under_way := self._busy.get(update.update_id):
            return under_way
        lane = self._lane_of(update)
        task = asyncio.get_running_loop().create_task(self._after(self._last.get(lane), update))
        self._last[lane] = self._busy[update.update_id] = task
        task.add_done_callback(partial(self._left, lane, update.update_id))
        return task

    async def settle(self, seconds: float) -> None:
        """Wait until all that was taken is handled, at most so long."""
        await _wait(self._busy.values(), seconds)

    async def abandon(self) -> None:
        """Give up what is still being handled."""
        left = list(self._busy.values())
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _after(self, earlier: "asyncio.Task[bool] | None", update: Update) -> bool:
        async def turn() -> None:
            if earlier:
                await asyncio.wait({earlier})

        try:
            return await self._handle(update, turn)
        except Exception:  # one event that breaks us must not keep all others from being confirmed
            log.exception("an update could not be handled and is passed over")
            return True

    def _left(self, lane: int, number: int, task: "asyncio.Task[bool]") -> None:
        del self._busy[number]
        if self._last.get(lane) is task:
            del self._last[lane]


async def _wait(tasks: "Iterable[asyncio.Task[bool]]", seconds: float) -> None:
    if busy := [task for task in tasks if not task.done()]:
        await asyncio.wait(busy, timeout=seconds)
