"""Rasterises every card and ornament into the sprites that ship: ``python -m bot.pictures.build`` (``make cards``)."""

from __future__ import annotations

import io
import sys

import resvg_py
from PIL import Image

from bot.pictures.cards import FACES, back_svg, card_svg
from bot.pictures.ornaments import ORNAMENTS
from bot.pictures.palette import TRANSPARENT, Colour, between, nearest, palette_bytes, rgb
from bot.pictures.sprites import (
    BACK,
    FOLDER,
    SHEET,
    SHEET_COLUMNS,
    SIZES,
    card_height,
    ornament_path,
    sheet_path,
    sheet_place,
)
from bot.pictures.svg import FELT

SOLID = 120
"""From this alpha on (of 255) a pixel belongs to the sprite, blended with the ground it will lie on."""


def rasterised(svg: str, width: int, height: int, ground: str) -> Image.Image:
    """The drawing as a palette image of this size, its edges blended with the ground."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height))
    with Image.open(io.BytesIO(png)) as drawn:
        pixels = drawn.convert("RGBA").tobytes()
    below = rgb(ground)
    values = memoryview(pixels).cast("I")
    known = {value: _index(value.to_bytes(4, sys.byteorder), below) for value in set(values)}
    image = Image.frombytes("P", (width, height), bytes(known[value] for value in values))
    image.putpalette(palette_bytes())
    return image


def _index(pixel: bytes, below: Colour) -> int:
    """The palette index of a pixel's red, green, blue and alpha."""
    red, green, blue, alpha = pixel
    return nearest(between(below, (red, green, blue), alpha / 255)) if alpha >= SOLID else TRANSPARENT


def card_image(deck: str, name: str, width: int) -> Image.Image:
    """One card (a code, or ``BACK``) drawn anew."""
    svg = back_svg(deck) if name == BACK else card_svg(deck, name)
    return rasterised(svg, width, card_height(width), FELT)


def sheet_image(deck: str, width: int) -> Image.Image:
    """All cards of a deck and its back on one sheet."""
    rows = -(-len(SHEET) // SHEET_COLUMNS)
    sheet = Image.new("P", (SHEET_COLUMNS * width, rows * card_height(width)), TRANSPARENT)
    sheet.putpalette(palette_bytes())
    for name in SHEET:
        sheet.paste(card_image(deck, name, width), sheet_place(name, width))
    return sheet


def ornament_image(name: str) -> Image.Image:
    """One ornament drawn anew."""
    ornament = ORNAMENTS[name]()
    return rasterised(ornament.drawing, ornament.width, ornament.height, ornament.ground)


def main() -> None:
    """Write every sheet and ornament, and say what they weigh."""
    FOLDER.mkdir(exist_ok=True)
    for deck in FACES:
        for width in SIZES:
            sheet_image(deck, width).save(sheet_path(deck, width), optimize=True)
    for name in ORNAMENTS:
        ornament_image(name).save(ornament_path(name), optimize=True)
    weights = [path.stat().st_size for path in FOLDER.glob("*.png")]
    sys.stdout.write(f"{len(weights)} files, {sum(weights) // 1024} KB\n")


if __name__ == "__main__":
    main()
