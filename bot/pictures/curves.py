"""Lines over a grid, drawn by Matplotlib without its global state and without its text."""

# Matplotlib's types leave open what its keyword arguments are.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Box", "Curves", "drawn", "sign"]

DPI = 100
COLOURS = ("#ffd21f", "#7ec8ff", "#ff9c86", "#b5f0a0", "#e6c2ff", "#ffffff")
SIGNS = ("o", "s", "^", "D", "v", "P")
"""No line is known by its colour alone."""
MOST_SIGNS = 20
"""On more points than these, signs would hide the line: one stands at its end."""
WIDEST, THINNER = 8.0, 1.0
"""Each line is a little thinner than the one before, so that lines that lie on each other are seen."""
GRID, ZERO = "#3a8060", "#7fb394"
AROUND = 16
"""Pixels between the edge of the plot and the outermost points."""

# Matplotlib promises nothing to those who draw in several threads at once.
_drawing = threading.Lock()


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a picture, in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def corner(self) -> tuple[int, int]:
        """Its upper left corner."""
        return self.left, self.top

    @property
    def size(self) -> tuple[int, int]:
        """How wide and how high it is."""
        return self.right - self.left, self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Curves:
    """Drawn lines, and where things lie in the whole picture.

    ``heights`` are the numbers of the scale and how far down they stand, ``places`` how far across each step is, and
    ``ends`` how far down each line comes to its end.
    """

    image: Image.Image
    heights: tuple[tuple[int, int], ...]
    places: tuple[int, ...]
    ends: tuple[int, ...]


def drawn(lines: Sequence[Sequence[int]], box: Box) -> Curves:
    """The lines over their grid; all have as many points."""
    figure, axes = _figure(box.size)
    steps = max(map(len, lines), default=0)
    low, high, ticks = _scale(lines)
    across, down = box.size
    axes.set_xlim(0, across)
    axes.set_ylim(down, 0)
    places = [_place(number, steps, across) for number in range(steps)]
    scale = {value: _height(value, low, high, down) for value in ticks}
    for value, y in scale.items():
        axes.axhline(y, color=GRID if value else ZERO, linewidth=1.5 if value else 2.5, zorder=1)
    for number, values in enumerate(lines):
        heights = [_height(value, low, high, down) for value in values]
        _draw_line(axes, number, places[: len(heights)], heights)
    ends = [_height(values[-1] if values else low, low, high, down) for values in lines]
    return Curves(
        _pixels(figure),
        tuple((value, box.top + round(y)) for value, y in scale.items()),
        tuple(box.left + round(x) for x in places),
        tuple(box.top + round(y) for y in ends),
    )


@cache
def sign(number: int, size: int = 30) -> Image.Image:
    """The sign of a line alone, to stand before its name."""
    figure, axes = _figure((size, size))
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    _draw_line(axes, number, [0.5], [0.5])
    return _pixels(figure)


def _figure(size: tuple[int, int]) -> tuple[Figure, Axes]:
    """An empty figure of so many pixels, clear, with one plot that fills it."""
    from matplotlib.figure import (
        Figure,
    )  # loaded by the first chart: it takes a second, and most runs draw none

    figure = Figure((size[0] / DPI, size[1] / DPI), dpi=DPI)
    figure.patch.set_alpha(0)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    return figure, axes


def _draw_line(axes: Axes, number: int, across: Sequence[float], down: Sequence[float]) -> None:
    colour, width = COLOURS[number % len(COLOURS)], WIDEST - THINNER * number
    axes.plot(
        across,
        down,
        color=colour,
        linewidth=width * 72 / DPI,
        marker=SIGNS[number % len(SIGNS)],
        markersize=18 * 72 / DPI,
        markevery=[-1] if len(across) > MOST_SIGNS else 1,
        markeredgecolor="#185238",
        markeredgewidth=1.5,
        solid_joinstyle="round",
        zorder=2 + number,
        clip_on=False,
    )


def _pixels(figure: Figure) -> Image.Image:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    with _drawing:
        canvas.draw()  # type: ignore[no-untyped-call]  # as Matplotlib has it
    pixels = bytes(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # likewise
    return Image.frombytes("RGBA", canvas.get_width_height(), pixels)


# Scales -----------------------------------------------------------------------------------------------


def _place(number: int, steps: int, across: int) -> float:
    """How far across a step is; a single one is in the middle."""
    return across / 2 if steps < 2 else AROUND + (across - 2 * AROUND) * number / (steps - 1)


def _height(value: float, low: int, high: int, down: int) -> float:
    return AROUND + (down - 2 * AROUND) * (high - value) / (high - low)


def _scale(lines: Sequence[Sequence[int]]) -> tuple[int, int, tuple[int, ...]]:
    """The lowest and highest number of the scale, and all that are written: round ones, at most seven, 0 among them."""
    values = [0, *(value for values in lines for value in values)]
    low, high = min(values), max(*values, min(values) + 1)
    step = _round_step((high - low) / 5)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step
    return first, last, tuple(range(first, last + 1, step))


def _round_step(least: float) -> int:
    """The first of 1, 2, 5, 10, 20, 50 … that is not smaller."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10
