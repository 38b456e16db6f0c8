"""The calls of Telegram's Bot API that we make, with its errors in the ports' words.

Cards leave by three doors only: `confide` (a private chat), `whisper_secret` (an ephemeral message, on a server
that has proved to know them) and `answer` (the answer to a press). `post` takes an `Open` message.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message, ReplyParameters
from telegram.constants import ChatMemberStatus, MessageLimit, ParseMode
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from adapters.telegram import failures
from adapters.telegram.files import KnownFiles
from adapters.telegram.line import Line
from adapters.telegram.phrases import Phrases
from adapters.telegram.places import EphemeralRef, PrivateChat, ephemeral_number
from adapters.telegram.render import Draft, Open, Secret, clip
from bot.service.ports import Expired, MessageGone, Moved, TryLater, Unreachable

__all__ = ["NotPossibleError", "Proof", "Wire"]

log = logging.getLogger(__name__)


class NotPossibleError(Exception):
    """The server or the chat knows no such message; asking again will not help."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The server has sent an ephemeral message and said so. Only `Wire.whisper` makes one."""

    seen: EphemeralRef


class Wire(Line):
    """A bot's connection, with what we say over it."""

    def __init__(self, bot: Bot, now: Callable[[], float], phrases: Phrases) -> None:
        super().__init__(bot, now, phrases)
        self._files = KnownFiles()

    def deep_link(self, payload: str) -> str:
        """The address that opens the private chat and says `/start payload` there."""
        return f"https://t.me/{self.name}?start={payload}"

    # -- sending ----------------------------------------------------------------------------------
    async def post(
        self, chat: int, what: Open, *, thread: str = "", silent: bool = True, reply_to: int = 0
    ) -> int:
        """Send what everybody may see; the number of the message."""
        message = await self._send(chat, _open(what), thread=thread, silent=silent, reply_to=reply_to)
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
        ref = await self._whisper(chat, user, _open(what), press, command, thread)
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
        except BadRequest as error:
            raise (Expired() if failures.is_too_late(error) else NotPossibleError(str(error))) from None
        except (MessageGone, Unreachable) as error:
            raise NotPossibleError(str(error)) from None
        number = ephemeral_number(message.api_kwargs)
        if number is None:
            log.warning("this Bot API server knows no ephemeral messages; the one it posted is deleted")
            await self._quietly(self.bot.delete_message(chat, message.message_id))
            raise NotPossibleError("the server knows no ephemeral messages")
        return EphemeralRef(number, user)

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
        while True:
            try:
                return await self._make(chat, draft, thread, reply_to, extra, silent=silent)
            except TelegramError as error:
                if thread and failures.is_missing_thread(error):
                    thread = ""
                elif draft.picture and failures.is_missing_file(error) and self._files.forget(draft.picture):
                    pass
                elif draft.picture and failures.is_no_photos(error):
                    draft = replace(draft, picture=None)
                else:
                    raise self._failure(chat, error, making=True) from None

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
        if draft.picture is None:
            return await self.bot.send_message(
                chat,
                draft.words,
                parse_mode=_mode(draft),
                reply_markup=draft.keyboard,
                message_thread_id=topic,
                reply_parameters=reply,
                disable_notification=silent,
                api_kwargs=kwargs,
            )
        message = await self.bot.send_photo(
            chat,
            self._files.of(draft.picture),
            caption=draft.words,
            parse_mode=_mode(draft),
            reply_markup=draft.keyboard,
            message_thread_id=topic,
            reply_parameters=reply,
            disable_notification=silent,
            api_kwargs=kwargs,
        )
        self._files.remember(draft.picture, message)
        return message

    # -- editing ----------------------------------------------------------------------------------
    async def edit(self, chat: int, message: int, what: Open) -> None:
        """Let a message show what everybody may see."""
        await self._edit(chat, message, _open(what))

    async def edit_confided(self, chat: PrivateChat, message: int, what: Secret) -> None:
        """Let a message in a private chat show these cards."""
        if chat <= 0:
            raise ValueError("only a private chat may see this")
        await self._edit(chat, message, what.draft)

    async def edit_whispered(self, chat: int, ref: EphemeralRef, what: Open | Secret) -> None:
        """Let an ephemeral message show this; a server without them refuses, so nothing can get out."""
        await self._editing(chat, lambda: self._edit_ephemeral(chat, ref, what.draft), what.draft)

    async def _edit(self, chat: int, message: int, draft: Draft) -> None:
        await self._editing(chat, lambda: self._edit_once(chat, message, draft), draft)

    async def _editing(self, chat: int, act: Callable[[], Awaitable[None]], draft: Draft) -> None:
        while True:
            self._check(chat)
            try:
                return await act()
            except EndPointNotFound:
                raise MessageGone from None
            except TelegramError as error:
                if failures.is_unmodified(error):
                    return None
                if draft.picture and failures.is_missing_file(error) and self._files.forget(draft.picture):
                    continue
                raise self._failure(chat, error, making=False) from None

    async def _edit_once(self, chat: int, message: int, draft: Draft) -> None:
        if draft.picture is None:
            try:
                await self.bot.edit_message_text(
                    draft.words, chat, message, parse_mode=_mode(draft), reply_markup=draft.keyboard
                )
            except BadRequest as error:
                if not failures.is_picture(error):
                    raise
                # A picture cannot be taken away: the message goes, and is made anew without one.
                await self._quietly(self.bot.delete_message(chat, message))
                raise BadRequest("message to edit not found") from None
            return
        media = InputMediaPhoto(self._files.of(draft.picture), caption=draft.words, parse_mode=_mode(draft))
        try:
            edited = await self.bot.edit_message_media(media, chat, message, reply_markup=draft.keyboard)
        except BadRequest as error:
            if not failures.is_no_photos(error):
                raise
            await self._edit_once(chat, message, replace(draft, picture=None))
        else:
            if isinstance(edited, Message):
                self._files.remember(draft.picture, edited)

    async def _edit_ephemeral(self, chat: int, ref: EphemeralRef, draft: Draft) -> None:
        what: dict[str, object] = {
            "chat_id": chat,
            "receiver_user_id": ref.receiver,
            "ephemeral_message_id": ref.number,
        }
        if draft.keyboard:
            what["reply_markup"] = draft.keyboard
        words = clip(draft.words, MessageLimit.CAPTION_LENGTH)
        if draft.picture is None:
            try:
                await self.bot.do_api_request("editEphemeralMessageText", api_kwargs=what | {"text": words})
            except BadRequest as error:
                if not failures.is_picture(error):
                    raise
                await self.delete_whispered(chat, ref)  # as above: cards that are played do not stay in sight
                raise MessageGone from None
            return
        media = InputMediaPhoto(self._files.of(draft.picture), caption=words)
        await self.bot.do_api_request("editEphemeralMessageMedia", api_kwargs=what | {"media": media})

    # -- the rest ---------------------------------------------------------------------------------
    async def strip(self, chat: int, message: int) -> None:
        """Take the buttons away from a message, if it still is there."""
        await self.set_buttons(chat, message, None)

    async def set_buttons(self, chat: int, message: int, buttons: InlineKeyboardMarkup | None) -> None:
        """Change the buttons of a message and nothing else, if it still is there."""
        with suppress(TryLater):
            self._check(chat)
            await self._quietly(self.bot.edit_message_reply_markup(chat, message, reply_markup=buttons))

    async def delete(self, chat: int, message: int) -> None:
        """Delete a message; one that is gone, or too old to be deleted, is left as it is."""
        self._check(chat)
        try:
            await self.bot.delete_message(chat, message)
        except BadRequest as error:
            if isinstance(failure := self._failure(chat, error, making=False), Moved):
                raise failure from None
        except TelegramError as error:
            raise self._failure(chat, error, making=False) from None

    async def delete_whispered(self, chat: int, ref: EphemeralRef) -> None:
        """Delete an ephemeral message, if it still is there."""
        what = {"chat_id": chat, "receiver_user_id": ref.receiver, "ephemeral_message_id": ref.number}
        await self._quietly(self.bot.do_api_request("deleteEphemeralMessage", api_kwargs=what))

    async def answer(self, press: str, words: str = "", *, alert: bool = False) -> bool:
        """Answer a press; whether the answer arrived (presses have their time)."""
        done = await self._quietly(
            self.bot.answer_callback_query(press, text=words or None, show_alert=alert or None)
        )
        return bool(done)

    async def is_admin(self, chat: int, user: int) -> bool:
        """Whether the person has authority in the chat; no if Telegram does not tell."""
        member = await self._quietly(self.bot.get_chat_member(chat, user))
        return member is not None and member.status in (
            ChatMemberStatus.OWNER,
            ChatMemberStatus.ADMINISTRATOR,
        )


def _open(what: Open) -> Draft:
    """The draft of what everybody may see, and of nothing else."""
    # Types say so already; said again where a mistake would show somebody's cards.
    if not isinstance(what, Open):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("only what everybody may see can be shown to everybody")
    return what.draft


def _mode(draft: Draft) -> ParseMode | None:
    return ParseMode.HTML if draft.html else None
