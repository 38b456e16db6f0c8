"""Rasterises every card and ornament into the sprites that ship: ``python -m bot.pictures.build [DECK…]`` (``make cards``)."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import resvg_py
from PIL import Image

from bot.pictures.cards import DECKS, back_svg, card_svg
from bot.pictures.emojis import REGIONAL
from bot.pictures.kept import FOLDER as KEPT
from bot.pictures.ornaments import ORNAMENTS
from bot.pictures.palette import TRANSPARENT, Colour, between, nearest, palette_bytes, rgb, settled
from bot.pictures.sprites import (
    BACK,
    FOLDER,
    SIZES,
    STRIP,
    card_height,
    ornament_path,
    strip_path,
)
from bot.pictures.svg import FELT

SOLID = 120
"""From this alpha on (of 255) a pixel belongs to the sprite, blended with the ground it will lie on."""


def rasterised(
    svg: str,
    width: int,
    height: int,
    ground: str,
    chosen: Callable[[Colour], int] = nearest,
    solid: int = SOLID,
) -> Image.Image:
    """The drawing as a palette image of this size, its edges blended with the ground.

    What is thinner than ``solid`` (an alpha) is left out.
    """
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height))
    with Image.open(io.BytesIO(png)) as drawn:
        pixels = drawn.convert("RGBA").tobytes()
    below = rgb(ground)
    values = memoryview(pixels).cast("I")
    known = {value: _index(value.to_bytes(4, sys.byteorder), below, chosen, solid) for value in set(values)}
    image = Image.frombytes("P", (width, height), bytes(known[value] for value in values))
    image.putpalette(palette_bytes())
    return image


def _index(pixel: bytes, below: Colour, chosen: Callable[[Colour], int], solid: int) -> int:
    """The palette index of a pixel's red, green, blue and alpha."""
    red, green, blue, alpha = pixel
    return chosen(between(below, (red, green, blue), alpha / 255)) if alpha >= solid else TRANSPARENT


def card_image(deck: str, name: str, width: int) -> Image.Image:
    """One card (a code, or ``BACK``) drawn anew."""
    svg = back_svg(deck) if name == BACK else card_svg(deck, name)
    return rasterised(svg, width, card_height(width), FELT, settled)


def strip_image(deck: str, width: int) -> Image.Image:
    """All cards of a deck and its back one below the other, each palette index as a grey."""
    indices = b"".join(card_image(deck, name, width).tobytes() for name in STRIP)
    return Image.frombytes("L", (width, len(STRIP) * card_height(width)), indices)


def write_strip(deck: str, width: int) -> None:
    """Draw a deck at one size and keep it."""
    strip = strip_image(deck, width).convert("RGB")
    strip.save(strip_path(deck, width), lossless=True, quality=100, method=4)


def ornament_image(name: str) -> Image.Image:
    """One ornament drawn anew."""
    ornament = ORNAMENTS[name]()
    return rasterised(ornament.drawing, ornament.width, ornament.height, ornament.ground)


def main(decks: Sequence[str]) -> None:
    """Write the strips and sheets of these decks and every ornament, and say what all weigh."""
    from bot.pictures.build_kept import write_sheets

    FOLDER.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as workers:
        list(workers.map(write_strip, *zip(*product(decks, SIZES), strict=True)))
        list(workers.map(write_sheets, [deck for deck in decks if deck in REGIONAL]))
    for name in ORNAMENTS:
        ornament_image(name).save(ornament_path(name), optimize=True)
    weights = [path.stat().st_size for folder in (FOLDER, KEPT) for path in folder.iterdir()]
    sys.stdout.write(f"{len(weights)} files, {sum(weights) // 1024} KB\n")


if __name__ == "__main__":
    main(sys.argv[1:] or tuple(DECKS))
