"""Chats, members and messages of the Telegram stand-in, as every bot and person would find them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from doubles.telegram_members import Member, User
from doubles.telegram_values import Content, Document, Json, Meter

if TYPE_CHECKING:
    from doubles.telegram_world import World

ChatType = Literal["private", "group", "supergroup", "channel"]


@dataclass(frozen=True)
class Version:
    """What a message said from one moment on."""

    at: float
    content: Content


@dataclass(eq=False)
class Message:
    """A message with all it ever said; message_id is 0 for an ephemeral one."""

    chat: Chat = field(repr=False)
    message_id: int
    date: float
    sender: User | None
    content: Content
    sender_chat: Chat | None = None
    thread: int | None = None
    in_topic: bool = False
    reply_to: Message | None = field(default=None, repr=False)
    via_bot: User | None = None
    """The bot from whose list it was chosen."""
    forwarded_by_itself: bool = False
    """Whether it is a channel's post that came into the group of the channel without anybody's doing."""
    receiver: User | None = None
    """Who alone sees it, if it is ephemeral."""
    ephemeral_id: int | None = None
    replaces: Message | None = field(default=None, repr=False)
    """The public message in whose place an ephemeral one is shown."""
    silent: bool = False
    """Whether nobody's phone rang."""
    protected: bool = False
    """Whether it cannot be forwarded or saved."""
    service: Json = field(default_factory=dict)
    """What happened, if it is a service message."""
    deleted: bool = False
    history: list[Version] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.history.append(Version(self.date, self.content))

    @property
    def text(self) -> str:
        """Its text or caption, as it stands now."""
        return self.content.text

    @property
    def photo(self) -> bytes | None:
        """The bytes of its picture."""
        return self.content.photo.data if self.content.photo else None

    @property
    def document(self) -> Document | None:
        """The file in it."""
        return self.content.document

    @property
    def is_edited(self) -> bool:
        """Whether it ever said something else."""
        return len(self.history) > 1

    def says(self, content: Content) -> None:
        """Edited: from now on it says this."""
        self.content = content
        self.history.append(Version(self.chat.world.now, content))

    def json(self, *, with_reply: bool = True) -> Json:
        """A Message of the Bot API."""
        said, body = self.content, Json()
        body |= {"message_id": self.message_id, "date": int(self.date), "chat": self.chat.json()}
        if self.sender:
            body["from"] = self.sender.json()
        if self.sender_chat:
            body["sender_chat"] = self.sender_chat.json()
        if self.via_bot:
            body["via_bot"] = self.via_bot.json()
        if self.forwarded_by_itself:
            body["is_automatic_forward"] = True
        if self.thread:
            body["message_thread_id"] = self.thread
        if self.protected:
            body["has_protected_content"] = True
        if self.in_topic:
            body["is_topic_message"] = True
        if self.receiver and self.ephemeral_id is not None:
            body |= {"receiver_user": self.receiver.json(), "ephemeral_message_id": self.ephemeral_id}
        if self.reply_to and with_reply:
            body["reply_to_message"] = self.reply_to.json(with_reply=False)
        if self.is_edited:
            body["edit_date"] = int(self.history[-1].at)
        entities = [
            {"type": kind, "offset": at, "length": length} | ({"url": url} if url else {})
            for kind, at, length, url in said.entities
        ]
        has_file = said.photo or said.document
        words = ("caption", "caption_entities") if has_file else ("text", "entities")
        if said.document:
            body["document"] = said.document.json()
        if said.photo:
            body["photo"] = said.photo.sizes()
        if said.text:
            body[words[0]] = said.text
        if entities:
            body[words[1]] = entities
        if said.keyboard:
            body["reply_markup"] = said.keyboard.model_dump(mode="json", by_alias=True, exclude_none=True)
        return body | self.service


@dataclass(eq=False)
class Topic:
    """A topic of a forum; its id is that of the service message which opened it."""

    id: int
    name: str
    closed: bool = False
    deleted: bool = False


@dataclass(eq=False)
class Chat:
    """A chat of any kind with its people and messages. Tests see groups as ``Group``."""

    world: World = field(repr=False)
    id: int
    type: ChatType
    title: str | None = None
    username: str | None = None
    person: User | None = None
    """The other side of a private chat."""
    opened: bool = True
    """Whether the person ever started the bot in this private chat."""
    blocked: bool = False
    deactivated: bool = False
    """Whether the person deleted their account."""
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    every_message: list[Message] = field(default_factory=list, repr=False)
    """Deleted, ephemeral and service messages too, oldest first."""
    topics: dict[int, Topic] = field(default_factory=dict, repr=False)
    pinned: list[Message] = field(default_factory=list, repr=False)
    migrated_to: int | None = None
    gone: bool = False
    """Whether its owner has deleted it for everybody."""
    closed_general: bool = False
    quiet_until: float = 0
    """A bot that was told to wait must not call before this time."""
    meter: Meter = field(init=False, repr=False)
    actions: list[str] = field(default_factory=list, repr=False)
    """Every sendChatAction."""
    last_id: int = 1
    """The number of the newest message; 1 is the chat's own beginning, and the General topic."""

    def __post_init__(self) -> None:
        self.meter = Meter(None if self.type == "private" else 20)

    @property
    def messages(self) -> list[Message]:
        """What is on everybody's screen now: no deleted, ephemeral or service messages."""
        return [m for m in self.every_message if not (m.deleted or m.ephemeral_id is not None or m.service)]

    @property
    def last(self) -> Message:
        """The newest visible message."""
        return self.messages[-1]

    async def shows(self, words: str = "") -> Message:
        """Wait until a message with these words is on everybody's screen; the newest of them."""
        found = lambda: [m for m in self.messages if words in m.text]  # noqa: E731 - asked again and again
        return (await self.world.until(found, what=f"{words!r} in {self.title}"))[-1]

    def find(self, message_id: int) -> Message | None:
        """The message by its number, if it is still there."""
        found = (m for m in self.every_message if m.message_id == message_id and not m.deleted)
        return next(found, None) if message_id else None

    def find_ephemeral(self, receiver: int, ephemeral_id: int) -> Message | None:
        """The ephemeral message by its number, if it is still there."""
        for m in self.every_message:
            if m.receiver and m.receiver.id == receiver and m.ephemeral_id == ephemeral_id and not m.deleted:
                return m
        return None

    def free_ephemeral_id(self, receiver: int) -> int:
        """The lowest unused number: Telegram may use one again after deletion."""
        taken = {
            m.ephemeral_id
            for m in self.every_message
            if not m.deleted and m.receiver and m.receiver.id == receiver
        }
        return next(n for n in range(1, len(taken) + 2) if n not in taken)

    def next_message_id(self) -> int:
        """Supergroups and channels count for themselves, other chats share one count."""
        if self.type in ("supergroup", "channel"):
            self.last_id += 1
            return self.last_id
        self.world.last_message_id += 1
        return self.world.last_message_id

    def add(self, message: Message) -> Message:
        """The message is in the chat, and whoever waits for something looks again."""
        self.every_message.append(message)
        self.world.touch()
        return message

    def json(self) -> Json:
        """A Chat of the Bot API."""
        body: Json = {"id": self.id, "type": self.type}
        if self.person:
            body |= {
                k: v for k, v in self.person.json().items() if k in ("first_name", "last_name", "username")
            }
        else:
            body["title"] = self.title
        if self.username:
            body["username"] = self.username
        if self.forum:
            body["is_forum"] = True
        return body
