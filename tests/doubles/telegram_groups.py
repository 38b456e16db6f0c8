"""Groups and channels as tests use them: who is in, who runs them, what becomes of them."""

from __future__ import annotations

from doubles.telegram_chats import Chat, Message, Topic
from doubles.telegram_members import ADMIN_RIGHTS, ANONYMOUS_ADMIN, TELEGRAM, Member, User
from doubles.telegram_text import spotted
from doubles.telegram_values import Content, Json


class Group(Chat):
    """A group as tests use it."""

    async def promotes(self, user: User, *, without: tuple[str, ...] = (), by: User | None = None) -> None:
        """Make somebody (or the bot) an administrator, with all rights but these."""
        self.world.becomes(self, Member(user, "administrator", frozenset(ADMIN_RIGHTS) - set(without)), by)

    async def demotes(self, user: User, *, by: User | None = None) -> None:
        """Make somebody a plain member."""
        self.world.becomes(self, Member(user), by)

    async def restricts(self, user: User, *rights: str, by: User | None = None) -> None:
        """Leave somebody only these rights."""
        self.world.becomes(self, Member(user, "restricted", frozenset(rights)), by)

    async def kicks(self, user: User, *, by: User | None = None) -> None:
        """Throw somebody (or the bot) out."""
        self.world.becomes(self, Member(user, "kicked"), by)
        self.world.happens(self, by, {"left_chat_member": user.json()})

    async def adds(self, user: User, *, by: User | None = None) -> None:
        """Let somebody (or the bot) in."""
        self.world.becomes(self, Member(user), by)
        self.world.happens(self, by or user, {"new_chat_members": [user.json()]})

    async def is_deleted(self) -> None:
        """The owner deletes the group for everybody."""
        self.gone = True
        for member in list(self.members.values()):
            self.world.becomes(self, Member(member.user, "left"), self.owner)

    async def closes(self, topic: Topic, *, by: User | None = None) -> None:
        """Nobody but administrators can write in the topic any more."""
        topic.closed = True
        self._says_in(topic, by, {"forum_topic_closed": {}})

    async def reopens(self, topic: Topic, *, by: User | None = None) -> None:
        """Everybody can write in the topic again."""
        topic.closed = False
        self._says_in(topic, by, {"forum_topic_reopened": {}})

    def deletes_topic(self, topic: Topic) -> None:
        """The topic and its messages are gone; bots are told nothing."""
        topic.deleted = True
        for message in self.every_message:
            if message.thread == topic.id:
                message.deleted = True
        self.world.touch()

    def _says_in(self, topic: Topic, by: User | None, service: Json) -> None:
        number, now = self.next_message_id(), self.world.now
        told = Message(
            self, number, now, by or self.owner, Content(), thread=topic.id, in_topic=True, service=service
        )
        self.world.tell(told)

    async def forwards_itself(self, channel: Group, text: str) -> Message:
        """A post of the channel that this group belongs to comes into the group."""
        sender = self.world.users.setdefault(TELEGRAM, User(TELEGRAM, "Telegram"))
        content = Content(text, tuple(spotted(text)))
        number = self.next_message_id()
        post = Message(
            self, number, self.world.now, sender, content, sender_chat=channel, forwarded_by_itself=True
        )
        return self.world.tell(post)

    def topic(self, name: str) -> Topic:
        """Open a topic of a forum."""
        assert self.forum, "Only forums have topics"
        opened = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        number = self.next_message_id()
        topic = self.topics[number] = Topic(number, name)
        self.world.tell(
            Message(
                self,
                number,
                self.world.now,
                None,
                Content(),
                thread=number,
                in_topic=True,
                service={**opened},
            )
        )
        return topic

    async def migrates(self) -> Group:
        """The group becomes a supergroup with a new id; the old one answers only with that id."""
        assert self.type == "group", "Only a plain group can become a supergroup"
        new = Group(self.world, -1_000_000_000_000 + self.id, "supergroup", self.title)
        new.members = dict(self.members)
        self.world.chats[new.id] = new
        self.world.happens(self, self.owner, {"migrate_to_chat_id": new.id})
        self.migrated_to = new.id
        self.world.happens(new, self.world.users[ANONYMOUS_ADMIN], {"migrate_from_chat_id": self.id})
        return new

    async def posts(self, text: str) -> Message:
        """A channel's own post."""
        assert self.type == "channel"
        content = Content(text, tuple(spotted(text)))
        message = Message(self, self.next_message_id(), self.world.now, None, content, sender_chat=self)
        return self.world.tell(message)

    @property
    def owner(self) -> User | None:
        """Who made the group."""
        owners = (m.user for m in self.members.values() if m.status == "creator")
        return next(owners, None)
