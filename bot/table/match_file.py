"""A match file read with care: its values by kind, and what in it differs from what should stand there."""

import json
from collections.abc import Mapping
from typing import NoReturn, TypeGuard, cast

from bot.game.outside import is_whole, quoted
from bot.table.history import FORMAT, FORMAT_VERSION, writing

__all__ = [
    "Disagreement",
    "File",
    "UnreadableError",
    "agree",
    "objects_in",
    "read",
    "short",
    "text_in",
    "texts_in",
    "value_in",
    "whole_in",
]

File = Mapping[str, object]


class UnreadableError(ValueError):
    """What was given is no match file that this program can read; says why in one sentence."""


class Disagreement(Exception):
    """Says in one sentence what in a file is not as it should be."""


def read(text: str) -> File:
    """The file in a text; UnreadableError if there is none in it."""
    if not text.isascii() and text.encode(errors="replace").decode() != text:
        raise UnreadableError("this is no UTF-8")
    try:
        file: object = json.loads(text, object_pairs_hook=_object)
        writing(file)
    except (ValueError, RecursionError):
        raise UnreadableError("this is no JSON") from None
    if not isinstance(file, dict) or cast("File", file).get("format") != FORMAT:
        raise UnreadableError(f'this is no match file: it has no "format": "{FORMAT}"')
    told = cast("File", file)
    if writing(told.get("format_version")) != writing(FORMAT_VERSION):
        version = quoted(told.get("format_version"))
        raise UnreadableError(f"this program reads match files of version {FORMAT_VERSION}, not {version}")
    return told


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError
    return value


def value_in(given: File, key: str, where: str) -> object:
    """What stands under this key; Disagreement if nothing does."""
    if key not in given:
        raise Disagreement(f"{where}: '{key}' is missing")
    return given[key]


def text_in(given: File, key: str, where: str) -> str:
    """The text under this key."""
    value = value_in(given, key, where)
    return value if isinstance(value, str) else _no(where, key, "a text", value)


def whole_in(given: File, key: str, where: str) -> int:
    """The whole number under this key."""
    value = value_in(given, key, where)
    return value if is_whole(value) else _no(where, key, "a whole number", value)


def texts_in(given: File, key: str, where: str) -> list[str]:
    """The list of texts under this key."""
    value = value_in(given, key, where)
    return value if _all_texts(value) else _no(where, key, "a list of texts", value)


def objects_in(given: File, key: str, where: str) -> list[File]:
    """The list of objects under this key."""
    value = value_in(given, key, where)
    return value if _all_objects(value) else _no(where, key, "a list of objects", value)


def _all_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(one, str) for one in cast("list[object]", value))


def _all_objects(value: object) -> TypeGuard[list[File]]:
    return isinstance(value, list) and all(isinstance(one, dict) for one in cast("list[object]", value))


def _no(where: str, key: str, kind: str, value: object) -> NoReturn:
    raise Disagreement(f"{where}: '{key}' is {kind}, not {quoted(value)}")


# -- differences ------------------------------------------------------------------------------------


def agree(where: str, given: File, expected: File) -> None:
    """Whether all that is expected stands there; the first that does not is told."""
    for key, value in expected.items():
        told = value_in(given, key, where)
        if writing(told) != writing(value):
            raise Disagreement(f"{where}: {MEANING.get(key, '')}{_difference(key, told, value)}")


MEANING = {
    "deck": "the deck is not the one of the seed: ",
    "sha256": "something in the file was changed: ",
}
"""What a difference means, where the key does not say it."""


def _difference(key: str, given: object, expected: object) -> str:
    told, wanted = _list(given), _list(expected)
    if told is None or wanted is None:
        return f"'{key}' is {short(given)}, and should be {short(expected)}"
    return _first_difference(key, told, wanted)


def _list(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _first_difference(key: str, told: list[object], wanted: list[object]) -> str:
    for place, (one, other) in enumerate(zip(told, wanted, strict=False), 1):
        if writing(one) != writing(other):
            return f"'{key}' has {short(one)} in place {place}, and should have {short(other)}"
    return f"'{key}' has {len(told)} in it, and should have {len(wanted)}"


def short(value: object) -> str:
    """A value as a sentence may show it."""
    text = writing(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


LONGEST_SHOWN = 80
