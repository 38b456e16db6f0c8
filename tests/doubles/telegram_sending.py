"""Sending: messages, pictures, and what only one person sees."""

from __future__ import annotations

from dataclasses import replace

from aiogram.methods import SendChatAction, SendDocument, SendMessage, SendPhoto
from aiogram.types import (
    EphemeralMessageParameters,
)

from doubles.telegram_chats import Chat, Message
from doubles.telegram_checks import check_markup
from doubles.telegram_request import Request, execute
from doubles.telegram_values import TIMED_OUT_QUERY, ApiError, Content, Json, MalformedError
from doubles.telegram_world import Press

Sending = SendMessage | SendPhoto | SendDocument


@execute.register
def send_message(method: SendMessage, request: Request) -> object:
    text = request.text(method.text, method.parse_mode, method.entities)
    return _send(request, method, text, "can_send_messages")


@execute.register
def send_photo(method: SendPhoto, request: Request) -> object:
    caption = request.caption(method.caption, method.parse_mode, method.caption_entities)
    content = replace(caption, photo=request.photo(method.photo))
    return _send(request, method, content, "can_send_photos")


@execute.register
def send_document(method: SendDocument, request: Request) -> object:
    caption = request.caption(method.caption, method.parse_mode, method.caption_entities)
    content = replace(caption, document=request.document(method.document))
    return _send(request, method, content, "can_send_documents")


@execute.register
def send_chat_action(method: SendChatAction, request: Request) -> object:
    chat = request.chat(method.chat_id)
    if method.action not in ("typing", "upload_photo", "upload_document", "choose_sticker"):
        raise MalformedError("wrong parameter action in request")
    chat.actions.append(method.action)
    return True


def _send(request: Request, method: Sending, content: Content, right: str) -> Json:
    chat = request.chat(method.chat_id)
    wanted = method.ephemeral_message_parameters
    if wanted is None and method.receiver_user_id:
        wanted = EphemeralMessageParameters(
            receiver_user_id=method.receiver_user_id, callback_query_id=method.callback_query_id
        )
    reply_id = method.reply_parameters.ephemeral_message_id if method.reply_parameters else None
    ephemeral = wanted is not None
    content = replace(content, keyboard=check_markup(method.reply_markup, ephemeral=ephemeral))
    request.need(chat, right)
    request.thread(chat, method.message_thread_id)
    message = Message(
        chat, 0, request.world.now, request.bot.user, content,
        thread=method.message_thread_id, in_topic=method.message_thread_id is not None,
        silent=bool(method.disable_notification), protected=method.protect_content is True,
    )  # fmt: skip
    if wanted:
        _make_ephemeral(request, message, wanted, reply_id)
    else:
        message.reply_to = _replied(request, chat, method)
        message.message_id = chat.next_message_id()
    return chat.add(message).json()


def _replied(request: Request, chat: Chat, method: Sending) -> Message | None:
    reply = method.reply_parameters
    number = reply.message_id if reply else method.reply_to_message_id
    if number is None:
        return None
    found = chat.find(number)
    if found is None and not (reply and reply.allow_sending_without_reply is True):
        raise ApiError(400, "message to be replied not found")
    return found


def _make_ephemeral(
    request: Request, message: Message, wanted: EphemeralMessageParameters, reply_id: int | None
) -> None:
    chat, now = message.chat, request.world.now
    if chat.type not in ("group", "supergroup"):
        raise MalformedError("ephemeral messages can be sent only in groups and supergroups")
    receiver = chat.members.get(wanted.receiver_user_id)
    if receiver is None or not receiver.is_in or receiver.user.is_bot:
        raise ApiError(400, "the receiver of an ephemeral message must be a member of the chat")
    press = _press_behind(request, message, wanted)
    command = chat.find_ephemeral(request.bot.user.id, reply_id) if reply_id else None
    fresh = (
        command and command.sender == receiver.user and now - command.date <= request.world.ephemeral_window
    )
    if not (press or fresh or request.me(chat).is_admin):
        raise ApiError(400, "not enough rights to send ephemeral messages to the user")
    if wanted.replace_callback_query_message:
        if press is None or press.message.ephemeral_id is not None:
            raise MalformedError("replace_callback_query_message needs a press on an ordinary message")
        message.replaces = press.message
    message.receiver = receiver.user
    message.ephemeral_id = chat.free_ephemeral_id(receiver.user.id)


def _press_behind(request: Request, message: Message, wanted: EphemeralMessageParameters) -> Press | None:
    if wanted.callback_query_id is None:
        return None
    press = request.world.presses.get(wanted.callback_query_id)
    if (
        press is None
        or press.bot is not request.bot
        or request.world.now - press.at > request.world.ephemeral_window
    ):
        raise ApiError(400, TIMED_OUT_QUERY)
    if press.user.id != wanted.receiver_user_id or press.message.chat is not message.chat:
        raise MalformedError("the callback query belongs to somebody else or to another chat")
    return press
