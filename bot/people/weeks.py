"""Matches won week by week: who has been best lately."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate

__all__ = ["Lately", "Win", "first_moment", "lately"]

WEEKS = 8
"""So many weeks are looked at, the running one among them."""
BEST = 5
"""So many people are told of."""
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Win:
    """A match that a person won, and when, in milliseconds since 1970 (UTC)."""

    person: int
    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Lately:
    """How many matches the best have won since the first of some weeks."""

    mondays: tuple[date, ...]
    """The first day of each week."""
    people: tuple[tuple[str, tuple[int, ...]], ...]
    """By person, best first: the name, and the matches won up to the end of each week."""


def first_moment(now: int) -> int:
    """When the first of the weeks began, in milliseconds since 1970."""
    monday = _mondays(now)[0]
    return round(datetime(monday.year, monday.month, monday.day, tzinfo=UTC).timestamp() * 1000)


def lately(wins: Sequence[Win], now: int) -> Lately:
    """What these wins make of the weeks up to now; earlier ones count for nothing."""
    mondays = _mondays(now)
    names = {win.person: win.name for win in wins}
    won = Counter((win.person, _monday(win.at)) for win in wins)
    totals = {person: tuple(accumulate(won[person, monday] for monday in mondays)) for person in names}
    best = sorted(totals, key=lambda person: (-totals[person][-1], names[person], person))
    shown = [person for person in best if totals[person][-1]][:BEST]
    return Lately(mondays, tuple((names[person], totals[person]) for person in shown))


def _mondays(now: int) -> tuple[date, ...]:
    last = _monday(now)
    return tuple(last - WEEK * back for back in range(WEEKS - 1, -1, -1))


def _monday(at: int) -> date:
    day = datetime.fromtimestamp(at / 1000, UTC).date()
    return day - timedelta(days=day.weekday())
