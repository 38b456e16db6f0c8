"""The options of a table: their names, and what each may be set to."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias

from bot.game.cards import Ranking, Suit
from bot.game.faults import Fault, RulesError
from bot.game.outside import is_whole, quoted


class Removed(StrEnum):
    """Which cards are taken out before shuffling, so that the deck comes out even."""

    NONE = "none"
    """None: 40 cards."""
    ONE_TWO = "one_two"
    """One two, that of `two_of`: 39 cards."""
    FOUR_TWOS = "four_twos"
    """All twos: 36 cards."""


class Trump(StrEnum):
    """Where the trump comes from."""

    TURNED = "turned"
    """The card turned up after dealing names it."""
    NONE = "none"
    """There is none: the highest card of the suit led takes the trick."""
    CALLED = "called"
    """The declarer of the auction calls it."""


class StockTop(StrEnum):
    """How the stock lies."""

    HIDDEN = "hidden"
    """Face down."""
    OPEN = "open"
    """Its top card face up, turned before the next seat draws."""


class Sides(StrEnum):
    """Who scores together."""

    ALONE = "alone"
    """Everyone for themselves."""
    PAIRS = "pairs"
    """Those who sit opposite: 0 and 2 against 1 and 3."""
    TRIOS = "trios"
    """Those who sit alternately: 0, 2 and 4 against 1, 3 and 5."""


class Tie(StrEnum):
    """What a tie at the top of a deal means."""

    DRAW = "draw"
    """It stands: a match to one win ends drawn, a longer one gains nothing and the deal passes on."""
    REPLAY = "replay"
    """It counts for nobody; the same dealer deals again until there is a winner."""


class Exchanging(StrEnum):
    """What the turned card may be exchanged for."""

    OFF = "off"
    """Nothing."""
    SEVEN_AND_TWO = "seven_and_two"
    """The seven of trump takes an honour, the two of trump a 4, 5, 6 or 7."""
    SEVEN = "seven"
    """Only the seven of trump, when the turned card is an honour."""


class ExchangeWindow(StrEnum):
    """When a seat on turn may exchange."""

    ON_LEAD = "on_lead"
    """When about to lead, after its side has won a trick."""
    ANY_OWN_TURN = "any_own_turn"
    """On any turn of its own, after its side has won a trick."""
    FREE = "free"
    """On any turn of its own."""
    BEFORE_FIRST_TRICK = "before_first_trick"
    """On its first turn only."""


class PartnersLook(StrEnum):
    """Whether partners look at each other's cards."""

    AT_END = "at_end"
    """Once the stock is empty."""
    OFF = "off"
    """Never."""


class Signs(StrEnum):
    """Whether partners may make signs, and who sees them."""

    OFF = "off"
    """No signs."""
    TABLE = "table"
    """Everyone sees them."""
    PARTNER = "partner"
    """Only the partners see them."""


class Switch(StrEnum):
    """Off or on."""

    OFF = "off"
    """As usual."""
    ON = "on"
    """As the option says."""


class Cappotto(StrEnum):
    """What taking all 120 points is worth."""

    NONE = "none"
    """No more than any win."""
    DOUBLE = "double"
    """Twice the score."""


class ShowPoints(StrEnum):
    """When the points taken are said."""

    END = "end"
    """When the deal is over: counting from memory is part of the game."""
    ALWAYS = "always"
    """At every moment."""


class AfterTwo(StrEnum):
    """How an auction goes on once the two has been bid."""

    RAISE = "raise"
    """By points, from 62 to 120."""
    STOP = "stop"
    """Not at all."""


@dataclass(frozen=True, slots=True)
class ToWins:
    """A match that goes to the first side with this many deals won."""

    wins: int = 1

    def __post_init__(self) -> None:
        if not is_whole(self.wins) or self.wins not in (1, 2, 3, 5):
            raise RulesError(Fault.MATCH, value=f"{quoted(self.wins)} wins")


@dataclass(frozen=True, slots=True)
class ToPoints:
    """A match in which all points are added up, over after the deal in which a side has this many."""

    points: int

    def __post_init__(self) -> None:
        if not is_whole(self.points) or self.points < 1:
            raise RulesError(Fault.MATCH, value=f"{quoted(self.points)} points")


@dataclass(frozen=True, slots=True)
class ToDeals:
    """A match of so many deals, in which everyone deals equally often: that of chiamata."""

    deals: int = 10

    def __post_init__(self) -> None:
        if not is_whole(self.deals) or self.deals < 1 or self.deals % 5:
            raise RulesError(Fault.MATCH, value=f"{quoted(self.deals)} deals")


MatchLength: TypeAlias = ToWins | ToPoints | ToDeals
"""How long a match is."""

CLOCK_RANGE = range(15, 24 * 60 * 60 + 1)
"""The seconds that a turn may be given."""

KINDS: Mapping[str, type[Enum]] = {
    "removed": Removed,
    "two_of": Suit,
    "ranking": Ranking,
    "trump": Trump,
    "stock_top": StockTop,
    "sides": Sides,
    "tie": Tie,
    "exchange": Exchanging,
    "exchange_window": ExchangeWindow,
    "partners_look": PartnersLook,
    "signs": Signs,
    "open_hands": Switch,
    "cappotto": Cappotto,
    "show_points": ShowPoints,
    "after_two": AfterTwo,
    "blind_first_trick": Switch,
}
"""The options whose values are words."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    **{option: tuple(str(one.value) for one in kind) for option, kind in KINDS.items()},
    "two_of": ("c", "d", "s", "b"),
}
"""Their words, the default of briscola for two first."""

OPTIONS = ("preset", "players", "hand", "match", "clock", *CHOICES)
"""All that the JSON form of rules may name."""
