"""More than two at a table: whoever goes while cards are out is replaced by a computer, and the match goes on."""

from dataclasses import replace

from bot.table.acts import Leave, Resign, SeatComputer
from bot.table.replies import Duplicate, Reason, Refused, Reply, Stale, accept
from bot.table.seats import Computer, Person
from bot.table.table import STAND_IN, Ending, Leaver, Over, Phase, Playing, Table

__all__ = ["gone", "replace_absent"]


def gone(table: Table, playing: Playing, actor: str, seat: int, act: Leave | Resign) -> Reply:
    """This person gives the match up: a computer plays on for their side."""
    stand_in = Computer(act.stand_in) if act.stand_in else STAND_IN
    return accept(_left_by(table, playing, Leaver(seat, actor), stand_in), act)


def _left_by(table: Table, playing: Playing, leaver: Leaver, computer: Computer) -> Table:
    """The table with the computer in the seat of a person, who has lost; the first of the others may be host now."""
    left = table.with_seat(leaver.seat, computer)
    host = left.people[0] if table.host == leaver.key and left.people else table.host
    phase = _phase_after(left, playing, leaver)
    return replace(left, host=host, phase=phase, leavers=(*table.leavers, leaver))


def _phase_after(left: Table, playing: Playing, leaver: Leaver) -> Phase:
    """Play goes on, unless nobody would watch it, or those who have asked for the end are a majority now."""
    if not left.people:
        return Over(Ending.RESIGNED, playing.match, by=leaver.key, closed=True)
    votes = playing.votes - {leaver.key}
    if left.is_majority(votes):
        return Over(Ending.STOPPED, playing.match, closed=True)
    return replace(playing, votes=votes)


def replace_absent(table: Table, playing: Playing, actor: str, act: SeatComputer) -> Reply:
    """The host lets a computer have the seat of a person who has been away for long."""
    if len(table.seats) == 2:  # a match of two ends with whoever goes
        return Stale()
    if not 0 <= act.seat < len(table.seats):
        return Refused(Reason.NO_SUCH_SEAT)
    now = table.seats[act.seat]
    if not isinstance(now, Person):
        return Duplicate() if now == Computer(act.level) else Stale()
    if actor != table.host:
        return Refused(Reason.ONLY_HOST)
    if not now.away:
        return Refused(Reason.STILL_HERE)
    return accept(_left_by(table, playing, Leaver(act.seat, now.key), Computer(act.level)), act)
