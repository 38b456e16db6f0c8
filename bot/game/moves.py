"""What a seat can do on its turn, in its one text form, and why it may be refused."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.game.cards import Card
from bot.game.outside import quoted


@dataclass(frozen=True, slots=True)
class Play:
    """Playing a card from the hand to the trick: ``play 3c``."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Move: TypeAlias = Play
"""Any move. Later games add theirs (exchange, sign, bid, call) to this union."""

_LATER = ("exchange", "sign", "bid", "pass", "call")


def parse_move(text: str) -> Move:
    """The move with this text form, case-sensitive, one space between words; ValueError says what is wrong."""
    word, space, code = text.partition(" ")
    if word in _LATER:
        raise ValueError(f"{quoted(text)} is no move of this game: '{word}' is not playable yet")
    if word != "play" or not space:
        raise ValueError(f"{quoted(text)} is no move: a move looks like 'play 3c'")
    return Play(Card.parse(code))


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


_SENTENCES = {
    Refusal.NOT_DEALT: "the cards have not been dealt yet",
    Refusal.DEAL_OVER: "the deal is over",
    Refusal.NOT_YOUR_TURN: "it is another seat's turn",
    Refusal.NOT_IN_HAND: "the seat on turn does not hold that card",
}


class IllegalMove(Exception):
    """A move against the rules; everything stays as it was. `refusal` tells why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return _SENTENCES[self.refusal]
