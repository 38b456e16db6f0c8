"""How fast the search kernel plays and solves, how long a hard player thinks, and that both forms agree.

`--games 10000` compares so many random games of each form move by move; `--rules 100000` so many with bot/game.
"""

import argparse
import statistics
import time
from random import Random

from bot.computer import Level, choose, kernel
from bot.computer.engine import fitting, is_compiled
from bot.computer.kernel import Kernel
from bot.computer.knowing import STAGE_AT
from bot.computer.plans import tuned_plan
from bot.game import Deal, Play, Ranking, Rules, Suit
from bot.game.cards import DECK

BY_CODE = {10 * [*Suit].index(card.suit) + Ranking.STANDARD.strength(card): card for card in DECK}


def deck_of(players: int) -> list[int]:
    cards = Rules.preset("briscola", players=players).cards
    return [code for code, card in BY_CODE.items() if card in cards]


def speed(module: object, games: int) -> None:
    one = module.Kernel(2, 3)  # type: ignore[attr-defined]  # either form of the kernel
    one.stages(STAGE_AT[2])
    one.sides(0, 1, 1)
    one.sides(1, 2, 2)
    one.plan_for(range(2), 0, tuned_plan("two"))
    for name, play in (("random games", one.random_games), ("playouts", one.playouts)):
        start = time.process_time()
        play(games, 1, 3, range(40))
        print(f"{name:14} {games / (time.process_time() - start):12,.0f} a second")


def whole_games(module: object, count: int) -> None:
    took: list[float] = []
    for seed in range(count):
        deck = Random(seed).sample(range(40), 40)
        turned = next(place for place in range(6, 40) if deck[place] >= 30)
        deck[6], deck[turned] = deck[turned], deck[6]
        one = module.Solver(3, [*deck[7:], deck[6]], 1 << 17, 10**12)  # type: ignore[attr-defined]  # either form
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


def game_of(module: object, players: int, seed: int) -> tuple[list[int], list[int], list[int]]:
    deck = deck_of(players)
    first: Kernel = module.Kernel(players, 0)  # type: ignore[attr-defined]  # either form of the kernel
    trump = first.random_game(seed, 3, deck)[0][players * 3] // 10  # which card is turned
    again: Kernel = module.Kernel(players, trump)  # type: ignore[attr-defined]  # the same
    return again.random_game(seed, 3, deck)


def agree_with_each_other(games: int) -> None:
    for seed in range(games):
        players = (2, 3, 4, 6)[seed % 4]
        assert game_of(fitting("kernel"), players, seed) == game_of(kernel, players, seed), seed
    print(f"{games} random games: both forms made every move alike")


def agree_with_the_rules(games: int) -> None:
    for seed in range(games):
        players = (2, 3, 4, 6)[seed % 4]
        dealt, plays, points = game_of(fitting("kernel"), players, seed)
        deal = Deal.begin(Rules.preset("briscola", players=players), [BY_CODE[code] for code in dealt], 0)
        for code in plays:
            assert deal.turn is not None
            deal = deal.play(deal.turn, Play(BY_CODE[code]))
        won = [sum(trick.points for trick in deal.tricks if trick.winner == seat) for seat in range(players)]
        assert deal.is_over
        assert won == points, seed
    print(f"{games} random games: the kernel and the rules agree")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="random games to compare the two forms by")
    parser.add_argument("--rules", type=int, default=1000, help="random games to compare with the rules")
    parser.add_argument("--deals", type=int, default=5, help="deals to think in")
    wanted = parser.parse_args()
    print("compiled" if is_compiled() else "interpreted")
    speed(fitting("kernel"), 200_000 if is_compiled() else 500)
    if is_compiled():
        print("the same, interpreted")
        speed(kernel, 500)
        whole_games(fitting("solver"), 21)
    thinking(wanted.deals)
    agree_with_each_other(wanted.games)
    agree_with_the_rules(wanted.rules)


if __name__ == "__main__":
    main()
