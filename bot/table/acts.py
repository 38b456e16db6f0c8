"""What can be done at a table, each with its one text form.

The text stands in journals, and with hyphens for spaces in buttons and links:
``d1t5 play 3c`` is ``d1t5-play-3c`` there. An act states what shall be, never "the other way round".
"""

from dataclasses import dataclass

from bot.computer import Level
from bot.game import Move

__all__ = [
    "Abandon",
    "Act",
    "Anew",
    "Back",
    "ClearSeat",
    "End",
    "FillSeats",
    "Lapse",
    "Leave",
    "MakeMove",
    "NextDeal",
    "PlayPosition",
    "Rematch",
    "Resign",
    "SeatComputer",
    "SetRule",
    "Sit",
    "Start",
    "Step",
    "TimeUp",
    "Watch",
]


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """A seat's own moment in a deal of the match: ``d1b3`` its third bid, ``d1c`` its call, ``d1t5`` its card to trick 5."""

    deal: int
    """Which shuffle of the match, from 1."""
    moment: str
    """The seat's step as the deal names it (`Deal.step`): ``b3``, ``c`` or ``t5``."""

    @classmethod
    def at_trick(cls, deal: int, trick: int) -> "Step":
        """The moment of a card to this trick."""
        return cls(deal, f"t{trick}")

    @property
    def trick(self) -> int | None:
        """The number of the trick it plays to; None while the five bid and call."""
        return int(self.moment[1:]) if self.moment.startswith("t") else None

    def __str__(self) -> str:
        return f"d{self.deal}{self.moment}"


@dataclass(frozen=True, slots=True)
class Sit:
    """Take this seat."""

    seat: int

    def __str__(self) -> str:
        return f"sit {self.seat}"


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table; while cards are out, give up the match."""

    stand_in: Level | None = None
    """How well the computer plays that goes on in the seat; None for what is usual."""

    def __str__(self) -> str:
        return f"leave {self.stand_in}" if self.stand_in else "leave"


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """Let a computer player of this level have this seat."""

    seat: int
    level: Level

    def __str__(self) -> str:
        return f"seat {self.seat} {self.level}"


@dataclass(frozen=True, slots=True)
class ClearSeat:
    """Let this seat be free (a computer leaves it)."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} empty"


@dataclass(frozen=True, slots=True)
class FillSeats:
    """Let computer players of this level have all seats that are free."""

    level: Level

    def __str__(self) -> str:
        return f"fill {self.level}"


@dataclass(frozen=True, slots=True)
class Watch:
    """Let computers play among themselves: one of this level has every seat that is free or mine, and I look on."""

    level: Level

    def __str__(self) -> str:
        return f"watch {self.level}"


@dataclass(frozen=True, slots=True)
class SetRule:
    """Play with this option so: ``set exchange seven``, ``set match wins3``, ``set players 4``."""

    option: str
    """A key of the rules' JSON form."""
    value: str
    """A word for its value, as `bot.table.setting` reads it."""

    def __str__(self) -> str:
        return f"set {self.option} {self.value}"


@dataclass(frozen=True, slots=True)
class Start:
    """Deal the first cards."""

    def __str__(self) -> str:
        return "start"


@dataclass(frozen=True, slots=True)
class MakeMove:
    """A move at cards, made for this step."""

    step: Step
    move: Move

    def __str__(self) -> str:
        return f"{self.step} {self.move}"


@dataclass(frozen=True, slots=True)
class PlayPosition:
    """Play the card in this place (from 1) of the hand as it was at the start of the step.

    For buttons that everybody sees and that may name no card. Journals keep the card instead.
    """

    step: Step
    position: int

    def __str__(self) -> str:
        return f"{self.step} place {self.position}"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of this seat for this step is over: the computer makes one move for it."""

    step: Step
    seat: int
    move: Move

    def __str__(self) -> str:
        return f"{self.step} timeup {self.seat} {self.move}"


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Deal the shuffle of this number."""

    number: int

    def __str__(self) -> str:
        return f"deal {self.number}"


@dataclass(frozen=True, slots=True)
class Abandon:
    """Put the cards of this deal together, uncounted, and deal the next: alone with computers one may.

    With a `level` all computers at the table play so well from then on.
    """

    deal: int
    """The number of its shuffle."""
    level: Level | None = None

    def __str__(self) -> str:
        return f"abandon d{self.deal} {self.level}" if self.level else f"abandon d{self.deal}"


@dataclass(frozen=True, slots=True)
class Back:
    """Take the seat back from the computer that held it."""

    def __str__(self) -> str:
        return "back"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match."""

    stand_in: Level | None = None
    """As in `Leave`."""

    def __str__(self) -> str:
        return f"resign {self.stand_in}" if self.stand_in else "resign"


@dataclass(frozen=True, slots=True)
class End:
    """End the table: the host and a chat's admin at once, the others by majority."""

    admin: bool = False

    def __str__(self) -> str:
        return "end admin" if self.admin else "end"


@dataclass(frozen=True, slots=True)
class Rematch:
    """Agree to play the match again, the deal passed on."""

    def __str__(self) -> str:
        return "rematch"


@dataclass(frozen=True, slots=True)
class Anew:
    """Sit down again with the same people, to change the rules before the next match."""

    def __str__(self) -> str:
        return "anew"


@dataclass(frozen=True, slots=True)
class Lapse:
    """Nobody came: the lobby, or the offer of a rematch, closes."""

    def __str__(self) -> str:
        return "lapse"


Act = (
    Sit
    | Leave
    | SeatComputer
    | ClearSeat
    | FillSeats
    | Watch
    | SetRule
    | Start
    | MakeMove
    | PlayPosition
    | TimeUp
    | NextDeal
    | Abandon
    | Back
    | Resign
    | End
    | Rematch
    | Anew
    | Lapse
)
