"""In: what happened in Telegram becomes a call of the desk. An event is handled when the desk has committed."""

import asyncio
from dataclasses import replace

from telegram import ChatMemberUpdated, Message, Update

from adapters.telegram.background import Background
from adapters.telegram.commands import Commanding
from adapters.telegram.inline import Inline, is_ours
from adapters.telegram.lanes import Turn
from adapters.telegram.membership import Membership, is_out
from adapters.telegram.places import PLATFORM, Asker, command_in, named, place_of, topic_of
from adapters.telegram.press import Press
from adapters.telegram.presses import Presses
from adapters.telegram.settling import Settling
from adapters.telegram.wire import Wire
from bot.service.answers import Answer
from bot.service.desk import Desk

__all__ = ["Events", "lane_of"]


class Events:
    """Handles updates, each on its own; none of them ever raises."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        presses: Presses,
        commands: Commanding,
        inline: Inline,
        membership: Membership,
        background: Background,
        settling: Settling,
        bot: str,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._presses = presses
        self._commands = commands
        self._inline = inline
        self._membership = membership
        self._background = background
        self._settling = settling
        self._bot = bot

    async def handle(self, update: Update, turn: Turn) -> None:
        """Handle an update; returns once it need not be delivered again."""
        event = f"{self._bot}:{update.update_id}"  # two bots over one database number their updates alike
        if query := update.callback_query:
            if press := Press.of(query):
                await self._pressed(press, event, turn)
            else:
                self._background.start(self._wire.answer(query.id))
            return
        await turn()
        await self._membership.tidy()
        if update.message:
            await self._written(update.message, event)
        elif update.inline_query:
            self._inline.ask(update.inline_query)
        elif update.chosen_inline_result:
            await self._inline.chosen(update.chosen_inline_result, event)
        elif update.my_chat_member:
            await self._membership.changed(update.my_chat_member)
        elif update.chat_member:
            await self._person_moved(update.chat_member)

    async def _pressed(self, press: Press, event: str, turn: Turn) -> None:
        async def decide() -> Answer | None:
            await turn()
            return await self._settling.settled(self._presses.decided(press, event), "a press")

        # Whoever pressed is answered in time, even if what they did before still keeps the desk busy.
        work = asyncio.get_running_loop().create_task(decide())
        self._background.start(self._presses.answer(press, work))
        await work

    # -- what people write ------------------------------------------------------------------------
    async def _written(self, message: Message, event: str) -> None:
        if await self._is_service(message):
            return
        by = Asker.of_message(message)
        if by is None:
            return
        if is_ours(message, self._wire.bot.id):
            await self._inline.sent(message, by, event)
            return
        command = command_in(message, self._wire.name)
        if command is None:
            if by.where.private and message.text:
                await self._commands.obey(by, "help", "", event)
            return
        await self._commands.obey(by, *command, event)

    # -- who comes and goes -----------------------------------------------------------------------
    async def _is_service(self, message: Message) -> bool:
        """Whether Telegram tells of something that happened in the chat; what matters of it is done."""
        desk, here = self._desk, str(message.chat.id)
        if new := message.migrate_to_chat_id:
            await self._moved(here, str(new))
            return True
        if old := message.migrate_from_chat_id:
            await self._moved(str(old), here)
            return True
        if message.forum_topic_closed or message.forum_topic_reopened or message.general_forum_topic_unhidden:
            await self._topic_changed(message)
            return True
        if message.pinned_message and message.from_user and message.from_user.id == self._wire.bot.id:
            self._background.start(self._wire.tidy(message.chat.id, message.message_id))
            return True
        if (gone := message.left_chat_member) and not gone.is_bot:
            await self._settling.settled(lambda: desk.left(place_of(message.chat), named(gone)), "a leave")
            return True
        return False

    async def _topic_changed(self, message: Message) -> None:
        """Tables in a closed topic find out at once that they have to wait; in one that is open again they go on."""
        here = replace(place_of(message.chat), thread=topic_of(message))
        if message.forum_topic_closed:
            await self._settling.settled(lambda: self._membership.look_again(here), "a closed topic")
        else:
            await self._settling.settled(lambda: self._desk.chat_back(here), "a topic won back")

    async def _moved(self, old: str, new: str) -> None:
        await self._membership.moved(new)
        await self._settling.settled(lambda: self._desk.chat_moved(PLATFORM, old, new), "a chat's new id")

    async def _person_moved(self, change: ChatMemberUpdated) -> None:
        who = change.new_chat_member.user
        if is_out(change.new_chat_member) and not who.is_bot:
            await self._settling.settled(
                lambda: self._desk.left(place_of(change.chat), named(who)), "a leave"
            )


def lane_of(update: Update) -> int:
    """Updates of one lane are handled one after the other: a person's, else a chat's."""
    if update.effective_user:
        return update.effective_user.id
    return update.effective_chat.id if update.effective_chat else 0
