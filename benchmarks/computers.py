"""How well and how fast the computer player plays every game.

Each deck is played once by every side against players who play anything, so that no side has the better cards.
Among five: how often five computers make what they bid, and what one gains among four who do anything.
"""

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from bot.computer import Level, choose
from bot.game import Called, Deal, Move, Preset, Rules, SeatView, Sign
from bot.game.presets import players_of

Player: TypeAlias = Callable[[SeatView], Move]


class Sensible:
    """The computer player, with a watch in its hand."""

    def __init__(self) -> None:
        self.took: list[float] = []

    def __call__(self, view: SeatView) -> Move:
        start = time.perf_counter()
        move = choose(view, Level.NORMAL, b"bench")
        self.took.append((time.perf_counter() - start) * 1000)
        return move

    def times(self) -> str:
        centiles = statistics.quantiles(self.took, n=100)
        return f"{statistics.median(self.took):.3f} ms a move (p99 {centiles[98]:.2f})"


def anything(random: Random) -> Player:
    return lambda view: random.choice([move for move in view.legal_moves if not isinstance(move, Sign)])


def played(rules: Rules, seed: int, players: Mapping[int, Player], others: Player) -> Deal:
    deck = list(rules.cards)
    Random(seed).shuffle(deck)
    deal = Deal.begin(rules, deck, seed % rules.players)
    while deal.turn is not None:
        deal = deal.play(deal.turn, players.get(deal.turn, others)(deal.seat_view(deal.turn)))
    return deal


def share(values: list[float], scale: float = 1) -> str:
    """The mean with its 95 % interval."""
    error = 1.96 * statistics.pstdev(values) / math.sqrt(len(values))
    return f"{scale * statistics.fmean(values):.1f} ± {scale * error:.1f}"


def against_anything(rules: Rules, decks: int) -> None:
    computer, wins, ahead = Sensible(), list[float](), list[float]()
    for seed in range(decks):
        for side, seats in enumerate(rules.side_seats):
            deal = played(rules, seed, dict.fromkeys(seats, computer), anything(Random(seed)))
            best = deal.points[side] == max(deal.points)
            wins.append(float(deal.winner == side) if deal.winner is not None else best / 2)
            others = sum(deal.points) - deal.points[side]
            ahead.append(deal.points[side] - others / (len(deal.sides) - 1))
    of = f"{rules.game} of {rules.players}"
    print(
        f"{of:16} wins {share(wins, 100)} % of {len(wins)}, {share(ahead)} points ahead, {computer.times()}"
    )


def among_five(decks: int) -> None:
    rules, computer = Rules.preset("chiamata", players=5), Sensible()
    deals = [played(rules, seed, {}, computer) for seed in range(decks)]
    kept = [deal for deal in deals if not deal.passed_out]
    made = [float(deal.winner == 0) for deal in kept]
    print(f"chiamata, five   make {share(made, 100)} % of {len(made)}, {decks - len(kept)} deals passed out")
    print(f"                 bids {dict(Counter(map(bid_of, kept)).most_common(12))}, {computer.times()}")


def bid_of(deal: Deal) -> str:
    assert isinstance(deal.bargain, Called)
    contract = deal.bargain.contract
    return contract.rank.value if contract.target == 61 else str(contract.target)


def one_among_five(decks: int) -> None:
    rules, computer = Rules.preset("chiamata", players=5), Sensible()
    scores = [
        float(played(rules, seed, {seat: computer}, anything(Random(seed))).score[seat])
        for seed in range(decks)
        for seat in range(5)
    ]
    print(f"chiamata, one    scores {share(scores)} a deal among four who do anything")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=200, help="how many decks a game")
    decks = parser.parse_args().decks
    for game in Preset:
        for players in players_of(game):
            if players != 5:
                against_anything(Rules.preset(game, players=players), decks)
    among_five(decks)
    one_among_five(decks)


if __name__ == "__main__":
    main()
