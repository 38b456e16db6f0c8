"""Out, to one person: their cards and private words, in the best place that only they can see."""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress

from telegram.error import TelegramError

from adapters.telegram import render
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.hands import ShownHands
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker, EphemeralRef, private_chat
from adapters.telegram.render import Open, Secret
from adapters.telegram.wire import NotPossibleError, Proof, Wire
from bot.screens.types import HandScreen, NoteScreen
from bot.service.desk import Desk
from bot.service.ports import (
    Expired,
    MessageGone,
    Moved,
    NotAccepted,
    Picture,
    TryLater,
    Uncertain,
    Unreachable,
)

__all__ = ["DrawHand", "Whisper", "no_picture"]

log = logging.getLogger(__name__)
MOST = 4096
TROUBLE = (Expired, TryLater, Uncertain, MessageGone, Moved, NotAccepted, Unreachable, TelegramError)
"""What can come between a person and their cards; none of it is theirs to see."""

DrawHand = Callable[[HandScreen], Awaitable[Picture | None]]
"""Draws a hand; None where a hand is shown in words alone."""


async def no_picture(_hand: HandScreen) -> Picture | None:
    """Draw nothing."""
    return None


class Whisper:
    """Shows hands and notes to one person; in a group by ephemeral message, else in their private chat."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        ephemerals: Ephemerals,
        hands: ShownHands,
        phrases: PhrasesFor,
        draw: DrawHand,
        leftovers: Leftovers,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._ephemerals = ephemerals
        self._phrases = phrases
        self._draw = draw
        self._hands = hands
        self._leftovers = leftovers
        self._public: OrderedDict[tuple[int, int], int] = OrderedDict()

    # -- hands ------------------------------------------------------------------------------------
    async def hand(self, to: Asker, hand: HandScreen) -> bool:
        """Show the hand in a message of its own, in place of an earlier one; whether it is shown."""
        secret = await self._drawn(hand)
        if to.where.private:
            return await self._in_private(to, hand, secret)
        return await self._in_group(to, hand, secret)

    async def hand_in_private(self, to: Asker, hand: HandScreen) -> bool:
        """Show the hand in the person's private chat, wherever they asked; whether that is open to us."""
        return to.is_somebody and await self.hand(to.in_private, hand)

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
        old = await self._note_shown(to, hand, str(message))
        if old.isdigit():
            with suppress(*TROUBLE):
                await self._wire.delete(home, int(old))
        return True

    async def _in_group(self, to: Asker, hand: HandScreen, secret: Secret) -> bool:
        if not self._may_whisper(to) or not await self._ephemerals.are_possible(to.chat):
            return False
        try:
            ref = await self._whispered(to, secret)
        except NotPossibleError as error:
            await self._failed(to, error)
            return False
        except TROUBLE:
            return False
        old = EphemeralRef.read(await self._note_shown(to, hand, str(ref)))
        if old and old != ref:
            await self._leftovers.delete(to.chat, old)
        return True

    async def _whispered(self, to: Asker, secret: Secret) -> EphemeralRef:
        placeholder: EphemeralRef | None = None
        if self._ephemerals.proof is None:
            # A server that does not know ephemeral messages would show to everybody what we send first.
            placeholder, self._ephemerals.proof = await self._to_one(
                to, render.note(NoteScreen(self._phrases(to.who.locale).one_moment))
            )
        try:
            return await self._secret_to_one(self._ephemerals.proof, to, secret)
        except NotPossibleError:
            self._ephemerals.proof = None
            raise
        finally:
            if placeholder:
                await self._leftovers.delete(to.chat, placeholder)

    async def _failed(self, to: Asker, error: NotPossibleError) -> None:
        """Remember a group that cannot; only of presses is it sure that they were not merely too old."""
        if to.press:
            await self._ephemerals.have_failed(to.chat)
        if error.posted:
            await self._leftovers.delete(to.chat, error.posted)

    async def _to_one(self, to: Asker, what: Open) -> tuple[EphemeralRef, Proof]:
        thread = to.where.thread
        self._pay(to)
        return await self._wire.whisper(
            to.chat, to.user, what, press=to.press, command=_command(to), thread=thread
        )

    async def _secret_to_one(self, proof: Proof, to: Asker, what: Secret) -> EphemeralRef:
        thread = to.where.thread
        self._pay(to)
        return await self._wire.whisper_secret(
            proof, to.chat, to.user, what, press=to.press, command=_command(to), thread=thread
        )

    async def _note_shown(self, to: Asker, hand: HandScreen, message: str) -> str:
        """Tell the desk where the hand stands; where it stood before, or nothing."""
        old = self._hands.add(to.chat, to.user, message, hand.table)
        await self._desk.hand_shown(hand, to.where, message, None)
        return old

    async def _drawn(self, hand: HandScreen) -> Secret:
        try:
            picture = await self._draw(hand)
        except Exception:  # whatever keeps a picture from being drawn, the cards can be told in words
            log.exception("a hand of table %s could not be drawn", hand.table)
            picture = None
        return render.hand(hand, picture)

    # -- notes ------------------------------------------------------------------------------------
    async def note(self, to: Asker, note: NoteScreen) -> bool:
        """Tell one person something that is not hidden, where they alone see it; whether they do."""
        what = render.note(note)
        try:
            if to.where.private:
                return await self._note_in_private(to, what)
            return await self._note_to_one(to, what) or await self._note_in_private(to, what)
        except TROUBLE:
            return False

    async def note_again(self, to: Asker, note: NoteScreen) -> bool:
        """Let the ephemeral note on which somebody pressed say this; whether they see it."""
        if to.ephemeral is not None and self._wire.affords(to.chat):
            with suppress(*TROUBLE):
                ref = EphemeralRef(to.ephemeral, to.user)
                await self._wire.edit_whispered(to.chat, ref, render.note(note))
                return True
        if to.where.private and to.ephemeral is None and to.message:
            with suppress(*TROUBLE):
                await self._wire.edit(to.chat, to.message, render.note(note))
                return True
        return await self.note(to, note)

    async def put_away(self, to: Asker) -> None:
        """Take away the message on which somebody pressed, or at least its buttons: it has done its work."""
        if to.ephemeral is not None:
            await self._leftovers.delete(to.chat, EphemeralRef(to.ephemeral, to.user))
        else:
            await self._wire.strip(to.chat, to.message)

    async def note_or_say(self, to: Asker, note: NoteScreen) -> None:
        """Answer a command: to the person alone if possible, else for all to read."""
        if not await self.note(to, note) and not to.where.private:
            await self._say(to, render.note(note))

    async def way_to_private(self, to: Asker, hand: HandScreen) -> None:
        """Say in a group where the person will see their cards."""
        phrases = self._phrases(to.who.locale)
        link = self._wire.deep_link(f"{hand.table}-hand")
        what = render.linked(NoteScreen(phrases.open_private), phrases.open_private_button, link)
        await self._say(to, what)

    async def _say(self, to: Asker, what: Open) -> None:
        """Answer for all to read. One such answer a person is enough for a chat: it takes an earlier one's place."""
        if not self._wire.affords(to.chat):
            return
        who = (to.chat, to.user)
        earlier = self._public.pop(who, 0)
        try:
            said = await self._wire.post(to.chat, what, thread=to.where.thread, reply_to=to.message)
        except TROUBLE:
            if earlier:
                self._public[who] = earlier
            return
        self._public[who] = said
        if len(self._public) > MOST:
            self._public.popitem(last=False)
        if earlier:
            await self._leftovers.delete(to.chat, earlier)

    async def _note_to_one(self, to: Asker, what: Open) -> bool:
        if not self._may_whisper(to) or not await self._ephemerals.are_possible(to.chat):
            return False
        try:
            ref, self._ephemerals.proof = await self._to_one(to, what)
        except NotPossibleError as error:
            await self._failed(to, error)
            return False
        except TROUBLE:
            return False
        self._hands.remove(to.chat, to.user, str(ref))
        return True

    async def _note_in_private(self, to: Asker, what: Open) -> bool:
        home = private_chat(to.user)
        if home is None or not to.is_somebody:
            return False
        try:
            await self._wire.confide(home, what, thread=to.where.thread if to.where.private else "")
        except Unreachable:
            return False
        return True

    def _pay(self, to: Asker) -> None:
        if not self._wire.affords(to.chat):
            raise TryLater(1)

    @staticmethod
    def _may_whisper(to: Asker) -> bool:
        """Telegram lets a bot whisper to whoever has just pressed, or written an ephemeral command."""
        return to.is_somebody and bool(to.press or to.ephemeral is not None)


def _command(to: Asker) -> int | None:
    """The ephemeral command to reply to."""
    return None if to.press else to.ephemeral
