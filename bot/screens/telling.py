"""The public table in words, in the language of its chat."""

from collections.abc import Sequence

from bot.game import TableView
from bot.screens.bidding import bargain_lines, is_bidding
from bot.screens.cardplay import (
    counts_line,
    exchange_lines,
    known_lines,
    last_trick_line,
    points_line,
    signs_line,
    trick_line,
    trump_line,
)
from bot.screens.counting import count_lines
from bot.screens.people import Names, side_letter
from bot.screens.sheets import earlier_lines, score_line
from bot.screens.titles import deal_title, is_long
from bot.table import Computer, Ending, Leaver, Lobby, Over, Person, Playing, Table
from bot.words import Words
from bot.words.levels import level_name
from bot.words.lists import all_of
from bot.words.ruling import rules_summary

__all__ = ["foot_of", "lately_of", "lines_of", "news_of", "offers_rematch", "waiting_of"]


def lines_of(table: Table, names: Names, words: Words) -> list[str]:
    """What the table shows below its title, a line each, the most important first; empty ones say nothing."""
    match table.phase:
        case Lobby():
            return _lobby_lines(table, names, words)
        case Playing(match=match) if match.needs_deal:
            return _between_lines(table, names, words)
        case Playing():
            return _play_lines(table, names, words)
        case Over() as over:
            return _over_lines(table, over, names, words)


def foot_of(table: Table, names: Names, words: Words, next_commitment: str) -> list[str]:
    """The last lines, for which there is always room: what is asked of others, and the seal of the deck."""
    news = news_of(table, names, words)
    match table.phase:
        case Lobby():
            return [words.say("The deck is sealed: {seal}", seal=table.commitment)]
        case Over() as over if offers_rematch(over) and next_commitment:
            return [news, words.say("The next deck is sealed: {seal}", seal=next_commitment)]
        case _:
            return [news]


def lately_of(table: Table, names: Names, words: Words) -> tuple[str, ...]:
    """The lines about what no card shows, the newest first: for screens that show the cards and little text."""
    view = table.table_view()
    match table.phase:
        case Lobby():
            return (rules_summary(words, table.rules),)
        case Playing(match=match) if view is not None and not match.needs_deal:
            signs = signs_line(view, view.signs, names, words)
            lines = [signs, *exchange_lines(view, names, words), *reversed(_happened(table, names, words))]
            return tuple(line for line in lines if line)
        case _:
            return ()


# -- what asks for an answer ----------------------------------------------------------------------


def news_of(table: Table, names: Names, words: Words) -> str:
    """What asks for the answer of others now; empty when nothing does."""
    match table.phase:
        case Over() as over if offers_rematch(over):
            return _rematch_line(table, over, names, words)
        case _:
            return _votes_line(table, names, words)


def waiting_of(table: Table, viewer: str, names: Names, words: Words) -> str:
    """What this person at the table waits for, having nothing to press; empty for nothing."""
    match table.phase:
        case Lobby() if table.is_full and viewer in table.people and viewer != table.host:
            return _ready_line(table, names, words)
        case Over() as over if offers_rematch(over) and viewer in over.rematch:
            others = ", ".join(names.of_key(key) for key in table.people if key not in over.rematch)
            return words.say("Waiting for {names}…", names=others)
        case _:
            return ""


def offers_rematch(over: Over) -> bool:
    """Whether people may still agree to play again."""
    return not over.closed and over.ending in (Ending.PLAYED, Ending.RESIGNED)


def _rematch_line(table: Table, over: Over, names: Names, words: Words) -> str:
    if not over.rematch:
        return ""
    who = ", ".join(names.of_key(key) for key in table.people if key in over.rematch)
    return words.say("{names} would like to play again.", names=who)


def _votes_line(table: Table, names: Names, words: Words) -> str:
    if not isinstance(table.phase, Playing) or not table.phase.votes:
        return ""
    who = ", ".join(names.of_key(key) for key in table.people if key in table.phase.votes)
    return words.say("{names} would like to end the table.", names=who)


# -- the lobby ------------------------------------------------------------------------------------


def _lobby_lines(table: Table, names: Names, words: Words) -> list[str]:
    seats = [_seat_line(table, seat, names, words) for seat in range(len(table.seats))]
    hint = (
        _ready_line(table, names, words)
        if table.is_full
        else words.say("There is room: sit down, or let the host add computers.")
    )
    return [rules_summary(words, table.rules), *seats, hint]


def _seat_line(table: Table, seat: int, names: Names, words: Words) -> str:
    """A seat with its number, the letter of its side where there are any, and who sits there."""
    one, name = table.seats[seat], names.of_seat(seat) or words.say("free")
    letter = side_letter(table.rules, seat)
    match one:
        case Person(key=key) if key == table.host:
            name = words.say("{name}, host", name=name)
        case Computer(level=level) if len(table.seats) > 2:  # by two it is in the name
            name = f"{name} ({level_name(words, level)})"
        case _:
            pass
    return f"{seat + 1}. {letter} · {name}" if letter else f"{seat + 1}. {name}"


def _ready_line(table: Table, names: Names, words: Words) -> str:
    if table.is_watched:
        return words.say(
            "Only computers play here: {name} can start, and everybody may watch.",
            name=names.of_key(table.host),
        )
    return words.say("Everybody is here: {name} can start.", name=names.of_key(table.host))


# -- play -----------------------------------------------------------------------------------------


def _play_lines(table: Table, names: Names, words: Words) -> list[str]:
    view = table.table_view()
    if view is None:
        return []
    return [
        score_line(table, names, words),
        *_happened(table, names, words),
        *bargain_lines(view, names, words),
        trump_line(view, words),
        trick_line(view, names, words),
        *exchange_lines(view, names, words),
        points_line(view, names, words),
        *known_lines(view, names, words),
        signs_line(view, view.signs, names, words),
        last_trick_line(view, names, words),
        _cards_line(view, names, words),
        _sides_line(table, names, words),
    ]


def _cards_line(view: TableView, names: Names, words: Words) -> str:
    """How many cards each holds, which nobody asks before the first is played."""
    return "" if is_bidding(view) else counts_line(view, names, words)


def _sides_line(table: Table, names: Names, words: Words) -> str:
    """Who plays with whom, where several score together by the rules."""
    rules = table.rules
    if side_letter(rules, 0) is None:
        return ""
    sides = ", ".join(f"{side_letter(rules, side)} {names.of_side(side)}" for side in (0, 1))
    return words.say("Sides: {sides}", sides=sides)


def _happened(table: Table, names: Names, words: Words) -> list[str]:
    """What the clock did, and who has gone, where it matters now."""
    people = [(names.of_seat(seat), one) for seat, one in enumerate(table.seats) if isinstance(one, Person)]
    away = [name for name, one in people if one.away]
    late = [name for name, one in people if one.missed and not one.away]  # at their last turn
    return [_away_line(away, words), _late_line(late, words), _left_line(table.leavers, names, words)]


def _away_line(away: Sequence[str], words: Words) -> str:
    match away:
        case []:
            return ""
        case [name]:
            return words.say("The computer plays for {name}, who is away.", name=name)
        case several:
            return words.say("The computer plays for {names}, who are away.", names=all_of(words, several))


def _late_line(late: Sequence[str], words: Words) -> str:
    return words.say("Time was up: the computer played for {name}.", name=all_of(words, late)) if late else ""


def _left_line(leavers: Sequence[Leaver], names: Names, words: Words) -> str:
    """Who has left, and that computers play on; one line however many they are."""
    gone = [names.of_leaver(one) for one in leavers]
    match leavers:
        case []:
            return ""
        case [leaver]:
            return words.say(
                "{name} has left: {computer} plays on in that seat.",
                name=gone[0],
                computer=names.of_seat(leaver.seat),
            )
        case _:
            return words.say(
                "{names} have left: computers play on in their seats.", names=all_of(words, gone)
            )


# -- the end --------------------------------------------------------------------------------------


def _between_lines(table: Table, names: Names, words: Words) -> list[str]:
    view = table.table_view()
    return [
        score_line(table, names, words),
        *count_lines(table, names, words),
        *earlier_lines(table, names, words),
        last_trick_line(view, names, words) if view else "",
    ]


def _over_lines(table: Table, over: Over, names: Names, words: Words) -> list[str]:
    lines = [score_line(table, names, words)]
    if over.ending is Ending.PLAYED:
        lines += [deal_title(table, names, words) if is_long(table) else ""]
        lines += [*count_lines(table, names, words), *earlier_lines(table, names, words)]
    lines.append(_left_line(table.leavers, names, words))
    if over.anew:
        lines.append(words.say("{name} opens the next table.", name=names.of_key(over.anew)))
    if over.match is not None:
        lines.append(words.say("Fair deal: press “More” for the proof."))
    return lines
