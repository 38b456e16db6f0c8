"""The easy player: half the time like a sensible one, the other half whatever comes to hand."""

from random import Random

from bot.computer.sensible import sensible_move
from bot.game.cards import Card
from bot.game.moves import Move, Play
from bot.game.views import SeatView

__all__ = ["easy_move"]

AT_RANDOM = 0.45
"""How often it plays any card."""
TRUMPS = 0.15
"""How often it takes with a trump, worth it or not, if it can."""


def easy_move(view: SeatView, seed: bytes) -> Move:
    """The move that the easy player makes; it bids and calls like a sensible one."""
    random = Random(seed)  # noqa: S311 - chance that can be repeated is what is wanted
    whim = random.random()
    sensible = sensible_move(view, seed)
    if not isinstance(sensible, Play):
        return sensible
    hand = sorted(view.hand, key=lambda card: card.code)
    if whim < AT_RANDOM:
        return Play(random.choice(hand))
    taking = _taking_trumps(view) if whim < AT_RANDOM + TRUMPS else []
    return Play(taking[0]) if taking else sensible


def _taking_trumps(view: SeatView) -> list[Card]:
    """Its trumps that take the trick so far, the strongest first: it likes to win."""
    trick, trump, ranking = view.table.trick, view.table.trump, view.table.rules.ranking
    if trick is None or not trick.cards or trump is None:
        return []
    mine = [card for card in view.hand if card.suit is trump]
    taking = [card for card in mine if all(ranking.beats(card, other, trump) for other in trick.cards)]
    return sorted(taking, key=ranking.strength, reverse=True)
