"""The computer's levels by name."""

from bot.computer import Level
from bot.words.catalogue import N_, Words

__all__ = ["level_name"]

_LEVELS = {Level.EASY: N_("easy"), Level.NORMAL: N_("normal"), Level.HARD: N_("hard")}


def level_name(words: Words, level: Level) -> str:
    """What a level is called."""
    return words.say(_LEVELS[level])
