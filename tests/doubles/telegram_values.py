"""The small values of the Telegram stand-in: what a message holds, what was called, what went wrong."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from typing import Literal

from aiogram.types import InlineKeyboardMarkup

Json = dict[str, object]
"""A JSON object on its way in or out."""

TIMED_OUT_QUERY = "query is too old and response timeout expired or query ID is invalid"
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


class ApiError(Exception):
    """An answer with ``ok: false``, worded as Telegram words it."""

    def __init__(self, code: int, description: str, **parameters: object) -> None:
        names = {400: "Bad Request", 403: "Forbidden", 409: "Conflict", 429: "Too Many Requests"}
        super().__init__(f"{names[code]}: {description}" if code in names else description)
        self.code = code
        self.parameters = parameters

    @property
    def body(self) -> Json:
        """The JSON body of this answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": str(self)}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


class MalformedError(ApiError):
    """A request that no correct bot sends; the stand-in also records it among its violations."""

    def __init__(self, description: str) -> None:
        super().__init__(400, description)


@dataclass(frozen=True)
class File:
    """An uploaded picture; its ``file_id`` follows from its bytes and belongs to one bot."""

    data: bytes = field(repr=False)
    width: int
    height: int
    bot_id: int

    @property
    def digest(self) -> str:
        """What names these bytes, whoever uploaded them."""
        return hashlib.sha256(self.data).hexdigest()[:32]

    @property
    def file_id(self) -> str:
        """The name by which this bot may send the picture again."""
        return f"AgAC{self.bot_id}-{self.digest}"

    @property
    def path(self) -> str:
        """Where the picture can be downloaded, below ``/file/bot<token>/``."""
        return f"photos/{self.digest}.png"

    def sizes(self) -> list[Json]:
        """The picture as Telegram lists it: smallest first, the picture itself last."""
        side = 90 / max(self.width, self.height)
        thumb = max(1, round(self.width * side)), max(1, round(self.height * side))
        return [
            {
                "file_id": f"thumb-{self.file_id}",
                "file_unique_id": f"t{self.digest[:14]}",
                "width": thumb[0],
                "height": thumb[1],
            },
            {
                "file_id": self.file_id,
                "file_unique_id": f"u{self.digest[:14]}",
                "width": self.width,
                "height": self.height,
                "file_size": len(self.data),
            },
        ]


class Upload(bytes):
    """What was uploaded in a part of a request."""

    filename = ""
    """What the bot called it."""


@dataclass(frozen=True)
class Document:
    """A file sent as it is."""

    name: str
    data: bytes = field(repr=False)

    def json(self) -> Json:
        """A Document of the Bot API."""
        digest = hashlib.sha256(self.data).hexdigest()
        named: Json = {"file_id": f"BQAC{digest[:32]}", "file_unique_id": f"d{digest[:14]}"}
        return named | {"file_name": self.name, "file_size": len(self.data)}


@dataclass(frozen=True)
class Content:
    """What a message says at one moment."""

    text: str = ""
    entities: tuple[tuple[str, int, int, str], ...] = ()
    """(type, offset, length, url), offsets in UTF-16 units as Telegram counts them."""
    photo: File | None = None
    document: Document | None = None
    keyboard: InlineKeyboardMarkup | None = None

    @property
    def buttons(self) -> tuple[tuple[Button, ...], ...]:
        """The rows of the keyboard below the message."""
        rows = self.keyboard.inline_keyboard if self.keyboard else []
        return tuple(
            tuple(Button(b.text, b.callback_data, b.url, b.disabled is not None) for b in r) for r in rows
        )

    def button(self, label: str) -> Button:
        """The button with this label or this callback data."""
        every = [button for row in self.buttons for button in row]
        for button in every:
            if label in (button.label, button.data):
                return button
        raise AssertionError(f"No button {label!r} among {[button.label for button in every]}")


@dataclass(frozen=True)
class Button:
    """One button as a person sees it."""

    label: str
    data: str | None
    url: str | None
    disabled: bool = False


@dataclass(frozen=True)
class Answer:
    """What a press was answered with."""

    text: str
    alert: bool
    url: str | None
    at: float


@dataclass(frozen=True)
class Call:
    """One request of a bot, in the order of arrival."""

    at: float
    method: str
    params: Json
    bot_id: int
    error: str | None = None
    """Telegram's description when it was refused or a fault spoiled it."""

    @property
    def chat_id(self) -> int | None:
        """The chat it was about."""
        chat = self.params.get("chat_id")
        return chat if isinstance(chat, int) else None


FaultKind = Literal[
    "400",
    "403",
    "429",
    "500-before",
    "500-after",
    "502-before",
    "502-after",
    "cut-before",
    "cut-after",
    "hang",
]
"""``before`` and ``after`` say whether the effect took place; ``hang`` waits for ``release``, then goes on."""


@dataclass
class Meter:
    """How much a chat was sent of late: 20 a minute in groups, 1 a second with bursts in private."""

    per_minute: int | None
    burst: int = 5
    times: list[float] = field(default_factory=list)

    def wait(self, now: float) -> int:
        """Seconds until one more may be sent; 0 means now."""
        if self.per_minute:
            recent = [at for at in self.times if at > now - 60]
            return math.ceil(recent[-self.per_minute] + 60 - now) if len(recent) >= self.per_minute else 0
        level, before = float(self.burst), -math.inf
        for at in self.times:
            level, before = min(self.burst, level + at - before) - 1, at
        return 0 if min(self.burst, level + now - before) >= 1 else 1

    def busiest_minute(self) -> int:
        """The most that was ever sent within 60 seconds."""
        return max((sum(at - 60 < t <= at for t in self.times) for at in self.times), default=0)
