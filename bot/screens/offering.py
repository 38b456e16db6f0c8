"""Which games and options a table can still choose, and which values are worth a button."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.game import Fault, Preset, Rules, RulesError, ToDeals, ToWins
from bot.game.options import CHOICES, Exchanging, Removed, Switch
from bot.game.presets import players_of
from bot.table import Table
from bot.table.setting import rules_after, value_of

__all__ = ["Clash", "clashes", "games_for", "numbers_for", "offered", "pages"]

_FIRST = (
    "match",
    "tie",
    "sides",
    "signs",
    "exchange",
    "exchange_window",
    "after_two",
    "blind_first_trick",
    "cappotto",
    "clock",
)
"""What people change most, in the order of a menu."""
_SECOND = (
    "hand",
    "removed",
    "two_of",
    "ranking",
    "trump",
    "stock_top",
    "open_hands",
    "partners_look",
    "show_points",
)
PAGE = 8
"""How many options a note has room for."""

_CLOCKS = ("15", "30", "60", "180", "600", "3600", "86400", "none")
_LENGTHS = ("wins1", "wins2", "wins3", "wins5", "points100", "points200", "points300", "points500")
_LENGTHS_OF_FIVE = ("deals5", "deals10", "deals15", "deals20")

Clash = tuple[str, RulesError]
"""A value, and what keeps it from being chosen now."""


def games_for(table: Table) -> Sequence[Preset]:
    """The games in which everybody at the table has a seat."""
    return [game for game in Preset if max(players_of(game)) >= len(table.people)]


def numbers_for(table: Table) -> Sequence[int]:
    """The numbers of players that the game can have with everybody at the table; none where there is no choice."""
    fitting = players_of(table.rules.game)
    return [number for number in fitting if number >= len(table.people)] if len(fitting) > 1 else []


@lru_cache(maxsize=256)  # each page tries every value of every option
def pages(rules: Rules) -> Sequence[Sequence[str]]:
    """The options about which there is something to choose, as many together as a note has room for."""
    first, second = ([one for one in group if _matters(rules, one)] for group in (_FIRST, _SECOND))
    return [first + second] if len(first + second) <= PAGE else [first, second]


def offered(rules: Rules, option: str) -> Sequence[str]:
    """The values that an option can have now, the present one among them."""
    present = value_of(rules, option)
    values = [value for value in _values(rules, option) if _fault_of(rules, option, value) is None]
    return values if present in values else [present, *values]


def clashes(rules: Rules, option: str) -> Iterator[Clash]:
    """The values that some other option, which was set, keeps from being chosen."""
    for value in _values(rules, option):
        fault = _fault_of(rules, option, value)
        if fault is not None and _lies_with_another(fault, option):
            yield value, fault


def _lies_with_another(fault: RulesError, option: str) -> bool:
    """Whether the value could be chosen if another option were otherwise: signs keep all from playing alone."""
    return fault.key is Fault.CLASH or (fault.key is Fault.NO_PARTNERS and fault.fields["option"] != option)


def _matters(rules: Rules, option: str) -> bool:
    """Whether there is a choice, and it makes a difference under the other rules."""
    apart = len(rules.side_seats) < rules.players
    match option:
        case "signs":
            matters = apart
        case "partners_look":
            matters = apart and rules.open_hands is Switch.OFF
        case "exchange_window":
            matters = rules.exchange is not Exchanging.OFF
        case "two_of":
            matters = rules.removed is Removed.ONE_TWO
        case "cappotto":
            matters = isinstance(rules.match, ToDeals) or (
                isinstance(rules.match, ToWins) and rules.match.wins > 1
            )
        case _:
            matters = True
    return matters and (len(offered(rules, option)) > 1 or any(clashes(rules, option)))


def _values(rules: Rules, option: str) -> Sequence[str]:
    match option:
        case "clock":
            return _CLOCKS
        case "match":
            return _LENGTHS_OF_FIVE if rules.game is Preset.CHIAMATA else _LENGTHS
        case "hand":
            return tuple(str(number) for number in range(1, len(rules.cards) // rules.players))
        case _:
            return CHOICES.get(option, ())


def _fault_of(rules: Rules, option: str, value: str) -> RulesError | None:
    try:
        rules_after(rules, option, value)
    except RulesError as fault:
        return fault
    return None
