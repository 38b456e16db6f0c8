"""Exchanges and signs: what a seat may do besides playing, and when."""

from collections.abc import Sequence

from bot.game.cards import Card, Rank
from bot.game.options import ExchangeWindow, Exchanging, Signs
from bot.game.refusals import Refusal
from bot.game.rules import Rules
from bot.game.stock import Stock
from bot.game.views import OpenTrick, Signed, Trick


def exchange_refusal(
    rules: Rules, stock: Stock, tricks: Sequence[Trick], trick: OpenTrick, seat: int, given: Card
) -> Refusal | None:
    """Why the seat on turn may not give this card of its hand for the turned one; None if it may.

    Asked only where the rules know an exchange at all.
    """
    if not stock.turned_lies:  # where it lies others lie on it: the stock is drawn in whole rounds
        return Refusal.EXCHANGE_CLOSED
    two = given.rank is Rank.TWO
    if not stock.takes(given) or (two and rules.exchange is Exchanging.SEVEN):
        return Refusal.NOT_FOR_THAT_CARD
    return None if _window_open(rules, tricks, trick, seat) else Refusal.EXCHANGE_NOT_NOW


def _window_open(rules: Rules, tricks: Sequence[Trick], trick: OpenTrick, seat: int) -> bool:
    """Whether the moment is one at which the rules let the seat on turn exchange."""
    side = rules.side_of(seat)
    has_won = any(rules.side_of(one.winner) == side for one in tricks)
    is_open = {
        ExchangeWindow.ON_LEAD: has_won and not trick.cards,
        ExchangeWindow.ANY_OWN_TURN: has_won,
        ExchangeWindow.FREE: True,
        ExchangeWindow.BEFORE_FIRST_TRICK: not tricks,
    }
    return is_open[rules.exchange_window]


def sign_refusal(rules: Rules, signs: Sequence[Signed], trick_number: int, seat: int) -> Refusal | None:
    """Why the seat may not make a sign in this trick; None if it may, on turn or not."""
    if rules.signs is Signs.OFF:
        return Refusal.NO_SIGNS
    if trick_number < 2:
        return Refusal.SIGN_NOT_YET
    signed = any((one.seat, one.trick) == (seat, trick_number) for one in signs)
    return Refusal.SIGNED_ALREADY if signed else None


def signs_seen(rules: Rules, signs: Sequence[Signed], seat: int | None) -> tuple[Signed, ...]:
    """The signs that a seat saw or made; with None those that everyone saw."""
    if rules.signs is Signs.TABLE:
        return tuple(signs)
    if seat is None:
        return ()
    return tuple(one for one in signs if rules.side_of(one.seat) == rules.side_of(seat))
