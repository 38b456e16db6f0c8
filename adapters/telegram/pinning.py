"""Messages of ours that stand at the top of their chat."""

from telegram import ChatMemberMember
from telegram.error import TelegramError

from adapters.telegram import failures
from adapters.telegram.editing import Editing

__all__ = ["Pinning"]


class Pinning(Editing):
    """What can be done to messages of ours, pins among it."""

    async def pin(self, chat: int, message: int, *, pinned: bool) -> None:
        """Let a message stand at the top of its chat, or no more; nobody is called by it."""
        self._check(chat)
        try:
            if pinned:
                await self.bot.pin_chat_message(chat, message, disable_notification=True)
            else:
                await self.bot.unpin_chat_message(chat, message)
        except TelegramError as error:
            if not failures.is_pinned_so(error):
                raise self._failure(chat, error, making=False) from None

    async def may_pin(self, chat: int) -> bool:
        """Whether we may pin there; yes if Telegram does not tell."""
        if chat > 0:
            return True
        us = await self._quietly(self.bot.get_chat_member(chat, self.bot.id))
        if isinstance(us, ChatMemberMember):  # then it is as for all members
            here = await self._quietly(self.bot.get_chat(chat))
            return here is None or here.permissions is None or here.permissions.can_pin_messages is not False
        return getattr(us, "can_pin_messages", None) is not False

    async def tidy(self, chat: int, message: int) -> None:
        """Take away what Telegram says about a pin of ours, if it lets us and the chat bears the call."""
        if self.affords(chat):
            await self._quietly(self.bot.delete_message(chat, message))
