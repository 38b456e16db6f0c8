"""Who has left a server: we hear of nobody's leaving, so it is asked before somebody is called."""

import discord

from adapters.discord.places import PLATFORM
from adapters.discord.troubles import CUT, UNKNOWN_MEMBER, UNKNOWN_USER
from bot.service.desk import Desk
from bot.service.records import Surface, Where, Who

__all__ = ["Members"]

GONE = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
REMEMBERED = 1_000
"""So many leavings are remembered, each told once."""


class Members:
    """Lets those leave the tables of a server who have left the server."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._told: set[tuple[str, str]] = set()

    async def lost(self, client: discord.Client, surface: Surface, user: str) -> bool:
        """Whether it has just come out that the person is not there any more; they have left their tables then."""
        channel = client.get_channel(int(surface.chat))
        if not isinstance(channel, discord.abc.GuildChannel) or (surface.chat, user) in self._told:
            return False
        if not await _is_gone(client, channel.guild.id, int(user)):
            return False
        if len(self._told) >= REMEMBERED:
            self._told.clear()
        self._told.add((surface.chat, user))
        await self._desk.left(Where(PLATFORM, surface.chat), Who(PLATFORM, user, ""))
        return True


async def _is_gone(client: discord.Client, guild: int, user: int) -> bool:
    """Whether the server has no such member; False where Discord does not say."""
    try:
        await client.http.get_member(guild, user)
    except discord.HTTPException as error:
        return error.code in GONE
    except (discord.RateLimited, *CUT):
        return False
    return False
