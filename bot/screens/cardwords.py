"""Cards by name and picture at one table: in one language, and as its ranking has them known."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.game import Card, Rank, Ranking
from bot.words import Words
from bot.words.cards import card_name, card_short, cards_list, rank_name, shown_as, suit_sign

__all__ = ["CardWords", "capital", "codes", "picture", "rank_short"]


@dataclass(frozen=True, slots=True)
class CardWords:
    """What cards are called at one table."""

    words: Words
    ranking: Ranking

    def name(self, card: Card) -> str:
        """The whole name: three of cups."""
        return card_name(self.words, card, self.ranking)

    def short(self, card: Card) -> str:
        """A name for a button: 3 cups."""
        return card_short(self.words, card, self.ranking)

    def tiny(self, card: Card) -> str:
        """A name for where there is hardly any room: the rank, and a sign for the suit."""
        return f"{self.rank(card)} {suit_sign(card.suit)}"

    def rank(self, card: Card) -> str:
        """The rank of a card as it stands on a button: 3, Knight."""
        return rank_short(self.words, shown_as(card, self.ranking).rank)

    def row(self, cards: Iterable[Card]) -> str:
        """Several cards by their whole names."""
        return cards_list(self.words, tuple(cards), self.ranking)


def rank_short(words: Words, rank: Rank) -> str:
    """A rank on a button: 3, Knight."""
    return rank.value if rank.value.isdecimal() else capital(rank_name(words, rank))


def picture(card: Card, ranking: Ranking) -> str:
    """The code of the picture by which people know the card."""
    return shown_as(card, ranking).code


def codes(cards: Iterable[Card], ranking: Ranking) -> tuple[str, ...]:
    """The pictures of several cards."""
    return tuple(picture(card, ranking) for card in cards)


def capital(word: str) -> str:
    """The word as a heading begins it."""
    return word[:1].upper() + word[1:]
