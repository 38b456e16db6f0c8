"""More than two at a table: whoever goes while cards are out is replaced by a computer, and the match goes on."""

from dataclasses import replace

from bot.table.acts import Act, SeatComputer
from bot.table.replies import Duplicate, Reason, Refused, Reply, accept
from bot.table.seats import Computer, Person
from bot.table.table import STAND_IN, Ending, Leaver, Over, Playing, Table

__all__ = ["gone", "replace_absent"]


def gone(table: Table, playing: Playing, actor: str, seat: int, act: Act) -> Reply:
    """This person gives the match up: a computer plays on for their side, unless nobody would watch it."""
    left = _left_by(table, playing, seat, STAND_IN)
    if not left.people:
        return accept(replace(left, phase=Over(Ending.RESIGNED, playing.match, by=actor)), act)
    return accept(left, act)


def _left_by(table: Table, playing: Playing, seat: int, computer: Computer) -> Table:
    """The table with the computer in the seat of a person, who has lost."""
    person = table.seats[seat]
    key = person.key if isinstance(person, Person) else ""
    left = table.with_seat(seat, computer)
    host = left.people[0] if table.host == key and left.people else table.host
    phase = replace(playing, votes=playing.votes - {key})
    return replace(left, host=host, phase=phase, leavers=(*table.leavers, Leaver(seat, key)))


def replace_absent(table: Table, playing: Playing, actor: str, act: SeatComputer) -> Reply:
    """The host lets a computer have the seat of a person who has been away for long."""
    if not 0 <= act.seat < len(table.seats):
        return Refused(Reason.NO_SUCH_SEAT)
    if actor != table.host:
        return Refused(Reason.ONLY_HOST)
    now = table.seats[act.seat]
    if not isinstance(now, Person):
        return Duplicate()
    if not now.away or len(table.seats) <= 2:
        return Refused(Reason.STILL_HERE)
    return accept(_left_by(table, playing, act.seat, Computer(act.level)), act)
