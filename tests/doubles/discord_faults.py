"""Troubles a test can order from the make-believe Discord, and its rate limits."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch

from doubles.discord_values import Json

_KIND = re.compile(r"^(?P<status>\d{3}|cut|hang)(-(?P<when>before|after|global|cloudflare))?$")
_CODES = {400: 50035, 401: 0, 403: 50013, 404: 10008, 409: 0, 429: 0}


@dataclass(eq=False)
class Fault:
    """One order: the next `times` matching calls go wrong in this way.

    `kind` is an HTTP status with `-before` or `-after` the effect ("502-after"), "cut-before", "cut-after"
    (the connection breaks), "hang" or "hang-after" (no answer until `wire.release()`), "429",
    "429-global" or "429-cloudflare".
    """

    method: str
    route: str
    kind: str
    times: int = 1
    code: int | None = None
    retry_after: float = 0.05
    when: Callable[[Json], bool] | None = None
    happened: int = 0

    def __post_init__(self) -> None:
        if _KIND.match(self.kind) is None:
            raise ValueError(f"no such fault: {self.kind}")

    @property
    def status(self) -> int | None:
        """The HTTP status to answer; nothing for a cut or a hang."""
        head = self.kind.split("-")[0]
        return int(head) if head.isdigit() else None

    @property
    def after(self) -> bool:
        """Whether the call takes effect before it goes wrong."""
        return self.kind.endswith("-after")

    @property
    def error_code(self) -> int:
        """Discord's own code in the body."""
        return self.code if self.code is not None else _CODES.get(self.status or 0, 0)

    def matches(self, method: str, template: str, path: str, body: Json) -> bool:
        """Whether this call is meant."""
        return (
            self.happened < self.times
            and self.method in ("*", method)
            and (self.route in (template, path) or fnmatch(template, self.route) or fnmatch(path, self.route))
            and (self.when is None or self.when(body))
        )


@dataclass
class RateLimits:
    """How many calls a bucket takes in how many (real) seconds; off, they are never reached."""

    on: bool = False
    messages: tuple[int, float] = (5, 5.0)
    webhooks: tuple[int, float] = (5, 2.0)
    globally: tuple[int, float] = (50, 1.0)
    old_edits: tuple[int, float] = (3, 6.0)
    _past: dict[str, deque[float]] = field(default_factory=dict[str, "deque[float]"])

    def spend(self, bucket: str, limit: tuple[int, float]) -> tuple[int, float]:
        """Take one call: what remains (-1 when there was none left) and seconds until the next is free."""
        most, seconds = limit
        now = time.monotonic()
        past = self._past.setdefault(bucket, deque())
        while past and past[0] <= now - seconds:
            past.popleft()
        if len(past) >= most:
            return -1, past[0] + seconds - now
        past.append(now)
        return most - len(past), past[0] + seconds - now

    def limit_for(self, template: str) -> tuple[int, float]:
        """The limit of a route."""
        if not self.on:
            return (1000, 1.0)
        if template.startswith("/webhooks/"):
            return self.webhooks
        return self.messages if "/messages" in template else (1000, 1.0)


def bucket_of(method: str, template: str, where: Mapping[str, str]) -> str:
    """The name of the bucket a call falls in: route and its major parameter."""
    major = where.get("channel_id") or where.get("guild_id") or where.get("token") or ""
    return f"{method} {template} {major}"
