"""How a table comes to its end, and how the next begins."""

from dataclasses import replace

from bot.table.acts import (
    Act,
    Anew,
    End,
    Lapse,
    Leave,
    Rematch,
    Resign,
    SeatComputer,
    Sit,
    Start,
    Watch,
)
from bot.table.lobby import leave_lobby
from bot.table.replacing import gone
from bot.table.replies import Duplicate, Reason, Refused, Reply, Stale, accept
from bot.table.seats import CLOCK, Computer, Person
from bot.table.table import Ending, Lobby, Over, Playing, Table

__all__ = ["anew", "anew_steps", "end", "lapse", "leave", "rematch", "rematch_steps", "resign"]


def resign(table: Table, actor: str, act: Resign) -> Reply:
    """Give up the match."""
    mine = table.seat_of(actor)
    if mine is None:
        return Duplicate() if table.has_left(actor) else Refused(Reason.NOT_SEATED)
    match table.phase:
        case Playing() as playing:
            return _give_up(table, playing, actor, mine, act)
        case Lobby():
            return Refused(Reason.NOT_STARTED)
        case Over(ending=Ending.RESIGNED, by=by) if by == actor:
            return Duplicate()
        case Over():
            return Stale()


def _give_up(table: Table, playing: Playing, actor: str, seat: int, act: Leave | Resign) -> Reply:
    """Between two the match is lost for this seat and won for the other; else a computer plays on."""
    if len(table.seats) > 2:
        return gone(table, playing, actor, seat, act)
    side = table.rules.side_of(seat)
    over = Over(Ending.RESIGNED, playing.match, 1 - side, by=actor)
    return accept(replace(table, phase=over), act)


def end(table: Table, actor: str, act: End) -> Reply:
    """End the table: at once for its host and a chat's admin, by majority for the others."""
    if isinstance(table.phase, Over):
        return Duplicate()
    if act.admin:
        return _stopped(table, act, by="")
    if actor == table.host:
        plays = table.seat_of(actor) is not None
        return _stopped(table, act, by=actor if plays and not _others_agree(table) else "")
    if table.seat_of(actor) is None:
        return Refused(_not_among(table))
    if isinstance(table.phase, Lobby):
        return Refused(Reason.ONLY_HOST)
    return _vote(table, table.phase, actor, act)


def _not_among(table: Table) -> Reason:
    """Why somebody has no say here: they do not sit there, or nobody does and the host alone says."""
    return Reason.ONLY_HOST if table.is_watched else Reason.NOT_SEATED


def _others_agree(table: Table) -> bool:
    """Whether others have asked for the end and are a majority with the host, who then gives nothing up."""
    if not isinstance(table.phase, Playing) or table.phase.votes <= {table.host}:
        return False
    return table.is_majority(table.phase.votes | {table.host})


def _vote(table: Table, playing: Playing, actor: str, act: End) -> Reply:
    if actor in playing.votes:
        return Duplicate()
    votes = playing.votes | {actor}
    if table.is_majority(votes):
        return _stopped(table, act, by="")
    return accept(replace(table, phase=replace(playing, votes=votes)), act)


def _stopped(table: Table, act: End, by: str) -> Reply:
    match = table.phase.match if isinstance(table.phase, Playing) else None
    return accept(replace(table, phase=Over(Ending.STOPPED, match, by=by, closed=True)), act)


def rematch(table: Table, actor: str) -> Reply:
    """Agree to play again."""
    if not table.has_say(actor):
        return Refused(_not_among(table))
    match table.phase:
        case Over(ending=Ending.STOPPED | Ending.LAPSED):
            return Refused(Reason.NO_REMATCH)
        case Over(rematch=rematch) if actor in rematch:
            return Duplicate()
        case Over(closed=True) as over:
            return _too_late(table, over)
        case Over() as over:
            return accept(replace(table, phase=_agreed(table, over, actor)), Rematch())
        case _:
            return Stale()


def _too_late(table: Table, over: Over) -> Reply:
    """The next table is made already, or none will be."""
    made = over.anew or (over.rematch and over.rematch >= set(table.people))
    return Stale() if made else Refused(Reason.OFFER_OVER)


def _agreed(table: Table, over: Over, actor: str) -> Over:
    """The offer with one more person; when all have agreed it is closed, for the next table is made."""
    rematch = over.rematch | {actor}
    return replace(over, rematch=rematch, closed=rematch >= set(table.people))


def anew(table: Table, actor: str) -> Reply:
    """Sit down again with the same people at a table whose rules can be changed, without waiting for their word."""
    if not table.has_say(actor):
        return Refused(_not_among(table))
    match table.phase:
        case Over(ending=Ending.STOPPED | Ending.LAPSED):
            return Refused(Reason.NO_REMATCH)
        case Over(anew=by) if by:
            return Duplicate()
        case Over(closed=True) as over:
            return _too_late(table, over)
        case Over() as over:
            return accept(replace(table, phase=replace(over, anew=actor, closed=True)), Anew())
        case _:
            return Stale()


def rematch_steps(table: Table) -> tuple[tuple[str, Act], ...]:
    """Who does what at the next table, so that it stands as this one ended."""
    return (*_seated_again(table, table.host), (table.host, Start()))


def anew_steps(table: Table) -> tuple[tuple[str, Act], ...]:
    """Who does what at the next table, so that its rules can be changed: whoever wished for that is its host."""
    host = table.phase.anew if isinstance(table.phase, Over) else ""
    return _seated_again(table, host)


def _seated_again(table: Table, host: str) -> tuple[tuple[str, Act], ...]:
    """Everybody takes the seat they had, the host first."""
    if table.is_watched:
        return _watched_again(table, host)
    steps: list[tuple[str, Act]] = [
        (one.key, Sit(seat)) for seat, one in enumerate(table.seats) if isinstance(one, Person)
    ]
    steps.sort(key=lambda step: step[0] != host)
    steps += [
        (host, SeatComputer(seat, one.level))
        for seat, one in enumerate(table.seats)
        if isinstance(one, Computer)
    ]
    return tuple(steps)


def _watched_again(table: Table, host: str) -> tuple[tuple[str, Act], ...]:
    """The same computers play, and whoever wished for it looks on."""
    computers = [one for one in table.seats if isinstance(one, Computer)]
    level = computers[0].level
    others = [(seat, one.level) for seat, one in enumerate(computers) if one.level != level]
    return ((host, Watch(level)), *((host, SeatComputer(seat, other)) for seat, other in others))


def leave(table: Table, actor: str, act: Leave) -> Reply:
    """Leave: a lobby freely, a match by giving it up."""
    mine = table.seat_of(actor)
    match table.phase:
        case Lobby() if mine is None and actor == table.host:
            return leave_lobby(table, actor, None)
        case Lobby() if mine is not None:
            return leave_lobby(table, actor, mine)
        case Playing() as playing if mine is not None:
            return _give_up(table, playing, actor, mine, act)
        case _:
            return Duplicate()


def lapse(table: Table, actor: str) -> Reply:
    """Nobody came: close the lobby, or the offer of a rematch."""
    if actor != CLOCK:
        return Refused(Reason.NOT_SEATED)
    match table.phase:
        case Lobby():
            return accept(replace(table, phase=Over(Ending.LAPSED, closed=True)), Lapse())
        case Over(closed=False) as over:
            return accept(replace(table, phase=replace(over, closed=True)), Lapse())
        case Over():
            return Duplicate()
        case Playing():
            return Stale()
