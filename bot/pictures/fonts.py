"""Which font draws which character: the packaged faces, what they cover, and texts split into runs."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from PIL import ImageFont, features

from bot.pictures.directions import levels, seen_order
from bot.pictures.names import ELLIPSIS, ZWJ, ZWNJ, clean_name, graphemes

FOLDER = Path(__file__).with_name("fonts")

REGULAR, BOLD = "NotoSans-Regular.ttf", "NotoSans-Bold.ttf"
_LATIN = (REGULAR, BOLD)
_EMOJI = "NotoEmoji-Bold.ttf"

# Fonts whose letters look too large beside Latin ones are set a little smaller.
_SCALE = {"NotoSansCJK-Bold.otf": 0.92, _EMOJI: 0.9}

_VARIATION = frozenset("\ufe0e\ufe0f")
_SILENT = frozenset((ZWJ, ZWNJ))


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text that one font draws in one direction."""

    text: str
    font: str
    leftward: bool


@cache
def shaping_available() -> bool:
    """Whether Arabic, Hindi and the like are shaped properly: Pillow has RAQM and the system has FriBiDi."""
    return bool(features.check("raqm"))


@cache
def coverage() -> dict[str, frozenset[int]]:
    """The characters that each packaged font has a glyph for, in the order in which fonts are asked."""
    stored = cast("dict[str, list[list[int]]]", json.loads((FOLDER / "coverage.json").read_text("ascii")))
    return {
        font: frozenset(code for first, last in spans for code in range(first, last + 1))
        for font, spans in stored.items()
    }


@cache
def face(font: str, size: int) -> ImageFont.FreeTypeFont:
    """A packaged font at a size in pixels."""
    engine = ImageFont.Layout.RAQM if shaping_available() else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(FOLDER / font), round(size * _SCALE.get(font, 1.0)), layout_engine=engine)


def _covers(font: str, grapheme: str) -> bool:
    covered = coverage()[font]
    return all(ord(character) in covered for character in grapheme if character not in _SILENT)


def _font_for(grapheme: str, current: str | None, latin: str) -> str | None:
    if current is not None and current != _EMOJI and not grapheme[0].isalnum() and _covers(current, grapheme):
        return current  # spaces and punctuation stay with the word before them
    fonts = (latin, *(font for font in coverage() if font not in _LATIN))
    return next((font for font in fonts if _covers(font, grapheme)), None)


@lru_cache(maxsize=4096)
def _drawable(grapheme: str, current: str | None, latin: str) -> tuple[str, str] | None:
    """The grapheme as it can be drawn and its font: itself, its plain form (NFKC), or what is left without marks."""
    bare = "".join(character for character in grapheme if character not in _VARIATION)
    base = bare[:1]
    for form in (bare, unicodedata.normalize("NFKC", bare), base, unicodedata.normalize("NFKC", base)):
        font = _font_for(form, current, latin) if form else None
        if font is not None:
            return form, font
    return None


@lru_cache(maxsize=512)
def runs(text: str, *, bold: bool) -> tuple[Run, ...]:
    """The text in runs from left to right as seen; what no font covers is left out."""
    pieces = graphemes(text)
    found: list[tuple[str, str, int]] = []
    for piece, level in zip(pieces, levels(pieces), strict=True):
        drawable = _drawable(piece, found[-1][1] if found else None, BOLD if bold else REGULAR)
        if drawable is None:
            continue
        form, font = drawable
        if found and found[-1][1:] == (font, level):
            found[-1] = (found[-1][0] + form, font, level)
        else:
            found.append((form, font, level))
    rows = [Run(form, font, leftward=level % 2 == 1) for form, font, level in found]
    return tuple(rows[place] for place in seen_order([level for _, _, level in found]))


def drawable_name(raw: str, max_graphemes: int) -> str:
    """A clean name without what no packaged font can draw; "" when a picture could show nothing of it."""
    kept: list[str] = []
    for grapheme in graphemes(clean_name(raw, max_graphemes)):
        drawable = _drawable(grapheme, None, BOLD)
        if drawable is not None:
            kept.append(drawable[0])
    left = "".join(kept).strip()
    return "" if left == ELLIPSIS else left
