"""Keeps the bot connected to Discord for as long as it should be."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import discord

from adapters.discord.answering import PATIENCE, Answering, Draw, nothing_drawn, wall_clock
from adapters.discord.client import COMMAND_WAITS, Client, State
from adapters.discord.commands import Translations
from adapters.discord.courier import DiscordCourier, MentionOf, nobody
from adapters.discord.icons import Icons
from adapters.discord.members import Members
from adapters.discord.phrases import PhrasesFor, in_english
from adapters.discord.refusals import Refusals
from adapters.discord.sessions import SessionsSpent
from adapters.discord.threads import Threads
from adapters.discord.troubles import CUT, TOO_FEW_SHARDS, refusal_of_token
from bot.service.desk import Desk
from bot.service.meters import Meters

__all__ = ["WAITS", "Discord"]

log = logging.getLogger(__name__)

WAITS: Sequence[float] = (1, 2, 4, 8, 15, 30, 60, 120, 150)
"""Seconds between tries to connect. Discord resets a token after 1000 sessions a day: one every 86 s."""

COMMANDS_MISSED = 3
"""Tries to tell the commands that may fail before that is a trouble to be told."""

STEADY = 300.0
"""Seconds of a connection after which it counts as good, so that the next one need not wait long."""

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
        command_waits: seconds between tries to tell the commands; the last one repeats.
        patience: seconds the desk has before Discord is told to wait for its answer.
        shards: those of `shard_count` shards that this process runs; none for all that Discord recommends.
        meters: where shards and refused requests are counted.
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
        command_waits: Sequence[float] = COMMAND_WAITS,
        patience: float = PATIENCE,
        shards: Sequence[int] = (),
        shard_count: int | None = None,
        meters: Meters | None = None,
    ) -> None:
        self._token = token
        self._desk = desk
        self._commands = commands or {}
        self._icons = Icons()
        self._answering = Answering(
            desk, phrases=phrases, draw=draw, now=now, patience=patience, icons=self._icons
        )
        self._threads = Threads(desk, phrases)
        self._waits = waits
        self._command_waits = command_waits
        self._failures = 0
        self._ready_since = 0.0
        self._shards, self._shard_count = shards, shard_count
        self._meters = meters or Meters()
        self._refusals = Refusals(clock=time.monotonic, count=self._refused)
        self._client: Client | None = None
        self._on_ready: Callable[[], None] = lambda: None
        self.state = State.DOWN
        """How the connection stands, for `/readyz`."""
        self.courier = DiscordCourier(
            self._connected,
            mention_of=mention_of,
            now=now,
            pause=self._refusals.wait,
            is_locked=self._threads.is_locked,
            icons=self._icons,
            members=Members(desk),
        )
        """Sends and edits by way of this connection."""

    @property
    def trouble(self) -> str:
        """What is wrong with the connection, in one sentence; empty when nothing is."""
        if self.state is not State.READY:
            return _not_connected(self._client)
        if self._client is not None and self._client.commands_refused >= COMMANDS_MISSED:
            return "Discord does not take the bot's commands; they are told again and again."
        return ""

    def client(self) -> Client:
        """A new client, not connected yet."""
        return Client(
            self._desk,
            self._answering,
            self._threads,
            self._icons,
            commands=self._commands,
            on_state=self._now_stands,
            command_waits=self._command_waits,
            shards=self._shards,
            shard_count=self._shard_count,
            trace=self._refusals.listening(),
        )

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
            except (discord.DiscordException, *CUT) as error:
                refusal = refusal_of_token(error)
                if refusal and not self._may_have_grown(error):
                    raise refusal from None
                log.warning("Discord is not reachable (%s)", _short(error))
            except Exception:
                log.exception("the connection to Discord broke by a fault of ours; it is built up again")
            finally:
                self._ended()
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

    def _may_have_grown(self, error: Exception) -> bool:
        """Whether Discord wants more shards than it recommended before: then it is asked anew."""
        return self._shard_count is None and getattr(error, "code", None) == TOO_FEW_SHARDS

    def _ended(self) -> None:
        """The connection is over; only after a good one, the next may come soon."""
        if self._ready_since and time.monotonic() - self._ready_since >= STEADY:
            self._failures = 0
        self._ready_since = 0.0
        self._client = None
        self._now_stands(State.DOWN)

    def _now_stands(self, state: State) -> None:
        self._count_shards()
        if state is self.state:
            return
        self.state = state
        if state is State.READY:
            self._ready_since = self._ready_since or time.monotonic()
            self._on_ready()

    def _count_shards(self) -> None:
        client = self._client
        wanted, missing = (len(client.wanted), len(client.missing)) if client else (0, 0)
        self._meters.shards.labels("wanted").set(wanted)
        self._meters.shards.labels("connected").set(wanted - missing)

    def _refused(self, status: int) -> None:
        self._meters.refused.labels("discord", str(status)).inc()

    def _connected(self) -> discord.Client | None:
        """The client, once it has introduced itself."""
        client = self._client
        return None if client is None or client.user is None else client


def _not_connected(client: Client | None) -> str:
    """Which part of Discord is missing, where it is only a part."""
    missing = client.missing if client else ()
    if client is None or len(missing) == len(client.wanted):
        return "Discord is not connected at the moment."
    told = ", ".join(str(shard) for shard in missing[:10]) + ("…" if len(missing) > 10 else "")
    return f"Discord is connected in part: of {client.shard_count} shards, these are missing here: {told}."


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
