"""What carries screens to a platform, and how it says that it cannot."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.screens.types import HandScreen, PingScreen, TableScreen
from bot.service.records import Surface

__all__ = [
    "Adapter",
    "Budget",
    "ChatGone",
    "Courier",
    "Expired",
    "Hook",
    "MessageGone",
    "Moved",
    "NotAccepted",
    "Picture",
    "Screen",
    "Sent",
    "TokenRefused",
    "TryLater",
    "Uncertain",
    "Unreachable",
]

Screen = TableScreen | HandScreen | PingScreen


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, with a name that is equal for equal pictures."""

    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that now exists."""

    message: str
    expires_at: int | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """How many calls a chat bears: `burst` at once, then one every `every` seconds."""

    burst: int
    every: float


class Courier(Protocol):
    """Carries screens to one platform. Every call takes the *latest* screen; none takes a delta.

    Any method may raise the errors below; anything else is a bug and marks the surface for a later try.
    """

    platform: str

    def account(self, surface: Surface) -> str | None:
        """What a call for this surface is charged to: its chat, or its thread; None when it is free."""
        ...

    def budget(self, chat: str) -> Budget: ...

    async def send(self, surface: Surface, screen: Screen, picture: Picture | None) -> Sent:
        """Make the message; `surface.nonce` names this creation."""
        ...

    async def edit(self, surface: Surface, screen: Screen, picture: Picture | None) -> None:
        """Let the message show the screen; a message that shows it already is success."""
        ...

    async def delete(self, surface: Surface) -> None:
        """Take the message away; one that is gone already is success."""
        ...

    async def pin(self, surface: Surface, *, pinned: bool) -> None:
        """Let the message stand at the top of its chat, or no more, calling nobody; so already is success.

        Raises `NotAccepted` or `Unreachable` where that is not allowed: the message itself is none the worse.
        """
        ...

    async def may_pin(self, chat: str) -> bool:
        """Whether we may pin messages in this chat of the platform, as far as can be told now."""
        ...


Hook = Callable[[Mapping[str, str], bytes], Awaitable[int]]
"""Takes what a platform posts to our web server, headers and body; the HTTP status that answers it."""


class Adapter(Protocol):
    """What the bot needs of a platform's adapter."""

    @property
    def courier(self) -> Courier:
        """Carries screens there."""
        ...

    @property
    def trouble(self) -> str:
        """What is wrong with the connection, in one sentence; empty when nothing is."""
        ...

    async def run(self, stop: asyncio.Event, on_ready: Callable[[], None]) -> None:
        """Serve until `stop` is set."""
        ...


class MessageGone(Exception):
    """The message does not exist any more."""


class Expired(Exception):
    """The token with which the message could be edited is too old."""


class Uncertain(Exception):
    """The message may have been made or not: the answer was lost."""


class TryLater(Exception):
    """The platform asks to leave this chat alone for some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds:g} s")
        self.seconds = seconds


class Unreachable(Exception):
    """We may not write there: kicked, blocked, or a right is missing (named in the text)."""


class Moved(Exception):
    """The chat has a new id on its platform."""

    def __init__(self, chat: str) -> None:
        super().__init__("the chat has a new id")
        self.chat = chat


class ChatGone(Exception):
    """The chat, channel or thread does not exist any more."""


class NotAccepted(Exception):
    """The platform will not take this message as it is; the text says why. Trying it again would not help."""


class TokenRefused(Exception):
    """A platform does not want our token. The text is one sentence for whoever runs the bot, without the token."""
