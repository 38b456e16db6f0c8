"""The command group /briscola: what people may type, in every language that Discord knows."""

import hashlib
import json
import re
from collections.abc import Mapping

import discord
from discord import app_commands

from adapters.discord.answering import Answering
from adapters.discord.places import admin_of, where_of, who_of, why_no_table
from bot.service.desk import Desk, Opponent
from bot.words import LANGUAGES, words
from bot.words.catalogue import N_
from bot.words.commands import COMMANDS

__all__ = [
    "COMPUTER",
    "ENGLISH",
    "Briscola",
    "Translations",
    "Translator",
    "fingerprint",
    "opponent_in",
    "translations",
]

ENGLISH: Mapping[str, str] = {
    "briscola.about": N_("Play Briscola, the Italian card game"),
    **{f"{name}.about": meaning for name, meaning in COMMANDS.items()},
    "play.opponent": N_("opponent"),
    "play.opponent.about": N_("Whom you want to play with"),
    "play.people": N_("people"),
    "play.computer": N_("the computer"),
    **{name: name for name in COMMANDS},
}
"""The texts by name. Names without a dot are what people type; the help says them as they are in English."""

Translations = Mapping[str, Mapping[str, str]]
"""From a locale (`it`, `pt`, `pt-BR`) to texts by the names in `ENGLISH`; what is missing stays English."""

PEOPLE = "people"
COMPUTER = "normal"
"""The computer player that `the computer` means."""

PLACES = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


NAME = re.compile(r"[-_\w]{1,32}")
TYPED = (
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.parameter_name,
)
"""Texts that people type; Discord refuses all commands if one of them is no name."""
ABOUT = 100
"""Characters in a description or a choice."""


def translations() -> Translations:
    """What our catalogues say, for all but the words that people type."""
    return {
        language: {name: words(language).look_up(text) for name, text in ENGLISH.items() if "." in name}
        for language in LANGUAGES
        if language != "en"
    }


def _text(name: str) -> app_commands.locale_str:
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
        text = self._texts(str(locale.value)).get(str(string.extras.get("name", "")))
        if text is None or text == string.message:
            return None
        fits = (
            NAME.fullmatch(text) and text == text.lower()
            if context.location in TYPED
            else 1 <= len(text) <= ABOUT
        )
        return text if fits else None

    def _texts(self, locale: str) -> Mapping[str, str]:
        exact = self._translations.get(locale)
        if exact is not None:
            return exact
        language = locale.partition("-")[0]
        for name, texts in self._translations.items():
            if name.partition("-")[0] == language:
                return texts
        return {}


def opponent_in(interaction: discord.Interaction, asked: Opponent) -> Opponent:
    """Whom a table opened there can be played with: nobody else can come into a private chat, so the computer does."""
    return asked if interaction.guild_id is not None else asked or COMPUTER


class Briscola(app_commands.Group):
    """/briscola and its six commands."""

    def __init__(self, desk: Desk, answering: Answering) -> None:
        super().__init__(
            name="briscola",
            description=_text("briscola.about"),
            allowed_contexts=PLACES,
            allowed_installs=INSTALLS,
        )
        self._desk = desk
        self._answering = answering

    @app_commands.command(name=_text("play"), description=_text("play.about"))
    @app_commands.rename(opponent=_text("play.opponent"))
    @app_commands.describe(opponent=_text("play.opponent.about"))
    @app_commands.choices(
        opponent=[
            app_commands.Choice(name=_text("play.people"), value=PEOPLE),
            app_commands.Choice(name=_text("play.computer"), value=COMPUTER),
        ]
    )
    async def play(self, interaction: discord.Interaction, opponent: str = PEOPLE) -> None:
        """Open a table, unless a right is missing without which it would fall silent."""
        if refusal := why_no_table(interaction):
            await self._answering.say(interaction, refusal)
            return
        await self._answering.ask(
            interaction,
            lambda: self._desk.open(
                where_of(interaction),
                who_of(interaction),
                opponent=opponent_in(interaction, "" if opponent == PEOPLE else opponent),
                event=str(interaction.id),
            ),
            otherwise=lambda phrases: phrases.table_opened,
        )

    @app_commands.command(name=_text("hand"), description=_text("hand.about"))
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show the person's hand."""
        await self._answering.ask(
            interaction, lambda: self._desk.hand(where_of(interaction), who_of(interaction))
        )

    @app_commands.command(name=_text("stats"), description=_text("stats.about"))
    async def stats(self, interaction: discord.Interaction) -> None:
        """Show what the person has won and lost."""
        await self._answering.ask(
            interaction, lambda: self._desk.stats(where_of(interaction), who_of(interaction))
        )

    @app_commands.command(name=_text("leaderboard"), description=_text("leaderboard.about"))
    async def leaderboard(self, interaction: discord.Interaction) -> None:
        """Show who wins most here."""
        await self._answering.ask(
            interaction, lambda: self._desk.leaderboard(where_of(interaction), who_of(interaction))
        )

    @app_commands.command(name=_text("help"), description=_text("help.about"))
    async def help(self, interaction: discord.Interaction) -> None:
        """Explain the bot."""
        await self._answering.ask(
            interaction, lambda: self._desk.help(where_of(interaction), who_of(interaction))
        )

    @app_commands.command(name=_text("stop"), description=_text("stop.about"))
    async def stop(self, interaction: discord.Interaction) -> None:
        """Show what the person may leave or end."""
        await self._answering.ask(
            interaction,
            lambda: self._desk.stop(where_of(interaction), who_of(interaction), admin=admin_of(interaction)),
        )


def fingerprint(group: Briscola, tree: app_commands.CommandTree[discord.Client], texts: Translations) -> str:
    """Equal for equal commands: Discord is told of them only when this changed."""
    told = [group.to_dict(tree), {locale: dict(names) for locale, names in texts.items()}]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
