"""The connection to Discord: what happens there becomes calls to the desk."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import chain, repeat
from typing import Any
from weakref import WeakSet

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from adapters.discord.answering import Answering
from adapters.discord.commands import Briscola, Translations, Translator, fingerprint
from adapters.discord.grounds import back_in_channel, back_in_guild, channel_at, thread_at
from adapters.discord.icons import Icons
from adapters.discord.opening import Opening
from adapters.discord.patience import LONGEST_WAIT
from adapters.discord.pressing import Pressing
from adapters.discord.sessions import Sessions
from adapters.discord.threads import Threads
from adapters.discord.troubles import CUT
from bot.service.desk import Desk
from bot.service.ports import StoreUnavailable
from bot.service.records import Where

__all__ = ["COMMAND_WAITS", "Client", "State"]

log = logging.getLogger(__name__)

READY_AFTER = 0.1
"""Seconds without news of a server after which the start counts as done; we need no cache of servers."""

COMMANDS_FACT = "discord-commands"
COMMAND_WAITS: Sequence[float] = (10, 30, 60, 300, 900)
"""Seconds between tries to tell the commands, while connected; the last one repeats."""

AT_MESSAGES = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})
"""What people do at messages of ours: commands come by the tree."""

ABOUT_THE_SESSION = frozenset({"READY", "RESUMED"})
"""Events without which there is no session; every other one may be missed."""


class State(StrEnum):
    """How the connection stands."""

    DOWN = "down"
    """Not connected, and not trying."""
    CONNECTING = "connecting"
    """On the way there, or back there."""
    READY = "ready"
    """Events come in."""


class Tree(app_commands.CommandTree["Client"]):
    """The commands; one that we do not know (any more) is answered too."""

    async def on_error(
        self, interaction: discord.Interaction["Client"], error: app_commands.AppCommandError, /
    ) -> None:
        """Say a sentence instead of letting Discord say that the bot did not answer."""
        answering = interaction.client.answering
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            await answering.say(interaction, lambda phrases: phrases.unknown_command)
            return
        log.error("a command failed", exc_info=error)
        await answering.say(interaction, lambda phrases: phrases.trouble)


class Client(discord.AutoShardedClient):
    """discord.py's client with as little as we need: no cache of people or messages, no privileged intent."""

    def __init__(
        self,
        desk: Desk,
        answering: Answering,
        threads: Threads,
        icons: Icons,
        *,
        commands: Translations,
        on_state: Callable[[State], None] = lambda _state: None,
        command_waits: Sequence[float] = COMMAND_WAITS,
        shards: Sequence[int] = (),
        shard_count: int | None = None,
        trace: aiohttp.TraceConfig | None = None,
    ) -> None:
        """`shards` are those of `shard_count` that this process runs; none: all that Discord recommends."""
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
            guild_ready_timeout=READY_AFTER,
            shard_count=shard_count,
            http_trace=trace or aiohttp.TraceConfig(),
        )
        self.shard_ids = list(shards) or None
        self.answering = answering
        self.tree = Tree(self)
        self._desk = desk
        self._commands = commands
        self._threads = threads
        self._icons = icons
        self._learning: asyncio.Task[None] | None = None
        opening = Opening(desk, answering)
        self._group = Briscola(desk, answering, opening)
        self._pressing = Pressing(desk, answering, opening)
        self._on_state = on_state
        self._sessions = Sessions(desk, self.fetch_session_start_limits)
        self._here: set[int] = set()
        self._sockets = WeakSet[DiscordWebSocket]()
        # Its own use is for voice alone; nobody else is told of a socket that never comes to be a shard.
        setattr(self._connection, "_update_references", self._sockets.add)  # noqa: B010 - mypy forbids the plain way
        self._command_waits = command_waits
        self._telling: asyncio.Task[None] | None = None
        self.commands_refused = 0
        """How often in a row Discord did not take our commands."""
        self._bear_strange_events()

    def _bear_strange_events(self) -> None:
        """Let an event that the library cannot read be missed, instead of ending the session and all after it."""
        parsers = self._connection.parsers
        for event, parse in parsers.items():
            if event not in ABOUT_THE_SESSION:
                parsers[event] = _or_missed(event, parse)

    async def setup_hook(self) -> None:
        """Learn the commands, before the first event."""
        await self.tree.set_translator(Translator(self._commands))
        self.tree.add_command(self._group)

    # -- sessions and shards -----------------------------------------------------------------------
    @property
    def wanted(self) -> Sequence[int]:
        """The shards that this process runs."""
        return self.shard_ids or range(self.shard_count or 1)

    @property
    def missing(self) -> Sequence[int]:
        """Those of them that are not connected now."""
        return [shard for shard in self.wanted if shard not in self._here]

    async def connect(self, *, reconnect: bool = True) -> None:
        """Begin a session for each shard, unless too few are left for the day."""
        if not self.shard_count:
            self.shard_count, _, _ = await self.http.get_bot_gateway()
        await self._sessions.expect(len(self.wanted))
        await super().connect(reconnect=reconnect)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, not long before it is its turn among those of all processes."""
        await self._sessions.soon(shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn: also one that lost its session comes back by it."""
        await self._sessions.turn(self.application_id or 0, shard_id or 0)

    async def close(self) -> None:
        """Say goodbye to Discord."""
        for task in (self._telling, self._learning):
            if task is not None:
                task.cancel()
        await super().close()
        for socket in list(self._sockets):
            await socket.close(code=1000)

    # -- how the connection stands -----------------------------------------------------------------
    async def on_ready(self) -> None:
        """All shards are there."""
        self._here.update(self.wanted)
        self._threads.seen(thread for guild in self.guilds for thread in guild.threads)
        self._on_state(State.READY)
        if self._learning is None:
            self._learning = asyncio.create_task(self._icons.learn_again_and_again(self))
        if 0 in self.wanted and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._tell_until_taken())

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard was lost; the library goes for it again."""
        self._here.discard(shard)
        self._on_state(State.CONNECTING)

    async def on_shard_ready(self, shard: int) -> None:
        """A shard began a new session."""
        self._found(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard took its session up again; what happened meanwhile has been sent after."""
        self._found(shard)

    def _found(self, shard: int) -> None:
        self._here.add(shard)
        self._on_state(State.CONNECTING if self.missing else State.READY)

    async def _tell_until_taken(self) -> None:
        """Tell Discord our commands, again and again where it does not take them."""
        for wait in chain(self._command_waits, repeat(self._command_waits[-1])):
            await self.tell_commands()
            if not self.commands_refused:
                return
            await asyncio.sleep(wait)

    async def tell_commands(self, *, always: bool = False) -> bool:
        """Tell Discord our commands where they changed since last told; whether that was so."""
        wanted = f"{self.application_id}:{fingerprint(self._group, self.tree, self._commands)}"
        try:
            told = always or await self._desk.fact(COMMANDS_FACT) != wanted
            if told:
                await self.tree.sync()
                await self._desk.keep_fact(COMMANDS_FACT, wanted)
        except (discord.DiscordException, StoreUnavailable, *CUT) as error:
            self.commands_refused += 1
            log.warning("Discord did not take the commands: %s", error)
            return False
        self.commands_refused = 0
        return told

    # -- presses -----------------------------------------------------------------------------------
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Something was pressed, chosen or filled in, ours or not; silence would read "interaction failed".

        The library's own way (views, dynamic items) drops a press whose button is no more on the message,
        and that is what a press looks like that crossed an edit.
        """
        if interaction.type in AT_MESSAGES:
            await self._pressing.meet(interaction)

    # -- places that go ----------------------------------------------------------------------------
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot left a server or was removed from it."""
        await self._gone(thread_at(thread.parent_id, thread.id) for thread in guild.threads)
        await self._gone(channel_at(channel.id) for channel in guild.channels)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted."""
        await self._gone([channel_at(channel.id)])

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """What the bot may do in a channel has perhaps changed."""
        await self._back(back_in_channel(before, after))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """What the bot may do in a server has perhaps changed."""
        await self._back(back_in_guild(before, after))

    async def _back(self, places: Iterable[Where]) -> None:
        with suppress(StoreUnavailable):  # then they are tried a little later
            for place in places:
                await self._desk.chat_back(place)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was archived, locked or opened again."""
        try:
            await self._threads.changed(self, payload)
        except StoreUnavailable:
            log.warning("a thread changed, and nobody could look up its tables")

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted."""
        await self._gone([thread_at(payload.parent_id, payload.thread_id)])

    async def _gone(self, places: Iterable[Where]) -> None:
        for place in places:
            try:
                await self._desk.chat_gone(place)
            except Exception:
                log.exception("a deleted channel's tables could not be closed")


def _or_missed(event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
    def parse_or_miss(data: Any) -> None:
        try:
            parse(data)
        except Exception:
            log.exception("an event of Discord could not be read, and is missed: %s", event)

    return parse_or_miss
