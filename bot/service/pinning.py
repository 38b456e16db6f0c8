"""Messages that stand at the top of their chat while their table lives, where the chat likes that."""

import asyncio

import structlog

from bot.service.meters import Meters
from bot.service.ports import Courier, NotAccepted, Store, Tx, Unreachable
from bot.service.records import Surface

__all__ = ["Pins"]

log = structlog.get_logger(__name__)

REMEMBERED = 4_096
"""Messages that could not be pinned are not tried again."""


class Pins:
    """Pins messages, each tried once: one that may not be pinned is none the worse."""

    def __init__(self, store: Store, meters: Meters) -> None:
        self._store = store
        self._meters = meters
        self._refused: set[tuple[int, int]] = set()
        """By surface and generation: the next message is tried again, and so is one that is drawn anew."""

    def is_due(self, surface: Surface, *, pinned: bool) -> bool:
        """Whether the message stands otherwise than it shall, and that can be changed for all we know."""
        return pinned != surface.pinned and (surface.id, surface.generation) not in self._refused

    async def set(self, courier: Courier, surface: Surface, *, pinned: bool) -> None:
        """Pin the message, or let it go; that the platform will not have it is no fault."""
        self._meters.calls.labels(surface.platform, "pin").inc()
        try:
            await courier.pin(surface, pinned=pinned)
        except (NotAccepted, Unreachable) as error:
            log.info("a message cannot be pinned", platform=surface.platform, why=str(error))
            self._remember(surface)
            await self._noted(surface, pinned=surface.pinned)
        else:
            await self._noted(surface, pinned=pinned)

    def _remember(self, surface: Surface) -> None:
        if len(self._refused) >= REMEMBERED:
            self._refused.clear()
        self._refused.add((surface.id, surface.generation))

    async def _noted(self, surface: Surface, *, pinned: bool) -> None:
        def work(tx: Tx) -> None:
            tx.mark_pinned(surface.id, pinned=pinned, generation=surface.generation)
            tx.mark_shown(
                surface.id, shown=surface.wanted, digest=surface.digest, generation=surface.generation
            )

        await asyncio.shield(self._store.write(work))
