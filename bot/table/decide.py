"""What an act does to a table: pure, with neither a clock nor a platform."""

from bot.table.acts import (
    Abandon,
    Act,
    Anew,
    Back,
    ClearSeat,
    End,
    FillSeats,
    Lapse,
    Leave,
    MakeMove,
    NextDeal,
    PlayPosition,
    Rematch,
    Resign,
    SeatComputer,
    SetRule,
    Sit,
    Start,
    TimeUp,
    Watch,
)
from bot.table.ending import anew, end, lapse, leave, rematch, resign
from bot.table.lobby import clear_seat, fill_seats, seat_computer, set_rule, sit, start, watch
from bot.table.playing import abandon, back, computer_move, make_move, next_deal, play_position, time_up
from bot.table.replies import Reply
from bot.table.seats import COMPUTER
from bot.table.table import Table

__all__ = ["decide"]


def decide(table: Table, actor: str, act: Act) -> Reply:
    """What the table answers when `actor` (a player key, `clock` or `cpu`) says `act`.

    The same table, actor and act give the same reply for ever: replaying a journal is deciding it again.
    """
    match act:
        case Sit():
            return sit(table, actor, act)
        case Leave():
            return leave(table, actor, act)
        case SeatComputer():
            return seat_computer(table, actor, act)
        case ClearSeat():
            return clear_seat(table, actor, act)
        case FillSeats():
            return fill_seats(table, actor, act)
        case Watch():
            return watch(table, actor, act)
        case SetRule():
            return set_rule(table, actor, act)
        case Start():
            return start(table, actor)
        case PlayPosition():
            return play_position(table, actor, act)
        case MakeMove():
            return computer_move(table, act) if actor == COMPUTER else make_move(table, actor, act)
        case TimeUp():
            return time_up(table, actor, act)
        case NextDeal():
            return next_deal(table, actor, act)
        case Abandon():
            return abandon(table, actor, act)
        case Back():
            return back(table, actor)
        case Resign():
            return resign(table, actor, act)
        case End():
            return end(table, actor, act)
        case Rematch():
            return rematch(table, actor)
        case Anew():
            return anew(table, actor)
        case Lapse():
            return lapse(table, actor)
