"""The score sheet of a match: deal by deal, as a note, a line of a caption, and a picture."""

from collections.abc import Sequence

from bot.game import Called, DealResult, Match, ToDeals, ToWins
from bot.pictures.scene import SheetScene
from bot.screens.fitting import fitted
from bot.screens.people import Names, in_row
from bot.screens.tokens import Ask
from bot.screens.types import Button, NoteScreen, Rows
from bot.table import Table
from bot.words import Words

__all__ = ["charted", "earlier_lines", "score_line", "seat_score", "sheet_note", "sheet_scene", "signed"]

ROOM = 3000
"""Room for the whole sheet in UTF-16 units: the oldest deals go when it is too long."""
CHARTED = 2
"""Before so many deals are finished there is no line to draw."""
EARLIER = 3
"""So many deals before the last stand in a caption."""
MINUS = "−"
NOTHING = "–"


def signed(score: int) -> str:
    """A score that may be below nothing: +2, −1, 0."""
    return f"+{score}" if score > 0 else f"{MINUS}{-score}" if score < 0 else "0"


# -- one line -------------------------------------------------------------------------------------


def score_line(table: Table, names: Names, words: Words) -> str:
    """The score of a match of several deals, once one is finished; nothing for one of a single deal."""
    match = _told(table)
    if match is None:
        return ""
    return words.say("Match: {score}", score=_by_side(match, match.score, names))


def seat_score(table: Table, seat: int, words: Words) -> str:
    """What the side of this seat has in a match of several deals among more than two sides; else nothing."""
    match = _told(table)
    if match is None or len(match.score) <= 2:
        return ""
    score = match.score[table.rules.side_of(seat)]
    match table.rules.match:
        case ToDeals():
            return signed(score)
        case ToWins():
            return words.count("{n} deal won", "{n} deals won", score)
        case _:
            return words.count("{n} point", "{n} points", score)


def _told(table: Table) -> Match | None:
    """The match, if its score is worth telling."""
    match = table.match
    return match if match and match.results and table.rules.match != ToWins(1) else None


def _by_side(match: Match, numbers: Sequence[int], names: Names) -> str:
    by_seat = isinstance(match.rules.match, ToDeals)
    shown = [signed(one) if by_seat else str(one) for one in numbers]
    return in_row(map(names.short_of_side, range(len(shown))), shown)


# -- deal by deal ---------------------------------------------------------------------------------


def earlier_lines(table: Table, names: Names, words: Words) -> list[str]:
    """The last few deals before the one on the table, the newest first."""
    match = _told(table)
    if match is None:
        return []
    earlier = [one for one in match.results if one.number < match.deal_number]
    return [_deal_line(match, one, names, words) for one in reversed(earlier[-EARLIER:])]


def _deal_line(match: Match, result: DealResult, names: Names, words: Words) -> str:
    """One deal: its points by side; in chiamata who was declarer, and what it brought to each."""
    if isinstance(match.rules.match, ToDeals):
        return _contract_line(match, result, names, words)
    points = in_row(map(names.of_side, range(len(result.points))), result.points)
    if not result.counted:
        return words.say("Deal {n}: {points} (did not count)", n=result.number, points=points)
    return words.say("Deal {n}: {points}", n=result.number, points=points)


def _contract_line(match: Match, result: DealResult, names: Names, words: Words) -> str:
    if not result.counted:
        return words.say("Deal {n}: all passed", n=result.number)
    declarer = max(range(len(result.score)), key=lambda seat: abs(result.score[seat]))
    name, points = _declarer_first(result, declarer, names), result.points[0]
    scores, target = _by_side(match, result.score, names), _target(match, result)
    if target is None:
        return words.say(
            "Deal {n}: {name} took {points} points. {scores}",
            n=result.number,
            name=name,
            points=points,
            scores=scores,
        )
    return words.say(
        "Deal {n}: {name} took {points} points, {target} needed. {scores}",
        n=result.number,
        name=name,
        points=points,
        target=target,
        scores=scores,
    )


def _target(match: Match, result: DealResult) -> int | None:
    """What the declarer's side needed; known of the deal that still lies on the table."""
    deal = match.deal
    if deal is None or result.number != match.deal_number or not isinstance(deal.bargain, Called):
        return None
    return deal.bargain.contract.target


def _declarer_first(result: DealResult, declarer: int, names: Names) -> str:
    """The declarer's side by name, the declarer before the partner."""
    return names.of_seats(sorted(result.sides[0], key=lambda seat: seat != declarer))


def sheet_note(table: Table, names: Names, words: Words) -> NoteScreen:
    """The score of the match and all its deals, the newest first."""
    match = table.match
    if match is None or not match.results:
        return NoteScreen(words.say("No deal is finished yet: the sheet is empty."))
    lines = [_deal_line(match, one, names, words) for one in reversed(match.results)]
    text = fitted([_length_line(match, words), score_line(table, names, words), *lines], ROOM)
    return NoteScreen(text, _chart_rows(table, words))


def _chart_rows(table: Table, words: Words) -> Rows:
    if charted(table) is None:
        return ()
    return ((Button(words.say("Chart"), str(Ask(table.id, "chart")), symbol="📈"),),)


def charted(table: Table) -> Match | None:
    """The match, if its score is worth drawing: of several deals, of which enough are finished for a line."""
    match = _told(table)
    return match if match and len(match.results) >= CHARTED else None


def _length_line(match: Match, words: Words) -> str:
    """How much of a match of a fixed number of deals is played."""
    if not isinstance(match.rules.match, ToDeals):
        return ""
    return words.say("{n} of {all} deals are played.", n=match.deals_counted, all=match.rules.match.deals)


# -- the picture ----------------------------------------------------------------------------------


def sheet_scene(table: Table, names: Names, words: Words) -> SheetScene | None:
    """The sheet to draw: in a match of several deals once one is finished."""
    match = _told(table)
    if match is None:
        return None
    by_seat = isinstance(match.rules.match, ToDeals)
    total = words.say("Won") if isinstance(match.rules.match, ToWins) else words.say("Total")
    return SheetScene(
        columns=tuple(names.of_side(side) for side in range(len(match.score))),
        rows=tuple((str(one.number), *_cells(one, by_seat=by_seat)) for one in match.results),
        totals=(total, *(signed(one) if by_seat else str(one) for one in match.score)),
    )


def _cells(result: DealResult, *, by_seat: bool) -> tuple[str, ...]:
    """What one deal brought, by side; dashes where all passed."""
    if not by_seat:
        return tuple(map(str, result.points))
    return tuple(signed(one) if result.counted else NOTHING for one in result.score)
