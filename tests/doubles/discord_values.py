"""Small things of the make-believe Discord: its clock, its refusals, accounts, roles, files."""

from __future__ import annotations

import mimetypes
import struct
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import discord

Json = dict[str, Any]
"""An object as it travels on the wire; its shape is checked where it enters."""

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SILENT = 1 << 12
COMPONENTS_V2 = 1 << 15

TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS = (10, PUBLIC_THREAD, PRIVATE_THREAD)

EPOCH_MS = 1_420_070_400_000

EVERYONE = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    external_emojis=True,
    use_application_commands=True,
)
"""What a new server allows everybody."""


class ApiError(Exception):
    """A refusal: an HTTP status with Discord's own error code."""

    def __init__(self, status: int, code: int, message: str, **extra: object) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status, self.code, self.message, self.extra = status, code, message, extra

    @property
    def body(self) -> Json:
        """The refusal as Discord writes it."""
        return {"message": self.message, "code": self.code, **self.extra}


class WireClock:
    """The platform's clock: it stands still until a test moves it or lets it run."""

    def __init__(self) -> None:
        self._stood_at = time.time()
        self._running_since: float | None = None

    def now(self) -> float:
        """Seconds since 1970."""
        run = 0.0 if self._running_since is None else time.monotonic() - self._running_since
        return self._stood_at + run

    def move(self, seconds: float) -> None:
        """Let that much time pass at once."""
        self._stood_at += seconds

    def run(self) -> None:
        """Go on with the wall clock from here."""
        self._running_since = self._running_since or time.monotonic()

    def stop(self) -> None:
        """Stand still again."""
        self._stood_at, self._running_since = self.now(), None


def iso(seconds: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


@dataclass(eq=False)
class User:
    """An account, of a person or of the bot."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    dms_open: bool = True

    def payload(self) -> Json:
        """The account as others see it."""
        handle = "".join(c for c in self.name.lower() if c.isascii() and c.isalnum()) or f"user{self.id}"
        return {
            "id": str(self.id),
            "username": handle,
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(eq=False)
class Role:
    """A role of a server with its permissions."""

    id: int
    name: str
    permissions: int
    position: int = 1

    def payload(self) -> Json:
        """The role as the gateway tells it."""
        colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": 0,
            "colors": colours,
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(eq=False)
class Member:
    """An account inside one server."""

    user: User
    joined: float
    nick: str | None = None
    roles: list[int] = field(default_factory=list)

    def payload(self) -> Json:
        """The member as the gateway tells it."""
        return {
            "user": self.user.payload(),
            "nick": self.nick,
            "roles": [str(role) for role in self.roles],
            "joined_at": iso(self.joined),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "avatar": None,
            "premium_since": None,
            "communication_disabled_until": None,
        }


@dataclass(eq=False)
class Attachment:
    """A file that hangs on a message."""

    id: int
    filename: str
    data: bytes
    description: str | None = None

    @property
    def content_type(self) -> str:
        """The media type, from the name."""
        return mimetypes.guess_type(self.filename)[0] or "application/octet-stream"

    @property
    def size(self) -> Json:
        """Width and height of a PNG; nothing for anything else."""
        if self.data[:8] != b"\x89PNG\r\n\x1a\n":
            return {}
        width, height = struct.unpack(">II", self.data[16:24])
        return {"width": width, "height": height}
