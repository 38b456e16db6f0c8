"""What each method of the Bot API does in the world, with Telegram's refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from judging.telegram_checks import KINDS, LINK, Bad, Json, keyboard_of, picture, text_of, units
from judging.telegram_world import (
    ANSWERABLE,
    BOT,
    NAME,
    Button,
    Chat,
    Content,
    Message,
    World,
    member,
)

__all__ = ["ASKING", "COUNTED", "Call", "Refusal", "execute"]

COUNTED = (
    "sendMessage", "sendPhoto", "sendDocument", "sendSticker", "editMessageText", "editMessageCaption",
    "editMessageMedia", "editMessageReplyMarkup", "deleteMessage", "deleteMessages", "pinChatMessage",
    "unpinChatMessage", "editEphemeralMessageText", "editEphemeralMessageCaption",
    "editEphemeralMessageMedia", "editEphemeralMessageReplyMarkup", "deleteEphemeralMessage",
)  # fmt: skip
"""Calls that a chat bears so many of in a minute."""
ASKING = ("getUpdates", "getMe", "getWebhookInfo")
TOO_OLD = "Bad Request: query is too old and response timeout expired or query ID is invalid"


class Refusal(Exception):
    """Telegram says no."""

    def __init__(self, code: int, words: str, **parameters: object) -> None:
        super().__init__(words)
        self.code = code
        self.body: Json = {"ok": False, "error_code": code, "description": words}
        if parameters:
            self.body["parameters"] = parameters


@dataclass
class Call:
    """One request of the bot."""

    name: str
    values: Json
    uploads: Mapping[str, bytes]
    at: float
    generation: int
    made: Message | None = None
    """What it has made."""

    @property
    def chat(self) -> int:
        number = self.values.get("chat_id")
        return number if isinstance(number, int) else 0


def execute(world: World, call: Call) -> object:
    """Do it; the result.

    Raises:
        Refusal: what Telegram would say instead.
        Bad: what no correct bot asks for.
    """
    doing = _DOES.get(call.name)
    if doing is None:
        raise Refusal(404, "Not Found")
    return doing(world, call)


# -- where ------------------------------------------------------------------------------------------
def _chat(world: World, call: Call) -> Chat:
    chat = world.chats.get(call.chat)
    if chat is None:
        raise Refusal(400, "Bad Request: chat not found")
    if chat.moved_to:
        words = "Bad Request: group chat was upgraded to a supergroup chat"
        raise Refusal(400, words, migrate_to_chat_id=chat.moved_to)
    if chat.private:
        if chat.blocked:
            raise Refusal(403, "Forbidden: bot was blocked by the user")
        if not chat.opened:
            raise Refusal(403, "Forbidden: bot can't initiate conversation with a user")
    elif chat.standing in ("kicked", "left"):
        was = "was kicked from" if chat.standing == "kicked" else "is not a member of"
        raise Refusal(403, f"Forbidden: bot {was} the {chat.kind} chat")
    return chat


def _may(chat: Chat, right: str, what: str) -> None:
    if chat.standing == "restricted" and right not in chat.rights:
        raise Refusal(400, f"Bad Request: not enough rights to send {what} to the chat")


def _topic(chat: Chat, thread: object) -> int:
    if thread is None:
        return 0
    if thread == 1:
        raise Bad("General is named as a topic")
    state = chat.topics.get(cast("int", thread))
    if state is None or state == "deleted":
        raise Refusal(400, "Bad Request: message thread not found")
    if state == "closed" and chat.standing != "administrator":
        raise Refusal(400, "Bad Request: TOPIC_CLOSED")
    return cast("int", thread)


# -- what -------------------------------------------------------------------------------------------
def _rows(markup: object) -> tuple[tuple[Button, ...], ...]:
    rows = keyboard_of(cast("Json | None", markup), NAME)
    return tuple(
        tuple(Button(b["text"], b.get("callback_data", ""), b.get("url", "")) for b in row) for row in rows
    )


def _words(call: Call) -> Content:
    said, marks = text_of(
        call.values["text"], call.values.get("parse_mode"), call.values.get("entities"), 4096
    )
    return Content(said, marks, _rows(call.values.get("reply_markup")))


def _caption(call: Call, values: Json, **of: Any) -> Content:
    said, marks = text_of(
        values.get("caption") or "",
        values.get("parse_mode"),
        values.get("caption_entities"),
        1024,
        empty=True,
    )
    return Content(said, marks, _rows(call.values.get("reply_markup")), **of)


def _photo(world: World, call: Call, name: object, given: str) -> str:
    if given in call.uploads:
        picture(call.uploads[given])
        return world.keep(call.uploads[given])
    if isinstance(name, str) and name.startswith("attach://"):
        part = name.removeprefix("attach://")
        if part not in call.uploads:
            raise Bad("a picture that was not sent along")
        picture(call.uploads[part])
        return world.keep(call.uploads[part])
    if not isinstance(name, str) or name not in world.files:
        raise Refusal(400, "Bad Request: wrong file identifier/HTTP URL specified")
    return name


# -- sending ----------------------------------------------------------------------------------------
def _send_message(world: World, call: Call) -> object:
    return _send(world, call, _words(call), "can_send_messages", "text messages")


def _send_photo(world: World, call: Call) -> object:
    content = _caption(call, call.values, photo=_photo(world, call, call.values.get("photo"), "photo"))
    return _send(world, call, content, "can_send_photos", "photos")


def _send_document(world: World, call: Call) -> object:
    if "document" not in call.uploads:
        raise Bad("a document that was not sent along")
    content = _caption(call, call.values, document=call.uploads["document"])
    return _send(world, call, content, "can_send_documents", "documents")


def _send(world: World, call: Call, content: Content, right: str, what: str) -> object:
    chat = _chat(world, call)
    _may(chat, right, what)
    thread = _topic(chat, call.values.get("message_thread_id"))
    to = call.values.get("ephemeral_message_parameters")
    reply: Json = call.values.get("reply_parameters") or {}
    made = Message(
        chat, 0, world.now, world.bot_member(chat)["user"], [(world.now, content)], thread, known=False,
    )  # fmt: skip
    if to and world.ephemerals:
        _ephemeral(world, chat, made, to, reply)
    else:
        if number := reply.get("message_id"):
            if chat.find(number) is None and not reply.get("allow_sending_without_reply"):
                raise Refusal(400, "Bad Request: message to be replied not found")
            made.reply_to = number
        made.number = chat.next_number()
    chat.messages.append(made)
    call.made = made
    return made.json()


def _ephemeral(world: World, chat: Chat, made: Message, to: Json, reply: Json) -> None:
    receiver = to["receiver_user_id"]
    if chat.private:
        raise Bad("an ephemeral message in a private chat")
    if receiver not in {person.id for person in chat.members}:
        raise Refusal(400, "Bad Request: USER_NOT_PARTICIPANT")
    fresh = chat.standing == "administrator"
    if press_id := to.get("callback_query_id"):
        press = world.presses.get(press_id)
        if press is None or world.now - press.at > ANSWERABLE:
            raise Refusal(400, TOO_OLD)
        if press.by.id != receiver:
            raise Bad("an ephemeral message for somebody else than who pressed")
        if press.message.chat is not chat:
            raise Refusal(400, TOO_OLD)
        fresh = True
    elif command := chat.find_ephemeral(BOT, reply.get("ephemeral_message_id", 0)):
        if command.sender["id"] != receiver:
            raise Bad("an ephemeral answer to somebody else's command")
        fresh = fresh or world.now - command.at <= ANSWERABLE
    if not fresh:
        raise Refusal(400, "Bad Request: not enough rights to send ephemeral messages")
    made.receiver, made.ephemeral = receiver, chat.free_ephemeral(receiver)


# -- editing ----------------------------------------------------------------------------------------
def _target(world: World, call: Call) -> Message:
    chat = _chat(world, call)
    found = chat.find(call.values.get("message_id", 0))
    if found is None or not found.is_bots:
        raise Refusal(400, "Bad Request: message to edit not found")
    return found


def _whispered(world: World, call: Call) -> Message:
    if not world.ephemerals:
        raise Refusal(404, "Not Found")
    chat = _chat(world, call)
    found = chat.find_ephemeral(call.values["receiver_user_id"], call.values["ephemeral_message_id"])
    if found is None or not found.is_bots:
        raise Refusal(400, "Bad Request: message to edit not found")
    return found


def _edit_text(world: World, call: Call) -> object:
    found, content = _target(world, call), _words(call)
    if found.content.photo or found.content.document:
        raise Refusal(400, "Bad Request: there is no text in the message to edit")
    return _changed(world, found, content).json()


def _edit_caption(world: World, call: Call) -> object:
    found = _target(world, call)
    if not found.content.photo:
        raise Refusal(400, "Bad Request: there is no caption in the message to edit")
    return _changed(world, found, _caption(call, call.values, photo=found.content.photo)).json()


def _media(world: World, call: Call) -> Content:
    media = cast("Json", call.values["media"])
    if media.get("type") != "photo":
        raise Bad(f"media that nobody checks: {media.get('type')}")
    return _caption(call, media, photo=_photo(world, call, media.get("media"), ""))


def _edit_media(world: World, call: Call) -> object:
    found = _target(world, call)
    content = _media(world, call)
    _may(found.chat, "can_send_photos", "photos")
    return _changed(world, found, content).json()


def _edit_markup(world: World, call: Call) -> object:
    found = _target(world, call)
    content = replace(found.content, rows=_rows(call.values.get("reply_markup")))
    return _changed(world, found, content).json()


def _edit_ephemeral_text(world: World, call: Call) -> object:
    found = _whispered(world, call)
    said, marks = text_of(call.values["text"], call.values.get("parse_mode"), None, 1024)
    if found.content.photo:
        raise Refusal(400, "Bad Request: there is no text in the message to edit")
    _changed(world, found, Content(said, marks, _rows(call.values.get("reply_markup"))))
    return True


def _edit_ephemeral_media(world: World, call: Call) -> object:
    found = _whispered(world, call)
    content = _media(world, call)
    _may(found.chat, "can_send_photos", "photos")
    _changed(world, found, content)
    return True


def _edit_ephemeral_markup(world: World, call: Call) -> object:
    found = _whispered(world, call)
    _changed(world, found, replace(found.content, rows=_rows(call.values.get("reply_markup"))))
    return True


def _changed(world: World, found: Message, content: Content) -> Message:
    if content == found.content:
        words = "message is not modified: specified new message content and reply markup are exactly the same"
        raise Refusal(400, f"Bad Request: {words} as a current content and reply markup of the message")
    found.versions.append((world.now, content))
    return found


# -- taking away ------------------------------------------------------------------------------------
def _delete(world: World, call: Call) -> object:
    chat = _chat(world, call)
    found = chat.find(call.values["message_id"])
    if found is None:
        raise Refusal(400, "Bad Request: message to delete not found")
    if not found.is_bots and chat.standing != "administrator":
        raise Refusal(400, "Bad Request: message can't be deleted")
    found.there = False
    return True


def _delete_ephemeral(world: World, call: Call) -> object:
    if not world.ephemerals:
        raise Refusal(404, "Not Found")
    chat = _chat(world, call)
    found = chat.find_ephemeral(call.values["receiver_user_id"], call.values["ephemeral_message_id"])
    if found is None:
        raise Refusal(400, "Bad Request: message to delete not found")
    found.there = False
    return True


def _pin(world: World, call: Call) -> object:
    chat = _chat(world, call)
    if not chat.private and chat.standing != "administrator":
        raise Refusal(400, "Bad Request: not enough rights to manage pinned messages in the chat")
    if chat.find(call.values.get("message_id", 0)) is None:
        raise Refusal(400, "Bad Request: message to pin not found")
    return True


# -- answering and asking ---------------------------------------------------------------------------
def _answer(world: World, call: Call) -> object:
    press = world.presses.get(call.values["callback_query_id"])
    if units(call.values.get("text") or "") > 200:
        raise Bad("an answer to a press of more than 200")
    if (url := call.values.get("url")) and not LINK.fullmatch(url):
        raise Bad(f"an answer to a press that leads nowhere: {url}")
    if press is None or world.now - press.at > ANSWERABLE:
        raise Refusal(400, TOO_OLD)
    press.answers.append((world.now, call.values))
    return True


def _get_me(world: World, _call: Call) -> object:
    user = {"id": BOT, "is_bot": True, "first_name": "Briscola", "username": NAME}
    return user | {"can_join_groups": True, "can_read_all_group_messages": False,
                   "supports_inline_queries": False, "can_connect_to_business": False,
                   "has_main_web_app": False}  # fmt: skip


def _get_member(world: World, call: Call) -> object:
    chat = _chat(world, call)
    who = call.values["user_id"]
    if who == BOT:
        return world.bot_member(chat)
    person = next((one for one in world.people if one.id == who), None)
    if person is None:
        raise Refusal(400, "Bad Request: user not found")
    if person not in chat.members:
        return member(person.json, "left", set())
    return member(person.json, "administrator" if who in chat.admins else "member", set())


def _get_chat(world: World, call: Call) -> object:
    chat = _chat(world, call)
    return chat.json | {"accent_color_id": 1, "max_reaction_count": 11,
                        "accepted_gift_types": dict.fromkeys(
                            ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription",
                             "gifts_from_channels"), False)}  # fmt: skip


def _set_commands(world: World, call: Call) -> object:
    commands = cast("list[Json]", call.values["commands"])
    if len(commands) > 100:
        raise Bad("too many commands")
    for one in commands:
        if not (one["command"].islower() and one["command"].isascii() and 1 <= len(one["command"]) <= 32):
            raise Bad(f"no name for a command: {one['command']}")
        if not 1 <= units(one["description"]) <= 256:
            raise Bad(f"a description that does not fit: {one}")
        if one.get("is_ephemeral"):
            world.ephemeral_commands.add(one["command"])
    return True


def _described(world: World, call: Call) -> object:
    limit = 512 if call.name == "setMyDescription" else 120
    said = call.values.get("description") or call.values.get("short_description") or ""
    if units(said) > limit:
        raise Bad(f"a description of the bot of {units(said)} where {limit} fit")
    return True


def _fine(_world: World, _call: Call) -> object:
    return True


def _get_webhook(world: World, _call: Call) -> object:
    told = {"url": world.webhook.get("url", ""), "has_custom_certificate": False, "pending_update_count": 0}
    if world.webhook:
        told |= {
            "max_connections": world.webhook["max_connections"],
            "allowed_updates": world.webhook["allowed_updates"],
        }
    return told


def _set_webhook(world: World, call: Call) -> object:
    if not str(call.values["url"]).startswith("https://"):
        raise Bad("a webhook without TLS")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", str(call.values.get("secret_token"))):
        raise Bad("no secret for the webhook")
    if unknown := set(call.values["allowed_updates"]) - KINDS:
        raise Bad(f"kinds of updates that there are not: {sorted(unknown)}")
    if call.values.get("drop_pending_updates"):
        raise Bad("moves are thrown away")
    world.webhook = dict(call.values)
    return True


_DOES: dict[str, Callable[[World, Call], object]] = {
    "sendMessage": _send_message,
    "sendPhoto": _send_photo,
    "sendDocument": _send_document,
    "editMessageText": _edit_text,
    "editMessageCaption": _edit_caption,
    "editMessageMedia": _edit_media,
    "editMessageReplyMarkup": _edit_markup,
    "editEphemeralMessageText": _edit_ephemeral_text,
    "editEphemeralMessageMedia": _edit_ephemeral_media,
    "editEphemeralMessageReplyMarkup": _edit_ephemeral_markup,
    "deleteMessage": _delete,
    "deleteEphemeralMessage": _delete_ephemeral,
    "pinChatMessage": _pin,
    "unpinChatMessage": _pin,
    "answerCallbackQuery": _answer,
    "getMe": _get_me,
    "getChatMember": _get_member,
    "getChat": _get_chat,
    "getWebhookInfo": _get_webhook,
    "setWebhook": _set_webhook,
    "deleteWebhook": _fine,
    "setMyCommands": _set_commands,
    "setMyDescription": _described,
    "setMyShortDescription": _described,
    "setChatMenuButton": _fine,
}


def told(result: object) -> str:
    """The answer as it goes out."""
    return json.dumps({"ok": True, "result": result})
