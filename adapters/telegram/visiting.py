"""A short visit to Telegram for the command line: questions in a row, each answered soon or refused in one sentence."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import TypeVar

from telegram import Bot
from telegram.error import (
    BadRequest,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from adapters.telegram import failures
from adapters.telegram.request import Asking, NotTheBotApi, asking
from bot.checkup import Finding, broken, noted

__all__ = ["Unanswered", "Visit", "visiting"]

TELEGRAM = "https://api.telegram.org"
PATIENCE = 15.0
"""Seconds for each answer."""
REFUSED = "Copy it again from @BotFather, or ask there for a new one (/token)."

T = TypeVar("T")


class Unanswered(Exception):
    """A question has no answer, and the finding says why."""

    def __init__(self, finding: Finding, error: TelegramError | None = None) -> None:
        super().__init__(f"{finding.sentence} {finding.remedy}".rstrip())
        self.finding = finding
        self.error = error
        """What Telegram said, if it said anything."""


class Visit:
    """One bot at one server."""

    def __init__(self, bot: Bot, request: Asking, *, own_server: bool) -> None:
        self.bot = bot
        self._request = request
        self._own_server = own_server

    @property
    def ahead(self) -> float:
        """Seconds by which our clock is ahead of the server's."""
        return self._request.ahead

    async def ask(self, question: Awaitable[T], *, patience: float = PATIENCE) -> T:
        """The answer.

        Raises:
            Unanswered: there is none.
        """
        try:
            async with asyncio.timeout(patience):
                return await question
        except TimeoutError:
            raise Unanswered(broken("Telegram did not answer in time.", "Try again later.")) from None
        except TelegramError as error:
            raise Unanswered(self._why(error), error) from None

    def _why(self, error: TelegramError) -> Finding:
        """What an error means for whoever runs the bot. Telegram's own words are told where it refused what we wanted."""
        match error:
            case NotTheBotApi():
                return self._no_server()
            case InvalidToken():
                return broken("Telegram refuses TELEGRAM_TOKEN.", REFUSED)
            case RetryAfter():
                wait = failures.seconds_of(error)
                return noted(f"Telegram wants to be left alone for {wait:.0f} s.", "Try again after that.")
            case Conflict():
                return broken("Another program uses this token.", "Stop it, or give it a bot of its own.")
            case BadRequest() | Forbidden():
                return broken(f"Telegram refuses: {error.message.rstrip('.')}.")
            case NetworkError():
                where = " at TELEGRAM_API_BASE" if self._own_server else ""
                return broken(f"Telegram cannot be reached{where}.", "Look at the network, and at proxies.")
            case _:
                return broken(f"Telegram cannot be asked ({type(error).__name__}).", "Try again later.")

    def _no_server(self) -> Finding:
        if self._own_server:
            return broken("What answers at TELEGRAM_API_BASE is no Bot API server.", "Correct that address.")
        return broken("Something between us and Telegram answers in its place.", "Look at the network.")


@asynccontextmanager
async def visiting(token: str, api_base: str | None) -> AsyncGenerator[Visit]:
    """A visit by the bot of a token; `api_base` is a server of one's own, None for Telegram's.

    Raises:
        Unanswered: Telegram does not let this bot in.
    """
    base, request = api_base or TELEGRAM, asking(4)
    bot = Bot(
        token,
        base_url=f"{base}/bot",
        base_file_url=f"{base}/file/bot",
        request=request,
        get_updates_request=asking(1),
    )
    visit = Visit(bot, request, own_server=api_base is not None)
    try:
        await visit.ask(bot.initialize())
        yield visit
    finally:
        await bot.shutdown()
