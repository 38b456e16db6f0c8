"""Briscola in Discord channels."""

from adapters.discord.client import State
from adapters.discord.connection import Discord
from adapters.discord.courier import DiscordCourier
from adapters.discord.phrases import Phrases
from adapters.discord.troubles import TokenRefused

__all__ = ["Discord", "DiscordCourier", "Phrases", "State", "TokenRefused"]
