"""Messages that are there already: what we let them show, and how they go."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from telegram import Bot, InputMediaPhoto, LinkPreviewOptions, Message
from telegram.constants import MessageLimit
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from adapters.telegram import failures
from adapters.telegram.files import KnownFiles, Uploads, WordyChats
from adapters.telegram.line import Line, Pause, Spend
from adapters.telegram.phrases import Phrases
from adapters.telegram.places import EphemeralRef, PrivateChat
from adapters.telegram.render import Draft, Open, Secret, clip, for_all
from bot.service.ports import MessageGone, Moved, TryLater

__all__ = ["Editing"]


class Editing(Line):
    """What can be done to messages of ours. A picture that is refused gives way to the words."""

    def __init__(
        self,
        bot: Bot,
        now: Callable[[], float],
        phrases: Phrases,
        *,
        spend: Spend,
        pause: Pause,
        uploads: Uploads | None = None,
    ) -> None:
        super().__init__(bot, now, phrases, spend=spend, pause=pause)
        self._files = KnownFiles(uploads, f"telegram:{bot.token.partition(':')[0]}")
        self._wordy = WordyChats(now)

    # -- editing ----------------------------------------------------------------------------------
    async def edit(self, chat: int, message: int, what: Open) -> None:
        """Let a message show what everybody may see."""
        await self._edit(chat, message, for_all(what))

    async def edit_confided(self, chat: PrivateChat, message: int, what: Secret) -> None:
        """Let a message in a private chat show these cards."""
        if chat <= 0:
            raise ValueError("only a private chat may see this")
        await self._edit(chat, message, what.draft)

    async def edit_whispered(self, chat: int, ref: EphemeralRef, what: Open | Secret) -> None:
        """Let an ephemeral message show this; a server without them refuses, so nothing can get out."""
        await self._editing(chat, lambda draft: self._edit_ephemeral(chat, ref, draft), what.draft)

    async def _edit(self, chat: int, message: int, draft: Draft) -> None:
        await self._editing(chat, lambda it: self._edit_once(chat, message, it), draft)

    async def _editing(self, chat: int, act: Callable[[Draft], Awaitable[None]], draft: Draft) -> None:
        refused = False
        if draft.picture and chat in self._wordy:
            draft = replace(draft, picture=None)
        while True:
            self._check(chat)
            try:
                await act(draft)
            except EndPointNotFound:
                raise MessageGone from None
            except TelegramError as error:
                if failures.is_unmodified(error):
                    return
                if (
                    draft.picture
                    and failures.is_missing_file(error)
                    and await self._files.forget(draft.picture)
                ):
                    self._count(chat)
                elif draft.picture and failures.is_refused_picture(error):
                    self._count(chat)
                    draft, refused = replace(draft, picture=None), True
                else:
                    failure = self._failure(chat, error, making=False)
                    if refused and isinstance(failure, MessageGone):
                        self._wordy.add(chat)  # so that it is made anew in words
                    raise failure from None
            else:
                if refused:
                    self._wordy.add(chat)
                return

    async def _edit_once(self, chat: int, message: int, draft: Draft) -> None:
        if draft.picture is None:
            try:
                await self.bot.edit_message_text(
                    draft.words,
                    chat,
                    message,
                    parse_mode=draft.mode,
                    link_preview_options=LinkPreviewOptions(is_disabled=True),
                    reply_markup=draft.keyboard,
                )
            except BadRequest as error:
                if not failures.is_picture(error):
                    raise
                # A picture cannot be taken away: the message goes, and is made anew without one.
                self._count(chat)
                await self._quietly(self.bot.delete_message(chat, message))
                raise BadRequest("message to edit not found") from None
            return
        media = InputMediaPhoto(
            await self._files.of(draft.picture), caption=draft.words, parse_mode=draft.mode
        )
        edited = await self.bot.edit_message_media(media, chat, message, reply_markup=draft.keyboard)
        if isinstance(edited, Message):
            await self._files.remember(draft.picture, edited)

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
                # As above: cards that are played do not stay in sight.
                self._count(chat)
                with suppress(TryLater, Moved):
                    await self.delete_whispered(chat, ref)
                raise BadRequest("message to edit not found") from None
            return
        media = InputMediaPhoto(await self._files.of(draft.picture), caption=words)
        await self.bot.do_api_request("editEphemeralMessageMedia", api_kwargs=what | {"media": media})

    # -- buttons and deleting ---------------------------------------------------------------------
    async def strip(self, chat: int, message: int) -> None:
        """Take the buttons away from a message, if it still is there and the chat bears it."""
        if not self.rests(chat) and self.affords(chat):
            await self._quietly(self.bot.edit_message_reply_markup(chat, message, reply_markup=None))

    async def delete(self, chat: int, message: int) -> None:
        """Delete a message; one that is gone, or too old to be deleted, is left as it is."""
        await self._deleting(chat, lambda: self.bot.delete_message(chat, message))

    async def delete_whispered(self, chat: int, ref: EphemeralRef) -> None:
        """Delete an ephemeral message, if it still is there."""
        what = {"chat_id": chat, "receiver_user_id": ref.receiver, "ephemeral_message_id": ref.number}
        await self._deleting(
            chat, lambda: self.bot.do_api_request("deleteEphemeralMessage", api_kwargs=dict(what))
        )

    async def _deleting(self, chat: int, act: Callable[[], Awaitable[object]]) -> None:
        self._check(chat)
        try:
            await act()
        except EndPointNotFound:
            return
        except BadRequest as error:
            if isinstance(failure := self._failure(chat, error, making=False), Moved):
                raise failure from None
        except TelegramError as error:
            raise self._failure(chat, error, making=False) from None
