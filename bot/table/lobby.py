"""The lobby: who sits where, until the host starts."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game import Match, Rules, RulesError, ToDeals, ToPoints, ToWins
from bot.table.acts import (
    ClearSeat,
    FillSeats,
    Leave,
    SeatComputer,
    SetRule,
    Sit,
    Start,
    Watch,
)
from bot.table.replacing import replace_absent
from bot.table.replies import Duplicate, Reason, Refused, Reply, Stale, accept, clashing
from bot.table.seats import CLOCK, COMPUTER, Computer, Occupant, Person
from bot.table.setting import rules_after
from bot.table.table import Ending, Lobby, Over, Playing, Table

__all__ = ["clear_seat", "fill_seats", "leave_lobby", "seat_computer", "set_rule", "sit", "start", "watch"]


def sit(table: Table, actor: str, act: Sit) -> Reply:
    """Take a seat, or change to another while nothing is dealt."""
    if actor in (CLOCK, COMPUTER):
        return Refused(Reason.NOT_SEATED)
    if not 0 <= act.seat < len(table.seats):
        return Refused(Reason.NO_SUCH_SEAT)
    mine = table.seat_of(actor)
    if mine == act.seat:
        return Duplicate()
    if not isinstance(table.phase, Lobby):
        return Refused(Reason.ALREADY_STARTED) if isinstance(table.phase, Playing) else Stale()
    if table.seats[act.seat] is not None:
        return Refused(Reason.SEAT_TAKEN)
    moved = table if mine is None else table.with_seat(mine, None)
    seated = moved.with_seat(act.seat, Person(actor))
    return accept(replace(seated, host=table.host or actor), act)


def leave_lobby(table: Table, actor: str, mine: int | None) -> Reply:
    """Free one's seat, if one has any; the last to go closes the table."""
    left = table if mine is None else table.with_seat(mine, None)
    if not left.people:
        return accept(replace(left, phase=Over(Ending.STOPPED, by=actor, closed=True)), Leave())
    host = left.people[0] if table.host == actor else table.host
    return accept(replace(left, host=host), Leave())


def seat_computer(table: Table, actor: str, act: SeatComputer) -> Reply:
    """Let a computer player have a free seat; while cards are out, that of a person who is away."""
    if isinstance(table.phase, Playing):
        return replace_absent(table, table.phase, actor, act)
    if any(one.seat == act.seat for one in table.leavers):
        return Duplicate()
    if refused := _not_the_hosts(table, actor, act.seat):
        return refused
    now = table.seats[act.seat]
    if now == Computer(act.level):
        return Duplicate()
    if isinstance(now, Person):
        return Refused(Reason.SEAT_TAKEN)
    return accept(table.with_seat(act.seat, Computer(act.level)), act)


def fill_seats(table: Table, actor: str, act: FillSeats) -> Reply:
    """Let computer players have all free seats."""
    if refused := _not_the_hosts(table, actor):
        return refused
    if table.is_full:
        return Duplicate()
    seats = tuple(Computer(act.level) if one is None else one for one in table.seats)
    return accept(replace(table, seats=seats), act)


def watch(table: Table, actor: str, act: Watch) -> Reply:
    """Let computers play alone: they have every free seat, and that of whoever opened the table."""
    if actor in (CLOCK, COMPUTER):
        return Refused(Reason.NOT_SEATED)
    if table.host and (refused := _not_the_hosts(table, actor)):
        return refused
    if not isinstance(table.phase, Lobby):
        return Stale()
    if set(table.people) - {actor}:
        return Refused(Reason.ONLY_ALONE)
    if table.is_watched:
        return Duplicate()
    seats = tuple(one if isinstance(one, Computer) else Computer(act.level) for one in table.seats)
    return accept(replace(table, seats=seats, host=actor), act)


def set_rule(table: Table, actor: str, act: SetRule) -> Reply:
    """Play by other rules; with another number of seats those who sit there move up if they must."""
    if refused := _not_the_hosts(table, actor):
        return refused
    try:
        rules = rules_after(table.rules, act.option, act.value, people=len(table.people))
    except RulesError as error:
        return clashing(error)
    if rules == table.rules:
        return Duplicate()
    if len(table.people) > rules.players:
        return Refused(Reason.TOO_MANY_SEATED)
    return accept(_with_rules(table, rules), act)


def _with_rules(table: Table, rules: Rules) -> Table:
    """The table under other rules: whoever has no seat any more takes a free one, else that of a computer.

    New seats are free; but somebody alone with computers goes on alone with computers.
    """
    alone = table.is_full and len(table.people) <= 1
    level = next((one.level for one in table.seats if isinstance(one, Computer)), None)
    new: Occupant = Computer(level) if alone and level else None
    seats: list[Occupant] = [*table.seats[: rules.players]]
    seats += [new] * (rules.players - len(seats))
    for one in table.seats[rules.players :]:
        if isinstance(one, Person):
            seats[_best_room(seats)] = one
    usual = table.dealer == len(table.seats) - 1
    dealer = rules.players - 1 if usual else table.dealer % rules.players
    return replace(table, rules=rules, seats=tuple(seats), dealer=dealer)


def _best_room(seats: Sequence[Occupant]) -> int:
    """The seat for one more person: a free one, else that of a computer."""
    room = [seat for seat, one in enumerate(seats) if not isinstance(one, Person)]
    return min(room, key=lambda seat: seats[seat] is not None)


def clear_seat(table: Table, actor: str, act: ClearSeat) -> Reply:
    """Let a computer player go."""
    if refused := _not_the_hosts(table, actor, act.seat):
        return refused
    now = table.seats[act.seat]
    if now is None:
        return Duplicate()
    if isinstance(now, Person):
        return Refused(Reason.SEAT_TAKEN)
    return accept(table.with_seat(act.seat, None), act)


def _not_the_hosts(table: Table, actor: str, seat: int = 0) -> Reply | None:
    """Why this person may not change who sits in that seat, or the rules."""
    if not 0 <= seat < len(table.seats):
        return Refused(Reason.NO_SUCH_SEAT)
    if not isinstance(table.phase, Lobby):
        return Stale()
    return None if actor == table.host else Refused(Reason.ONLY_HOST)


def start(table: Table, actor: str) -> Reply:
    """Deal the first cards. A host who has given up their seat to let computers play is none to people who sit there."""
    if not isinstance(table.phase, Lobby):
        return Duplicate() if table.has_say(actor) else Stale()
    if actor != table.host:
        return Refused(Reason.ONLY_HOST)
    if not table.is_full:
        return Refused(Reason.SEATS_FREE)
    if table.is_watched and not _ends_soon(table.rules):
        return Refused(Reason.TOO_LONG)
    plays = table.is_watched or table.seat_of(actor) is not None
    hosted = table if plays else replace(table, host=table.people[0])
    return accept(hosted.with_next_deal(Match.begin(table.rules, table.dealer)), Start())


MOST_POINTS_WATCHED, MOST_DEALS_WATCHED = 1000, 50
"""So long a match computers play among themselves: no press of anybody keeps it going."""


def _ends_soon(rules: Rules) -> bool:
    """Whether the match comes to its end by itself in about an hour."""
    match rules.match:
        case ToPoints(points):
            return points <= MOST_POINTS_WATCHED
        case ToDeals(deals):
            return deals <= MOST_DEALS_WATCHED
        case ToWins():
            return True
