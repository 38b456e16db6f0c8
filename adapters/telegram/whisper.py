"""Out, to one person: their cards, in the best place that only they can see."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from adapters.telegram import render
from adapters.telegram.aside import Aside
from adapters.telegram.failures import TROUBLE
from adapters.telegram.hands import ShownHands
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.places import Asker, EphemeralRef, PrivateChat, private_chat
from adapters.telegram.render import Secret
from adapters.telegram.wire import Wire
from bot.screens.types import HandScreen
from bot.service.desk import Desk
from bot.service.ports import MessageGone, Picture

__all__ = ["DrawHand", "Whisper", "no_picture"]

log = logging.getLogger(__name__)

DrawHand = Callable[[HandScreen], Awaitable[Picture | None]]
"""Draws a hand; None where a hand is shown in words alone."""


LATE = 12.0
"""Seconds after which the cards of somebody on turn should have come without their doing."""


async def no_picture(_hand: HandScreen) -> Picture | None:
    """Draw nothing."""
    return None


class Whisper:
    """Shows hands to one person; in a group by ephemeral message, else in their private chat."""

    def __init__(
        self, wire: Wire, desk: Desk, aside: Aside, hands: ShownHands, draw: DrawHand, leftovers: Leftovers
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._aside = aside
        self._draw = draw
        self._hands = hands
        self._leftovers = leftovers
        self._showing: dict[tuple[int, int, str, str], asyncio.Future[bool]] = {}
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()

    async def hand(self, to: Asker, hand: HandScreen) -> bool:
        """Show the hand in a message of its own, in place of an earlier one; whether it is shown.

        Asked for again and again while it is on its way, it comes once.
        """
        this = (to.chat, to.user, hand.table, hand.digest)
        if under_way := self._showing.get(this):
            return await asyncio.shield(under_way)
        self._showing[this] = under_way = asyncio.get_running_loop().create_future()
        shown = False
        try:
            shown = await self._show(to, hand)
        finally:
            del self._showing[this]
            under_way.set_result(shown)
        return shown

    async def _show(self, to: Asker, hand: HandScreen) -> bool:
        secret = await self._drawn(hand)
        if to.where.private:
            return await self._in_private(to, hand, secret)
        return await self._in_group(to, hand, secret)

    async def hand_in_private(self, to: Asker, hand: HandScreen) -> bool:
        """Show the hand in the person's private chat, wherever they asked; whether that is open to us."""
        if not to.is_somebody:
            return False
        home = to.in_private
        there = (await self._desk.hand(home.where, to.who, table=hand.table)).hand  # it names the place
        return await self.hand(home, there if there and there.viewer == hand.viewer else hand)

    async def in_place(self, to: Asker, hand: HandScreen) -> bool:
        """Show the hand in the ephemeral message that has it already, else in a new one; whether it is shown."""
        ref = EphemeralRef.read(self._hands.message(to.chat, to.user, hand.table))
        if ref is None or self._hands.shows(to.chat, to.user, hand.table, hand.digest):
            return await self.hand(to, hand)  # none, or one in which the person does not find it
        if hand.on_turn and not self._hands.is_late(to.chat, to.user, hand.table, hand.digest, LATE):
            return False  # whoever brings messages up to date does so before all but the table
        if not self._wire.affords(to.chat):
            return False
        return await self._edited(to, ref, hand)

    async def _edited(self, to: Asker, ref: EphemeralRef, hand: HandScreen) -> bool:
        try:
            await self._wire.edit_whispered(to.chat, ref, await self._drawn(hand))
        except MessageGone:
            self._hands.remove(to.chat, to.user, str(ref))
            return await self.hand(to, hand)
        except TROUBLE:
            return False
        await self._note_shown(to, hand, str(ref))
        return True

    def is_in_place(self, to: Asker, hand: HandScreen, *, asks: bool) -> bool:
        """Whether an ephemeral message shows just this hand already, so that it is enough to say so.

        Whoever `asks` for it again may not find it any more: then it is not.
        """
        if to.where.private or not self._hands.shows(to.chat, to.user, hand.table, hand.digest):
            return False
        return not asks or self._hands.points_at(to.chat, to.user, hand.table)

    async def unless_shown(self, to: Asker, hand: HandScreen) -> bool:
        """Show the hand, unless a message of ours shows it to the person: that one is brought up to date anyway."""
        if any(self._hands.knows(chat, to.user, hand.table) for chat in (to.chat, to.user)):
            return True
        return await self.hand(to, hand)

    async def again(self, to: Asker, hand: HandScreen, *, is_due: bool) -> bool:
        """Let the hand on which somebody pressed show what it is now; whether it does, or soon will.

        `is_due`: the press has changed the hand, so that whoever brings messages up to date comes by anyway,
        within the chat's limits. A hand that we do not know may be unknown to them as well.
        """
        home = None if to.ephemeral is not None else private_chat(to.chat)
        ref = EphemeralRef(to.ephemeral, to.user) if to.ephemeral is not None else None
        message = str(ref) if ref else str(to.message)
        if is_due and self._hands.has(to.chat, to.user, message, hand.table):
            return True
        turn = self._turns.setdefault((to.chat, message), asyncio.Lock())
        async with turn:  # of many presses that come together the first brings it up to date
            if self._shows(to, hand, message):
                return True
            return await self._again(to, hand, ref, home, message)

    def _shows(self, to: Asker, hand: HandScreen, message: str) -> bool:
        """Whether this very message is known to show just this hand."""
        known = self._hands.message(to.chat, to.user, hand.table) == message
        return known and self._hands.shows(to.chat, to.user, hand.table, hand.digest)

    async def _again(
        self, to: Asker, hand: HandScreen, ref: EphemeralRef | None, home: PrivateChat | None, message: str
    ) -> bool:
        secret = await self._drawn(hand)
        try:
            if ref:
                if not self._wire.affords(to.chat):
                    return False
                await self._wire.edit_whispered(to.chat, ref, secret)
            elif home:
                await self._wire.edit_confided(home, to.message, secret)
            else:
                return False
        except MessageGone:
            return await self.hand(to, hand)
        except TROUBLE:
            return False
        await self._note_shown(to, hand, message)
        return True

    async def _in_private(self, to: Asker, hand: HandScreen, secret: Secret) -> bool:
        home = private_chat(to.chat)
        if home is None:
            return False
        try:
            message = await self._wire.confide(home, secret, thread=to.where.thread)
        except TROUBLE:
            return False
        await self._note_shown(to, hand, str(message))
        return True

    async def _in_group(self, to: Asker, hand: HandScreen, secret: Secret) -> bool:
        ref = await self._aside.show(to, secret)
        if ref is None:
            return False
        await self._note_shown(to, hand, str(ref))
        return True

    async def _note_shown(self, to: Asker, hand: HandScreen, message: str) -> None:
        """Tell the desk where the hand stands; where it stood in that chat before, it goes."""
        old = self._hands.add(to.chat, to.user, message, hand.table, hand.digest)
        before = await self._desk.hand_shown(hand, to.where, message, None)
        for gone in {old, before} - {
            message
        }:  # other processes, and earlier ones, are known to the desk alone
            if ref := EphemeralRef.read(gone):
                await self._leftovers.delete(to.chat, ref)
            elif gone.isdigit():
                await self._leftovers.delete(to.chat, int(gone))

    async def _drawn(self, hand: HandScreen) -> Secret:
        try:
            picture = await self._draw(hand)
        except Exception:  # whatever keeps a picture from being drawn, the cards can be told in words
            log.exception("a hand of table %s could not be drawn", hand.table)
            picture = None
        return render.hand(hand, picture)
