"""The French deck: hearts for cups, diamonds for coins, spades for swords, clubs for clubs; knaves, queens and kings."""

from __future__ import annotations

from bot.pictures.decks import backs
from bot.pictures.decks.aces import flower, wreath
from bot.pictures.decks.deck import Deck
from bot.pictures.decks.frame import CENTRE, MIDDLE, Spot, card, corners
from bot.pictures.decks.french_court import COURT, court
from bot.pictures.decks.french_marks import INDEX_COLOUR, LARGE, OUTLINES, SMALL
from bot.pictures.decks.tones import GILT, SKY
from bot.pictures.svg import GOLD, path, placed

_LEFT, _RIGHT = 84.0, 156.0
_TOP, _BOTTOM = 72.0, 308.0
SPOTS: dict[str, tuple[Spot, ...]] = {
    "2": ((MIDDLE, _TOP + 10, 0.86), (MIDDLE, _BOTTOM - 10, 0.86)),
    "3": ((MIDDLE, _TOP, 0.82), (MIDDLE, CENTRE, 0.82), (MIDDLE, _BOTTOM, 0.82)),
    "4": tuple((x, y, 0.68) for y in (_TOP + 4, _BOTTOM - 4) for x in (_LEFT, _RIGHT)),
    "5": (*((x, y, 0.68) for y in (_TOP + 4, _BOTTOM - 4) for x in (_LEFT, _RIGHT)), (MIDDLE, CENTRE, 0.68)),
    "6": tuple((x, y, 0.68) for y in (_TOP, CENTRE, _BOTTOM) for x in (_LEFT, _RIGHT)),
    "7": (*((x, y, 0.62) for y in (_TOP, CENTRE, _BOTTOM) for x in (_LEFT, _RIGHT)), (MIDDLE, 131, 0.62)),
}


def _pips(rank: str, suit: str) -> str:
    """The pips; those of the lower half stand on their heads."""
    return "".join(placed(LARGE[suit](), x, y, size, 180 if y > CENTRE else 0) for x, y, size in SPOTS[rank])


def _ace(suit: str) -> str:
    """One great pip with a gold pattern and a crown of leaves around it."""
    middle = {"d": 0, "c": -8, "s": 8, "b": 2}[suit]
    inlay = path(OUTLINES[suit], None, GOLD, 2.2)
    bloom = flower(GILT, 8) if suit in "dc" else flower(SKY, 8)
    return (
        placed(wreath(90, 13), 120, 190)
        + placed(LARGE[suit](), 120, 190, 1.24)
        + placed(inlay, 120, 190 + middle * 0.3, 0.92)
        + placed(bloom, 120, 190 + middle, 0.86)
    )


def face(code: str) -> str:
    """The face of a French card."""
    rank, suit = code[0], code[1]
    body = court(rank, suit) if rank in COURT else _ace(suit) if rank == "A" else _pips(rank, suit)
    size = 0.76 if rank in COURT else 1.0
    return card(body + corners(rank, suit, SMALL, size, colours=INDEX_COLOUR))


def back() -> str:
    """The back of the French deck: a violet weave."""
    return backs.woven(backs.VIOLETS)


DECK = Deck(face, back, LARGE)
