"""The sensible player: takes carichi when it is cheap, throws lisci away, saves its trumps."""

from hashlib import sha256

from bot.game.cards import Card, Suit
from bot.game.views import SeatView

__all__ = ["sensible_card"]

TRUMP_WORTH = 6
"""What giving a trump away feels like, in points, before its own strength is counted."""
LAST_TRICKS = 3
"""With so few cards in hand and no stock, trumps are there to be used."""


def sensible_card(view: SeatView, seed: bytes) -> Card:
    """The card that this player would play; the seed decides between cards that are equally good."""
    table = view.table
    played = table.trick.cards if table.trick else ()
    if not played:
        return _best(view, seed, [-_price(card, table.trump) for card in view.hand])
    return _best(view, seed, [_gain(view, played, card) for card in view.hand])


def _best(view: SeatView, seed: bytes, worth: list[float]) -> Card:
    """The card worth most; among equals the one that the seed picks."""
    highest = max(worth)
    equals = [card for card, one in zip(view.hand, worth, strict=True) if one == highest]
    return min(equals, key=lambda card: sha256(seed + card.code.encode()).digest())


def _price(card: Card, trump: Suit | None) -> float:
    """What it costs to part with a card: its points, its strength, and much for a trump."""
    price = card.points + card.strength / 10
    return price + TRUMP_WORTH if card.suit is trump else price


def _gain(view: SeatView, played: tuple[Card, ...], card: Card) -> float:
    """What playing this card second or later is worth: the trick it takes, less what it costs."""
    trump = view.table.trump
    on_table = sum(one.points for one in played)
    if not _takes(played, card, trump):
        return -_price(card, trump) - on_table / 4
    if card.suit is not trump:
        return on_table + card.points - card.strength / 100
    saved = TRUMP_WORTH + card.points / 2 + card.strength / 10
    if view.table.stock_count == 0 and len(view.hand) <= LAST_TRICKS:
        saved /= 2
    return on_table - saved


def _takes(played: tuple[Card, ...], card: Card, trump: Suit | None) -> bool:
    """Whether the card would be the best of the trick so far."""
    best = played[0]
    for one in played[1:]:
        if one.beats(best, trump):
            best = one
    return card.beats(best, trump)
