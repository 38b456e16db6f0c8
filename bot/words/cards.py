"""Cards, suits and ranks by name: as Italian, Spanish and Portuguese players call them."""

from bot.game import Card, Rank, Ranking, Suit
from bot.words.catalogue import N_, Words

__all__ = [
    "card_name",
    "card_short",
    "cards_list",
    "name_of_code",
    "rank_name",
    "shown_as",
    "suit_name",
    "suit_sign",
]

_SUITS = {
    Suit.COINS: N_("coins"),
    Suit.CUPS: N_("cups"),
    Suit.SWORDS: N_("swords"),
    Suit.CLUBS: N_("clubs"),
}
_RANKS = {
    Rank.ACE: N_("ace"),
    Rank.TWO: N_("two"),
    Rank.THREE: N_("three"),
    Rank.FOUR: N_("four"),
    Rank.FIVE: N_("five"),
    Rank.SIX: N_("six"),
    Rank.SEVEN: N_("seven"),
    Rank.KNAVE: N_("knave"),
    Rank.KNIGHT: N_("knight"),
    Rank.KING: N_("king"),
}
_FIGURES = {Rank.ACE, Rank.KNAVE, Rank.KNIGHT, Rank.KING}
_SIGNS = {Suit.COINS: "🪙", Suit.CUPS: "🏆", Suit.SWORDS: "⚔️", Suit.CLUBS: "🪵"}


def suit_name(words: Words, suit: Suit) -> str:
    """Coins, denari, ouros: the suit by name."""
    return words.say(_SUITS[suit])


def suit_sign(suit: Suit) -> str:
    """A small sign for the suit, for places that hold text only."""
    return _SIGNS[suit]


def rank_name(words: Words, rank: Rank) -> str:
    """Three, knight: a rank by name, as in the standard ranking."""
    return words.say(_RANKS[rank])


def shown_as(card: Card, ranking: Ranking = Ranking.STANDARD) -> Card:
    """The card by whose name and picture people know this one: by its worth the J of `manilha` is the knight."""
    if ranking is Ranking.STANDARD or card.rank not in _EXCHANGED:
        return card
    return Card(_EXCHANGED[card.rank], card.suit)


_EXCHANGED = {Rank.KNAVE: Rank.KNIGHT, Rank.KNIGHT: Rank.KNAVE}


def card_name(words: Words, card: Card, ranking: Ranking = Ranking.STANDARD) -> str:
    """The whole name: three of cups, tre di coppe."""
    shown = shown_as(card, ranking)
    return words.say("{rank} of {suit}", rank=rank_name(words, shown.rank), suit=suit_name(words, shown.suit))


def name_of_code(words: Words, code: str, ranking: Ranking = Ranking.STANDARD) -> str:
    """The whole name of the card with this code, for those who know cards by their codes only."""
    return card_name(words, Card.parse(code), ranking)


def card_short(words: Words, card: Card, ranking: Ranking = Ranking.STANDARD) -> str:
    """A name short enough for a button: 3 cups, ace cups."""
    shown = shown_as(card, ranking)
    rank = rank_name(words, shown.rank) if shown.rank in _FIGURES else shown.rank.value
    return words.say("{rank} {suit}", rank=rank[:1].upper() + rank[1:], suit=suit_name(words, shown.suit))


def cards_list(words: Words, cards: tuple[Card, ...], ranking: Ranking = Ranking.STANDARD) -> str:
    """Several cards in a row."""
    return ", ".join(card_name(words, card, ranking) for card in cards)
