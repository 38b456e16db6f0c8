"""Rasterises the stickers and emojis of each deck into the sheets that ship: a part of ``make cards``."""

from __future__ import annotations

from PIL import Image

from bot.pictures.build import rasterised
from bot.pictures.cards import back_svg, card_svg
from bot.pictures.emojis import RIM, emoji_back_svg, emoji_svg
from bot.pictures.kept import ACROSS, EMOJIS, FOLDER, STICKERS, Kind, sheet_path
from bot.pictures.palette import settled
from bot.pictures.sprites import BACK, STRIP
from bot.pictures.svg import EDGE

__all__ = ["kept_image", "write_sheets"]


def kept_image(deck: str, name: str, kind: Kind) -> Image.Image:
    """One picture drawn anew; around the card it has the colour of the rim, which therefore ends smoothly."""
    if kind == STICKERS:
        drawing = back_svg(deck) if name == BACK else card_svg(deck, name)
        return rasterised(drawing, *kind.size, EDGE, settled, solid=0)
    drawing = emoji_back_svg(deck) if name == BACK else emoji_svg(deck, name)
    return rasterised(drawing, *kind.size, RIM, solid=0)


def write_sheets(deck: str) -> None:
    """Draw the stickers and the emojis of a deck and keep them, each palette index as a grey."""
    FOLDER.mkdir(exist_ok=True)
    for kind in (STICKERS, EMOJIS):
        _sheet(deck, kind).convert("RGB").save(sheet_path(deck, kind), lossless=True, quality=100, method=4)


def _sheet(deck: str, kind: Kind) -> Image.Image:
    width, height = kind.size
    sheet = Image.new("L", (ACROSS * width, -(-len(STRIP) // ACROSS) * height))
    for number, name in enumerate(STRIP):
        row, column = divmod(number, ACROSS)
        indices = kept_image(deck, name, kind).tobytes()
        sheet.paste(Image.frombytes("L", kind.size, indices), (column * width, row * height))
    return sheet
