"""Why something was refused, said so that the person knows what to do instead."""

from bot.game import Refusal
from bot.table import Reason
from bot.words.catalogue import N_, Words

__all__ = ["reason"]

_REASONS: dict[Reason | Refusal, str] = {
    Refusal.NOT_DEALT: N_("The cards are not dealt yet."),
    Refusal.DEAL_OVER: N_("This deal is over."),
    Refusal.NOT_YOUR_TURN: N_("It is not your turn yet: wait for the arrow."),
    Refusal.NOT_IN_HAND: N_("You do not hold that card."),
    Reason.NOT_SEATED: N_("You do not sit at this table."),
    Reason.SEAT_TAKEN: N_("Somebody sits there already."),
    Reason.NO_SUCH_SEAT: N_("This table has no such seat."),
    Reason.SEATS_FREE: N_("A seat is still free: wait for somebody, or add the computer."),
    Reason.ONLY_HOST: N_("Only the host of the table can do that."),
    Reason.ALREADY_STARTED: N_(
        "The cards are dealt: the seats stay as they are. You can open a table of your own."
    ),
    Reason.NOT_STARTED: N_("Nobody has dealt yet: the host starts the game."),
    Reason.OFFER_OVER: N_("The time for a rematch is over: open a new table."),
    Reason.NO_REMATCH: N_("This table was ended early, so there is no rematch: open a new table."),
}


def reason(words: Words, why: Reason | Refusal) -> str:
    """The sentence for a refusal."""
    return words.say(_REASONS[why])
