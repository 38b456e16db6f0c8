"""The plain deck: pips and large indices; a crown, a horse or a hat for the court cards."""

from __future__ import annotations

from bot.pictures.decks.deck import Deck
from bot.pictures.decks.frame import card, twice
from bot.pictures.emblems import EMBLEMS
from bot.pictures.glyphs import glyph
from bot.pictures.marks import INDEX_COLOUR, LARGE, SMALL
from bot.pictures.svg import (
    BLUE,
    BLUE_DARK,
    BLUE_PALE,
    GOLD,
    GOLD_PALE,
    INK,
    RED,
    WHITE,
    box,
    disc,
    oval,
    path,
    placed,
)

LEFT, MIDDLE, RIGHT = 83.0, 120.0, 157.0
TOP, CENTRE, BOTTOM = 78.0, 190.0, 302.0

PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((MIDDLE, CENTRE),),
    "2": ((MIDDLE, TOP + 14), (MIDDLE, BOTTOM - 14)),
    "3": ((MIDDLE, TOP), (MIDDLE, CENTRE), (MIDDLE, BOTTOM)),
    "4": ((LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
    "5": ((LEFT, TOP), (RIGHT, TOP), (MIDDLE, CENTRE), (LEFT, BOTTOM), (RIGHT, BOTTOM)),
    "6": tuple((x, y) for y in (TOP, CENTRE, BOTTOM) for x in (LEFT, RIGHT)),
    "7": (
        *((x, y) for y in (TOP - 12, CENTRE + 22, BOTTOM + 12) for x in (LEFT, RIGHT)),
        (MIDDLE, 139.0),
    ),
}
PIP_SIZE = {"A": 1.9, "2": 1.2, "3": 1.0, "4": 0.88, "5": 0.88, "6": 0.88, "7": 0.82}
ROUND_PIP_SIZE = {"A": 1.6, "2": 1.1, "3": 0.94, "4": 0.72, "5": 0.7, "6": 0.7, "7": 0.66}

# What stands behind the emblem: a colour a rank, so that court cards differ in colour too.
GROUND = {"K": ("#f6d9d3", RED), "Q": (BLUE_PALE, BLUE), "J": ("#dcebd9", "#3a8a4f")}


def _corners(rank: str, suit: str) -> str:
    colour = INDEX_COLOUR[suit]
    index = placed(glyph(rank, colour, 5.6), 28, 39, 1.16) + placed(SMALL[suit](), 28, 84, 0.32)
    return twice(index)


def _pips(rank: str, suit: str) -> str:
    size = (ROUND_PIP_SIZE if suit in "dc" else PIP_SIZE)[rank]
    return "".join(placed(LARGE[suit](), x, y, size) for x, y in PIPS[rank])


def _court(rank: str, suit: str) -> str:
    ground, edge = GROUND[rank]
    diamonds = "".join(
        path(f"M{x} {190 - 7}L{x + 6} 190L{x} {190 + 7}L{x - 6} 190Z", GOLD_PALE, INK, 1.2)
        for x in (72, 96, 120, 144, 168)
    )
    return (
        box((54, 38), (132, 304), 12, WHITE, edge, 4)
        + box((60, 44), (120, 292), 8, None, edge, 1.4)
        + disc(120, 112, 55, ground, edge, 3)
        + placed(EMBLEMS[rank](), 120, 113, 0.86)
        + box((54, 177), (132, 26), 0, edge, INK, 2)
        + diamonds
        + placed(LARGE[suit](), 120, 269, 1.06)
    )


def face(code: str) -> str:
    """The face of a plain card."""
    rank, suit = code[0], code[1]
    return card((_court(rank, suit) if rank in EMBLEMS else _pips(rank, suit)) + _corners(rank, suit))


def back() -> str:
    """The blue lattice of the plain deck."""
    lattice = "".join(
        path(f"M{x} {y - 17}L{x + 17} {y}L{x} {y + 17}L{x - 17} {y}Z", BLUE_DARK, BLUE_PALE, 2.2)
        for y in range(37, 344, 34)
        for x in range(35, 206, 34)
    )
    petals = "".join(
        placed(oval((0, -24), (6, 12), WHITE, None), 120, 190, 1, turn * 45) for turn in range(8)
    )
    return card(
        box((13, 13), (214, 354), 10, BLUE, BLUE_DARK, 3)
        + lattice
        + disc(120, 190, 52, BLUE, WHITE, 5)
        + petals
        + disc(120, 190, 9, GOLD, WHITE, 3),
    )


DECK = Deck(face, back, LARGE)
