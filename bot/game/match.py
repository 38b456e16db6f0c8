"""Deals in a row: who deals, what each deal counts, and who has won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.game.cards import Card
from bot.game.deal import Deal, sole_leader
from bot.game.moves import IllegalMove, Move, Refusal
from bot.game.options import Tie, ToPoints, ToWins
from bot.game.rules import Rules


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a finished deal came out."""

    number: int
    """Which shuffle of the match it was, from 1."""
    points: tuple[int, ...]
    """By side."""
    winner: int | None
    """The side with the most points; None for a tie."""
    counted: bool
    """False if it was a tie that is dealt again."""


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
    """By side: deals won, or in a match to points all points taken in finished deals."""

    @classmethod
    def begin(cls, rules: Rules, dealer: int | None = None) -> "Match":
        """A match in which no card has been dealt. The last seat deals first, unless it is a rematch."""
        first = rules.players - 1 if dealer is None else dealer
        if not 0 <= first < rules.players:
            raise ValueError(f"there is no seat {first}: seats are 0 to {rules.players - 1}")
        return cls(rules, first, None, 0, (), (0,) * len(rules.sides))

    @property
    def is_over(self) -> bool:
        """Whether no further deal is played."""
        if not self.results:
            return False
        length, tie = self.rules.match, self.rules.tie
        if isinstance(length, ToWins):
            drawn = length.wins == 1 and self.results[-1].counted
            return drawn or max(self.score) >= length.wins
        undecided = tie is Tie.REPLAY and sole_leader(self.score) is None
        return max(self.score) >= length.points and not undecided

    @property
    def winner(self) -> int | None:
        """The side that has won the match; None if it ended drawn, or is not over."""
        return sole_leader(self.score) if self.is_over else None

    @property
    def needs_deal(self) -> bool:
        """Whether the next thing to happen is a shuffle."""
        return not self.is_over and (self.deal is None or self.deal.is_over)

    @property
    def next_dealer(self) -> int:
        """The seat that deals next, also in a rematch: the dealer again after a tie that counts for nobody."""
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
        counted = to_points or deal.winner is not None or self.rules.tie is Tie.DRAW
        gained = deal.points if to_points else [side == deal.winner for side in range(len(self.score))]
        score = tuple(have + more for have, more in zip(self.score, gained, strict=True))
        result = DealResult(self.deal_number, deal.points, deal.winner, counted)
        return replace(self, deal=deal, results=(*self.results, result), score=score)
