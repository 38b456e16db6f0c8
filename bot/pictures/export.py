"""Writes the cards of a deck as picture files, for whoever wants to see or print them."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from bot.pictures.palette import TRANSPARENT, palette_bytes
from bot.pictures.sprites import BACK, STRIP, CardSize, card, card_height

__all__ = ["write_cards"]

LARGE: CardSize = 240
SMALL: CardSize = 120
GAP = 10

RANKS = "A234567JQK"
SUITS = "dcsb"
"""The order on the sheet: a row for each suit, and the back after the last."""


def write_cards(deck: str, folder: Path) -> int:
    """Write ``Ad.png`` and so on, ``back.png``, and ``sheet.png`` with all of them; gives how many files.

    ``OSError`` if the folder cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in STRIP:
        card(deck, name, LARGE).image.save(folder / f"{name}.png", transparency=TRANSPARENT, optimize=True)
    _sheet(deck).save(folder / "sheet.png", optimize=True)
    return len(STRIP) + 1


def _sheet(deck: str) -> Image.Image:
    """All cards small on felt, suit by suit, and the back."""
    across, down = SMALL + GAP, card_height(SMALL) + GAP
    sheet = Image.new("P", ((len(RANKS) + 1) * across + GAP, len(SUITS) * down + GAP), 0)
    sheet.putpalette(palette_bytes())
    places = [
        (rank + suit, column, row) for row, suit in enumerate(SUITS) for column, rank in enumerate(RANKS)
    ]
    for name, column, row in [*places, (BACK, len(RANKS), 0)]:
        sprite = card(deck, name, SMALL)
        sheet.paste(sprite.image, (GAP + column * across, GAP + row * down), sprite.mask)
    return sheet
