"""Threads of tables: begun once for one event, woken while their table lives, known while they are locked."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeVar

import discord

from adapters.discord.phrases import PhrasesFor
from adapters.discord.places import PLATFORM
from adapters.discord.render import escape
from adapters.discord.troubles import CUT, LOCKED, MAY_NOT_WAKE, THREAD_EXISTS
from bot.pictures import clean_name
from bot.service.desk import Desk
from bot.service.ports import Unreachable
from bot.service.records import Where

__all__ = ["NoThread", "Thread", "Threads", "begin", "named", "remove", "wake"]

log = logging.getLogger(__name__)

T = TypeVar("T")

QUIET_MINUTES: Literal[10080] = 10080
"""After so long without a message Discord archives a thread: a week, the longest that there is."""
NAME, PERSON = 100, 60
"""Characters in a thread's name, and those that a person's name may take of it."""
PEACE = 60.0
"""Seconds in which a thread is opened once."""
SIGN = "🃏"

NOBODY = discord.AllowedMentions.none()


class NoThread(Exception):
    """Discord opens no thread there; the table can stand in the channel itself."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread that was begun for a table. It has the number of the message that it hangs on."""

    channel: int
    id: int


def named(game: str, person: str) -> str:
    """What a table's thread is called, in no language but that of the game's name."""
    who = clean_name(person, PERSON)
    return f"{game} – {who}"[:NAME] if who else game[:NAME]


async def begin(client: discord.Client, channel: int, event: str, name: str, opener: int) -> Thread:
    """The thread for what an event asks for: the same one, however often the event comes.

    Discord gives the same message for the same nonce, and a message bears one thread.

    Raises:
        NoThread: none can be opened there now; what was begun is taken away again.
    """
    message = 0
    try:
        place = client.get_partial_messageable(channel)
        content = f"{SIGN} {escape(name)}"
        starter = await _again(
            lambda: place.send(content, nonce=f"i{event}", silent=True, allowed_mentions=NOBODY)
        )
        message = starter.id
        await _again(lambda: _start(client, channel, message, name))
    except (discord.HTTPException, discord.RateLimited, *CUT) as error:
        log.info("no thread for a table: %s", type(error).__name__)
        if message:
            await remove(client, Thread(channel, message))
        raise NoThread from None
    with suppress(discord.HTTPException, discord.RateLimited, *CUT):  # so that it stands in their list
        await client.http.add_user_to_thread(message, opener)
    return Thread(channel, message)


async def _start(client: discord.Client, channel: int, message: int, name: str) -> None:
    try:
        await client.http.start_thread_with_message(
            channel, message, name=name, auto_archive_duration=QUIET_MINUTES
        )
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:
            raise


async def remove(client: discord.Client, thread: Thread) -> None:
    """Take away a thread in which no table came to stand; without the right to, it is archived."""
    with suppress(discord.RateLimited, *CUT):
        try:
            await client.http.delete_channel(thread.id)
        except discord.HTTPException:
            with suppress(discord.HTTPException):
                await client.http.edit_channel(thread.id, archived=True)
        with suppress(discord.HTTPException):
            await client.http.delete_message(thread.channel, thread.id)


async def wake(client: discord.Client, thread: int) -> None:
    """Open an archived thread again.

    Raises:
        Unreachable: it is locked, or we may not write in it.
    """
    try:
        await client.http.edit_channel(thread, archived=False)
    except discord.HTTPException as error:
        if error.code in MAY_NOT_WAKE:
            raise Unreachable(LOCKED) from None
        raise


async def _again(speak: Callable[[], Awaitable[T]]) -> T:
    """Do it, and once more where the answer was lost: neither leaves a double behind."""
    try:
        return await speak()
    except CUT:
        await asyncio.sleep(0)
        return await speak()


class Threads:
    """Keeps the threads of living tables open, and knows those that somebody has locked."""

    def __init__(self, desk: Desk, phrases: PhrasesFor) -> None:
        self._desk = desk
        self._phrases = phrases
        self._locked: set[int] = set()
        self._woken: dict[int, float] = {}

    def is_locked(self, thread: str) -> bool:
        """Whether nobody but its moderators can play there."""
        return thread.isdecimal() and int(thread) in self._locked

    def seen(self, threads: Iterable[discord.Thread]) -> None:
        """How all active threads stand when the bot begins to look, or looks again after it had lost sight of them."""
        self._locked = {thread.id for thread in threads if thread.locked}

    async def changed(self, client: discord.Client, changed: discord.RawThreadUpdateEvent) -> None:
        """Somebody locked or unlocked a thread, or it was archived, by hand or because it was quiet."""
        metadata = changed.data["thread_metadata"]
        where = Where(PLATFORM, str(changed.parent_id), str(changed.thread_id))
        if metadata.get("locked"):
            if changed.thread_id not in self._locked:
                self._locked.add(changed.thread_id)
                await self._pause(client, where, changed.guild_id)
            return
        if changed.thread_id in self._locked:
            self._locked.discard(changed.thread_id)
            await self._desk.chat_back(where)
        if metadata["archived"] and await self._desk.tables_in(where):
            await self._wake(client, changed.thread_id)

    async def _wake(self, client: discord.Client, thread: int) -> None:
        """Open it again, but fight nobody who archives it at once: then the next change of the table opens it."""
        now = asyncio.get_running_loop().time()
        self._woken = {one: at for one, at in self._woken.items() if now - at < PEACE}
        if thread in self._woken:
            return
        self._woken[thread] = now
        try:
            await wake(client, thread)
        except (Unreachable, discord.HTTPException, discord.RateLimited, *CUT) as error:
            log.info("an archived thread stays shut until its table changes: %s", type(error).__name__)

    async def _pause(self, client: discord.Client, where: Where, guild: int) -> None:
        """Let its tables be drawn, which fails, so that their clocks stand still; and tell the channel."""
        tables = await self._desk.tables_in(where)
        for table in tables:
            await self._desk.redraw(table)
        if not tables:
            return
        home = client.get_guild(guild)
        phrases = self._phrases("" if home is None else str(home.preferred_locale))
        said = phrases.thread_locked.format(thread=f"<#{where.thread}>")
        with suppress(discord.HTTPException, discord.RateLimited, *CUT):
            channel = client.get_partial_messageable(int(where.chat))
            await channel.send(said, nonce=f"l{where.thread}", silent=True, allowed_mentions=NOBODY)
