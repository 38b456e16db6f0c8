"""Moves chosen from a list that only their owner sees, in the line where one writes: Telegram's inline mode.

What is sent into the chat says nothing and carries the move sealed (ADR 0046).
"""

import re
from collections import OrderedDict
from time import monotonic

from telegram import ChosenInlineResult, InlineQuery, Message
from telegram.constants import MessageEntityType

from adapters.telegram import listing
from adapters.telegram.background import Background
from adapters.telegram.faces import Faces
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.notes import Notes
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker, named, private_asker
from adapters.telegram.rights import Rights
from adapters.telegram.seals import Seals
from adapters.telegram.settling import Settling
from adapters.telegram.wire import Wire
from bot.screens.types import NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk

__all__ = ["Inline", "is_ours"]

LINK = re.compile(r"https://t\.me/\w+\?start=([A-Za-z0-9_-]{1,64})")
ONCE = 30.0
"""Seconds within which a move that comes twice, as a choice and as a message, is answered once."""
MOST = 4096


class Inline:
    """Answers inline queries, and makes the moves that are chosen."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        seals: Seals,
        notes: Notes,
        rights: Rights,
        leftovers: Leftovers,
        phrases: PhrasesFor,
        background: Background,
        settling: Settling,
        stickers: Faces,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._seals = seals
        self._notes = notes
        self._rights = rights
        self._leftovers = leftovers
        self._phrases = phrases
        self._background = background
        self._settling = settling
        self._stickers = stickers
        self._told: OrderedDict[str, float] = OrderedDict()

    # -- what there is to choose ------------------------------------------------------------------
    def ask(self, query: InlineQuery) -> None:
        """Somebody wants to see their moves."""
        self._background.start(self._listed(query))

    async def _listed(self, query: InlineQuery) -> None:
        who = named(query.from_user)
        screens = await self._settling.settled(lambda: self._desk.turns(who), "an inline query")
        if screens is None:
            return
        phrases = self._phrases(await self._desk.language(who))
        found = listing.found(screens, query.query)
        pictures = await self._stickers.of(who, found)
        sealed = [(one, self._seals.sealed(query.from_user.id, one.choice.token)) for one in found]
        results = [
            listing.result(one, text, self._wire.deep_link(text), phrases, pictures) for one, text in sealed
        ]
        await self._wire.offer(query.id, results, listing.button(screens, phrases))

    # -- what was chosen --------------------------------------------------------------------------
    async def chosen(self, result: ChosenInlineResult, event: str) -> None:
        """Telegram tells what somebody chose, where the bot's owner has switched that on."""
        await self._made(private_asker(result.from_user), result.result_id, event)

    async def sent(self, message: Message, by: Asker, event: str) -> None:
        """What somebody chose has arrived in a chat."""
        if sealed := _sealed_in(message):
            await self._made(by, sealed, event)
            if await self._rights.may_delete(by.chat):
                self._background.start(self._leftovers.delete(by.chat, message.message_id))

    async def _made(self, by: Asker, sealed: str, event: str) -> None:
        token = self._seals.opened(by.user, sealed)
        if token is None:
            return
        answer = await self._settling.settled(
            lambda: self._desk.press(token, by.where, by.who, event=event), "a move by inline query"
        )
        if (words := self._words(by, answer)) and self._is_new(sealed):
            self._background.start(self._notes.note(by, NoteScreen(words)))

    def _words(self, by: Asker, answer: Answer | None) -> str:
        """Why nothing came of it; a move that counts is seen at the table."""
        if answer is None:
            return self._phrases(by.who.locale).nobody_home
        return answer.words if answer.outcome in (Outcome.REFUSED, Outcome.STALE) else ""

    def _is_new(self, sealed: str) -> bool:
        now, before = monotonic(), self._told.pop(sealed, 0.0)
        self._told[sealed] = now
        if len(self._told) > MOST:
            self._told.popitem(last=False)
        return now - before >= ONCE or not before


def is_ours(message: Message, bot: int) -> bool:
    """Whether the message was written by choosing from our list."""
    return message.via_bot is not None and message.via_bot.id == bot


def _sealed_in(message: Message) -> str:
    """The sealed move that a message of ours carries; empty where it carries none."""
    links = (one for one in message.entities if one.type == MessageEntityType.TEXT_LINK and one.url)
    found = (LINK.fullmatch(one.url or "") for one in links)
    return next((one[1] for one in found if one), "")
