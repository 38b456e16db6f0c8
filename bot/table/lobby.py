"""The lobby: who sits where, until the host starts."""

from dataclasses import replace

from bot.game import Match
from bot.table.acts import (
    ClearSeat,
    Leave,
    SeatComputer,
    Sit,
    Start,
)
from bot.table.replies import Duplicate, Reason, Refused, Reply, Stale, accept
from bot.table.seats import CLOCK, COMPUTER, Computer, Person
from bot.table.table import Ending, Lobby, Over, Playing, Table

__all__ = ["clear_seat", "leave_lobby", "seat_computer", "sit", "start"]


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


def leave_lobby(table: Table, actor: str, mine: int) -> Reply:
    """Free one's seat; the last to go closes the table."""
    left = table.with_seat(mine, None)
    if not left.people:
        return accept(replace(left, phase=Over(Ending.STOPPED, by=actor, closed=True)), Leave())
    host = left.people[0] if table.host == actor else table.host
    return accept(replace(left, host=host), Leave())


def seat_computer(table: Table, actor: str, act: SeatComputer) -> Reply:
    """Let a computer player have a free seat."""
    if refused := _not_the_hosts(table, actor, act.seat):
        return refused
    now = table.seats[act.seat]
    if now == Computer(act.level):
        return Duplicate()
    if isinstance(now, Person):
        return Refused(Reason.SEAT_TAKEN)
    return accept(table.with_seat(act.seat, Computer(act.level)), act)


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


def _not_the_hosts(table: Table, actor: str, seat: int) -> Reply | None:
    """Why this person may not change who sits in that seat."""
    if not 0 <= seat < len(table.seats):
        return Refused(Reason.NO_SUCH_SEAT)
    if not isinstance(table.phase, Lobby):
        return Stale()
    return None if actor == table.host else Refused(Reason.ONLY_HOST)


def start(table: Table, actor: str) -> Reply:
    """Deal the first cards."""
    if not isinstance(table.phase, Lobby):
        return Duplicate() if table.seat_of(actor) is not None else Stale()
    if actor != table.host:
        return Refused(Reason.ONLY_HOST)
    if not table.is_full:
        return Refused(Reason.SEATS_FREE)
    first = table.dealt(Match.begin(table.rules, table.dealer))
    return accept(replace(table, phase=Playing(first)), Start())
