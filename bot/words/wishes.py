"""What somebody asks to play, read kindly from what they wrote in any of our languages."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from bot.computer import Level
from bot.game import Preset
from bot.words.catalogue import LANGUAGES, words
from bot.words.levels import level_name
from bot.words.options import preset_name

__all__ = ["NotUnderstood", "Wish", "plain", "said_back", "wish_of"]

_ALSO: Mapping[Preset, str] = {
    Preset.BRISCA: "la brisca",
    Preset.CHIAMATA: (
        "chiamata, a chiamata, briscola chiamata, briscola a chiamata, briscola called, called briscola, "
        "briscola in cinque, in cinque, bastarda, briscola bastarda"
    ),
    Preset.APERTA: "aperta, briscola aperta, scoperta, briscola scoperta, aberta, briscola aberta, open briscola",
    Preset.BISCA3: "bisca com tres, bisca con i tre, bisca with threes",
}
"""Further names under which people know the games."""
_COMPUTER = """
    bot bots comp computador computadores computer computers cpu macchina maquina ordenador pc robot te ti you
"""
COMPUTER = "computer"
"""The computer, at no level that was named."""
_WATCH = """
    watch watching look see spectate guarda guardare assisto assistere vedi vedere ver veo veja assistir olhar mirar
"""
_LEVELS_ALSO: Mapping[Level, str] = {
    Level.EASY: "facile facil beginner principiante iniciante debole fraco simple semplice simples",
    Level.NORMAL: "normale medium medio average",
    Level.HARD: "difficile dificil strong forte difficult expert esperto experto perito",
}
"""Further names under which people ask for a level."""
_NUMBERS: Mapping[str, int] = {
    word: number
    for number, names in {
        2: "two due dois duas dos",
        3: "three tre tres",
        4: "four quattro quatro cuatro",
        5: "five cinque cinco",
        6: "six sei seis",
    }.items()
    for word in names.split()
}
_SMALL_TALK = """
    a against and at com con contra contro da de di do e em en entre favor favore faz for game giocatori gioco gli i
    il in jogadores jogo jugadores la match me o of one os para partida partita people per perfavore persone persons
    pessoas players please por prego se the tra um un una uno versus vs with x y
"""
"""Words that say nothing about the game."""
LONGEST = 4
"""So many words a name has at most."""
SHOWN = 24
"""So much of a word that is not understood is said back."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as somebody wants it; what they did not say is empty or 0."""

    opponent: str = ""
    """A level of the computer, or `computer` for the one that the person chose last."""
    preset: str = ""
    players: int = 0
    watch: bool = False
    """Only computers play."""

    @property
    def rules(self) -> dict[str, object] | None:
        """The part of the rules in JSON form that was asked for; None when nothing was."""
        said: dict[str, object] = {"preset": self.preset} if self.preset else {}
        return said | ({"players": self.players} if self.players else {}) or None


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """This word means nothing to us, or contradicts an earlier one."""

    word: str
    """Letters and digits only (or a number), so that saying it back calls nobody and links nowhere."""
    another_level: bool = False
    """It is a level, and another one stands before it."""


def wish_of(text: str) -> Wish | NotUnderstood:
    """The wish in what follows a command: a game, a number of players, the computer, in any order."""
    wish, left = Wish(), text.split()
    while left:
        for read in (_game, _level, _computer, _watch, _number, _talk):
            if (found := read(wish, left)) is not None:
                wish, left = found
                break
        else:
            return NotUnderstood(said_back(left[0]), another_level=plain(left[0]) in _levels())
    return _five(wish)


Read = tuple[Wish, list[str]] | None
"""The wish with what was read, and the words after it; None when it is something else."""


def _game(wish: Wish, left: list[str]) -> Read:
    if wish.preset:
        return None
    for length in range(min(LONGEST, len(left)), 0, -1):
        if preset := _games().get(" ".join(map(plain, left[:length]))):
            return replace(wish, preset=preset), left[length:]
    return None


def _level(wish: Wish, left: list[str]) -> Read:
    level = _levels().get(plain(left[0]))
    if level is None or wish.opponent not in ("", COMPUTER, level):
        return None
    return replace(wish, opponent=level), left[1:]


def _computer(wish: Wish, left: list[str]) -> Read:
    if plain(left[0]) not in _COMPUTER.split():
        return None
    return replace(wish, opponent=wish.opponent or COMPUTER), left[1:]


def _watch(wish: Wish, left: list[str]) -> Read:
    return (replace(wish, watch=True), left[1:]) if plain(left[0]) in _WATCH.split() else None


def _number(wish: Wish, left: list[str]) -> Read:
    number = _value(plain(left[0]))
    if not number or wish.players:
        return None
    return replace(wish, players=number), left[1:]


def _value(word: str) -> int:
    """A number of players, whether it can be or not; 0 for what is none."""
    if word.isdecimal() and len(word) <= 2:
        return int(word)
    return _NUMBERS.get(word, 0)


def _talk(wish: Wish, left: list[str]) -> Read:
    word = plain(left[0])
    return (wish, left[1:]) if word in _SMALL_TALK.split() or not word else None


def _five(wish: Wish) -> Wish:
    """Briscola by five is the one with the call, as everybody knows who plays it."""
    if wish.players == 5 and wish.preset in ("", Preset.BRISCOLA):
        return replace(wish, preset=Preset.CHIAMATA.value)
    return wish


@cache
def _games() -> Mapping[str, str]:
    """By plain name, the game."""
    return {plain(name): preset.value for preset in Preset for name in _names(preset)}


def _names(preset: Preset) -> Iterator[str]:
    yield from filter(None, _ALSO.get(preset, "").split(", "))
    for language in LANGUAGES:
        yield preset_name(words(language), preset)
    yield preset.value


@cache
def _levels() -> Mapping[str, str]:
    return {
        plain(name): level.value
        for level in Level
        for name in (
            level.value,
            *_LEVELS_ALSO[level].split(),
            *(level_name(words(language), level) for language in LANGUAGES),
        )
    }


def plain(word: str) -> str:
    """The word without accents, capitals and signs around it, its digits the usual ones."""
    taken_apart = unicodedata.normalize("NFKD", word.casefold())
    kept = "".join(sign for sign in taken_apart if not unicodedata.combining(sign))
    return kept.strip(".,;:!?-–—()\"'“”«»").strip()


def said_back(word: str) -> str:
    """The word as it may be said back: letters and digits only (or a number), and not too many."""
    kept = "" if any(map(str.isalpha, word)) else ".,"
    said = "".join(sign for sign in word if sign.isalnum() or sign in kept)
    return (said or "…") if len(said) <= SHOWN else said[: SHOWN - 1] + "…"
