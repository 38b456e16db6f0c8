"""A person's matches, counted."""

from dataclasses import dataclass

__all__ = ["Tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches won, lost and drawn by one person."""

    name: str
    won: int
    lost: int
    drawn: int

    @property
    def played(self) -> int:
        """All matches that have a result."""
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> int:
        """Wins and half the draws, in percent of the matches played; 0 for none."""
        return round(100 * (self.won + self.drawn / 2) / self.played) if self.played else 0
