"""What playing a card is worth: the trick it may win, less what holding it would be worth."""

from bot.computer.holding import hold_worth
from bot.computer.outlook import Outlook
from bot.computer.taking import standing_after, taking_by
from bot.game.cards import Card

__all__ = ["worth"]

COMES = 0.4
"""The points that a seat gives to a trick which it neither takes nor wants to feed."""
FEEDS = 3.0
"""And besides to a trick that goes to its side."""
RETAKES = 0.5
"""How likely a trick that somebody took meanwhile is taken again, against the trick as it stood before."""


def worth(outlook: Outlook, card: Card) -> float:
    """What it is worth to play this card now, in points of one's own side."""
    return _trick_worth(outlook, card) - hold_worth(outlook, card)


def _trick_worth(outlook: Outlook, card: Card) -> float:
    """The points of the trick, by how likely they go to whom."""
    standing = standing_after(outlook, card)
    points, stays, gone_to, brought = standing.points, 1.0, 0.0, 0.0
    for later in outlook.later:
        ally = 0.0 if outlook.alone else max(0.0, later.loyalty * standing.owner)
        taking = taking_by(outlook, standing, later, points, ally)
        again = taking.chance * RETAKES
        now = stays * taking.chance + (1 - stays) * again
        gone_to = gone_to * (1 - again) + now * later.loyalty
        brought += now * later.loyalty * taking.points
        stays *= 1 - taking.chance
        points += (1 - taking.chance) * (COMES + FEEDS * ally)
    return (stays * standing.owner + gone_to) * points + brought
