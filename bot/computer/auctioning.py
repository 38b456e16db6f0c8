"""What a hard player bids and calls: it plays the contract out in many deals before it promises anything."""

from collections.abc import Iterator, Sequence

from bot.computer.bidding import sensible_call
from bot.computer.engine import seeded
from bot.computer.estimate import expected_points
from bot.computer.knowing import knowing_contract
from bot.game.auction import PLAIN_TARGET
from bot.game.cards import Card, Rank, Suit
from bot.game.moves import Bid, Call, Pass
from bot.game.views import SeatView

__all__ = ["hard_bid", "hard_call"]

SAMPLES = 64
"""In so many deals a contract is tried."""
GOOD = 0.42
"""As often it has to be kept to be bid: less than half, for others' contracts cost as well, and the deals are played
out by those who know where the partner sits sooner than people do."""
HOPELESS = 46.0
"""A hand that promises less at first sight is not tried."""
SUITS = 2
"""So many suits are tried, those that promise most at first sight."""


def hard_bid(view: SeatView, seed: bytes) -> Bid | Pass:
    """The least bid that is kept often enough, else a pass."""
    bids = [move for move in view.legal_moves if isinstance(move, Bid)]
    if not bids:
        return Pass()
    if not isinstance(bids[0].value, Rank):
        missing = [card for suit in Suit if (card := Card(Rank.TWO, suit)) not in view.hand]
        return bids[0] if _kept(view, missing, bids[0].value, seed) else Pass()
    ranks = [bid.value for bid in bids if isinstance(bid.value, Rank)]
    kept = _kept(view, list(_highest_missing(view.hand, ranks)), PLAIN_TARGET, seed)
    return Bid(min((card.rank for card in kept), key=ranks.index)) if kept else Pass()


def _highest_missing(hand: Sequence[Card], ranks: Sequence[Rank]) -> Iterator[Card]:
    """By suit the strongest card that could be called: any other of the suit helps less."""
    for suit in Suit:
        missing = (Card(rank, suit) for rank in ranks if Card(rank, suit) not in hand)
        found = next(missing, None)
        if found:
            yield found


def _kept(view: SeatView, choice: Sequence[Card], target: int, seed: bytes) -> list[Card]:
    """The cards of the better suits with which the contract is kept often enough."""
    return [card for card in _promising(view, choice) if _made(view, card, target, seed) >= GOOD]


def hard_call(view: SeatView, seed: bytes) -> Call:
    """The card with which the contract is kept most often."""
    contract = view.table.contract
    calls = [move.card for move in view.legal_moves if isinstance(move, Call)]
    mine = {*view.hand, view.table.card_played(view.seat, 0)}
    missing = [card for card in calls if card not in mine]
    if contract is None or len(missing) < SUITS:
        return sensible_call(view, seed)
    tried = _promising(view, missing)
    return Call(max(tried, key=lambda card: _made(view, card, contract.target, seed)))


def _promising(view: SeatView, choice: Sequence[Card]) -> Sequence[Card]:
    return sorted(choice, key=lambda card: -expected_points(view.hand, card))[:SUITS]


def _made(view: SeatView, called: Card, target: int, seed: bytes) -> float:
    """How often the contract is kept; nothing for a hopeless one."""
    if view.table.contract is None and expected_points(view.hand, called) < HOPELESS:
        return 0.0
    kernel = seeded(knowing_contract(view, called, target), seed)
    return kernel.promise(view.seat, SAMPLES, 1) / SAMPLES
