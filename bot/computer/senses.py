"""How a sensible person weighs a trick in the games of many, in numbers: tuned ones, and those that tuning starts from."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from bot.computer.holding import (
    PLAIN_POINTS,
    PLAIN_STRENGTH,
    TRUMP,
    TRUMP_ELSE,
    TRUMP_POINTS_ELSE,
    TRUMP_STRENGTH,
)
from bot.computer.taking import SPARES_SUIT, SPARES_TRUMP, TAKES, TRUMPS_FOR, TRUMPS_IDLY
from bot.computer.weighing import COMES, FEEDS, RETAKES

__all__ = ["HABITS", "NUMBERS", "SENSE_AT", "first_sense", "sense_rows", "tuned_sense"]

SENSE_AT = {
    3: [0, 0, 0, 1, 2, 3, 3, 3, 3] + [4] * 15,
    4: [0, 0, 0, 1, 2, 3, 3, 3] + [4] * 16,
    5: [0, 0, 0, 1, 2, 3, 3] + [4] * 17,
    6: [0, 0, 0, 1, 2, 3] + [4] * 18,
}
"""By players, which of five rows says what holding a card is worth when so many tricks are left."""
ROWS = 5
HABITS = 8
"""Numbers that tell how others take tricks, in the order of `first_sense`."""
CLASSES = 20
"""Ten strengths of the suits that are no trump, then ten of trump."""
NUMBERS = HABITS + ROWS * CLASSES
ROOM = 39
"""The kernel's room for habits."""
CHANCE, POINT = 1024, 64
"""What the kernel counts a certainty and a point."""

_POINTS = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
_FADING = (1 / 3, 2 / 3, 1, 1, 1)
"""How much of what a card is worth is left by rows: at the end nothing."""


@cache
def tuned_sense(kind: str) -> tuple[int, ...]:
    """What `benchmarks/tune_senses.py` has found for a kind of game, in the kernel's form."""
    text = files("bot.computer").joinpath("senses.json").read_text(encoding="utf-8")
    return sense_rows(json.loads(text)[kind])


def sense_rows(numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers by class of card as the kernel has them, by card."""
    rows = (numbers[at : at + CLASSES] for at in range(HABITS, NUMBERS, CLASSES))
    cards = (row[card % 10 + (10 if card >= 30 else 0)] for row in rows for card in range(40))
    return (*numbers[:HABITS], *(0,) * (ROOM - HABITS), *cards)


def first_sense(players: int) -> list[int]:
    """The numbers of the sensible player itself."""
    eagerly = 4096 * CHANCE / (TRUMPS_FOR * POINT)
    habits = [
        *(CHANCE * TAKES, CHANCE * SPARES_SUIT, CHANCE * TRUMPS_IDLY, eagerly, CHANCE * SPARES_TRUMP),
        *(CHANCE * RETAKES, POINT * COMES, POINT * FEEDS),
    ]
    plain = [PLAIN_POINTS * _POINTS[at] + PLAIN_STRENGTH * at for at in range(10)]
    any_trump = TRUMP.get(players, TRUMP_ELSE)
    trump = [any_trump + TRUMP_POINTS_ELSE * _POINTS[at] + TRUMP_STRENGTH * at for at in range(10)]
    held = [POINT * fading * one for fading in _FADING for one in (*plain, *trump)]
    return [round(number) for number in (*habits, *held)]
