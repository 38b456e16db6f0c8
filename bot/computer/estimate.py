"""What a hand is likely to make as declarer, from its trumps and the card that it would call."""

from collections.abc import Iterable

from bot.game.cards import Card, Rank

__all__ = ["expected_points", "trump_worth"]

WITH_A_PARTNER = 33.5
"""The points of the declarer's side when the hand has no trump, nor calls an honour."""
ANY_TRUMP = 2.5
TRUMPS = {Rank.ACE: 19.0, Rank.THREE: 17.0, Rank.KING: 7.0, Rank.KNIGHT: 5.5, Rank.KNAVE: 2.5}
"""What these add as trumps in the hand, beyond any trump."""
CALLED = {Rank.ACE: 19.0, Rank.THREE: 15.5, Rank.KING: 9.0, Rank.KNIGHT: 6.5, Rank.KNAVE: 3.0}
"""And called from the partner."""


def expected_points(hand: Iterable[Card], called: Card) -> float:
    """The points that the declarer's side makes on average when the holder of this hand calls this card.

    The figures are fitted to two thousand deals that sensible players played out with contracts of all kinds:
    a deal differs from its estimate by twenty points or so, and the other suits hardly matter. They know of
    no declarer who is alone.
    """
    trumps = [card for card in hand if card.suit is called.suit]
    held = sum(map(trump_worth, trumps))
    return WITH_A_PARTNER + CALLED.get(called.rank, 0.0) + held


def trump_worth(card: Card) -> float:
    """What a trump adds in the declarer's hand."""
    return ANY_TRUMP + TRUMPS.get(card.rank, 0.0)
