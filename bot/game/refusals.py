"""Why a move may be refused, each with its sentence."""

from enum import StrEnum


class Refusal(StrEnum):
    """Why a move cannot be made: a key that has its sentence in every language."""

    NOT_DEALT = "not_dealt"
    """The cards have not been dealt yet."""
    DEAL_OVER = "deal_over"
    """All cards of this deal have been played."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another seat is to play."""
    NOT_IN_HAND = "not_in_hand"
    """The card is not among those this seat holds."""
    AUCTION_FIRST = "auction_first"
    """Cards are played when the auction is over."""
    CALL_FIRST = "call_first"
    """The declarer has to call a card before the deal goes on."""
    NO_AUCTION = "no_auction"
    """Nobody can bid or pass now."""
    NO_CALL = "no_call"
    """No card can be called now."""
    BID_NOT_LOWER = "bid_not_lower"
    """A rank that is bid has to be lower than the one before."""
    BID_TWO_FIRST = "bid_two_first"
    """Points can be bid once the two has been."""
    BID_NOT_HIGHER = "bid_not_higher"
    """Points that are bid have to be more than those before."""
    WRONG_RANK = "wrong_rank"
    """The called card has to be of the rank that was bid."""
    NO_EXCHANGE = "no_exchange"
    """Nothing is exchanged at this table."""
    EXCHANGE_NOT_NOW = "exchange_not_now"
    """The table's rules do not let the seat exchange at this moment."""
    EXCHANGE_CLOSED = "exchange_closed"
    """The turned card no longer lies under another card."""
    NOT_FOR_THAT_CARD = "not_for_that_card"
    """The turned card cannot be taken for this card."""
    NO_SIGNS = "no_signs"
    """No signs are made at this table."""
    SIGN_NOT_YET = "sign_not_yet"
    """Signs are made from the second trick on."""
    SIGNED_ALREADY = "signed_already"
    """A seat makes one sign in a trick."""


_SENTENCES = {
    Refusal.NOT_DEALT: "the cards have not been dealt yet",
    Refusal.DEAL_OVER: "the deal is over",
    Refusal.NOT_YOUR_TURN: "it is another seat's turn",
    Refusal.NOT_IN_HAND: "the seat on turn does not hold that card",
    Refusal.AUCTION_FIRST: "the auction is not over",
    Refusal.CALL_FIRST: "the declarer has to call a card first",
    Refusal.NO_AUCTION: "there is no auction now",
    Refusal.NO_CALL: "no card is to be called now",
    Refusal.BID_NOT_LOWER: "a bid is a lower rank than the one before",
    Refusal.BID_TWO_FIRST: "points are bid after the two",
    Refusal.BID_NOT_HIGHER: "a bid of points is higher than the one before",
    Refusal.WRONG_RANK: "the card called is of the rank that was bid",
    Refusal.NO_EXCHANGE: "nothing is exchanged by these rules",
    Refusal.EXCHANGE_NOT_NOW: "the rules do not let this seat exchange now",
    Refusal.EXCHANGE_CLOSED: "the turned card no longer lies under another card",
    Refusal.NOT_FOR_THAT_CARD: "the turned card cannot be taken for that card",
    Refusal.NO_SIGNS: "no signs are made by these rules",
    Refusal.SIGN_NOT_YET: "signs are made from the second trick on",
    Refusal.SIGNED_ALREADY: "the seat has made its sign in this trick",
}


class IllegalMove(Exception):
    """A move against the rules; everything stays as it was. `refusal` tells why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return _SENTENCES[self.refusal]
