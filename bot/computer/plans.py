"""The tuned weights: how a card is chosen by its suit and strength alone, by game and stage of the deal."""

import json
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from bot.computer.kernel import ROWS, STAGES

__all__ = ["CLASSES", "KINDS", "NUMBERS", "expanded", "tuned_plan"]

KINDS = ("two", "two_plain")
"""The games that have weights; plain is without a trump. With more players `senses` says how deals are played out."""
CLASSES = 20
"""Ten strengths of the suits that are no trump, then ten of trump."""
NUMBERS = ROWS * CLASSES
"""Weights of one stage by class of card, row by row as in the kernel."""


@cache
def tuned_plan(kind: str) -> "array[int]":
    """What `benchmarks/tune.py` has found for a kind of game, in the kernel's form."""
    text = files("bot.computer").joinpath("plans.json").read_text(encoding="utf-8")
    return expanded(json.loads(text)[kind])


def expanded(numbers: Sequence[int]) -> "array[int]":
    """Weights by class of card as the kernel has them, by card, in 16 bits each."""
    rows = (numbers[at : at + CLASSES] for at in range(0, STAGES * NUMBERS, CLASSES))
    return array("h", [number for row in rows for number in (*row[:10], *row[:10], *row)])
