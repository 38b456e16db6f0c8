"""The decks by name."""

from bot.words.catalogue import N_, Words

__all__ = ["DECK_NAMES", "deck_name"]

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
