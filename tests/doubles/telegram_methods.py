"""Every method the stand-in knows, and which of them count towards a chat's limit."""

from __future__ import annotations

from aiogram.methods import (
    EditEphemeralMessageCaption,
    EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
    EditEphemeralMessageText,
    EditMessageCaption,
    EditMessageMedia,
    EditMessageReplyMarkup,
    EditMessageText,
    SendDocument,
    SendMessage,
    SendPhoto,
)

from doubles import telegram_asking, telegram_editing, telegram_inline, telegram_sending, telegram_stickers
from doubles.telegram_request import Request, execute, is_built

__all__ = ["COUNTED", "EPHEMERAL_WORDS", "Request", "execute", "is_built"]

BUILT_IN = (telegram_asking, telegram_editing, telegram_inline, telegram_sending, telegram_stickers)
"""Importing these registers their methods."""
COUNTED = (
    SendMessage, SendPhoto, SendDocument,
    EditMessageText, EditMessageCaption, EditMessageMedia, EditMessageReplyMarkup,
    EditEphemeralMessageText, EditEphemeralMessageCaption, EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
)  # fmt: skip
"""What a chat's limit counts: sends and edits alike, ephemeral ones too."""
EPHEMERAL_WORDS = frozenset({"ephemeral_message_parameters", "receiver_user_id", "callback_query_id"})
