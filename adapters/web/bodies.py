"""What pages send: JSON objects read with care."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from json import JSONDecodeError
from typing import cast

from aiohttp import web

from adapters.web.guard import Problem

__all__ = ["body_of", "rules_in", "text_in"]

LARGEST_BODY = 4096
"""Bytes; a token has 64, a name a few hundred, rules some more."""
MOST_OPTIONS = 32
LARGEST_NUMBER = 10**6
WORD = re.compile("[a-z0-9_]{1,20}")
"""What an option is called, and its value where that is a word."""

Body = Mapping[str, object]


async def body_of(request: web.Request) -> Body:
    """The JSON object in the body."""
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise _unreadable()
    try:
        body: object = await request.clone(client_max_size=LARGEST_BODY).json()
    except (JSONDecodeError, UnicodeDecodeError, LookupError, RecursionError):
        raise _unreadable() from None
    if not isinstance(body, dict):
        raise _unreadable()
    return cast("Body", body)


def text_in(body: Body, field: str) -> str:
    """One text of the object."""
    value = body.get(field)
    if not isinstance(value, str):
        raise _unreadable()
    return value


def rules_in(body: Body) -> Mapping[str, object] | None:
    """The rules of the object, in the shape of their JSON form; what stands in them is for the desk to check."""
    rules = body.get("rules")
    if rules is None:
        return None
    if not isinstance(rules, dict) or len(cast("Body", rules)) > MOST_OPTIONS:
        raise _unreadable()
    given = cast("Mapping[str, object]", rules)
    if not all(WORD.fullmatch(option) and _is_value(value) for option, value in given.items()):
        raise _unreadable()
    return given


def _is_value(value: object) -> bool:
    """Whether it is a word, a number, or a number with its unit: ``{"wins": 3}``."""
    if isinstance(value, str):
        return WORD.fullmatch(value) is not None
    if isinstance(value, dict):
        parts = cast("Body", value)
        return len(parts) == 1 and all(WORD.fullmatch(unit) and _is_number(n) for unit, n in parts.items())
    return _is_number(value)


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < LARGEST_NUMBER


def _unreadable() -> Problem:
    return Problem(HTTPStatus.BAD_REQUEST, "unreadable")
