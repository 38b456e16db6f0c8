"""Who and where in Telegram: its chats, topics and people as the service names them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NewType

from telegram import CallbackQuery, Chat, Message, User
from telegram.constants import ChatType

from bot.service.records import Where, Who

__all__ = [
    "PLATFORM", "Asker", "EphemeralRef", "PrivateChat", "command_in", "named", "place_of", "private_asker",
    "private_chat", "topic_of",
]  # fmt: skip

PLATFORM = "telegram"
GENERAL_TOPIC = 1
"""The topic that every forum has; messages to it are sent without a topic."""
NOBODY = frozenset({1087968824, 136817688, 777000})
"""Accounts behind which many people write: anonymous admins, channels, Telegram's own forwards."""
COMMAND = re.compile(r"/(\w{1,32})(?:@(\w+))?(?:\s+(.*))?", re.DOTALL | re.ASCII)

PrivateChat = NewType("PrivateChat", int)
"""The id of a chat between one person and the bot: the only kind of chat in which cards may lie open."""


def private_chat(chat: int) -> PrivateChat | None:
    """The chat as a private one; None for groups and channels (their ids are negative)."""
    return PrivateChat(chat) if chat > 0 else None


@dataclass(frozen=True, slots=True)
class EphemeralRef:
    """An ephemeral message: its number is unique for one receiver in one chat, and may be used again."""

    number: int
    receiver: int

    def __str__(self) -> str:
        return f"e:{self.number}:{self.receiver}"

    @classmethod
    def read(cls, text: str) -> "EphemeralRef | None":
        """The reference that `str` wrote; None for the number of an ordinary message."""
        found = re.fullmatch(r"e:(\d+):(\d+)", text)
        return cls(int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who pressed or asked, with every way back to them."""

    where: Where
    who: Who
    chat: int
    user: int
    press: str = ""
    """The id of the press, which lets us answer in a message that only they see."""
    message: int = 0
    """The message pressed or written; 0 for an ephemeral one."""
    ephemeral: int | None = None
    """The number of the ephemeral message pressed or written."""

    @property
    def is_somebody(self) -> bool:
        """Whether one person stands behind it."""
        return self.user not in NOBODY and self.user > 0

    @property
    def in_private(self) -> "Asker":
        """The same person in their private chat with the bot."""
        title, locale = self.who.name, self.who.locale
        where = Where(PLATFORM, str(self.user), title=title, locale=locale, private=True)
        return replace(self, where=where, chat=self.user, press="", message=0, ephemeral=None)

    @classmethod
    def of_press(cls, query: CallbackQuery) -> "Asker | None":
        """Who pressed, and on what; None when Telegram does not say where."""
        message = query.message
        if message is None:
            return None
        topic = topic_of(message) if isinstance(message, Message) else ""
        return cls(
            _where(message.chat, topic, query.from_user),
            named(query.from_user),
            message.chat.id,
            query.from_user.id,
            press=query.id,
            message=message.message_id,
            ephemeral=ephemeral_number(message.api_kwargs),
        )

    @classmethod
    def of_message(cls, message: Message) -> "Asker | None":
        """Who wrote; in the name of a group or channel it is nobody, and None for bots and what came by itself."""
        user = message.from_user
        if message.is_automatic_forward:
            return None
        if user is None or (user.is_bot and user.id not in NOBODY):
            return None
        behind = message.sender_chat.id if message.sender_chat else user.id
        return cls(
            _where(message.chat, topic_of(message), user),
            named(user),
            message.chat.id,
            behind if behind < 0 else user.id,
            message=message.message_id,
            ephemeral=ephemeral_number(message.api_kwargs),
        )


def private_asker(user: User) -> Asker:
    """The person, as if they had asked in their private chat with the bot."""
    who = named(user)
    where = Where(PLATFORM, who.user, title=who.name, locale=who.locale, private=True)
    return Asker(where, who, user.id, user.id)


def named(user: User) -> Who:
    """The person as the service knows them."""
    # Deleted accounts have empty names, and the library then knows no full one.
    name = " ".join(filter(None, (user.first_name, user.last_name)))
    return Who(PLATFORM, str(user.id), name, user.language_code or "")


def ephemeral_number(unknown: Mapping[str, object]) -> int | None:
    """The number of an ephemeral message, among what the library does not know yet of a message."""
    number = unknown.get("ephemeral_message_id")
    return number if isinstance(number, int) and number > 0 else None


def command_in(message: Message, bot: str) -> tuple[str, str] | None:
    """The command for this bot and what follows it; None for other words and for other bots' commands."""
    found = COMMAND.fullmatch(message.text or "")
    if not found or (found[2] and found[2].lower() != bot.lower()):
        return None
    return found[1].lower(), (found[3] or "").strip()


def place_of(chat: Chat) -> Where:
    """The chat as a whole, whatever the topic."""
    return Where(PLATFORM, str(chat.id), title=chat.effective_name or "", private=_is_private(chat))


def _where(chat: Chat, thread: str, user: User) -> Where:
    return replace(place_of(chat), thread=thread, locale=user.language_code or "")


def topic_of(message: Message) -> str:
    """The topic; replies in chats without topics carry a thread, too, to which nothing may be sent."""
    thread = message.message_thread_id
    return str(thread) if thread and message.is_topic_message and thread != GENERAL_TOPIC else ""


def _is_private(chat: Chat) -> bool:
    return chat.type == ChatType.PRIVATE
