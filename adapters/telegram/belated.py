"""Commands that were written while we were away: not obeyed any more, and not ignored either."""

import logging
from collections import OrderedDict
from collections.abc import Callable

from telegram import Message, Update

from adapters.telegram.notes import Notes
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker, command_in
from bot.screens.types import NoteScreen

__all__ = ["Belated"]

LATE = 5 * 60
"""Seconds after which whoever wrote a command does not wait for it any more."""
BEYOND_BELIEF = 14 * 24 * 60 * 60
"""Telegram keeps updates for a day: an older one only means that our clocks do not agree."""
APART = 10 * 60
"""Seconds between two such words in one chat, however many have written there meanwhile."""
MOST = 1024

log = logging.getLogger(__name__)


class Belated:
    """Answers old commands with a word. Presses need none: they say which step of which table they mean."""

    def __init__(
        self, notes: Notes, phrases: PhrasesFor, name: Callable[[], str], clock: Callable[[], float]
    ) -> None:
        """`name` is the bot's own; `clock` tells Telegram's time, as far as it is known."""
        self._notes = notes
        self._phrases = phrases
        self._name = name
        self._clock = clock
        self._told: OrderedDict[int, float] = OrderedDict()

    def has(self, update: Update) -> bool:
        """Whether the update is a command of long ago."""
        message = update.message
        if message is None or not message.text or not LATE <= self._age(message) < BEYOND_BELIEF:
            return False
        by = Asker.of_message(message)
        return by is not None and (by.where.private or command_in(message, self._name()) is not None)

    async def tell(self, update: Update) -> None:
        """Say that nothing comes of it, unless that was said in this chat just now."""
        message = update.message
        by = Asker.of_message(message) if message else None
        if by is None or self._clock() - self._told.get(by.chat, 0.0) < APART:
            return
        self._told[by.chat] = self._clock()
        if len(self._told) > MOST:
            self._told.popitem(last=False)
        log.info("a command of long ago is not obeyed")
        await self._notes.note_or_say(by, NoteScreen(self._phrases(by.who.locale).was_away))

    def _age(self, message: Message) -> float:
        return self._clock() - message.date.timestamp()
