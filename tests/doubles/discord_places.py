"""Where people meet on the make-believe Discord: servers, channels, threads, and the messages in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord

from doubles.discord_values import (
    EPHEMERAL,
    EVERYONE,
    LOADING,
    PUBLIC_THREAD,
    TEXT,
    THREADS,
    ApiError,
    Attachment,
    Json,
    Member,
    Role,
    User,
    iso,
)

if TYPE_CHECKING:
    from doubles.discord_world import World


@dataclass(eq=False)
class Message:
    """A message in a channel; `owner` is the only one who sees an ephemeral one."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list[Json])
    components: list[Json] = field(default_factory=list[Json])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    flags: int = 0
    nonce: str | None = None
    pinned: bool = False
    owner: User | None = None
    edited: float | None = None
    reference: Json | None = None
    metadata: Json | None = None
    dismissed: bool = False
    revisions: int = 0

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return bool(self.flags & LOADING)

    def payload(self) -> Json:
        """The message as the API answers it."""
        world = self.channel.world
        told: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "type": 20 if self.metadata else 0,
            "author": self.author.payload(),
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": [world.attachment_payload(self.channel, a) for a in self.attachments],
            "flags": self.flags,
            "timestamp": iso(self.created),
            "edited_timestamp": None if self.edited is None else iso(self.edited),
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": self.pinned,
            "tts": False,
        }
        if self.author.bot:
            told["application_id"] = str(world.application_id)
        if self.nonce is not None:
            told["nonce"] = self.nonce
        if self.reference is not None:
            told["message_reference"] = self.reference
        if self.metadata is not None:
            told["interaction_metadata"] = self.metadata
            told["webhook_id"] = str(world.application_id)
        return told


@dataclass(eq=False)
class Channel:
    """A channel, thread or direct conversation."""

    id: int
    world: World
    name: str
    type: int = TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    overwrites: dict[int, tuple[int, int, int]] = field(default_factory=dict[int, tuple[int, int, int]])
    messages: dict[int, Message] = field(default_factory=dict[int, Message])
    deleted: bool = False
    auto_archive_minutes: int = 1440
    closed: bool = False
    locked: bool = False
    active_at: float = 0.0
    owner: User | None = None
    followers: set[int] = field(default_factory=set[int])
    """The accounts that have the thread in their list, besides the bot."""

    @property
    def is_thread(self) -> bool:
        """Whether it hangs below another channel."""
        return self.type in THREADS

    @property
    def archived(self) -> bool:
        """Closed by hand, or by itself after the quiet time: edits are no activity."""
        idle = self.world.clock.now() - self.active_at
        return self.is_thread and (self.closed or idle >= 60 * self.auto_archive_minutes)

    def permissions(self, user: User) -> discord.Permissions:
        """What this account may do here, by roles and overwrites."""
        if self.guild is None:
            return discord.Permissions(EVERYONE.value)
        return self.guild.permissions(user, self.parent if self.is_thread and self.parent else self)

    def deny(self, user: User, *names: str) -> None:
        """Take permissions away from one account in this channel."""
        allowed, denied, _ = self.overwrites.get(user.id, (0, 0, 1))
        bits = discord.Permissions(**dict.fromkeys(names, True)).value
        self.overwrites[user.id] = (allowed & ~bits, denied | bits, 1)
        self._changed()

    def allow(self, user: User, *names: str) -> None:
        """Give permissions to one account in this channel."""
        allowed, denied, _ = self.overwrites.get(user.id, (0, 0, 1))
        bits = discord.Permissions(**dict.fromkeys(names, True)).value
        self.overwrites[user.id] = (allowed | bits, denied & ~bits, 1)
        self._changed()

    def _changed(self) -> None:
        self.world.emit("CHANNEL_UPDATE", self.payload(), self.guild)

    def archive(self) -> None:
        """Somebody closes the thread, or it was quiet for too long."""
        self.closed = True
        self.world.emit("THREAD_UPDATE", self.payload(), self.guild)

    def lock(self, *, locked: bool = True) -> None:
        """A moderator lets nobody but moderators speak in the thread, or everybody again."""
        self.locked = locked
        self.world.emit("THREAD_UPDATE", self.payload(), self.guild)

    def delete(self) -> None:
        """Somebody deletes the channel, with all messages and threads in it."""
        for gone in [self, *(c for c in self.world.channels.values() if c.parent is self)]:
            gone.deleted = True
            self.world.channels.pop(gone.id, None)
        self.world.emit("THREAD_DELETE" if self.is_thread else "CHANNEL_DELETE", self.payload(), self.guild)

    def lose(self, message_id: int) -> None:
        """Somebody deletes one message."""
        if self.messages.pop(message_id, None) is None:
            raise ApiError(404, 10008, "Unknown Message")
        gone: Json = {"id": str(message_id), "channel_id": str(self.id)}
        if self.guild is not None:
            gone["guild_id"] = str(self.guild.id)
        self.world.emit("MESSAGE_DELETE", gone, self.guild)

    def thread(self, name: str, message_id: int | None = None, *, by: User | None = None) -> Channel:
        """Open a public thread below this channel."""
        world = self.world
        number = message_id or world.snowflake()
        below = Channel(number, world, name, PUBLIC_THREAD, self.guild, self, active_at=world.clock.now())
        below.owner = by
        world.channels[number] = below
        world.emit("THREAD_CREATE", {**below.payload(), "newly_created": True}, self.guild)
        return below

    def payload(self) -> Json:
        """The channel as the gateway tells it."""
        told: Json = {"id": str(self.id), "type": self.type, "flags": 0, "last_message_id": None}
        if self.recipient is not None:
            return {**told, "recipients": [self.recipient.payload()]}
        assert self.guild is not None
        told |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0}
        if not self.is_thread:
            overwrites = [
                {"id": str(who), "type": kind, "allow": str(allow), "deny": str(deny)}
                for who, (allow, deny, kind) in self.overwrites.items()
            ]
            return told | {
                "position": 0,
                "permission_overwrites": overwrites,
                "nsfw": False,
                "topic": None,
                "parent_id": None,
            }
        assert self.parent is not None
        stamp = iso(self.active_at)
        return told | {
            "parent_id": str(self.parent.id),
            "owner_id": str((self.owner or self.world.bot).id),
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.messages),
            "member": {
                "id": str(self.id),
                "user_id": str(self.world.bot.id),
                "join_timestamp": stamp,
                "flags": 0,
            },
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.auto_archive_minutes,
                "archive_timestamp": stamp,
                "locked": self.locked,
                "create_timestamp": stamp,
            },
        }


@dataclass(eq=False)
class Guild:
    """A server."""

    id: int
    world: World
    name: str
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    owner_id: int = 0

    @property
    def channels(self) -> list[Channel]:
        """Its channels and threads, oldest first."""
        return [c for c in self.world.channels.values() if c.guild is self]

    @property
    def everyone(self) -> Role:
        """The role that everybody has."""
        return self.roles[self.id]

    def channel(self, name: str) -> Channel:
        """Open a text channel."""
        opened = Channel(self.world.snowflake(), self.world, name, TEXT, self)
        self.world.channels[opened.id] = opened
        self.world.emit("CHANNEL_CREATE", opened.payload(), self)
        return opened

    def permissions(self, user: User, channel: Channel | None = None) -> discord.Permissions:
        """Discord's documented computation: roles, then overwrites from wide to narrow."""
        member = self.members.get(user.id)
        if member is None:
            return discord.Permissions.none()
        value = self.everyone.permissions
        for role in member.roles:
            value |= self.roles[role].permissions
        if user.id == self.owner_id or discord.Permissions(value).administrator:
            return discord.Permissions.all()
        if channel is None:
            return discord.Permissions(value)
        for holder in (self.id, *member.roles, user.id):
            allow, deny, _ = channel.overwrites.get(holder, (0, 0, 0))
            value = (value & ~deny) | allow
        found = discord.Permissions(value)
        return found if found.view_channel else discord.Permissions.none()

    def admit(self, user: User, *, admin: bool = False) -> None:
        """Somebody joins the server."""
        member = Member(user, self.world.clock.now())
        if admin:
            role = Role(self.world.snowflake(), "admin", discord.Permissions(administrator=True).value)
            self.roles[role.id] = role
            member.roles.append(role.id)
            self.world.emit("GUILD_ROLE_CREATE", {"guild_id": str(self.id), "role": role.payload()}, self)
        self.members[user.id] = member
        self.world.emit("GUILD_MEMBER_ADD", {**member.payload(), "guild_id": str(self.id)}, self)

    def lose(self, user: User) -> None:
        """Somebody leaves the server; when it is the bot, the whole server is gone for it."""
        if user is self.world.bot:
            self.world.emit("GUILD_DELETE", {"id": str(self.id), "unavailable": False}, self)
            self.members.pop(user.id, None)
            return
        self.members.pop(user.id, None)
        gone = {"guild_id": str(self.id), "user": user.payload()}
        self.world.emit("GUILD_MEMBER_REMOVE", gone, self)

    def payload(self, *, whole: bool = True) -> Json:
        """The server as GUILD_CREATE tells it."""
        told: Json = {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "preferred_locale": self.locale,
            "roles": [role.payload() for role in self.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
            "icon": None,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "premium_tier": 0,
            "nsfw_level": 0,
            "afk_timeout": 300,
            "system_channel_flags": 0,
        }
        if whole:
            shown = [c for c in self.channels if c.permissions(self.world.bot).view_channel]
            told |= {
                "unavailable": False,
                "large": False,
                "member_count": len(self.members),
                "joined_at": iso(self.members[self.world.bot.id].joined),
                "channels": [c.payload() for c in shown if not c.is_thread],
                "threads": [c.payload() for c in shown if c.is_thread and not c.archived],
                "members": [self.members[self.world.bot.id].payload()],
                "presences": [],
                "voice_states": [],
                "stage_instances": [],
                "guild_scheduled_events": [],
            }
        return told
