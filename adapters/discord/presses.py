"""What somebody did to a message: which button, choice or form of ours it was, and on what kind of message."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

import discord

from adapters.discord import render
from bot.screens.tokens import Ask, Do, parse_token

__all__ = ["Origin", "concerns_server", "origin_of", "table_pressed", "token_pressed", "typed"]


class Origin(Enum):
    """What an interaction came from."""

    COMMAND = "command"
    """A slash command."""
    PUBLIC = "public"
    """Something on a message that everybody sees."""
    HAND = "hand"
    """Something on a private hand."""
    NOTE = "note"
    """Something on private words."""


def origin_of(interaction: discord.Interaction) -> Origin:
    """What the interaction came from; a form came from the message whose button asked for it."""
    message = interaction.message
    if message is None:
        return Origin.COMMAND
    if not message.flags.ephemeral:
        return Origin.PUBLIC
    return Origin.HAND if message.flags.components_v2 else Origin.NOTE


def token_pressed(interaction: discord.Interaction) -> str | None:
    """What was pressed, chosen or filled in says; None for what is not of our make."""
    data = _data(interaction)
    chosen = data.get("values") or [data.get("custom_id", "")]
    return render.token_of(str(chosen[0]))


def table_pressed(interaction: discord.Interaction) -> str:
    """The table that it names; empty if it names none."""
    token = parse_token(token_pressed(interaction) or "")
    return token.table if isinstance(token, Do | Ask) else ""


def concerns_server(token: str) -> bool:
    """Whether it would change something for a whole server, not for one channel."""
    asked = parse_token(token)
    return isinstance(asked, Ask) and asked.what.endswith("_wider")


def typed(interaction: discord.Interaction) -> str:
    """What was written into the one field of a form."""
    fields = (part for part in _parts(_data(interaction).get("components") or ()) if "value" in part)
    return next((str(field["value"]) for field in fields), "")


def _parts(components: Any) -> Iterator[Mapping[str, Any]]:
    """Every component, also those inside others: a field stands in a row or under a label."""
    for component in components:
        yield component
        inner = component.get("component")
        yield from _parts(component.get("components") or ([inner] if inner else ()))


def _data(interaction: discord.Interaction) -> Mapping[str, Any]:
    return {**(interaction.data or {})}
