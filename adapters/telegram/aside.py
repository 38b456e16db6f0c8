"""Out, to one member of a group, by a message that nobody else sees: where the group can have such."""

from adapters.telegram import render
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.failures import TROUBLE
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker, EphemeralRef
from adapters.telegram.render import Open, Secret
from adapters.telegram.rights import Rights
from adapters.telegram.wire import NotPossibleError, Proof, Wire
from bot.screens.types import NoteScreen
from bot.service.ports import TryLater

__all__ = ["Aside"]

PATIENCE = 10
"""Seconds for which an answer may wait; after fifteen Telegram takes no such answer any more."""


class Aside:
    """Ephemeral messages as answers to presses and to ephemeral commands, each charged to its group."""

    def __init__(
        self, wire: Wire, ephemerals: Ephemerals, rights: Rights, phrases: PhrasesFor, leftovers: Leftovers
    ) -> None:
        self._wire = wire
        self._rights = rights
        self._ephemerals = ephemerals
        self._phrases = phrases
        self._leftovers = leftovers

    async def tell(self, to: Asker, what: Open) -> EphemeralRef | None:
        """Tell one member what everybody might know; None when it could not be."""
        if not await self._may(to):
            return None
        try:
            ref, self._ephemerals.proof = await self._open(to, what)
        except NotPossibleError as error:
            await self._failed(to, error, condemns=what.draft.file is None)
            return None
        except TROUBLE:
            return None
        return ref

    async def show(self, to: Asker, secret: Secret) -> EphemeralRef | None:
        """Show one member their cards; None when it could not be."""
        if not await self._may(to):
            return None
        try:
            return await self._proved(to, secret)
        except NotPossibleError as error:
            await self._failed(to, error)
            return None
        except TROUBLE:
            return None

    async def _may(self, to: Asker) -> bool:
        """Telegram lets a bot whisper to whoever has just pressed, or written an ephemeral command; an admin to all."""
        if not to.is_somebody or to.where.private or not await self._ephemerals.are_possible(to.chat):
            return False
        if self._wire.rests(to.chat) > PATIENCE:  # then the answer to a press can carry the cards at once
            return False
        return bool(to.press or to.ephemeral is not None) or await self._rights.are_admins(to.chat)

    async def _proved(self, to: Asker, secret: Secret) -> EphemeralRef:
        placeholder: EphemeralRef | None = None
        if self._ephemerals.proof is None:
            # A server that does not know ephemeral messages would show to everybody what we send first.
            placeholder, self._ephemerals.proof = await self._open(
                to, render.note(NoteScreen(self._phrases(to.who.locale).one_moment))
            )
        try:
            return await self._secret(self._ephemerals.proof, to, secret)
        except NotPossibleError:
            self._ephemerals.proof = None
            raise
        finally:
            if placeholder:
                await self._leftovers.delete(to.chat, placeholder)

    async def _failed(self, to: Asker, error: NotPossibleError, *, condemns: bool = True) -> None:
        """Remember a group that cannot; of presses alone is it sure that they were not merely too old, or of its server."""
        if (to.press and condemns) or error.ignored:
            await self._ephemerals.have_failed(to.chat)
        if error.posted:
            await self._leftovers.delete(to.chat, error.posted)

    async def _open(self, to: Asker, what: Open) -> tuple[EphemeralRef, Proof]:
        thread = to.where.thread
        await self._pay(to)
        return await self._wire.whisper(
            to.chat, to.user, what, press=to.press, command=_command(to), thread=thread
        )

    async def _secret(self, proof: Proof, to: Asker, what: Secret) -> EphemeralRef:
        thread = to.where.thread
        await self._pay(to)
        return await self._wire.whisper_secret(
            proof, to.chat, to.user, what, press=to.press, command=_command(to), thread=thread
        )

    async def _pay(self, to: Asker) -> None:
        """Where many want their cards at once, each waits a little: a message with buttons is worth it."""
        if not await self._wire.comes_to_afford(to.chat, PATIENCE, lambda: True):
            raise TryLater(1)


def _command(to: Asker) -> int | None:
    """The ephemeral command to reply to."""
    return None if to.press else to.ephemeral
