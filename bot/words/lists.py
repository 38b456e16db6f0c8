"""Several things in one sentence, joined as the language joins them."""

from collections.abc import Sequence

from babel.lists import format_list

from bot.words.catalogue import Words

__all__ = ["all_of", "one_of"]

_LOCALES = {"en": "en_GB", "pt": "pt_PT"}


def all_of(words: Words, things: Sequence[str]) -> str:
    """This, that and the other."""
    return format_list(things, "standard", _LOCALES.get(words.language, words.language))


def one_of(words: Words, things: Sequence[str]) -> str:
    """This, that or the other."""
    return format_list(things, "or", _LOCALES.get(words.language, words.language))
