"""The picture of how a score went: a line for each side or person, named where it ends."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.pictures import curves
from bot.pictures.canvas import Canvas, plate
from bot.pictures.layout import HEIGHT, WIDTH
from bot.pictures.scene import ChartScene
from bot.pictures.sprites import Sprite
from bot.pictures.text import Line, Style, line

HEAVIEST = 60_000
"""Bytes that a chart should not exceed."""
RIM = 8
MOST_LINES = 6

PLATE = (28, 118, WIDTH - 28, HEIGHT - 28)
PLOT = curves.Box(PLATE[0] + 118, PLATE[1] + 36, 850, PLATE[3] - 78)
"""Where the lines are drawn; the numbers stand at the left of it, the steps under it, the names at its right."""
NAMES = PLOT.right + 24, PLATE[2] - 22
SPREAD = 92
"""Names stand at least so far apart."""

TITLE = Style(46, "gold", "felt")
NUMBER = Style(36, "quiet", "plate", bold=False)
NAME = Style(36, "white", "plate")
SMALLEST = 0.8
"""A name is set smaller to this part of its size, and then cut: smaller letters are lost on a phone."""
SCORE = Style(38, "white", "plate")


@lru_cache(maxsize=32)
def draw_chart(scene: ChartScene) -> bytes:
    """The chart as a PNG: the same bytes for the same scene, kept for those who ask again.

    Matplotlib is loaded by the first chart, which takes a second: call it in a thread.
    """
    canvas = Canvas.felt(WIDTH, HEIGHT, RIM)
    canvas.put(plate((PLATE[2] - PLATE[0], PLATE[3] - PLATE[1]), 24), PLATE[0], PLATE[1])
    canvas.write(scene.title, TITLE, (WIDTH // 2, 88), WIDTH - 120, 0.5)
    series = scene.series[:MOST_LINES]
    curve = curves.drawn([one.values for one in series], PLOT)
    _write_scale(canvas, scene, curve)
    picture = canvas.picture()
    picture.paste(curve.image, PLOT.corner, curve.image)
    _Ends(picture, scene, curve).write()
    return _packed(picture)


def _packed(picture: Image.Image) -> bytes:
    """The picture with the few colours that it needs."""
    stream = io.BytesIO()
    picture.quantize(128, dither=Image.Dither.NONE).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _write_scale(canvas: Canvas, scene: ChartScene, curve: curves.Curves) -> None:
    """The numbers at the left of the plot, and the steps under it: as many as have room."""
    for value, y in curve.heights:
        shown = str(value).replace("-", "−")
        canvas.write(shown, NUMBER, (PLOT.left - 18, y + 13), PLOT.left - PLATE[0] - 30, 1)
    every = _every(scene.steps, curve.places)
    for number in range(len(scene.steps) - 1, -1, -every):
        at = curve.places[number], PLOT.bottom + 52
        canvas.write(scene.steps[number], NUMBER, at, 150, 0.5)


def _every(steps: Sequence[str], places: Sequence[int]) -> int:
    """Each how manieth step has room for its words, counted from the last."""
    widest = max((Canvas.width_of(step, NUMBER, 150) for step in steps), default=0) + 16
    apart = places[1] - places[0] if len(places) > 1 else widest
    return max(-(-widest // max(apart, 1)), 1)


@dataclass(frozen=True, slots=True)
class _Ends:
    """What each line is called, and where it came to: at its end, in its colour, none over another."""

    picture: Image.Image
    scene: ChartScene
    curve: curves.Curves

    def write(self) -> None:
        """Write all names."""
        series = self.scene.series[:MOST_LINES]
        heights = _spread([self.curve.ends[number] for number in range(len(series))])
        left, right = NAMES
        for number, (one, y) in enumerate(zip(series, heights, strict=True)):
            self._lead(number, y)
            self._put(line(one.name, NAME, right - left - 34, SMALLEST), left + 34, y - 8)
            self._put(line(one.shown, SCORE, right - left - 34), left + 34, y + 37)

    def _lead(self, number: int, y: int) -> None:
        """The sign of the line before its name."""
        mark = curves.sign(number)
        self.picture.paste(mark, (NAMES[0], y - 20 - mark.height // 2), mark)

    def _put(self, drawn: Line, x: int, y: int) -> None:
        _lay(self.picture, drawn.sprite, (x, y - drawn.baseline))


def _lay(picture: Image.Image, sprite: Sprite, at: tuple[int, int]) -> None:
    picture.paste(sprite.image.convert("RGB"), at, sprite.mask)


def _spread(wanted: Sequence[int]) -> list[int]:
    """The heights, moved as little as need be so that names do not lie over each other."""
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    top, bottom = PLATE[1] + 54, PLATE[3] - 54
    apart = min(SPREAD, (bottom - top) // max(len(wanted) - 1, 1))
    heights = [0] * len(wanted)
    least = top
    for rank, place in enumerate(order):
        most = bottom - apart * (len(order) - 1 - rank)
        heights[place] = min(max(wanted[place], least), most)
        least = heights[place] + apart
    return heights
