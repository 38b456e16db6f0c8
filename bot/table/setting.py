"""One option of a table's rules set by a word, as buttons and journals name it."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum

from bot.game import Preset, Rules, RulesError, ToDeals, ToPoints, ToWins
from bot.game.options import OPTIONS
from bot.game.presets import players_of

__all__ = ["rules_after", "value_of"]

_LENGTH = re.compile("(wins|points|deals)([1-9][0-9]{0,3})")
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

    Another game, or another number of players, keeps what was set before as far as it applies there. A game that
    is not played by as many as now is played by the fewest who leave nobody of the `people` without a seat.
    """
    have = rules.to_json()
    match option:
        case "preset":
            return _game_after(have, value, people)
        case "players":
            return _settled({**have, "players": _number(value)}, kept=("preset", "players"))
        case _:
            return Rules.from_json({**have, option: _json(option, value)})


def _game_after(have: Mapping[str, object], game: str, people: int) -> Rules:
    """The usual rules of another game, for as many players as now if it can be, on the clock of before."""
    if game not in tuple(Preset):
        return Rules.from_json({**have, "preset": game})
    fitting: Sequence[int] = players_of(Preset(game))
    enough = [number for number in fitting if number >= people] or fitting
    players = have["players"] if have["players"] in fitting else enough[0]
    clock = {"clock": have["clock"]} if "clock" in have else {}
    return Rules.from_json({"preset": game, "players": players, **clock})


def _settled(wanted: Mapping[str, object], kept: Sequence[str]) -> Rules:
    """The rules wanted, without those options that cannot be so any more."""
    settled = {name: wanted[name] for name in kept}
    rules = Rules.from_json(settled)
    for name, value in wanted.items():
        if name in settled:
            continue
        try:
            rules = Rules.from_json({**settled, name: value})
        except RulesError:
            continue
        settled[name] = value
    return rules


def _json(option: str, value: str) -> object:
    """The value in the JSON form of rules; what is no such value is left for the rules to refuse."""
    if option == "match" and (found := _LENGTH.fullmatch(value)):
        return {found[1]: int(found[2])}
    if option in _NUMBERS or (option == "clock" and value != "none"):
        return _number(value)
    return value


def _number(value: str) -> object:
    return int(value) if re.fullmatch("[1-9][0-9]{0,4}", value) else value
