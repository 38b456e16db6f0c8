"""What each side took, for the count at the end."""

from bot.pictures.scene import PileScene
from bot.screens.people import Names
from bot.table import Table

__all__ = ["piles_of"]


def piles_of(table: Table, names: Names) -> list[PileScene]:
    """What each side took in the deal on the table: its points, and the cards that made them."""
    deal = table.deal
    if deal is None or not deal.is_over:
        return []
    piles: list[PileScene] = []
    for side, points in enumerate(deal.points):
        taken = [
            card
            for trick in deal.tricks
            if table.rules.side_of(trick.winner) == side
            for card in trick.cards
            if card.points
        ]
        taken.sort(key=lambda card: (-card.points, card.suit.value))
        codes = tuple(card.code for card in taken)
        piles.append(PileScene(names.of_side(side), points, codes, deal.winner == side))
    return piles
