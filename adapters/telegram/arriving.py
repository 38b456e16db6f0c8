"""In: somebody comes to the private chat by a link, to sit down at a table or with a move."""

import re
from collections.abc import Awaitable, Callable

from telegram import InlineKeyboardMarkup

from adapters.telegram import links, render
from adapters.telegram.listing import HELLO
from adapters.telegram.notes import Notes
from adapters.telegram.phrases import Phrases, PhrasesFor
from adapters.telegram.places import PLATFORM, Asker
from adapters.telegram.render import Links
from adapters.telegram.seals import Seals, is_sealed
from adapters.telegram.whisper import Whisper
from adapters.telegram.wire import Wire
from bot.screens.tokens import Do, parse_token
from bot.screens.types import NoteScreen, Rows, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk
from bot.service.elsewhere import Home
from bot.table import Sit

__all__ = ["Arriving"]

JOIN = re.compile("([a-z0-9]{10})-join")

Ask = Callable[[], Awaitable[Answer]]


class Arriving:
    """Knows what the word in a link means, and shows the way back to the table's group."""

    def __init__(
        self, wire: Wire, desk: Desk, notes: Notes, whisper: Whisper, phrases: PhrasesFor, seals: Seals
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._notes = notes
        self._whisper = whisper
        self._phrases = phrases
        self._seals = seals

    def asked(self, by: Asker, word: str, event: str) -> Ask | None:
        """What the desk is to be asked; None for somebody who wants nothing in particular."""
        if word == HELLO:
            return None
        if found := JOIN.fullmatch(word):
            return lambda: self._joined(by, found[1], event)
        if is_sealed(word):
            return lambda: self._unsealed(by, word, event)
        return lambda: self._desk.press(word, by.where, by.who, event=event, admin=_alone)

    async def _unsealed(self, by: Asker, word: str, event: str) -> Answer:
        token = self._seals.opened(by.user, word)
        if token is None:
            return Answer(Outcome.REFUSED, (await self._spoken(by)).not_yours)
        return await self._desk.press(token, by.where, by.who, event=event)

    # -- a seat -----------------------------------------------------------------------------------
    async def _joined(self, by: Asker, table: str, event: str) -> Answer:
        """Sit down where there is one seat to take, else offer those that are free."""
        home, look = await self._desk.home(table), await self._desk.look(table, by.who)
        phrases = await self._spoken(by)
        if home is None or look is None or not home.open or home.where.platform != PLATFORM:
            return Answer(Outcome.STALE, phrases.no_table)
        place = home.where.title
        seats = seat_rows(look.table)
        if look.seat is None and len([one for row in seats for one in row]) == 1:
            answer = await self._desk.press(seats[0][0].token, by.where, by.who, event=event)
            if answer.outcome not in (Outcome.ACCEPTED, Outcome.DUPLICATE):
                return answer
            return Answer(answer.outcome, note=NoteScreen(phrases.you_sit.format(place=place)), table=table)
        if look.hand is not None:
            return await self._desk.hand(by.where, by.who, table=table)
        if look.seat is not None:
            return Answer(Outcome.SHOWN, note=NoteScreen(phrases.you_sit.format(place=place)), table=table)
        words = phrases.which_seat if seats else phrases.no_seat
        return Answer(Outcome.SHOWN, note=NoteScreen(words.format(place=place), seats), table=table)

    async def seated(self, by: Asker, table: str) -> bool:
        """Somebody has pressed for a seat in their private chat: say so, and how they come back.

        False for a table of that very chat, where there is nothing to say.
        """
        home = await self._desk.home(table)
        if home is None or home.where.chat == by.where.chat:
            return False
        words = NoteScreen((await self._spoken(by)).you_sit.format(place=home.where.title))
        await self._notes.edited_or_sent(by, render.with_links(words, await self.ways(by, table)))
        await self.keep_place(by, table)
        return True

    async def keep_place(self, by: Asker, table: str) -> None:
        """Let a message stand in the private chat in which the person's cards come once they are dealt."""
        home = await self._desk.home(table) if by.where.private else None
        if home is None or home.where.chat == by.where.chat:
            return
        if place := await self._desk.place_for_cards(table, by.who):
            await self._whisper.unless_shown(by, place)

    async def ways(self, by: Asker, table: str) -> Links:
        """The links that belong below what is said in private about a table in a group."""
        home = await self._desk.home(table) if table else None
        if home is None or home.where.private or not home.open:
            return ()
        phrases = await self._spoken(by)
        back = links.message_link(home)
        return tuple(one for one in ((phrases.to_table, back), self._invite(home, table, phrases)) if one[1])

    async def kept(self, by: Asker, keyboard: InlineKeyboardMarkup | None) -> Links:
        """The links of a message that is about to say something else, now in the person's language."""
        rows = keyboard.inline_keyboard if keyboard else ()
        urls = [button.url for row in rows for button in row if button.url]
        if not urls:
            return ()
        phrases = await self._spoken(by)
        return tuple((_label(phrases, url), url) for url in urls)

    def _invite(self, _home: Home, table: str, phrases: Phrases) -> tuple[str, str]:
        way = self._wire.deep_link(links.join(table))
        return phrases.invite, links.share(way, phrases.invitation)

    async def _spoken(self, by: Asker) -> Phrases:
        return self._phrases(await self._desk.language(by.who))


def _label(phrases: Phrases, url: str) -> str:
    if links.is_share(url):
        return phrases.invite
    return phrases.add_to_group if links.adds_to_group(url) else phrases.to_table


async def _alone() -> bool:
    """In a private chat everybody has authority."""
    return True


def seat_rows(table: TableScreen) -> Rows:
    """The seats that may be taken, in rows as below the table."""
    rows = (tuple(one for one in row if _is_seat(one.token)) for row in table.rows)
    return tuple(row for row in rows if row)


def _is_seat(token: str) -> bool:
    meant = parse_token(token)
    return isinstance(meant, Do) and isinstance(meant.act, Sit)
