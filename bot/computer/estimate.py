"""What a hand is likely to make as declarer, from its trumps and the card that it would call."""

from collections.abc import Iterable

from bot.game.cards import Card, Rank, Suit

__all__ = ["expected_points"]

WITH_A_PARTNER = 31.0
"""The points of the declarer's side when the hand adds nothing."""
ANY_TRUMP = 3.6
TRUMPS = {Rank.ACE: 16.0, Rank.THREE: 13.0, Rank.KING: 7.0, Rank.KNIGHT: 5.5, Rank.KNAVE: 3.5}
"""What these add as trumps in the hand, beyond any trump."""
CALLED = {Rank.ACE: 13.0, Rank.THREE: 11.5, Rank.KING: 9.0, Rank.KNIGHT: 6.5, Rank.KNAVE: 3.0}
"""And called from the partner."""
FIGURES = 0.25
"""What each point of the other suits' figures adds."""
PLAIN_ACE = 0.5


def expected_points(hand: Iterable[Card], called: Card) -> float:
    """The points that the declarer's side makes on average when the holder of this hand calls this card.

    The figures are from some thousand deals that sensible players played out with contracts of all kinds; a
    deal differs from its estimate by twenty points or so. Alone, a declarer makes a third less.
    """
    expected = WITH_A_PARTNER + CALLED.get(called.rank, 0.0)
    alone = False
    for card in hand:
        alone = alone or card is called
        expected += _adds(card, called.suit)
    return expected * 2 / 3 if alone else expected


def _adds(card: Card, trump: Suit) -> float:
    if card.suit is trump:
        return ANY_TRUMP + TRUMPS.get(card.rank, 0.0)
    if card.rank is Rank.ACE:
        return PLAIN_ACE
    return FIGURES * card.points if card.points < 10 else 0.0
