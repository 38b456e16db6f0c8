"""Who sits where: a person, a computer player, or nobody yet."""

from dataclasses import dataclass, replace

from bot.computer import Level

__all__ = ["CLOCK", "COMPUTER", "Computer", "Occupant", "Person"]

CLOCK = "clock"
"""The actor of what happens because time has passed."""
COMPUTER = "cpu"
"""The actor of what a computer player does."""

MISSED_UNTIL_AWAY = 3
"""So many turns in a row left to the clock, and the computer holds the seat until its person comes back."""


@dataclass(frozen=True, slots=True)
class Person:
    """A seat taken by a person, known here by an opaque key."""

    key: str
    missed: int = 0
    """Turns in a row that the clock has played for them."""

    @property
    def away(self) -> bool:
        """Whether the computer holds the seat for them."""
        return self.missed >= MISSED_UNTIL_AWAY

    def present(self) -> "Person":
        """The same person, seen to be there."""
        return replace(self, missed=0) if self.missed else self

    def absent(self) -> "Person":
        """The same person, having let one more turn go by."""
        return replace(self, missed=self.missed + 1)


@dataclass(frozen=True, slots=True)
class Computer:
    """A seat taken by a computer player."""

    level: Level

    @property
    def key(self) -> str:
        """What stands for it in shuffles and results."""
        return f"cpu:{self.level}"


Occupant = Person | Computer | None
