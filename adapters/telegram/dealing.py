"""Out: where we are an administrator, everybody's cards come by themselves, before anybody has asked for them."""

from collections import OrderedDict

from adapters.telegram.background import Background
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.places import PLATFORM, Asker, private_chat
from adapters.telegram.rights import Rights
from adapters.telegram.whisper import Whisper
from bot.screens.types import TableScreen
from bot.service.desk import Desk
from bot.service.records import Surface, Where, Who

__all__ = ["Dealing"]

MOST = 4096
"""So many tables are known to have had their cards shown; then the books are asked."""
ROUNDS = 4
"""How often those are thought of for whom a busy group had no room; then they ask for their cards."""


class Dealing:
    """Shows each person their cards once a table; afterwards the message is kept up to date like any other."""

    def __init__(
        self, desk: Desk, whisper: Whisper, ephemerals: Ephemerals, rights: Rights, background: Background
    ) -> None:
        self._desk = desk
        self._whisper = whisper
        self._ephemerals = ephemerals
        self._rights = rights
        self._background = background
        self._dealt: OrderedDict[str, None] = OrderedDict()

    def shown(self, surface: Surface, screen: TableScreen) -> None:
        """The table is shown in its chat now, perhaps with cards to be seen."""
        if screen.table in self._dealt or private_chat(int(surface.chat)) or not _has_hands(screen):
            return
        self._dealt[screen.table] = None
        if len(self._dealt) > MOST:
            self._dealt.popitem(last=False)
        self._background.start(self._deal(surface))

    async def _deal(self, surface: Surface) -> None:
        chat = int(surface.chat)
        if not await self._ephemerals.are_possible(chat) or not await self._rights.are_admins(chat):
            self._dealt.pop(surface.table, None)  # it may be given the right while the table lives
            return
        where = Where(PLATFORM, surface.chat, surface.thread)
        for _ in range(ROUNDS):
            unshown = await self._desk.unshown(surface.table)
            shown = [await self._whisper.unless_shown(_asker(where, who), hand) for who, hand in unshown]
            if all(shown) or not await self._ephemerals.are_possible(chat):
                return


def _has_hands(screen: TableScreen) -> bool:
    return any(button.token == f"{screen.table}-hand" for row in screen.rows for button in row)


def _asker(where: Where, who: Who) -> Asker:
    """The person, though they have not asked."""
    return Asker(where, who, int(where.chat), int(who.user))
