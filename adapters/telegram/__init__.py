"""Briscola in Telegram groups."""

from adapters.telegram.client import State, Telegram, TokenRefused
from adapters.telegram.courier import MentionOf
from adapters.telegram.phrases import Phrases, PhrasesFor, english
from adapters.telegram.whisper import DrawHand

__all__ = [
    "DrawHand",
    "MentionOf",
    "Phrases",
    "PhrasesFor",
    "State",
    "Telegram",
    "TokenRefused",
    "english",
]
