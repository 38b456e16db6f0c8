"""The forty cards: their suits, ranks, strength, points and short codes, and the two rankings."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TypeVar, final

from bot.game.outside import quoted

T = TypeVar("T")


class Suit(Enum):
    """One of the four suits; the value is the letter used in card codes."""

    COINS = "d"
    """Denari, oros, ouros; diamonds in French decks."""
    CUPS = "c"
    """Coppe, copas; hearts in French decks."""
    SWORDS = "s"
    """Spade, espadas; spades in French decks."""
    CLUBS = "b"
    """Bastoni, bastos, paus; clubs in French decks."""


class Rank(Enum):
    """The ranks, weakest first: the order of declaration is the rule of who beats whom within a suit."""

    TWO = "2"
    """The weakest card of its suit, worth nothing."""
    FOUR = "4"
    """Worth nothing."""
    FIVE = "5"
    """Worth nothing."""
    SIX = "6"
    """Worth nothing."""
    SEVEN = "7"
    """The strongest card that is worth nothing."""
    KNAVE = "J"
    """Fante, sota; the jack of French decks. Worth 2."""
    KNIGHT = "Q"
    """Cavallo, caballo; the queen of French decks. Worth 3."""
    KING = "K"
    """Re, rey. Worth 4."""
    THREE = "3"
    """Second only to the ace, and worth 10: with the ace it is a carico."""
    ACE = "A"
    """The strongest card of its suit, worth 11."""


_POINTS = {Rank.ACE: 11, Rank.THREE: 10, Rank.KING: 4, Rank.KNIGHT: 3, Rank.KNAVE: 2}
_STRENGTH = {rank: strength for strength, rank in enumerate(Rank)}


@final
@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Card:
    """One of the forty cards. Each exists once, so that equal cards are the same object.

    ``Card(Rank.ACE, Suit.COINS) is Card.parse("Ad")``, also after copying and pickling.
    """

    rank: Rank
    suit: Suit
    code: str
    """The short form, rank and suit: ``Ad``, ``3c``, ``Kb``."""
    points: int
    """What the card counts in the standard ranking for whoever takes it, 0 to 11; 120 in the whole deck."""
    strength: int
    """The higher, the stronger within a suit of the standard ranking: 0 for a two, 9 for an ace."""
    _number: int = field(repr=False)

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """The card of this rank and suit."""
        return _CARDS[rank, suit]

    @classmethod
    def parse(cls, code: str) -> "Card":
        """The card with this short code; ValueError says what a code looks like."""
        try:
            return _BY_CODE[code]
        except KeyError:
            raise ValueError(
                f"{quoted(code)} is no card: a card is a rank (A 2 3 4 5 6 7 J Q K) and a suit (d c s b)"
            ) from None

    def beats(self, other: "Card", trump: Suit | None) -> bool:
        """Whether this card, played later, takes the trick from `other` in the standard ranking."""
        return Ranking.STANDARD.beats(self, other, trump)

    def __hash__(self) -> int:
        """The same in every process, so that nothing depends on the order of a set."""
        return self._number

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.parse({self.code!r})"

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)


def _make_card(number: int, rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    values = (rank, suit, rank.value + suit.value, _POINTS.get(rank, 0), _STRENGTH[rank], number)
    for name, value in zip(Card.__slots__, values, strict=True):
        object.__setattr__(card, name, value)
    return card


_FACE_ORDER = "A234567JQK"
_CARDS: dict[tuple[Rank, Suit], Card] = {
    (rank, suit): _make_card(10 * row + column, rank, suit)
    for row, suit in enumerate(Suit)
    for column, rank in enumerate(map(Rank, _FACE_ORDER))
}
_BY_CODE = {card.code: card for card in _CARDS.values()}

DECK: tuple[Card, ...] = tuple(_CARDS.values())
"""The unshuffled deck: coins, cups, swords, clubs, each A 2 3 4 5 6 7 J Q K."""


class Ranking(StrEnum):
    """How strong each card is within its suit, and what it counts."""

    STANDARD = "standard"
    """A > 3 > K > Q > J > 7 > 6 > 5 > 4 > 2, as the cards themselves say."""
    MANILHA = "manilha"
    """A > 7 > K > J > Q > 6 > 5 > 4 > 3 > 2: the seven counts 10, the knave 3, the knight 2, the three nothing."""

    def points(self, card: Card) -> int:
        """What the card counts for whoever takes it; 120 in the whole deck."""
        return card.points if self is Ranking.STANDARD else _MANILHA_POINTS.get(card.rank, 0)

    def strength(self, card: Card) -> int:
        """The higher, the stronger within a suit: 0 for a two, 9 for an ace."""
        return card.strength if self is Ranking.STANDARD else _MANILHA_STRENGTH[card.rank]

    def beats(self, card: Card, other: Card, trump: Suit | None) -> bool:
        """Whether `card`, played later, takes the trick from `other`: a higher one of its suit, or a trump."""
        if card.suit is other.suit:
            return self.strength(card) > self.strength(other)
        return card.suit is trump

    def points_of(self, taken: Iterable[Card]) -> int:
        """What these cards count together."""
        return sum(map(self.points, taken))


_MANILHA_POINTS = {Rank.ACE: 11, Rank.SEVEN: 10, Rank.KING: 4, Rank.KNAVE: 3, Rank.KNIGHT: 2}
_MANILHA_STRENGTH = {rank: strength for strength, rank in enumerate(map(Rank, "23456QJK7A"))}


class FaceDown(tuple[T, ...]):
    """Cards (or what gives them away) in order, lying face down: its repr tells only how many there are."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{len(self)} face down>"


def cards(codes: str) -> tuple[Card, ...]:
    """The cards with these codes, separated by spaces: ``cards("Ad 3c")``."""
    return tuple(map(Card.parse, codes.split()))


def points_of(taken: Iterable[Card]) -> int:
    """What these cards count together in the standard ranking."""
    return Ranking.STANDARD.points_of(taken)
