"""The cards as pictures of their own, for platforms that keep them for us: large stickers and small emojis."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw

from bot.pictures.cards import HEIGHT, WIDTH
from bot.pictures.emojis import EMOJI, REGIONAL
from bot.pictures.palette import palette_bytes
from bot.pictures.sprites import STRIP

__all__ = [
    "ACROSS",
    "DECKS",
    "EMOJIS",
    "FOLDER",
    "STICKERS",
    "Kept",
    "Kind",
    "emojis",
    "sheet_path",
    "stickers",
]

FOLDER = Path(__file__).with_name("kept")
DECKS: tuple[str, ...] = tuple(REGIONAL)
"""The decks that platforms keep for us."""
ACROSS = 7
"""Cards in a row of a sheet: one below the other they would be higher than a picture may be."""
FINER = 4
"""How many times larger the outline is drawn, to be smooth when it is made smaller."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of picture: its name, its size in pixels, and where its card has its edges."""

    name: str
    size: tuple[int, int]
    edge: tuple[float, float, float, float]
    """Left, top, right and bottom of the card's outermost edge."""
    radius: float
    """How round its corners are there."""


TALL = 512
SCALE = TALL / HEIGHT
STICKERS = Kind("sticker", (round(WIDTH * SCALE), TALL), (0, 0, round(WIDTH * SCALE), TALL), 18.5 * SCALE)
"""As large as Telegram lets a sticker be."""
EMOJIS = Kind("emoji", (EMOJI, EMOJI), (4.5, 0.5, 123.5, 127.5), 22.5)
"""As large as Discord wants an emoji to be."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture that a platform keeps for us: whose card it is, the file, and what tells it from any other picture."""

    card: str
    """A card's code, or ``back``."""
    data: bytes
    digest: str
    """The SHA-256 of its pixels, which no encoder changes."""


@cache
def stickers(deck: str) -> tuple[Kept, ...]:
    """The cards of a deck and its back as WebP files for Telegram."""
    return tuple(_kept(card, image, "WEBP") for card, image in _pictures(deck, STICKERS))


@cache
def emojis(deck: str) -> tuple[Kept, ...]:
    """The cards of a deck and its back as PNG files for Discord."""
    return tuple(_kept(card, image, "PNG") for card, image in _pictures(deck, EMOJIS))


def sheet_path(deck: str, kind: Kind) -> Path:
    """Where the pictures of a deck are kept, each palette index as a grey, in rows of ``ACROSS``."""
    return FOLDER / f"{deck}-{kind.name}.webp"


def _pictures(deck: str, kind: Kind) -> Iterator[tuple[str, Image.Image]]:
    """Each card by its name, whole and on nothing."""
    with Image.open(sheet_path(deck, kind)) as stored:
        sheet = stored.convert("RGB").getchannel("G")
    (width, height), outline = kind.size, _outline(kind)
    for number, card in enumerate(STRIP):
        row, column = divmod(number, ACROSS)
        left, top = column * width, row * height
        image = Image.frombytes("P", kind.size, sheet.crop((left, top, left + width, top + height)).tobytes())
        image.putpalette(palette_bytes())
        whole = image.convert("RGBA")
        whole.putalpha(outline)
        yield card, whole


@cache
def _outline(kind: Kind) -> Image.Image:
    """What of the picture is card, smooth at the edge."""
    (width, height), edge = kind.size, [place * FINER for place in kind.edge]
    large = Image.new("L", (width * FINER, height * FINER))
    corners = (edge[0], edge[1], edge[2] - 1, edge[3] - 1)
    ImageDraw.Draw(large).rounded_rectangle(corners, round(kind.radius * FINER), 255)
    return large.resize(kind.size, Image.Resampling.BOX)


def _kept(card: str, image: Image.Image, form: str) -> Kept:
    file = io.BytesIO()
    if form == "WEBP":
        image.save(file, form, lossless=True, quality=80, method=4)
    else:
        image.save(file, form, optimize=True)
    said = f"{image.size}".encode() + image.tobytes()
    return Kept(card, file.getvalue(), hashlib.sha256(said).hexdigest())
