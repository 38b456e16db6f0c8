"""A short visit to Discord for the command line: our own client, logged in and not connected."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager, suppress
from email.utils import parsedate_to_datetime
from typing import Any, Protocol, TypeVar, cast

import aiohttp
import discord
from discord.http import Route

from adapters.discord.client import Client
from adapters.discord.connection import Discord
from adapters.discord.texts import translations
from adapters.discord.troubles import CUT
from bot.checkup import Finding, broken, noted
from bot.service.desk import Desk

__all__ = ["Facts", "Unanswered", "Visit", "visiting"]

PATIENCE = 15.0
"""Seconds for each answer."""
FORBIDDEN, NOT_FOUND, TOO_MANY = 403, 404, 429

T = TypeVar("T")


class Facts(Protocol):
    """Small things kept by name."""

    async def fact(self, name: str) -> str | None: ...
    async def keep_fact(self, name: str, value: str) -> None: ...


class Unanswered(Exception):
    """A question has no answer, and the finding says why."""

    def __init__(self, finding: Finding, error: Exception | None = None) -> None:
        super().__init__(f"{finding.sentence} {finding.remedy}".rstrip())
        self.finding = finding
        self.error = error
        """What Discord said, if it said anything."""


class Visit:
    """One application."""

    def __init__(self, client: Client) -> None:
        self.client = client

    @property
    def application(self) -> int:
        """The application's id."""
        return self.client.application_id or 0

    async def get(self, path: str) -> Any:
        """What Discord answers at an address below its API's, as JSON.

        Raises:
            Unanswered: nothing.
        """
        return await self.ask(self.client.http.request(Route("GET", path)))

    async def ask(self, question: Awaitable[T], *, patience: float = PATIENCE) -> T:
        """The answer.

        Raises:
            Unanswered: there is none.
        """
        try:
            async with asyncio.timeout(patience):
                return await question
        except TimeoutError:
            raise Unanswered(broken("Discord did not answer in time.", "Try again later.")) from None
        except (discord.DiscordException, *CUT) as error:
            raise Unanswered(_why(error), error) from None


@asynccontextmanager
async def visiting(token: str, facts: Facts) -> AsyncGenerator[Visit]:
    """A visit by the bot of a token; nothing but small facts is kept.

    Raises:
        Unanswered: Discord does not let this bot in.
    """
    desk = cast("Desk", facts)  # nobody presses or plays while we are not connected
    client = Discord(token, desk, commands=translations()).client()
    async with client:
        visit = Visit(client)
        await visit.ask(client.login(token))
        yield visit


async def ahead() -> float | None:
    """Seconds by which our clock is ahead of Discord's; None if that cannot be told."""
    with suppress(ValueError, TypeError, TimeoutError, *CUT):
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            async with session.get(f"{Route.BASE}/gateway") as answer:
                told = parsedate_to_datetime(answer.headers.get("Date", ""))
            return time.time() - told.timestamp()
    return None


def _why(error: BaseException) -> Finding:
    """What an error means for whoever runs the bot."""
    match error:
        case discord.LoginFailure():
            return broken(
                "Discord refuses DISCORD_TOKEN.",
                "Copy the token anew from the Developer Portal (Bot, Reset Token).",
            )
        case discord.RateLimited():
            return noted(
                f"Discord wants to be left alone for {error.retry_after:.0f} s.", "Try again after that."
            )
        case discord.HTTPException(status=status) if status == TOO_MANY:
            return noted("Discord wants to be left alone for a while.", "Try again in some minutes.")
        case discord.HTTPException(status=status) if status < 500:
            return broken(f"Discord refuses it (status {status}, code {error.code}): {error.text[:200]}")
        case discord.HTTPException():
            return broken(f"Discord is in trouble itself (status {error.status}).", "Try again later.")
        case _:
            return broken("Discord cannot be reached.", "Look at the network, and at proxies.")
