"""The rasterised cards and ornaments that ship with the package, ready to paste."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image

from bot.pictures.cards import CODES, HEIGHT, WIDTH, drawn_deck
from bot.pictures.palette import TRANSPARENT, palette_bytes

FOLDER = Path(__file__).with_name("sprites")

BACK = "back"
STRIP: tuple[str, ...] = (*CODES, BACK)
"""The order of the cards on a deck's strip, from top to bottom."""

CardSize = Literal[240, 168, 144, 120, 100, 84, 60]
SIZES: tuple[CardSize, ...] = (240, 168, 144, 120, 100, 84, 60)
"""Widths of cards in pixels: hand, trick, long hand, stock and piles, full piles, last trick and piles, held cards."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A palette image and the 1-bit mask of what belongs to it."""

    image: Image.Image
    mask: Image.Image

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.image.width

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.image.height


def card_height(width: int) -> int:
    """How high a card of this width is, in pixels."""
    return round(width * HEIGHT / WIDTH)


def strip_path(deck: str, width: int) -> Path:
    """Where the cards of a deck at one size are kept, one below the other.

    The strip is a lossless WebP whose greys are palette indices: two thirds of what a palette PNG weighs.
    """
    return FOLDER / f"{deck}-{width}.webp"


def ornament_path(name: str) -> Path:
    """Where an ornament's sprite is kept."""
    return FOLDER / f"{name}.png"


def _read(path: Path) -> Image.Image:
    with Image.open(path) as stored:
        stored.load()
        return stored.copy()


def remapped(image: Image.Image, table: bytes, mode: Literal["L", "P"] = "L") -> Image.Image:
    """An image of one byte a pixel with each value looked up in ``table`` (256 bytes)."""
    return Image.frombytes(mode, image.size, image.tobytes().translate(table))


def mask_of(image: Image.Image, used: bytes) -> Image.Image:
    """The 1-bit mask of the pixels whose value ``used`` holds 255 for, not 0."""
    return remapped(image, used).convert("1", dither=Image.Dither.NONE)


@cache
def _card_mask(size: tuple[int, int], used: bytes) -> Image.Image:
    """A mask that all cards of one outline share: Pillow keeps a byte for each of its pixels."""
    return Image.frombytes("L", size, used).convert("1", dither=Image.Dither.NONE)


_NOT_TRANSPARENT = bytes(0 if index == TRANSPARENT else 255 for index in range(256))


def sprite_of(image: Image.Image) -> Sprite:
    """The sprite that a palette image makes: its mask leaves out what is transparent."""
    return Sprite(image, mask_of(image, _NOT_TRANSPARENT))


@cache
def _cards(deck: str, width: int) -> dict[str, Sprite]:
    with Image.open(strip_path(deck, width)) as stored:
        indices = stored.convert("RGB").getchannel("G").tobytes()
    size = width, card_height(width)
    area = size[0] * size[1]
    return {
        name: _card(size, indices[number * area : (number + 1) * area]) for number, name in enumerate(STRIP)
    }


def _card(size: tuple[int, int], indices: bytes) -> Sprite:
    image = Image.frombytes("P", size, indices)
    image.putpalette(palette_bytes())
    return Sprite(image, _card_mask(size, indices.translate(_NOT_TRANSPARENT)))


def card(deck: str, name: str, width: CardSize) -> Sprite:
    """A card (a code, or ``BACK``) of a deck, upright."""
    if name not in STRIP:
        raise ValueError(f"no such card: {name!r}")
    return _cards(drawn_deck(deck), width)[name]


@cache
def card_across(deck: str, name: str, width: CardSize) -> Sprite:
    """A card lying on its side, its top to the right."""
    upright = card(deck, name, width)
    turn = Image.Transpose.ROTATE_270
    return Sprite(upright.image.transpose(turn), upright.mask.transpose(turn))


@lru_cache(maxsize=256)
def fan(deck: str, name: str, width: CardSize, count: int, step: int) -> Sprite:
    """So many cards of one kind, each ``step`` to the right of the one that it covers."""
    one = card(deck, name, width)
    size = width + step * (count - 1), one.height
    image, mask = Image.new("P", size, TRANSPARENT), Image.new("1", size)
    image.putpalette(palette_bytes())
    for number in range(count):
        image.paste(one.image, (number * step, 0), one.mask)
        mask.paste(1, (number * step, 0), one.mask)
    return Sprite(image, mask)


@cache
def ornament(name: str) -> Sprite:
    """An arrow, badge or other ornament by its name."""
    return sprite_of(_read(ornament_path(name)))
