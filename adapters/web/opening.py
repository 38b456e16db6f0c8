"""The form that opens a table: the games, by how many, and what each option may be beside what is chosen."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from adapters.web.scenes import Json
from bot.game import Preset, Rules, RulesError
from bot.game.options import CHOICES, OPTIONS, Exchanging
from bot.game.presets import players_of
from bot.table.setting import rules_after, value_of
from bot.words import Words
from bot.words.ruling import option_name, preset_name, rules_summary, value_name

__all__ = ["form_json", "rules_wished"]

_NUMBERS: Mapping[str, Sequence[str]] = {
    "hand": tuple(str(cards) for cards in range(2, 11)),
    "match": (
        "wins1", "wins2", "wins3", "wins5",
        "points100", "points200", "points300", "points500",
        "deals5", "deals10", "deals15", "deals20",
    ),
    "clock": ("15", "30", "60", "180", "600", "3600", "86400", "none"),
}  # fmt: skip
"""What is offered where there are more values than anybody would read."""
_CHOSEN_FIRST = ("preset", "players")


def rules_wished(wish: Mapping[str, str]) -> Rules:
    """The rules nearest to a wish in the words of `set`; what cannot be so is left as usual."""
    game = next((one for one in Preset if one.value == wish.get("preset")), Preset.BRISCOLA)
    fitting = players_of(game)
    players = next((number for number in fitting if str(number) == wish.get("players")), fitting[0])
    rules = Rules.preset(game, players=players)
    for option in 2 * OPTIONS:  # twice, for one option may have to wait for another
        if option in wish and option not in _CHOSEN_FIRST:
            rules = _set(rules, option, wish[option]) or rules
    return rules


def _set(rules: Rules, option: str, value: str) -> Rules | None:
    """The rules with this option so; None where that cannot be."""
    try:
        return rules_after(rules, option, value)
    except RulesError:
        return None


def form_json(wish: Mapping[str, str], words: Words) -> Mapping[str, Json]:
    """The form as it stands after a wish, and the rules that it would open a table with."""
    rules = rules_wished(wish)
    return {
        "games": [{"value": one.value, "label": preset_name(words, one)} for one in Preset],
        "gamesLabel": option_name(words, "preset"),
        "preset": rules.game.value,
        "counts": [
            {"value": str(number), "label": value_name(words, "players", str(number))}
            for number in players_of(rules.game)
        ],
        "countsLabel": option_name(words, "players"),
        "players": str(rules.players),
        "options": list(_options(rules, words)),
        "summary": rules_summary(words, rules),
        "rules": cast("Json", rules.to_json()),  # whole: nothing is left to what was played last
    }


def _options(rules: Rules, words: Words) -> Iterator[Json]:
    """Those options that are left a choice by the others."""
    for option in OPTIONS:
        values = () if _is_idle(rules, option) else _values(rules, option)
        if len(values) > 1:
            yield {
                "name": option,
                "label": option_name(words, option),
                "value": value_of(rules, option),
                "values": [{"value": value, "label": value_name(words, option, value)} for value in values],
            }


def _is_idle(rules: Rules, option: str) -> bool:
    """Whether it is no option of the list, or changes nothing now."""
    return option in _CHOSEN_FIRST or (option == "exchange_window" and rules.exchange is Exchanging.OFF)


def _values(rules: Rules, option: str) -> Sequence[str]:
    now = value_of(rules, option)
    offered = _NUMBERS[option] if option in _NUMBERS else CHOICES[option]
    return [value for value in offered if value == now or _set(rules, option, value) is not None]
