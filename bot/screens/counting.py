"""The count of a deal: what each side took, which cards made its points, and what that was worth."""

from collections import Counter
from collections.abc import Callable, Mapping

from bot.game import Called, Card, Deal
from bot.game.options import Cappotto
from bot.pictures.scene import PileScene
from bot.screens.people import Names, in_row
from bot.screens.piles import piles_of
from bot.screens.sheets import signed
from bot.table import Table
from bot.words import Words

__all__ = ["count_lines"]

_KINDS: Mapping[str, Callable[[Words, int, int], str]] = {
    "A": lambda words, n, points: words.count("{n} ace = {points}", "{n} aces = {points}", n, points=points),
    "3": lambda words, n, points: words.count(
        "{n} three = {points}", "{n} threes = {points}", n, points=points
    ),
    "7": lambda words, n, points: words.count(
        "{n} seven = {points}", "{n} sevens = {points}", n, points=points
    ),
    "K": lambda words, n, points: words.count(
        "{n} king = {points}", "{n} kings = {points}", n, points=points
    ),
    "Q": lambda words, n, points: words.count(
        "{n} knight = {points}", "{n} knights = {points}", n, points=points
    ),
    "J": lambda words, n, points: words.count(
        "{n} knave = {points}", "{n} knaves = {points}", n, points=points
    ),
}
"""By rank as it is shown, the best first: a knight counts 3 and a knave 2 in either ranking."""
_WORTH = {"A": 11, "3": 10, "7": 10, "K": 4, "Q": 3, "J": 2}


def count_lines(table: Table, names: Names, words: Words) -> list[str]:
    """The count of the deal on the table once it is over, a line each."""
    deal = table.deal
    if deal is None or not deal.is_over or deal.passed_out:
        return []
    return [
        *_contract_lines(deal, names, words),
        *(_pile_line(pile, _needed(deal, side), words) for side, pile in enumerate(piles_of(table, names))),
        _cappotto_line(deal, words),
    ]


def _needed(deal: Deal, side: int) -> int | None:
    """What this side had to reach by contract; None where it had not."""
    return deal.bargain.contract.target if isinstance(deal.bargain, Called) and side == 0 else None


def _pile_line(pile: PileScene, needed: int | None, words: Words) -> str:
    """One side's points, against what it needed by contract, and how they add up."""
    points = (
        words.count("{n} point", "{n} points", pile.points)
        if needed is None
        else words.count(
            "{n} point, {target} needed", "{n} points, {target} needed", pile.points, target=needed
        )
    )
    if not pile.cards:
        return f"{pile.label}: {points}"
    return f"{pile.label}: {points} ({_sum_words(pile.cards, words)})"


def _sum_words(cards: tuple[str, ...], words: Words) -> str:
    kinds = Counter(Card.parse(code).rank.value for code in cards)
    return ", ".join(
        say(words, kinds[kind], kinds[kind] * _WORTH[kind]) for kind, say in _KINDS.items() if kinds[kind]
    )


def _contract_lines(deal: Deal, names: Names, words: Words) -> list[str]:
    """What was promised, and what it brings each seat."""
    if not isinstance(deal.bargain, Called):
        return []
    scores = in_row(names.all, map(signed, deal.score))
    return [
        _alone_line(deal, deal.bargain, names, words),
        words.say("This deal: {scores}", scores=scores),
        _multiplier_line(deal.bargain, words),
    ]


def _multiplier_line(called: Called, words: Words) -> str:
    contract = called.contract
    if contract.multiplier == 1:
        return ""
    return words.say(
        "The target of {target} makes it count {n} times.", target=contract.target, n=contract.multiplier
    )


def _alone_line(deal: Deal, called: Called, names: Names, words: Words) -> str:
    declarer = called.contract.declarer
    if len(deal.sides[0]) == 1:
        return words.say("{name} played alone against four.", name=names.of_seat(declarer))
    (partner,) = (seat for seat in deal.sides[0] if seat != declarer)
    return words.say(
        "{name} was declarer, {partner} the partner.",
        name=names.of_seat(declarer),
        partner=names.of_seat(partner),
    )


def _cappotto_line(deal: Deal, words: Words) -> str:
    if not deal.is_cappotto or deal.rules.cappotto is Cappotto.NONE:
        return ""
    return words.say("All 120 points to one side: it counts double.")
