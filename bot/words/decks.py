"""The decks by name, and by what their figures are known."""

from bot.game import Ranking
from bot.words.catalogue import N_, Words
from bot.words.lists import all_of

__all__ = ["DECK_NAMES", "FRENCH", "SPANISH", "deck_line", "deck_name", "no_such_deck"]

FRENCH, SPANISH = "french", "spanish"
"""The decks whose cards have other names than the Italian ones."""

DECK_NAMES = {
    "neapolitan": N_("Neapolitan"),
    "piacentine": N_("Piacentine"),
    "spanish": N_("Spanish"),
    "french": N_("French"),
    "plain": N_("Plain"),
}
"""Every deck that cards are drawn in, in the order in which they are offered."""


def deck_name(words: Words, deck: str) -> str:
    """What the cards of a deck are called."""
    return words.say(DECK_NAMES[deck])


def no_such_deck(words: Words, word: str) -> str:
    """Which decks there are, for somebody who wrote a word that means none."""
    decks = all_of(words, [deck_name(words, deck) for deck in DECK_NAMES])
    return words.say("I do not know “{word}”. There are these decks: {decks}.", word=word, decks=decks)


def deck_line(words: Words, ranking: Ranking) -> str:
    """How to know the cards that the rules name on the deck of these words; empty for no deck."""
    if words.deck == FRENCH:
        return _french_line(words, ranking)
    marks = _MARKS.get(words.deck)
    if marks is None:
        return ""
    return words.say(
        "On the cards the knave is marked {knave}, the knight {knight} and the king {king}.",
        **dict(zip(("knave", "knight", "king"), marks, strict=True)),
    )


_MARKS = {
    "neapolitan": ("8", "9", "10"),
    "piacentine": ("8", "9", "10"),
    SPANISH: ("10", "11", "12"),
    "plain": ("J", "Q", "K"),
}


def _french_line(words: Words, ranking: Ranking) -> str:
    if ranking is Ranking.STANDARD:
        return words.say(
            "On French cards diamonds are the coins, hearts the cups and spades the swords; "
            "the queen is the knight and the jack the knave."
        )
    return words.say(
        "On French cards diamonds are the coins, hearts the cups and spades the swords; "
        "here the jack is the knight and the queen the knave."
    )
