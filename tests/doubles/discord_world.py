"""The make-believe Discord: everything it remembers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from doubles.discord_places import Channel, Guild, Message
from doubles.discord_values import (
    COMPONENTS_V2,
    DM,
    EPHEMERAL,
    EPOCH_MS,
    EVERYONE,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    ApiError,
    Attachment,
    Json,
    Member,
    Role,
    User,
    WireClock,
)

__all__ = [
    "COMPONENTS_V2",
    "DM",
    "EPHEMERAL",
    "LOADING",
    "SILENT",
    "SUPPRESS_EMBEDS",
    "ApiError",
    "Attachment",
    "Channel",
    "Guild",
    "Interaction",
    "Json",
    "Member",
    "Message",
    "User",
    "WireClock",
    "World",
]


@dataclass(eq=False)
class Interaction:
    """One press or command, from its delivery to its last follow-up."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    created: float
    delivered_at: float
    data: Json
    source: Message | None = None
    callback: int | None = None
    answered_after: float | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list[Message])
    modal: Json | None = None
    choices: list[Json] | None = None
    payload: Json = field(default_factory=dict[str, Any])
    refusals: list[ApiError] = field(default_factory=list[ApiError])


class World:
    """Everything the platform remembers."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.clock = WireClock()
        self._counter = itertools.count(1)
        self.url = ""
        self.application_id = self.snowflake()
        self.bot = User(self.application_id, "Briscola", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.commands: dict[int | None, list[Json]] = {}
        self.emojis: list[Json] = []
        self.about_application: Json = {}
        self.interactions: dict[str, Interaction] = {}
        self.files: dict[int, Attachment] = {}
        self.pings: list[tuple[User, Message]] = []
        self.violations: list[str] = []
        self.long_alt_texts: list[str] = []
        self.on_event: Callable[[str, Json, Guild | None], None] = lambda _name, _data, _guild: None
        self.about_gateway: Callable[[], Json] = dict[str, Any]
        self.on_change: Callable[[], None] = lambda: None

    def snowflake(self) -> int:
        """A new id that carries the moment."""
        ms = int(self.clock.now() * 1000) - EPOCH_MS
        return (ms << 22) | (next(self._counter) & 0x3FFFFF)

    def emit(self, name: str, data: Json, guild: Guild | None) -> None:
        """Tell the bot over the gateway, if it is in that server and wants to know."""
        if guild is None or self.bot.id in guild.members:
            self.on_event(name, data, guild)
        self.on_change()

    def open_guild(self, name: str, locale: str) -> Guild:
        """A server that has the bot from the start."""
        guild = Guild(self.snowflake(), self, name, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE.value, 0)
        owner = User(self.snowflake(), f"{name}'s owner")
        self.users[owner.id] = owner
        guild.owner_id = owner.id
        guild.members[owner.id] = Member(owner, self.clock.now())
        guild.members[self.bot.id] = Member(self.bot, self.clock.now())
        self.guilds[guild.id] = guild
        self.emit("GUILD_CREATE", guild.payload(), guild)
        return guild

    def dm(self, user: User) -> Channel:
        """The direct conversation of the bot with somebody."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        opened = Channel(self.snowflake(), self, user.name, DM, recipient=user)
        self.channels[opened.id] = opened
        return opened

    def attachment_url(self, channel: Channel, attachment: Attachment) -> str:
        """Where the file can be fetched; signed, so it ends after a day."""
        until = int(self.clock.now()) + 86_400
        path = f"{channel.id}/{attachment.id}/{attachment.filename}"
        return f"{self.url}/attachments/{path}?ex={until:x}&is=0&hm=0"

    def attachment_payload(self, channel: Channel, attachment: Attachment) -> Json:
        """A file as a message tells it."""
        url = self.attachment_url(channel, attachment)
        told: Json = {
            "id": str(attachment.id),
            "filename": attachment.filename,
            "size": len(attachment.data),
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
            **attachment.size,
        }
        if attachment.description is not None:
            told["description"] = attachment.description
        return told
