"""Cards, suits and ranks by name: as Italian, Spanish and Portuguese players call them."""

from bot.game import Card, Rank, Suit
from bot.words.catalogue import N_, Words

__all__ = ["card_name", "card_short", "cards_list", "name_of_code", "suit_name", "suit_sign"]

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


def card_name(words: Words, card: Card) -> str:
    """The whole name: three of cups, tre di coppe."""
    return words.say("{rank} of {suit}", rank=words.say(_RANKS[card.rank]), suit=suit_name(words, card.suit))


def name_of_code(words: Words, code: str) -> str:
    """The whole name of the card with this code, for those who know cards by their codes only."""
    return card_name(words, Card.parse(code))


def card_short(words: Words, card: Card) -> str:
    """A name short enough for a button: 3 cups, ace cups."""
    rank = words.say(_RANKS[card.rank]) if card.rank in _FIGURES else card.rank.value
    return words.say("{rank} {suit}", rank=rank[:1].upper() + rank[1:], suit=suit_name(words, card.suit))


def cards_list(words: Words, cards: tuple[Card, ...]) -> str:
    """Several cards in a row."""
    return ", ".join(card_name(words, card) for card in cards)
