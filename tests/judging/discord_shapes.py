"""What shape the parts of a request to Discord must have: a small language of checks, each fault in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]
Faults = Iterator[str]
Shape = Callable[[object, str], Faults]
"""Looks at a value that stands at a path, and tells what Discord would not take."""

INT32, INT53 = 2**31, 2**53


def text(least: int, most: int, pattern: str = "") -> Shape:
    """A string of so many characters."""
    wanted = re.compile(pattern) if pattern else None

    def look(value: object, path: str) -> Faults:
        if not isinstance(value, str):
            yield f"{path}: {type(value).__name__} instead of a string"
        elif not least <= len(value) <= most:
            yield f"{path}: {len(value)} characters, {least} to {most} are allowed"
        elif wanted and not wanted.fullmatch(value):
            yield f"{path}: {value!r} is not written so"

    return look


def number(least: int = -INT32, most: int = INT32) -> Shape:
    """A whole number in bounds; truth values are none."""

    def look(value: object, path: str) -> Faults:
        if isinstance(value, bool) or not isinstance(value, int):
            yield f"{path}: {value!r} instead of a whole number"
        elif not least <= value <= most:
            yield f"{path}: {value} is not from {least} to {most}"

    return look


def flag(value: object, path: str) -> Faults:
    """True or false."""
    if not isinstance(value, bool):
        yield f"{path}: {value!r} instead of true or false"


def one_of(*values: object) -> Shape:
    """One of a few values."""

    def look(value: object, path: str) -> Faults:
        if isinstance(value, bool) or value not in values:
            yield f"{path}: {value!r} is none of {list(values)}"

    return look


def bits(allowed: int) -> Shape:
    """A number with no other bits set than these."""

    def look(value: object, path: str) -> Faults:
        if isinstance(value, bool) or not isinstance(value, int):
            yield f"{path}: {value!r} instead of flags"
        elif value & ~allowed:
            yield f"{path}: flags {value & ~allowed:#x} cannot be set here"

    return look


def snowflake(value: object, path: str) -> Faults:
    """An id, as a string or a number (Discord takes both)."""
    if isinstance(value, bool) or not re.fullmatch(r"0|[1-9]\d{0,18}", str(value)):
        yield f"{path}: {value!r} is no id"


def maybe(shape: Shape) -> Shape:
    """The same, or null."""

    def look(value: object, path: str) -> Faults:
        if value is not None:
            yield from shape(value, path)

    return look


def listed(shape: Shape, least: int, most: int, *, unique: bool = False) -> Shape:
    """An array of so many."""

    def look(value: object, path: str) -> Faults:
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield f"{path}: {type(value).__name__} instead of a list"
            return
        if not least <= len(value) <= most:
            yield f"{path}: {len(value)} entries, {least} to {most} are allowed"
        if unique and len(set(map(repr, value))) < len(value):
            yield f"{path}: an entry is there twice"
        for index, entry in enumerate(value):
            yield from shape(entry, f"{path}[{index}]")

    return look


def by_locale(shape: Shape, locales: frozenset[str]) -> Shape:
    """Texts by the languages that Discord knows."""

    def look(value: object, path: str) -> Faults:
        if not isinstance(value, Mapping):
            yield f"{path}: {type(value).__name__} instead of an object"
            return
        for locale, said in value.items():
            if locale not in locales:
                yield f"{path}: no such language: {locale}"
            yield from shape(said, f"{path}.{locale}")

    return look


def record(must: Mapping[str, Shape], may: Mapping[str, Shape] | None = None) -> Shape:
    """An object with these fields and no others: what Discord does not know, it would silently drop."""
    known = {**must, **(may or {})}

    def look(value: object, path: str) -> Faults:
        if not isinstance(value, Mapping):
            yield f"{path}: {type(value).__name__} instead of an object"
            return
        for name in must:
            if name not in value:
                yield f"{path}: {name} is missing"
        for name, entry in value.items():
            if name in known:
                yield from known[name](entry, f"{path}.{name}")
            else:
                yield f"{path}: nobody knows a field {name!r}"

    return look


def by_type(shapes: Mapping[int, Shape]) -> Shape:
    """An object whose shape its `type` decides."""

    def look(value: object, path: str) -> Faults:
        kind = value.get("type") if isinstance(value, Mapping) else None
        if not isinstance(kind, int) or kind not in shapes:
            yield f"{path}: type {kind!r} cannot stand here, but {sorted(shapes)}"
        else:
            yield from shapes[kind](value, path)

    return look
