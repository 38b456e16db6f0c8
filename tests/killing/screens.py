"""What stands on everybody's screens at the end: messages that the bot knows, and those that it does not."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.service.records import Surface
from doubles.discord_seen import Seen
from doubles.discord_world import Message as ChannelMessage
from doubles.telegram_api import Chat, Message
from killing.books import Book
from killing.channel_people import PREFIX, ChannelPlayer
from killing.group_people import GroupPlayer
from killing.witness import PLAY, table_of

if TYPE_CHECKING:
    from killing.evening import Evening

PATIENCE = 5.0
Shown = tuple[str, list[str]]
"""Words, and the tokens of the buttons below them."""


@dataclass(frozen=True)
class Orphan:
    """A message with buttons that the bot's books do not have."""

    what: str
    answered: Callable[[], Awaitable[bool]] = field(repr=False)
    """Press a button of it; whether there was an answer."""
    loses_buttons: Callable[[], Awaitable[bool]] = field(repr=False)

    def __str__(self) -> str:
        return self.what


class Screens:
    """Both platforms as people see them."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._api, self._wire = evening.api, evening.wire
        self._groups = [player for player in evening.players if isinstance(player, GroupPlayer)]
        self._channels = [player for player in evening.players if isinstance(player, ChannelPlayer)]

    # -- what is known ------------------------------------------------------------------------------
    def shown(self, surface: Surface) -> Shown | None:
        """What a message that the bot knows shows; None when it is not there."""
        if surface.platform == "telegram":
            found = self._in_telegram(surface)
            return None if found is None else (found.text, _tokens(found))
        message = self._in_discord(surface)
        if message is None:
            return None
        seen = Seen.of(message.payload(), self._wire.fetch)
        return seen.text, [b.custom_id.removeprefix(PREFIX) for b in seen.buttons]

    def _chats(self) -> list[Chat]:
        return [*self._api.chats.values(), *self._api.private_chats.values()]

    def _in_telegram(self, surface: Surface) -> Message | None:
        chat = next(chat for chat in self._chats() if str(chat.id) == surface.chat)
        if ref := re.fullmatch(r"e:(\d+):(\d+)", surface.message):
            return chat.find_ephemeral(int(ref[2]), int(ref[1]))
        return chat.find(int(surface.message))

    def _in_discord(self, surface: Surface) -> ChannelMessage | None:
        ref = surface.message.split(":")
        number = int(ref[2]) if len(ref) > 1 else int(surface.message)
        return self._wire.world.channels[int(surface.thread or surface.chat)].messages.get(number)

    # -- what is not --------------------------------------------------------------------------------
    def orphans(self, books: list[Book]) -> list[Orphan]:
        """Every message with buttons that no book has."""
        known = [surface for book in books for surface, _ in book.surfaces if surface.message]
        groups = {id(self._in_telegram(surface)) for surface in known if surface.platform == "telegram"}
        channels = {id(self._in_discord(surface)) for surface in known if surface.platform == "discord"}
        return [
            *(
                self._group_orphan(message)
                for chat in self._chats()
                for message in chat.every_message
                if id(message) not in groups and not message.deleted and _left(message)
            ),
            *(
                self._channel_orphan(message)
                for channel in self._wire.world.channels.values()
                for message in channel.messages.values()
                if id(message) not in channels and self._channel_left(message)
            ),
        ]

    def _group_orphan(self, message: Message) -> Orphan:
        receiver = message.receiver.id if message.receiver else None
        people = [player.person for player in self._groups if player.person.id in message.chat.members]
        person = next(one for one in people if receiver in (None, one.id))

        async def answered() -> bool:
            press = await person.sends_press(message, _left(message)[0])
            return await self._groups[0].until(lambda: press.answered, PATIENCE)

        async def loses() -> bool:
            return await self._groups[0].until(lambda: message.deleted or not _left(message), PATIENCE)

        kind = "an ephemeral message" if receiver else "a message"
        return Orphan(
            f"{kind} in {message.chat.title}: {message.text[:40]!r} {_tokens(message)}", answered, loses
        )

    def _channel_tokens(self, message: ChannelMessage) -> list[str]:
        seen = Seen.of(message.payload(), self._wire.fetch)
        return [b.custom_id.removeprefix(PREFIX) for b in seen.buttons]

    def _channel_left(self, message: ChannelMessage) -> list[str]:
        return _pressable(self._channel_tokens(message), private=message.owner is not None)

    def _channel_orphan(self, message: ChannelMessage) -> Orphan:
        players = [player for player in self._channels if message.owner in (None, player.person.user)]
        player = next(
            one for one in players if any(s.id == message.id for s in one.person.sees(message.channel))
        )

        async def answered() -> bool:
            act = await player.person.presses_custom_id(
                player.person.look(message), PREFIX + self._channel_left(message)[0], wait=False
            )
            return await player.until(lambda: act.acknowledged, PATIENCE)

        def gone() -> bool:
            return message.id not in message.channel.messages or not self._channel_left(message)

        async def loses() -> bool:
            return await player.until(gone, PATIENCE)

        kind = "a private message" if message.owner else "a message"
        tokens = self._channel_tokens(message)
        return Orphan(f"{kind} in #{message.channel.name}: {tokens}", answered, loses)


def _tokens(message: Message) -> list[str]:
    return [button.data for row in message.content.buttons for button in row if button.data]


def _left(message: Message) -> list[str]:
    private = message.receiver is not None or message.chat.type == "private"
    return _pressable(_tokens(message), private=private)


def _pressable(tokens: list[str], *, private: bool) -> list[str]:
    """The buttons that should go with their table, without the one that begins another game.

    Private messages have questions below the cards, which can be asked for ever.
    """
    about = [token for token in tokens if table_of(token) and not token.endswith("-rematch")]
    return [token for token in about if PLAY.fullmatch(token) or not private]
