"""The sensible player: one move of any kind, in any game."""

from bot.computer.bidding import likely_trump, sensible_bid, sensible_call
from bot.computer.choosing import best_card
from bot.computer.duel import duel_worth
from bot.computer.exchanging import sensible_exchange
from bot.computer.holding import hold_worth
from bot.computer.outlook import outlook_of
from bot.computer.weighing import worth
from bot.game.auction import Auction, Contract
from bot.game.cards import Card
from bot.game.moves import Move, Play
from bot.game.options import Switch
from bot.game.views import SeatView

__all__ = ["sensible_move"]


def sensible_move(view: SeatView, seed: bytes) -> Move:
    """The move that this player would make; the seed decides between those that are equally good.

    It makes no signs and believes none.
    """
    if isinstance(view.table.bargain, Auction):
        return sensible_bid(view)
    if view.table.is_calling:
        return sensible_call(view, seed)
    return sensible_exchange(view) or Play(_sensible_card(view, seed))


def _sensible_card(view: SeatView, seed: bytes) -> Card:
    table = view.table
    if isinstance(table.bargain, Contract):
        return _blind_card(view, seed)
    if table.players == 2 and table.trump and table.rules.open_hands is Switch.OFF:
        return best_card(view.hand, duel_worth(view), seed)
    outlook = outlook_of(view, table.trump)
    return best_card(view.hand, lambda card: worth(outlook, card), seed)


def _blind_card(view: SeatView, seed: bytes) -> Card:
    """As long as nobody but the declarer knows the trump, the others give what they miss least."""
    trump = likely_trump(view)
    outlook = outlook_of(view, trump)
    if trump is None:
        return best_card(
            view.hand, lambda card: -hold_worth(outlook, card) - outlook.ranking.points(card), seed
        )
    return best_card(view.hand, lambda card: worth(outlook, card), seed)
