"""Calls of the desk that must not fail for what passes: tried again, then passed over and noted."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from adapters.telegram.line import Pause
from bot.service.ports import StoreUnavailable

__all__ = ["Settling"]

SECOND_TRIES = (0.5, 2.0)
"""Seconds before an event whose handling failed is handled again; after the last it is passed over."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class Settling:
    """Has events handled, so that one that fails never holds up the others."""

    def __init__(self, pause: Pause) -> None:
        self._pause = pause

    async def settled(self, call: Callable[[], Awaitable[T]], what: str) -> T | None:
        """What the call answers; None if it failed each time."""
        for seconds in (*SECOND_TRIES, None):
            try:
                return await call()
            except Exception as error:  # a bug or a lost database: the next event must be handled
                trace = None if isinstance(error, StoreUnavailable) else error
                if seconds is None:
                    log.exception("%s could not be handled and is passed over", what, exc_info=trace)
                    return None
                log.warning("%s could not be handled; once more in %g s", what, seconds, exc_info=trace)
            await self._pause(seconds)
        return None
