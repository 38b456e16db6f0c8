"""Bidding among five: from the first bid to the contract, the called card, and what they score."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.game.cards import DECK, Card, Rank
from bot.game.moves import POINT_BIDS, Bid, Call, Pass
from bot.game.refusals import Refusal

SEATS = 5
"""How many bid."""

PLAIN_TARGET = 61
"""What the declarer's side needs unless points were bid."""

_FROM_THE_ACE: tuple[Rank | int, ...] = tuple(reversed(Rank))
_LAST_POINTS = POINT_BIDS[-1]


@dataclass(frozen=True, slots=True)
class Said:
    """What one seat said in the auction."""

    seat: int
    what: Bid | Pass


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction at some moment. `say` gives the next one and leaves this one as it was."""

    leader: int
    """The seat that speaks first."""
    stops_at_two: bool = False
    """Whether a bid of the two ends it at once."""
    said: tuple[Said, ...] = ()
    """Everything said so far, by everyone's ear."""

    @property
    def standing(self) -> Bid | None:
        """The bid that the next one has to outdo; None before the first."""
        return self._last.what if self._last and isinstance(self._last.what, Bid) else None

    @property
    def bidder(self) -> int | None:
        """The seat whose bid stands; None before the first."""
        return self._last.seat if self._last else None

    @property
    def _last(self) -> Said | None:
        return next((one for one in reversed(self.said) if isinstance(one.what, Bid)), None)

    def has_passed(self, seat: int) -> bool:
        """Whether the seat has left the auction, which is final."""
        return Said(seat, Pass()) in self.said

    def said_by(self, seat: int) -> tuple[Bid | Pass, ...]:
        """What this seat has said, from its first bid on."""
        return tuple(one.what for one in self.said if one.seat == seat)

    @property
    def turn(self) -> int | None:
        """The seat to speak; None when the auction is over."""
        if self.contract or self.passed_out:
            return None
        after = self.said[-1].seat + 1 if self.said else self.leader
        order = [(after + place) % SEATS for place in range(SEATS)]
        return next(seat for seat in order if not self.has_passed(seat))

    @property
    def passed_out(self) -> bool:
        """Whether all five have passed: all is dealt anew."""
        return self._passes == SEATS

    @property
    def _passes(self) -> int:
        return sum(isinstance(one.what, Pass) for one in self.said)

    @property
    def contract(self) -> "Contract | None":
        """What the auction came to; None as long as it goes on, and if all have passed."""
        bid, bidder = self.standing, self.bidder
        if bid is None or bidder is None:
            return None
        last_word = bid.value == _LAST_POINTS or (self.stops_at_two and bid.value is Rank.TWO)
        if not last_word and self._passes < SEATS - 1:
            return None
        if isinstance(bid.value, Rank):
            return Contract(self, bidder, bid.value, PLAIN_TARGET)
        return Contract(self, bidder, Rank.TWO, bid.value)

    @property
    def choices(self) -> tuple[Bid | Pass, ...]:
        """What the seat on turn may say: the ranks or points that are left, and to pass."""
        return (*map(Bid, self._left), Pass())

    @property
    def _left(self) -> tuple[Rank | int, ...]:
        """What can still be bid, the nearest to the standing bid first."""
        if self.standing is None:
            return _FROM_THE_ACE
        value = self.standing.value
        if value is Rank.TWO:
            return tuple(POINT_BIDS)
        if isinstance(value, int):
            return tuple(range(value + 1, POINT_BIDS.stop))
        return _FROM_THE_ACE[_FROM_THE_ACE.index(value) + 1 :]

    def refusal(self, said: Bid | Pass) -> Refusal | None:
        """Why this cannot be said now by the seat on turn; None if it can."""
        if isinstance(said, Pass) or said.value in self._left:
            return None
        if isinstance(said.value, Rank):
            return Refusal.BID_NOT_LOWER
        standing = self.standing
        points_are_bid = standing is not None and isinstance(standing.value, int)
        return Refusal.BID_NOT_HIGHER if points_are_bid else Refusal.BID_TWO_FIRST

    def say(self, said: Bid | Pass) -> "Auction":
        """The auction after the seat on turn has said this; it has to be one of the choices."""
        if self.turn is None or self.refusal(said):
            raise ValueError(f"{said} cannot be said now")
        return Auction(self.leader, self.stops_at_two, (*self.said, Said(self.turn, said)))


@dataclass(frozen=True, slots=True)
class Contract:
    """What the declarer has promised: to reach the target with the holder of a card of this rank."""

    auction: Auction
    declarer: int
    rank: Rank
    target: int

    @property
    def calls(self) -> tuple[Call, ...]:
        """The cards that the declarer may call, also one in its own hand."""
        return tuple(Call(card) for card in DECK if card.rank is self.rank)

    @property
    def multiplier(self) -> int:
        """What a higher target makes of the score: 61–70 ×1, 71–80 ×2, 81–90 ×3, 91–100 ×4, over it ×5."""
        return min((self.target - 61) // 10, 4) + 1


@dataclass(frozen=True, slots=True)
class Called:
    """A contract with the card called for it, whose suit is trump."""

    contract: Contract
    card: Card

    @property
    def auction(self) -> Auction:
        """The auction that it came out of."""
        return self.contract.auction

    def score(self, partner: int, *, made: bool, doubled: bool) -> tuple[int, ...]:
        """By seat: ±2 declarer, ±1 partner, ∓1 the others; alone ±4; times the multiplier, and two if doubled."""
        declarer = self.contract.declarer
        worth = self.contract.multiplier * (2 if doubled else 1) * (1 if made else -1)
        shares = [-worth] * SEATS
        shares[partner] = worth
        shares[declarer] = 4 * worth if partner == declarer else 2 * worth
        return tuple(shares)


Bargain: TypeAlias = Auction | Contract | Called
"""How far the five have come: they bid, the declarer is known, the trump is known."""


def two_sides(declarer: int, partner: int) -> tuple[tuple[int, ...], ...]:
    """The declarer's side, and the rest."""
    side = tuple(sorted({declarer, partner}))
    return side, tuple(seat for seat in range(SEATS) if seat not in side)


def auction_of(bargain: Bargain | None) -> Auction | None:
    """The auction that a bargain is or came out of."""
    return bargain.auction if isinstance(bargain, Contract | Called) else bargain


def contract_of(bargain: Bargain | None) -> Contract | None:
    """The contract that a bargain is or holds."""
    match bargain:
        case Contract():
            return bargain
        case Called(contract=contract):
            return contract
        case _:
            return None
