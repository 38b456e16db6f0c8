"""What somebody wants to be shown, read kindly from what they wrote after a command in any of our languages."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from bot.words.catalogue import LANGUAGES, words
from bot.words.decks import DECK_NAMES, deck_name
from bot.words.wishes import plain, said_back

__all__ = ["tastes_typed", "unknown_in"]

USUAL = "usual"
_ALSO: Mapping[str, Iterable[str]] = {
    "neapolitan": ("napoletana", "napoletano", "napoletani", "napoli", "naples", "napolitana", "napolitanas"),
    "piacentine": ("piacentina", "piacentino", "piacentini", "piacenza", "piacentinas"),
    "spanish": ("spagnola", "spagnolo", "spagnoli", "espanhola", "espanholas", "espanol", "espanola"),
    "french": ("francese", "francesa", "francesas", "frances", "poker", "ramino"),
    "plain": ("semplice", "simple"),
    USUAL: (
        "usual",
        "default",
        "table",
        "game",
        "solito",
        "solite",
        "tavolo",
        "gioco",
        "habitual",
        "mesa",
        "jogo",
    ),
}
"""Further names under which people know the decks, and ways to prefer none."""
_SHOWS: Mapping[str, Iterable[str]] = {
    "words": ("words", "word", "text", "parole", "parola", "testo", "palavras", "palavra", "texto"),
    "pictures": ("pictures", "picture", "images", "image", "immagini", "immagine", "imagens", "imagem"),
}

_FILLING = frozenset(
    [
        "a",
        "and",
        "as",
        "at",
        "baralho",
        "baraja",
        "by",
        "card",
        "cards",
        "carta",
        "cartas",
        "carte",
        "com",
        "con",
        "da",
        "das",
        "de",
        "deck",
        "decks",
        "di",
        "do",
        "dos",
        "e",
        "el",
        "for",
        "from",
        "gli",
        "il",
        "in",
        "la",
        "las",
        "le",
        "les",
        "lo",
        "los",
        "mazzo",
        "mio",
        "me",
        "mi",
        "mie",
        "my",
        "meu",
        "na",
        "nas",
        "no",
        "nos",
        "of",
        "on",
        "only",
        "per",
        "please",
        "prego",
        "por",
        "quiero",
        "sem",
        "solo",
        "so",
        "the",
        "to",
        "tu",
        "um",
        "un",
        "una",
        "uno",
        "voglio",
        "want",
        "with",
        "quero",
        "minhas",
    ]
) | {""}
"""Words that say nothing about the cards."""


def tastes_typed(text: str) -> tuple[tuple[str, str], ...]:
    """The topics of what was written, each with its value (`deck` and `spanish`); what means nothing is passed over."""
    found = (_known().get(plain(word)) for word in text.split())
    return tuple(dict(filter(None, found)).items())


def unknown_in(text: str) -> str:
    """The first word that means neither a deck nor a way of showing cards, as it may be said back; empty for none."""
    words_of_it = (
        word for word in text.split() if plain(word) not in _known() and plain(word) not in _FILLING
    )
    return next(map(said_back, words_of_it), "")


@cache
def _known() -> Mapping[str, tuple[str, str]]:
    """By plain word, what is chosen by it."""
    decks = {plain(name): ("deck", deck) for deck in (*DECK_NAMES, USUAL) for name in _names(deck)}
    return decks | {name: ("shows", value) for value, names in _SHOWS.items() for name in names}


def _names(deck: str) -> Iterator[str]:
    yield from _ALSO[deck]
    if deck in DECK_NAMES:
        yield deck
        yield from (deck_name(words(language), deck) for language in LANGUAGES)
