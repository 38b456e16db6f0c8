"""Two players, a trump and hidden hands: takes carichi when it is cheap, throws lisci away, saves its trumps."""

from collections.abc import Callable

from bot.game.cards import Card
from bot.game.views import SeatView, TableView

__all__ = ["duel_worth"]

TRUMP_WORTH = 6
"""What giving a trump away feels like, in points, before its own strength is counted."""
LAST_TRICKS = 3
"""With so few cards in hand and no stock, trumps are there to be used."""


def duel_worth(view: SeatView) -> Callable[[Card], float]:
    """What each card is worth played now, the higher the better."""
    trick = view.table.trick
    if trick is None or not trick.cards:
        return lambda card: -_price(view.table, card)
    (led,) = trick.cards
    return lambda card: _gain(view, led, card)


def _price(table: TableView, card: Card) -> float:
    """What it costs to part with a card: its points, its strength, and much for a trump."""
    ranking = table.rules.ranking
    price = ranking.points(card) + ranking.strength(card) / 10
    return price + TRUMP_WORTH if card.suit is table.trump else price


def _gain(view: SeatView, led: Card, card: Card) -> float:
    """What playing this card second is worth: the trick it takes, less what it costs."""
    trump, ranking = view.table.trump, view.table.rules.ranking
    on_table = ranking.points(led)
    if not ranking.beats(card, led, trump):
        return -_price(view.table, card) - on_table / 4
    if card.suit is not trump:
        return on_table + ranking.points(card) - ranking.strength(card) / 100
    saved = TRUMP_WORTH + ranking.points(card) / 2 + ranking.strength(card) / 10
    if view.table.stock_count == 0 and len(view.hand) <= LAST_TRICKS:
        saved /= 2
    return on_table - saved
