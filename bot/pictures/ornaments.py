"""What a picture needs besides cards: arrows, badges, the computer's mark, a fan of aces for an empty table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.pictures.cards import DECKS, HEIGHT, SUITS, WIDTH, card_svg, mark_name
from bot.pictures.glyphs import glyph
from bot.pictures.svg import (
    ARROW,
    BLUE,
    CREAM,
    FELT,
    FELT_DARK,
    GOLD,
    GREEN,
    INK,
    RED,
    STEEL,
    WHITE,
    box,
    disc,
    document,
    path,
    placed,
)

SIDES = "ABCDEF"
SIDE_COLOURS = (RED, BLUE, "#8a5200", GREEN, INK, "#95201f")


@dataclass(frozen=True, slots=True)
class Ornament:
    """A small drawing, the size of its sprite in pixels, and the colour it will lie on."""

    drawing: str
    width: int
    height: int
    ground: str


def _arrow(turn: float) -> Ornament:
    shape = path("M-17 -44L17 -44L17 -2L42 -2L0 44L-42 -2L-17 -2Z", ARROW, INK, 4)
    return Ornament(document(100, 100, placed(shape, 50, 50, 1, turn)), 104, 104, FELT)


def _computer() -> Ornament:
    screen = (
        box((-26, -24), (52, 36), 6, STEEL, WHITE, 4)
        + disc(-10, -7, 4.5, INK, None)
        + disc(10, -7, 4.5, INK, None)
    )
    mouth = path("M-9 3Q0 8 9 3", None, INK, 3)
    foot = path("M0 13L0 20M-16 24L16 24", None, WHITE, 6)
    return Ornament(document(64, 60, placed(screen + mouth + foot, 32, 30)), 45, 42, FELT_DARK)


def _badge(side: str, colour: str) -> Ornament:
    face = disc(0, 0, 27, colour, WHITE, 5) + placed(glyph(side, WHITE, 6.5), 0, 0, 0.72)
    return Ornament(document(64, 64, placed(face, 32, 32)), 44, 44, FELT_DARK)


def _tab(side: str, colour: str) -> Ornament:
    """The left end of a plate in the colour of the seat's side, with its letter."""
    band = path("M15 0L50 0L50 94L15 94Q0 94 0 79L0 15Q0 0 15 0Z", colour, None)
    edge = path("M48.5 0L48.5 94", None, WHITE, 3)
    return Ornament(
        document(50, 94, band + edge + placed(glyph(side, WHITE, 7), 24, 47, 0.98)), 50, 94, FELT_DARK
    )


def _dealer() -> Ornament:
    """Three cards on a dark disc: this seat has dealt."""

    def card(turn: float) -> str:
        return placed(box((-8, -30), (16, 26), 3, CREAM, INK, 2.4), 0, 17, 1, turn)

    face = disc(0, 0, 29, INK, WHITE, 4) + card(-34) + card(0) + card(34)
    return Ornament(document(64, 64, placed(face, 32, 32)), 48, 48, FELT_DARK)


def _attention() -> Ornament:
    shape = path("M-17 -78Q0 -86 17 -78L10 30Q0 36 -10 30Z", RED, WHITE, 7) + disc(0, 62, 17, RED, WHITE, 7)
    return Ornament(document(60, 180, placed(shape, 30, 92)), 54, 162, FELT)


def _mark(deck: str, suit: str) -> Ornament:
    """A suit mark on a cream disc, so that it stands out on the felt."""
    size = 0.9 if suit in "sb" else 0.96
    face = disc(0, 0, 66, "#fffaf0", "#b9ae94", 3) + placed(DECKS[deck].marks[suit](), 0, 0, size)
    return Ornament(document(140, 140, placed(face, 70, 70)), 72, 72, FELT)


def _star() -> Ornament:
    shape = path("M0 -26L8 -9L26 -7L13 6L16 25L0 16L-16 25L-13 6L-26 -7L-8 -9Z", GOLD, INK, 3)
    return Ornament(document(60, 60, placed(shape, 30, 31)), 52, 52, FELT_DARK)


def _aces(width: int) -> Ornament:
    def ace(suit: str) -> str:
        inside = card_svg("plain", f"A{suit}").split(">", 1)[1].removesuffix("</svg>")
        return f'<g transform="translate({-WIDTH / 2:g} {-HEIGHT - 260:g})">{inside}</g>'

    fan = "".join(
        placed(ace(suit), 400, 680, 1, turn) for suit, turn in zip(SUITS, (-24, -8, 8, 24), strict=True)
    )
    return Ornament(document(800, 500, fan), width, width * 5 // 8, FELT)


ORNAMENTS: dict[str, Callable[[], Ornament]] = {
    "arrow-down": lambda: _arrow(0),
    "arrow-left": lambda: _arrow(90),
    "arrow-up": lambda: _arrow(180),
    "arrow-right": lambda: _arrow(270),
    "computer": _computer,
    "attention": _attention,
    "star": _star,
    "aces": partial(_aces, 640),
    "aces-small": partial(_aces, 496),
    **{mark_name(deck, suit): partial(_mark, deck, suit) for deck in DECKS for suit in SUITS},
    "dealer": _dealer,
    **{
        f"side-{side}": partial(_badge, side, colour)
        for side, colour in zip(SIDES, SIDE_COLOURS, strict=True)
    },
    **{f"tab-{side}": partial(_tab, side, colour) for side, colour in zip(SIDES, SIDE_COLOURS, strict=True)},
}
