"""What playing a card is worth: the trick it may win, less what holding it would be worth."""

from collections.abc import Sequence

from bot.computer.outlook import Later, Outlook
from bot.game.cards import Card

__all__ = ["hold_worth", "worth"]

TRUMP = {2: 6.0, 5: 6.0}
"""What any trump is worth in the hand, in points, by how many play; fatter tricks make it worth more."""
TRUMP_OF_MORE = 10.0
TRUMP_POINTS = {2: 1.3}
"""And what one with points is worth besides, for each of them."""
TRUMP_POINTS_OF_MORE = 2.2
TRUMP_STRENGTH = 0.15
PLAIN_POINTS = 0.2
"""What a carico or figure of another suit is worth in the hand for each of its points."""
PLAIN_STRENGTH = 0.05
COMES = 0.4
"""The points that a seat gives to a trick which it neither takes nor wants to feed."""
FEEDS = 3.0
"""And besides to a trick that goes to its side."""
RETAKES = 0.5
"""How much harder it is to take a trick which somebody took meanwhile."""
TAKES = 0.95
"""How likely a seat that can take the trick with its suit does."""
SPARES_SUIT = 0.9
"""How much of that is left undone for a partner."""
SPARES_TRUMP = 0.8
TRUMPS_FOR = 20.0
"""For so many points nearly everyone parts with a trump."""


def worth(outlook: Outlook, card: Card) -> float:
    """What it is worth to play this card now, in points of one's own side."""
    return _trick_worth(outlook, card) - hold_worth(outlook, card)


def hold_worth(outlook: Outlook, card: Card) -> float:
    """What the card is worth as long as it is held; nothing when it is the last."""
    points, strength = outlook.ranking.points(card), outlook.ranking.strength(card)
    if card.suit is outlook.trump:
        held = TRUMP.get(outlook.players, TRUMP_OF_MORE) + TRUMP_STRENGTH * strength
        held += TRUMP_POINTS.get(outlook.players, TRUMP_POINTS_OF_MORE) * points
    else:
        held = PLAIN_POINTS * points + PLAIN_STRENGTH * strength
    return held if outlook.stock_left else held * min(1.0, (outlook.tricks_left - 1) / 3)


def _trick_worth(outlook: Outlook, card: Card) -> float:
    """The points of the trick, by how likely they go to whom."""
    ranking, trump = outlook.ranking, outlook.trump
    takes = outlook.best is None or ranking.beats(card, outlook.best, trump)
    best, owner = (card, 1.0) if takes or outlook.best is None else (outlook.best, outlook.owner)
    points = outlook.points + ranking.points(card) + 0.0
    higher = [one for one in outlook.unseen if ranking.beats(one, best, trump)]
    stays, taken, gone_to, extra = 1.0, 0.0, 0.0, 0.0
    for later in outlook.later:
        ally = 0.0 if outlook.alone else max(0.0, later.loyalty * owner)
        takes_now, brings = _taking(outlook, later, best, higher, points, ally)
        again = takes_now * RETAKES
        now = stays * takes_now + taken * again
        gone_to = gone_to * (1 - again) + now * later.loyalty
        taken += stays * takes_now
        stays *= 1 - takes_now
        extra += now * later.loyalty * brings
        points += (1 - takes_now) * (COMES + FEEDS * ally)
    return (stays * owner + gone_to) * points + extra


def _taking(
    outlook: Outlook, later: Later, best: Card, higher: Sequence[Card], points: float, ally: float
) -> tuple[float, float]:
    """How likely a later seat takes the trick from the best card, and the points that it then brings."""
    ranking, trump = outlook.ranking, outlook.trump
    known = [card for card in later.known if ranking.beats(card, best, trump)]
    no_suit, no_trump, brings = 1.0, 1.0, 0.0
    lacks = 1 - later.chance
    for card in known:
        if card.suit is trump:
            no_trump = 0.0
        else:
            no_suit, brings = 0.0, max(brings, float(ranking.points(card)))
    if no_suit and later.chance:
        plain = sorted((ranking.points(card) for card in higher if card.suit is not trump), reverse=True)
        for one in plain:
            brings += one * no_suit * later.chance
            no_suit *= lacks
    if no_trump and later.chance:
        no_trump *= lacks ** sum(card.suit is trump for card in higher)
    with_suit = (1 - no_suit) * TAKES * (1 - SPARES_SUIT * ally)
    eager = min(TAKES, 0.05 + points / TRUMPS_FOR)
    with_trump = (1 - no_trump) * eager * (1 - SPARES_TRUMP * ally)
    return 1 - (1 - with_suit) * (1 - with_trump), brings
