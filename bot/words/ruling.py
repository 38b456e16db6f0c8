"""The rules of a table in words: in one line, and all of them."""

from bot.game import Rules
from bot.game.options import Exchanging
from bot.table.setting import value_of
from bot.words.catalogue import Words
from bot.words.faults import fault_sentence
from bot.words.options import option_name, preset_name, setting_name, value_name
from bot.words.rulebook import lines_of_rules

__all__ = [
    "fault_sentence",
    "option_name",
    "preset_name",
    "rules_lines",
    "rules_summary",
    "setting_name",
    "value_name",
]

MENTIONED = 4
"""How many unusual options one line names."""
BETWEEN = " · "
_TOLD_ANYWAY = ("preset", "players", "sides", "match")


def rules_summary(words: Words, rules: Rules) -> str:
    """One line: the game, the players and their sides, how long a match is, and what is not as usual in this game."""
    told = _heading(words, rules)
    idle = ("exchange_window",) if rules.exchange is Exchanging.OFF else ()
    unusual = [option for option in rules.to_json() if option not in (*_TOLD_ANYWAY, *idle)]
    told += [setting_name(words, option, value_of(rules, option)) for option in unusual[:MENTIONED]]
    if (more := len(unusual) - MENTIONED) > 0:
        told.append(words.count("and {n} more rule", "and {n} more rules", more))
    return BETWEEN.join(told)


def rules_lines(words: Words, rules: Rules) -> list[str]:
    """All rules of this table: the game, the players and the length in one line, then each rule in a sentence or two."""
    return [BETWEEN.join(_heading(words, rules)), *lines_of_rules(words, rules)]


def _heading(words: Words, rules: Rules) -> list[str]:
    return [
        preset_name(words, rules.game),
        _players(words, rules),
        value_name(words, "match", value_of(rules, "match")),
    ]


def _players(words: Words, rules: Rules) -> str:
    players = value_name(words, "players", str(rules.players))
    if rules.players == 4 or len(rules.side_seats) < rules.players:
        return words.say(
            "{players} ({sides})", players=players, sides=value_name(words, "sides", rules.sides)
        )
    return players
