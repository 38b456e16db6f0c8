"""What a change at a table is worth in the books: results of deals and of the match, each once.

A deal has a row for every seat once its cards are played to the end. A tie that is dealt again has them too, drawn:
its points were taken, and drawn matches are counted by the rows of matches alone. Five passes leave no rows, for no
card was played.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.computer import Level
from bot.game import DealResult, Match
from bot.table.seats import Computer
from bot.table.table import Ending, Leaver, Over, Table

__all__ = ["Outcome", "Result", "is_rated", "results_of"]

COMPUTERS = frozenset(Computer(level).key for level in Level)
"""What stands for computer players in shuffles and results."""

Sides = Sequence[Sequence[int]]
"""By side, its seats."""


class Outcome(StrEnum):
    """How a deal or a match ended for one seat."""

    WON = "won"
    """Its side had the most points, or kept the contract, or broke it."""
    LOST = "lost"
    """Another side won, or it gave up."""
    DRAWN = "drawn"
    """The highest totals were equal."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one seat made of one deal (numbered from 1) or of the whole match (deal 0)."""

    deal: int
    seat: int
    player: str
    side: int
    """The side of the match; for a deal of chiamata 0 for the declarer's and 1 for the rest."""
    points: int | None
    """The side's card points (for a match those of its last deal), where the cards were played to the end."""
    outcome: Outcome
    rated: bool
    """Whether it counts for leaderboards."""


def results_of(before: Table, after: Table) -> tuple[Result, ...]:
    """The results that came about between two moments of a table."""
    return (*_deals(before, after), *_left(before, after), *_match(before, after))


def is_rated(table: Table) -> bool:
    """Whether results here count for leaderboards: only people sat at the table when the first card was dealt."""
    return bool(table.dealt_to) and COMPUTERS.isdisjoint(table.dealt_to[0])


# -- deals ----------------------------------------------------------------------------------------


def _deals(before: Table, after: Table) -> Iterator[Result]:
    for deal in _new_results(before, after):
        winners = () if deal.winner is None else (deal.winner,)
        for seat in range(len(after.seats)):
            points = deal.points[_side(deal.sides, seat)]
            yield _result(after, deal.number, seat, deal.sides, points, winners)


def _new_results(before: Table, after: Table) -> list[DealResult]:
    """The deals that have come to their end, without those in which all five passed."""
    known = len(before.match.results) if before.match else 0
    results = after.match.results[known:] if after.match else ()
    return [deal for deal in results if sum(deal.points)]


# -- the match ------------------------------------------------------------------------------------


def _left(before: Table, after: Table) -> Iterator[Result]:
    """Whoever left has lost at once, whatever the match comes to."""
    for one in after.leavers[len(before.leavers) :]:
        yield _given_up(after, one)


def _match(before: Table, after: Table) -> Iterator[Result]:
    if isinstance(before.phase, Over) or not isinstance(after.phase, Over):
        return
    match after.phase:
        case Over(ending=Ending.PLAYED, match=Match() as played):
            yield from _of_all(after, _last_points(played), after.phase.winners)
        case Over(ending=Ending.RESIGNED, winner=int(winner)):
            yield from _of_all(after, (None,) * len(after.seats), (winner,))
        case Over(match=Match(), by=by) if (seat := after.seat_of(by)) is not None and len(after.people) > 1:
            yield _given_up(after, Leaver(seat, by))
        case _:
            return


def _of_all(table: Table, points: Sequence[int | None], winners: Sequence[int]) -> Iterator[Result]:
    """The match for every seat but those of leavers, whose players have theirs."""
    left = {one.seat for one in table.leavers}
    for seat in range(len(table.seats)):
        if seat not in left:
            yield _result(table, 0, seat, table.rules.side_seats, points[seat], winners)


def _last_points(match: Match) -> tuple[int, ...]:
    """By seat, what its side has taken in the last deal."""
    last = match.results[-1]
    return tuple(last.points[_side(last.sides, seat)] for seat in range(match.rules.players))


def _given_up(table: Table, one: Leaver) -> Result:
    side = table.rules.side_of(one.seat)
    return Result(0, one.seat, one.key, side, None, Outcome.LOST, is_rated(table))


# -- one row --------------------------------------------------------------------------------------


def _result(
    table: Table, deal: int, seat: int, sides: Sides, points: int | None, winners: Sequence[int]
) -> Result:
    side = _side(sides, seat)
    outcome = Outcome.WON if side in winners else Outcome.LOST if winners else Outcome.DRAWN
    forgiven = outcome is Outcome.LOST and _was_left(table, sides[side])
    return Result(deal, seat, table.keys[seat], side, points, outcome, is_rated(table) and not forgiven)


def _was_left(table: Table, seats: Sequence[int]) -> bool:
    """Whether somebody of these seats has left: the others do not answer for what the computer lost."""
    return any(one.seat in seats for one in table.leavers)


def _side(sides: Sides, seat: int) -> int:
    return next(side for side, seats in enumerate(sides) if seat in seats)
