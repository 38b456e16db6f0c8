"""What there is to read about the games: the rules, how to play well, and where they come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.game import Preset, Rules
from bot.game.presets import players_of
from bot.screens.forms import Choice
from bot.words import Words
from bot.words.history import history
from bot.words.ruling import option_name, preset_name, rules_lines
from bot.words.tips import tips

__all__ = ["Guide", "Section", "Topic", "guide_of", "topics_of"]


class Topic(StrEnum):
    """What one can read about."""

    RULES = "rules"
    """How a game is played."""
    TIPS = "tips"
    """How it is played well."""
    HISTORY = "history"
    """Where it comes from."""


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences under a heading; the heading may be empty."""

    heading: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Guide:
    """One topic, to read."""

    title: str
    sections: Sequence[Section]
    game: str = ""
    """The game that it is about; empty where it is about all."""
    games: Sequence[Choice] = ()
    """The games to choose from, where they differ."""
    games_label: str = ""


def topics_of(words: Words) -> list[Choice]:
    """All topics by name."""
    names = {
        Topic.RULES: words.say("Rules"),
        Topic.TIPS: words.say("Tips"),
        Topic.HISTORY: words.say("History"),
    }
    return [Choice(topic.value, name) for topic, name in names.items()]


def guide_of(topic: Topic, game: str, words: Words, rules: str = "") -> Guide:
    """What to read about a topic. `game` may be any word: one that is no game's stands for Briscola.

    `rules` are those of a table, a line each, to be read instead of a game's.
    """
    preset = Preset(game) if game in tuple(Preset) else Preset.BRISCOLA
    match topic:
        case Topic.RULES if rules:
            return Guide(words.say("The rules of this table"), (Section("", rules.split("\n")),))
        case Topic.RULES:
            usual = rules_lines(words, Rules.preset(preset, players=players_of(preset)[0]))
            return _of_game(words.say("The rules"), (Section("", usual),), preset, words)
        case Topic.TIPS:
            sections = tuple(Section(heading, lines) for heading, lines in tips(words, preset))
            return _of_game(words.say("How to play well"), sections, preset, words)
        case Topic.HISTORY:
            chapters = tuple(Section(heading, lines) for heading, lines in history(words))
            return Guide(words.say("A short history"), chapters)


def _of_game(title: str, sections: Sequence[Section], game: Preset, words: Words) -> Guide:
    games = tuple(Choice(one.value, preset_name(words, one)) for one in Preset)
    return Guide(title, sections, game.value, games, option_name(words, "preset"))
