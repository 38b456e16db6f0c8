"""A bot's request read and checked against the Bot API's own models, as aiogram generates them."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import aiogram.methods
from aiogram.client.default import Default
from aiogram.methods import TelegramMethod
from aiogram.types import (
    BufferedInputFile,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
)
from pydantic import BaseModel, ValidationError

from doubles.telegram_values import Json, MalformedError

Method = TelegramMethod[Any]  # invariant in its result, which differs from method to method
Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply

METHODS: dict[str, type[Method]] = {
    model.__api_method__.lower(): model
    for model in vars(aiogram.methods).values()
    if isinstance(model, type) and issubclass(model, TelegramMethod) and model is not TelegramMethod
}
"""Every method of Bot API 10.3; Telegram reads their names without regard to case."""

ACTIONS = frozenset(InlineKeyboardButton.model_fields) - {"text", "icon_custom_emoji_id", "style"}


def read(model: type[Method], raw: Mapping[str, object], uploads: Mapping[str, bytes]) -> Method:
    """The request as a typed value; MalformedError when a parameter is unknown, missing or of the wrong type."""
    values = {
        name: _value(model, name, given)
        for name, given in raw.items()
        if given != "" or name in ("text", "url")
    }
    for name, data in uploads.items():
        if name in model.model_fields:
            values[name] = BufferedInputFile(data, getattr(data, "filename", "") or name)
    try:
        request = model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if not str(part)[:1].isupper())
        raise MalformedError(f"can't parse parameter {where}: {first['msg']}") from None
    for path in unknown(request):
        raise MalformedError(f"unknown parameter {path}")
    return request


def known(raw: Json, model: type[Method], without: frozenset[str]) -> Json:
    """The parameters that an older server would have looked at."""
    return {name: value for name, value in raw.items() if name in model.model_fields and name not in without}


def unknown(value: object, path: str = "") -> Iterator[str]:
    """The places where a model holds something that the Bot API does not name."""
    if isinstance(value, BaseModel):
        yield from (f"{path}{name}" for name in value.model_extra or {})
        for name in type(value).model_fields:
            yield from unknown(getattr(value, name), f"{path}{name}.")
    elif isinstance(value, list | tuple):
        for i, item in enumerate(cast("Sequence[object]", value)):
            yield from unknown(item, f"{path}{i}.")


def check_markup(markup: Markup | None, *, ephemeral: bool = False) -> InlineKeyboardMarkup | None:
    """The inline keyboard, if it is one that Telegram takes."""
    if not isinstance(markup, InlineKeyboardMarkup):
        return None
    rows = markup.inline_keyboard
    if sum(map(len, rows)) > 100:
        raise MalformedError("REPLY_MARKUP_TOO_LONG: more than 100 buttons")
    for row in rows:
        if not 1 <= len(row) <= 8:
            raise MalformedError("BUTTON_ROW_INVALID: a row has 1 to 8 buttons")
        for button in row:
            _check_button(button, ephemeral=ephemeral)
    return markup if rows else None


def _check_button(button: InlineKeyboardButton, *, ephemeral: bool) -> None:
    actions = [name for name in ACTIONS if getattr(button, name) is not None]
    if not button.text.strip():
        raise MalformedError("BUTTON_TEXT_INVALID: text buttons need a text")
    if len(actions) != 1:
        raise MalformedError("can't parse inline keyboard button: exactly one optional field must be used")
    if button.callback_data is not None and not 1 <= len(button.callback_data.encode()) <= 64:
        raise MalformedError("BUTTON_DATA_INVALID")
    if button.url is not None and not button.url.startswith(("http://", "https://", "tg://")):
        raise MalformedError(
            f"inline keyboard button URL '{button.url}' is invalid: unsupported URL protocol"
        )
    if ephemeral and button.login_url is not None:
        raise MalformedError("login_url buttons are unsupported in ephemeral messages")
    if button.style not in (None, "danger", "success", "primary"):
        raise MalformedError("can't parse inline keyboard button: unknown style")


def _value(model: type[Method], name: str, given_value: object) -> object:
    """Form fields are text: what is not text by nature travels as JSON."""
    field = model.model_fields.get(name)
    if field is None or not isinstance(given_value, str):
        return given_value
    kinds = set(_leaves(field.annotation))
    if kinds == {int, str}:
        return int(given_value) if given_value.lstrip("-").isdigit() else given_value
    if str in kinds and kinds <= {str, InputFile}:
        return given_value
    try:
        return typing.cast("object", json.loads(given_value))
    except ValueError:
        raise MalformedError(f"can't parse parameter {name}: not JSON") from None


def _leaves(annotation: object) -> Iterator[object]:
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        for part in typing.get_args(annotation):
            yield from _leaves(part)
    elif annotation is not type(None) and annotation is not Default:
        yield origin or annotation
