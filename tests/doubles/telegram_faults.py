"""Trouble on order: what a test wants to go wrong between a bot and Telegram."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from doubles.telegram_values import ApiError, FaultKind


@dataclass(eq=False)
class Fault:
    """A rule: the next calls that match it go wrong in this way."""

    kind: FaultKind
    method: str | None = None
    """None means any method but getUpdates, which is always there."""
    chat: int | None = None
    times: int = 1
    """How many calls it still spoils."""
    retry_after: int = 5
    description: str = ""
    spoiled: int = 0
    """How many calls it has spoiled."""
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def matches(self, method: str, chat: int | None) -> bool:
        """Whether it spoils this call."""
        named = method != "getUpdates" if self.method is None else self.method.lower() == method.lower()
        return self.times > 0 and named and (self.chat is None or self.chat == chat)

    def strike(self) -> None:
        """One call is spoiled."""
        self.times -= 1
        self.spoiled += 1

    def release(self) -> None:
        """Let what hangs go on, and nothing hang any more."""
        self.times = 0
        self.released.set()

    @property
    def error(self) -> ApiError | None:
        """What the bot is answered, if it is answered."""
        match self.kind:
            case "429":
                return too_many(self.retry_after)
            case "400":
                return ApiError(400, self.description or "CHAT_RESTRICTED")
            case "403":
                return ApiError(403, self.description or "user is deactivated")
            case "500-before" | "500-after":
                return ApiError(500, self.description or "Internal Server Error")
            case "502-before" | "502-after":
                return ApiError(502, self.description or "Bad Gateway")
            case _:
                return None

    @property
    def takes_effect(self) -> bool:
        """Whether the call is carried out all the same."""
        return self.kind.endswith("-after") or self.kind == "hang"


def too_many(seconds: int) -> ApiError:
    """The answer to a chat that is sent too much."""
    return ApiError(429, f"retry after {seconds}", retry_after=seconds)
