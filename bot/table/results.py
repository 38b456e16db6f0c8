"""What a change at a table is worth in the books: results of deals and of the match, each once."""

from dataclasses import dataclass
from enum import StrEnum

from bot.game import Match
from bot.table.seats import Person
from bot.table.table import Ending, Over, Table

__all__ = ["Outcome", "Result", "results_of"]


class Outcome(StrEnum):
    """How a deal or a match ended for one seat."""

    WON = "won"
    """Its side had the most points."""
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
    points: int | None
    """The side's card points, where the cards were played to the end."""
    outcome: Outcome


def results_of(before: Table, after: Table) -> tuple[Result, ...]:
    """The results that came about between two moments of a table."""
    return (*_deals(before, after), *_match(before, after))


def _deals(before: Table, after: Table) -> tuple[Result, ...]:
    if after.match is None:
        return ()
    known = len(before.match.results) if before.match else 0
    return tuple(
        _result(after, seat, deal.number, deal.winner, deal.points)
        for deal in after.match.results[known:]
        for seat in range(len(after.seats))
    )


def _match(before: Table, after: Table) -> tuple[Result, ...]:
    if isinstance(before.phase, Over) or not isinstance(after.phase, Over) or after.phase.match is None:
        return ()
    seats = range(len(after.seats))
    match after.phase:
        case Over(ending=Ending.PLAYED, winner=winner):
            return tuple(_result(after, seat, 0, winner, _last_points(after.phase.match)) for seat in seats)
        case Over(ending=Ending.RESIGNED, winner=winner):
            return tuple(_result(after, seat, 0, winner, None) for seat in seats)
        case Over(by=by) if by and len(after.people) > 1:
            return tuple(
                Result(0, seat, by, after.rules.side_of(seat), None, Outcome.LOST)
                for seat in seats
                if after.seat_of(by) == seat
            )
        case _:
            return ()


def _last_points(match: Match) -> tuple[int, ...] | None:
    return match.results[-1].points if match.results else None


def _result(table: Table, seat: int, deal: int, winner: int | None, points: tuple[int, ...] | None) -> Result:
    side = table.rules.side_of(seat)
    outcome = Outcome.DRAWN if winner is None else Outcome.WON if winner == side else Outcome.LOST
    return Result(deal, seat, table.keys[seat], side, points[side] if points else None, outcome)


def is_rated(table: Table) -> bool:
    """Whether a result here counts for leaderboards: only people sit at the table."""
    return all(isinstance(one, Person) for one in table.seats)
