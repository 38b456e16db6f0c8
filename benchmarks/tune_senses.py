"""Tunes how the hard player lets deals of three to six be played out: the cross-entropy method, like `tune.py`.

Starts from the sensible player's numbers, lets every candidate play the same deals against those of some generations
ago, and goes on from the best few. The same seed gives the same numbers. Writes bot/computer/senses.json.
"""

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.computer.engine import new_kernel
from bot.computer.partnership import LONERS
from bot.computer.senses import HABITS, NUMBERS, SENSE_AT, first_sense, sense_rows

FILE = Path(__file__).parent.parent / "bot/computer/senses.json"
GAMES = {
    "three": (3, 3, 39, 0b1),
    "four": (4, 3, 40, 0b1010),
    "four_alone": (4, 3, 40, 0b1),
    "five": (5, 8, 40, 0b1),
    "six": (6, 3, 36, 0b101010),
}
"""Players, cards in hand, cards in all, and who plays by the numbers that are tried."""
CLOUD, BEST = 80, 16


class Judge:
    """What numbers come to a deal against others, with the same cards for all."""

    def __init__(self, kind: str, deals: int) -> None:
        players, self.hand, size, self.team = GAMES[kind]
        self.kernel, self.deals = new_kernel(players, 3), deals
        self.kernel.sense_stages(SENSE_AT[players])
        self.kernel.stages([0] * 24)
        self.deck = [card for card in range(40) if size == 40 or card % 10 or (size == 39 and card)]
        for seat in range(players):
            mask = {"four": 5 << seat % 2, "six": 21 << seat % 2}.get(kind, 1 << seat)
            self.kernel.sides(seat, mask, mask)
            alone = kind in {"three", "four_alone"}
            self.kernel.loyal(seat, 1024, -round(1024 * LONERS[players]) if alone else -1024)

    def __call__(self, ours: Sequence[int], theirs: Sequence[int], seed: int) -> float:
        half = NUMBERS
        for slot, numbers in enumerate((theirs[:half], ours[:half], theirs[-half:], ours[-half:])):
            self.kernel.sense_for(slot, sense_rows(numbers))
        return self.kernel.contest(self.deals, seed, self.hand, self.deck, self.team)[0] / self.deals


def tuned(kind: str, generations: int, deals: int, seed: int) -> list[int]:
    """The numbers; among five those of defenders, then those of declarers."""
    judge, random, players = Judge(kind, deals), Random(seed), GAMES[kind][0]
    first = first_sense(players) * (2 if kind == "five" else 1)
    mean = [float(number) for number in first]
    widths = [
        max(20.0, abs(number) * 0.25) if place % NUMBERS < HABITS else 60.0
        for place, number in enumerate(first)
    ]
    least = [width / 8 for width in widths]
    before = first
    for generation in range(generations):
        cloud = [
            [random.gauss(one, width) for one, width in zip(mean, widths, strict=True)] for _ in range(CLOUD)
        ]
        worths = [
            judge([round(one) for one in numbers], before, seed * 100_003 + generation) for numbers in cloud
        ]
        ranked = sorted(range(CLOUD), key=lambda place: -worths[place])
        best = [cloud[place] for place in ranked[:BEST]]
        for place in range(len(mean)):
            values = [numbers[place] for numbers in best]
            average = math.fsum(values) / BEST
            spread = math.sqrt(math.fsum((value - average) ** 2 for value in values) / BEST)
            mean[place] += 0.6 * (average - mean[place])
            widths[place] = max(
                least[place] * (1 - generation / generations), 0.6 * widths[place] + 0.4 * spread
            )
        if generation % 20 == 19 or generation == generations - 1:
            now = [round(one) for one in mean]
            print(
                f"{kind} {generation + 1}: {judge(now, first, 7):.1f} a deal against the first,"
                f" {judge(now, before, 7):.1f} against the last",
                flush=True,
            )
            before = now
    return before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}, or all")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--deals", type=int, help="deals for one judgement (300; 1200 for six)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    wanted = parser.parse_args()
    for kind in GAMES if wanted.kinds == ["all"] else wanted.kinds:
        deals = wanted.deals or (1200 if kind == "six" else 300)  # what senses.json was made with
        numbers = tuned(kind, wanted.generations, deals, wanted.seed)
        names = ("five_defend", "five_declare") if kind == "five" else (kind,)
        known: dict[str, list[int]] = (
            json.loads(wanted.out.read_text(encoding="utf-8")) if wanted.out.exists() else {}
        )
        parts = [numbers[at : at + NUMBERS] for at in range(0, len(numbers), NUMBERS)]
        wanted.out.write_text(
            json.dumps(known | dict(zip(names, parts, strict=True))) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
