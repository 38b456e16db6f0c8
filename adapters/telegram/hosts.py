"""Out, to a table's host: that their table waits, because we may not write in its chat."""

import logging

from adapters.telegram import render
from adapters.telegram.background import Background
from adapters.telegram.failures import TROUBLE
from adapters.telegram.phrases import PhrasesFor, said_in
from adapters.telegram.places import private_chat
from adapters.telegram.wire import Wire
from bot.screens.types import NoteScreen
from bot.service.desk import Desk
from bot.service.elsewhere import Home

__all__ = ["Hosts"]

log = logging.getLogger(__name__)


class Hosts:
    """Tells each host once a table, in private, if they have opened a chat with us."""

    def __init__(self, wire: Wire, desk: Desk, phrases: PhrasesFor, background: Background, bot: str) -> None:
        self._wire = wire
        self._desk = desk
        self._phrases = phrases
        self._background = background
        self._bot = bot
        self._told: set[str] = set()

    def cannot_see(self, table: str, why: str) -> None:
        """The table cannot be shown in its chat; `why` in one of our English sentences."""
        if table not in self._told:
            if len(self._told) > MOST:
                self._told.clear()
            self._told.add(table)
            self._background.start(self._tell(table, why))

    async def _tell(self, table: str, why: str) -> None:
        fact = f"telegram:{self._bot}:told-host:{table}"
        home = await self._desk.home(table)
        if home is None or home.where.private or not home.open or await self._desk.fact(fact):
            return
        await self._desk.keep_fact(fact, "1")
        await self._say(home, why)

    async def _say(self, home: Home, why: str) -> None:
        host = private_chat(int(home.host)) if home.host.isdigit() else None
        if host is None:
            return
        phrases = self._phrases(home.host_locale)
        words = phrases.table_waits.format(place=home.where.title, why=said_in(phrases, why))
        try:
            await self._wire.confide(host, render.note(NoteScreen(words)))
        except TROUBLE as error:
            log.debug("a host could not be told: %s", type(error).__name__)


MOST = 4096
"""So many tables are known to have been told of; then the books are asked."""
