"""Words held to the room there is for them, and cut only where a reader would pause."""

from collections.abc import Iterable
from itertools import accumulate, takewhile

from bot.pictures.names import graphemes

__all__ = ["fitted", "held", "size"]

MORE = "…"


def size(text: str) -> int:
    """How long a platform finds the text: in UTF-16 units, of which an emoji takes two."""
    return len(text.encode("utf-16-le")) // 2


def fitted(lines: Iterable[str], most: int, between: str = "\n") -> str:
    """The lines in a row as far as they fit, most important first; empty ones are left out.

    The first line that has no room is cut after a word and ends in "…"; nothing comes after it.
    """
    text = ""
    for line in filter(None, lines):
        longer = f"{text}{between}{line}" if text else line
        if size(longer) > most:
            return _cut(longer, most, len(text))
        text = longer
    return text


def _cut(text: str, most: int, whole: int) -> str:
    """As many words of the text as fit, and at least its first `whole` characters, which are known to."""
    for end in range(len(text) - 1, whole - 1, -1):
        kept = text[:end].rstrip(" \n,;:(")
        if text[end].isspace() and kept and size(kept) < most:
            return kept + MORE
    return text[:whole] or held(text, most)


def held(text: str, most: int) -> str:
    """The text, or as many of its letters as fit with a "…": for names, which have no better place to stop."""
    if size(text) <= most:
        return text
    starts = takewhile(lambda start: size(start) < most, accumulate(graphemes(text)))
    return max(starts, key=len, default="").rstrip() + MORE
