"""What may be drawn as lines where people would rather look than read, with the same in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.game import Match, ToDeals
from bot.people import Lately
from bot.pictures.scene import ChartScene, SeriesScene
from bot.screens.fitting import fitted
from bot.screens.people import Names, in_row, shown_name
from bot.screens.sheets import charted, signed
from bot.table import Table
from bot.words import Words
from bot.words.dates import short_day

__all__ = ["Chart", "score_chart", "weeks_chart"]

ROOM = 1000
"""Room for a chart in words, in UTF-16 units: a caption or a description holds 1024."""
Totals = tuple[int, ...]
"""By side, the score so far."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Something to draw, and the same in words."""

    scene: ChartScene
    alt: str


def score_chart(table: Table, names: Names, words: Words) -> Chart | None:
    """The score of the match after each of its deals, from nothing on; None before there is a line to draw."""
    match = charted(table)
    if match is None:
        return None
    title = words.say("The score, deal by deal")
    totals = tuple(_totals(match))
    return Chart(_scene(match, totals, names, title), _in_words(match, totals, names, words, title))


def _totals(match: Match) -> Iterator[Totals]:
    """The score before the first deal and after each."""
    total = (0,) * len(match.score)
    yield total
    for result in match.results:
        total = tuple(have + more for have, more in zip(total, result.score, strict=True))
        yield total


def _scene(match: Match, totals: tuple[Totals, ...], names: Names, title: str) -> ChartScene:
    series = tuple(
        SeriesScene(names.of_side(side), tuple(one[side] for one in totals), _shown(match, score))
        for side, score in enumerate(totals[-1])
    )
    return ChartScene(title, series, ("", *(str(result.number) for result in match.results)))


def _in_words(match: Match, totals: tuple[Totals, ...], names: Names, words: Words, title: str) -> str:
    """The newest first: the oldest go where there is no room."""
    sides = [names.short_of_side(side) for side in range(len(match.score))]
    lines = [
        words.say(
            "After deal {n}: {scores}",
            n=result.number,
            scores=in_row(sides, [_shown(match, score) for score in total]),
        )
        for result, total in zip(match.results, totals[1:], strict=True)
    ]
    return fitted([title, *reversed(lines)], ROOM)


def _shown(match: Match, score: int) -> str:
    """A score as the sheet writes it."""
    return signed(score) if isinstance(match.rules.match, ToDeals) else str(score)


# -- a chat ---------------------------------------------------------------------------------------


def weeks_chart(weeks: Lately, words: Words) -> Chart | None:
    """The matches that the best of a chat have won in the last weeks, added up; None where nobody won any."""
    if not weeks.people:
        return None
    title = words.count("Matches won in {n} week", "Matches won in {n} weeks", len(weeks.mondays))
    people = [(shown_name(name) or words.say("somebody"), totals) for name, totals in weeks.people]
    series = tuple(SeriesScene(name, totals, str(totals[-1])) for name, totals in people)
    steps = tuple(short_day(monday, words) for monday in weeks.mondays)
    lines = [
        words.say("{name}: {scores}", name=name, scores=", ".join(map(str, totals)))
        for name, totals in people
    ]
    return Chart(ChartScene(title, series, steps), fitted([title, *lines], ROOM))
