"""The cloths, hides and hair that figures are made of: a flat colour and its one darker tone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures import svg
from bot.pictures.svg import path


@dataclass(frozen=True, slots=True)
class Tone:
    """A flat colour, and the darker one for its folds and shadows."""

    light: str
    dark: str

    def shape(self, d: str, width: float = 2.2) -> str:
        """An outlined piece of this colour."""
        return path(d, self.light, svg.INK, width)

    def folds(self, d: str, width: float = 2.2) -> str:
        """Round-capped strokes in the darker tone."""
        return path(d, None, self.dark, width)

    def shade(self, d: str) -> str:
        """A part that lies in shadow, without an outline."""
        return path(d, self.dark, None)


SCARLET = Tone(svg.RED, svg.RED_DARK)
AZURE = Tone(svg.BLUE, svg.BLUE_DARK)
LEAF = Tone(svg.GREEN, svg.GREEN_DARK)
GILT = Tone(svg.GOLD, svg.GOLD_DARK)
PLUM = Tone(svg.VIOLET, svg.VIOLET_DARK)
LINEN = Tone(svg.WHITE, svg.GREY)
STEELY = Tone(svg.STEEL, svg.BLUE)
SKY = Tone(svg.BLUE_PALE, svg.STEEL)
TIMBER = Tone(svg.WOOD, svg.BROWN)

SKIN = Tone(svg.SKIN, svg.SKIN_DARK)
CHESTNUT = Tone(svg.BROWN, svg.BROWN_DARK)
FAIR = Tone(svg.WOOD, svg.BROWN)
GREY = Tone(svg.GREY, svg.GREY_DARK)
RAVEN = Tone(svg.NIGHT, svg.INK)
GINGER = Tone(svg.RUST, svg.BROWN)
