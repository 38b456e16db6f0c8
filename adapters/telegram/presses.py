"""In: a button was pressed. It is answered once and in time, and the cards come where only one person sees them."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from time import monotonic

from adapters.telegram import render
from adapters.telegram.arriving import Arriving
from adapters.telegram.background import Background
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.notes import Notes
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker
from adapters.telegram.press import Kind, Press
from adapters.telegram.whisper import Whisper
from adapters.telegram.wire import Wire
from bot.screens.types import HandScreen, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk

__all__ = ["Patience", "Presses"]

LONG_WORDS = 60
"""Longer words do not fit the line that passes over the screen: they need a box to be read in."""
MOST_WORDS = 200
"""So many fit the answer to a press."""
MOST_TOLD = 4096
COUNTS = (Outcome.ACCEPTED, Outcome.DUPLICATE)


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds somebody who pressed is left waiting."""

    desk: float = 1.0
    """For what became of the press; then it is answered empty, and the surface will tell."""
    hand: float = 1.0
    """For the message with the cards as well, if the answer may still have to carry them itself."""


class Presses:
    """Answers presses. Telegram takes one answer a press, and not for long."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        whisper: Whisper,
        notes: Notes,
        ephemerals: Ephemerals,
        phrases: PhrasesFor,
        arriving: Arriving,
        background: Background,
        patience: Patience,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._whisper = whisper
        self._notes = notes
        self._ephemerals = ephemerals
        self._phrases = phrases
        self._arriving = arriving
        self._background = background
        self._patience = patience
        self._told: OrderedDict[tuple[int, int, str], bool] = OrderedDict()

    def decided(self, press: Press, event: str) -> Callable[[], Awaitable[Answer]]:
        """What asks the desk, again if it must be."""
        by = press.by

        async def admin() -> bool:
            return by.where.private or await self._wire.is_admin(by.chat, by.user)

        return lambda: self._desk.press(
            press.token, by.where, by.who, event=event, message=press.public_message, admin=admin
        )

    async def answer(self, press: Press, work: "asyncio.Task[Answer | None]") -> None:
        """Answer the press once the desk has decided, or without it when that takes long."""
        await asyncio.wait({work}, timeout=self._patience.desk)
        in_time = work.done()
        if not in_time:
            await self._wire.answer(press.by.press)
        answer = await work
        if answer is None:
            if in_time:
                words = self._phrases(press.by.who.locale).nobody_home
                await self._wire.answer(press.by.press, render.alert(words), alert=True)
            return
        could = await self._ephemerals.are_possible(press.by.chat)
        await self._tell(press, answer, in_time=in_time)
        await self._follow_up(press, answer)
        await self._offer_positions(press, answer, could=could)

    async def _tell(self, press: Press, answer: Answer, *, in_time: bool) -> None:
        """Show what there is to show to one person, and answer: with words if it is shown, else with it itself."""
        if answer.hand and press.kind is Kind.TABLE and self._is_in_place(press, answer.hand):
            if in_time:
                above = self._phrases(press.by.who.locale).above if press.asks else ""
                await self._say(press, answer, answer.words or above, box=not answer.words)
            return
        telling = self._telling(press, answer)
        if telling is None:
            if in_time:
                await self._say(press, answer)
            elif answer.words and answer.outcome in (Outcome.REFUSED, Outcome.STALE):
                # The press is answered already, with nothing: only so they hear why nothing came of it.
                await self._notes.note(press.by, NoteScreen(answer.words))
            return
        showing = asyncio.get_running_loop().create_task(telling)
        self._background.keep(showing)
        if in_time:
            left = self._patience.hand - (monotonic() - press.at)
            await asyncio.wait({showing}, timeout=max(0.0, left))
            if showing.done():
                if _succeeded(showing):
                    await self._say(press, answer)
                else:
                    await self._say_instead(press, answer)
                return
            await self._say_meanwhile(press, answer)
        await asyncio.wait({showing})
        if (
            not _succeeded(showing)
            and answer.hand
            and press.kind is not Kind.HAND
            and not _is_quiet(press, answer)
        ):
            await self._show_elsewhere(press.by, answer.hand)

    def _is_in_place(self, press: Press, hand: HandScreen) -> bool:
        return self._whisper.is_in_place(press.by, hand, asks=press.asks)

    def _telling(self, press: Press, answer: Answer) -> Coroutine[object, object, bool] | None:
        """What shows the answer's file, hand, or else its note, to whoever pressed; None when there is none."""
        if answer.file:
            return self._notes.file(press.by, answer.file, answer.words)
        if answer.hand:
            return self._hand_telling(press, answer, answer.hand)
        return self._note_telling(press, answer.note, answer.table) if answer.note else None

    def _hand_telling(
        self, press: Press, answer: Answer, hand: HandScreen
    ) -> Coroutine[object, object, bool] | None:
        by, whisper = press.by, self._whisper
        is_due = answer.outcome in COUNTS
        match press.kind:
            case Kind.HAND:
                return whisper.again(by, hand, is_due=is_due)
            case Kind.NOTE if press.moves:
                return None  # a sign, or a bid: the hand shows what became of it
            case _ if press.moves and is_due and not answer.words:
                return whisper.unless_shown(by, hand)
            case Kind.TABLE if not by.where.private:
                return whisper.in_place(by, hand)
            case _:
                return whisper.hand(by, hand)

    def _note_telling(self, press: Press, note: NoteScreen, table: str) -> Coroutine[object, object, bool]:
        by, notes = press.by, self._notes
        if press.kind is Kind.NOTE:
            return self._again(press, note, table if press.chooses else "")
        if press.chooses and note.rows:
            return notes.chooser(by, note, table)
        return notes.aside(by, note) if press.opens or press.begins_anew else notes.note(by, note)

    async def _again(self, press: Press, note: NoteScreen, table: str) -> bool:
        ways = await self._arriving.kept(press.by, press.keyboard)
        return await self._notes.again(press.by, note, ways=ways, table=table, in_public=press.chooses)

    async def _say(self, press: Press, answer: Answer, words: str = "", *, box: bool = False) -> None:
        said = words or answer.words
        loud = answer.outcome in (Outcome.REFUSED, Outcome.STALE) or len(said) > LONG_WORDS
        await self._wire.answer(press.by.press, render.alert(said), alert=bool(said) and (box or loud))

    async def _say_meanwhile(self, press: Press, answer: Answer) -> None:
        """Answer before it is known whether the hand or the note is shown."""
        waits = answer.hand is not None and press.kind is not Kind.HAND and not answer.words
        await self._say(press, answer, self._phrases(press.by.who.locale).one_moment if waits else "")

    async def _say_instead(self, press: Press, answer: Answer) -> None:
        """Let the answer itself carry what could not be shown."""
        if answer.file:
            await self._say(press, answer, self._phrases(press.by.who.locale).no_files, box=True)
        elif answer.hand and not _is_quiet(press, answer):
            await self._answer_with_cards(press, answer, answer.hand)
        elif answer.hand or press.opens:
            await self._say(press, answer)
        elif answer.note and press.begins_anew and answer.outcome is Outcome.ACCEPTED:
            await self._say(press, answer, answer.words or self._phrases(press.by.who.locale).opened_anew)
        elif answer.note:
            await self._answer_with_note(press, answer, answer.note)

    async def _answer_with_cards(self, press: Press, answer: Answer, hand: HandScreen) -> None:
        if answer.outcome is Outcome.SHOWN:
            hint = self._phrases(press.by.who.locale).soon if press.lacks_positions(answer.table) else ""
            await self._say(press, answer, _brief(hand, hint), box=True)
        else:
            both = f"{answer.words}\n{hand.brief}" if answer.words else hand.brief
            fits = len(both) <= MOST_WORDS
            await self._say(press, answer, both if fits else answer.words)

    async def _answer_with_note(self, press: Press, answer: Answer, note: NoteScreen) -> None:
        """The note's words; where there is more of it, the next press opens the private chat, which shows all."""
        by, phrases = press.by, self._phrases(press.by.who.locale)
        asked = (by.chat, by.user, press.token)
        words = "\n\n".join(filter(None, (answer.words, note.text)))
        has_more = (bool(note.rows) or render.clip(words, MOST_WORDS) != words) and press.asks
        has_more = has_more and not by.where.private
        if has_more and self._told.pop(asked, False):
            await self._wire.answer(by.press, link=self._wire.deep_link(press.token))
            return
        if has_more:
            self._told[asked] = True
            if len(self._told) > MOST_TOLD:
                self._told.popitem(last=False)
            hint = phrases.press_again if note.rows else phrases.press_for_all
            words = f"{render.clip(words, MOST_WORDS - len(hint) - 2)}\n\n{hint}"
        await self._say(press, answer, words, box=True)

    async def _show_elsewhere(self, by: Asker, hand: HandScreen) -> None:
        """The press is answered, and the hand could not be shown: in private, or by a way there."""
        if await self._whisper.hand_in_private(by, hand) or by.where.private:
            return
        if await self._ephemerals.are_possible(by.chat):  # else the table itself shows the way
            await self._notes.way_to_private(by, hand)

    async def _follow_up(self, press: Press, answer: Answer) -> None:
        by = press.by
        match press.kind:
            case Kind.HAND if press.moves and not answer.hand and answer.outcome is not Outcome.REFUSED:
                await self._notes.put_away(by)  # of a game that is over: nothing on it can be played any more
            case Kind.NOTE if _is_done(press, answer):
                await self._notes.put_away(by)
            case Kind.TABLE if await self._is_seated_from_afar(press, answer):
                pass
            case Kind.TABLE if answer.orphan:
                await self._wire.strip(by.chat, by.message)
            case _:
                pass
        if answer.outcome is Outcome.ACCEPTED and press.settles:
            await self._notes.put_away_choosers(answer.table)
        if answer.hand and answer.note:
            await self._note_telling(press, answer.note, answer.table)

    async def _is_seated_from_afar(self, press: Press, answer: Answer) -> bool:
        """Whether somebody has sat down in their private chat at a table of a group, and was shown the way there."""
        if not (press.by.where.private and press.sits and answer.outcome in COUNTS):
            return False
        return await self._arriving.seated(press.by, answer.table)

    async def _offer_positions(self, press: Press, answer: Answer, *, could: bool) -> None:
        """Have the table drawn with the cards by position, where a group is found to need them."""
        by = press.by
        table = answer.hand.table if answer.hand else answer.table
        if not table or by.where.private or await self._ephemerals.are_possible(by.chat):
            return
        if could or press.lacks_positions(table):
            await self._desk.redraw(table)


def _brief(hand: HandScreen, hint: str) -> str:
    """The hand with the hint below it: of the rest as much as fits, then the cards by the names on their buttons."""
    if not hint:
        return hand.brief
    title, *lines = hand.brief.split("\n")
    ways = [[title, *lines[:count]] for count in range(len(lines), 0, -1)]
    cards = [f"{one.symbol} {one.label}".strip() for row in hand.rows for one in row if one.card]
    if cards:
        ways.append([title, ", ".join(f"{place}: {card}" for place, card in enumerate(cards, 1))])
    texts = ("\n".join((*way, hint)) for way in ways)
    return next((text for text in texts if render.clip(text, MOST_WORDS) == text), hand.brief)


def _succeeded(showing: "asyncio.Task[bool]") -> bool:
    return not showing.cancelled() and showing.exception() is None and showing.result()


def _is_quiet(press: Press, answer: Answer) -> bool:
    """Whether the hand comes along with a move that counts and leaves it as it was: nobody need be shown it."""
    return press.changes_no_card and answer.outcome in COUNTS


def _is_done(press: Press, answer: Answer) -> bool:
    """Whether the note pressed has done its work: what it asked is done, or can be done no more."""
    if answer.note or answer.file or press.chooses:  # one may go on choosing
        return False
    if answer.outcome is Outcome.ACCEPTED:
        return press.by.ephemeral is not None or press.token.startswith(f"{answer.table}-")
    return answer.outcome is Outcome.STALE and press.moves
