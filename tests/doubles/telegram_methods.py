"""The methods of the Bot API that the stand-in knows, each with Telegram's rules and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import singledispatchmethod

from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteEphemeralMessage,
    DeleteMessage,
    DeleteMyCommands,
    EditEphemeralMessageCaption,
    EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
    EditEphemeralMessageText,
    EditMessageCaption,
    EditMessageMedia,
    EditMessageReplyMarkup,
    EditMessageText,
    GetChat,
    GetChatAdministrators,
    GetChatMember,
    GetChatMemberCount,
    GetFile,
    GetMe,
    GetMyCommands,
    GetWebhookInfo,
    LeaveChat,
    PinChatMessage,
    SendChatAction,
    SendMessage,
    SendPhoto,
    SetMyCommands,
    UnpinChatMessage,
)
from aiogram.types import (
    BotCommandScopeChat,
    BotCommandScopeChatAdministrators,
    BotCommandScopeChatMember,
    BufferedInputFile,
    EphemeralMessageParameters,
    InputFile,
    InputMediaPhoto,
)

from doubles.telegram_chats import Chat, Member, Message
from doubles.telegram_checks import Method, check_markup, given
from doubles.telegram_text import parse
from doubles.telegram_values import (
    NOT_MODIFIED,
    TIMED_OUT_QUERY,
    ApiError,
    Content,
    File,
    Json,
    MalformedError,
)
from doubles.telegram_world import Bot, Press, World

Edit = EditMessageText | EditMessageCaption | EditMessageMedia | EditMessageReplyMarkup
EphemeralEdit = (
    EditEphemeralMessageText
    | EditEphemeralMessageCaption
    | EditEphemeralMessageMedia
    | EditEphemeralMessageReplyMarkup
)
COUNTED = (
    SendMessage, SendPhoto, EditMessageText, EditMessageCaption, EditMessageMedia, EditMessageReplyMarkup,
    EditEphemeralMessageText, EditEphemeralMessageCaption, EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
)  # fmt: skip
"""What a chat's limit counts: sends and edits alike, ephemeral ones too."""
EPHEMERAL_WORDS = frozenset({"ephemeral_message_parameters", "receiver_user_id", "callback_query_id"})


@dataclass(frozen=True)
class Request:
    """One request of one bot, carried out at once and in one piece."""

    world: World
    bot: Bot
    uploads: Mapping[str, bytes]

    @singledispatchmethod
    def execute(self, method: Method) -> object:
        """The result of the method; ApiError when Telegram refuses it."""
        raise ApiError(404, "Not Found")

    @execute.register
    def _(self, method: GetMe) -> object:
        can = {"can_join_groups": True, "supports_inline_queries": False}
        return self.bot.user.json() | can | {"can_read_all_group_messages": self.bot.reads_everything}

    # -- sending -------------------------------------------------------------------------------------

    @execute.register
    def _(self, method: SendMessage) -> object:
        text = self._text(method.text, given(method.parse_mode))
        return self._send(method, text, "can_send_messages")

    @execute.register
    def _(self, method: SendPhoto) -> object:
        caption = self._caption(method.caption, given(method.parse_mode))
        content = replace(caption, photo=self._photo(method.photo))
        return self._send(method, content, "can_send_photos")

    @execute.register
    def _(self, method: SendChatAction) -> object:
        chat = self._chat(method.chat_id)
        if method.action not in ("typing", "upload_photo", "upload_document", "choose_sticker"):
            raise MalformedError("wrong parameter action in request")
        chat.actions.append(method.action)
        return True

    def _send(self, method: SendMessage | SendPhoto, content: Content, right: str) -> Json:
        chat = self._chat(method.chat_id)
        wanted = method.ephemeral_message_parameters
        if wanted is None and method.receiver_user_id:
            wanted = EphemeralMessageParameters(
                receiver_user_id=method.receiver_user_id, callback_query_id=method.callback_query_id
            )
        reply_id = method.reply_parameters.ephemeral_message_id if method.reply_parameters else None
        ephemeral = wanted is not None
        content = replace(content, keyboard=check_markup(method.reply_markup, ephemeral=ephemeral))
        self._need(chat, right)
        self._thread(chat, method.message_thread_id)
        message = Message(
            chat, 0, self.world.now, self.bot.user, content,
            thread=method.message_thread_id, in_topic=method.message_thread_id is not None,
            silent=bool(method.disable_notification),
        )  # fmt: skip
        if wanted:
            self._make_ephemeral(message, wanted, reply_id)
        else:
            message.reply_to = self._replied(chat, method)
            message.message_id = chat.next_message_id()
        return chat.add(message).json()

    def _replied(self, chat: Chat, method: SendMessage | SendPhoto) -> Message | None:
        reply = method.reply_parameters
        number = reply.message_id if reply else method.reply_to_message_id
        if number is None:
            return None
        found = chat.find(number)
        if found is None and not (reply and reply.allow_sending_without_reply is True):
            raise ApiError(400, "message to be replied not found")
        return found

    def _make_ephemeral(
        self, message: Message, wanted: EphemeralMessageParameters, reply_id: int | None
    ) -> None:
        chat, now = message.chat, self.world.now
        if chat.type not in ("group", "supergroup"):
            raise MalformedError("ephemeral messages can be sent only in groups and supergroups")
        receiver = chat.members.get(wanted.receiver_user_id)
        if receiver is None or not receiver.is_in or receiver.user.is_bot:
            raise ApiError(400, "the receiver of an ephemeral message must be a member of the chat")
        press = self._press_behind(message, wanted)
        command = chat.find_ephemeral(self.bot.user.id, reply_id) if reply_id else None
        fresh = command and command.sender == receiver.user and now - command.date <= self.world.answer_window
        if not (press or fresh or self._me(chat).is_admin):
            raise ApiError(400, "not enough rights to send ephemeral messages to the user")
        if wanted.replace_callback_query_message:
            if press is None or press.message.ephemeral_id is not None:
                raise MalformedError("replace_callback_query_message needs a press on an ordinary message")
            message.replaces = press.message
        message.receiver = receiver.user
        message.ephemeral_id = chat.free_ephemeral_id(receiver.user.id)

    def _press_behind(self, message: Message, wanted: EphemeralMessageParameters) -> Press | None:
        if wanted.callback_query_id is None:
            return None
        press = self.world.presses.get(wanted.callback_query_id)
        if press is None or press.bot is not self.bot or self.world.now - press.at > self.world.answer_window:
            raise ApiError(400, TIMED_OUT_QUERY)
        if press.user.id != wanted.receiver_user_id or press.message.chat is not message.chat:
            raise MalformedError("the callback query belongs to somebody else or to another chat")
        return press

    # -- editing -------------------------------------------------------------------------------------

    @execute.register(EditMessageText)
    @execute.register(EditMessageCaption)
    @execute.register(EditMessageMedia)
    @execute.register(EditMessageReplyMarkup)
    def _(self, method: Edit) -> object:
        if method.inline_message_id or method.chat_id is None or not method.message_id:
            raise MalformedError("message identifier is not specified")
        chat = self._chat(method.chat_id)
        message = chat.find(method.message_id)
        if message is None:
            raise ApiError(400, "message to edit not found")
        if message.sender != self.bot.user or message.service:
            raise ApiError(400, "message can't be edited")
        self._edit(message, method)
        return message.json()

    @execute.register(EditEphemeralMessageText)
    @execute.register(EditEphemeralMessageCaption)
    @execute.register(EditEphemeralMessageMedia)
    @execute.register(EditEphemeralMessageReplyMarkup)
    def _(self, method: EphemeralEdit) -> object:
        self._edit(self._ephemeral(method), method)
        return True

    @execute.register
    def _(self, method: DeleteEphemeralMessage) -> object:
        self._ephemeral(method).deleted = True
        self.world.touch()
        return True

    def _ephemeral(self, method: EphemeralEdit | DeleteEphemeralMessage) -> Message:
        chat = self._chat(method.chat_id)
        found = chat.find_ephemeral(method.receiver_user_id, method.ephemeral_message_id)
        if found is None or found.sender != self.bot.user:
            raise ApiError(400, "message to edit not found")
        return found

    def _edit(self, message: Message, method: Edit | EphemeralEdit) -> None:
        old, ephemeral = message.content, message.ephemeral_id is not None
        new = replace(self._new_words(old, method, 1024 if ephemeral else 4096), keyboard=None)
        new = replace(new, keyboard=check_markup(method.reply_markup, ephemeral=ephemeral))
        if new == old:
            raise ApiError(400, NOT_MODIFIED)
        message.says(new)
        self.world.touch()

    def _new_words(self, old: Content, method: Edit | EphemeralEdit, limit: int) -> Content:
        match method:
            case EditMessageText() | EditEphemeralMessageText():
                if old.photo:
                    raise ApiError(400, "there is no text in the message to edit")
                return self._text(method.text or "", given(method.parse_mode), limit)
            case EditMessageCaption() | EditEphemeralMessageCaption():
                if not old.photo:
                    raise ApiError(400, "there is no caption in the message to edit")
                return replace(self._caption(method.caption, given(method.parse_mode)), photo=old.photo)
            case EditMessageMedia() | EditEphemeralMessageMedia():
                if not isinstance(method.media, InputMediaPhoto):
                    raise MalformedError("the stand-in knows photos only")
                caption = self._caption(method.media.caption, given(method.media.parse_mode))
                return replace(caption, photo=self._photo(method.media.media))
            case _:
                return old

    # -- deleting, pinning, answering ----------------------------------------------------------------

    @execute.register
    def _(self, method: DeleteMessage) -> object:
        chat = self._chat(method.chat_id)
        if not method.message_id:
            raise MalformedError("message identifier is not specified")
        message = chat.find(method.message_id)
        if message is None:
            raise ApiError(400, "message to delete not found")
        mine = message.sender == self.bot.user or chat.type == "private"
        if not self._me(chat).may("can_delete_messages"):
            if not mine:
                raise ApiError(400, "message can't be deleted")
            if self.world.now - message.date > 48 * 3600:
                raise ApiError(400, "message can't be deleted for everyone")
        message.deleted = True
        self.world.touch()
        return True

    @execute.register
    def _(self, method: PinChatMessage) -> object:
        message = self._pinnable(method.chat_id, method.message_id)
        if message in message.chat.pinned:
            raise ApiError(400, "CHAT_NOT_MODIFIED")
        message.chat.pinned.append(message)
        pinned = {"pinned_message": message.json(with_reply=False)}
        self.world.happens(message.chat, self.bot.user, {**pinned})
        return True

    @execute.register
    def _(self, method: UnpinChatMessage) -> object:
        pinned = self._chat(method.chat_id).pinned
        message = self._pinnable(
            method.chat_id, method.message_id or (pinned[-1].message_id if pinned else 0)
        )
        if message not in pinned:
            raise ApiError(400, "message to unpin not found")
        pinned.remove(message)
        self.world.touch()
        return True

    def _pinnable(self, chat_id: int | str, message_id: int) -> Message:
        chat = self._chat(chat_id)
        if chat.type != "private" and not self._me(chat).may("can_pin_messages"):
            raise ApiError(400, "not enough rights to manage pinned messages in the chat")
        message = chat.find(message_id)
        if message is None:
            raise ApiError(400, "message to pin not found")
        return message

    @execute.register
    def _(self, method: AnswerCallbackQuery) -> object:
        if len(method.text or "") > 200:
            raise MalformedError("MESSAGE_TOO_LONG")
        press = self.world.presses.get(method.callback_query_id)
        if press is None or press.bot is not self.bot:
            raise ApiError(400, TIMED_OUT_QUERY)
        if not press.answers(method.text or "", alert=bool(method.show_alert), url=method.url):
            raise ApiError(400, TIMED_OUT_QUERY)
        return True

    # -- asking --------------------------------------------------------------------------------------

    @execute.register
    def _(self, method: GetFile) -> object:
        file = self.world.files.get(method.file_id)
        if file is None or file.bot_id != self.bot.user.id:
            raise ApiError(400, "wrong file_id or the file is temporarily unavailable")
        return file.sizes()[-1] | {"file_path": file.path}

    @execute.register
    def _(self, method: GetChat) -> object:
        chat = self._chat(method.chat_id, reading=True)
        body = chat.json() | {"accent_color_id": 1, "max_reaction_count": 11}
        gifts = (
            "unlimited_gifts",
            "limited_gifts",
            "unique_gifts",
            "premium_subscription",
            "gifts_from_channels",
        )
        body["accepted_gift_types"] = dict.fromkeys(gifts, False)
        if chat.pinned:
            body["pinned_message"] = chat.pinned[-1].json(with_reply=False)
        return body

    @execute.register
    def _(self, method: GetChatMember) -> object:
        chat = self._chat(method.chat_id, reading=True)
        user = self.world.users.get(method.user_id)
        if user is None:
            raise ApiError(400, "PARTICIPANT_ID_INVALID")
        return chat.members.get(user.id, Member(user, "left")).json()

    @execute.register
    def _(self, method: GetChatAdministrators) -> object:
        chat = self._chat(method.chat_id, reading=True)
        if chat.type == "private":
            raise ApiError(400, "there are no administrators in the private chat")
        return [
            m.json()
            for m in chat.members.values()
            if m.is_admin and not (m.user.is_bot and m.user != self.bot.user)
        ]

    @execute.register
    def _(self, method: GetChatMemberCount) -> object:
        return sum(member.is_in for member in self._chat(method.chat_id, reading=True).members.values())

    @execute.register
    def _(self, method: LeaveChat) -> object:
        chat = self._chat(method.chat_id, reading=True)
        if chat.type == "private":
            raise ApiError(400, "chat member status can't be changed in private chats")
        self.world.becomes(chat, Member(self.bot.user, "left"))
        return True

    # -- commands and webhook ------------------------------------------------------------------------

    @execute.register
    def _(self, method: SetMyCommands) -> object:
        if len(method.commands) > 100:
            raise MalformedError("BOT_COMMANDS_TOO_MUCH")
        for command in method.commands:
            if not (
                1 <= len(command.command) <= 32 and command.command.isascii() and command.command.islower()
            ):
                raise MalformedError("BOT_COMMAND_INVALID")
            if not 1 <= len(command.description) <= 256:
                raise MalformedError("BOT_COMMAND_DESCRIPTION_INVALID")
        self.bot.commands[_scope(method)] = method.commands
        return True

    @execute.register
    def _(self, method: GetMyCommands) -> object:
        found = self.bot.commands.get(_scope(method), [])
        return [command.model_dump(mode="json", exclude_none=True) for command in found]

    @execute.register
    def _(self, method: DeleteMyCommands) -> object:
        self.bot.commands.pop(_scope(method), None)
        return True

    @execute.register
    def _(self, method: GetWebhookInfo) -> object:
        queue = self.bot.queue
        info: Json = {"url": queue.webhook.url if queue.webhook else "", "has_custom_certificate": False}
        info["pending_update_count"] = len(queue.waiting)
        if queue.webhook:
            info["max_connections"] = queue.webhook.max_connections
        if queue.allowed is not None:
            info["allowed_updates"] = sorted(queue.allowed)
        if queue.last_error:
            info |= {"last_error_date": int(self.world.now), "last_error_message": queue.last_error}
        return info

    # -- shared --------------------------------------------------------------------------------------

    def _chat(self, chat_id: int | str, *, reading: bool = False) -> Chat:
        chat = self.world.chat_of(self.bot, chat_id)
        if chat is None:
            raise ApiError(400, "chat not found")
        if chat.migrated_to:
            text = "group chat was upgraded to a supergroup chat"
            raise ApiError(400, text, migrate_to_chat_id=chat.migrated_to)
        if chat.type == "private":
            if chat.blocked and not reading:
                raise ApiError(403, "bot was blocked by the user")
            if not chat.opened:
                raise (
                    ApiError(400, "chat not found")
                    if reading
                    else ApiError(403, "bot can't initiate conversation with a user")
                )
            return chat
        kind = "group chat" if chat.type == "group" else f"{chat.type} chat"
        match self._me(chat).status:
            case "kicked":
                raise ApiError(403, f"bot was kicked from the {kind}")
            case "left":
                raise ApiError(403, f"bot is not a member of the {kind}")
            case _:
                return chat

    def _me(self, chat: Chat) -> Member:
        return chat.members.get(self.bot.user.id, Member(self.bot.user, "left"))

    def _need(self, chat: Chat, right: str) -> None:
        me = self._me(chat)
        if chat.type != "private" and (not me.may(right) or (chat.type == "channel" and not me.is_admin)):
            what = "text messages" if right == "can_send_messages" else "photos"
            raise ApiError(400, f"not enough rights to send {what} to the chat")

    def _thread(self, chat: Chat, thread: int | None) -> None:
        if thread is None:
            if chat.forum and chat.closed_general:
                raise ApiError(400, "TOPIC_CLOSED")
            return
        topic = chat.topics.get(thread)
        if not chat.forum or topic is None or topic.deleted:
            raise ApiError(400, "message thread not found")
        if topic.closed and not self._me(chat).may("can_manage_topics"):
            raise ApiError(400, "TOPIC_CLOSED")

    def _text(self, text: str, mode: str | None, limit: int = 4096) -> Content:
        plain, entities = parse(text, mode)
        if not plain:
            raise MalformedError("message text is empty")
        if len(plain) > limit:
            raise MalformedError("message is too long")
        return Content(plain, entities)

    def _caption(self, caption: str | None, mode: str | None) -> Content:
        plain, entities = parse(caption or "", mode)
        if len(plain) > 1024:
            raise MalformedError("message caption is too long")
        return Content(plain, entities)

    def _photo(self, photo: str | InputFile) -> File:
        if isinstance(photo, BufferedInputFile):
            return self.world.store(self.bot, photo.data)
        if isinstance(photo, str) and photo.startswith("attach://"):
            if (part := photo.removeprefix("attach://")) not in self.uploads:
                raise MalformedError("can't parse InputMedia: media not found among the uploaded files")
            return self.world.store(self.bot, self.uploads[part])
        known = self.world.files.get(photo) if isinstance(photo, str) else None
        if known is None or known.bot_id != self.bot.user.id:
            raise ApiError(400, "wrong file identifier/HTTP URL specified")
        return known


def _scope(method: SetMyCommands | GetMyCommands | DeleteMyCommands) -> tuple[str, str]:
    language = method.language_code or ""
    match method.scope:
        case None:
            return "default", language
        case BotCommandScopeChatMember() as scope:
            return f"chat_member {scope.chat_id} {scope.user_id}", language
        case BotCommandScopeChat() | BotCommandScopeChatAdministrators() as scope:
            return f"{scope.type} {scope.chat_id}", language
        case scope:
            return str(scope.type), language
