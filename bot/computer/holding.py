"""What a card is worth as long as it is not played."""

from bot.computer.outlook import Outlook
from bot.game.cards import Card

__all__ = ["hold_worth"]

TRUMP = {2: 6.0, 5: 6.0}
"""What any trump is worth in the hand, in points, by how many play."""
TRUMP_ELSE = 10.0
TRUMP_POINTS = {2: 1.3}
"""And what one with points is worth besides, for each of them."""
TRUMP_POINTS_ELSE = 2.2
TRUMP_STRENGTH = 0.15
PLAIN_POINTS = 0.2
"""What a carico or figure of another suit is worth in the hand, for each of its points."""
PLAIN_STRENGTH = 0.05
LAST_TRICKS = 3
"""In so many tricks without a stock all that is worth nothing."""


def hold_worth(outlook: Outlook, card: Card) -> float:
    """What it costs to part with this card, in points; nothing when it is the last."""
    held = _trump_worth(outlook, card) if card.suit is outlook.trump else _plain_worth(outlook, card)
    return held if outlook.stock_left else held * min(1.0, (outlook.tricks_left - 1) / LAST_TRICKS)


def _trump_worth(outlook: Outlook, card: Card) -> float:
    any_trump = TRUMP.get(outlook.players, TRUMP_ELSE)
    each_point = TRUMP_POINTS.get(outlook.players, TRUMP_POINTS_ELSE)
    points, strength = outlook.ranking.points(card), outlook.ranking.strength(card)
    return any_trump + each_point * points + TRUMP_STRENGTH * strength


def _plain_worth(outlook: Outlook, card: Card) -> float:
    points, strength = outlook.ranking.points(card), outlook.ranking.strength(card)
    return PLAIN_POINTS * points + PLAIN_STRENGTH * strength
