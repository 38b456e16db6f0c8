"""Tunes the weights by which hard players let deals be played out: the cross-entropy method, deals by the thousand.

Starts from a sensible person's weights, lets every candidate play the same deals against those and against the best
of some generations ago, and goes on from the best few. The same seed gives the same weights. Writes
bot/computer/plans.json.
"""

import argparse
import json
import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeAlias

from bot.computer.engine import new_kernel
from bot.computer.knowing import STAGE_AT
from bot.computer.plans import NUMBERS, expanded, sensible_plan

FILE = Path(__file__).parent.parent / "bot/computer/plans.json"
GAMES = {
    "two": (2, 3, 3, 40, 0b10),
    "two_plain": (2, 4, 5, 40, 0b10),
    "three": (3, 3, 3, 39, 0b1),
    "four": (4, 3, 3, 40, 0b1010),
    "four_alone": (4, 3, 3, 40, 0b1),
    "five": (5, 3, 8, 40, 0b1),
    "six": (6, 3, 3, 36, 0b101010),
}
"""Players, trump, cards in hand, cards in all, and who plays by the weights that are tried."""
Plans: TypeAlias = tuple[list[int], ...]
Judge: TypeAlias = Callable[[Plans, Plans, int], float]


def judge_of(kind: str, deals: int) -> Judge:
    """What weights come to a deal against others, on so many deals of a seed."""
    players, trump, hand, size, team = GAMES[kind]
    kernel = new_kernel(players, trump)
    kernel.stages(STAGE_AT[players])
    deck = [card for card in range(40) if size == 40 or card % 10 or (size == 39 and card)]
    for seat in range(players):
        allies = {4: 5 << seat % 2, 6: 21 << seat % 2}.get(players, 1 << seat)
        if kind == "four_alone":
            allies = 1 << seat
        kernel.sides(seat, allies, allies)

    def value(ours: Plans, theirs: Plans, seed: int) -> float:
        for slot, plan in enumerate((theirs[0], ours[0], theirs[-1], ours[-1])):
            kernel.plan_for([], slot, expanded(plan))
        return kernel.contest(deals, seed, hand, deck, team)[0] / deals

    return value


def used(kind: str) -> list[int]:
    """Which of the numbers matter: with two nobody plays after the second, and no partner has the trick."""
    if not kind.startswith("two"):
        return list(range(5 * NUMBERS))
    one = [*range(60), 200]
    return [stage * NUMBERS + at for stage in range(5) for at in one]


class Tuning:
    """A cloud of weights that closes in on the best."""

    def __init__(self, kind: str, random: Random, width: float) -> None:
        self.halves = 2 if kind == "five" else 1
        self.whole = [float(one) for one in sensible_plan()] * self.halves
        self.places = [half * 5 * NUMBERS + at for half in range(self.halves) for at in used(kind)]
        self.widths = dict.fromkeys(self.places, width)
        self.random = random

    def drawn(self) -> list[float]:
        plan = list(self.whole)
        for place in self.places:
            plan[place] += self.random.gauss(0, 1) * self.widths[place]
        return plan

    def narrow(self, best: list[list[float]], least: float) -> None:
        for place in self.places:
            values = [plan[place] for plan in best]
            mean = math.fsum(values) / len(values)
            spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
            self.whole[place] += 0.7 * (mean - self.whole[place])
            self.widths[place] = max(least, 0.6 * self.widths[place] + 0.4 * spread)

    def plans(self, numbers: list[float]) -> Plans:
        size = 5 * NUMBERS
        whole = [round(number) for number in numbers]
        return tuple(whole[half * size : (half + 1) * size] for half in range(self.halves))


def tuned(kind: str, generations: int, seed: int, deals: int) -> Plans:
    judge, tuning = judge_of(kind, deals), Tuning(kind, Random(seed), 25.0)
    first = before = tuning.plans(tuning.whole)
    for generation in range(generations):
        cloud = [tuning.drawn() for _ in range(100)]
        deck_seed = seed * 100_003 + generation

        def worth(plan: list[float], *, deck_seed: int = deck_seed, before: Plans = before) -> float:
            ours = tuning.plans(plan)
            return judge(ours, before, deck_seed)

        cloud.sort(key=worth, reverse=True)
        tuning.narrow(cloud[:20], max(1.0, 10.0 * (1 - generation / generations)))
        if generation % 25 == 24 or generation == generations - 1:
            now = tuning.plans(tuning.whole)
            print(
                f"{kind} {generation + 1}: {judge(now, first, 7):.1f} a deal against the first, "
                f"{judge(now, before, 7):.1f} against the last",
                flush=True,
            )
            before = now
    return tuning.plans(tuning.whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}, or all")
    parser.add_argument("--generations", type=int, help="how many (150 for two, else 70)")
    parser.add_argument("--deals", type=int, help="deals for one judgement (700 for two, else 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    wanted = parser.parse_args()
    if not wanted.kinds:
        print("This takes minutes a game and writes the weights anew: name the games, or all.")
    for kind in GAMES if wanted.kinds == ["all"] else wanted.kinds:
        generations, deals = (150, 700) if kind == "two" else (70, 300)  # what plans.json was made with
        plans = tuned(kind, wanted.generations or generations, wanted.seed, wanted.deals or deals)
        names = ("five_defend", "five_declare") if kind == "five" else (kind,)
        known = json.loads(wanted.out.read_text(encoding="utf-8")) if wanted.out.exists() else {}
        wanted.out.write_text(
            json.dumps(known | dict(zip(names, plans, strict=True))) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
