"""The levels of computer players, and the one door to them."""

from collections.abc import Callable
from enum import StrEnum

from bot.computer.easy import easy_move
from bot.computer.hard import hard_move
from bot.computer.sensible import sensible_move
from bot.computer.signing import hard_sign, sensible_sign
from bot.game.moves import Move, Sign
from bot.game.views import SeatView

__all__ = ["Level", "choose", "sign_of"]


class Level(StrEnum):
    """How well a computer player plays, weakest first."""

    EASY = "easy"
    """Often plays whatever comes to hand, and wastes its trumps."""
    NORMAL = "normal"
    """Like a sensible person who does not count cards."""
    HARD = "hard"
    """Remembers every card, and thinks through what the others may hold."""


def choose(view: SeatView, level: Level, seed: bytes, on_cut: Callable[[], None] | None = None) -> Move:
    """The move of a computer player of this level that sees `view` and is to play, to bid or to call.

    It is never a sign: see `sign_of`.
    The same view, level and seed give the same move; nothing else is looked at. ValueError when it is not
    the seat's turn. With `on_cut` a search that takes over a second is cut short, and told: only then may the same
    view give another move.
    """
    if view.table.turn != view.seat:
        raise ValueError(f"seat {view.seat} has nothing to play now")
    match level:
        case Level.EASY:
            return easy_move(view, seed)
        case Level.NORMAL:
            return sensible_move(view, seed)
        case Level.HARD:
            return hard_move(view, seed, on_cut)


def sign_of(view: SeatView, level: Level, seed: bytes) -> Sign | None:
    """The sign that a computer player of this level makes on its turn, before it chooses; None for none.

    It ends no turn, and no seat makes a second one in the same trick.
    """
    match level:
        case Level.EASY:
            return None
        case Level.NORMAL:
            return sensible_sign(view, seed)
        case Level.HARD:
            return hard_sign(view)
