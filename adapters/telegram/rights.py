"""What we may do in each group: told by Telegram when it changes, else asked for once in a while."""

from collections import OrderedDict
from collections.abc import Callable

from telegram import ChatMember, ChatMemberAdministrator

from adapters.telegram.wire import Wire

__all__ = ["Rights"]

FRESH = 10 * 60
"""Seconds for which an answer counts: another process may be the one that is told of a change."""
MOST = 4096


class Rights:
    """Our own standing by chat."""

    def __init__(self, wire: Wire, now: Callable[[], float]) -> None:
        self._wire = wire
        self._now = now
        self._known: OrderedDict[int, tuple[float, ChatMember | None]] = OrderedDict()

    def told(self, chat: int, member: ChatMember) -> None:
        """This is what we are there from now on."""
        self._keep(chat, member)

    async def are_admins(self, chat: int) -> bool:
        """Whether we are an administrator of the group."""
        return isinstance(await self._member(chat), ChatMemberAdministrator)

    async def may_delete(self, chat: int) -> bool:
        """Whether we may delete what others have written."""
        if chat > 0:
            return True
        member = await self._member(chat)
        return isinstance(member, ChatMemberAdministrator) and member.can_delete_messages

    async def _member(self, chat: int) -> ChatMember | None:
        at, member = self._known.get(chat, (0.0, None))
        if self._now() - at >= FRESH:
            member = await self._wire.member(chat, self._wire.bot.id)
            self._keep(chat, member)
        return member

    def _keep(self, chat: int, member: ChatMember | None) -> None:
        self._known[chat] = (self._now(), member)
        self._known.move_to_end(chat)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
