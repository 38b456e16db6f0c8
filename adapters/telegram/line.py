"""A line to Telegram: open or not, patient with chats that asked for it, quiet about what does not matter."""

import logging
import os
from collections.abc import Awaitable, Callable
from typing import TypeVar

from telegram import Bot
from telegram.error import RetryAfter, TelegramError

from adapters.telegram import failures
from adapters.telegram.phrases import Phrases
from bot.service.ports import TryLater

__all__ = ["Line", "Pause", "Spend"]

# The library warns about the number of seconds in RetryAfter unless one opts in to its timedelta.
os.environ.setdefault("PTB_TIMEDELTA", "true")

MOST_CALM = 4096
T = TypeVar("T")
log = logging.getLogger(__name__)

Spend = Callable[[str], bool]
"""Counts one call to a chat that no courier makes; False when the chat bears no more for now."""
Pause = Callable[[float], Awaitable[None]]
"""Waits so many seconds before something is tried again."""


class Line:
    """A bot's connection. After Telegram asked for patience in a chat, nothing is sent there until it is over."""

    def __init__(
        self, bot: Bot, now: Callable[[], float], phrases: Phrases, *, spend: Spend, pause: Pause
    ) -> None:
        self.bot = bot
        self.is_open = False
        self._now = now
        self._phrases = phrases
        self._spend = spend
        self._pause = pause
        self._calm_until: dict[int, float] = {}

    @property
    def name(self) -> str:
        """The bot's own name, without @."""
        try:
            return self.bot.username
        except RuntimeError:  # nobody has told us yet: there has been no connection
            raise TryLater(1) from None

    def rests(self, chat: int) -> float:
        """Seconds for which Telegram wants the chat to be left alone; 0 for none."""
        return max(0.0, self._calm_until.get(chat, 0) - self._now())

    def affords(self, chat: int) -> bool:
        """Whether the chat bears one more call, which then is counted. Private chats bear what we say there.

        For whatever no courier carries: its calls are counted already.
        """
        if chat > 0:
            return True
        try:
            self._check(chat)
        except TryLater:
            return False
        return self._spend(str(chat))

    async def comes_to_afford(self, chat: int, seconds: int, is_wanted: Callable[[], bool]) -> bool:
        """As `affords`, but wait for it so long at most, and while it is wanted still."""
        for _ in range(seconds):
            if self.affords(chat):
                return True
            await self._pause(1.0)
            if not is_wanted():
                return False
        return self.affords(chat)

    def _count(self, chat: int) -> None:
        """Count a call that has to be made, whatever the chat bears."""
        if chat < 0:
            self._spend(str(chat))

    async def _quietly(self, call: Awaitable[T]) -> T | None:
        try:
            return await call
        except TelegramError as error:
            log.debug("let go: %s", type(error).__name__)
            return None

    def _check(self, chat: int) -> None:
        if not self.is_open:
            raise TryLater(1)
        if wait := self.rests(chat):
            raise TryLater(wait)

    def _failure(self, chat: int, error: TelegramError, *, making: bool) -> Exception:
        if isinstance(error, RetryAfter):
            if len(self._calm_until) >= MOST_CALM:
                self._calm_until = {c: until for c, until in self._calm_until.items() if until > self._now()}
            self._calm_until[chat] = self._now() + failures.seconds_of(error)
        return failures.translated(error, self._phrases, making=making)
