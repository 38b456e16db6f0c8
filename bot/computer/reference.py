"""Players that nobody is offered: what the others are measured against."""

from enum import StrEnum
from random import Random

from bot.computer.ending import certain_card
from bot.computer.knowing import knowing
from bot.computer.sensible import sensible_move
from bot.game.auction import Called
from bot.game.cards import Card
from bot.game.moves import Exchange, Move, Play, Sign
from bot.game.views import SeatView

__all__ = ["Reference", "reference_move"]


class Reference(StrEnum):
    """A player to measure by."""

    RANDOM = "random"
    """Does anything that is allowed, except signs."""
    X = "X"
    """Plays by the tuned weights alone, without looking ahead, and without error once nothing is hidden for two."""


def reference_move(view: SeatView, reference: Reference, seed: bytes) -> Move:
    """The move of such a player; the same view and seed give the same move."""
    match reference:
        case Reference.RANDOM:
            moves = [move for move in view.legal_moves if not isinstance(move, Sign)]
            return Random(seed).choice(moves)  # noqa: S311 - chance that can be repeated is what is wanted
        case Reference.X:
            return _weighed(view, seed)


def _weighed(view: SeatView, seed: bytes) -> Move:
    if view.table.bargain is not None and not isinstance(view.table.bargain, Called):
        return sensible_move(view, seed)
    exchange = next((move for move in view.legal_moves if isinstance(move, Exchange)), None)
    return exchange or Play(certain_card(view) or _weighed_card(view))


def _weighed_card(view: SeatView) -> Card:
    kernel, codes = knowing(view, view.table.trump, looks_back=False)
    hand = sorted(view.hand, key=codes.code)
    kernel.hold(view.seat, codes.codes(hand), len(hand))
    return hand[kernel.choice(view.seat)]
