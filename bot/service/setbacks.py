"""What a call that failed means: for the message, for its chat, and for the clock of its table."""

from collections.abc import Callable, Mapping

import structlog

from bot.service.carrying import Carrier
from bot.service.commands import Commands
from bot.service.messages import Messages
from bot.service.meters import Meters
from bot.service.ports import (
    ChatGone,
    Courier,
    Expired,
    MessageGone,
    Moved,
    Store,
    StoreUnavailable,
    TryLater,
    Tx,
    Uncertain,
    Unreachable,
)
from bot.service.reach import Reach
from bot.service.records import Surface, SurfaceKind
from bot.table import CLOCK, End, TimerKind

__all__ = ["Rest", "Setbacks"]

log = structlog.get_logger(__name__)

AFTER_A_FAULT = 5_000
"""Milliseconds that a chat rests after a call that failed for no reason we know."""
UNREACHABLE_REST = 60_000
"""Milliseconds after which a chat in which we may not write is tried again, if nobody presses there before."""
LONGEST_UNREACHABLE = 900_000
"""The same after many tries: a platform counts what it refuses."""
TRIES_AFTER_THE_END = 4
"""So often the end of a game is tried to be shown where we may not write."""
LONGEST_REST = 300_000
"""Milliseconds between two tries of a message that fails again and again."""
AFTER_UNCERTAIN = 2_000
"""Milliseconds before a message of unknown fate is made (again)."""
REMEMBERED = 4_096
"""Messages whose failures are counted."""


class Rest(Exception):  # it ends the serving of a lane, and is no error
    """Leave this chat alone for so many milliseconds."""

    def __init__(self, milliseconds: int) -> None:
        super().__init__(milliseconds)
        self.milliseconds = milliseconds


class Setbacks:
    """Decides what follows from a failed call: nobody else waits, and nobody's time runs."""

    def __init__(
        self,
        store: Store,
        commands: Commands,
        couriers: Mapping[str, Courier],
        carrier: Carrier,
        *,
        now: Callable[[], int],
        meters: Meters,
        reach: Reach,
    ) -> None:
        self._store = store
        self._commands = commands
        self._messages = Messages(store, commands)
        self._couriers = couriers
        self._carrier = carrier
        self._now = now
        self._meters = meters
        self._reach = reach
        self._failures: dict[int, int] = {}

    def overcome(self, surface: Surface) -> None:
        """The message has arrived."""
        self._failures.pop(surface.id, None)
        self._reach.reached(surface)

    async def meet(self, surface: Surface, error: Exception) -> None:
        """Do what the error asks for. Rest is raised where the whole chat must be left alone."""
        match error:
            case StoreUnavailable():
                raise error  # no message is to blame
            case MessageGone() | Expired():
                await self._carrier.drop(surface)
            case TryLater():
                self._count(surface, "try-later")
                await self._rest(surface, error)
            case Uncertain():
                self._count(surface, "uncertain")
                raise Rest(AFTER_UNCERTAIN) from None
            case Unreachable():
                self._count(surface, "unreachable")
                await self._not_reached(surface, error)
            case ChatGone():
                self._count(surface, "chat-gone")
                await self._give_up(surface)
            case Moved():
                await self._messages.moved(surface.platform, surface.chat, error.chat)
                raise Rest(0) from None
            case _:
                self._count(surface, "fault")
                await self._leave_alone(surface, error)

    def _count(self, surface: Surface, kind: str) -> None:
        self._meters.failures.labels(surface.platform, kind).inc()

    async def _rest(self, surface: Surface, later: TryLater) -> None:
        """The platform wants a pause: this chat alone rests, and the clock of its tables with it."""
        milliseconds = int(later.seconds * 1000)
        until = self._now() + milliseconds
        whole_chat = self._couriers[surface.platform].account(surface) == surface.chat

        def work(tx: Tx) -> None:
            self._postpone(tx, surface, milliseconds)
            if whole_chat:
                tx.pause_chat(surface.platform, surface.chat, until)

        if milliseconds >= AFTER_A_FAULT:
            await self._store.write(work)
        raise Rest(milliseconds)

    def _postpone(self, tx: Tx, surface: Surface, by: int) -> None:
        """Nobody's time runs while they cannot see the table."""
        if chat := tx.chat_by_ref(surface.platform, surface.chat):
            tx.postpone(chat.id, (TimerKind.TURN, TimerKind.REMIND), by)

    async def _not_reached(self, surface: Surface, error: Unreachable) -> None:
        """We may not write there: the table waits, and whoever presses is told why."""
        if surface.kind is SurfaceKind.HAND:
            await self._carrier.drop(surface)
            return
        if surface.id not in self._failures:
            log.warning("a chat cannot be written to", platform=surface.platform, why=str(error))
        self._reach.failed(surface, str(error))
        times = self._failures.get(surface.id, 0)
        if times >= TRIES_AFTER_THE_END and await self._store.read(lambda tx: _is_over(tx, surface)):
            await self._forget(surface)
            return
        rest = min(UNREACHABLE_REST * 2**times, LONGEST_UNREACHABLE)
        await self._let_rest(surface, rest, with_its_clock=True)

    async def _leave_alone(self, surface: Surface, error: Exception) -> None:
        """A fault of this one message: it is tried again, at longer and longer intervals."""
        times = self._failures.get(surface.id, 0)
        if times == 0:
            log.error(
                "a message could not be shown", platform=surface.platform, kind=surface.kind, exc_info=error
            )
        await self._let_rest(surface, min(AFTER_A_FAULT * 2**times, LONGEST_REST))

    async def _let_rest(self, surface: Surface, milliseconds: int, *, with_its_clock: bool = False) -> None:
        if len(self._failures) > REMEMBERED:
            self._failures.clear()
        self._failures[surface.id] = min(self._failures.get(surface.id, 0) + 1, 10)
        until = self._now() + milliseconds

        def work(tx: Tx) -> None:
            if with_its_clock:
                self._postpone(tx, surface, milliseconds)
            tx.rest_surface(surface.id, until)

        await self._store.write(work)

    async def _give_up(self, surface: Surface) -> None:
        """The chat is no more: its table ends, and nothing is shown there again."""
        await self._commands.act(surface.table, CLOCK, End(admin=True))
        await self._forget(surface)

    async def _forget(self, surface: Surface) -> None:
        """Nothing is shown by this message any more; if it is still there, it stays as it is."""

        def work(tx: Tx) -> None:
            tx.dismiss(surface.table, surface.kind, surface.viewer)
            if (last := tx.surface(surface.id)) is not None:
                tx.mark_shown(surface.id, shown=last.wanted, digest="", message="")

        await self._store.write(work)


def _is_over(tx: Tx, surface: Surface) -> bool:
    """Whether nothing but an end is left to be shown."""
    row = tx.table(surface.table)
    return row is None or row.phase not in {"lobby", "playing"}
