"""One request of one bot: what every method needs to look up, and Telegram's refusals on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatch

from aiogram.client.default import Default
from aiogram.types import BufferedInputFile, InputFile, MessageEntity

from doubles.telegram_chats import Chat
from doubles.telegram_checks import Method
from doubles.telegram_members import Member
from doubles.telegram_text import Entity, parse
from doubles.telegram_values import ApiError, Content, Document, File, MalformedError
from doubles.telegram_world import Bot, World

Mode = str | Default | None
Entities = Sequence[MessageEntity] | None
THINGS = {
    "can_send_messages": "text messages", "can_send_photos": "photos", "can_send_documents": "documents"
}  # fmt: skip
"""What each right lets one send, as Telegram calls it."""


@dataclass(frozen=True)
class Request:
    """One request, carried out at once and in one piece."""

    world: World
    bot: Bot
    uploads: Mapping[str, bytes]

    def chat(self, chat_id: int | str, *, reading: bool = False) -> Chat:
        """The chat, if the bot may act there (or read, if that is all it wants)."""
        chat = self.world.chat_of(self.bot, chat_id)
        if chat is None:
            raise ApiError(400, "chat not found")
        if chat.migrated_to:
            text = "group chat was upgraded to a supergroup chat"
            raise ApiError(400, text, migrate_to_chat_id=chat.migrated_to)
        if chat.type == "private":
            if chat.deactivated and not reading:
                raise ApiError(403, "user is deactivated")
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
        if chat.gone:
            raise ApiError(403, f"the {kind} was deleted")
        match self.me(chat).status:
            case "kicked":
                raise ApiError(403, f"bot was kicked from the {kind}")
            case "left":
                raise ApiError(403, f"bot is not a member of the {kind}")
            case _:
                return chat

    def me(self, chat: Chat) -> Member:
        """What the bot is in this chat."""
        return chat.members.get(self.bot.user.id, Member(self.bot.user, "left"))

    def need(self, chat: Chat, right: str) -> None:
        """Refuse what the bot has no right to send."""
        me = self.me(chat)
        if chat.type != "private" and (not me.may(right) or (chat.type == "channel" and not me.is_admin)):
            what = THINGS[right]
            raise ApiError(400, f"not enough rights to send {what} to the chat")

    def thread(self, chat: Chat, thread: int | None) -> None:
        """Refuse a topic that is not there or closed."""
        if thread is None:
            if chat.forum and chat.closed_general:
                raise ApiError(400, "TOPIC_CLOSED")
            return
        topic = chat.topics.get(thread)
        if not chat.forum or topic is None or topic.deleted:
            raise ApiError(400, "message thread not found")
        if topic.closed and not self.me(chat).may("can_manage_topics"):
            raise ApiError(400, "TOPIC_CLOSED")

    def text(self, text: str, mode: Mode, entities: Entities, limit: int = 4096) -> Content:
        """The words of a message."""
        content = self._formatted(text, mode, entities)
        if not content.text:
            raise MalformedError("message text is empty")
        if len(content.text) > limit:
            raise MalformedError("message is too long")
        return content

    def caption(self, caption: str | None, mode: Mode, entities: Entities) -> Content:
        """The words below a picture."""
        content = self._formatted(caption or "", mode, entities)
        if len(content.text) > 1024:
            raise MalformedError("message caption is too long")
        return content

    def _formatted(self, text: str, mode: Mode, entities: Entities) -> Content:
        plain, found = parse(text, mode if isinstance(mode, str) else None)
        given = [Entity(e.type, e.offset, e.length, e.url or "") for e in entities or ()]
        return Content(plain, found or tuple(given))

    def photo(self, photo: str | InputFile) -> File:
        """The picture: uploaded with the request, or known by its file_id."""
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

    def document(self, document: str | InputFile) -> Document:
        """The file uploaded with the request; nobody sends one again by its file_id yet."""
        if not isinstance(document, BufferedInputFile):
            raise ApiError(400, "wrong file identifier/HTTP URL specified")
        if not document.data:
            raise ApiError(400, "file must be non-empty")
        if len(document.data) > 50 * 1024 * 1024:
            raise ApiError(413, "Request Entity Too Large")
        return Document(document.filename or "document", document.data)


@singledispatch
def execute(method: Method, request: Request) -> object:
    """The result of the method; ApiError when Telegram refuses it. Each method registers what it does."""
    raise ApiError(404, "Not Found")


def is_built(model: type[Method]) -> bool:
    """Whether the stand-in knows what this method does."""
    return execute.dispatch(model) is not execute.dispatch(object)
