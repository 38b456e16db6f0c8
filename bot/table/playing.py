"""The cards: moves of people, of computers and of the clock, and the deals in a row."""

from dataclasses import replace

from bot.game import Exchange, IllegalMove, Match, Play, Sign
from bot.table.acts import (
    Abandon,
    Back,
    MakeMove,
    NextDeal,
    PlayPosition,
    TimeUp,
)
from bot.table.replies import Duplicate, Reason, Refused, Reply, Stale, accept
from bot.table.seats import CLOCK, Computer, Person
from bot.table.table import Ending, Lobby, Over, Playing, Table

__all__ = ["abandon", "back", "computer_move", "make_move", "next_deal", "play_position", "time_up"]


def play_position(table: Table, actor: str, act: PlayPosition) -> Reply:
    """Play the card in this place of one's hand."""
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    hand = table.hand_at(mine, act.step)
    if not 1 <= act.position <= len(hand):
        return Stale()
    return make_move(table, actor, MakeMove(act.step, Play(hand[act.position - 1])))


def make_move(table: Table, actor: str, act: MakeMove) -> Reply:
    """A person's own move."""
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    now = _now(table, mine, act)
    if not isinstance(now, Playing):
        return now
    return _moved(table.with_seat(mine, Person(actor)), now, mine, act)


def _now(table: Table, seat: int, act: MakeMove | TimeUp) -> Playing | Reply:
    """The phase that this move of a seat is made in; or why not: it has counted, comes too late, or too early."""
    match, deal = table.match, table.deal
    if match is None or deal is None:
        return Refused(Reason.NOT_STARTED) if isinstance(table.phase, Lobby) else Stale()
    if act.step.deal != match.deal_number:
        return Stale()
    if act.move in deal.asides(seat, act.step.moment):
        return Duplicate()
    done = deal.done(seat, act.step.moment)
    if done is not None and not isinstance(act.move, Sign):
        return Duplicate() if done == act.move else Stale()
    if not isinstance(table.phase, Playing) or act.step != table.step_for(seat, act.move):
        return Stale()
    return table.phase


def _moved(table: Table, playing: Playing, seat: int, act: MakeMove | TimeUp) -> Reply:
    """The move made at the table, or why the cards forbid it."""
    try:
        after = playing.match.play(seat, act.move)
    except IllegalMove as error:
        return Refused(error.refusal)
    if after.is_over:
        return accept(replace(table, phase=Over(Ending.PLAYED, after, after.winner)), act)
    return accept(replace(table, phase=Playing(after, playing.votes)), act)


def computer_move(table: Table, act: MakeMove) -> Reply:
    """A move by a computer player, or by the one that holds an absent person's seat.

    It names no seat, so what cannot be done was meant for a computer that was on turn before. A pass could be the
    next one's too: whoever says it has to know that nothing has happened since.
    """
    seat = table.turn
    if seat is None or table.computer_turn is None:
        return Stale()
    now = _now(table, seat, act)
    if not isinstance(now, Playing):
        return now
    reply = _moved(table, now, seat, act)
    return Stale() if isinstance(reply, Refused) else reply


def time_up(table: Table, actor: str, act: TimeUp) -> Reply:
    """The computer makes one move for a person whose time is over; the turn is missed once it is finished."""
    if actor != CLOCK:
        return Refused(Reason.NOT_SEATED)
    if table.turn != act.seat or table.step != act.step:
        return Stale()
    person = table.seats[act.seat]
    if not isinstance(person, Person):
        return Stale()
    now = _now(table, act.seat, act)
    if not isinstance(now, Playing):
        return now
    missed = person if isinstance(act.move, Exchange | Sign) else person.absent()
    return _moved(table.with_seat(act.seat, missed), now, act.seat, act)


def next_deal(table: Table, actor: str, act: NextDeal) -> Reply:
    """Deal the next shuffle of the match."""
    if actor != CLOCK and not table.has_say(actor):
        return Refused(Reason.ONLY_HOST if table.is_watched else Reason.NOT_SEATED)
    if not isinstance(table.phase, Playing):
        return Stale()
    match = table.phase.match
    if not match.needs_deal:
        return Duplicate() if act.number == match.deal_number else Stale()
    if act.number != match.deal_number + 1:
        return Duplicate() if act.number <= match.deal_number else Stale()
    return accept(table.with_next_deal(match), act)


def abandon(table: Table, actor: str, act: Abandon) -> Reply:
    """Deal anew, by the same dealer: the deal on the table counts for nothing, and its shuffle keeps its number."""
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    if isinstance(table.phase, Lobby):
        return Refused(Reason.NOT_STARTED)
    match = table.phase.match
    if match is None or act.deal != match.deal_number:
        return Duplicate() if match and _was_abandoned(table, match, act) else Stale()
    if not isinstance(table.phase, Playing) or match.needs_deal:
        return Stale()
    if not table.is_solitary:
        return Refused(Reason.ONLY_ALONE)
    if match.deal_number >= MOST_DEALS:
        return Refused(Reason.TOO_MANY_DEALS)
    if act.level and all(one == Computer(act.level) for one in table.seats if isinstance(one, Computer)):
        return Duplicate()
    there = table.with_seat(mine, Person(actor))
    changed = there.with_level(act.level) if act.level else there
    return accept(changed.with_next_deal(replace(match, deal=None)), act)


MOST_DEALS = 500
"""So many deals a table may have and still abandon one: its journal is read whole, and steps have four digits."""


def _was_abandoned(table: Table, match: Match, act: Abandon) -> bool:
    """Whether the deal came to no result though others followed it, and the computers play as was wished then."""
    finished = {result.number for result in match.results}
    on_level = act.level is None or Computer(act.level) in table.seats
    return 1 <= act.deal < match.deal_number and act.deal not in finished and on_level


def back(table: Table, actor: str) -> Reply:
    """Take one's seat back from the computer."""
    mine = table.seat_of(actor)
    if mine is None:
        return Refused(Reason.NOT_SEATED)
    person = table.seats[mine]
    if not isinstance(person, Person) or not person.missed or not isinstance(table.phase, Playing):
        return Duplicate()
    return accept(table.with_seat(mine, person.present()), Back())
