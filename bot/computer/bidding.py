"""What a sensible player bids and calls, from an estimate of its hand."""

from collections.abc import Sequence
from hashlib import sha256

from bot.computer.estimate import expected_points
from bot.game.auction import PLAIN_TARGET
from bot.game.cards import Card, Rank, Suit
from bot.game.moves import Bid, Call, Pass
from bot.game.views import SeatView

__all__ = ["likely_trump", "sensible_bid", "sensible_call"]

CAUTION = 1.0
"""How many points more than the target a hand has to promise before it bids a rank."""
CAUTION_ABOVE = 12.0
"""And before it bids points, which it need not: the contract is worth no more below 71."""


def sensible_bid(view: SeatView) -> Bid | Pass:
    """The least bid that the hand is good for, else a pass."""
    bids = [move for move in view.legal_moves if isinstance(move, Bid)]
    return next((bid for bid in bids[:10] if _is_sensible(view, bid)), Pass())


def _is_sensible(view: SeatView, bid: Bid) -> bool:
    if isinstance(bid.value, Rank):
        return _promise(view.hand, bid.value) >= PLAIN_TARGET + CAUTION
    return _promise(view.hand, Rank.TWO) >= bid.value + CAUTION_ABOVE


def _promise(hand: Sequence[Card], rank: Rank) -> float:
    """What the hand makes with the best card of this rank."""
    return max(expected_points(hand, Card(rank, suit)) for suit in Suit)


def sensible_call(view: SeatView, seed: bytes) -> Call:
    """The card with which the hand makes most; never one's own as long as there is another."""
    held = _dealt(view)
    calls = [move for move in view.legal_moves if isinstance(move, Call)]
    return max(calls, key=lambda call: (expected_points(held, call.card), _lot(call.card, seed)))


def likely_trump(view: SeatView) -> Suit | None:
    """The suit that the declarer, who looks, will call after a blind first trick; None to all others."""
    contract = view.table.contract
    if contract is None or contract.declarer != view.seat:
        return None
    return max(Suit, key=lambda suit: expected_points(_dealt(view), Card(contract.rank, suit)))


def _dealt(view: SeatView) -> tuple[Card, ...]:
    """The hand as it was before a blind first trick."""
    card = view.table.card_played(view.seat, 0)
    return (*view.hand, card) if card else tuple(view.hand)


def _lot(card: Card, seed: bytes) -> bytes:
    return sha256(seed + card.code.encode()).digest()
