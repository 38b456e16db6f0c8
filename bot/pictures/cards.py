"""Every card of a deck, and its back, as SVG: the source of the sprites and what the web page shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from bot.pictures.emblems import EMBLEMS
from bot.pictures.glyphs import glyph
from bot.pictures.marks import INDEX_COLOUR, LARGE, SMALL
from bot.pictures.svg import (
    BLUE,
    BLUE_DARK,
    BLUE_PALE,
    CREAM,
    EDGE,
    GOLD,
    GOLD_PALE,
    INK,
    RED,
    WHITE,
    box,
    disc,
    document,
    oval,
    path,
    placed,
)

WIDTH, HEIGHT = 240, 380
RANKS = "A3KQJ76542"
SUITS = "dcsb"
CODES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

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
PIP_SIZE = {"A": 1.9, "2": 1.2, "3": 1.0, "4": 1.0, "5": 0.94, "6": 0.94, "7": 0.84}
ROUND_PIP_SIZE = {"A": 1.6, "2": 1.1, "3": 0.94, "4": 0.72, "5": 0.7, "6": 0.7, "7": 0.66}

# What stands behind the emblem: a colour a rank, so that court cards differ in colour too.
GROUND = {"K": ("#f6d9d3", RED), "Q": (BLUE_PALE, BLUE), "J": ("#dcebd9", "#3a8a4f")}


def _face() -> str:
    return box((1.5, 1.5), (WIDTH - 3, HEIGHT - 3), 17, CREAM, EDGE, 3)


def _corners(rank: str, suit: str) -> str:
    colour = INDEX_COLOUR[suit]
    index = placed(glyph(rank, colour, 5.6), 28, 39, 1.16) + placed(SMALL[suit](), 28, 84, 0.32)
    return index + f'<g transform="rotate(180 120 190)">{index}</g>'


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


def _plain(code: str) -> str:
    rank, suit = code[0], code[1]
    body = _court(rank, suit) if rank in EMBLEMS else _pips(rank, suit)
    return document(WIDTH, HEIGHT, _face() + body + _corners(rank, suit))


def _plain_back() -> str:
    lattice = "".join(
        path(f"M{x} {y - 17}L{x + 17} {y}L{x} {y + 17}L{x - 17} {y}Z", BLUE_DARK, BLUE_PALE, 2.2)
        for y in range(37, 344, 34)
        for x in range(35, 206, 34)
    )
    petals = "".join(
        placed(oval((0, -24), (6, 12), WHITE, None), 120, 190, 1, turn * 45) for turn in range(8)
    )
    return document(
        WIDTH,
        HEIGHT,
        _face()
        + box((13, 13), (214, 354), 10, BLUE, BLUE_DARK, 3)
        + lattice
        + disc(120, 190, 52, BLUE, WHITE, 5)
        + petals
        + disc(120, 190, 9, GOLD, WHITE, 3),
    )


# A deck is how its faces and its back are drawn. "french" is the name of a deck to come: plain stands in for it.
FACES: dict[str, Callable[[str], str]] = {"plain": _plain}
BACKS: dict[str, Callable[[], str]] = {"plain": _plain_back}


def drawn_deck(deck: str) -> str:
    """The deck whose pictures are used for ``deck``: itself, or ``plain`` while it has none of its own."""
    return deck if deck in FACES else "plain"


@cache
def card_svg(deck: str, code: str) -> str:
    """The face of a card, 240 × 380 units; ``ValueError`` if ``code`` names no card."""
    if code not in CODES:
        raise ValueError(f"no such card: {code!r}")
    return FACES[drawn_deck(deck)](code)


@cache
def back_svg(deck: str) -> str:
    """The back that every card of the deck has."""
    return BACKS[drawn_deck(deck)]()
