"""Work that nobody waits for but a stop: answers on their way while the next updates are read."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

__all__ = ["Background"]

log = logging.getLogger(__name__)


class Background:
    """Tasks that run beside us; a failing one is logged and disturbs no other."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[object, object, object]) -> None:
        """Let `work` run."""
        self.keep(asyncio.get_running_loop().create_task(work))

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Let a task that runs already be waited for, too."""
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def drain(self, seconds: float) -> None:
        """Wait for what runs, then cancel what is left."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        left = list(self._tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("an answer was lost", exc_info=error)
