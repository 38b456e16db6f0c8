"""What a seat can do, in its one text form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.game.cards import Card, Rank
from bot.game.outside import is_whole, quoted
from bot.game.refusals import IllegalMove, Refusal

__all__ = [
    "Bid",
    "Call",
    "Exchange",
    "IllegalMove",
    "Move",
    "Pass",
    "Play",
    "Refusal",
    "Sign",
    "SignWord",
    "parse_move",
]


class SignWord(StrEnum):
    """What a sign says of the hand; it may be false."""

    ACE = "ace"
    """Tight lips: the ace of trump."""
    THREE = "three"
    """Mouth to a side: the three of trump."""
    KING = "king"
    """Eyes up: the king of trump."""
    KNIGHT = "knight"
    """Tongue out: the knight of trump."""
    KNAVE = "knave"
    """Shoulder shrugged: the knave of trump."""
    CARICO = "carico"
    """Cheeks puffed: an ace or three outside trumps."""
    NOTHING = "nothing"
    """Eyes closed: nothing worth a sign."""


POINT_BIDS = range(62, 121)
"""The targets that can be bid once the two has been."""


@dataclass(frozen=True, slots=True)
class Play:
    """Playing a card from the hand to the trick: ``play 3c``."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Giving this card for the turned one: ``exchange 7d``."""

    card: Card

    def __str__(self) -> str:
        return f"exchange {self.card}"


@dataclass(frozen=True, slots=True)
class Sign:
    """Making a sign to the partners: ``sign ace``."""

    word: SignWord

    def __str__(self) -> str:
        return f"sign {self.word}"


@dataclass(frozen=True, slots=True)
class Bid:
    """Bidding a rank, or after the two a number of points: ``bid K``, ``bid 62``."""

    value: Rank | int

    def __post_init__(self) -> None:
        if not isinstance(self.value, Rank) and (not is_whole(self.value) or self.value not in POINT_BIDS):
            raise ValueError(f"{quoted(self.value)} cannot be bid: a bid is a rank, or points from 62 to 120")

    def __str__(self) -> str:
        return f"bid {self.value.value if isinstance(self.value, Rank) else self.value}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Leaving the auction for good: ``pass``."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Call:
    """Calling the card whose holder is the partner, and whose suit is trump: ``call Js``."""

    card: Card

    def __str__(self) -> str:
        return f"call {self.card}"


Move: TypeAlias = Play | Exchange | Sign | Bid | Pass | Call
"""Any move."""

_WITH_CARD: Mapping[str, type[Play | Exchange | Call]] = {"play": Play, "exchange": Exchange, "call": Call}


def parse_move(text: str) -> Move:
    """The move with this text form, case-sensitive, one space between words; ValueError says what is wrong."""
    if text == "pass":
        return Pass()
    word, space, rest = text.partition(" ")
    if space and word in _WITH_CARD:
        return _WITH_CARD[word](Card.parse(rest))
    if space and word == "sign":
        return _sign(rest)
    if space and word == "bid":
        return _bid(rest)
    raise ValueError(f"{quoted(text)} is no move: a move looks like 'play 3c'")


def _sign(word: str) -> Sign:
    if word not in tuple(SignWord):
        raise ValueError(f"{quoted(word)} is no sign: a sign is one of {', '.join(SignWord)}")
    return Sign(SignWord(word))


def _bid(text: str) -> Bid:
    if any(text == rank.value for rank in Rank):
        return Bid(Rank(text))
    if not re.fullmatch("[1-9][0-9]{1,2}", text) or int(text) not in POINT_BIDS:
        raise ValueError(f"{quoted(text)} cannot be bid: a bid is a rank, or points from 62 to 120")
    return Bid(int(text))
