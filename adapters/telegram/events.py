"""In: what happened in Telegram becomes a call of the desk. An event is handled when the desk has committed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message, Update
from telegram.constants import ChatMemberStatus

from adapters.telegram.background import Background
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import PLATFORM, Asker, command_in, named, place_of
from adapters.telegram.poll import Turn
from adapters.telegram.press import Press
from adapters.telegram.presses import Presses
from adapters.telegram.whisper import Whisper
from adapters.telegram.wire import Wire
from bot.screens.types import NoteScreen
from bot.service.answers import Answer
from bot.service.desk import Desk
from bot.service.ports import StoreUnavailable

__all__ = ["Events", "lane_of"]

COMPUTER = "normal"
"""The level of the computer that people play who ask for one."""
SECOND_TRIES = (0.5, 2.0)
"""Seconds before an event whose handling failed is handled again; after the last it is passed over."""
GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)

T = TypeVar("T")
log = logging.getLogger(__name__)


class Events:
    """Handles updates, each on its own; none of them ever raises."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        whisper: Whisper,
        presses: Presses,
        phrases: PhrasesFor,
        background: Background,
        pause: Callable[[float], Awaitable[None]],
        bot: str,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._whisper = whisper
        self._presses = presses
        self._phrases = phrases
        self._background = background
        self._pause = pause
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
        if update.message:
            await self._written(update.message, event)
        elif update.my_chat_member:
            await self._bot_moved(update.my_chat_member)
        elif update.chat_member:
            await self._person_moved(update.chat_member)

    async def _pressed(self, press: Press, event: str, turn: Turn) -> None:
        async def decide() -> Answer | None:
            await turn()
            return await self._settled(self._presses.decided(press, event), "a press")

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
        command = command_in(message, self._wire.name)
        if command is None:
            if by.where.private and message.text:
                await self._reply(by, lambda: self._desk.help(by.where, by.who))
            return
        await self._commanded(by, command[0], command[1], event)

    async def _commanded(self, by: Asker, command: str, rest: str, event: str) -> None:
        where, who, desk = by.where, by.who, self._desk
        if not by.is_somebody and command in {"play", "hand", "stats"}:
            self._background.start(self._explain_anonymous(by))
            return
        match command:
            case "play":
                against = COMPUTER if where.private or rest.lower().startswith("comp") else ""
                await self._reply(by, lambda: desk.open(where, who, opponent=against, event=event))
            case "hand":
                await self._reply(by, lambda: desk.hand(where, who))
            case "stats":
                await self._reply(by, lambda: desk.stats(where, who))
            case "leaderboard":
                await self._reply(by, lambda: desk.leaderboard(where, who))
            case "stop":
                await self._reply(by, lambda: desk.stop(where, who, admin=self._admin(by)))
            case "start" if rest and by.is_somebody:
                await self._reply(
                    by, lambda: desk.press(rest, where, who, event=event, admin=self._admin(by))
                )
            case "start" | "help":
                await self._reply(by, lambda: desk.help(where, who))
            case _ if where.private:
                await self._reply(by, lambda: desk.help(where, who))
            case _:
                return

    def _admin(self, by: Asker) -> Callable[[], Awaitable[bool]]:
        async def admin() -> bool:
            # Only administrators can write in the group's own name.
            if by.where.private or by.user == by.chat:
                return True
            return by.is_somebody and await self._wire.is_admin(by.chat, by.user)

        return admin

    async def _reply(self, by: Asker, ask: Callable[[], Awaitable[Answer]]) -> None:
        answer = await self._settled(ask, "a command")
        self._background.start(self._answer(by, answer))

    async def _answer(self, by: Asker, answer: Answer | None) -> None:
        if answer is None:
            await self._whisper.note_or_say(by, NoteScreen(self._phrases(by.who.locale).nobody_home))
            return
        if answer.words or answer.note:
            await self._whisper.note_or_say(by, _as_note(answer))
        if answer.hand and not await self._whisper.hand(by, answer.hand):
            shown = not by.where.private and await self._whisper.hand_in_private(by, answer.hand)
            if not shown:
                await self._whisper.way_to_private(by, answer.hand)

    async def _explain_anonymous(self, by: Asker) -> None:
        await self._whisper.note_or_say(by, NoteScreen(self._phrases(by.who.locale).anonymous))

    # -- who comes and goes -----------------------------------------------------------------------
    async def _is_service(self, message: Message) -> bool:
        """Whether Telegram tells of something that happened in the chat; what matters of it is done."""
        desk, here = self._desk, str(message.chat.id)
        if new := message.migrate_to_chat_id:
            await self._settled(lambda: desk.chat_moved(PLATFORM, here, str(new)), "a chat's new id")
            return True
        if old := message.migrate_from_chat_id:
            await self._settled(lambda: desk.chat_moved(PLATFORM, str(old), here), "a chat's new id")
            return True
        if (gone := message.left_chat_member) and not gone.is_bot:
            await self._settled(lambda: desk.left(place_of(message.chat), named(gone)), "a leave")
            return True
        return False

    async def _bot_moved(self, change: ChatMemberUpdated) -> None:
        here, now = place_of(change.chat), change.new_chat_member
        if _is_out(now):
            await self._settled(lambda: self._desk.chat_gone(here), "a lost chat")
        elif not isinstance(now, ChatMemberRestricted) or now.can_send_messages:
            await self._settled(lambda: self._desk.chat_back(here), "a chat won back")

    async def _person_moved(self, change: ChatMemberUpdated) -> None:
        who = change.new_chat_member.user
        if _is_out(change.new_chat_member) and not who.is_bot:
            await self._settled(lambda: self._desk.left(place_of(change.chat), named(who)), "a leave")

    async def _settled(self, call: Callable[[], Awaitable[T]], what: str) -> T | None:
        """What the call answers; None if it failed each time, so that one event never holds up the others."""
        for seconds in (*SECOND_TRIES, None):
            try:
                return await call()
            except Exception as error:  # a bug or a lost database: the next event must be handled
                trace = None if isinstance(error, StoreUnavailable) else error
                if seconds is None:
                    log.exception("%s could not be handled and is passed over", what, exc_info=trace)
                    return None
                log.warning("%s could not be handled; once more in %g s", what, seconds, exc_info=trace)
            await self._pause(seconds)
        return None


def lane_of(update: Update) -> int:
    """Updates of one lane are handled one after the other: a person's, else a chat's."""
    if update.effective_user:
        return update.effective_user.id
    return update.effective_chat.id if update.effective_chat else 0


def _is_out(member: ChatMember) -> bool:
    """Whether the member is in the chat no more; somebody restricted may be either."""
    return member.status in GONE or (isinstance(member, ChatMemberRestricted) and not member.is_member)


def _as_note(answer: Answer) -> NoteScreen:
    """Words and note in one message."""
    if answer.note is None:
        return NoteScreen(answer.words)
    words = f"{answer.words}\n\n{answer.note.text}" if answer.words else answer.note.text
    return NoteScreen(words, answer.note.rows)
