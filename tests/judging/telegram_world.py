"""Chats, people, messages and presses as Telegram keeps them, and what it tells the bot of them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any

from aiogram.types import Update

from judging.telegram_checks import Json

BOT = 7_000_111_222
NAME = "briscola_judged_bot"
TOKEN = f"{BOT}:AAJudge_0123456789-abcdefghijklmnopqr"
OLDEST_PRESS = 150.0
"""Seconds after which a press is not told any more."""
ANSWERABLE = 15.0
"""Seconds after which nobody waits for the answer to a press any more."""
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
RIGHTS = ("can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
          "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
          "can_add_web_page_previews", "can_change_info", "can_invite_users", "can_pin_messages",
          "can_manage_topics", "can_react_to_messages", "can_edit_tag")  # fmt: skip
POWERS = ("can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
          "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
          "can_post_stories", "can_edit_stories", "can_delete_stories", "can_pin_messages",
          "can_manage_topics", "can_send_welcome_messages")  # fmt: skip


@dataclass(frozen=True)
class Button:
    """One button, with what it does."""

    label: str
    data: str = ""
    url: str = ""


@dataclass(frozen=True)
class Content:
    """What a message shows."""

    text: str
    marks: object = None
    rows: tuple[tuple[Button, ...], ...] = ()
    photo: str = ""
    """The name of the picture; empty for none."""
    document: bytes = b""

    @property
    def buttons(self) -> list[Button]:
        return [button for row in self.rows for button in row]


@dataclass(eq=False)
class Person:
    """A human."""

    id: int
    first: str
    language: str
    last: str = ""

    @property
    def json(self) -> Json:
        told: Json = {
            "id": self.id,
            "is_bot": False,
            "first_name": self.first,
            "language_code": self.language,
        }
        return told | ({"last_name": self.last} if self.last else {})


@dataclass(eq=False)
class Chat:
    """A private chat, a group or a supergroup."""

    id: int
    kind: str
    title: str = ""
    person: Person | None = None
    forum: bool = False
    members: list[Person] = field(default_factory=list)
    admins: set[int] = field(default_factory=set)
    standing: str = "member"
    """What the bot is there."""
    rights: set[str] = field(default_factory=lambda: set(RIGHTS))
    """What the bot may do there while it is restricted."""
    opened: bool = False
    blocked: bool = False
    topics: dict[int, str] = field(default_factory=dict)
    """By number `open`, `closed` or `deleted`."""
    moved_to: int = 0
    messages: list[Message] = field(default_factory=list)
    numbers: int = 0
    charged: deque[tuple[float, int]] = field(default_factory=deque)
    """When the chat was written to lately, and by which process of the bot."""
    quiet_from: float = 0.0
    quiet_until: float = 0.0
    lost_at: float = -1.0
    """When the bot could do nothing there last."""
    quiet_for: int = 0
    """Which process of the bot was told to be quiet."""

    @property
    def private(self) -> bool:
        return self.person is not None

    @property
    def json(self) -> Json:
        if self.person:
            return {"id": self.id, "type": "private", "first_name": self.person.first or ""}
        told: Json = {"id": self.id, "type": self.kind, "title": self.title}
        return told | ({"is_forum": True} if self.forum else {})

    def next_number(self) -> int:
        self.numbers += 1
        return self.numbers

    def find(self, number: int) -> Message | None:
        return next((m for m in self.messages if m.number == number and m.there), None)

    def find_ephemeral(self, receiver: int, number: int) -> Message | None:
        mine = (m for m in self.messages if (m.receiver, m.ephemeral) == (receiver, number))
        return next((m for m in mine if m.there), None)

    def free_ephemeral(self, receiver: int) -> int:
        taken = {m.ephemeral for m in self.messages if m.receiver == receiver and m.there}
        return next(n for n in range(1, 10_000) if n not in taken)


@dataclass(eq=False)
class Message:
    """A message, with everything it ever showed."""

    chat: Chat
    number: int
    at: float
    sender: Json
    versions: list[tuple[float, Content]]
    thread: int = 0
    receiver: int = 0
    """Who alone sees it; 0 for everybody in the chat."""
    ephemeral: int = 0
    there: bool = True
    known: bool = True
    """The bot was told that it has been made."""
    reply_to: int = 0

    @property
    def content(self) -> Content:
        return self.versions[-1][1]

    @property
    def is_bots(self) -> bool:
        return bool(self.sender["id"] == BOT)

    def json(self) -> Json:
        told: Json = {
            "message_id": self.number, "date": int(self.at), "chat": self.chat.json, "from": self.sender,
        }  # fmt: skip
        if self.thread:
            told |= {"message_thread_id": self.thread, "is_topic_message": True}
        if self.ephemeral:
            told["ephemeral_message_id"] = self.ephemeral
        now = self.content
        if now.photo:
            told |= {"photo": [_size(now.photo)], "caption": now.text}
        elif now.document:
            told |= {"document": {"file_id": "d1", "file_unique_id": "d1"}, "caption": now.text}
        else:
            told["text"] = now.text
        if now.rows:
            told["reply_markup"] = {"inline_keyboard": [[_button(b) for b in row] for row in now.rows]}
        return told


def _size(name: str) -> Json:
    return {"file_id": name, "file_unique_id": f"u{name[-12:]}", "width": 40, "height": 30}


def _button(button: Button) -> Json:
    what = {"callback_data": button.data} if button.data else {"url": button.url or "https://t.me/x"}
    return {"text": button.label, **what}


@dataclass(eq=False)
class Press:
    """Somebody pressed a button."""

    id: str
    by: Person
    message: Message
    data: str
    at: float
    told_at: float | None = None
    """When the bot was told first."""
    told_to: int = 0
    times: int = 0
    """How often the bot was told."""
    excused: str = ""
    """Why there may be no answer."""
    answers: list[tuple[float, Json]] = field(default_factory=list)
    """What arrived at whoever pressed."""
    thanked: int = 0
    """How often the bot was told that its answer arrived."""


@dataclass(eq=False)
class _Queued:
    number: int
    told: Json
    at: float
    kind: str


class World:
    """Everything there is. Time is the event loop's."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"world {seed}")
        self.chats: dict[int, Chat] = {}
        self.people: list[Person] = []
        self.presses: dict[str, Press] = {}
        self.files: dict[str, bytes] = {}
        self.ephemerals = True
        """Whether the server knows ephemeral messages."""
        self.ephemeral_commands: set[str] = set()
        self.allowed: set[str] | None = None
        self.violations: list[str] = []
        self.post: Callable[[Json], Awaitable[int]] | None = None
        """Posts an update to the bot's webhook, and has the HTTP status; None while the bot polls."""
        self.webhook: Json = {}
        """What the bot has set."""
        self.news = asyncio.Event()
        self.queue: list[_Queued] = []
        self._next_update = 900_000_000 + seed
        self._turns: dict[object, asyncio.Task[None]] = {}
        self._background: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def wrong(self, words: str) -> None:
        """A fault of the bot's."""
        said = f"{self.now:8.1f}s {words}"
        if len(self.violations) < 400:
            self.violations.append(said)

    # -- the cast ------------------------------------------------------------------------------------
    def person(self, first: str, language: str, last: str = "") -> Person:
        made = Person(5_100_000_001 + len(self.people), first, language, last)
        self.people.append(made)
        self.chats[made.id] = Chat(made.id, "private", person=made)
        return made

    def group(self, number: int, kind: str, title: str, members: list[Person], **named: Any) -> Chat:
        self.chats[number] = Chat(number, kind, title, members=list(members), **named)
        self.chats[number].admins.add(members[0].id)
        return self.chats[number]

    def private(self, person: Person) -> Chat:
        return self.chats[person.id]

    # -- what people do ------------------------------------------------------------------------------
    def writes(
        self, person: Person, chat: Chat, text: str, *, thread: int = 0, anonymous: bool = False
    ) -> Message:
        """Somebody writes."""
        command = text.partition(" ")[0].partition("@")[0].removeprefix("/")
        unseen = text.startswith("/") and not chat.private and command in self.ephemeral_commands
        unseen = unseen and self.ephemerals and not anonymous
        said = Message(
            chat, 0 if unseen else chat.next_number(), self.now, ANONYMOUS if anonymous else person.json,
            [(self.now, Content(text))], thread, BOT if unseen else 0,
            chat.free_ephemeral(BOT) if unseen else 0,
        )  # fmt: skip
        if chat.private:
            chat.opened = True
        chat.messages.append(said)
        told = said.json() | ({"sender_chat": chat.json} if anonymous else {})
        if text.startswith("/"):
            told["entities"] = [
                {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
            ]
        self.tell("message", told, ("chat", chat.id))
        return said

    def starts(self, person: Person, payload: str = "") -> None:
        """Somebody opens the private chat, perhaps by a link."""
        chat = self.private(person)
        if chat.blocked:
            self.stands(chat, "member")
        self.writes(person, chat, f"/start {payload}".strip())

    def presses_button(self, person: Person, message: Message, data: str) -> Press:
        """Somebody presses, or a forged client says so."""
        press = Press(str(4_100_000_000_000 + len(self.presses)), person, message, data, self.now)
        self.presses[press.id] = press
        told: Json = {
            "id": press.id,
            "from": person.json,
            "chat_instance": str(message.chat.id),
            "data": data,
        }
        if message.there:
            told["message"] = message.json()
        else:
            told["message"] = {"chat": message.chat.json, "message_id": message.number, "date": 0}
        self.tell("callback_query", told, ("user", person.id))
        return press

    # -- what happens to the bot ---------------------------------------------------------------------
    def stands(self, chat: Chat, standing: str, rights: set[str] | None = None) -> None:
        """The bot is something else in the chat from now on."""
        before = self.bot_member(chat)
        if chat.private:
            chat.blocked = standing == "kicked"
        else:
            chat.standing = standing
        if standing == "kicked":
            chat.lost_at = self.now
        chat.rights = set(RIGHTS) if rights is None else rights
        by = chat.person or chat.members[0]
        told = {"chat": chat.json, "from": by.json, "date": int(self.now) + 1,
                "old_chat_member": before, "new_chat_member": self.bot_member(chat)}  # fmt: skip
        self.tell("my_chat_member", told, ("chat", chat.id))

    def bot_member(self, chat: Chat) -> Json:
        user = {"id": BOT, "is_bot": True, "first_name": "Briscola", "username": NAME}
        standing = ("kicked" if chat.blocked else "member") if chat.private else chat.standing
        return member(user, standing, chat.rights)

    def leaves(self, person: Person, chat: Chat) -> None:
        """Somebody leaves a group."""
        chat.members.remove(person)
        left = {"chat": chat.json, "from": person.json, "date": int(self.now) + 1,
                "old_chat_member": member(person.json, "member", set()),
                "new_chat_member": member(person.json, "left", set())}  # fmt: skip
        self.tell("chat_member", left, ("chat", chat.id))
        self._service(chat, {"left_chat_member": person.json}, person)

    def migrates(self, chat: Chat, to: int) -> Chat:
        """A plain group becomes a supergroup with another id; nothing in it can be reached any more."""
        chat.moved_to = to
        new = Chat(to, "supergroup", chat.title, members=chat.members, admins=chat.admins)
        new.standing, new.rights = chat.standing, chat.rights
        self.chats[to] = new
        self._service(chat, {"migrate_to_chat_id": to}, chat.members[0])
        self._service(new, {"migrate_from_chat_id": chat.id}, chat.members[0])
        return new

    def _service(self, chat: Chat, what: Json, by: Person) -> None:
        told = {"message_id": chat.next_number(), "date": int(self.now) + 1, "chat": chat.json,
                "from": by.json, **what}  # fmt: skip
        self.tell("message", told, ("chat", chat.id))

    # -- telling the bot -----------------------------------------------------------------------------
    def tell(self, kind: str, told: Json, order: object) -> None:
        """Put it into the queue after a while; what has one order stays in order."""
        before = self._turns.get(order)
        task = asyncio.get_running_loop().create_task(self._tell(kind, told, before))
        self._turns[order] = task
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _tell(self, kind: str, told: Json, before: asyncio.Task[None] | None) -> None:
        await asyncio.sleep(self.chance.choice((0.02, 0.05, 0.1, 0.3, 0.9)))
        if before and not before.done():
            await asyncio.wait({before})
        if self.allowed is not None and kind not in self.allowed:
            return
        self._next_update += 1
        update = {"update_id": self._next_update, kind: told}
        Update.model_validate(update)
        if self.post is not None:
            await self._posted(self.post, update, kind)
            return
        self.queue.append(_Queued(self._next_update, update, self.now, kind))
        self.news.set()

    async def _posted(self, post: Callable[[Json], Awaitable[int]], update: Json, kind: str) -> None:
        """Again and again until it is taken; now and then once more, as when the answer was lost."""
        began = self.now
        for wait in (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0):
            await asyncio.sleep(wait)
            if kind == "callback_query" and self.now - began > OLDEST_PRESS:
                return
            if kind == "callback_query":
                press = self.presses[update[kind]["id"]]
                press.told_at = press.told_at if press.told_at is not None else self.now
            self._count(update)
            if await post(update) == HTTPStatus.OK:
                break
        if self.chance.random() < 0.06:
            again = asyncio.get_running_loop().create_task(self._once_more(post, update))
            self._background.add(again)
            again.add_done_callback(self._background.discard)

    async def _once_more(self, post: Callable[[Json], Awaitable[int]], update: Json) -> None:
        await asyncio.sleep(self.chance.choice((0.0, 0.1, 1.0, 30.0)))
        self._count(update)
        await post(update)

    def _count(self, update: Json) -> None:
        if query := update.get("callback_query"):
            self.presses[query["id"]].times += 1

    def waiting(self, offset: int, limit: int) -> list[Json]:
        """What the bot has not confirmed."""
        self.queue = [
            one for one in self.queue
            if one.number >= offset
            and not (one.kind == "callback_query" and self.now - one.at > OLDEST_PRESS)
        ]  # fmt: skip
        return [one.told for one in self.queue[:limit]]

    # -- files ---------------------------------------------------------------------------------------
    def keep(self, data: bytes) -> str:
        """The name of a picture from now on."""
        name = f"AgACAgQ{hashlib.sha256(data).hexdigest()[:40]}"
        self.files[name] = data
        return name


def member(user: Json, standing: str, rights: set[str]) -> Json:
    """A ChatMember as Telegram tells it."""
    told: Json = {"user": user, "status": standing}
    match standing:
        case "restricted":
            told |= {"is_member": True, "until_date": 0, **{name: name in rights for name in RIGHTS}}
        case "kicked":
            told["until_date"] = 0
        case "administrator":
            told |= dict.fromkeys(POWERS, True) | {"is_anonymous": False, "can_be_edited": False}
        case "creator":
            told["is_anonymous"] = False
        case _:
            pass
    return told
