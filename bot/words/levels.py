"""The computer's levels by name."""

from bot.computer import Level
from bot.words.catalogue import N_, Words

__all__ = ["level_name"]

_LEVELS = {Level.NORMAL: N_("normal")}


def level_name(words: Words, level: Level) -> str:
    """What a level is called."""
    return words.say(_LEVELS[level])
