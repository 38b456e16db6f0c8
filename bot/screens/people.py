"""What the people at a table are called, on screens of any language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.pictures import drawable_name
from bot.screens.fitting import held
from bot.table import Computer, Occupant, Person, Table
from bot.words import Words
from bot.words.levels import level_name

__all__ = ["Names", "shown_name"]

LONGEST = 24
"""Letters of a name that a table has room for."""
ROOM = 40
"""Room for a name in UTF-16 units: one letter may be an emoji of a dozen."""


@lru_cache(4096)
def shown_name(raw: str) -> str:
    """The name as it may stand anywhere; empty when nothing of it can be seen."""
    return held(drawable_name(raw, LONGEST), ROOM)


@dataclass(frozen=True, slots=True)
class Names:
    """The names at one table, in one language: people as they call themselves, made harmless."""

    table: Table
    given: Mapping[str, str]
    """By player key, the name as the platform gave it."""
    words: Words

    def of_seat(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.of(self.table.seats[seat], seat)

    def of(self, occupant: Occupant, seat: int) -> str:
        """The name of this occupant of a seat."""
        match occupant:
            case Person(key=key):
                return shown_name(self.given.get(key, "")) or self.words.say("Player {n}", n=seat + 1)
            case Computer(level=level):
                return self.words.say("Computer ({level})", level=level_name(self.words, level))
            case None:
                return ""

    def of_key(self, key: str) -> str:
        """The name of a person by key; empty for nobody."""
        seat = self.table.seat_of(key)
        if seat is not None:
            return self.of_seat(seat)
        return shown_name(self.given.get(key, ""))

    def of_side(self, side: int) -> str:
        """The names of those who score together."""
        return " + ".join(self.of_seat(seat) for seat in self.table.rules.side_seats[side])
