"""Pictures that Telegram has already: sent again by name instead of by bytes."""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from telegram import InputFile, Message

from bot.service.ports import Picture

__all__ = ["KnownFiles", "Uploads", "WordyChats"]

MOST = 4096
WORDY = 30 * 60
"""Seconds for which a chat that refused a picture is told everything in words."""


log = logging.getLogger(__name__)
T = TypeVar("T")


class Uploads(Protocol):
    """What keeps the names from one start to the next, and for other processes: the desk."""

    async def upload(self, account: str, name: str) -> str | None:
        """The name that the platform has for the content."""
        ...

    async def keep_upload(self, account: str, name: str, ref: str) -> None:
        """Keep it, or forget it if `ref` is empty."""
        ...


class KnownFiles:
    """The names under which Telegram keeps pictures for this bot; here the longest unused are forgotten first."""

    def __init__(self, uploads: Uploads | None, account: str) -> None:
        self._uploads = uploads
        self._account = account
        self._names: OrderedDict[str, str] = OrderedDict()

    async def of(self, picture: Picture) -> str | InputFile:
        """What stands for the picture in a request: its name at Telegram, or else its bytes."""
        known = self._names.get(picture.name)
        if known is None and self._uploads:
            known = await _safely(self._uploads.upload(self._account, picture.name))
        if not known:
            return InputFile(picture.png, filename="briscola.png", attach=True)
        self._put(picture.name, known)
        return known

    async def remember(self, picture: Picture, message: Message) -> None:
        """Telegram has the picture now, in this message."""
        if not message.photo:
            return
        ref = message.photo[-1].file_id
        if self._names.get(picture.name) != ref and self._uploads:
            await _safely(self._uploads.keep_upload(self._account, picture.name, ref))
        self._put(picture.name, ref)

    async def forget(self, picture: Picture) -> bool:
        """Telegram does not know the picture after all; whether we had thought so."""
        known = self._names.pop(picture.name, None) is not None
        if known and self._uploads:
            await _safely(self._uploads.keep_upload(self._account, picture.name, ""))
        return known

    def _put(self, name: str, ref: str) -> None:
        self._names[name] = ref
        self._names.move_to_end(name)
        if len(self._names) > MOST:
            self._names.popitem(last=False)


async def _safely(asking: Awaitable[T]) -> T | None:
    """What was asked; nothing where the books are closed: a picture is then sent once more."""
    try:
        return await asking
    except Exception as error:  # noqa: BLE001 - no message waits for the books
        log.warning("what Telegram keeps of ours is not known (%s)", type(error).__name__)
        return None


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
