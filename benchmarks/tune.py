"""Finds the weights by which hard players let deals of two be played out, and writes bot/computer/plans.json.

Deals are played by the weights as they stand. At every turn each card is tried, all playing on by the weights, and the
weights move towards what came out: in self-play, from nothing. What is written is their average over the second half,
for a policy that answers only its last self goes round in circles. The same seed gives the same weights, compiled or
not. `benchmarks/tune.py all` is what plans.json was made with; that takes about a minute of one core. How deals of
three to six are played out, `tune_senses.py` tunes.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from bot.computer.engine import new_kernel
from bot.computer.kernel import ROWS, Kernel
from bot.computer.knowing import STAGE_AT
from bot.computer.plans import CLASSES, expanded

FILE = Path(__file__).parent.parent / "bot/computer/plans.json"
GAMES = {"two": (3, 3, 2500), "two_plain": (4, 5, 1200)}
"""The kernel's number of the trump suit, cards in hand, and how many deals a round has."""
DECK = range(40)
ROUNDS = 160
FAST, SLOW = 0.003, 0.0003
"""How far the weights move towards what a card came to, in the first round and in the last."""
PRIZE = 60
"""What a win is worth besides the points ahead, as for the hard player."""
STEP = 16
"""Weights are written in sixteenths of a point, so that they are whole."""
SLOPES = {27 + 8 * after + row for after in range(3) for row in (0, 5, 7)}
"""The rows that count each point that lies there; they are learned by tens of points."""


def kernel_for(kind: str) -> Kernel:
    kernel = new_kernel(2, GAMES[kind][0])
    kernel.stages(STAGE_AT[2])
    kernel.weigh_win(PRIZE)
    for seat in range(2):
        kernel.sides(seat, 1 << seat, 1 << seat)
    return kernel


def whole(weights: Sequence[float]) -> list[int]:
    """Weights as they are written."""
    steps = (STEP / 10 if place // CLASSES % ROWS in SLOPES else STEP for place in range(len(weights)))
    return [round(weight * step) for weight, step in zip(weights, steps, strict=True)]


def learned(kind: str, seed: int, rounds: int, deals: int) -> list[int]:
    """The weights of a game."""
    kernel, hand = kernel_for(kind), GAMES[kind][1]
    sums = [0.0] * len(kernel.learned(0))
    for number in range(rounds):
        kernel.plan_for(0, expanded(whole(kernel.learned(0))))
        rate = FAST * (SLOW / FAST) ** (number / max(rounds - 1, 1))
        kernel.learn(deals, seed * 100_003 + number, hand, DECK, rate)
        if number >= rounds // 2:
            sums = [one + other for one, other in zip(sums, kernel.learned(0), strict=True)]
    return whole([one / (rounds - rounds // 2) for one in sums])


def ahead(kind: str, ours: Sequence[int], theirs: Sequence[int], deals: int = 20_000) -> float:
    """By how much who plays by the first is ahead in a deal against who plays by the others, win included."""
    kernel = kernel_for(kind)
    kernel.plan_for(1, expanded(ours))
    kernel.plan_for(0, expanded(theirs))
    return kernel.contest(deals, 99_991, GAMES[kind][1], DECK, 0b10)[0] / deals


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}, or all")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--deals", type=int, help="deals of one round (2500 with a trump, else 1200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    wanted = parser.parse_args()
    if not wanted.kinds:
        print("This takes minutes a game and writes the weights anew: name the games, or all.")
    for kind in GAMES if wanted.kinds == ["all"] else wanted.kinds:
        start = time.process_time()
        plan = learned(kind, wanted.seed, wanted.rounds, wanted.deals or GAMES[kind][2])
        known = json.loads(wanted.out.read_text(encoding="utf-8")) if wanted.out.exists() else {}
        took = time.process_time() - start
        if len(known.get(kind, ())) == len(plan):
            print(f"{kind}: {ahead(kind, plan, known[kind]):.1f} a deal ahead of what was there", flush=True)
        print(f"{kind}: {took:.0f} s of processor", flush=True)
        plans = known | {kind: plan}
        rows = ",\n".join(
            f'"{name}": {json.dumps(one, separators=(",", ":"))}' for name, one in plans.items()
        )
        wanted.out.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
