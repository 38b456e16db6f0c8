"""How a deal stands: whose turn it is, what lies where, and what has been won so far."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.game.auction import Auction, Bargain, Called, Contract, contract_of, two_sides
from bot.game.cards import Card, FaceDown, Suit
from bot.game.options import Cappotto
from bot.game.rules import Rules
from bot.game.stock import Stock
from bot.game.views import Exchanged, OpenTrick, Signed, Trick, card_played, is_calling

ALL_POINTS = 120
"""What the whole deck counts, in either ranking."""


_NO_SIGNS: FaceDown[Signed] = FaceDown()


@dataclass(frozen=True, slots=True)
class Position:
    """One deal at some moment, with all its secrets."""

    rules: Rules
    leader: int
    """The seat that leads the first trick, and speaks first in an auction."""
    hands: FaceDown[FaceDown[Card]] = field(repr=False)
    """By seat, the cards it holds, in the order drawn; an exchanged card takes the place of the one given."""
    stock: Stock
    bargain: Bargain | None
    """How far bidding and calling have come; None in games without an auction."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks, from the first."""
    trick: OpenTrick | None = None
    """The trick being played; None when the deal is over, and while the five bid or call before the first."""
    exchanges: tuple[Exchanged, ...] = ()
    signs: FaceDown[Signed] = _NO_SIGNS
    """All signs made, also those that only partners saw."""

    # Whose turn it is

    @property
    def turn(self) -> int | None:
        """The seat to bid, to call or to play; None when the deal is over."""
        match self.bargain:
            case Auction() as auction:
                return auction.turn
            case Contract(declarer=declarer) if self.is_calling:
                return declarer
            case _:
                pass
        if self.trick is None:
            return None
        return (self.trick.leader + len(self.trick.cards)) % self.rules.players

    @property
    def is_calling(self) -> bool:
        """Whether the seat on turn is the declarer, who calls a card."""
        return is_calling(self.rules.players, self.bargain, self.trick)

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played, or all five have passed."""
        return self.turn is None

    @property
    def passed_out(self) -> bool:
        """Whether all five have passed: this deal counts for nothing and all is dealt anew."""
        return isinstance(self.bargain, Auction) and self.bargain.passed_out

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, from 1; one past the last when the deal is over."""
        return len(self.tricks) + 1

    def next_trick(self, seat: int) -> int:
        """The number, from 1, of the trick in which this seat plays next; one past the last if in none."""
        has_played = self.card_played(seat, len(self.tricks)) is not None
        return self.trick_number + has_played

    def card_played(self, seat: int, trick_index: int) -> Card | None:
        """What the seat played to a trick, counted from 0; None if it has not (yet)."""
        return card_played(self.rules.players, self.tricks, self.trick, seat, trick_index)

    # Trump, stock and points

    @property
    def trump(self) -> Suit | None:
        """The suit that beats the others; None where there is none, or none yet."""
        if isinstance(self.bargain, Called):
            return self.bargain.card.suit
        return self.stock.turned.suit if self.stock.turned else None

    @property
    def trump_card(self) -> Card | None:
        """The card turned up after dealing (or put there by an exchange), also once it has been drawn."""
        return self.stock.turned

    @property
    def stock_count(self) -> int:
        """How many cards can still be drawn, the turned one included."""
        return len(self.stock.cards)

    @property
    def trump_card_in_stock(self) -> bool:
        """Whether the turned card still lies under the stock."""
        return self.stock.turned_lies

    @property
    def partner(self) -> int | None:
        """Whoever was dealt the called card, the declarer itself if alone; None before the call. A secret."""
        called = self.bargain.card if isinstance(self.bargain, Called) else None
        if called is None:
            return None
        holders = [seat for seat, hand in enumerate(self.hands) if called in hand]
        return holders[0] if holders else self.known_partner

    @property
    def known_partner(self) -> int | None:
        """Who has played the called card, for all to see."""
        called = self.bargain.card if isinstance(self.bargain, Called) else None
        played = [(trick.leader, trick.cards) for trick in self.tricks]
        if self.trick is not None:
            played.append((self.trick.leader, self.trick.cards))
        for leader, cards in played:
            if called is not None and called in cards:
                return (leader + cards.index(called)) % self.rules.players
        return None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side of this deal; in chiamata the declarer's and the rest, once a card is called."""
        contract, partner = contract_of(self.bargain), self.partner
        if contract is None or partner is None:
            return self.rules.side_seats
        return two_sides(contract.declarer, partner)

    @property
    def points(self) -> tuple[int, ...]:
        """By side (see `sides`), what the tricks taken so far count."""
        return self.points_of(self.sides)

    def points_of(self, sides: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        """What the tricks taken so far count for each of these sides."""
        return tuple(sum(trick.points for trick in self.tricks if trick.winner in side) for side in sides)

    @property
    def winner(self) -> int | None:
        """The side that has won when the deal is over; None for a tie at the top, or before."""
        if not self.is_over or self.passed_out:
            return None
        if isinstance(self.bargain, Called):
            return 0 if self.points[0] >= self.bargain.contract.target else 1
        return sole_leader(self.points)

    @property
    def is_cappotto(self) -> bool:
        """Whether one side has taken all the points."""
        return ALL_POINTS in self.points

    @property
    def score(self) -> tuple[int, ...]:
        """By side of the match, what the finished deal adds to a match by wins, or of chiamata."""
        doubled = self.is_cappotto and self.rules.cappotto is Cappotto.DOUBLE
        partner = self.partner
        if isinstance(self.bargain, Called) and partner is not None and self.is_over:
            return self.bargain.score(partner, made=self.winner == 0, doubled=doubled)
        worth = 2 if doubled else 1
        return tuple(worth if side == self.winner else 0 for side in range(len(self.rules.side_seats)))


def sole_leader(totals: Sequence[int]) -> int | None:
    """The index of the highest total; None if several share it."""
    highest = max(totals)
    return totals.index(highest) if totals.count(highest) == 1 else None
