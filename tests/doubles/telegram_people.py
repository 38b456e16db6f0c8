"""People and their chats as tests use them: they say, press, see, block and leave."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aiogram.types import BotCommand

from doubles.telegram_chats import Chat, Message, Topic
from doubles.telegram_inline import InlineAsk
from doubles.telegram_members import ANONYMOUS_ADMIN, CHANNEL_BOT, Member, User
from doubles.telegram_text import spotted
from doubles.telegram_values import Button, Content, File, Json
from doubles.telegram_world import Bot, Press, World


@dataclass(frozen=True)
class Seen:
    """A message on one person's screen."""

    message: Message
    text: str
    photo: bytes | None
    buttons: tuple[tuple[Button, ...], ...]
    ephemeral: bool

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, row by row."""
        return [button.label for row in self.buttons for button in row]


@dataclass(frozen=True)
class Shown:
    """Something that a person was shown at some time, whether it is still there or not."""

    at: float
    chat_id: int
    text: str
    photo: File | None
    buttons: tuple[tuple[Button, ...], ...]


@dataclass(eq=False)
class Person:
    """Somebody who uses Telegram."""

    world: World
    user: User
    bot: Bot
    """The bot they talk to in private."""

    @property
    def id(self) -> int:
        """Their Telegram id."""
        return self.user.id

    @property
    def private(self) -> Chat:
        """Their private chat with the bot."""
        return self.world.private(self.bot, self.user)

    async def opens_bot(self, payload: str = "") -> Message:
        """Press Start, coming from a deep link if there is a payload; unblocks the bot."""
        assert re.fullmatch(r"[A-Za-z0-9_-]{0,64}", payload), f"No deep link can carry {payload!r}"
        self.private.opened = True
        if self.private.blocked:
            self.private.blocked = False
            self._standing("member")
        return await self.says(self.private, f"/start {payload}".strip())

    async def says(
        self,
        chat: Chat,
        text: str,
        *,
        topic: Topic | None = None,
        reply_to: Message | None = None,
        anonymous: bool = False,
        as_channel: Chat | None = None,
        ephemeral: bool | None = None,
    ) -> Message:
        """Write into a chat: under the own name, as an anonymous admin, or as a channel.

        A command that the bot announced with ``is_ephemeral`` is seen by the bot alone.
        """
        assert not chat.migrated_to, f"{chat.title} is a supergroup now"
        sender, sender_chat = self.user, None
        if anonymous:
            assert chat.members[self.id].is_admin, "Only admins can be anonymous"
            sender, sender_chat = self.world.users[ANONYMOUS_ADMIN], chat
        elif as_channel:
            sender, sender_chat = self.world.users[CHANNEL_BOT], as_channel
        else:
            assert chat.members[self.id].is_in, f"{self.user.first_name} is not in {chat.title}"
        if ephemeral is None:
            ephemeral = self._is_ephemeral(chat, text)
        content = Content(text, tuple(spotted(text)))
        thread = topic.id if topic else None
        if reply_to and not topic and chat.type == "supergroup":
            thread = reply_to.thread or reply_to.message_id
        said = Message(
            chat, 0 if ephemeral else chat.next_message_id(), self.world.now, sender, content,
            sender_chat=sender_chat, thread=thread, in_topic=topic is not None, reply_to=reply_to,
            receiver=self.bot.user if ephemeral else None,
            ephemeral_id=chat.free_ephemeral_id(self.bot.user.id) if ephemeral else None,
        )  # fmt: skip
        if chat.type == "private":
            chat.opened = True
        return self.world.tell(said)

    async def presses(self, message: Message | Seen, label: str, *, version: int = -1) -> Press:
        """Press a button, named by its label or its data; ``version`` picks the keyboard of an earlier text.

        Returns at once; ``await press.answer()`` waits for the bot. A link to the bot opens it.
        """
        message = message.message if isinstance(message, Seen) else message
        assert self._may_see(message), f"{self.user.first_name} cannot see that message"
        button = message.history[version].content.button(label)
        assert not button.disabled, f"{button.label!r} is greyed out"
        assert button.data is not None, (
            f"{button.label!r} is a link to {button.url}: follow it with follows()"
        )
        return await self.sends_press(message, button.data)

    async def follows(self, message: Message | Seen, label: str) -> Message:
        """Press a button that is a link to the bot."""
        message = message.message if isinstance(message, Seen) else message
        assert self._may_see(message), f"{self.user.first_name} cannot see that message"
        url = message.content.button(label).url or ""
        link = re.fullmatch(rf"https://t\.me/{self.bot.user.username}\?start=(.*)", url)
        assert link, f"{url!r} is no link to the bot"
        return await self.opens_bot(link[1])

    async def sends_press(self, message: Message, data: str) -> Press:
        """A press with any data, as an old or forged client can send it."""
        world = self.world
        number = str(4_000_000_000_000_000 + len(world.presses) + 1)
        bot = next(b for b in world.bots.values() if b.user == message.sender)
        press = world.presses[number] = Press(number, self.user, message, data, world.now, bot, world)
        shown: Json = message.json()
        if message.deleted:
            shown = {"chat": message.chat.json(), "message_id": message.message_id, "date": 0}
        body: Json = {
            "id": number,
            "from": self.user.json(),
            "message": shown,
            "chat_instance": str(-8 * 10**18 - message.chat.id),
            "data": data,
        }
        world.update(bot, "callback_query", body, f"user {self.id}")
        return press

    def asks_inline(self, text: str = "", *, chat: Chat | None = None) -> InlineAsk:
        """Write the bot's name and perhaps more into the line of a chat; nothing is sent yet."""
        assert self.world.inline_mode, "The bot knows no inline mode"
        number = str(7_000_000_000_000_000 + len(self.world.inline_asks) + 1)
        ask = self.world.inline_asks[number] = InlineAsk(number, self, text, self.world.now)
        body: Json = {"id": number, "from": self.user.json(), "query": text, "offset": ""}
        if chat:
            body["chat_type"] = chat.type
        self.world.update(self.bot, "inline_query", body, f"user {self.id}")
        return ask

    def sees(self, chat: Chat | None = None) -> list[Seen]:
        """What is on this person's screen, oldest first: public messages and ephemeral ones for them."""
        chat = chat or self.private
        if self.id not in chat.members or not chat.members[self.id].is_in:
            return []
        mine = [
            m
            for m in chat.every_message
            if m.ephemeral_id is not None and not m.deleted and m.receiver == self.user
        ]
        covered = [m.replaces for m in mine if m.replaces]
        public = [m for m in chat.messages if m not in covered]
        screen = [m for m in chat.every_message if m in mine or m in public]
        return [Seen(m, m.text, m.photo, m.content.buttons, m in mine) for m in screen]

    async def gets(self, chat: Chat | None = None, words: str = "") -> Seen:
        """Wait until something with these words is on this person's screen; the newest of them."""
        found = lambda: [seen for seen in self.sees(chat) if words in seen.text]  # noqa: E731 - asked again and again
        return (await self.world.until(found, what=f"{words!r} on {self.user.first_name}'s screen"))[-1]

    def was_shown(self) -> list[Shown]:
        """All that this person was ever shown, edited and deleted things too: what a leak would be in."""
        shown = [
            Shown(
                version.at,
                message.chat.id,
                version.content.text,
                version.content.photo,
                version.content.buttons,
            )
            for chat in (*self.world.chats.values(), self.private)
            for message in chat.every_message
            if self._may_see(message)
            for version in message.history
        ]
        shown += [
            Shown(press.answered.at, press.message.chat.id, press.answered.text, None, ())
            for press in self.world.presses.values()
            if press.user == self.user and press.answered
        ]
        return sorted(shown, key=lambda s: s.at)

    def _may_see(self, message: Message) -> bool:
        if message.ephemeral_id is not None:
            return self.user in (message.receiver, message.sender)
        return self.id in message.chat.members

    async def restarts_app(self) -> None:
        """Ephemeral messages are gone afterwards."""
        for chat in self.world.chats.values():
            for message in chat.every_message:
                if message.receiver == self.user:
                    message.deleted = True
        self.world.touch()

    async def blocks_bot(self) -> None:
        """Stop the bot from writing in private."""
        self.private.blocked = True
        self._standing("kicked")

    async def deletes_account(self) -> None:
        """Leave Telegram altogether."""
        self.private.deactivated = True
        self.world.touch()

    async def leaves(self, chat: Chat) -> None:
        """Leave a group."""
        self.world.happens(chat, self.user, {"left_chat_member": self.user.json()})
        self.world.becomes(chat, Member(self.user, "left"))

    async def joins(self, chat: Chat) -> None:
        """Join a group."""
        self.world.becomes(chat, Member(self.user))
        self.world.happens(chat, self.user, {"new_chat_members": [self.user.json()]})

    async def deletes(self, message: Message) -> None:
        """Delete a message; bots are told nothing."""
        message.deleted = True
        self.world.touch()

    def commands(self, chat: Chat | None = None) -> list[BotCommand]:
        """The bot's commands that this person is offered here: narrowest scope, then their language."""
        chat = chat or self.private
        admin = chat.members.get(self.id, Member(self.user, "left")).is_admin and chat.type != "private"
        kind = "all_private_chats" if chat.type == "private" else "all_group_chats"
        scopes = [f"chat_member {chat.id} {self.id}", f"chat_administrators {chat.id}" if admin else ""]
        scopes += [f"chat {chat.id}", "all_chat_administrators" if admin else "", kind, "default"]
        for scope in scopes:
            for language in (self.user.language_code or "", ""):
                if found := self.bot.commands.get((scope, language)):
                    return found
        return []

    def _is_ephemeral(self, chat: Chat, text: str) -> bool:
        if not text.startswith("/") or chat.type == "private":
            return False
        name = text[1:].split(maxsplit=1)[0].partition("@")[0] if text[1:] else ""
        return any(c.command == name and c.is_ephemeral for c in self.commands(chat))

    def _standing(self, status: str) -> None:
        """Blocking shows as the *bot's* standing in the private chat."""
        bot = self.bot.user
        self.world.becomes(
            self.private, Member(bot, "kicked" if status == "kicked" else "member"), by=self.user
        )
