"""So many calls a second over all chats, and each chat its turn."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic

__all__ = ["Flow", "Overrun"]

MOST = 30
"""Calls in any one second that Telegram bears of a bot, over all its chats."""
SECOND = 1.0
PATIENCE = 10.0
"""Seconds for which a call may wait for its turn; whoever makes it knows better by then."""


class Overrun(Exception):
    """The call's turn has not come in time."""


class Flow:
    """Lets calls through, `most` in any second; where more wait, one of each chat in turn."""

    def __init__(self, most: int = MOST, now: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._now = now
        self._passed: deque[float] = deque(maxlen=most)
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._alarm: asyncio.TimerHandle | None = None

    async def turn(self, chat: str) -> None:
        """Wait until one more call may be made, which then is counted.

        Raises:
            Overrun: there are too many before it.
        """
        if not self._waiting and self._wait() <= 0:
            self._passed.append(self._now())
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(chat, deque()).append(mine)
        self._serve()
        try:
            async with asyncio.timeout(PATIENCE):
                await mine
        except TimeoutError:
            raise Overrun from None

    def _wait(self) -> float:
        """Seconds until one more call may be made."""
        return self._passed[0] + SECOND - self._now() if len(self._passed) == self._most else 0.0

    def _serve(self) -> None:
        """Let through whom we may, and come again for the rest."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        while self._waiting:
            if (wait := self._wait()) > 0:
                self._alarm = asyncio.get_running_loop().call_later(wait, self._serve)
                return
            if (next_one := self._next()) is not None:
                self._passed.append(self._now())
                next_one.set_result(None)

    def _next(self) -> "asyncio.Future[None] | None":
        """Who has waited longest in the chat that was served longest ago; None if they have gone."""
        chat, queue = self._waiting.popitem(last=False)
        one = queue.popleft()
        if queue:
            self._waiting[chat] = queue
        return None if one.done() else one
