"""Whether to exchange the turned card: whoever may, does."""

from bot.game.moves import Exchange
from bot.game.views import SeatView

__all__ = ["sensible_exchange"]


def sensible_exchange(view: SeatView) -> Exchange | None:
    """The exchange to make now; None if there is none.

    A higher trump for a lower one is always a gain: nobody is shown more than that one card.
    """
    return next((move for move in view.legal_moves if isinstance(move, Exchange)), None)
