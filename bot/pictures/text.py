"""Words and names as small pictures in the palette, each drawn once and kept."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from bidi import get_display
from PIL import Image, ImageDraw

from bot.pictures.fonts import Run, face, runs, shaping_available
from bot.pictures.names import ELLIPSIS, ZWJ, ZWNJ, clean_name, graphemes
from bot.pictures.palette import palette_bytes, ramp
from bot.pictures.sprites import Sprite, mask_of, remapped

LONGEST = 200
"""Graphemes that are looked at before a text is cut to its width."""

SMALLEST = 0.72
"""A text that is too wide is first set smaller, down to this part of its size; then it is cut."""

SHADES = 6
"""Letters are smoothed with so many steps of their ramp: more are hardly seen, and weigh."""

_PAD = 4
_KEPT = 512

# FreeType faces are not safe to use from two threads at once.
_drawing = threading.Lock()


@dataclass(frozen=True, slots=True)
class Style:
    """How a text looks: size in pixels, a colour of the palette's ramps, what it lies on, and its weight."""

    size: int
    colour: str = "white"
    ground: str = "plate"
    bold: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A drawn text; ``baseline`` is how far down from its top its letters stand."""

    sprite: Sprite
    baseline: int


def _shown(run: Run) -> str:
    """What to hand to the layout engine: without shaping, the order as seen."""
    if shaping_available():
        return run.text
    silent = run.text.replace(ZWJ, "").replace(ZWNJ, "")
    return str(get_display(silent, base_dir="R")) if run.leftward else silent


def _direction(run: Run) -> str | None:
    if not shaping_available():
        return None
    return "rtl" if run.leftward else "ltr"


@lru_cache(maxsize=_KEPT)
def _run_width(run: Run, size: int) -> float:
    return face(run.font, size).getlength(_shown(run), direction=_direction(run))


def _width(text: str, size: int, *, bold: bool) -> float:
    return sum(_run_width(run, size) for run in runs(text, bold=bold))


def _fitted(text: str, style: Style, room: int, smallest: float) -> tuple[str, int]:
    """The text and size that fit into ``room`` pixels."""
    natural = _width(text, style.size, bold=style.bold)
    if natural <= room:
        return text, style.size
    size = max(int(style.size * room / natural), round(style.size * smallest))
    pieces = graphemes(text)
    low, high = 0, len(pieces)  # how many pieces fit beside the dots
    if _width(text, size, bold=style.bold) <= room:
        return text, size
    while low < high:
        middle = (low + high + 1) // 2
        if _width("".join(pieces[:middle]) + ELLIPSIS, size, bold=style.bold) <= room:
            low = middle
        else:
            high = middle - 1
    return "".join(pieces[:low]).rstrip() + ELLIPSIS, size


@cache
def _levels(colour: str, ground: str) -> tuple[bytes, bytes]:
    """For each grey of smooth letters the palette index to use, and whether it is used at all."""
    found = ramp(colour, ground)
    steps = [round(grey / 255 * SHADES) * found.steps // SHADES for grey in range(256)]
    return bytes(found.first + max(step, 1) - 1 for step in steps), bytes(
        255 if step else 0 for step in steps
    )


def in_palette(grey: Image.Image, colour: str, ground: str) -> Sprite:
    """A smooth grey shape as a sprite in one colour's ramp."""
    indices, used = _levels(colour, ground)
    image = remapped(grey, indices, "P")
    image.putpalette(palette_bytes())
    return Sprite(image, mask_of(grey, used))


@lru_cache(maxsize=_KEPT)
def line(text: str, style: Style, room: int, smallest: float = SMALLEST) -> Line:
    """One line of text within ``room`` pixels: set smaller if need be (to ``smallest``), then cut with "…"."""
    with _drawing:
        shown, size = _fitted(clean_name(text, LONGEST), style, room, smallest)
        found = runs(shown, bold=style.bold)
        widths = [_run_width(run, size) for run in found]
        above, below = round(style.size * 1.1), round(style.size * 0.42)
        grey = Image.new("L", (max(round(sum(widths)), 1) + 2 * _PAD, above + below))
        pen = ImageDraw.Draw(grey)
        x = float(_PAD)
        for run, width in zip(found, widths, strict=True):
            pen.text(
                (x, above), _shown(run), 255, face(run.font, size), anchor="ls", direction=_direction(run)
            )
            x += width
    return Line(in_palette(grey, style.colour, style.ground), above)


@lru_cache(maxsize=_KEPT)
def wrapped(text: str, style: Style, room: int, most: int) -> tuple[Line, ...]:
    """The text on at most ``most`` lines of ``room`` pixels, broken between words.

    If that is not enough, all lines are set smaller; if even then too much is left, the last line is cut.
    """
    words = clean_name(text, LONGEST).split(" ")
    chosen, rows = style, [""]
    for part in (1.0, 0.86, SMALLEST):
        chosen = replace(style, size=round(style.size * part))
        rows = _rows(words, chosen, room)
        if len(rows) <= most and all(_row_width(row, chosen) <= room for row in rows):
            break
    kept = [*rows[: most - 1], " ".join(rows[most - 1 :])]
    return tuple(line(row, chosen, room, 1.0) for row in kept if row)


def _row_width(row: str, style: Style) -> float:
    """How many pixels the text takes at its own size."""
    with _drawing:
        return _width(row, style.size, bold=style.bold)


@lru_cache(maxsize=_KEPT)
def fits(text: str, style: Style, room: int) -> bool:
    """Whether the line needs no more than ``room`` pixels at its own size."""
    return _row_width(clean_name(text, LONGEST), style) <= room


@lru_cache(maxsize=_KEPT)
def common_size(texts: tuple[str, ...], style: Style, room: int) -> int:
    """The size at which all these lines fit into ``room`` pixels, as far as a text may be set smaller."""
    longest = max((_row_width(clean_name(text, LONGEST), style) for text in texts), default=0.0)
    wanted = style.size * room / longest if longest > room else style.size
    return max(int(wanted), round(style.size * SMALLEST))


def _rows(words: list[str], style: Style, room: int) -> list[str]:
    """As many words a line as fit."""
    rows: list[str] = []
    for word in words:
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and _row_width(longer, style) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows
