"""Deals in a row: who deals, what each deal counts, and who has won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.game.cards import Card
from bot.game.deal import Deal
from bot.game.moves import IllegalMove, Move, Refusal
from bot.game.options import Tie, ToDeals, ToPoints, ToWins
from bot.game.position import sole_leader
from bot.game.rules import Rules


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a finished deal came out."""

    number: int
    """Which shuffle of the match it was, from 1."""
    points: tuple[int, ...]
    """By side of the deal."""
    winner: int | None
    """The side of the deal that has won; None for a tie, and where all five passed."""
    counted: bool
    """False if it was a tie that is dealt again, or all five passed."""
    sides: tuple[tuple[int, ...], ...] = ()
    """The seats of each side of the deal: in chiamata the declarer's and the rest."""
    score: tuple[int, ...] = ()
    """By side of the match, what the deal added to its score."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at some moment. `deal_cards` and `play` give the next one and leave this one as it was."""

    rules: Rules
    dealer: int
    """The seat that deals the deal on the table, or the first deal if none is."""
    deal: Deal | None
    """The deal on the table; a finished one stays until the next is dealt. None before the first."""
    deal_number: int
    """The number of the deal on the table, counting every shuffle from 1; 0 before the first."""
    results: tuple[DealResult, ...]
    """All finished deals."""
    score: tuple[int, ...]
    """By side of the match: deals won, or all points taken in a match to points; in chiamata what each seat has."""

    @classmethod
    def begin(cls, rules: Rules, dealer: int | None = None) -> "Match":
        """A match in which no card has been dealt. The last seat deals first, unless it is a rematch."""
        first = rules.players - 1 if dealer is None else dealer
        if not 0 <= first < rules.players:
            raise ValueError(f"there is no seat {first}: seats are 0 to {rules.players - 1}")
        return cls(rules, first, None, 0, (), (0,) * len(rules.side_seats))

    @property
    def is_over(self) -> bool:
        """Whether no further deal is played."""
        if not self.results:
            return False
        length = self.rules.match
        if isinstance(length, ToWins):
            drawn = length.wins == 1 and self.results[-1].counted
            return drawn or max(self.score) >= length.wins
        if isinstance(length, ToPoints):
            undecided = self.rules.tie is Tie.REPLAY and sole_leader(self.score) is None
            return max(self.score) >= length.points and not undecided
        return self.deals_counted >= length.deals

    @property
    def deals_counted(self) -> int:
        """How many deals have counted; ties dealt again and passed-out auctions have not."""
        return sum(result.counted for result in self.results)

    @property
    def winner(self) -> int | None:
        """The side that has won the match; None if it ended drawn or is shared, or is not over."""
        return sole_leader(self.score) if self.is_over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won: in chiamata those with equal totals at the top share the win."""
        if not self.is_over:
            return ()
        if isinstance(self.rules.match, ToDeals):
            return tuple(side for side, total in enumerate(self.score) if total == max(self.score))
        return () if self.winner is None else (self.winner,)

    @property
    def needs_deal(self) -> bool:
        """Whether the next thing to happen is a shuffle."""
        return not self.is_over and (self.deal is None or self.deal.is_over)

    @property
    def next_dealer(self) -> int:
        """The seat that deals next, also in a rematch: the dealer again after a deal that did not count."""
        again = self.deal is None or (self.deal.is_over and not self.results[-1].counted)
        return self.dealer if again else (self.dealer + 1) % self.rules.players

    @property
    def next_leader(self) -> int:
        """The seat that leads the next deal: the one to the right of its dealer."""
        return (self.next_dealer + 1) % self.rules.players

    def deal_cards(self, deck: Sequence[Card]) -> "Match":
        """The match with the next deal on the table; ValueError if none is due, or this is not the deck."""
        if not self.needs_deal:
            raise ValueError("no deal is due: a deal is being played, or the match is over")
        deal = Deal.begin(self.rules, deck, self.next_leader)
        return replace(self, dealer=self.next_dealer, deal=deal, deal_number=self.deal_number + 1)

    def play(self, seat: int, move: Move) -> "Match":
        """The match after this move, with the deal counted if it was the last; IllegalMove says why not."""
        if self.deal is None:
            raise IllegalMove(Refusal.NOT_DEALT)
        deal = self.deal.play(seat, move)
        return self._finished(deal) if deal.is_over else replace(self, deal=deal)

    def _finished(self, deal: Deal) -> "Match":
        """Add the finished deal to the score. In a match to points ties count like any other deal."""
        to_points = isinstance(self.rules.match, ToPoints)
        tie_counts = to_points or self.rules.tie is Tie.DRAW
        counted = not deal.passed_out and (deal.winner is not None or tie_counts)
        gained = deal.points if to_points else deal.score
        score = tuple(have + more for have, more in zip(self.score, gained, strict=True))
        result = DealResult(self.deal_number, deal.points, deal.winner, counted, deal.sides, gained)
        return replace(self, deal=deal, results=(*self.results, result), score=score)
