"""One update after the other: handled, answered with a word because it is old, or kept until the database is back."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable

from telegram import Update

from adapters.telegram.background import Background
from adapters.telegram.belated import Belated
from adapters.telegram.events import Events
from adapters.telegram.lanes import Turn
from adapters.telegram.line import Pause
from adapters.telegram.settling import Settling
from bot.service.desk import Desk
from bot.service.ports import StoreUnavailable

__all__ = ["Handling"]

AGAIN = 5.0
"""Seconds between looks at a database that was away."""
MOST = 4096

log = logging.getLogger(__name__)


class Handling:
    """Knows whether an update is done with. Whoever waits for the database is told so once, not at each try."""

    def __init__(
        self,
        events: Events,
        settling: Settling,
        belated: Belated,
        background: Background,
        desk: Desk,
        bot: str,
        pause: Pause,
        stopping: Callable[[], bool],
    ) -> None:
        self._events = events
        self._settling = settling
        self._belated = belated
        self._background = background
        self._desk = desk
        self._fact = f"telegram:{bot}:back"
        self._pause = pause
        self._stopping = stopping
        self._kept: OrderedDict[int, None] = OrderedDict()
        """Updates that have been handled in vain, by number."""

    async def once(self, update: Update, turn: Turn) -> bool:
        """Handle the update; False when the database was away, so that it has to come again."""
        number = update.update_id
        if number in self._kept and not await self._is_back():
            return False
        if self._belated.has(update):
            self._background.start(self._belated.tell(update))
            return True
        with self._settling.watched() as watch:
            await self._events.handle(update, turn)
        if watch.unwritten:
            self._keep(number)
            return False
        self._kept.pop(number, None)
        return True

    async def until_done(self, update: Update, turn: Turn) -> bool:
        """Handle the update, again and again if it must be; cancelled by a stop, so that it comes again."""
        while not await self.once(update, turn):
            if self._stopping():
                raise asyncio.CancelledError
            await self._pause(AGAIN)
        return True

    async def _is_back(self) -> bool:
        """Whether the database can be written to: to read from it may work all the time."""
        try:
            await self._desk.keep_fact(self._fact, str(int(time.time())))
        except StoreUnavailable:
            return False
        return True

    def _keep(self, number: int) -> None:
        self._kept[number] = None
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
