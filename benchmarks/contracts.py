"""How often five computers make what they bid at Chiamata. How strong they are says `briscola-bot simulate`."""

import argparse
import math
import statistics
from collections import Counter
from random import Random

from bot.computer import Level, choose
from bot.game import Called, Deal, Rules


def played(rules: Rules, seed: int, level: Level) -> Deal:
    deck = list(rules.cards)
    Random(seed).shuffle(deck)
    deal = Deal.begin(rules, deck, seed % rules.players)
    while deal.turn is not None:
        deal = deal.play(deal.turn, choose(deal.seat_view(deal.turn), level, b"bench"))
    return deal


def bid_of(deal: Deal) -> str:
    assert isinstance(deal.bargain, Called)
    contract = deal.bargain.contract
    return contract.rank.value if contract.target == 61 else str(contract.target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=200, help="how many decks")
    parser.add_argument(
        "--level", type=Level, choices=tuple(Level), default=Level.NORMAL, help="how they play"
    )
    wanted = parser.parse_args()
    rules = Rules.preset("chiamata", players=5)
    deals = [played(rules, seed, wanted.level) for seed in range(wanted.decks)]
    kept = [deal for deal in deals if not deal.passed_out]
    made = [100.0 * (deal.winner == 0) for deal in kept]
    error = 1.96 * statistics.pstdev(made) / math.sqrt(len(made))
    print(f"{wanted.level}: {statistics.fmean(made):.1f} ± {error:.1f} % of {len(made)} contracts made")
    print(f"{len(deals) - len(kept)} deals passed out; bids {dict(Counter(map(bid_of, kept)).most_common())}")


if __name__ == "__main__":
    main()
