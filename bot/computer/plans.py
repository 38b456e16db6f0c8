"""The tuned weights: how a card is chosen by its suit and strength alone, by game and stage of the deal."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from bot.computer.kernel import PLAN, STAGES

__all__ = ["KINDS", "NUMBERS", "expanded", "sensible_plan", "tuned_plan"]

KINDS = ("two", "two_plain", "three", "four", "four_alone", "five_declare", "five_defend", "six")
"""The games that have weights of their own; plain is without a trump."""
CLASSES = 20
"""Ten strengths of the suits that are no trump, then ten of trump."""
PLACES = 3
"""How many play after: nobody, one, more."""
NUMBERS = CLASSES + PLACES * 3 * CLASSES + 2 * PLACES
"""Weights of one stage: leading; by places taking, leaving to an opponent and to a partner; points; a partner's."""

_POINTS = (0, 0, 0, 0, 0, 2, 3, 4, 10, 11)
_TRUMP_WORTH = 60


@cache
def tuned_plan(kind: str) -> tuple[int, ...]:
    """What `benchmarks/tune.py` has found for a kind of game, in the kernel's form."""
    text = files("bot.computer").joinpath("plans.json").read_text(encoding="utf-8")
    return expanded(json.loads(text)[kind])


def expanded(numbers: Sequence[int]) -> tuple[int, ...]:
    """Weights by class of card as the kernel has them, by card."""
    stages = (numbers[at : at + NUMBERS] for at in range(0, STAGES * NUMBERS, NUMBERS))
    return tuple(number for stage in stages for number in _stage(stage))


def _stage(numbers: Sequence[int]) -> tuple[int, ...]:
    tables = [numbers[at : at + CLASSES] for at in range(0, NUMBERS - 2 * PLACES, CLASSES)]
    cards = (table[card % 10 + (10 if card >= 30 else 0)] for table in tables for card in range(40))
    whole = (*cards, *numbers[-2 * PLACES :])
    return (*whole, *(0,) * (PLAN - len(whole)))


def sensible_plan() -> list[int]:
    """Weights as a sensible person has them, from which tuning starts: in tenths of a point."""
    prices = [_price(strength, trump=trump) for trump in (False, True) for strength in range(10)]
    lead = [-price for price in prices]
    take = [
        10 * _POINTS[at] - at if at < 10 else -(prices[at] - 5 * _POINTS[at - 10]) for at in range(CLASSES)
    ]
    feed = [10 * _POINTS[at] - at if at < 10 else -prices[at] for at in range(CLASSES)]
    stage = [*lead]
    for place in range(PLACES):
        shy = [one // (1 + place) for one in take]
        stage += [*shy, *lead, *(feed if place == 0 else lead)]
    stage += [12, 10, 8, -40, -40, -20]
    return stage * STAGES


def _price(strength: int, *, trump: bool) -> int:
    return 10 * _POINTS[strength] + strength + (_TRUMP_WORTH if trump else 0)
