"""In: a button was pressed. It is answered once and in time, and the cards come where only one person sees them."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

from adapters.telegram import render
from adapters.telegram.background import Background
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker, EphemeralRef
from adapters.telegram.press import Kind, Press
from adapters.telegram.whisper import Whisper
from adapters.telegram.wire import Wire
from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk

__all__ = ["Patience", "Presses"]

LONG_WORDS = 60
"""Longer words do not fit the line that passes over the screen: they need a box to be read in."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds somebody who pressed is left waiting."""

    desk: float = 1.0
    """For what became of the press; then it is answered empty, and the surface will tell."""
    hand: float = 3.0
    """For the message with the cards, if the answer may still have to carry them itself."""


class Presses:
    """Answers presses. Telegram takes one answer a press, and not for long."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        whisper: Whisper,
        ephemerals: Ephemerals,
        phrases: PhrasesFor,
        background: Background,
        patience: Patience,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._whisper = whisper
        self._ephemerals = ephemerals
        self._phrases = phrases
        self._background = background
        self._patience = patience

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
        if answer.hand and press.kind is not Kind.HAND:
            await self._with_hand(press, answer, answer.hand, in_time=in_time)
        elif in_time:
            await self._say(press, answer)
        await self._follow_up(press, answer)

    async def _say(self, press: Press, answer: Answer, words: str = "", *, box: bool = False) -> None:
        said = words or answer.words
        loud = answer.outcome in (Outcome.REFUSED, Outcome.STALE) or len(said) > LONG_WORDS
        await self._wire.answer(press.by.press, render.alert(said), alert=bool(said) and (box or loud))

    async def _with_hand(self, press: Press, answer: Answer, hand: HandScreen, *, in_time: bool) -> None:
        """Show the hand, and answer: with words if it is shown, else with the cards themselves."""
        could = await self._ephemerals.are_possible(press.by.chat)
        showing = asyncio.get_running_loop().create_task(self._whisper.hand(press.by, hand))
        self._background.keep(showing)
        if in_time:
            left = self._patience.hand - (monotonic() - press.at)
            await asyncio.wait({showing}, timeout=max(0.0, left))
            failed = showing.done() and not _succeeded(showing)
            if failed:
                await self._answer_with_cards(press, answer, hand)
                if could:
                    await self._offer_positions(press, answer)
            else:
                await self._say(press, answer)
            if showing.done():
                return
        await asyncio.wait({showing})
        if not _succeeded(showing):
            await self._whisper.hand_in_private(press.by, hand)
            if could:
                await self._offer_positions(press, answer)

    async def _answer_with_cards(self, press: Press, answer: Answer, hand: HandScreen) -> None:
        if answer.outcome is Outcome.SHOWN:
            await self._say(press, answer, hand.brief, box=True)
        else:
            both = f"{answer.words}\n{hand.brief}" if answer.words else hand.brief
            fits = len(both) <= 200
            await self._say(press, answer, both if fits else answer.words)

    async def _follow_up(self, press: Press, answer: Answer) -> None:
        by = press.by
        match press.kind:
            case Kind.HAND if answer.hand:
                is_due = answer.outcome in (Outcome.ACCEPTED, Outcome.DUPLICATE)
                await self._whisper.again(by, answer.hand, is_due=is_due)
            case Kind.HAND if press.plays_card and answer.outcome is not Outcome.REFUSED:
                await self._put_away(by)
            case Kind.NOTE if by.ephemeral is not None:
                if answer.note or answer.outcome is Outcome.ACCEPTED:
                    await self._whisper.note_again(by, answer.note)
                return
            case Kind.NOTE if answer.outcome is Outcome.ACCEPTED and press.token.startswith(
                f"{answer.table}-"
            ):
                await self._wire.strip(by.chat, by.message)
            case Kind.TABLE if answer.orphan:
                await self._wire.strip(by.chat, by.message)
            case _:
                pass
        if answer.note:
            await self._whisper.note(by, answer.note)

    async def _put_away(self, by: Asker) -> None:
        """A hand of a game that is over: nothing on it can be played any more."""
        if by.ephemeral is not None:
            await self._wire.delete_whispered(by.chat, EphemeralRef(by.ephemeral, by.user))
        else:
            await self._wire.strip(by.chat, by.message)

    async def _offer_positions(self, press: Press, answer: Answer) -> None:
        """Put the cards by position under the public table, where a group has just been found to need them."""
        by = press.by
        table = answer.hand.table if answer.hand else answer.table
        if by.where.private or not press.public_message or answer.orphan or press.keyboard is None:
            return
        if await self._ephemerals.are_possible(by.chat):
            return
        look = await self._desk.look(table, by.who)
        if look is None or look.table.over:
            return
        link = self._wire.deep_link(f"{table}-hand")
        buttons = render.with_positions(press.keyboard, look.table, link)
        if buttons and buttons != press.keyboard:
            await self._wire.set_buttons(by.chat, by.message, buttons)


def _succeeded(showing: "asyncio.Task[bool]") -> bool:
    return not showing.cancelled() and showing.exception() is None and showing.result()
