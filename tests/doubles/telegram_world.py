"""Everything the Telegram stand-in knows: bots, people, chats, files, presses, and the time."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from aiogram.types import BotCommand, Update
from PIL import Image, UnidentifiedImageError

from doubles.telegram_chats import Chat, Message
from doubles.telegram_checks import unknown
from doubles.telegram_members import ANONYMOUS_ADMIN, CHANNEL_BOT, Member, User
from doubles.telegram_updates import Changes, Pending, UpdateQueue
from doubles.telegram_values import Answer, Call, Content, File, Json, MalformedError

if TYPE_CHECKING:
    from doubles.telegram_inline import InlineAsk

T = TypeVar("T")
CommandList = dict[tuple[str, str], list[BotCommand]]
"""Commands by (scope, language)."""


@dataclass(eq=False)
class Bot:
    """A bot's account."""

    token: str
    user: User
    queue: UpdateQueue = field(repr=False)
    reads_everything: bool = False
    """Whether privacy mode is off."""
    commands: CommandList = field(default_factory=dict)
    about: dict[tuple[str, str], str] = field(default_factory=dict)
    """What it says about itself: the long and the short words by language."""
    menus: dict[int, str] = field(default_factory=dict)
    """What its menu button does, by private chat; 0 for all."""


@dataclass(eq=False)
class Press:
    """A press of a button, until it is answered and after."""

    id: str
    user: User
    message: Message
    data: str
    at: float
    bot: Bot = field(repr=False)
    world: World = field(repr=False)
    answered: Answer | None = None
    refused: list[Answer] = field(default_factory=list)
    """Answers that came too late or twice."""

    def answers(self, text: str, *, alert: bool, url: str | None) -> bool:
        """The bot answers; only the first answer within the window counts."""
        answer = Answer(text, alert, url, self.world.now)
        in_time = self.answered is None and self.world.now - self.at <= self.world.answer_window
        if in_time:
            self.answered = answer
            self.world.touch()
        else:
            self.refused.append(answer)
        return in_time

    async def answer(self) -> Answer:
        """Wait for the bot's answer."""
        return await self.world.until(lambda: self.answered, what=f"an answer to {self.data!r}")


class World:
    """The state, and the one place where updates are made. ``TelegramApi`` serves it."""

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock
        self._shift = 0.0 if clock else 1_790_000_000.0
        self.changes = Changes()
        self.bots: dict[str, Bot] = {}
        self.users: dict[int, User] = {}
        self.chats: dict[int, Chat] = {}
        self.private_chats: dict[tuple[int, int], Chat] = {}
        self.files: dict[str, File] = {}
        self.presses: dict[str, Press] = {}
        self.inline_asks: dict[str, InlineAsk] = {}
        self.stickers: set[str] = set()
        """The file_ids of stickers that can be sent."""
        self.inline_mode = False
        """Whether the bots' owners have switched inline mode on."""
        self.calls: list[Call] = []
        self.violations: list[str] = []
        """Requests that no correct bot makes; a test asserts that there is none."""
        self.over_limit: list[Call] = []
        """Sends and edits above the chat's limit on this clock, whether refused or not."""
        self.too_early: list[Call] = []
        """Calls to a chat in spite of its ``retry_after``."""
        self.webhook_hosts: dict[str, str] = {}
        """From the public beginning of a webhook address to the local one that answers."""
        self.enforce_limits = False
        """Whether calls above the limit are refused with 429 or only noted."""
        self.ephemeral_supported = True
        """False: an older server, which knows no ephemeral messages."""
        self.double_updates = False
        """Whether every update is delivered twice."""
        self.answer_window = 15.0
        """Seconds in which a press can be answered."""
        self.ephemeral_window = 15.0
        """Seconds in which a press or an ephemeral command lets any bot send an ephemeral message."""
        self.last_message_id = 400
        self._last_update_id = 812_000_000
        self.last_update: tuple[Bot, Json, str, str] | None = None
        self.add_user(User(ANONYMOUS_ADMIN, "Group", is_bot=True, username="GroupAnonymousBot"))
        self.add_user(User(CHANNEL_BOT, "Channel", is_bot=True, username="Channel_Bot"))

    # -- time ----------------------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Seconds since 1970 on the stand-in's own clock, which stands still unless it was given one."""
        return self._shift + (self._clock() if self._clock else 0.0)

    @now.setter
    def now(self, moment: float) -> None:
        self._shift += moment - self.now
        self.touch()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def touch(self) -> None:
        """Wake whoever waits with ``until``."""
        self.changes.touch()

    async def until(self, predicate: Callable[[], T | None], *, seconds: float = 20.0, what: str = "it") -> T:
        """Wait for the thing: looks again whenever the stand-in changes; returns what the predicate found.

        ``seconds`` of real time later it fails and shows the last calls.
        """
        try:
            async with asyncio.timeout(seconds):
                while True:
                    change = self.changes.next
                    if found := predicate():
                        return found
                    await change.wait()
        except TimeoutError:
            calls = [call for call in self.calls if call.method != "getUpdates"]
            last = "\n".join(f"  {call}" for call in calls[-8:])
            raise AssertionError(f"Waited for {what} in vain. The last calls:\n{last}") from None

    # -- who and where -------------------------------------------------------------------------------

    def add_bot(self, token: str, name: str, username: str) -> Bot:
        """A bot whose id is in front of the token's colon."""
        user = self.add_user(User(int(token.split(":", maxsplit=1)[0]), name, is_bot=True, username=username))
        queue = UpdateQueue(lambda: self.now, self.changes, self._reach)
        bot = self.bots[token] = Bot(token, user, queue)
        return bot

    def add_user(self, user: User) -> User:
        """Somebody Telegram knows from now on."""
        self.users[user.id] = user
        return user

    def private(self, bot: Bot, user: User) -> Chat:
        """The private chat of these two."""
        key = bot.user.id, user.id
        if key not in self.private_chats:
            chat = Chat(self, user.id, "private", username=user.username, person=user, opened=False)
            chat.members = {user.id: Member(user), bot.user.id: Member(bot.user)}
            self.private_chats[key] = chat
        return self.private_chats[key]

    def chat_of(self, bot: Bot, chat_id: int | str) -> Chat | None:
        """The chat as this bot names it."""
        if isinstance(chat_id, str):
            named = (chat for chat in self.chats.values() if f"@{chat.username}" == chat_id)
            return next(named, None)
        if chat_id > 0:
            user = self.users.get(chat_id)
            return self.private(bot, user) if user and not user.is_bot else None
        return self.chats.get(chat_id)

    def busiest_minute(self, chat: Chat) -> int:
        """The most sends and edits that went to this chat within 60 seconds."""
        return chat.meter.busiest_minute()

    def store(self, bot: Bot, data: bytes) -> File:
        """A picture uploaded, checked as Telegram checks photos."""
        if len(data) > 10 * 1024 * 1024:
            raise MalformedError("file is too big")
        try:
            with Image.open(io.BytesIO(data)) as image:
                width, height = image.size
        except (UnidentifiedImageError, OSError):
            raise MalformedError("IMAGE_PROCESS_FAILED") from None
        if width + height > 10_000 or max(width, height) > 20 * min(width, height):
            raise MalformedError("PHOTO_INVALID_DIMENSIONS")
        file = File(data, width, height, bot.user.id)
        return self.files.setdefault(file.file_id, file)

    # -- updates -------------------------------------------------------------------------------------

    def update(self, bot: Bot, kind: str, body: Json, lane: str) -> None:
        """Something for this bot to know, checked against the Bot API's own model."""
        if not bot.queue.wants(kind):
            return
        self._last_update_id += 1
        update: Json = {"update_id": self._last_update_id, kind: body}
        checked = Update.model_validate(update)
        strays = [path for path in unknown(checked) if not path.endswith("url")]
        assert not strays, f"The stand-in made an update that Telegram would not send: {strays}"
        bot.queue.push(Pending(update, kind, lane, self.now, 2 if self.double_updates else 1))
        self.last_update = bot, update, kind, lane
        self.touch()

    def deliver_again(self) -> None:
        """The latest update comes once more, although it may have been confirmed."""
        assert self.last_update, "There was no update yet"
        bot, update, kind, lane = self.last_update
        bot.queue.push(Pending(update, kind, lane, self.now))
        self.touch()

    def tell(self, message: Message) -> Message:
        """A person's or service message: shown in the chat and told to the bots that may know of it."""
        message.chat.add(message)
        for bot in self._bots_in(message.chat):
            if self._may_read(bot, message):
                kind = "channel_post" if message.chat.type == "channel" else "message"
                self.update(bot, kind, message.json(), f"chat {message.chat.id}")
        return message

    def happens(self, chat: Chat, who: User | None, service: Json) -> Message:
        """A service message: somebody joined, the title changed, …"""
        return self.tell(Message(chat, chat.next_message_id(), self.now, who, Content(), service=service))

    def becomes(self, chat: Chat, member: Member, by: User | None = None) -> None:
        """A member's standing changes; the bots concerned are told."""
        old = chat.members.get(member.user.id, Member(member.user, "left"))
        bots = self._bots_in(chat)
        chat.members[member.user.id] = member
        body: Json = {
            "chat": chat.json(),
            "from": (by or member.user).json(),
            "date": int(self.now),
            "old_chat_member": old.json(),
            "new_chat_member": member.json(),
        }
        for bot in {*bots, *self._bots_in(chat)}:
            kind = (
                "my_chat_member" if bot.user.id == member.user.id or chat.type == "private" else "chat_member"
            )
            self.update(bot, kind, body, f"chat {chat.id}")
        self.touch()

    def hold_updates(self) -> None:
        """Keep updates back until they are released."""
        for bot in self.bots.values():
            bot.queue.held = []

    def release_updates(self, *, backwards: bool = False) -> None:
        """Deliver what was held, the newest first if wanted."""
        for bot in self.bots.values():
            held, bot.queue.held = bot.queue.held or [], None
            for pending in reversed(held) if backwards else held:
                bot.queue.push(pending)
        self.touch()

    def _bots_in(self, chat: Chat) -> list[Bot]:
        inside = (bot for bot in self.bots.values() if bot.user.id in chat.members)
        return [bot for bot in inside if chat.members[bot.user.id].is_in]

    def _may_read(self, bot: Bot, message: Message) -> bool:
        """Privacy mode: a bot reads service messages, commands for it and replies to it; as an admin, all."""
        if message.chat.type in ("private", "channel") or message.service or bot.reads_everything:
            return True
        if message.chat.members[bot.user.id].is_admin or message.ephemeral_id is not None:
            return True
        if message.reply_to and message.reply_to.sender == bot.user:
            return True
        if message.via_bot == bot.user:
            return True
        words = message.text.split(maxsplit=1)
        if not words or not words[0].startswith("/"):
            return False
        name, _, at = words[0].partition("@")
        if at:
            return at.lower() == str(bot.user.username).lower()
        spoken = [
            m.sender for m in message.chat.messages if m.sender and m.sender.is_bot and not m.sender_chat
        ]
        return len(name) > 1 and (not spoken or spoken[-1] == bot.user)

    def _reach(self, url: str) -> str:
        for public, local in self.webhook_hosts.items():
            if url.startswith(public):
                return local + url.removeprefix(public)
        return url
