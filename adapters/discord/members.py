"""Who has left a server: we hear of nobody's leaving, so it is asked before somebody is called."""

import discord

from adapters.discord.places import PLATFORM
from adapters.discord.troubles import CUT, UNKNOWN_MEMBER, UNKNOWN_USER
from bot.service.desk import Desk
from bot.service.records import Surface, Where, Who

__all__ = ["Members"]

GONE = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
REMEMBERED = 1_000
"""So many leavings are remembered, each told once, and the servers of so many channels."""


class Members:
    """Lets those leave the tables of a server who have left the server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._told: set[tuple[str, str]] = set()
        self._servers: dict[str, int] = {}

    async def lost(self, client: discord.Client, surface: Surface, user: str) -> bool:
        """Whether it has just come out that the person is not there any more; they have left their tables then."""
        if (surface.chat, user) in self._told or not await self._is_gone(client, surface.chat, int(user)):
            return False
        if len(self._told) >= REMEMBERED:
            self._told.clear()
        self._told.add((surface.chat, user))
        await self._desk.left(Where(PLATFORM, surface.chat), Who(PLATFORM, user, ""))
        return True

    async def _is_gone(self, client: discord.Client, chat: str, user: int) -> bool:
        """Whether the channel's server has no such member; False where Discord does not say."""
        try:
            server = await self._server_of(client, chat)
            if server:
                await client.http.get_member(server, user)
        except discord.HTTPException as error:
            return error.code in GONE
        except (discord.RateLimited, *CUT):
            return False
        return False

    async def _server_of(self, client: discord.Client, chat: str) -> int:
        """The server that a channel is in, also one that another process hears of; 0 for a private chat."""
        if chat not in self._servers:
            if len(self._servers) >= REMEMBERED:
                self._servers.clear()
            channel = await client.http.get_channel(int(chat))
            self._servers[chat] = int(str(channel.get("guild_id") or 0))
        return self._servers[chat]
