"""One among equals: the seed picks, and nothing else."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from bot.game.cards import Card

__all__ = ["best_card"]


def best_card(cards: Sequence[Card], worth: Callable[[Card], float], seed: bytes) -> Card:
    """The card worth most; among equals the one that the seed picks."""
    worths = [worth(card) for card in cards]
    highest = max(worths)
    equals = [card for card, one in zip(cards, worths, strict=True) if one == highest]
    return min(equals, key=lambda card: sha256(seed + card.code.encode()).digest())
