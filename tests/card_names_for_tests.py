"""Which cards a text names, in whatever language and by whatever deck."""

from __future__ import annotations

import re

from bot.game.cards import DECK
from bot.words import LANGUAGES, words
from bot.words.cards import card_name, card_short
from bot.words.decks import DECK_NAMES

__all__ = ["cards_named"]

NAMES = {
    name(words(language).of_deck(deck), card): card.code
    for language in LANGUAGES
    for deck in DECK_NAMES
    for card in DECK
    for name in (card_name, card_short)
}
NAMED = re.compile(r"\b(" + "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)) + r")\b")


def cards_named(said: str) -> set[str]:
    """The codes of the cards whose long or short names stand in the text."""
    return {NAMES[name] for name in NAMED.findall(said)}
