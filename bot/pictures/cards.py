"""Every card of a deck, and its back, as SVG: the source of the sprites and what the web page shows."""

from __future__ import annotations

from functools import cache

from bot.pictures.decks import french, neapolitan, piacentine, plain, spanish
from bot.pictures.decks.deck import Deck
from bot.pictures.decks.frame import HEIGHT, WIDTH

__all__ = [
    "CODES",
    "DECKS",
    "HEIGHT",
    "RANKS",
    "SUITS",
    "WIDTH",
    "back_svg",
    "card_svg",
    "drawn_deck",
]

RANKS = "A3KQJ76542"
SUITS = "dcsb"
CODES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)

DECKS: dict[str, Deck] = {
    "plain": plain.DECK,
    "neapolitan": neapolitan.DECK,
    "piacentine": piacentine.DECK,
    "spanish": spanish.DECK,
    "french": french.DECK,
}
"""The decks by the names that scenes and addresses use."""


def drawn_deck(deck: str) -> str:
    """The deck whose pictures are used for ``deck``: itself, or ``plain`` if nobody drew such a deck."""
    return deck if deck in DECKS else "plain"


def mark_name(deck: str, suit: str) -> str:
    """The ornament that shows a suit as the deck draws it."""
    return f"mark-{drawn_deck(deck)}-{suit}"


@cache
def card_svg(deck: str, code: str) -> str:
    """The face of a card, 240 × 380 units; ``ValueError`` if ``code`` names no card."""
    if code not in CODES:
        raise ValueError(f"no such card: {code!r}")
    return DECKS[drawn_deck(deck)].face(code)


@cache
def back_svg(deck: str) -> str:
    """The back that every card of the deck has."""
    return DECKS[drawn_deck(deck)].back()
