"""What the people at a table are called, on screens of any language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.pictures import drawable_name
from bot.pictures.names import shortened
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


def _followed(name: str, number: str) -> str:
    """The name with its number, in the room of a name: what has no room goes from the end of the name."""
    return held(shortened(name, LONGEST - len(number)), ROOM - len(number)) + number


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
        """The name of this occupant of a seat. Of equal names at one table all but the first have a number."""
        name = wanted = self._alone(occupant, seat)
        taken = {self.of_seat(other) for other in range(seat)}
        number = 1
        while name and name in taken:
            number += 1
            name = _followed(wanted, f" ({number})")
        return name

    def _alone(self, occupant: Occupant, seat: int) -> str:
        """The name as it is where nobody else has it."""
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
