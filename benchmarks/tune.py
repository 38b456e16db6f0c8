"""Finds the weights by which hard players let deals be played out, and writes bot/computer/plans.json.

Deals are played by the weights as they stand. At every turn each card is tried, all playing on by the weights, and the
weights move towards what came out: in self-play, from nothing. What is written is their average over the second half,
for a policy that answers only its last self goes round in circles. The same seed gives the same weights, compiled or
not. `benchmarks/tune.py all` is what plans.json was made with; that takes about four minutes of one core.
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
GAMES = {
    "two": (2, 3, 3, 40, 0b10),
    "two_plain": (2, 4, 5, 40, 0b10),
    "three": (3, 3, 3, 39, 0b1),
    "four": (4, 3, 3, 40, 0b1010),
    "four_alone": (4, 3, 3, 40, 0b1),
    "five": (5, 3, 8, 40, 0b1),
    "six": (6, 3, 3, 36, 0b101010),
}
"""Players, trump, cards in hand, cards in all, and who tries new weights when they are compared with others."""
SLOTS = {"two_plain": {0: "two_plain"}, "five": {0: "five_defend", 2: "five_declare"}}
"""Under which names the kernel's plans are written."""
DEALS = {"two": 2500}
USUAL_DEALS = 1200
"""How many deals a round has."""
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
    players, trump, *_ = GAMES[kind]
    kernel = new_kernel(players, trump)
    kernel.stages(STAGE_AT[players])
    kernel.weigh_win(PRIZE)
    for seat in range(players):
        allies = {"four": 5 << seat % 2, "six": 21 << seat % 2}.get(kind, 1 << seat)
        kernel.sides(seat, allies, allies)
    return kernel


def deck_for(kind: str) -> list[int]:
    size = GAMES[kind][3]
    return [card for card in range(40) if size == 40 or card % 10 or (size == 39 and card)]


def slots_for(kind: str) -> dict[int, str]:
    return SLOTS.get(kind, {0: kind})


def whole(weights: Sequence[float]) -> list[int]:
    """Weights as they are written."""
    steps = (STEP / 10 if place // CLASSES % ROWS in SLOPES else STEP for place in range(len(weights)))
    return [round(weight * step) for weight, step in zip(weights, steps, strict=True)]


def learned(kind: str, seed: int, rounds: int, deals: int) -> dict[str, list[int]]:
    """The weights of a game by name of its plans."""
    kernel, hand, deck, slots = kernel_for(kind), GAMES[kind][2], deck_for(kind), slots_for(kind)
    sums = {slot: [0.0] * len(kernel.learned(slot)) for slot in slots}
    for number in range(rounds):
        for slot in slots:
            kernel.plan_for((), slot, expanded(whole(kernel.learned(slot))))
        rate = FAST * (SLOW / FAST) ** (number / max(rounds - 1, 1))
        kernel.learn(deals, seed * 100_003 + number, hand, deck, rate)
        if number >= rounds // 2:
            for slot in slots:
                sums[slot] = [
                    one + other for one, other in zip(sums[slot], kernel.learned(slot), strict=True)
                ]
    return {name: whole([one / (rounds - rounds // 2) for one in sums[slot]]) for slot, name in slots.items()}


def ahead(kind: str, ours: dict[str, list[int]], theirs: dict[str, list[int]], deals: int = 20_000) -> float:
    """By how much who plays by the first is ahead in a deal against who plays by the others, win included."""
    kernel = kernel_for(kind)
    for slot, name in slots_for(kind).items():
        kernel.plan_for((), slot + 1, expanded(ours[name]))
        kernel.plan_for((), slot, expanded(theirs[name]))
    _, _, hand, _, team = GAMES[kind]
    return kernel.contest(deals, 99_991, hand, deck_for(kind), team)[0] / deals


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}, or all")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--deals", type=int, help="deals of one round (2500 for two, else 1200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    wanted = parser.parse_args()
    if not wanted.kinds:
        print("This takes minutes a game and writes the weights anew: name the games, or all.")
    for kind in GAMES if wanted.kinds == ["all"] else wanted.kinds:
        start = time.process_time()
        plans = learned(kind, wanted.seed, wanted.rounds, wanted.deals or DEALS.get(kind, USUAL_DEALS))
        known = json.loads(wanted.out.read_text(encoding="utf-8")) if wanted.out.exists() else {}
        took = time.process_time() - start
        if all(len(known.get(name, ())) == len(plans[name]) for name in plans):
            print(f"{kind}: {ahead(kind, plans, known):.1f} a deal ahead of what was there", flush=True)
        print(f"{kind}: {took:.0f} s of processor", flush=True)
        rows = ",\n".join(
            f'"{name}": {json.dumps(plan, separators=(",", ":"))}' for name, plan in (known | plans).items()
        )
        wanted.out.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
