"""A form that opens a table: the games, by how many, and what each option may be beside what is chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.game import Preset, Rules, RulesError
from bot.game.options import OPTIONS, Exchanging
from bot.game.presets import players_of
from bot.screens.offering import offered
from bot.table.setting import rules_after, value_of
from bot.words import Words
from bot.words.ruling import option_name, preset_name, rules_summary, value_name

__all__ = ["Choice", "Field", "Form", "form_of", "rules_wished"]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose: the word that stands for it, and what people read."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """One option: its name, what it is now, and what it may be beside all others."""

    name: str
    label: str
    value: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """The form as it stands after a wish."""

    game: Field
    players: Field
    options: tuple[Field, ...]
    """Those that the others leave a choice."""
    summary: str
    """The rules in one line."""
    rules: Mapping[str, object]
    """The rules that it would open a table with, in their JSON form."""


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


def form_of(wish: Mapping[str, str], words: Words) -> Form:
    """The form after a wish in the words of `set`, which need not go together nor be known."""
    rules = rules_wished(wish)
    games = tuple(Choice(one.value, preset_name(words, one)) for one in Preset)
    counts = tuple(
        Choice(str(number), value_name(words, "players", str(number))) for number in players_of(rules.game)
    )
    return Form(
        game=Field("preset", option_name(words, "preset"), rules.game.value, games),
        players=Field("players", option_name(words, "players"), str(rules.players), counts),
        options=tuple(_options(rules, words)),
        summary=rules_summary(words, rules),
        rules=rules.to_json(),
    )


def _options(rules: Rules, words: Words) -> Iterator[Field]:
    for option in OPTIONS:
        values = () if _is_idle(rules, option) else offered(rules, option)
        if len(values) > 1:
            choices = tuple(Choice(value, value_name(words, option, value)) for value in values)
            yield Field(option, option_name(words, option), value_of(rules, option), choices)


def _is_idle(rules: Rules, option: str) -> bool:
    """Whether it is no option of the list, or changes nothing now."""
    return option in _CHOSEN_FIRST or (option == "exchange_window" and rules.exchange is Exchanging.OFF)
