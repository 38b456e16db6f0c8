"""Everything a person reads, in the person's language: gettext catalogues, and no global locale."""

from bot.words.catalogue import LANGUAGES, Words, language_of, words

__all__ = ["LANGUAGES", "Words", "language_of", "words"]
