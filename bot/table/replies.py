"""What a table answers: expected answers are values."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.game import Fault, Refusal, RulesError

if TYPE_CHECKING:
    from bot.table.acts import Act
    from bot.table.table import Table

__all__ = ["Accepted", "Duplicate", "Reason", "Refused", "Reply", "Stale", "accept", "clashing"]


class Reason(StrEnum):
    """Why a table refuses, besides the reasons that the cards have (`bot.game.Refusal`)."""

    NOT_SEATED = "not_seated"
    """Only those who sit at the table may do that."""
    SEAT_TAKEN = "seat_taken"
    """Somebody else sits there."""
    NO_SUCH_SEAT = "no_such_seat"
    """The table has fewer seats."""
    SEATS_FREE = "seats_free"
    """Every seat must be taken before the first deal."""
    ONLY_HOST = "only_host"
    """The host of the table does that."""
    ALREADY_STARTED = "already_started"
    """The cards are dealt; seats no longer change."""
    NOT_STARTED = "not_started"
    """There are no cards yet."""
    OFFER_OVER = "offer_over"
    """The time for a rematch is over."""
    NO_REMATCH = "no_rematch"
    """A table that was ended before its result has no rematch."""
    TOO_MANY_SEATED = "too_many_seated"
    """More people sit at the table than would have a seat."""
    STILL_HERE = "still_here"
    """Nobody takes the seat of somebody who is there."""
    ONLY_ALONE = "only_alone"
    """Only somebody who is alone with computers does that."""
    TOO_MANY_DEALS = "too_many_deals"
    """So many deals were begun that no more of them are abandoned."""
    TOO_LONG = "too_long"
    """Computers alone play no match that hardly ends."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """It is done: the table as it is now, and the act as the journal keeps it."""

    table: "Table"
    act: "Act"


@dataclass(frozen=True, slots=True)
class Duplicate:
    """It was done already; saying it again changes nothing."""


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on since the button was made."""


@dataclass(frozen=True, slots=True)
class Refused:
    """It may not be done, and nothing has changed."""

    reason: Reason | Refusal | Fault
    fields: tuple[tuple[str, str], ...] = ()
    """What the sentence of a `Fault` names: the option, its value, the choices."""


Reply = Accepted | Duplicate | Stale | Refused


def accept(table: "Table", act: "Act") -> Accepted:
    """The act is done: `table` is how it stands then, but for the journal, which is one line longer."""
    return Accepted(replace(table, seq=table.seq + 1), act)


def clashing(error: RulesError) -> Refused:
    """The refusal of rules that cannot be so."""
    return Refused(error.key, tuple(error.fields.items()))
