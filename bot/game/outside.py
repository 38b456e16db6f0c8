"""Values that came from outside: told apart strictly, and shown in errors shortly."""

from typing import TypeGuard

_SHOWN = 40


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number as JSON means it; true and 1.0 are none."""
    return type(value) is int


def quoted(value: object) -> str:
    """A value as an error may show it: one short line, never a whole structure."""
    match value:
        case str():
            return _quoted_text(value)
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) < 10**12 else "a huge number"
        case float():
            return str(value)
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"


def _quoted_text(text: str) -> str:
    start = text[:_SHOWN] + "..." * (len(text) > _SHOWN)
    return f"'{start}'" if start.isprintable() else ascii(start)
