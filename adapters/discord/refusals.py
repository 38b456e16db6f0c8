"""Counts what Discord refuses, so that we stop asking long before it stops listening to us."""

import logging
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp

__all__ = ["BANNED", "SLOW", "STOP", "WINDOW", "Refusals"]

log = logging.getLogger(__name__)

WINDOW = 600.0
"""Seconds in which Discord counts: after 10,000 refusals it answers nobody at our address for a while."""
SLOW = 2_000
"""Refusals after which we ask for what can wait once a second at most."""
STOP = 5_000
"""Refusals after which we ask for nothing that can wait. Another process at our address may have as many."""
PACE = 1.0
BANNED = 60.0
"""Seconds that we ask for nothing that can wait when Discord says that nobody at our address is answered."""

INVALID = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})

Count = Callable[[int], None]
"""Is told of each refusal, by its status."""


class Refusals:
    """The refusals of one process in the last ten minutes, and what follows from their number.

    Answers to people are given in any case: they are few, and nobody may wait in vain.
    """

    def __init__(self, *, clock: Callable[[], float], count: Count = lambda _status: None) -> None:
        """`clock` gives seconds that only move forward."""
        self._clock = clock
        self._count = count
        self._past = deque[float]()
        self._next = 0.0
        self._closed_until = 0.0
        self._said = False

    def note(
        self, status: int, *, shared: bool = False, by_cloudflare: bool = False, after: float = 0.0
    ) -> None:
        """An answer came; `after` is for how many seconds we are to be silent if nobody here is answered."""
        if status not in INVALID or shared:
            return
        now = self._clock()
        self._past.append(now)
        self._count(status)
        if by_cloudflare:
            self._closed_until = max(self._closed_until, now + max(after, BANNED))
            log.error("Discord answers nobody at our address for a while; we ask for what is urgent alone")

    def __len__(self) -> int:
        """How many there were lately."""
        now = self._clock()
        while self._past and self._past[0] <= now - WINDOW:
            self._past.popleft()
        return len(self._past)

    def wait(self) -> float:
        """Seconds until something that can wait may be asked; 0 when it may be now, and then it counts as asked."""
        now, many = self._clock(), len(self)
        if now < self._closed_until:
            return self._closed_until - now
        if many < SLOW:
            self._said = False
            return 0.0
        self._say(many)
        if many >= STOP:
            return self._past[many - STOP] + WINDOW - now
        wait = self._next - now
        if wait > 0:
            return wait
        self._next = now + PACE
        return 0.0

    def _say(self, many: int) -> None:
        if not self._said:
            self._said = True
            log.error("Discord refused %d requests within ten minutes; we ask less, to be heard at all", many)

    # -- listening ----------------------------------------------------------------------------------
    def listening(self) -> aiohttp.TraceConfig:
        """What a client is given, so that every answer is noted: also those that the library asks again for."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._heard)
        return trace

    async def _heard(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        answer: aiohttp.TraceRequestEndParams,
    ) -> None:
        headers, status = answer.response.headers, answer.response.status
        banned = status == HTTPStatus.TOO_MANY_REQUESTS and "Via" not in headers
        shared = headers.get("X-RateLimit-Scope") == "shared"
        self.note(status, shared=shared, by_cloudflare=banned, after=_seconds(headers.get("Retry-After", "")))


def _seconds(text: str) -> float:
    try:
        return min(float(text), WINDOW)
    except ValueError:
        return 0.0
