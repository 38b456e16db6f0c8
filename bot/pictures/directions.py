"""Which way each part of a text runs, and the order in which the parts are seen (the Unicode bidi algorithm).

Names hold no direction controls (``clean_name`` drops them), so the rules for those are left out, and so is the
pairing of brackets; the rules' names (W2, N1, …) are those of Unicode's UAX #9.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby

_STRONG = {"L": "L", "R": "R", "AL": "R"}
_NUMBERS = frozenset(("EN", "AN"))


def is_leftward(text: str) -> bool:
    """Whether the whole text runs to the left: its first letter with a direction does (P2, P3)."""
    kinds = (unicodedata.bidirectional(character) for character in text)
    return next((kind != "L" for kind in kinds if kind in _STRONG), False)


def levels(graphemes: Sequence[str]) -> list[int]:
    """The embedding level of each grapheme: odd ones run to the left."""
    base = int(is_leftward("".join(graphemes)))
    kinds = [unicodedata.bidirectional(grapheme[0]) for grapheme in graphemes]
    around = "R" if base else "L"
    resolved = _neutrals(_numbers(kinds, around), around)
    return [_level(kind, base) for kind in resolved]


def _level(kind: str, base: int) -> int:
    """The implicit level (I1, I2)."""
    if kind == "L":
        return 2 if base else 0
    return 2 if kind in _NUMBERS else 1


def _numbers(kinds: list[str], around: str) -> list[str]:
    """Numbers and what belongs to them by the letters before them (W2 to W7)."""
    found: list[str] = []
    last = around
    for kind in _separators(kinds):
        if kind in _STRONG:
            last = kind
            found.append(_STRONG[kind])
        elif kind == "EN":
            found.append({"L": "L", "AL": "AN"}.get(last, "EN"))
        else:
            found.append("AN" if kind == "AN" else "ON")
    return found


def _separators(kinds: list[str]) -> list[str]:
    """Separators between two numbers, and signs beside one, count as the number (W4, W5)."""
    found = list(kinds)
    for place, kind in enumerate(kinds):
        before = found[place - 1] if place else ""
        after = kinds[place + 1] if place + 1 < len(kinds) else ""
        between_numbers = kind in ("ES", "CS") and before == after == "EN"
        if between_numbers or (kind == "ET" and "EN" in (before, after)):
            found[place] = "EN"
    return found


def _neutrals(kinds: list[str], around: str) -> list[str]:
    """Neutral stretches take the direction of both neighbours, or the whole text's (N1, N2)."""
    found: list[str] = []
    stretches = [(neutral, list(group)) for neutral, group in groupby(kinds, lambda kind: kind == "ON")]
    for place, (neutral, group) in enumerate(stretches):
        if not neutral:
            found += group
            continue
        before = _side(found[-1]) if found else around
        after = _side(stretches[place + 1][1][0]) if place + 1 < len(stretches) else around
        found += [before if before == after else around] * len(group)
    return found


def _side(kind: str) -> str:
    return "R" if kind in _NUMBERS else kind


def seen_order(row: Sequence[int]) -> list[int]:
    """For parts with these levels, their places from left to right as seen (L2)."""
    order = list(range(len(row)))
    for level in range(max(row, default=0), 0, -1):
        turned: list[int] = []
        for high, group in groupby(order, lambda place: row[place] >= level):  # noqa: B023 - used within the round
            part = list(group)
            turned += reversed(part) if high else part
        order = turned
    return order
