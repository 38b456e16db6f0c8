"""Pictures that Telegram has already: sent again by name instead of by bytes."""

from collections import OrderedDict
from collections.abc import Callable

from telegram import InputFile, Message

from bot.service.ports import Picture

__all__ = ["KnownFiles", "WordyChats"]

MOST = 4096
WORDY = 30 * 60
"""Seconds for which a chat that refused a picture is told everything in words."""


class KnownFiles:
    """The names under which Telegram keeps pictures for this bot, the longest unused forgotten first."""

    def __init__(self) -> None:
        self._names: OrderedDict[str, str] = OrderedDict()

    def of(self, picture: Picture) -> str | InputFile:
        """What stands for the picture in a request: its name at Telegram, or else its bytes."""
        if known := self._names.get(picture.name):
            self._names.move_to_end(picture.name)
            return known
        return InputFile(picture.png, filename="briscola.png", attach=True)

    def remember(self, picture: Picture, message: Message) -> None:
        """Telegram has the picture now, in this message."""
        if message.photo:
            self._names[picture.name] = message.photo[-1].file_id
            if len(self._names) > MOST:
                self._names.popitem(last=False)

    def forget(self, picture: Picture) -> bool:
        """Telegram does not know the picture after all; whether we had thought so."""
        return self._names.pop(picture.name, None) is not None


class WordyChats:
    """Chats that refused a picture lately, and took the words alone."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: OrderedDict[int, float] = OrderedDict()

    def add(self, chat: int) -> None:
        """The chat has just refused a picture."""
        self._until[chat] = self._now() + WORDY
        if len(self._until) > MOST:
            self._until.popitem(last=False)

    def __contains__(self, chat: int) -> bool:
        return self._until.get(chat, 0) > self._now()
