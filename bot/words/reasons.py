"""Why something was refused, said so that the person knows what to do instead."""

from collections.abc import Iterable, Mapping

from bot.game import Fault, Refusal
from bot.table import Reason
from bot.words.catalogue import N_, Words
from bot.words.faults import fault_sentence

__all__ = ["reason"]

_REASONS: dict[Reason | Refusal, str] = {
    Refusal.NOT_DEALT: N_("The cards are not dealt yet."),
    Refusal.DEAL_OVER: N_("This deal is over."),
    Refusal.NOT_YOUR_TURN: N_("It is not your turn yet."),
    Refusal.NOT_IN_HAND: N_("You do not hold that card."),
    Refusal.AUCTION_FIRST: N_("The auction is not over: cards are played afterwards."),
    Refusal.CALL_FIRST: N_("The declarer has to call a card first."),
    Refusal.NO_AUCTION: N_("Nobody is bidding now."),
    Refusal.NO_CALL: N_("No card is to be called now."),
    Refusal.BID_NOT_LOWER: N_("Bid a lower rank than the last bid, or pass."),
    Refusal.BID_TWO_FIRST: N_("Points can be bid only after the two."),
    Refusal.BID_NOT_HIGHER: N_("Bid more points than the last bid, or pass."),
    Refusal.WRONG_RANK: N_("Call a card of the rank that you have bid."),
    Refusal.NO_EXCHANGE: N_("The turned card is not exchanged at this table."),
    Refusal.EXCHANGE_NOT_NOW: N_("You cannot exchange now: the house rules say when."),
    Refusal.EXCHANGE_CLOSED: N_("It is too late to exchange: no card lies on the turned one."),
    Refusal.NOT_FOR_THAT_CARD: N_("The turned card cannot be taken for that card."),
    Refusal.NO_SIGNS: N_("No signs are made at this table."),
    Refusal.SIGN_NOT_YET: N_("Signs are made from the second trick on."),
    Refusal.SIGNED_ALREADY: N_("You have already made a sign in this trick."),
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
    Reason.TOO_MANY_SEATED: N_("More people sit here than can play so: let somebody leave first."),
    Reason.STILL_HERE: N_(
        "Whoever sits there is still playing: a computer takes only an absent player's seat."
    ),
    Reason.ONLY_ALONE: N_("Only somebody who plays alone with computers can do that."),
    Reason.TOO_MANY_DEALS: N_("So many deals were begun here that it is time for a new table."),
    Reason.TOO_LONG: N_("That match is too long to be watched: choose a shorter one."),
}


def reason(
    words: Words,
    why: Reason | Refusal | Fault,
    fields: Mapping[str, str] | Iterable[tuple[str, str]] = (),
) -> str:
    """The sentence for a refusal; `fields` are those that a `Fault` comes with."""
    return fault_sentence(words, why, fields) if isinstance(why, Fault) else words.say(_REASONS[why])
