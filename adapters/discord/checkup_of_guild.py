"""Looks which permissions the bot lacks on a server of Discord, channel by channel."""

from collections.abc import Iterator, Sequence

import discord

from adapters.discord.visiting import Unanswered, Visit
from bot.checkup import Finding, broken, good, noted

__all__ = ["guild_findings"]

NEEDED = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""Permissions without which no table can live in a channel."""
WISHED = {
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "pin_messages": "Pin Messages",
}
"""Those that tables in threads need besides, and tables that are pinned."""
SHOWN = 10
"""Channels that are told one by one."""

Channel = discord.abc.GuildChannel


async def guild_findings(visit: Visit, guild: int) -> list[Finding]:
    """Where on a server tables can be set."""
    try:
        there = await visit.ask(visit.client.fetch_guild(guild, with_counts=False))
        us = await visit.ask(there.fetch_member(visit.application))
        channels = await visit.ask(there.fetch_channels())
    except Unanswered as why:
        if isinstance(why.error, discord.Forbidden | discord.NotFound):
            return [broken(f"The bot is not on the server {guild}.", "Invite it (README.md has the link).")]
        raise
    texts = [one for one in channels if isinstance(one, discord.TextChannel | discord.VoiceChannel)]
    whole = _missing(us.guild_permissions, NEEDED)
    found = [_of_server(there, whole, _missing(us.guild_permissions, WISHED))]
    return [*found, *_of_channels(us, sorted(texts, key=lambda one: one.position), whole)]


def _of_server(guild: discord.Guild, missing: Sequence[str], wished: Sequence[str]) -> Finding:
    remedy = "Server Settings, Roles: grant that to the bot's role"
    if missing:
        return broken(
            f"On the server “{guild.name}” the bot lacks: {', '.join(missing)}.",
            f"{remedy}; or invite it anew by the link of README.md.",
        )
    if wished:
        lacks = ", ".join(wished)
        return noted(
            f"On the server “{guild.name}” the bot lacks, for tables in threads or pinned ones: {lacks}.",
            f"{remedy}.",
        )
    return good(f"On the server “{guild.name}” the bot has all permissions it needs.")


def _of_channels(us: discord.Member, channels: Sequence[Channel], whole: Sequence[str]) -> Iterator[Finding]:
    """What is missing in single channels beyond what is missing everywhere."""
    unseen, told = 0, 0
    for channel in channels:
        may = channel.permissions_for(us)
        missing = [name for name in _missing(may, NEEDED) if name not in whole]
        if not may.view_channel:
            unseen += "View Channels" not in whole
        elif missing and (told := told + 1) <= SHOWN:
            remedy = "Edit Channel, Permissions: allow that to the bot."
            yield noted(f"In #{channel.name} it lacks: {', '.join(missing)}.", remedy)
    if told > SHOWN:
        yield noted(f"So it is in {told - SHOWN} more channels.")
    if unseen:
        yield noted(
            f"{unseen} of {len(channels)} channels it cannot see.", "That is fine if nobody plays there."
        )


def _missing(permissions: discord.Permissions, wanted: dict[str, str]) -> list[str]:
    return [name for permission, name in wanted.items() if not getattr(permissions, permission)]
