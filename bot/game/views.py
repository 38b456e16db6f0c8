"""What may be seen of a deal: by everyone at the table, and by one seat."""

from dataclasses import dataclass, field

from bot.game.cards import Card, FaceDown, Suit
from bot.game.moves import Move
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
class TableView:
    """What everyone at the table sees of a deal, with perfect memory of all plays; no hidden card is in it."""

    rules: Rules
    leader: int
    """The seat that led the first trick of the deal."""
    trump: Suit | None
    trump_card: Card | None
    """The card turned up after dealing, also once it has been drawn."""
    trump_card_in_stock: bool
    """Whether the turned card still lies under the stock."""
    stock_count: int
    """How many cards can still be drawn, the turned one included."""
    hand_counts: tuple[int, ...]
    """By seat, how many cards it holds."""
    tricks: tuple[Trick, ...]
    """The finished tricks, from the first."""
    trick: OpenTrick | None
    """The trick being played; None when the deal is over."""
    turn: int | None
    """The seat to play; None when the deal is over."""
    points: tuple[int, ...] | None
    """By side; None as long as the rules keep them unsaid."""
    is_over: bool
    winner: int | None
    """The side that has won; None for a tie, or as long as the deal is not over."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.rules.players

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return self.rules.sides

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, from 1; one past the last when the deal is over."""
        return len(self.tricks) + 1

    def card_played(self, seat: int, trick_index: int) -> Card | None:
        """What the seat played to a trick, counted from 0; None if it has not (yet)."""
        return card_played(self.rules.players, self.tricks, self.trick, seat, trick_index)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat sees: the table, and its own hand. It has a TableView and is not one."""

    table: TableView
    seat: int
    hand: FaceDown[Card]
    """The seat's own cards in the order drawn; face down in its repr, for logs never hold cards."""
    legal_moves: FaceDown[Move] = field(repr=False)
    """What the seat may do now; nothing when it is not on turn."""


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
