"""What the people at a table are called, on screens of any language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bot.game import Rules
from bot.pictures import drawable_name
from bot.pictures.names import shortened
from bot.screens.fitting import held
from bot.table import Computer, Leaver, Occupant, Person, Table
from bot.words import Words
from bot.words.levels import level_name

__all__ = ["Names", "in_row", "shown_name", "side_letter"]

LONGEST = 24
"""Letters of a name that a table for two has room for."""
LONGEST_OF_MANY = 16
"""Letters of a name at a table for more."""
SHORT, LONGEST_SHORT = 10, 14
"""Beside the score of a match for two a name of more letters than the first is its first word, cut at the second."""
INITIALS = 3
"""So few letters are no first name: Dr., La, J."""


def _room(longest: int) -> int:
    """Room for a name in UTF-16 units: one letter may be an emoji of a dozen."""
    return longest * 5 // 3


@lru_cache(4096)
def shown_name(raw: str, longest: int = LONGEST) -> str:
    """The name as it may stand anywhere; empty when nothing of it can be seen."""
    return held(drawable_name(raw, longest), _room(longest))


def _followed(name: str, number: str, longest: int) -> str:
    """The name with its number, in the room of a name: what has no room goes from the end of the name."""
    return held(shortened(name, longest - len(number)), _room(longest) - len(number)) + number


@dataclass(frozen=True, slots=True)
class Names:
    """The names at one table, in one language: people as they call themselves, made harmless."""

    table: Table
    given: Mapping[str, str]
    """By player key, the name as the platform gave it."""
    words: Words
    all: tuple[str, ...] = field(init=False)
    """By seat, what its occupant is called; of equal names at one table all but the first have a number.

    A computer is called by its seat and those who have left keep their names, so that nobody's changes when one goes.
    """
    left: Mapping[int, str] = field(init=False)
    """By seat, what somebody was called who has left it."""

    def __post_init__(self) -> None:
        taken, found, left = self._reserved(), list[str](), dict[int, str]()
        leavers = {one.seat: one for one in self.table.leavers}
        for seat, occupant in enumerate(self.table.seats):
            if seat in leavers:
                left[seat] = self._unlike(taken, self._person(leavers[seat].key, seat))
                taken.append(left[seat])
            found.append(self._of_occupant(occupant, seat, taken))
            taken.append(found[-1])
        object.__setattr__(self, "all", tuple(found))
        object.__setattr__(self, "left", left)

    def of_seat(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.all[seat]

    def _unlike(self, taken: Sequence[str], wanted: str) -> str:
        """The name wanted, with the first number that nobody else has if it is taken."""
        name, number = wanted, 1
        while name and name in taken:
            number += 1
            name = _followed(wanted, f" ({number})", self._longest)
        return name

    @property
    def _longest(self) -> int:
        return LONGEST if len(self.table.seats) == 2 else LONGEST_OF_MANY

    def _reserved(self) -> list[str]:
        """The names that only computers have here: of every seat they might still take, and by two of those there."""
        if len(self.table.seats) > 2:
            return [self._by_number(seat) for seat in range(len(self.table.seats))]
        return [self._by_level(one) for one in self.table.seats if isinstance(one, Computer)]

    def _of_occupant(self, occupant: Occupant, seat: int, taken: Sequence[str]) -> str:
        match occupant:
            case Person(key=key):
                return self._unlike(taken, self._person(key, seat))
            case Computer() if len(self.table.seats) > 2:
                return self._by_number(seat)
            case Computer():
                return self._by_level(occupant)
            case None:
                return ""

    def _by_number(self, seat: int) -> str:
        return self.words.say("Computer {n}", n=seat + 1)

    def _by_level(self, computer: Computer) -> str:
        return self.words.say("Computer ({level})", level=level_name(self.words, computer.level))

    def _person(self, key: str, seat: int) -> str:
        """The name as it is where nobody else has it."""
        return shown_name(self.given.get(key, ""), self._longest) or self._nameless(seat)

    def _nameless(self, seat: int) -> str:
        return self.words.say("Player {n}", n=seat + 1)

    def of_key(self, key: str) -> str:
        """The name of a person by key; empty for nobody."""
        seat = self.table.seat_of(key)
        if seat is not None:
            return self.of_seat(seat)
        return shown_name(self.given.get(key, ""), self._longest) or (key and self.words.say("somebody"))

    def of_leaver(self, leaver: Leaver) -> str:
        """The name of somebody who has left a seat of this table."""
        return self.left[leaver.seat]

    def of_seats(self, seats: Iterable[int]) -> str:
        """The names of several seats that play together."""
        return " + ".join(self.all[seat] for seat in seats)

    def of_side(self, side: int) -> str:
        """The names of those who score together."""
        return self.of_seats(self.table.rules.side_seats[side])

    def short_of_side(self, side: int) -> str:
        """As `of_side`, by two in less room where they can still be told apart."""
        if len(self.table.seats) > 2:
            return self.of_side(side)
        short = [self._short(seat) for seat in (0, 1)]
        return self.of_side(side) if short[0] == short[1] else short[side]

    def _short(self, seat: int) -> str:
        if isinstance(self.table.seats[seat], Computer):
            return self.words.say("Computer")
        name = self.all[seat]
        first = name.split()[0]
        shown = first if len(name) > SHORT and len(first) > INITIALS else name
        return held(shortened(shown, LONGEST_SHORT), _room(LONGEST_SHORT))


def in_row(names: Iterable[str], said: Iterable[object]) -> str:
    """Names, each with what belongs to it: Anna 61, Bruno 59. Where one ends in a digit: Computer 2: 61, Bruno: 59."""
    pairs = list(zip(names, said, strict=True))
    between = ": " if any(name[-1:].isdigit() for name, _ in pairs) else " "
    return ", ".join(f"{name}{between}{one}" for name, one in pairs)


def side_letter(rules: Rules, seat: int) -> str | None:
    """The letter of a seat's side, where several seats score together by the rules."""
    side = rules.side_of(seat)
    return "AB"[side] if len(rules.side_seats) < rules.players else None
