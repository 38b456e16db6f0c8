"""One deal as an immutable state machine, from the cards dealt to the points."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.game.cards import Card, FaceDown, Suit, points_of
from bot.game.moves import IllegalMove, Move, Play, Refusal
from bot.game.outside import quoted
from bot.game.rules import Rules
from bot.game.views import OpenTrick, SeatView, TableView, Trick, card_played


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal at some moment. `play` gives the deal after a move and leaves this one as it was."""

    rules: Rules
    leader: int
    """The seat that leads the first trick."""
    trump: Suit | None
    trump_card: Card | None
    """The card turned up after dealing, also once it has been drawn."""
    hands: FaceDown[FaceDown[Card]] = field(repr=False)
    """By seat, the cards it holds, in the order drawn."""
    tricks: tuple[Trick, ...]
    """The finished tricks, from the first."""
    trick: OpenTrick | None
    """The trick being played; None when the deal is over."""
    points: tuple[int, ...]
    """By side, what the tricks taken so far count."""
    _draws: FaceDown[Card] = field(repr=False)
    _drawn: int = field(repr=False)

    @classmethod
    def begin(cls, rules: Rules, deck: Sequence[Card], leader: int) -> "Deal":
        """Deal the cards one at a time from the leader on, then turn the next one up: its suit is trump.

        `deck` is top card first. ValueError if it is not the deck of these rules, or `leader` no seat.
        """
        _check_deck(rules, deck)
        _check_seat(rules, leader)
        n, dealt = rules.players, rules.players * rules.hand
        hands = [FaceDown(deck[(seat - leader) % n : dealt : n]) for seat in range(n)]
        turned = deck[dealt]
        return cls(
            rules=rules,
            leader=leader,
            trump=turned.suit,
            trump_card=turned,
            hands=FaceDown(hands),
            tricks=(),
            trick=OpenTrick(leader),
            points=(0,) * len(rules.sides),
            _draws=FaceDown((*deck[dealt + 1 :], turned)),
            _drawn=0,
        )

    # What is so

    @property
    def turn(self) -> int | None:
        """The seat to play; None when the deal is over."""
        if self.trick is None:
            return None
        return (self.trick.leader + len(self.trick.cards)) % self.rules.players

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return self.trick is None

    @property
    def winner(self) -> int | None:
        """The side with the most points when the deal is over; None for a tie at the top, or before."""
        return sole_leader(self.points) if self.is_over else None

    @property
    def stock_count(self) -> int:
        """How many cards can still be drawn, the turned one included."""
        return len(self._draws) - self._drawn

    @property
    def trump_card_in_stock(self) -> bool:
        """Whether the turned card still lies under the stock."""
        return self.stock_count > 0

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

    # Moves

    def legal_moves(self, seat: int) -> FaceDown[Move]:
        """What the seat may do now; nothing when it is not on turn. Any card may be played at any time."""
        _check_seat(self.rules, seat)
        return FaceDown(map(Play, self.hands[seat])) if seat == self.turn else FaceDown()

    def play(self, seat: int, move: Move) -> "Deal":
        """The deal after this move; IllegalMove says why it cannot be made."""
        trick = self.trick
        if trick is None:
            raise IllegalMove(Refusal.DEAL_OVER)
        if seat != self.turn:
            raise IllegalMove(Refusal.NOT_YOUR_TURN)
        if move.card not in self.hands[seat]:
            raise IllegalMove(Refusal.NOT_IN_HAND)
        hands = list(self.hands)
        hands[seat] = FaceDown([card for card in hands[seat] if card is not move.card])
        played = (*trick.cards, move.card)
        if len(played) < self.rules.players:
            return self._now(hands, OpenTrick(trick.leader, played))
        return self._after_trick(self._judged(trick.leader, played), hands)

    def _judged(self, leader: int, played: tuple[Card, ...]) -> Trick:
        """The highest trump takes the trick, else the highest card of the suit led."""
        best = played[0]
        for card in played:
            if card.beats(best, self.trump):
                best = card
        winner = (leader + played.index(best)) % self.rules.players
        return Trick(leader, played, winner, points_of(played))

    def _after_trick(self, trick: Trick, hands: list[FaceDown[Card]]) -> "Deal":
        """The winner counts the trick, draws first, and leads the next."""
        n = self.rules.players
        drawn = self._draws[self._drawn : self._drawn + n]
        for place, card in enumerate(drawn):
            seat = (trick.winner + place) % n
            hands[seat] = FaceDown((*hands[seat], card))
        return self._now(hands, OpenTrick(trick.winner) if any(hands) else None, trick, len(drawn))

    def _now(
        self, hands: list[FaceDown[Card]], trick: OpenTrick | None, taken: Trick | None = None, drawn: int = 0
    ) -> "Deal":
        """The deal with these hands and this trick, after one more trick has been taken and cards drawn."""
        tricks, points = self.tricks, self.points
        if taken is not None:
            side = self.rules.side_of(taken.winner)
            tricks = (*tricks, taken)
            points = (*points[:side], points[side] + taken.points, *points[side + 1 :])
        return Deal(
            self.rules,
            self.leader,
            self.trump,
            self.trump_card,
            FaceDown(hands),
            tricks,
            trick,
            points,
            self._draws,
            self._drawn + drawn,
        )

    # Views

    def table_view(self) -> TableView:
        """What everyone at the table sees."""
        shown = self.is_over or self.rules.shows_points
        return TableView(
            rules=self.rules,
            leader=self.leader,
            trump=self.trump,
            trump_card=self.trump_card,
            trump_card_in_stock=self.trump_card_in_stock,
            stock_count=self.stock_count,
            hand_counts=tuple(map(len, self.hands)),
            tricks=self.tricks,
            trick=self.trick,
            turn=self.turn,
            points=self.points if shown else None,
            is_over=self.is_over,
            winner=self.winner,
        )

    def seat_view(self, seat: int) -> SeatView:
        """What one seat sees; ValueError if there is no such seat."""
        _check_seat(self.rules, seat)
        return SeatView(self.table_view(), seat, self.hands[seat], self.legal_moves(seat))


def sole_leader(totals: Sequence[int]) -> int | None:
    """The index of the highest total; None if several share it."""
    highest = max(totals)
    return totals.index(highest) if totals.count(highest) == 1 else None


def _check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    missing = set(rules.cards).difference(deck)
    if len(deck) != len(rules.cards):
        raise ValueError(f"the deck has {len(rules.cards)} cards, not {len(deck)}")
    if missing:
        raise ValueError(f"the deck lacks {' '.join(sorted(map(str, missing)))}: each card is in it once")


def _check_seat(rules: Rules, seat: int) -> None:
    if not 0 <= seat < rules.players:
        raise ValueError(f"there is no seat {quoted(seat)}: seats are 0 to {rules.players - 1}")
