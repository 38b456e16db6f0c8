"""The one line that says how a table stands: whose turn it is for what, or how it ended."""

from collections.abc import Sequence

from bot.game import Called, Deal, ToDeals, ToWins
from bot.screens.bidding import is_bidding
from bot.screens.people import Names, in_row
from bot.screens.sheets import signed
from bot.table import Ending, Lobby, Over, Playing, Table
from bot.words import Words
from bot.words.ruling import preset_name

__all__ = ["deal_title", "is_long", "title_of"]


def title_of(table: Table, names: Names, words: Words) -> str:
    """One line: whose turn it is, or how it ended."""
    match table.phase:
        case Lobby():
            host, game = names.of_key(table.host), preset_name(words, table.rules.game)
            return words.say("{name} opens a table of {game}", name=host, game=game)
        case Playing(match=match) if match.needs_deal:
            return deal_title(table, names, words)
        case Playing():
            return _turn(table, names, words)
        case Over() as over:
            return _ending(table, over, names, words)


def _turn(table: Table, names: Names, words: Words) -> str:
    view, name = table.table_view(), names.of_seat(table.turn or 0)
    if view is not None and is_bidding(view):
        return words.say("{name} to bid", name=name)
    if view is not None and view.is_calling:
        return words.say("{name} calls a card", name=name)
    return words.say("{name} to play", name=name)


def _ending(table: Table, over: Over, names: Names, words: Words) -> str:
    match over.ending:
        case Ending.PLAYED:
            return _played(table, over, names, words)
        case Ending.RESIGNED if over.winner is not None:
            return words.say(
                "{name} gives up: {winner} wins",
                name=names.of_key(over.by),
                winner=names.of_side(over.winner),
            )
        case Ending.RESIGNED:
            return words.say("{name} gives up", name=names.of_key(over.by))
        case Ending.STOPPED if over.by and over.match is not None and len(table.people) > 1:
            return words.say("{name} ended the table and loses", name=names.of_key(over.by))
        case Ending.STOPPED if over.by:
            return words.say("{name} closed the table", name=names.of_key(over.by))
        case Ending.STOPPED:
            return words.say("The table was ended: nothing counts")
        case Ending.LAPSED:
            return words.say("Nobody came to play: the table is closed")


def _played(table: Table, over: Over, names: Names, words: Words) -> str:
    """How a match ended that was played to its last card."""
    if over.match is None or table.deal is None:
        return ""
    numbers = over.match.score if is_long(table) else table.deal.points
    match over.winners:
        case ():
            drawn = words.say("A draw")
            return f"{drawn}, {_each(numbers, names)}"
        case (side,) if is_long(table):
            return f"{_wins_match(table, side, names, words)}, {_by_score(table, numbers, side, words)}"
        case (side,):
            return f"{_wins(table, side, names, words)}, {_by_points(numbers, side, words)}"
        case several:
            winners = ", ".join(map(names.of_side, several))
            return words.say("{names} share the win, {score}", names=winners, score=signed(max(numbers)))


def _wins(table: Table, side: int, names: Names, words: Words) -> str:
    name = names.of_side(side)
    if _is_one(table, side):
        return words.say("{name} wins", name=name)
    return words.say("{names} win", names=name)


def _wins_match(table: Table, side: int, names: Names, words: Words) -> str:
    name = names.of_side(side)
    if _is_one(table, side):
        return words.say("{name} wins the match", name=name)
    return words.say("{names} win the match", names=name)


def _wins_deal(table: Table, side: int, names: Names, words: Words) -> str:
    name = names.of_side(side)
    if _is_one(table, side):
        return words.say("{name} wins the deal", name=name)
    return words.say("{names} win the deal", names=name)


def _is_one(table: Table, side: int) -> bool:
    """Whether this side is a single seat: languages say it otherwise of several."""
    return len(table.rules.side_seats[side]) == 1


def is_long(table: Table) -> bool:
    """Whether the match is one of several deals."""
    return table.rules.match != ToWins(1)


def _by_points(numbers: Sequence[int], winner: int, words: Words) -> str:
    """The points by which a side wins: of two sides both, the winner's first; of more its own."""
    if len(numbers) == 2:
        return _pair(numbers, winner)
    return words.count("{n} point", "{n} points", numbers[winner])


def _by_score(table: Table, score: Sequence[int], winner: int, words: Words) -> str:
    """The same for the score of a match of several deals."""
    match table.rules.match:
        case ToDeals():
            return signed(score[winner])
        case ToWins() if len(score) > 2:
            return words.count("{n} deal won", "{n} deals won", score[winner])
        case _:
            return _by_points(score, winner, words)


def _pair(numbers: Sequence[int], first: int) -> str:
    return f"{numbers[first]}–{numbers[1 - first]}"


def _each(numbers: Sequence[int], names: Names) -> str:
    """Numbers that made nobody win: of more than two sides with their names."""
    if len(numbers) == 2:
        return _pair(numbers, 0)
    return in_row(map(names.of_side, range(len(numbers))), numbers)


def deal_title(table: Table, names: Names, words: Words) -> str:
    """How the deal on the table came out."""
    deal = table.deal
    if deal is None:
        return words.say("This deal is a draw")
    if deal.passed_out:
        return words.say("All have passed: the cards are dealt anew")
    if isinstance(deal.bargain, Called):
        return _contract_title(deal, deal.bargain, names, words)
    if deal.winner is not None:
        wins = _wins_deal(table, deal.winner, names, words)
        return f"{wins}, {_by_points(deal.points, deal.winner, words)}"
    points = _each(deal.points, names)
    if table.match is not None and not table.match.results[-1].counted:
        return words.say("A tie, {points}: it counts for nobody and is dealt again", points=points)
    drawn = words.say("This deal is a draw")
    return f"{drawn}, {points}"


def _contract_title(deal: Deal, called: Called, names: Names, words: Words) -> str:
    name, points, target = names.of_seats(deal.sides[0]), deal.points[0], called.contract.target
    if deal.winner == 0:
        return words.say(
            "{name}: contract made with {points} points, {target} needed",
            name=name,
            points=points,
            target=target,
        )
    return words.say(
        "{name}: contract failed with {points} points, {target} needed",
        name=name,
        points=points,
        target=target,
    )
