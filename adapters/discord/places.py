"""Who acts and where, read from an interaction: people, channels, threads, rights."""

import discord

from adapters.discord.phrases import Phrases, Sentence
from bot.service.desk import Admin
from bot.service.records import Where, Who

__all__ = [
    "PLATFORM",
    "admin_of",
    "head_of",
    "locale_of",
    "may_have_threads",
    "where_of",
    "who_of",
    "why_no_table",
]

PLATFORM = "discord"


def where_of(interaction: discord.Interaction) -> Where:
    """The channel of an interaction; a thread is named beside the channel it belongs to."""
    channel = interaction.channel
    private = interaction.guild_id is None
    chat = thread = str(interaction.channel_id or 0)
    if isinstance(channel, discord.Thread):
        chat = str(channel.parent_id)
    else:
        thread = ""
    locale = interaction.locale if private else interaction.guild_locale
    return Where(
        platform=PLATFORM,
        chat=chat,
        thread=thread,
        title="" if private else _title(interaction),
        locale="" if locale is None else str(locale.value),
        private=private,
        wider=f"server-{interaction.guild_id}" if interaction.guild_id is not None else "",
    )


def _title(interaction: discord.Interaction) -> str:
    name = getattr(interaction.channel, "name", None)
    if isinstance(name, str) and name:
        return name
    return interaction.guild.name if interaction.guild is not None and interaction.guild.name else ""


def who_of(interaction: discord.Interaction) -> Who:
    """The person behind an interaction."""
    user = interaction.user
    return Who(platform=PLATFORM, user=str(user.id), name=user.display_name, locale=locale_of(interaction))


def locale_of(interaction: discord.Interaction) -> str:
    """The language of the person's own client, as Discord writes it."""
    return str(interaction.locale.value)


def admin_of(interaction: discord.Interaction) -> Admin:
    """Authority in the channel; Discord tells it with every interaction, so nothing is asked. In private one has it."""
    rights = interaction.permissions
    private = interaction.guild_id is None
    has_authority = (
        private
        or rights.administrator
        or rights.manage_guild
        or rights.manage_channels
        or rights.manage_messages
    )

    async def answer() -> bool:
        return has_authority

    return answer


def head_of(interaction: discord.Interaction) -> Admin:
    """Authority over the whole server."""
    rights = interaction.permissions
    has_authority = interaction.guild_id is not None and (rights.administrator or rights.manage_guild)

    async def answer() -> bool:
        return has_authority

    return answer


def may_have_threads(interaction: discord.Interaction) -> bool:
    """Whether a table asked for there can have a thread of its own: text channels alone have any."""
    kind = getattr(interaction.channel, "type", None)
    return interaction.guild_id is not None and kind in {discord.ChannelType.text, discord.ChannelType.news}


def why_no_table(interaction: discord.Interaction, *, in_new_thread: bool = False) -> Sentence | None:
    """The sentence that names the rights without which a table here would fall silent; None if all are there."""
    missing = _rights_missing(interaction, in_new_thread=in_new_thread)
    if not missing:
        return None

    def sentence(phrases: Phrases) -> str:
        return phrases.rights_missing.format(rights=", ".join(name(phrases) for name in missing))

    return sentence


def _rights_missing(interaction: discord.Interaction, *, in_new_thread: bool) -> list[Sentence]:
    if interaction.guild_id is None:
        return []
    rights = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed: tuple[tuple[bool, Sentence], ...] = (
        (rights.view_channel, lambda phrases: phrases.view_channel),
        (rights.send_messages or in_thread, lambda phrases: phrases.send_messages),
        (rights.create_public_threads or not in_new_thread, lambda phrases: phrases.create_public_threads),
        (
            rights.send_messages_in_threads or not (in_thread or in_new_thread),
            lambda phrases: phrases.send_messages_in_threads,
        ),
        (rights.embed_links, lambda phrases: phrases.embed_links),
        (rights.attach_files, lambda phrases: phrases.attach_files),
        (rights.read_message_history, lambda phrases: phrases.read_message_history),
    )
    return [name for granted, name in needed if not granted]
