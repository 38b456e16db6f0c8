"""Catalogues read from their .po files, so that there is nothing to compile and nothing to forget."""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

__all__ = ["LANGUAGES", "Words", "language_of", "words"]

LANGUAGES: dict[str, str] = {"en": "English", "it": "Italiano", "pt": "Português"}
"""The languages that the bot speaks, each by its own name. English is the language of the source."""

SOURCE = "en"


class Words:
    """One language, and the deck by whose suits and figures cards are called. Sentences are looked up by their English.

    >>> words("it").say("{name} to play", name="Anna")
    'Tocca a Anna'
    """

    def __init__(self, language: str, translations: NullTranslations, deck: str = "") -> None:
        """`deck` is empty where cards are called as in the rules: by the Italian suits and figures."""
        self.language = language
        self.deck = deck
        self._translations = translations

    def say(self, sentence: str, **fields: object) -> str:
        """The sentence in this language, with its `{fields}` filled in."""
        return self._translations.gettext(sentence).format(**fields)

    def look_up(self, sentence: str) -> str:
        """The sentence in this language, its `{fields}` left as they are."""
        return self._translations.gettext(sentence)

    def count(self, one: str, many: str, n: int, **fields: object) -> str:
        """The sentence for `n` things, in the plural that the language has for it; `{n}` is the number."""
        return self._translations.ngettext(one, many, n).format(n=n, **fields)

    def of_deck(self, deck: str) -> "Words":
        """The same language, with cards called as that deck shows them."""
        return self if deck == self.deck else _words(self.language, deck)

    def __repr__(self) -> str:
        return f"Words({self.language!r}, {self.deck!r})"


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext tools know for "translate this later"
    """Marks a sentence that is translated where it is used."""
    return sentence


def language_of(locale: str) -> str:
    """The language to use for a platform's locale such as `pt-BR`; English where we do not speak it."""
    language = locale.replace("_", "-").split("-")[0].lower()
    return language if language in LANGUAGES else SOURCE


@cache
def words(locale: str) -> Words:
    """The words of a locale, or of the nearest language we have."""
    return _words(language_of(locale), "")


@cache
def _words(language: str, deck: str) -> Words:
    return Words(language, NullTranslations() if language == SOURCE else _translations(language), deck)


@cache
def _translations(language: str) -> GNUTranslations:
    source = files("bot.words").joinpath("locale", language, "bot.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
