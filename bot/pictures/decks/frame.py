"""What every card has: its paper, the marks in its corners, and where pips lie on it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.pictures.glyphs import glyph
from bot.pictures.marks import INDEX_COLOUR, Mark
from bot.pictures.svg import CREAM, EDGE, box, document, placed

WIDTH, HEIGHT = 240, 380
MIDDLE, CENTRE = WIDTH / 2, HEIGHT / 2

Spot = tuple[float, float, float]
"""The middle of a pip, and how large it is there."""


def paper() -> str:
    """The empty card."""
    return box((1.5, 1.5), (WIDTH - 3, HEIGHT - 3), 17, CREAM, EDGE, 3)


def turned(drawing: str) -> str:
    """A drawing turned upside down about the middle of the card."""
    return f'<g transform="rotate(180 {MIDDLE:g} {CENTRE:g})">{drawing}</g>'


def twice(drawing: str) -> str:
    """A drawing, and the same upside down."""
    return drawing + turned(drawing)


def index(text: str, colour: str) -> str:
    """A rank in figures or a letter around the origin, 36 units high."""
    if len(text) == 1:
        return glyph(text, colour, 6.4)
    right = 11 if text[1] != "1" else 7
    return placed(glyph(text[0], colour, 6.4), -10, 0) + placed(glyph(text[1], colour, 6.4), right, 0)


def corners(
    text: str,
    suit: str,
    small: Mapping[str, Mark],
    size: float = 1.0,
    inset: float = 0,
    colours: Mapping[str, str] = INDEX_COLOUR,
) -> str:
    """The rank over a small mark of the suit, in two corners."""
    rank = placed(index(text, colours[suit]), 0, 0, 0.94 if len(text) == 1 else 0.84)
    at = 26 * size + inset, 35 * size - 1 + inset
    return twice(placed(rank + placed(small[suit](), 0, 36, 0.3), *at, size))


def card(drawing: str) -> str:
    """A whole card as an SVG file."""
    return document(WIDTH, HEIGHT, paper() + drawing)


# Where pips lie ---------------------------------------------------------------------------------------


def _rows(*rows: tuple[float, tuple[float, ...]], size: float) -> tuple[Spot, ...]:
    return tuple((x, y, size) for y, across in rows for x in across)


_PAIR = (79.0, 161.0)
_THREE = (67.0, 120.0, 173.0)
_ONE = (MIDDLE,)


def _round(two: float, three: float, four: float, six: float, seven: float) -> dict[str, tuple[Spot, ...]]:
    """Spots for pips about as wide as they are high, with their size on the cards of two, three and so on."""
    return {
        "2": _rows((108, _ONE), (272, _ONE), size=two),
        "3": _rows((82, _ONE), (190, _ONE), (298, _ONE), size=three),
        "4": _rows((104, _PAIR), (276, _PAIR), size=four),
        "5": _rows((90, _PAIR), (190, _ONE), (290, _PAIR), size=four),
        "6": _rows((82, _PAIR), (190, _PAIR), (298, _PAIR), size=six),
        "7": (*_rows((76, _PAIR), (206, _PAIR), (306, _PAIR), size=seven), (MIDDLE, 141, seven)),
    }


COIN_SPOTS = _round(1.2, 0.98, 0.75, 0.73, 0.67)
CUP_SPOTS = _round(1.28, 0.98, 0.96, 0.9, 0.68)
HANDLED_SPOTS = _round(1.22, 0.94, 0.77, 0.75, 0.66)
CHALICE_SPOTS = _round(1.26, 0.97, 0.86, 0.82, 0.66)
"""For pips of 100 units each way; for goblets, cups with handles and chalices, which are less wide than high."""

TALL_SPOTS: dict[str, tuple[Spot, ...]] = {
    "2": _rows((190, (82, 158)), size=1.8),
    "3": _rows((190, (63, 120, 177)), size=1.38),
    "4": _rows((106, (82, 158)), (274, (82, 158)), size=1.22),
    "5": _rows((92, _PAIR), (190, _ONE), (288, _PAIR), size=1.06),
    "6": _rows((108, _THREE), (272, _THREE), size=1.2),
    "7": _rows((80, _THREE), (190, _ONE), (300, _THREE), size=0.88),
}
"""For swords and clubs: pips much higher than wide, 116 units."""


def pips(rank: str, mark: Mark, spots: Mapping[str, tuple[Spot, ...]]) -> str:
    """The pips of a card from two to seven."""
    return "".join(placed(mark(), x, y, size) for x, y, size in spots[rank])
