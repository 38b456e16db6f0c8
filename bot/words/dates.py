"""Days as people write them shortly."""

from datetime import date

from babel.dates import format_skeleton

from bot.words.catalogue import Words

__all__ = ["short_day"]


def short_day(day: date, words: Words) -> str:
    """A day without its year: Oct 5, 5 ott, 5 de out."""
    return str(format_skeleton("MMMd", day, locale=words.language))
