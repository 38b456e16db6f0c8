"""Cards by name and picture at one table: in one language, of one deck, and as the table's ranking has them known."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.game import Card, Rank, Ranking
from bot.words import Words
from bot.words.cards import card_name, card_short, cards_list, rank_name, shown_as, suit_sign

__all__ = ["CardWords", "capital", "rank_short"]


@dataclass(frozen=True, slots=True)
class CardWords:
    """What cards are called and look like at one table; `words` say of which deck they are."""

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
        return f"{self.rank(card)} {self.sign(card)}"

    def rank(self, card: Card) -> str:
        """The rank of a card as it stands on a button: 3, Knight."""
        return rank_short(self.words, self._shown(card).rank)

    def sign(self, card: Card) -> str:
        """A sign for the card's suit."""
        return suit_sign(card.suit, self.words.deck)

    def row(self, cards: Iterable[Card]) -> str:
        """Several cards by their whole names."""
        return cards_list(self.words, tuple(cards), self.ranking)

    def picture(self, card: Card) -> str:
        """The code of the picture by which people know the card."""
        return self._shown(card).code

    def pictures(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """The pictures of several cards."""
        return tuple(map(self.picture, cards))

    def points(self, picture: str) -> int:
        """What the card with this picture counts."""
        return self.ranking.points(self._shown(Card.parse(picture)))

    def _shown(self, card: Card) -> Card:
        return shown_as(card, self.ranking, self.words.deck)


def rank_short(words: Words, rank: Rank) -> str:
    """A rank on a button: 3, Knight."""
    return rank.value if rank.value.isdecimal() else capital(rank_name(words, rank))


def capital(word: str) -> str:
    """The word as a heading begins it."""
    return word[:1].upper() + word[1:]
