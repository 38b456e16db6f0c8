"""The levels of computer players, and the one door to them."""

from enum import StrEnum

from bot.computer.sensible import sensible_move
from bot.game.moves import Move
from bot.game.views import SeatView

__all__ = ["Level", "choose"]


class Level(StrEnum):
    """How well a computer player plays."""

    NORMAL = "normal"
    """Like a sensible person."""


def choose(view: SeatView, level: Level, seed: bytes) -> Move:
    """The move of a computer player of this level that sees `view` and is to play, to bid or to call.

    The same view, level and seed give the same move; nothing else is looked at. ValueError when it is not
    the seat's turn.
    """
    if view.table.turn != view.seat:
        raise ValueError(f"seat {view.seat} has nothing to play now")
    match level:
        case Level.NORMAL:
            return sensible_move(view, seed)
