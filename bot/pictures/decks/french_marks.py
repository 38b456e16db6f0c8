"""The French suit marks, 100 units high: hearts for cups, diamonds for coins, spades for swords, clubs for clubs."""

from __future__ import annotations

from bot.pictures.marks import Mark
from bot.pictures.svg import INK, NIGHT, RED, RED_DARK, path, placed

HEART = "M0 46C-64 -4 -44 -46 -19 -46C-7 -46 0 -36 0 -26C0 -36 7 -46 19 -46C44 -46 64 -4 0 46Z"
DIAMOND = "M0 -50Q13 -22 37 0Q13 22 0 50Q-13 22 -37 0Q-13 -22 0 -50Z"
SPADE = "M0 -50C10 -28 44 -12 44 14C44 36 18 40 6 22Q8 40 20 48L-20 48Q-8 40 -6 22C-18 40 -44 36 -44 14C-44 -12 -10 -28 0 -50Z"
CLUB = "M0 -48A21 21 0 0 1 17 -14A21 21 0 1 1 6 18Q8 38 20 48L-20 48Q-8 38 -6 18A21 21 0 1 1 -17 -14A21 21 0 0 1 0 -48Z"


def heart() -> str:
    """A red heart."""
    return (
        path(HEART, RED, INK, 2.6)
        + path("M27 -36Q40 -20 22 10", None, RED_DARK, 4)
        + path("M-34 -18Q-34 -34 -22 -37", None, "#f6d9d3", 4)
    )


def diamond() -> str:
    """A red diamond."""
    return (
        path(DIAMOND, RED, INK, 2.6)
        + path("M26 6Q10 22 2 40", None, RED_DARK, 4)
        + path("M-24 -3Q-10 -16 -3 -32", None, "#f6d9d3", 4)
    )


def spade() -> str:
    """A black spade."""
    return path(SPADE, NIGHT, INK, 2.6) + path("M-35 16Q-34 0 -18 -12", None, "#d3d1d0", 3.6)


def club() -> str:
    """A black clover."""
    return path(CLUB, NIGHT, INK, 2.6) + path(
        "M-12 -29Q-11 -38 -3 -40M-34 6Q-35 -2 -28 -7", None, "#d3d1d0", 3.6
    )


def _flat(d: str, colour: str) -> Mark:
    return lambda: placed(path(d, colour, colour, 3), 0, 2, 1.06)


LARGE: dict[str, Mark] = {"d": diamond, "c": heart, "s": spade, "b": club}
SMALL: dict[str, Mark] = {
    "d": _flat(DIAMOND, RED_DARK),
    "c": _flat(HEART, RED_DARK),
    "s": _flat(SPADE, INK),
    "b": _flat(CLUB, INK),
}
OUTLINES: dict[str, str] = {"d": DIAMOND, "c": HEART, "s": SPADE, "b": CLUB}
INDEX_COLOUR: dict[str, str] = {"d": RED_DARK, "c": RED_DARK, "s": INK, "b": INK}
COLOUR: dict[str, str] = {"d": RED, "c": RED, "s": NIGHT, "b": NIGHT}
