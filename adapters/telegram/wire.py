"""The calls of Telegram's Bot API that we make, with its errors in the ports' words.

Cards leave by four doors only: `confide` (a private chat), `whisper_secret` (an ephemeral message, on a server
that has proved to know them), `answer` (the answer to a press) and `offer` (the answer to an inline query). `post`
takes an `Open` message.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from telegram import (
    ChatMember,
    InlineQueryResult,
    InlineQueryResultsButton,
    InputFile,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TelegramError

from adapters.telegram import failures
from adapters.telegram.pinning import Pinning
from adapters.telegram.places import EphemeralRef, PrivateChat, ephemeral_number
from adapters.telegram.render import Draft, Open, Secret, for_all
from bot.service.ports import MessageGone, Moved, NotAccepted, TryLater, Unreachable

__all__ = ["NotPossibleError", "Proof", "Wire"]

AGAIN = (0.5, 1.5)
"""Seconds before the answer to a press is sent again, where it may not have arrived."""
SOON = 3.0
"""Seconds after which an answer to a press counts as lost."""

log = logging.getLogger(__name__)


class NotPossibleError(Exception):
    """The server or the chat knows no such message; asking again will not help."""

    def __init__(self, why: str, *, posted: int = 0, ignored: bool = False) -> None:
        super().__init__(why)
        self.posted = posted
        """The message that is there for all to see instead, and could not be deleted; 0 when there is none."""
        self.ignored = ignored
        """The server does not know what it was asked for, and never will."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The server has sent an ephemeral message and said so. Only `Wire.whisper` makes one."""

    seen: EphemeralRef


class Wire(Pinning):
    """A bot's connection, with what we say over it."""

    def deep_link(self, payload: str) -> str:
        """The address that opens the private chat and says `/start payload` there."""
        return f"https://t.me/{self.name}?start={payload}"

    @property
    def lists(self) -> bool:
        """Whether the bot's owner lets it answer inline queries."""
        return self.is_open and bool(self.bot.supports_inline_queries)

    @property
    def joins(self) -> bool:
        """Whether the bot's owner lets it be added to groups."""
        return self.is_open and bool(self.bot.can_join_groups)

    # -- sending ----------------------------------------------------------------------------------
    async def post(
        self, chat: int, what: Open, *, thread: str = "", silent: bool = True, reply_to: int = 0
    ) -> int:
        """Send what everybody may see; the number of the message."""
        message = await self._send(chat, for_all(what), thread=thread, silent=silent, reply_to=reply_to)
        return message.message_id

    async def confide(self, chat: PrivateChat, what: Open | Secret, *, thread: str = "") -> int:
        """Send to one person in their private chat; the number of the message."""
        if chat <= 0:
            raise ValueError("only a private chat may see this")
        return (await self._send(chat, what.draft, thread=thread)).message_id

    async def whisper(
        self,
        chat: int,
        user: int,
        what: Open,
        *,
        press: str = "",
        command: int | None = None,
        thread: str = "",
    ) -> tuple[EphemeralRef, Proof]:
        """Send what everybody may see so that one member sees it.

        Raises:
            Expired: the press is too old for it.
            NotPossibleError: refused; or the server took it for a public message, which is deleted again.
        """
        ref = await self._whisper(chat, user, for_all(what), press, command, thread)
        return ref, Proof(ref)

    async def whisper_secret(
        self,
        proof: Proof,
        chat: int,
        user: int,
        what: Secret,
        *,
        press: str = "",
        command: int | None = None,
        thread: str = "",
    ) -> EphemeralRef:
        """Send cards to one member of a group, by a server that has proved to show them to nobody else."""
        # Types say so already; said again where a mistake would show somebody's cards.
        if not isinstance(proof, Proof):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError("cards go into a group only by a server that has proved to hide them")
        return await self._whisper(chat, user, what.draft, press, command, thread)

    async def _whisper(
        self, chat: int, user: int, draft: Draft, press: str, command: int | None, thread: str
    ) -> EphemeralRef:
        to: dict[str, object] = {"receiver_user_id": user}
        extra: dict[str, object] = {"ephemeral_message_parameters": to}
        if press:
            to["callback_query_id"] = press
        if command is not None:
            extra["reply_parameters"] = {"ephemeral_message_id": command}
        try:
            message = await self._send(chat, draft, thread=thread, extra=extra)
        except (MessageGone, NotAccepted, Unreachable) as error:
            raise NotPossibleError(str(error)) from None
        number = ephemeral_number(message.api_kwargs)
        if number is None:
            log.warning("this Bot API server knows no ephemeral messages; the one it posted is deleted")
            left = await self._taken_back(chat, message.message_id)
            raise NotPossibleError("the server knows no ephemeral messages", posted=left, ignored=True)
        return EphemeralRef(number, user)

    async def _taken_back(self, chat: int, message: int) -> int:
        """Delete at once what never should have been posted; its number if that has to be tried again."""
        self._count(chat)
        try:
            await self.delete(chat, message)
        except TryLater:
            return message
        except (Moved, Unreachable):
            return 0
        return 0

    async def _send(
        self,
        chat: int,
        draft: Draft,
        *,
        thread: str = "",
        silent: bool = True,
        reply_to: int = 0,
        extra: Mapping[str, object] | None = None,
    ) -> Message:
        refused = False
        if draft.picture and chat in self._wordy:
            draft = replace(draft, picture=None)
        while True:
            try:
                message = await self._make(chat, draft, thread, reply_to, extra, silent=silent)
            except TelegramError as error:
                if thread and failures.is_missing_thread(error):
                    thread = ""
                elif (
                    draft.picture
                    and failures.is_missing_file(error)
                    and await self._files.forget(draft.picture)
                ):
                    pass
                elif draft.picture and failures.is_refused_picture(error):
                    draft, refused = replace(draft, picture=None), True
                else:
                    raise self._failure(chat, error, making=True) from None
                self._count(chat)
            else:
                if refused:
                    self._wordy.add(chat)
                return message

    async def _make(
        self,
        chat: int,
        draft: Draft,
        thread: str,
        reply_to: int,
        extra: Mapping[str, object] | None,
        *,
        silent: bool,
    ) -> Message:
        self._check(chat)
        topic = int(thread) if thread else None
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        kwargs = dict(extra) if extra else None
        if draft.file:
            return await self.bot.send_document(
                chat,
                InputFile(draft.file.data, filename=draft.file.name),
                caption=draft.words or None,
                message_thread_id=topic,
                reply_parameters=reply,
                disable_notification=silent,
                api_kwargs=kwargs,
            )
        if draft.picture is None:
            return await self.bot.send_message(
                chat,
                draft.words,
                parse_mode=draft.mode,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                reply_markup=draft.keyboard,
                message_thread_id=topic,
                reply_parameters=reply,
                disable_notification=silent,
                api_kwargs=kwargs,
            )
        message = await self.bot.send_photo(
            chat,
            await self._files.of(draft.picture),
            caption=draft.words,
            parse_mode=draft.mode,
            reply_markup=draft.keyboard,
            message_thread_id=topic,
            reply_parameters=reply,
            disable_notification=silent,
            api_kwargs=kwargs,
        )
        await self._files.remember(draft.picture, message)
        return message

    # -- answering --------------------------------------------------------------------------------
    async def answer(self, press: str, words: str = "", *, alert: bool = False, link: str = "") -> bool:
        """Answer a press with words or with a `link` to the private chat; whether the answer arrived.

        Presses have their time. An answer that may have been lost is sent again: a second one does no harm.
        """
        for seconds in (*AGAIN, None):
            try:
                return await self.bot.answer_callback_query(
                    press, text=words or None, show_alert=alert or None, url=link or None, read_timeout=SOON
                )
            except (BadRequest, Forbidden, RetryAfter) as error:
                log.debug("let go: %s", type(error).__name__)
                return False
            except TelegramError as error:
                log.debug("an answer may have been lost: %s", type(error).__name__)
                if seconds is None or not isinstance(error, NetworkError):
                    return False
            await self._pause(seconds)
        return False

    async def offer(
        self, query: str, results: Sequence[InlineQueryResult], button: InlineQueryResultsButton
    ) -> None:
        """Answer an inline query for whoever asked, and for now; one that waits no more is let go."""
        answer = self.bot.answer_inline_query(query, results, cache_time=0, is_personal=True, button=button)
        await self._quietly(answer)

    async def member(self, chat: int, user: int) -> ChatMember | None:
        """What somebody is in the chat; None if Telegram does not tell."""
        return await self._quietly(self.bot.get_chat_member(chat, user))

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether the person has authority in the chat; no if Telegram does not tell."""
        member = await self.member(chat, user)
        return member is not None and member.status in (
            ChatMemberStatus.OWNER,
            ChatMemberStatus.ADMINISTRATOR,
        )
