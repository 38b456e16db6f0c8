"""In: our own coming and going. A chat that shuts us out keeps its tables for a day; a new one is greeted."""

from collections.abc import Callable
from contextlib import suppress

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated
from telegram.constants import ChatMemberStatus, ChatType

from adapters.telegram import render
from adapters.telegram.failures import TROUBLE
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import PLATFORM, place_of
from adapters.telegram.rights import Rights
from adapters.telegram.settling import Settling
from adapters.telegram.wire import Wire
from bot.screens.tokens import Open
from bot.screens.types import Button, NoteScreen, Style
from bot.service.desk import Desk
from bot.service.records import NEVER, Where

__all__ = ["Membership", "is_out"]

GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
DAY = 24 * 60 * 60
"""Seconds for which the tables of a chat wait that has thrown us out."""
HOUR = 60 * 60
MOST = 200
"""So many chats that have thrown us out are remembered; the tables of the oldest end."""


class Membership:
    """What follows when our standing in a chat changes."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        rights: Rights,
        phrases: PhrasesFor,
        settling: Settling,
        bot: str,
        now: Callable[[], float],
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._rights = rights
        self._phrases = phrases
        self._settling = settling
        self._bot = bot
        self._now = now
        self._tidied = 0.0

    async def changed(self, change: ChatMemberUpdated) -> None:
        """Telegram tells of our own standing in a chat."""
        here, now = place_of(change.chat), change.new_chat_member
        self._rights.told(change.chat.id, now)
        if is_out(now):
            await self._settling.settled(lambda: self._shut_out(here), "a lost chat")
        elif isinstance(now, ChatMemberRestricted) and not now.can_send_messages:
            await self._settling.settled(lambda: self.look_again(here), "a chat that muted us")
        else:
            await self._settling.settled(lambda: self._back_in(here), "a chat won back")
            if change.chat.type in GROUPS and is_out(change.old_chat_member):
                locale = change.from_user.language_code or ""
                await self._settling.settled(lambda: self._greet(here, locale), "a new group")

    async def _shut_out(self, here: Where) -> None:
        if here.private:
            await self._desk.chat_gone(here)  # somebody has blocked us, and nobody else plays there
            return
        out = await self._read()
        out.setdefault(here.chat, int(self._now()))
        for oldest in list(out)[:-MOST]:
            del out[oldest]
            await self._desk.chat_gone(Where(PLATFORM, oldest))
        await self._keep(out)
        await self.look_again(here)

    async def look_again(self, here: Where) -> None:
        """Nothing can be shown there: whatever tries finds that out at once, and nobody's time runs meanwhile."""
        for table in await self._desk.tables_in(here):
            await self._desk.redraw(table)

    async def _back_in(self, here: Where) -> None:
        out = await self._read()
        if out.pop(here.chat, None) is not None:
            await self._keep(out)
        await self._desk.chat_back(here)

    async def tidy(self) -> None:
        """Now and then: the tables of chats that have not taken us back within a day end."""
        if self._now() - self._tidied < HOUR:
            return
        self._tidied = self._now()
        await self._settling.settled(self._tidy, "chats that are lost")

    async def _tidy(self) -> None:
        out = await self._read()
        lost = [chat for chat, since in out.items() if self._now() - since >= DAY]
        for chat in lost:
            await self._desk.chat_gone(Where(PLATFORM, chat))
            del out[chat]
        if lost:
            await self._keep(out)

    # -- greeting ---------------------------------------------------------------------------------
    async def moved(self, chat: str) -> None:
        """A chat has this id from now on: it is no new one."""
        await self._settling.settled(
            lambda: self._desk.keep_fact(self._greeted(chat), "1"), "a chat's new id"
        )

    async def _greet(self, here: Where, locale: str) -> None:
        """Say in a group that is new to us what we are for; once, and not where a table at a time is wished for."""
        greeted = self._greeted(here.chat)
        if await self._desk.fact(greeted) or (await self._desk.habits(here)).calls == NEVER:
            return
        await self._desk.keep_fact(greeted, "1")
        phrases = self._phrases(locale)
        play = Button(phrases.greeting_button, str(Open("")), Style.SUCCESS)
        if self._wire.affords(int(here.chat)):
            with suppress(*TROUBLE):
                await self._wire.post(int(here.chat), render.note(NoteScreen(phrases.greeting, ((play,),))))

    def _greeted(self, chat: str) -> str:
        return f"telegram:{self._bot}:greeted:{chat}"

    # -- keeping ----------------------------------------------------------------------------------
    async def _read(self) -> dict[str, int]:
        """By chat that has thrown us out, since when."""
        told = await self._desk.fact(self._fact) or ""
        pairs = (one.partition("@") for one in told.split())
        return {chat: int(since) for chat, _, since in pairs if since.isdigit()}

    async def _keep(self, out: dict[str, int]) -> None:
        await self._desk.keep_fact(self._fact, " ".join(f"{chat}@{since}" for chat, since in out.items()))

    @property
    def _fact(self) -> str:
        return f"telegram:{self._bot}:out"


def is_out(member: ChatMember) -> bool:
    """Whether the member is in the chat no more; somebody restricted may be either."""
    return member.status in GONE or (isinstance(member, ChatMemberRestricted) and not member.is_member)
