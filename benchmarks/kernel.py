"""How fast the search kernel plays and solves, and how long a hard player thinks."""

import argparse
import statistics
import time
from random import Random
from typing import Any

from bot.computer import Level, choose, kernel
from bot.computer.engine import fitting, is_compiled
from bot.computer.knowing import STAGE_AT
from bot.computer.plans import tuned_plan
from bot.game import Deal, Rules


def speed(module: Any, games: int) -> None:
    one = module.Kernel(2, 3)
    one.stages(STAGE_AT[2])
    one.sides(0, 1, 1)
    one.sides(1, 2, 2)
    one.plan_for(0, tuned_plan("two"))
    for name, play in (("random games", one.random_games), ("playouts", one.playouts)):
        start = time.process_time()
        play(games, 1, 3, range(40))
        print(f"{name:14} {games / (time.process_time() - start):12,.0f} a second")


def whole_games(module: Any, count: int) -> None:
    took: list[float] = []
    for seed in range(count):
        deck = Random(seed).sample(range(40), 40)
        turned = next(place for place in range(6, 40) if deck[place] >= 30)
        deck[6], deck[turned] = deck[turned], deck[6]
        one = module.Solver(3, [*deck[7:], deck[6]], 1 << 17, 10**12)
        start = time.process_time()
        one.solve(deck[0:6:2], deck[1:6:2], -1)
        took.append(1000 * (time.process_time() - start))
    print(f"whole deals with open cards: median {statistics.median(took):.0f} ms, longest {max(took):.0f} ms")


def thinking(deals: int) -> None:
    for players in (2, 3, 4, 5, 6):
        rules = Rules.preset("chiamata" if players == 5 else "briscola", players=players)
        took: list[float] = []
        for seed in range(deals):
            deal = Deal.begin(rules, Random(seed).sample(rules.cards, len(rules.cards)), 0)
            while deal.turn is not None:
                level = Level.HARD if deal.turn == 0 else Level.NORMAL
                start = time.thread_time()
                move = choose(deal.seat_view(deal.turn), level, b"bench")
                if deal.turn == 0:
                    took.append(1000 * (time.thread_time() - start))
                deal = deal.play(deal.turn, move)
        print(f"hard, {players} players: {statistics.fmean(took):.1f} ms a move, longest {max(took):.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=5, help="deals to think in")
    wanted = parser.parse_args()
    print("compiled" if is_compiled() else "interpreted")
    speed(fitting("kernel"), 200_000 if is_compiled() else 500)
    if is_compiled():
        print("the same, interpreted")
        speed(kernel, 500)
        whole_games(fitting("solver"), 21)
    thinking(wanted.deals)


if __name__ == "__main__":
    main()
