"""The count of a deal: what each side took, which cards made its points, and what that was worth."""

from collections import Counter
from collections.abc import Callable, Mapping

from bot.game import Called, Card, Deal
from bot.game.options import Cappotto
from bot.pictures.scene import PileScene
from bot.screens.cardwords import CardWords
from bot.screens.people import Names, in_row
from bot.screens.piles import piles_of
from bot.screens.sheets import signed
from bot.table import Table
from bot.words import Words
from bot.words.decks import FRENCH

__all__ = ["count_lines"]

_Said = Callable[[Words, int, int], str]
_KINDS: Mapping[str, _Said] = {
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
"""By rank as it is shown."""
_FRENCH: Mapping[str, _Said] = {
    "Q": lambda words, n, points: words.count(
        "{n} queen = {points}", "{n} queens = {points}", n, points=points
    ),
    "J": lambda words, n, points: words.count(
        "{n} jack = {points}", "{n} jacks = {points}", n, points=points
    ),
}


def count_lines(table: Table, names: Names, words: Words) -> list[str]:
    """The count of the deal on the table once it is over, a line each."""
    deal = table.deal
    if deal is None or not deal.is_over or deal.passed_out:
        return []
    return [
        *_contract_lines(deal, names, words),
        *(_pile_line(deal, side, pile, words) for side, pile in enumerate(piles_of(table, names))),
        _cappotto_line(deal, words),
    ]


def _needed(deal: Deal, side: int) -> int | None:
    """What this side had to reach by contract; None where it had not."""
    return deal.bargain.contract.target if isinstance(deal.bargain, Called) and side == 0 else None


def _pile_line(deal: Deal, side: int, pile: PileScene, words: Words) -> str:
    """One side's points, against what it needed by contract, and how they add up."""
    needed = _needed(deal, side)
    points = (
        words.count("{n} point", "{n} points", pile.points)
        if needed is None
        else words.count(
            "{n} point, {target} needed", "{n} points, {target} needed", pile.points, target=needed
        )
    )
    if not pile.cards:
        return f"{pile.label}: {points}"
    return f"{pile.label}: {points} ({_sum_words(pile.cards, CardWords(words, deal.rules.ranking))})"


def _sum_words(pictures: tuple[str, ...], cards: CardWords) -> str:
    """How many there are of each kind and what they count, the best first as they lie."""
    kinds, words = Counter(Card.parse(code).rank.value for code in pictures), cards.words
    said = {**_KINDS, **_FRENCH} if words.deck == FRENCH else _KINDS
    worth = {code[:-1]: cards.points(code) for code in pictures}
    return ", ".join(said[kind](words, n, n * worth[kind]) for kind, n in kinds.items())


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
