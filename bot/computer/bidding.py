"""What a sensible player bids and calls, from an estimate of its hand."""

from collections.abc import Sequence

from bot.computer.choosing import best_card
from bot.computer.estimate import expected_points
from bot.game.auction import PLAIN_TARGET
from bot.game.cards import Card, Rank, Suit
from bot.game.moves import Bid, Call, Pass
from bot.game.views import SeatView

__all__ = ["likely_trump", "sensible_bid", "sensible_call"]

DARING = 2.0
"""So many points less than the target may a hand promise that bids a rank: others' contracts cost as well."""
CAUTION = 8.0
"""So many more it has to promise before it bids points."""


def sensible_bid(view: SeatView) -> Bid | Pass:
    """The least bid that the hand is good for, else a pass."""
    bids = [move for move in view.legal_moves if isinstance(move, Bid)]
    if bids and not isinstance(bids[0].value, Rank):
        bids = bids[:1]  # who is not good for the least number is good for none
    return next((bid for bid in bids if _is_sensible(view, bid)), Pass())


def _is_sensible(view: SeatView, bid: Bid) -> bool:
    if isinstance(bid.value, Rank):
        return _promise(view.hand, bid.value) >= PLAIN_TARGET - DARING
    return _promise(view.hand, Rank.TWO) >= bid.value + CAUTION


def _promise(hand: Sequence[Card], rank: Rank) -> float:
    """What the hand makes with the best card of this rank that it lacks; nothing if it has all four."""
    missing = [Card(rank, suit) for suit in Suit if Card(rank, suit) not in hand]
    return max((expected_points(hand, card) for card in missing), default=0.0)


def sensible_call(view: SeatView, seed: bytes) -> Call:
    """The card with which the hand makes most; never one's own as long as there is another."""
    calls = [move.card for move in view.legal_moves if isinstance(move, Call)]
    return Call(_best_call(view, calls, seed))


def likely_trump(view: SeatView) -> Suit | None:
    """The suit that the declarer, who looks, will call after a blind first trick; None to all others."""
    contract = view.table.contract
    if contract is None or contract.declarer != view.seat:
        return None
    return _best_call(view, [call.card for call in contract.calls], b"").suit


def _best_call(view: SeatView, choice: Sequence[Card], seed: bytes) -> Card:
    dealt = _dealt(view)
    missing = [card for card in choice if card not in dealt]
    return best_card(missing or choice, lambda card: expected_points(dealt, card), seed)


def _dealt(view: SeatView) -> tuple[Card, ...]:
    """The hand as it was before a blind first trick."""
    card = view.table.card_played(view.seat, 0)
    return (*view.hand, card) if card else tuple(view.hand)
