"""The fixed 256 colours of every sprite and picture: flat colours and the steps between neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bot.pictures import svg
from bot.pictures.marks import INDEX_COLOUR

Colour = tuple[int, int, int]

TRANSPARENT = 255
"""The palette index that sprites use for "nothing here"; its colour is never seen."""


def rgb(text: str) -> Colour:
    """``#rrggbb`` as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def between(low: Colour, high: Colour, part: float) -> Colour:
    """The colour ``part`` of the way from ``low`` to ``high``."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Ramp:
    """Steps from a ground (not included) to a colour (the last): what smooth text and shapes are drawn with."""

    first: int
    steps: int

    @property
    def full(self) -> int:
        """The palette index of the colour itself."""
        return self.first + self.steps - 1


TEXT_COLOURS: dict[str, str] = {"white": "#ffffff", "gold": "#ffe08a", "quiet": "#b9d8c5"}
GROUNDS: dict[str, str] = {"felt": svg.FELT, "plate": svg.FELT_DARK}
BADGE = svg.GOLD_PALE

# Ramps first, at fixed places; index 0 is the felt and 1 the plates' darker felt.
_RAMPS: tuple[tuple[str, str, str, int], ...] = (
    *((colour, ground, TEXT_COLOURS[colour], 12) for ground in GROUNDS for colour in TEXT_COLOURS),
    ("plate", "felt", svg.FELT_DARK, 4),
    ("arrow", "felt", svg.ARROW, 8),
    ("arrow", "plate", svg.ARROW, 6),
    ("badge", "felt", BADGE, 4),
    ("badge", "plate", BADGE, 4),
    ("ink", "badge", svg.INK, 10),
)

# Which flat colours touch in the drawings, and how many steps lie between them.
_NEIGHBOURS: tuple[tuple[str, str, int], ...] = (
    (svg.INK, svg.CREAM, 5),
    (svg.INK, svg.GOLD, 4),
    (svg.INK, svg.GOLD_PALE, 2),
    (svg.INK, svg.RED, 3),
    (svg.INK, svg.WHITE, 4),
    (svg.INK, svg.BLUE, 2),
    (svg.INK, svg.GREEN, 3),
    (svg.INK, svg.WOOD, 3),
    (svg.INK, svg.STEEL, 3),
    (svg.INK, svg.ARROW, 3),
    (svg.INK, svg.FELT, 4),
    (svg.RED, svg.CREAM, 4),
    (svg.RED, svg.GOLD, 3),
    (svg.RED, svg.WHITE, 3),
    (svg.RED, svg.FELT, 2),
    (svg.BLUE, svg.WHITE, 4),
    (svg.BLUE, svg.BLUE_DARK, 2),
    (svg.BLUE, svg.GOLD_PALE, 2),
    (svg.BLUE_PALE, svg.BLUE_DARK, 5),
    (svg.BLUE, svg.STEEL, 2),
    (svg.GREEN, svg.WHITE, 3),
    (svg.WOOD, svg.BROWN, 1),
    (svg.BROWN, svg.WHITE, 2),
    (svg.GOLD, svg.GOLD_DARK, 2),
    (svg.GOLD, svg.GOLD_PALE, 1),
    (svg.GOLD, svg.CREAM, 2),
    (svg.EDGE, svg.FELT, 3),
    (svg.EDGE, svg.CREAM, 2),
    (svg.CREAM, svg.FELT, 3),
    (svg.STEEL, svg.FELT_DARK, 3),
    (svg.WHITE, svg.FELT_DARK, 0),
    (svg.RED, svg.FELT_DARK, 2),
    (svg.BLUE, svg.FELT_DARK, 2),
    (svg.INK, svg.SKIN, 2),
    (svg.INK, svg.VIOLET, 1),
    (svg.INK, svg.GREY, 1),
    (svg.SKIN, svg.WHITE, 1),
    (svg.VIOLET, svg.CREAM, 1),
    (svg.NIGHT, svg.WHITE, 1),
    *((colour, svg.CREAM, 4) for colour in INDEX_COLOUR.values()),
)

_SINGLE = (
    "#f6d9d3",
    "#dcebd9",
    svg.GREEN_DARK,
    svg.GOLD_DARK,
    svg.BROWN,
    svg.SKIN_DARK,
    svg.BLUSH,
    svg.VIOLET_DARK,
    svg.BROWN_DARK,
    svg.GREY_DARK,
    svg.RUST,
)


def _steps(low: Colour, high: Colour, count: int) -> Iterator[Colour]:
    return (between(low, high, step / (count + 1)) for step in range(1, count + 1))


@cache
def _ramps() -> tuple[tuple[Colour, ...], dict[tuple[str, str], Ramp]]:
    colours: list[Colour] = [rgb(ground) for ground in GROUNDS.values()]
    named: dict[tuple[str, str], Ramp] = {}
    for name, ground, colour, count in _RAMPS:
        named[name, ground] = Ramp(len(colours), count)
        below = rgb(GROUNDS.get(ground, BADGE))
        colours += [between(below, rgb(colour), step / count) for step in range(1, count + 1)]
    return tuple(colours), named


def ramp(colour: str, ground: str) -> Ramp:
    """The ramp of a named colour on ``felt``, on a ``plate`` or on a ``badge``."""
    return _ramps()[1][colour, ground]


@cache
def colours() -> tuple[Colour, ...]:
    """All 256 colours; what the drawings need comes after the ramps, each colour once, then black."""
    chosen = list(_ramps()[0])
    flat = [rgb(colour) for pair in _NEIGHBOURS for colour in pair[:2]] + [rgb(colour) for colour in _SINGLE]
    steps = [step for low, high, count in _NEIGHBOURS for step in _steps(rgb(low), rgb(high), count)]
    chosen += dict.fromkeys(colour for colour in flat + steps if colour not in chosen)
    if len(chosen) > TRANSPARENT:
        raise ValueError(f"the palette holds 255 colours and one for nothing, not {len(chosen)}")
    return (*chosen, *[(0, 0, 0)] * (256 - len(chosen)))


# The steps that cards are smoothed with, found by taking again and again the one that brings all cards nearest to
# their drawings. More would hardly be seen, and every kind of pixel along the edges makes the pictures heavier.
_SMOOTHING: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    (svg.INK, svg.CREAM, (2, 5)),
    (svg.INK, svg.WHITE, (1, 2, 3)),
    (svg.INK, svg.GOLD, (4,)),
    (svg.INK, svg.WOOD, (2, 3)),
    (svg.INK, svg.RED, (2, 3)),
    (svg.INK, svg.FELT, (1,)),
    (svg.BLUE, svg.STEEL, (1, 2)),
    (svg.EDGE, svg.FELT, (2,)),
)


@cache
def _on_cards() -> tuple[int, ...]:
    """The palette indices that cards are drawn with: the flat colours, and a few steps between them."""
    counts = {(low, high): count for low, high, count in _NEIGHBOURS}
    wanted = {rgb(colour) for pair in _NEIGHBOURS for colour in pair[:2]} | {
        rgb(colour) for colour in _SINGLE
    }
    for low, high, steps in _SMOOTHING:
        between_them = tuple(_steps(rgb(low), rgb(high), counts[low, high]))
        wanted |= {between_them[step - 1] for step in steps}
    return tuple(index for index, colour in enumerate(colours()[:TRANSPARENT]) if colour in wanted)


@cache
def palette_bytes() -> bytes:
    """The palette as PNG's PLTE chunk and Pillow want it."""
    return bytes(value for colour in colours() for value in colour)


def _distances(colour: Colour) -> list[int]:
    """How far each colour is from ``colour`` (green weighs most, as to the eye)."""
    red, green, blue = colour
    return [
        3 * (r - red) ** 2 + 6 * (g - green) ** 2 + (b - blue) ** 2 for r, g, b in colours()[:TRANSPARENT]
    ]


@cache
def nearest(colour: Colour) -> int:
    """The palette index that looks most like ``colour``."""
    distances = _distances(colour)
    return distances.index(min(distances))


@cache
def settled(colour: Colour) -> int:
    """The index for a pixel of a card: the nearest of the few colours that cards are drawn with."""
    distances = _distances(colour)
    return min(_on_cards(), key=distances.__getitem__)
