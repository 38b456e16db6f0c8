"""What an adapter says back to the person who pressed or asked."""

from dataclasses import dataclass
from enum import StrEnum

from bot.screens.types import File, HandScreen, NoteScreen

__all__ = ["Answer", "Outcome"]


class Outcome(StrEnum):
    """What became of a press."""

    ACCEPTED = "accepted"
    """It counts, and is committed."""
    DUPLICATE = "duplicate"
    """It had counted already; nothing to say."""
    STALE = "stale"
    """The table has moved on; a private word and a fresh screen."""
    REFUSED = "refused"
    """It may not be done; `words` says why."""
    SHOWN = "shown"
    """A question, answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, for the eyes of the person who asked.

    `words` is a short sentence (at most 200 characters, so that it fits an alert) or empty. `hand` is the
    person's own hand as it is now, where they have one and should see it again. `note` holds nothing
    hidden; where a platform has no private place it may be shown to all.
    """

    outcome: Outcome
    words: str = ""
    hand: HandScreen | None = None
    note: NoteScreen | None = None
    file: File | None = None
    """A file that the person asked for; it holds nothing hidden."""
    table: str = ""
    """The table it was about."""
    orphan: bool = False
    """The public message pressed is not the table's (any more): the adapter takes its buttons away."""
