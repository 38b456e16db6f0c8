"""What a table waits for, and when it stops waiting: timers as values, with no clock of their own."""

from dataclasses import dataclass
from enum import StrEnum

from bot.table.seats import Computer
from bot.table.table import Lobby, Over, Playing, Table

__all__ = ["Pace", "Timer", "TimerKind", "first_timer", "next_timer"]


class TimerKind(StrEnum):
    """What is to happen when the time has come."""

    COMPUTER = "computer"
    """A computer player moves, after a short human pause."""
    REMIND = "remind"
    """The person on turn is called."""
    TURN = "turn"
    """The time of the person on turn is over."""
    DEAL = "deal"
    """The next deal of the match is dealt."""
    LAPSE = "lapse"
    """The lobby, or the offer of a rematch, closes."""


@dataclass(frozen=True, slots=True)
class Timer:
    """Something due at a time (milliseconds, on the clock that gave `since`)."""

    kind: TimerKind
    at: int


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a table waits, in milliseconds. A turn's time is among the rules."""

    computer: int = 1_400
    """A computer player's pause before it plays."""
    new_trick: int = 2_600
    """The same when a trick has just been taken, so that people can see it."""
    next_deal: int = 20_000
    """From the end of a deal to the next: so long its result can be read."""
    lobby: int = 30 * 60_000
    """How long a lobby in which nothing happens stays open."""
    rematch: int = 10 * 60_000
    """How long a rematch is offered."""

    @property
    def reading(self) -> int:
        """How long a deal's result stands at least, where it could be shown only late."""
        return self.next_deal // 2

    @property
    def showing(self) -> int:
        """How much longer than usual the next deal may wait until people have seen the last one's result."""
        return self.next_deal * 3 // 2


REMIND_AFTER = 0.6
"""The part of a turn's time after which the person is called."""


def first_timer(table: Table, since: int, pace: Pace) -> Timer | None:
    """What the table waits for first, after an act at the time `since`."""
    match table.phase:
        case Lobby():
            return Timer(TimerKind.LAPSE, since + pace.lobby)
        case Over(closed=False):
            return Timer(TimerKind.LAPSE, since + pace.rematch)
        case Over():
            return None
        case Playing(match=match):
            if match.needs_deal:
                return Timer(TimerKind.DEAL, since + pace.next_deal)
            return _turn_timer(table, since, pace)


def next_timer(table: Table, since: int, after: TimerKind) -> Timer | None:
    """What it waits for once `after` has come and changed nothing: the turn's end, after the reminder."""
    clock = table.rules.clock
    if after is TimerKind.REMIND and clock is not None:
        return Timer(TimerKind.TURN, since + clock * 1000)
    return None


def _turn_timer(table: Table, since: int, pace: Pace) -> Timer | None:
    if table.computer_turn is not None:
        return Timer(TimerKind.COMPUTER, since + _pause(table, pace))
    clock = table.rules.clock
    if clock is None:
        return None
    return Timer(TimerKind.REMIND, since + int(clock * 1000 * REMIND_AFTER))


def _pause(table: Table, pace: Pace) -> int:
    """How long a computer seems to think: a while longer over a trick that is worth something, less where it has no choice.

    It follows from what everybody sees, so that no pause tells of a hidden card.
    """
    view = table.table_view()
    if view is None or view.trick is None or view.turn is None:
        return _paced(table, pace.computer // 2)  # a bid, or a call
    if not view.trick.cards and view.tricks:
        return _paced(table, pace.new_trick)
    if view.hand_counts[view.turn] == 1:
        return _paced(table, pace.computer // 2)
    lying = view.rules.ranking.points_of(view.trick.cards)
    thought = pace.computer * 5 // 4 if lying >= RICH else pace.computer
    return _paced(table, thought * 2 // max(2, _computers(table)))


RICH = 10
"""So many points on the table make anybody think."""


def _paced(table: Table, pause: int) -> int:
    """Brisk for somebody alone with computers, at leisure where people only look on."""
    if table.is_watched:
        return pause * 3 // 2
    return pause * 3 // 4 if len(table.people) == 1 else pause


def _computers(table: Table) -> int:
    return sum(isinstance(one, Computer) for one in table.seats)
