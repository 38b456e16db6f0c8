"""Messages that should be gone and are not yet: deleted again and again for a while, and after a restart."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence

from adapters.telegram.background import Background
from adapters.telegram.line import Pause
from adapters.telegram.places import EphemeralRef
from adapters.telegram.wire import Wire
from bot.service.desk import Desk
from bot.service.ports import ChatGone, Moved, TryLater, Unreachable

__all__ = ["Leftovers"]

WAITS = (2.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds before each further try; then a restart is waited for."""
IS_CHAT = re.compile(r"-?\d{1,20}", re.ASCII)
MOST = 100
"""So many are remembered; the oldest are given up."""

log = logging.getLogger(__name__)
Leftover = tuple[int, str]
"""The chat and the message: a number, or what `EphemeralRef` writes."""


class Leftovers:
    """Deletes what stands in a chat and should not. What is still there is kept as a fact."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        bot: str,
        background: Background,
        pause: Pause,
        stopping: Callable[[], bool],
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._fact = f"telegram:{bot}:leftovers"
        self._background = background
        self._pause = pause
        self._stopping = stopping
        self._left: dict[Leftover, None] = {}
        self._later: dict[Leftover, None] = {}
        """What is there for a while yet, and is deleted by who put it there."""
        self._one_at_a_time = asyncio.Lock()
        self._sweeping = False

    async def delete(self, chat: int, message: int | EphemeralRef) -> None:
        """Delete the message, as soon as the chat bears it."""
        one = (chat, str(message))
        remembered = one in self._later
        self._later.pop(one, None)
        if not await self._deleted(one):
            self._left[one] = None
            await self._keep()
            self._sweep()
        elif remembered:
            await self._keep([one])

    async def remember(self, chat: int, message: int) -> None:
        """The message will be deleted later on; if we end before, by whoever comes after us."""
        self._later[chat, str(message)] = None
        await self._keep()

    async def resume(self) -> None:
        """Go on with what an earlier process has left."""
        self._left |= await self._read()
        if self._left:
            self._sweep()

    def _sweep(self) -> None:
        if not self._sweeping:
            self._sweeping = True
            self._background.start(self._swept())

    async def _swept(self) -> None:
        try:
            for seconds in WAITS:
                await self._pause(seconds)
                if self._stopping():
                    return
                gone = [one for one in list(self._left) if await self._deleted(one)]
                for one in gone:
                    self._left.pop(one, None)
                if gone:
                    await self._keep(gone)
                if not self._left:
                    return
        finally:
            self._sweeping = False

    async def _deleted(self, one: Leftover) -> bool:
        """Whether it is gone, or never will be by us."""
        chat, message = one
        if not self._wire.affords(chat):
            return False
        try:
            if ref := EphemeralRef.read(message):
                await self._wire.delete_whispered(chat, ref)
            elif message.isdigit():
                await self._wire.delete(chat, int(message))
        except TryLater:
            return False
        except (ChatGone, Moved, Unreachable):
            return True
        return True

    async def _keep(self, gone: Sequence[Leftover] = ()) -> None:
        """Write down what is left, beside what other processes have left and written there."""
        for one in list(self._left)[:-MOST]:
            del self._left[one]
        async with self._one_at_a_time:
            left = await self._read() | self._later | self._left
            kept = [f"{chat}/{message}" for chat, message in left if (chat, message) not in gone]
            await self._safely(self._desk.keep_fact(self._fact, " ".join(kept[-MOST:])))

    async def _read(self) -> dict[Leftover, None]:
        """What is written down."""
        try:
            written = await self._desk.fact(self._fact) or ""
        except Exception:  # no leftover is worth keeping us from starting
            log.exception("what was left in chats cannot be read")
            return {}
        found = (text.partition("/") for text in written.split())
        return {
            (int(chat), message): None for chat, _, message in found if IS_CHAT.fullmatch(chat) and message
        }

    async def _safely(self, keeping: Awaitable[None]) -> None:
        try:
            await keeping
        except Exception:  # it is tried again all the same, as long as we run
            log.exception("what is left in chats cannot be kept")
