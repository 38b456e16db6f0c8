"""Cards, suits and ranks by name: as Italian, Spanish and Portuguese players call them, and as their deck shows them."""

from bot.game import Card, Rank, Ranking, Suit
from bot.words.catalogue import N_, Words
from bot.words.decks import FRENCH, SPANISH

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

_FRENCH_SUITS = {
    Suit.COINS: N_("Diamonds"),
    Suit.CUPS: N_("Hearts"),
    Suit.SWORDS: N_("Spades"),
    Suit.CLUBS: N_("Clubs"),
}
"""Capitalised, for `clubs` is the Italian suit, and two suits in other languages."""
_FRENCH_SIGNS = {Suit.COINS: "♦️", Suit.CUPS: "♥️", Suit.SWORDS: "♠️", Suit.CLUBS: "♣️"}
_RANKS_OF_DECKS = {
    FRENCH: {Rank.KNAVE: N_("jack"), Rank.KNIGHT: N_("queen")},
    SPANISH: {Rank.KNAVE: N_("knave (10)"), Rank.KNIGHT: N_("knight (11)"), Rank.KING: N_("king (12)")},
}
"""The figures that a deck calls otherwise, or numbers: an Italian king carries the 10 of a Spanish knave."""


def suit_name(words: Words, suit: Suit) -> str:
    """Coins, denari, ouros: the suit by name, as the deck shows it."""
    if words.deck != FRENCH:
        return words.say(_SUITS[suit])
    name = words.say(_FRENCH_SUITS[suit])
    return name[:1].lower() + name[1:]


def suit_sign(suit: Suit, deck: str = "") -> str:
    """A small sign for the suit as the deck shows it, for places that hold text only."""
    return _FRENCH_SIGNS[suit] if deck == FRENCH else _SIGNS[suit]


def rank_name(words: Words, rank: Rank) -> str:
    """Three, knight, queen: a rank by name, as in the standard ranking and as the deck shows it."""
    return words.say(_RANKS_OF_DECKS.get(words.deck, {}).get(rank, _RANKS[rank]))


def shown_as(card: Card, ranking: Ranking = Ranking.STANDARD, deck: str = "") -> Card:
    """The card by whose name and picture people know this one.

    By its worth the J of `manilha` is the knight of decks that have one; a French deck has a jack, and a queen for Q.
    What is shown as another is itself what that one is shown as, so that this leads back as well.
    """
    if ranking is Ranking.STANDARD or deck == FRENCH or card.rank not in _EXCHANGED:
        return card
    return Card(_EXCHANGED[card.rank], card.suit)


_EXCHANGED = {Rank.KNAVE: Rank.KNIGHT, Rank.KNIGHT: Rank.KNAVE}


def card_name(words: Words, card: Card, ranking: Ranking = Ranking.STANDARD) -> str:
    """The whole name: three of cups, tre di coppe, três de copas."""
    shown = shown_as(card, ranking, words.deck)
    return words.say("{rank} of {suit}", rank=rank_name(words, shown.rank), suit=suit_name(words, shown.suit))


def name_of_code(words: Words, code: str, ranking: Ranking = Ranking.STANDARD) -> str:
    """The whole name of the card with this code, for those who know cards by their codes only."""
    return card_name(words, Card.parse(code), ranking)


def card_short(words: Words, card: Card, ranking: Ranking = Ranking.STANDARD) -> str:
    """A name short enough for a button: 3 cups, ace cups."""
    shown = shown_as(card, ranking, words.deck)
    rank = rank_name(words, shown.rank) if shown.rank in _FIGURES else shown.rank.value
    return words.say("{rank} {suit}", rank=rank[:1].upper() + rank[1:], suit=suit_name(words, shown.suit))


def cards_list(words: Words, cards: tuple[Card, ...], ranking: Ranking = Ranking.STANDARD) -> str:
    """Several cards in a row."""
    return ", ".join(card_name(words, card, ranking) for card in cards)
