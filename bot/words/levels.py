"""The computer's levels by name, and how well each plays."""

from bot.computer import Level
from bot.words.catalogue import N_, Words

__all__ = ["level_about", "level_name"]

_LEVELS = {Level.EASY: N_("easy"), Level.NORMAL: N_("normal"), Level.HARD: N_("hard")}
_ABOUT = {
    Level.EASY: N_("Easy: often plays what comes to hand, and wastes trumps."),
    Level.NORMAL: N_("Normal: plays like a sensible person who does not count cards."),
    Level.HARD: N_("Hard: remembers every card, and thinks ahead."),
}


def level_name(words: Words, level: Level) -> str:
    """What a level is called."""
    return words.say(_LEVELS[level])


def level_about(words: Words, level: Level) -> str:
    """How well a computer of this level plays, in a sentence."""
    return words.say(_ABOUT[level])
