"""Every card as a little square picture that can be read at the height of a line: a large rank and the suit's mark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.pictures import marks
from bot.pictures.cards import CODES
from bot.pictures.decks import backs, french_marks, neapolitan, piacentine, spanish
from bot.pictures.decks.backs import Inks
from bot.pictures.glyphs import glyph
from bot.pictures.marks import Mark, star
from bot.pictures.svg import BROWN, CREAM, WHITE, box, disc, document, path, placed

__all__ = ["EMOJI", "REGIONAL", "emoji_back_svg", "emoji_svg"]

EMOJI = 128
"""Units, and pixels, each way."""
RIM = BROWN
"""The rim of a card: it must stand out on white as on dark grey."""
MIDDLE = EMOJI / 2
NARROW = "1"
"""A figure that needs less room to its left than the others."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What is peculiar to a deck at this size."""

    back: Inks
    small: Mapping[str, Mark]
    colours: Mapping[str, str]
    signs: Mapping[str, str] = field(default_factory=dict[str, str])
    """What stands on a card instead of its rank's letter."""


REGIONAL: dict[str, Looks] = {
    "neapolitan": Looks(backs.BLUES, marks.SMALL, marks.INDEX_COLOUR, neapolitan.FIGURES),
    "piacentine": Looks(backs.RUBIES, piacentine.SMALL_MARKS, marks.INDEX_COLOUR, piacentine.FIGURES),
    "spanish": Looks(backs.EMBERS, spanish.SMALL_MARKS, marks.INDEX_COLOUR, spanish.RANK_SIGNS),
    "french": Looks(backs.VIOLETS, french_marks.SMALL, french_marks.INDEX_COLOUR),
}
"""The decks that have such pictures."""


def emoji_svg(deck: str, code: str) -> str:
    """The face of a card; ``ValueError`` if ``code`` names no card."""
    if code not in CODES:
        raise ValueError(f"no such card: {code!r}")
    looks, rank, suit = REGIONAL[deck], code[0], code[1]
    sign, colour = looks.signs.get(rank, rank), looks.colours[suit]
    index = _figures(sign, colour) if len(sign) > 1 else placed(glyph(sign, colour, 8), 38, 44, 1.66)
    mark = (84, 91, 0.56) if len(sign) > 1 else (85, 87, 0.62)
    return document(EMOJI, EMOJI, _paper() + index + placed(looks.small[suit](), *mark))


def _figures(sign: str, colour: str) -> str:
    """A number of two figures."""
    first, second = sign[0], sign[1]
    right = 30 if second == NARROW else 37
    return placed(
        placed(glyph(first, colour, 8), 0, 0, 1.45) + placed(glyph(second, colour, 8), right, 0, 1.45), 27, 39
    )


def emoji_back_svg(deck: str) -> str:
    """The back that every card of the deck has: its colours, and one star."""
    inks = REGIONAL[deck].back
    lattice = path("M18 34L94 110M34 18L110 94M94 18L18 94M110 34L34 110", None, inks.pale, 4)
    field = box((17, 13), (94, 102), 10, inks.ground, inks.dark, 4)
    medal = disc(MIDDLE, MIDDLE, 31, WHITE, inks.dark, 5)
    return document(EMOJI, EMOJI, _paper() + field + lattice + medal + placed(_star(inks), MIDDLE, MIDDLE))


def _star(inks: Inks) -> str:
    return path(star(8, 24, 12), inks.accent, inks.dark, 4)


def _paper() -> str:
    return box((7, 3), (114, 122), 20, CREAM, RIM, 5)
