"""What a hard player bids and calls: it plays the contract out in many deals before it promises anything."""

from collections.abc import Sequence
from hashlib import sha256

from bot.computer.bidding import sensible_call
from bot.computer.estimate import expected_points
from bot.computer.knowing import knowing_contract
from bot.game.auction import PLAIN_TARGET
from bot.game.cards import Card, Rank, Suit
from bot.game.moves import Bid, Call, Pass
from bot.game.views import SeatView

__all__ = ["hard_bid", "hard_call"]

SAMPLES = 200
"""In so many deals a contract is tried."""
GOOD = 0.5
"""As often it has to be kept to be bid."""
HOPELESS = 48.0
"""A hand that promises less at first sight is not tried."""
SUITS = 2
"""So many suits are tried, those that promise most at first sight."""


def hard_bid(view: SeatView, seed: bytes) -> Bid | Pass:
    """The least bid that is kept often enough, else a pass."""
    bids = [move for move in view.legal_moves if isinstance(move, Bid)]
    if not bids:
        return Pass()
    if not isinstance(bids[0].value, Rank):
        return bids[0] if _kept(view, Rank.TWO, bids[0].value, seed) >= GOOD else Pass()
    ranks = [bid.value for bid in bids if isinstance(bid.value, Rank)]
    found = next((rank for rank in ranks if _kept(view, rank, PLAIN_TARGET, seed) >= GOOD), None)
    return Bid(found) if found else Pass()


def hard_call(view: SeatView, seed: bytes) -> Call:
    """The card with which the contract is kept most often."""
    contract = view.table.contract
    calls = [move.card for move in view.legal_moves if isinstance(move, Call)]
    missing = [card for card in calls if card not in view.hand]
    if contract is None or view.table.trick is not None or len(missing) < SUITS:
        return sensible_call(view, seed)
    tried = _promising(view, missing)
    return Call(max(tried, key=lambda card: _made(view, card, contract.target, seed)))


def _kept(view: SeatView, rank: Rank, target: int, seed: bytes) -> float:
    """How often the hand keeps a contract with this rank, in its better suits."""
    missing = [card for suit in Suit if (card := Card(rank, suit)) not in view.hand]
    return max((_made(view, card, target, seed) for card in _promising(view, missing)), default=0.0)


def _promising(view: SeatView, choice: Sequence[Card]) -> Sequence[Card]:
    return sorted(choice, key=lambda card: -expected_points(view.hand, card))[:SUITS]


def _made(view: SeatView, called: Card, target: int, seed: bytes) -> float:
    if expected_points(view.hand, called) < HOPELESS:
        return 0.0
    kernel = knowing_contract(view, called, target)
    kernel.seed(int.from_bytes(sha256(seed).digest()[:6], "big"))
    return kernel.promise(view.seat, SAMPLES, 1) / SAMPLES
