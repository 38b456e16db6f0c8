"""Whether a request is one that Bot API 10.3 takes: its types as published, and the limits in its text."""

from __future__ import annotations

import html
import json
import re
import struct
import typing
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, cast

import aiogram.methods
from aiogram.methods import TelegramMethod
from aiogram.types import InputFile, Update
from pydantic import BaseModel, ValidationError

Json = dict[str, Any]

MODELS: dict[str, type[TelegramMethod[Any]]] = {
    model.__api_method__.lower(): model
    for model in vars(aiogram.methods).values()
    if isinstance(model, type) and issubclass(model, TelegramMethod) and model is not TelegramMethod
}
DEPRECATED = {
    "sendMessage": {
        "receiver_user_id",
        "callback_query_id",
        "reply_to_message_id",
        "allow_sending_without_reply",
    }
}
TAGS = {"b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "span", "tg-spoiler", "a", "code", "pre",
        "blockquote", "tg-emoji"}  # fmt: skip
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
LINK = re.compile(r"https://t\.me/[A-Za-z0-9_]{5,32}(\?(start|startgroup)=[A-Za-z0-9_-]{0,64}.*)?")
KINDS = set(Update.model_fields) - {"update_id"}
ACTIONS = {"url", "callback_data", "web_app", "login_url", "switch_inline_query", "copy_text", "pay",
           "switch_inline_query_current_chat", "switch_inline_query_chosen_chat", "callback_game"}  # fmt: skip


class Bad(Exception):
    """Telegram would refuse it, and rightly: a fault of the bot's."""


def units(text: str) -> int:
    """The length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def read(name: str, raw: Mapping[str, object], uploads: Mapping[str, bytes]) -> tuple[str, Json]:
    """The method by its published name and its parameters as plain values.

    Raises:
        Bad: no such method; a parameter that it does not have, that is missing or of another type.
    """
    model = MODELS.get(name.lower())
    if model is None:
        raise Bad(f"there is no method {name}")
    unknown = set(raw) - set(model.model_fields) - set(uploads)
    if unknown:
        raise Bad(f"{name} has no parameter {sorted(unknown)}")
    values = {key: _value(model, key, one) for key, one in raw.items() if key in model.model_fields}
    files = {key: _uploaded(key, data) for key, data in uploads.items() if key in model.model_fields}
    try:
        made = model.model_validate({**values, **files})
    except ValidationError as error:
        first = error.errors()[0]
        raise Bad(f"{name}: {first['loc']}: {first['msg']}") from None
    if extra := list(_extras(made)):
        raise Bad(f"{name} holds what the API does not name: {extra}")
    old = DEPRECATED.get(model.__api_method__, set()) & set(values)
    if old:
        raise Bad(f"{name} uses what is no longer to be used: {sorted(old)}")
    return model.__api_method__, values


class _Upload(InputFile):
    async def read(self, bot: object) -> AsyncGenerator[bytes, None]:
        yield repr(bot).encode()


def _uploaded(name: str, data: bytes) -> InputFile:
    if not data:
        raise Bad(f"{name} is an empty file")
    return _Upload(filename=name)


def _value(model: type[TelegramMethod[Any]], name: str, given: object) -> object:
    if not isinstance(given, str):
        return given
    kinds = set(_leaves(model.model_fields[name].annotation))
    if kinds == {int, str}:
        return int(given) if re.fullmatch(r"-?\d+", given) else given
    if str in kinds and kinds <= {str, InputFile}:
        return given
    try:
        return cast("object", json.loads(given))
    except ValueError:
        raise Bad(f"{name} is no JSON: {given[:60]!r}") from None


def _leaves(annotation: object) -> Iterator[object]:
    arguments = typing.get_args(annotation)
    if typing.get_origin(annotation) is list or not arguments:
        if annotation is not type(None) and getattr(annotation, "__name__", "") != "Default":
            yield typing.get_origin(annotation) or annotation
        return
    for one in arguments:
        yield from _leaves(one)


def _extras(value: object) -> Iterator[str]:
    if isinstance(value, BaseModel):
        yield from value.model_extra or {}
        for name in type(value).model_fields:
            yield from _extras(getattr(value, name))
    elif isinstance(value, (list, tuple)):
        for one in cast("Sequence[object]", value):
            yield from _extras(one)


# -- limits in the text of the documentation ------------------------------------------------------------
class _Tags(HTMLParser):
    """Reads HTML as Telegram does: few tags, all closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.plain = ""
        self.open: list[str] = []
        self.entities: list[tuple[str, int, int, str]] = []
        self._began: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            raise Bad(f"can't parse entities: unsupported tag <{tag}>")
        self.open.append(tag)
        self._began.append((units(self.plain), dict(attrs).get("href") or ""))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            raise Bad(f"can't parse entities: unexpected </{tag}>")
        start, link = self._began.pop()
        if units(self.plain) > start:
            self.entities.append((tag, start, units(self.plain) - start, link))

    def handle_data(self, data: str) -> None:
        self.plain += data


def text_of(
    said: str, mode: object, entities: object, most: int, *, empty: bool = False
) -> tuple[str, object]:
    """The plain text and its entities.

    Raises:
        Bad: it is empty, too long, or marked up wrongly.
    """
    marks: object = entities
    if mode == "HTML":
        if re.search(r"&(?!lt;|gt;|amp;|quot;|#\d+;|#x[0-9a-fA-F]+;)", said):
            raise Bad(f"an & that is not written out in HTML: {said[:80]!r}")
        reader = _Tags()
        reader.feed(said)
        reader.close()
        if reader.open:
            raise Bad(f"can't parse entities: <{reader.open[-1]}> is not closed")
        said, marks = reader.plain, tuple(reader.entities)
    elif mode is not None:
        raise Bad(f"markup that nobody checks: {mode}")
    for one in cast("Sequence[Mapping[str, int]]", entities or ()):
        if not 0 <= one["offset"] < one["offset"] + one["length"] <= units(said):
            raise Bad(f"an entity outside of its text: {one}")
    if not empty and not said.strip():
        raise Bad("message text is empty")
    if units(said) > most:
        raise Bad(f"a text of {units(said)} where {most} fit")
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in said):
        raise Bad("half a letter in a text")
    return said.strip(), marks


def keyboard_of(markup: Json | None, bot: str) -> list[list[Json]]:
    """The rows of buttons below a message."""
    if markup is None:
        return []
    if set(markup) != {"inline_keyboard"}:
        raise Bad(f"a keyboard that is none of ours: {sorted(markup)}")
    rows = cast("list[list[Json]]", markup["inline_keyboard"])
    if sum(map(len, rows)) > 100 or any(not 1 <= len(row) <= 8 for row in rows):
        raise Bad("too many buttons")
    for row in rows:
        for button in row:
            _check_button(button, bot)
    return rows


def _check_button(button: Json, bot: str) -> None:
    if not str(button.get("text", "")).strip():
        raise Bad("a button without words")
    actions = [name for name in ACTIONS if button.get(name) is not None]
    if len(actions) != 1:
        raise Bad(f"a button that does {actions}")
    if (data := button.get("callback_data")) is not None and not TOKEN.fullmatch(data):
        raise Bad(f"a token that no button carries: {data!r}")
    if (url := button.get("url")) is not None and not url.startswith(("https://t.me/", "https://", "tg://")):
        raise Bad(f"a link to nowhere: {url!r}")
    if url and f"t.me/{bot}?" in url and not LINK.fullmatch(url):
        raise Bad(f"a deep link that opens nothing: {url!r}")


def picture(data: bytes) -> None:
    """Refuse what is no picture that Telegram sends as a photo."""
    if len(data) > 10 * 1024 * 1024:
        raise Bad("a photo of more than 10 MB")
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Bad("a photo that is no PNG")
    wide, high = struct.unpack(">II", data[16:24])
    if wide + high > 10_000 or max(wide, high) > 20 * min(wide, high):
        raise Bad(f"a photo of {wide} x {high}")


def escaped(text: str) -> str:
    """As a name stands in HTML."""
    return html.escape(text)
