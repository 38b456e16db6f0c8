"""Calls of the desk that must not fail for what passes: tried again, then passed over and noted."""

import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from adapters.telegram.line import Pause
from bot.service.ports import StoreUnavailable

__all__ = ["Settling", "Watch"]

SECOND_TRIES = (0.5, 2.0)
"""Seconds before an event whose handling failed is handled again; after the last it is passed over."""

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Watch:
    """What became of all that one update asked of the desk."""

    unwritten: bool = False
    """Something of it could not be done because the database was away: the update is worth coming again."""


_watch: ContextVar[Watch | None] = ContextVar("what becomes of the update in hand", default=None)
# Not an argument: it would have to pass through everything that an update can lead to, for one rare answer.


class Settling:
    """Has events handled, so that one that fails never holds up the others."""

    def __init__(self, pause: Pause) -> None:
        self._pause = pause

    @contextmanager
    def watched(self) -> Generator[Watch]:
        """Tells afterwards what became of the calls made within, in tasks begun within, too."""
        watch = Watch()
        before = _watch.set(watch)
        try:
            yield watch
        finally:
            _watch.reset(before)

    async def settled(self, call: Callable[[], Awaitable[T]], what: str) -> T | None:
        """What the call answers; None if it failed each time."""
        for seconds in (*SECOND_TRIES, None):
            try:
                return await call()
            except Exception as error:  # a bug or a lost database: the next event must be handled
                if seconds is None:
                    self._give_up(error, what)
                    return None
                trace = None if isinstance(error, StoreUnavailable) else error
                log.warning("%s could not be handled; once more in %g s", what, seconds, exc_info=trace)
            await self._pause(seconds)
        return None

    def _give_up(self, error: Exception, what: str) -> None:
        if not isinstance(error, StoreUnavailable):
            log.error("%s could not be handled and is passed over", what, exc_info=error)
            return
        log.error("%s could not be handled: the database cannot be used", what)
        if (watch := _watch.get()) is not None:
            watch.unwritten = True
