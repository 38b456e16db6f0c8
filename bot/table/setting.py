"""One option of a table's rules set by a word, as buttons and journals name it."""

import re
from collections.abc import Mapping
from enum import Enum

from bot.game import Preset, Rules, RulesError, ToDeals, ToPoints, ToWins
from bot.game.options import OPTIONS
from bot.game.presets import players_of

__all__ = ["rules_after", "value_of"]

_LENGTH = re.compile("(wins|points|deals)([1-9][0-9]{0,11})")
_NUMBERS = ("players", "hand")


def value_of(rules: Rules, option: str) -> str:
    """The word for what an option is now: ``seven``, ``wins3``, ``60``; KeyError if there is no such option."""
    if option not in OPTIONS:
        raise KeyError(option)
    match option:
        case "preset":
            return rules.game.value
        case "match":
            return _length_word(rules)
        case "clock":
            return "none" if rules.clock is None else str(rules.clock)
        case _:
            value: object = getattr(rules, option)
            return str(value.value if isinstance(value, Enum) else value)


def _length_word(rules: Rules) -> str:
    match rules.match:
        case ToWins(wins):
            return f"wins{wins}"
        case ToPoints(points):
            return f"points{points}"
        case ToDeals(deals):
            return f"deals{deals}"


def rules_after(rules: Rules, option: str, value: str, *, people: int = 0) -> Rules:
    """The rules with this option set; RulesError says why it cannot be so.

    Another game, or another number of players, keeps what was set before where it leaves the rest as usual there.
    A game that is not played by as many as now is played by the fewest who leave nobody of the `people` without a
    seat.
    """
    have = rules.to_json()
    match option:
        case "preset":
            return _kept({"preset": value, "players": _players(value, rules.players, people)}, have)
        case "players":
            return _kept({"preset": have["preset"], "players": _number(value)}, have)
        case _:
            return Rules.from_json({**have, option: _json(option, value)})


def _players(game: str, now: int, people: int) -> int:
    """By how many a game is played where so many seats are, and so many people sit there."""
    fitting = players_of(Preset(game)) if game in tuple(Preset) else (now,)
    return now if now in fitting else next((number for number in fitting if number >= people), fitting[0])


def _kept(game: Mapping[str, object], have: Mapping[str, object]) -> Rules:
    """The usual rules of a game with those options set before that change nothing else in it."""
    rules = Rules.from_json(game)
    for option, value in have.items():
        if option not in game:
            rules = _with(rules, option, value)
    return rules


def _with(rules: Rules, option: str, value: object) -> Rules:
    """The rules with one more option; as they are if it cannot be so, or would change another."""
    have = {name: one for name, one in rules.to_json().items() if name != option}
    try:
        changed = Rules.from_json({**have, option: value})
    except RulesError:
        return rules
    others = {name: one for name, one in changed.to_json().items() if name != option}
    return changed if others == have else rules


def _json(option: str, value: str) -> object:
    """The value in the JSON form of rules; what is no such value is left for the rules to refuse."""
    if option == "match" and (found := _LENGTH.fullmatch(value)):
        return {found[1]: int(found[2])}
    if option in _NUMBERS or (option == "clock" and value != "none"):
        return _number(value)
    return value


def _number(value: str) -> object:
    return int(value) if re.fullmatch("[1-9][0-9]{0,4}", value) else value
