"""Channels and threads as the service names them, and those in which the bot may perhaps do more than before."""

from collections.abc import Sequence

import discord

from adapters.discord.places import PLATFORM
from bot.service.records import Where

__all__ = ["back_in_channel", "back_in_guild", "channel_at", "thread_at"]


def channel_at(channel: int) -> Where:
    """A channel."""
    return Where(PLATFORM, str(channel))


def thread_at(channel: int, thread: int) -> Where:
    """A thread in a channel."""
    return Where(PLATFORM, str(channel), str(thread))


def back_in_channel(before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> Sequence[Where]:
    """The channel, if rights in it have changed: it is tried at once, also where that proves too early."""
    return [channel_at(after.id)] if before.overwrites != after.overwrites else []


def back_in_guild(before: discord.Role, after: discord.Role) -> Sequence[Where]:
    """The channels of the server, if a role of ours (or everybody's) may do more than before."""
    more = after.permissions.value & ~before.permissions.value
    if not more or (after not in after.guild.me.roles and not after.is_default()):
        return []
    return [channel_at(channel.id) for channel in after.guild.text_channels + after.guild.forums]
