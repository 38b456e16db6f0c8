"""What an act does to a table: pure, with neither a clock nor a platform."""

from dataclasses import replace

from bot.game import IllegalMove, Match, Play, Refusal
from bot.table.acts import (
    Act,
    Back,
    ClearSeat,
    End,
    Lapse,
    Leave,
    MakeMove,
    NextDeal,
    PlayPosition,
    Rematch,
    Resign,
    SeatComputer,
    Sit,
    Start,
    TimeUp,
)
from bot.table.replies import Accepted, Duplicate, Reason, Refused, Reply, Stale
from bot.table.seats import CLOCK, COMPUTER, Computer, Person
from bot.table.table import Ending, Lobby, Over, Playing, Table

__all__ = ["decide", "rematch_steps"]


def decide(table: Table, actor: str, act: Act) -> Reply:
    """What the table answers when `actor` (a player key, `clock` or `cpu`) says `act`.

    The same table, actor and act give the same reply for ever: replaying a journal is deciding it again.
    """
    match act:
        case Sit():
            return _sit(table, actor, act)
        case Leave():
            return _leave(table, actor)
        case SeatComputer():
            return _seat_computer(table, actor, act)
        case ClearSeat():
            return _clear_seat(table, actor, act)
        case Start():
            return _start(table, actor)
        case PlayPosition():
            return _play_position(table, actor, act)
        case MakeMove():
            return _computer_move(table, act) if actor == COMPUTER else _make_move(table, actor, act)
        case TimeUp():
            return _time_up(table, actor, act)
        case NextDeal():
            return _next_deal(table, actor, act)
        case Back():
            return _back(table, actor)
        case Resign():
            return _resign(table, actor)
        case End():
            return _end(table, actor, act)
        case Rematch():
            return _rematch(table, actor)
        case Lapse():
            return _lapse(table, actor)


def _accept(table: Table, act: Act) -> Accepted:
    return Accepted(replace(table, seq=table.seq + 1), act)


# -- the lobby ------------------------------------------------------------------------------------


def _sit(table: Table, actor: str, act: Sit) -> Reply:
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
    return _accept(replace(seated, host=table.host or actor), act)


def _leave(table: Table, actor: str) -> Reply:
    mine = table.seat_of(actor)
    match table.phase:
        case Lobby() if mine is not None:
            return _leave_lobby(table, actor, mine)
        case Playing() as playing if mine is not None:
            return _give_up(table, playing, actor, mine, Leave())
        case _:
            return Duplicate()


def _leave_lobby(table: Table, actor: str, mine: int) -> Reply:
    left = table.with_seat(mine, None)
    if not left.people:
        return _accept(replace(left, phase=Over(Ending.STOPPED, by=actor, closed=True)), Leave())
    host = left.people[0] if table.host == actor else table.host
    return _accept(replace(left, host=host), Leave())


def _seat_computer(table: Table, actor: str, act: SeatComputer) -> Reply:
    if refused := _not_the_hosts(table, actor, act.seat):
        return refused
    now = table.seats[act.seat]
    if now == Computer(act.level):
        return Duplicate()
    if isinstance(now, Person):
        return Refused(Reason.SEAT_TAKEN)
    return _accept(table.with_seat(act.seat, Computer(act.level)), act)


def _clear_seat(table: Table, actor: str, act: ClearSeat) -> Reply:
    if refused := _not_the_hosts(table, actor, act.seat):
        return refused
    now = table.seats[act.seat]
    if now is None:
        return Duplicate()
    if isinstance(now, Person):
        return Refused(Reason.SEAT_TAKEN)
    return _accept(table.with_seat(act.seat, None), act)


def _not_the_hosts(table: Table, actor: str, seat: int) -> Reply | None:
    """Why this person may not change who sits in that seat."""
    if not 0 <= seat < len(table.seats):
        return Refused(Reason.NO_SUCH_SEAT)
    if not isinstance(table.phase, Lobby):
        return Stale()
    return None if actor == table.host else Refused(Reason.ONLY_HOST)


def _start(table: Table, actor: str) -> Reply:
    if not isinstance(table.phase, Lobby):
        return Duplicate() if table.seat_of(actor) is not None else Stale()
    if actor != table.host:
        return Refused(Reason.ONLY_HOST)
    if not table.is_full:
        return Refused(Reason.SEATS_FREE)
    first = table.dealt(Match.begin(table.rules, table.dealer))
    return _accept(replace(table, phase=Playing(first)), Start())


def _lapse(table: Table, actor: str) -> Reply:
    if actor != CLOCK:
        return Refused(Reason.NOT_SEATED)
    match table.phase:
        case Lobby():
            return _accept(replace(table, phase=Over(Ending.LAPSED, closed=True)), Lapse())
        case Over(closed=False) as over:
            return _accept(replace(table, phase=replace(over, closed=True)), Lapse())
        case Over():
            return Duplicate()
        case Playing():
            return Stale()


# -- the cards ------------------------------------------------------------------------------------


def _play_position(table: Table, actor: str, act: PlayPosition) -> Reply:
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    hand = table.hand_at(mine, act.step)
    if not 1 <= act.position <= len(hand):
        return Stale()
    return _make_move(table, actor, MakeMove(act.step, Play(hand[act.position - 1])))


def _make_move(table: Table, actor: str, act: MakeMove) -> Reply:
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    now = _now(table, mine, act)
    if not isinstance(now, Playing):
        return now
    return _moved(table.with_seat(mine, Person(actor)), now, mine, act)


def _now(table: Table, seat: int, act: MakeMove) -> Playing | Reply:
    """The phase that this move of a seat is made in; or why not: it has counted, comes too late, or too early."""
    match, deal = table.match, table.deal
    if match is None or deal is None:
        return Refused(Reason.NOT_STARTED) if isinstance(table.phase, Lobby) else Stale()
    if act.step.deal != match.deal_number:
        return Stale()
    done = deal.done(seat, f"t{act.step.trick}")
    if done is not None:
        return Duplicate() if done == act.move else Stale()
    if not isinstance(table.phase, Playing) or act.step.trick != deal.next_trick(seat):
        return Stale()
    return table.phase


def _moved(table: Table, playing: Playing, seat: int, act: MakeMove | TimeUp) -> Reply:
    """The move made at the table, or why the cards forbid it."""
    try:
        after = playing.match.play(seat, act.move)
    except IllegalMove as error:
        return Refused(error.refusal)
    if after.is_over:
        return _accept(replace(table, phase=Over(Ending.PLAYED, after, after.winner)), act)
    return _accept(replace(table, phase=Playing(after, playing.votes)), act)


def _computer_move(table: Table, act: MakeMove) -> Reply:
    """A move by a computer player, or by the one that holds an absent person's seat."""
    seat = table.turn
    if seat is None or table.computer_turn is None:
        return Stale()
    now = _now(table, seat, act)
    if not isinstance(now, Playing):
        return now
    reply = _moved(table, now, seat, act)
    return Stale() if reply == Refused(Refusal.NOT_IN_HAND) else reply


def _time_up(table: Table, actor: str, act: TimeUp) -> Reply:
    if actor != CLOCK:
        return Refused(Reason.NOT_SEATED)
    playing, seat = table.phase, act.seat
    if not isinstance(playing, Playing) or table.turn != seat or table.step != act.step:
        return Stale()
    person = table.seats[seat]
    if not isinstance(person, Person):
        return Stale()
    return _moved(table.with_seat(seat, person.absent()), playing, seat, act)


def _next_deal(table: Table, actor: str, act: NextDeal) -> Reply:
    if actor != CLOCK and table.seat_of(actor) is None:
        return Refused(Reason.NOT_SEATED)
    if not isinstance(table.phase, Playing):
        return Stale()
    match = table.phase.match
    if not match.needs_deal:
        return Duplicate() if act.number == match.deal_number else Stale()
    if act.number != match.deal_number + 1:
        return Duplicate() if act.number <= match.deal_number else Stale()
    return _accept(replace(table, phase=replace(table.phase, match=table.dealt(match))), act)


def _back(table: Table, actor: str) -> Reply:
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    person = table.seats[mine]
    if not isinstance(person, Person) or not person.missed or not isinstance(table.phase, Playing):
        return Duplicate()
    return _accept(table.with_seat(mine, person.present()), Back())


# -- the end --------------------------------------------------------------------------------------


def _resign(table: Table, actor: str) -> Reply:
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    match table.phase:
        case Playing() as playing:
            return _give_up(table, playing, actor, mine, Resign())
        case Lobby():
            return Refused(Reason.NOT_STARTED)
        case Over(ending=Ending.RESIGNED, by=by) if by == actor:
            return Duplicate()
        case Over():
            return Stale()


def _give_up(table: Table, playing: Playing, actor: str, seat: int, act: Act) -> Reply:
    """The match is lost for this seat, and won for the other of the two."""
    side = table.rules.side_of(seat)
    others = [one for one in range(len(table.rules.side_seats)) if one != side]
    winner = others[0] if len(others) == 1 else None
    over = Over(Ending.RESIGNED, playing.match, winner, by=actor)
    return _accept(replace(table, phase=over), act)


def _end(table: Table, actor: str, act: End) -> Reply:
    if isinstance(table.phase, Over):
        return Duplicate()
    if act.admin:
        return _stopped(table, act, by="")
    if actor == table.host:
        return _stopped(table, act, by="" if _others_agree(table) else actor)
    if table.seat_of(actor) is None:
        return Refused(Reason.NOT_SEATED)
    if isinstance(table.phase, Lobby):
        return Refused(Reason.ONLY_HOST)
    return _vote(table, table.phase, actor, act)


def _others_agree(table: Table) -> bool:
    """Whether others have asked for the end and are a majority with the host, who then gives nothing up."""
    votes = table.phase.votes if isinstance(table.phase, Playing) else frozenset[str]()
    return bool(votes) and 2 * (len(votes) + 1) > len(table.people)


def _vote(table: Table, playing: Playing, actor: str, act: End) -> Reply:
    if actor in playing.votes:
        return Duplicate()
    votes = playing.votes | {actor}
    if 2 * len(votes) > len(table.people):
        return _stopped(table, act, by="")
    return _accept(replace(table, phase=replace(playing, votes=votes)), act)


def _stopped(table: Table, act: End, by: str) -> Reply:
    match = table.phase.match if isinstance(table.phase, Playing) else None
    return _accept(replace(table, phase=Over(Ending.STOPPED, match, by=by, closed=True)), act)


def _rematch(table: Table, actor: str) -> Reply:
    if table.seat_of(actor) is None:
        return Refused(Reason.NOT_SEATED)
    match table.phase:
        case Over(ending=Ending.STOPPED | Ending.LAPSED):
            return Refused(Reason.NO_REMATCH)
        case Over(rematch=rematch) if actor in rematch:
            return Duplicate()
        case Over(closed=True):
            return Refused(Reason.OFFER_OVER)
        case Over() as over:
            return _accept(replace(table, phase=_agreed(table, over, actor)), Rematch())
        case _:
            return Stale()


def _agreed(table: Table, over: Over, actor: str) -> Over:
    """The offer with one more person; when all have agreed it is closed, for the next table is made."""
    rematch = over.rematch | {actor}
    return replace(over, rematch=rematch, closed=rematch >= set(table.people))


def rematch_steps(table: Table) -> tuple[tuple[str, Act], ...]:
    """Who does what at the next table, so that it stands as this one began."""
    steps: list[tuple[str, Act]] = [
        (one.key, Sit(seat)) for seat, one in enumerate(table.seats) if isinstance(one, Person)
    ]
    steps.sort(key=lambda step: step[0] != table.host)
    steps += [
        (table.host, SeatComputer(seat, one.level))
        for seat, one in enumerate(table.seats)
        if isinstance(one, Computer)
    ]
    return (*steps, (table.host, Start()))
