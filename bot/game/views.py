"""What may be seen of a deal: by everyone at the table, and by one seat."""

from dataclasses import dataclass, field

from bot.game.auction import (
    PLAIN_TARGET,
    Auction,
    Bargain,
    Called,
    Contract,
    auction_of,
    contract_of,
    two_sides,
)
from bot.game.cards import Card, FaceDown, Suit
from bot.game.moves import Move, SignWord
from bot.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: one card of each seat, in the order played."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    """The seat that took it, and leads the next."""
    points: int

    def card_of(self, seat: int) -> Card:
        """What this seat played to the trick."""
        return self.cards[(seat - self.leader) % len(self.cards)]


@dataclass(frozen=True, slots=True)
class OpenTrick:
    """The trick being played: who leads, and the cards so far in the order played."""

    leader: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The turned card was taken for another: everyone sees it."""

    seat: int
    trick: int
    """The number of the trick in which it was, from 1."""
    given: Card
    taken: Card


@dataclass(frozen=True, slots=True)
class Signed:
    """A sign was made; it may be false."""

    seat: int
    trick: int
    """The number of the trick in which it was, from 1."""
    word: SignWord


@dataclass(frozen=True, slots=True)
class PartnerHand:
    """The cards that a partner holds, in the order drawn."""

    seat: int
    hand: FaceDown[Card]


@dataclass(frozen=True, slots=True)
class TableView:
    """What everyone at the table sees of a deal, with perfect memory of all plays; no hidden card is in it."""

    rules: Rules
    leader: int
    """The seat that led the first trick of the deal."""
    trump: Suit | None
    """None where there is none, or none yet."""
    trump_card: Card | None
    """The card turned up after dealing (or put there by an exchange), also once it has been drawn."""
    trump_card_in_stock: bool
    """Whether the turned card still lies under the stock."""
    stock_count: int
    """How many cards can still be drawn, the turned one included."""
    hand_counts: tuple[int, ...]
    """By seat, how many cards it holds."""
    tricks: tuple[Trick, ...]
    """The finished tricks, from the first."""
    trick: OpenTrick | None
    """The trick being played; None when the deal is over, and while the five bid or call before the first."""
    turn: int | None
    """The seat to move; None when the deal is over."""
    points: tuple[int, ...] | None
    """By side (see `sides`); None as long as the rules keep them unsaid."""
    is_over: bool
    winner: int | None
    """The side that has won; None for a tie, or as long as the deal is not over."""
    bargain: Bargain | None = None
    """How far bidding and calling have come; None in games without an auction."""
    partner: int | None = None
    """The declarer's partner once the called card has been played, the declarer itself if alone; else None."""
    stock_top: Card | None = None
    """The card that is drawn next, if it lies face up."""
    known: tuple[tuple[Card, ...], ...] = ()
    """By seat, the cards that everyone knows it to hold: exchanged or drawn in sight, or the whole open hand."""
    exchanges: tuple[Exchanged, ...] = ()
    signs: tuple[Signed, ...] = ()
    """Those that everyone saw."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.rules.players

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side as far as everyone knows: in chiamata each alone, then declarer's and the rest."""
        if self.declarer is None or self.partner is None:
            return self.rules.side_seats
        return two_sides(self.declarer, self.partner)

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, from 1; one past the last when the deal is over."""
        return len(self.tricks) + 1

    def card_played(self, seat: int, trick_index: int) -> Card | None:
        """What the seat played to a trick, counted from 0; None if it has not (yet)."""
        return card_played(self.rules.players, self.tricks, self.trick, seat, trick_index)

    @property
    def auction(self) -> Auction | None:
        """All that was bid; None in games without an auction."""
        return auction_of(self.bargain)

    @property
    def contract(self) -> Contract | None:
        """Who is declarer, with which rank and target; None before the auction is over, or without one."""
        return contract_of(self.bargain)

    @property
    def declarer(self) -> int | None:
        """The seat that won the auction."""
        return self.contract.declarer if self.contract else None

    @property
    def target(self) -> int:
        """What the declarer's side needs, or what has been bid so far; 61 without an auction."""
        bid = self.auction.standing.value if self.auction and self.auction.standing else None
        return bid if isinstance(bid, int) else PLAIN_TARGET

    @property
    def called_card(self) -> Card | None:
        """The card whose holder is the declarer's partner; None before it is called."""
        return self.bargain.card if isinstance(self.bargain, Called) else None

    @property
    def is_calling(self) -> bool:
        """Whether the seat on turn is the declarer, who calls a card."""
        return is_calling(self.rules.players, self.bargain, self.trick)


_NO_SIGNS: FaceDown[Signed] = FaceDown()


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat sees: the table, and its own hand. It has a TableView and is not one."""

    table: TableView
    seat: int
    hand: FaceDown[Card]
    """The seat's own cards in the order drawn; face down in its repr, for logs never hold cards."""
    legal_moves: FaceDown[Move] = field(repr=False)
    """What the seat may do now; nothing but signs when it is not on turn."""
    partner_hands: tuple[PartnerHand, ...] = ()
    """What the partners hold, while the rules let the seat look."""
    signs: FaceDown[Signed] = _NO_SIGNS
    """All signs that this seat saw or made."""

    @property
    def partner(self) -> int | None:
        """The declarer's partner as far as this seat knows: whoever holds the called card knows it at once."""
        return self.seat if self.table.called_card in self.hand else self.table.partner


def card_played(
    players: int, tricks: tuple[Trick, ...], trick: OpenTrick | None, seat: int, trick_index: int
) -> Card | None:
    """What `seat` played to the trick with this index, the open one being the last; None if it has not (yet)."""
    if 0 <= trick_index < len(tricks):
        return tricks[trick_index].card_of(seat)
    if trick is None or trick_index != len(tricks):
        return None
    place = (seat - trick.leader) % players
    return trick.cards[place] if place < len(trick.cards) else None


def is_calling(players: int, bargain: Bargain | None, trick: OpenTrick | None) -> bool:
    """Whether the declarer is to call: at once, or when the blind first trick lies there whole."""
    return isinstance(bargain, Contract) and (trick is None or len(trick.cards) == players)
