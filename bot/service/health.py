"""Whether the bot is well: what whoever watches over it is told."""

import asyncio
from collections.abc import Callable, Mapping

import structlog

from bot.service.ports import Store, StoreUnavailable

__all__ = ["LONGEST_SILENCE", "Health"]

log = structlog.get_logger(__name__)

LONGEST_SILENCE = 10_000
"""Milliseconds without a written sign of life after which we are not well."""
PATIENCE = 5
"""Seconds in which the database should answer."""


class Health:
    """Asks the database and the platforms how they are."""

    def __init__(
        self, store: Store, silence: Callable[[], int], platforms: Callable[[], Mapping[str, str]]
    ) -> None:
        """`silence` is for how long no sign of life was written, in milliseconds; `platforms` how each of them is."""
        self._store = store
        self._silence = silence
        self._platforms = platforms

    async def healthy(self) -> Mapping[str, str]:
        """Whether this process can do its work."""
        return {"database": await self._database()}

    async def ready(self) -> Mapping[str, str]:
        """Whether it serves all its platforms, too."""
        return {"database": await self._database(), **self._platforms()}

    async def _database(self) -> str:
        """Whether it answers, and whether the clock, which writes all day, could write to it lately."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.read(lambda tx: tx.next_due())
        except (StoreUnavailable, TimeoutError):
            return "the database does not answer"  # the clock tells the log why
        except Exception:
            log.exception("the database cannot be read")
            return "the database cannot be read"
        return "ok" if self._silence() < LONGEST_SILENCE else "nothing can be written to the database"
