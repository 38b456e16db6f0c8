"""The texts of the commands, by name, in every language that Discord knows."""

import re
from collections.abc import Mapping

import discord
from discord import app_commands

from adapters.discord.options import CHOICES, GAMES, NAMES
from bot.computer import Level
from bot.words import LANGUAGES, Words, words
from bot.words.catalogue import N_
from bot.words.commands import COMMANDS
from bot.words.decks import DECK_NAMES
from bot.words.explaining import option_about
from bot.words.levels import level_name
from bot.words.options import preset_name, value_name

__all__ = ["ENGLISH", "Translations", "Translator", "text", "translations"]

FIXED: Mapping[str, str] = {
    "briscola.about": N_("Play Briscola, the Italian card game"),
    **{f"{name}.about": meaning for name, meaning in COMMANDS.items()},
    **{f"play.{option}": name for option, name in NAMES.items()},
    "play.preset.about": N_("Which game you want to play"),
    "play.players.about": N_("How many sit at the table"),
    "play.opponent": N_("opponent"),
    "play.opponent.about": N_("Whom you want to play with"),
    "play.people": N_("people"),
    "play.computer": N_("the computer"),
    "play.watch": N_("nobody: watch computers play"),
    "play.thread": N_("thread"),
    "play.thread.yes": N_("yes"),
    "play.thread.no": N_("no"),
    "play.thread.about": N_("Whether the table gets a thread of its own"),
    "deck.cards": N_("cards"),
    "deck.cards.about": N_("Which deck you want to see your own cards in"),
    "deck.usual": N_("As at the table"),
    "deck.shown": N_("shown"),
    "deck.shown.about": N_("Whether you want pictures, or words alone"),
    "deck.pictures": N_("Pictures and words"),
    "deck.words": N_("Words only"),
    **{f"deck.{deck}": name for deck, name in DECK_NAMES.items()},
    "guide.topic": N_("topic"),
    "guide.topic.about": N_("What you want to read about"),
    "guide.rules": N_("Rules"),
    "guide.tips": N_("Tips"),
    "guide.history": N_("History"),
    "bid.points": N_("points"),
    "bid.points.about": N_("How many points you bid"),
}
SAID_BY_OTHERS = ("preset", "players")
"""Options that are explained here; the others are explained as in the choosers."""

Translations = Mapping[str, Mapping[str, str]]
"""From a locale (`it`, `pt`, `pt-BR`) to texts by the names in `ENGLISH`; what is missing stays English."""

NAME = re.compile(r"[-_\w]{1,32}")
TYPED = (
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.parameter_name,
)
"""Texts that people type; Discord refuses all commands if one of them is no name."""
ABOUT = 100
"""Characters in a description or a choice."""


def _texts(spoken: Words) -> dict[str, str]:
    """All texts in one language but the names of the commands."""
    fixed = {name: spoken.look_up(said) for name, said in FIXED.items()}
    about = {
        f"play.{option}.about": option_about(spoken, option)
        for option in NAMES
        if option not in SAID_BY_OTHERS
    }
    games = {f"play.preset.{game}": preset_name(spoken, game) for game in GAMES}
    values = {
        f"play.{option}.{value}": value_name(spoken, option, value)
        for option, values in CHOICES.items()
        for value in values
    }
    levels = {f"play.{level}": _computer(spoken, level) for level in Level}
    return fixed | about | games | values | levels


def _computer(spoken: Words, level: Level) -> str:
    return spoken.look_up(N_("the computer, {level}")).format(level=level_name(spoken, level))


ENGLISH: Mapping[str, str] = _texts(words("en")) | {name: name for name in COMMANDS}
"""The texts by name. Names without a dot are the commands: the help says them as they are in English."""


def translations() -> Translations:
    """What our catalogues say, for all but the names of the commands."""
    return {language: _texts(words(language)) for language in LANGUAGES if language != "en"}


def text(name: str) -> app_commands.locale_str:
    """A text of a command by its name, to be translated when Discord is told the commands."""
    return app_commands.locale_str(ENGLISH[name], name=name)


class Translator(app_commands.Translator):
    """Finds a command's text for a locale of Discord: the very locale, else its language."""

    def __init__(self, translations: Translations) -> None:
        self._translations = {locale.replace("_", "-"): texts for locale, texts in translations.items()}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in that language; None to leave it English, also where Discord would not take it."""
        said = self._texts(str(locale.value)).get(str(string.extras.get("name", "")))
        if said is None or said == string.message:
            return None
        fits = (
            NAME.fullmatch(said) and said == said.lower()
            if context.location in TYPED
            else 1 <= len(said) <= ABOUT
        )
        return said if fits else None

    def _texts(self, locale: str) -> Mapping[str, str]:
        exact = self._translations.get(locale)
        if exact is not None:
            return exact
        language = locale.partition("-")[0]
        for name, texts in self._translations.items():
            if name.partition("-")[0] == language:
                return texts
        return {}
