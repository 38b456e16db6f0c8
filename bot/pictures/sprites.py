"""The rasterised cards and ornaments that ship with the package, ready to paste."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from PIL import Image

from bot.pictures.cards import CODES, HEIGHT, WIDTH, drawn_deck
from bot.pictures.palette import TRANSPARENT

FOLDER = Path(__file__).with_name("sprites")

BACK = "back"
SHEET_COLUMNS = 10
SHEET: tuple[str, ...] = (*CODES, BACK)
"""The order of the sprites on a sheet, row by row."""

CardSize = Literal[240, 168, 144, 120, 84, 60]
SIZES: tuple[CardSize, ...] = (240, 168, 144, 120, 84, 60)
"""Widths of cards in pixels: hand, trick, trick of six, stock and piles, last trick and piles, held cards."""


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


def sheet_path(deck: str, width: int) -> Path:
    """Where the sheet of a deck at one size is kept."""
    return FOLDER / f"{deck}-{width}.png"


def ornament_path(name: str) -> Path:
    """Where an ornament's sprite is kept."""
    return FOLDER / f"{name}.png"


def sheet_place(name: str, width: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a card on its sheet."""
    row, column = divmod(SHEET.index(name), SHEET_COLUMNS)
    height = card_height(width)
    return column * width, row * height, (column + 1) * width, (row + 1) * height


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


_NOT_TRANSPARENT = bytes(0 if index == TRANSPARENT else 255 for index in range(256))


def sprite_of(image: Image.Image) -> Sprite:
    """The sprite that a palette image makes: its mask leaves out what is transparent."""
    return Sprite(image, mask_of(image, _NOT_TRANSPARENT))


@cache
def _sheet(deck: str, width: int) -> Image.Image:
    return _read(sheet_path(deck, width))


@cache
def card(deck: str, name: str, width: CardSize) -> Sprite:
    """A card (a code, or ``BACK``) of a deck, upright."""
    if name not in SHEET:
        raise ValueError(f"no such card: {name!r}")
    return sprite_of(_sheet(drawn_deck(deck), width).crop(sheet_place(name, width)))


@cache
def card_across(deck: str, name: str, width: CardSize) -> Sprite:
    """A card lying on its side, its top to the right."""
    upright = card(deck, name, width)
    turn = Image.Transpose.ROTATE_270
    return Sprite(upright.image.transpose(turn), upright.mask.transpose(turn))


@cache
def ornament(name: str) -> Sprite:
    """An arrow, badge or other ornament by its name."""
    return sprite_of(_read(ornament_path(name)))
