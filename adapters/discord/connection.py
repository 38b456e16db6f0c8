"""Keeps the bot connected to Discord for as long as it should be."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import discord

from adapters.discord.answering import PATIENCE, Answering, Draw, nothing_drawn, wall_clock
from adapters.discord.client import Client, SessionsSpent, State
from adapters.discord.commands import Translations
from adapters.discord.courier import DiscordCourier, MentionOf, nobody
from adapters.discord.phrases import PhrasesFor, in_english
from adapters.discord.troubles import refusal_of_token
from bot.service.desk import Desk

__all__ = ["WAITS", "Discord"]

log = logging.getLogger(__name__)

WAITS: Sequence[float] = (1, 2, 4, 8, 15, 30, 60, 120, 150)
"""Seconds between tries to connect. Discord resets a token after 1000 sessions a day: one every 86 s."""

DRAIN = 1.0
"""Seconds that answers under way have at the end."""
CLOSE = 2.0
"""Seconds that the connection has to say goodbye."""


class Discord:
    """The Discord side of the bot: run it, give its courier to the publisher, read its state.

    Args:
        token: the bot's token. It is given to discord.py and to nobody else.
        desk: whom presses and commands go to.
        commands: the commands' texts in languages other than English, by the names in `ENGLISH`.
        phrases: the adapter's own sentences for a Discord locale.
        draw: draws a hand for the answer to a press.
        mention_of: from a player key to a Discord user id, for calls.
        now: milliseconds since 1970.
        waits: seconds between tries to connect; the last one repeats.
        patience: seconds the desk has before Discord is told to wait for its answer.
    """

    def __init__(
        self,
        token: str,
        desk: Desk,
        *,
        commands: Translations | None = None,
        phrases: PhrasesFor = in_english,
        draw: Draw = nothing_drawn,
        mention_of: MentionOf = nobody,
        now: Callable[[], int] = wall_clock,
        waits: Sequence[float] = WAITS,
        patience: float = PATIENCE,
    ) -> None:
        self._token = token
        self._desk = desk
        self._commands = commands or {}
        self._answering = Answering(desk, phrases=phrases, draw=draw, now=now, patience=patience)
        self._waits = waits
        self._failures = 0
        self._client: Client | None = None
        self._on_ready: Callable[[], None] = lambda: None
        self.state = State.DOWN
        """How the connection stands, for `/readyz`."""
        self.courier = DiscordCourier(self._connected, mention_of=mention_of, now=now)
        """Sends and edits by way of this connection."""

    @property
    def trouble(self) -> str:
        """What is wrong with the connection, in one sentence; empty when nothing is."""
        return "" if self.state is State.READY else "Discord is not connected at the moment."

    def client(self) -> Client:
        """A new client, not connected yet."""
        return Client(self._desk, self._answering, commands=self._commands, on_state=self._now_stands)

    async def run(self, stop: asyncio.Event, on_ready: Callable[[], None]) -> None:
        """Be connected until `stop` is set; `on_ready` is called each time events begin to come in.

        Raises:
            TokenRefused: Discord does not want this token; every other trouble is tried again.
        """
        self._on_ready = on_ready
        self._failures = 0
        while not stop.is_set():
            self.state = State.CONNECTING
            rest = 0.0
            try:
                await self._session(stop)
            except SessionsSpent as error:
                log.warning("Discord resets tokens that begin too many sessions, so we wait: %s", error)
                rest = error.seconds
            except Exception as error:  # noqa: BLE001 - whatever it was: it is looked at, logged and tried again
                if refusal := refusal_of_token(error):
                    raise refusal from None
                log.warning("Discord is not reachable (%s)", _short(error))
            finally:
                self._client = None
                self.state = State.DOWN
            if not stop.is_set():
                await self._pause(stop, rest)

    async def _session(self, stop: asyncio.Event) -> None:
        """One connection, from the first call to its end or to `stop`."""
        client = self.client()
        async with client:
            self._client = client
            running = asyncio.create_task(client.start(self._token))
            stopping = asyncio.create_task(stop.wait())
            try:
                await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    await running
                else:
                    await self._answering.drain(DRAIN)
            finally:
                stopping.cancel()
                await _end(client, running)

    async def _pause(self, stop: asyncio.Event, at_least: float) -> None:
        wait = max(at_least, self._waits[min(self._failures, len(self._waits) - 1)])
        self._failures += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), wait)

    def _now_stands(self, state: State) -> None:
        self.state = state
        if state is State.READY:
            self._failures = 0
            self._on_ready()

    def _connected(self) -> discord.Client | None:
        """The client, once it has introduced itself."""
        client = self._client
        return None if client is None or client.user is None else client


async def _end(client: Client, running: asyncio.Task[None]) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(client.close(), CLOSE)
    running.cancel()
    await asyncio.wait({running})


def _short(error: Exception) -> str:
    """What an error says, kept to its kind where its text might hold an address."""
    if isinstance(error, discord.DiscordException):
        return f"{type(error).__name__}: {error}"
    return type(error).__name__
