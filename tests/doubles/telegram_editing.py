"""Editing, deleting and pinning what was sent."""

from __future__ import annotations

from dataclasses import replace

from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteEphemeralMessage,
    DeleteMessage,
    EditEphemeralMessageCaption,
    EditEphemeralMessageMedia,
    EditEphemeralMessageReplyMarkup,
    EditEphemeralMessageText,
    EditMessageCaption,
    EditMessageMedia,
    EditMessageReplyMarkup,
    EditMessageText,
    PinChatMessage,
    UnpinChatMessage,
)
from aiogram.types import (
    InputMediaPhoto,
)

from doubles.telegram_chats import Message
from doubles.telegram_checks import check_markup
from doubles.telegram_request import Request, execute
from doubles.telegram_values import NOT_MODIFIED, TIMED_OUT_QUERY, ApiError, Content, MalformedError

Edit = EditMessageText | EditMessageCaption | EditMessageMedia | EditMessageReplyMarkup
EphemeralEdit = (
    EditEphemeralMessageText
    | EditEphemeralMessageCaption
    | EditEphemeralMessageMedia
    | EditEphemeralMessageReplyMarkup
)


@execute.register(EditMessageText)
@execute.register(EditMessageCaption)
@execute.register(EditMessageMedia)
@execute.register(EditMessageReplyMarkup)
def edit_message(method: Edit, request: Request) -> object:
    if method.inline_message_id or method.chat_id is None or not method.message_id:
        raise MalformedError("message identifier is not specified")
    chat = request.chat(method.chat_id)
    message = chat.find(method.message_id)
    if message is None:
        raise ApiError(400, "message to edit not found")
    if message.sender != request.bot.user or message.service:
        raise ApiError(400, "message can't be edited")
    _edit(request, message, method)
    return message.json()


@execute.register(EditEphemeralMessageText)
@execute.register(EditEphemeralMessageCaption)
@execute.register(EditEphemeralMessageMedia)
@execute.register(EditEphemeralMessageReplyMarkup)
def edit_ephemeral_message(method: EphemeralEdit, request: Request) -> object:
    _edit(request, _ephemeral(request, method), method)
    return True


@execute.register
def delete_ephemeral_message(method: DeleteEphemeralMessage, request: Request) -> object:
    _ephemeral(request, method).deleted = True
    request.world.touch()
    return True


def _ephemeral(request: Request, method: EphemeralEdit | DeleteEphemeralMessage) -> Message:
    chat = request.chat(method.chat_id)
    found = chat.find_ephemeral(method.receiver_user_id, method.ephemeral_message_id)
    if found is None or found.sender != request.bot.user:
        raise ApiError(400, "message to edit not found")
    return found


def _edit(request: Request, message: Message, method: Edit | EphemeralEdit) -> None:
    old, ephemeral = message.content, message.ephemeral_id is not None
    new = replace(_new_words(request, old, method, 1024 if ephemeral else 4096), keyboard=None)
    new = replace(new, keyboard=check_markup(method.reply_markup, ephemeral=ephemeral))
    if new == old:
        raise ApiError(400, NOT_MODIFIED)
    message.says(new)
    request.world.touch()


def _new_words(request: Request, old: Content, method: Edit | EphemeralEdit, limit: int) -> Content:
    match method:
        case EditMessageText() | EditEphemeralMessageText():
            if old.photo or old.document:
                raise ApiError(400, "there is no text in the message to edit")
            return request.text(method.text or "", method.parse_mode, method.entities, limit)
        case EditMessageCaption() | EditEphemeralMessageCaption():
            if not old.photo:
                raise ApiError(400, "there is no caption in the message to edit")
            return replace(
                request.caption(method.caption, method.parse_mode, method.caption_entities), photo=old.photo
            )
        case EditMessageMedia() | EditEphemeralMessageMedia():
            if not isinstance(method.media, InputMediaPhoto):
                raise MalformedError("the stand-in knows photos only")
            caption = request.caption(
                method.media.caption, method.media.parse_mode, method.media.caption_entities
            )
            return replace(caption, photo=request.photo(method.media.media))
        case _:
            return old


@execute.register
def delete_message(method: DeleteMessage, request: Request) -> object:
    chat = request.chat(method.chat_id)
    if not method.message_id:
        raise MalformedError("message identifier is not specified")
    message = chat.find(method.message_id)
    if message is None:
        raise ApiError(400, "message to delete not found")
    mine = message.sender == request.bot.user or chat.type == "private"
    if not request.me(chat).may("can_delete_messages"):
        if not mine:
            raise ApiError(400, "message can't be deleted")
        if request.world.now - message.date > 48 * 3600:
            raise ApiError(400, "message can't be deleted for everyone")
    message.deleted = True
    request.world.touch()
    return True


@execute.register
def pin_chat_message(method: PinChatMessage, request: Request) -> object:
    message = _pinnable(request, method.chat_id, method.message_id)
    if message in message.chat.pinned:
        raise ApiError(400, "CHAT_NOT_MODIFIED")
    message.chat.pinned.append(message)
    pinned = {"pinned_message": message.json(with_reply=False)}
    request.world.happens(message.chat, request.bot.user, {**pinned})
    return True


@execute.register
def unpin_chat_message(method: UnpinChatMessage, request: Request) -> object:
    pinned = request.chat(method.chat_id).pinned
    message = _pinnable(
        request, method.chat_id, method.message_id or (pinned[-1].message_id if pinned else 0)
    )
    if message not in pinned:
        raise ApiError(400, "message to unpin not found")
    pinned.remove(message)
    request.world.touch()
    return True


def _pinnable(request: Request, chat_id: int | str, message_id: int) -> Message:
    chat = request.chat(chat_id)
    if chat.type != "private" and not request.me(chat).may("can_pin_messages"):
        raise ApiError(400, "not enough rights to manage pinned messages in the chat")
    message = chat.find(message_id)
    if message is None:
        raise ApiError(400, "message to pin not found")
    return message


@execute.register
def answer_callback_query(method: AnswerCallbackQuery, request: Request) -> object:
    if len(method.text or "") > 200:
        raise MalformedError("MESSAGE_TOO_LONG")
    press = request.world.presses.get(method.callback_query_id)
    if press is None or press.bot is not request.bot:
        raise ApiError(400, TIMED_OUT_QUERY)
    if not press.answers(method.text or "", alert=bool(method.show_alert), url=method.url):
        raise ApiError(400, TIMED_OUT_QUERY)
    return True
