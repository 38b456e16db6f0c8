"""Completes what somebody is typing: only what can be beside what they have chosen already."""

import discord
from discord import app_commands

from adapters.discord.places import locale_of
from adapters.discord.texts import ENGLISH
from bot.screens.forms import Field, form_of
from bot.words import words

__all__ = ["cards_each", "numbers_of_players"]

OFFERED = 25
"""Choices that Discord shows."""
CHOOSERS = ("preset", "players", "match", "sides", "tie", "exchange", "exchange_window", "signs", "cappotto")
"""Options of `/briscola play` that may decide what another can be."""


async def numbers_of_players(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """By how many the game can be played that was chosen."""
    form = form_of(_wish(interaction, "players"), words(locale_of(interaction)))
    return _matching(form.players, typed)


async def cards_each(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """How many cards each may hold in that game, by so many."""
    form = form_of(_wish(interaction, "hand"), words(locale_of(interaction)))
    field = next((one for one in form.options if one.name == "hand"), None)
    return _matching(field, typed) if field else []


def _wish(interaction: discord.Interaction, but: str) -> dict[str, str]:
    """What has been chosen so far, in the words that buttons have for it."""
    said = {option: getattr(interaction.namespace, ENGLISH[f"play.{option}"], None) for option in CHOOSERS}
    return {option: str(value) for option, value in said.items() if value and option != but}


def _matching(field: Field, typed: str) -> list[app_commands.Choice[int]]:
    """The numbers that begin as what was typed, or whose words hold it."""
    wanted = str(typed).strip().casefold()
    return [
        app_commands.Choice(name=choice.label, value=int(choice.value))
        for choice in field.choices
        if choice.value.startswith(wanted) or wanted in choice.label.casefold()
    ][:OFFERED]
