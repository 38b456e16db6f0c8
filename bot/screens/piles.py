"""What each side took, for the count at the end."""

from bot.game import Deal, ToPoints, ToWins
from bot.game.auction import contract_of
from bot.pictures.scene import PileScene
from bot.screens.cardwords import CardWords
from bot.screens.people import Names, side_letter
from bot.screens.sheets import signed
from bot.table import Table

__all__ = ["piles_of"]


def piles_of(table: Table, names: Names) -> list[PileScene]:
    """What each side took in the deal on the table: its points, and the cards that made them, the best first.

    In chiamata the sides are the declarer's and the rest. Nothing was taken where all have passed.
    """
    deal = table.deal
    if deal is None or not deal.is_over or deal.passed_out:
        return []
    return [_pile(table, deal, side, names) for side in range(len(deal.sides))]


def _pile(table: Table, deal: Deal, side: int, names: Names) -> PileScene:
    ranking, seats = deal.rules.ranking, _in_order(deal, deal.sides[side])
    taken = [card for trick in deal.tricks if trick.winner in seats for card in trick.cards]
    counting = [card for card in taken if ranking.points(card)]
    counting.sort(key=lambda card: (-ranking.points(card), card.suit.value))
    return PileScene(
        label=names.of_seats(seats),
        points=deal.points[side],
        cards=CardWords(names.words, ranking).pictures(counting),
        winner=deal.winner == side,
        side="AB"[side] if deal.bargain else side_letter(table.rules, seats[0]),
        score=_score(deal, side),
    )


def _in_order(deal: Deal, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats of a side as they are named: a declarer first, whose part of the score is the largest."""
    contract = contract_of(deal.bargain)
    return tuple(sorted(seats, key=lambda seat: contract is not None and seat != contract.declarer))


def _score(deal: Deal, side: int) -> str:
    """What the deal brought the side in a match by wins or of chiamata: each seat's, where they differ."""
    if deal.rules.match == ToWins(1) or isinstance(deal.rules.match, ToPoints):
        return ""
    if deal.bargain is None:
        return signed(deal.score[side]) if deal.score[side] else ""
    shares = sorted({deal.score[seat] for seat in deal.sides[side]}, key=abs, reverse=True)
    return " ".join(map(signed, shares))
