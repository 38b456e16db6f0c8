"""Timers: what is due is claimed, thought about outside any transaction, and said as a command."""

import asyncio
import hmac
from collections.abc import Callable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool

import structlog

from bot.computer import Level, sign_of
from bot.game.moves import Move
from bot.game.views import SeatView
from bot.service.calling import call
from bot.service.commands import Commands
from bot.service.facts import DAY, DAYS_UNUSED
from bot.service.keeper import BrokenJournalError, Keeper
from bot.service.ports import Store, StoreUnavailable, Tx
from bot.service.putting_off import is_put_off
from bot.service.records import Due, SurfaceKind
from bot.service.thinking import think
from bot.service.troubles import Outage
from bot.table import (
    CLOCK,
    COMPUTER,
    Act,
    Computer,
    Lapse,
    MakeMove,
    NextDeal,
    Playing,
    Step,
    Table,
    TimerKind,
    TimeUp,
    next_timer,
)

__all__ = ["Clock"]

log = structlog.get_logger(__name__)

LEASE = 10_000
"""Milliseconds after which a timer that somebody claimed and never finished is claimed again."""
AT_ONCE = 32
"""Timers claimed in one go."""
LOOK_AGAIN = 0.5
"""Seconds between looks at the database, for timers that other processes set."""
LOOK_AT_MESSAGES = 1_000
"""Milliseconds after which it is looked again whether people have been shown a deal's result."""
GRACE_FROM = 5_000
"""An outage longer than this is given back to the people whose turn it was."""
BEAT = 2_000
"""Milliseconds between two signs of life."""
REMEMBERED = 48 * 3_600_000
"""How long an event is known, so that it is acted upon once."""


class Clock:
    """Fires the timers of all tables, whichever process set them."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        commands: Commands,
        *,
        now: Callable[[], int],
        thinking: Executor,
        live: frozenset[str] = frozenset(),
        lateness: Callable[[int], None] = lambda _: None,
        on_cut: Callable[[], None] = lambda: None,
    ) -> None:
        """`thinking` runs the computer players, `on_cut` hears of what took them too long.

        Platforms in `live` are called by nobody.
        """
        self._store = store
        self._keeper = keeper
        self._commands = commands
        self._now = now
        self._thinking = thinking
        self._live = live
        self._lateness = lateness
        self._on_cut = on_cut
        self._woken = asyncio.Event()
        self._next: int | None = None
        self._firing: set[asyncio.Task[None]] = set()
        self._last_beat = now()
        self._unread: set[tuple[str, int]] = set()
        """Tables, and the lengths of their journals, whose deal's result was late to be shown."""
        self._outage = Outage("the clock")

    @property
    def last_beat(self) -> int:
        """When a sign of life was last written (or, before the first, when the clock was made), in milliseconds."""
        return self._last_beat

    def wake(self, due_at: int | None) -> None:
        """A timer has been set; look again if it is nearer than the one waited for."""
        if due_at is not None and (self._next is None or due_at < self._next):
            self._woken.set()

    async def run(self) -> None:
        """Fire what comes due, until cancelled. A failing database is waited for, and nobody loses time by it."""
        away = True
        while True:
            try:
                if away:
                    await self._forgive_outage()
                    away = False
                await self._round()
                self._outage.is_over()
            except StoreUnavailable as error:
                away = True
                await asyncio.sleep(self._outage.goes_on(error))
            except Exception:
                log.exception("the clock cannot read its timers")
                await asyncio.sleep(LOOK_AGAIN)

    async def _round(self) -> None:
        self._woken.clear()
        now = self._now()
        if abs(now - self._last_beat) >= BEAT:  # the machine's clock may be set back
            await self._store.write(lambda tx: self._beat(tx, now))
            self._last_beat = now
        dues = await self._store.write(lambda tx: tx.claim_due(now, LEASE, AT_ONCE))
        for due in dues:
            task = asyncio.create_task(self._fire(due))
            self._firing.add(task)
            task.add_done_callback(self._firing.discard)
        if len(dues) < AT_ONCE:
            self._next = await self._store.read(lambda tx: tx.next_due())
            await self._sleep()

    async def _sleep(self) -> None:
        wait = LOOK_AGAIN
        if self._next is not None:
            wait = min(LOOK_AGAIN, max(0.0, (self._next - self._now()) / 1000))
        try:
            async with asyncio.timeout(wait):
                await self._woken.wait()
        except TimeoutError:
            return

    async def drain(self) -> None:
        """Wait for what is being fired."""
        if self._firing:
            await asyncio.wait(self._firing, timeout=2)

    # -- signs of life ----------------------------------------------------------------------------
    def _beat(self, tx: Tx, now: int) -> None:
        tx.keep_fact("heartbeat", str(now))
        if now % 600_000 < BEAT:
            tx.forget_events(now - REMEMBERED)
            tx.forget_uploads(now - DAYS_UNUSED * DAY)

    async def _forgive_outage(self) -> None:
        """Nobody loses time because we were away: turns wait longer by as long as we did."""
        now = self._now()

        def work(tx: Tx) -> None:
            last = tx.fact("heartbeat")
            if last is not None and now - int(last) > GRACE_FROM:
                tx.postpone(None, (TimerKind.TURN, TimerKind.REMIND, TimerKind.LAPSE), now - int(last))
            self._beat(tx, now)

        try:
            await self._store.write(work)
            self._last_beat = now
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("the clock cannot tell how long we were away")

    # -- firing -----------------------------------------------------------------------------------
    async def _fire(self, due: Due) -> None:
        self._lateness(self._now() - due.at)
        try:
            await self._act_on(due)
        except StoreUnavailable:
            return  # its lease runs out, and it is claimed again; the round tells of the database
        except BrokenJournalError as error:
            await self._commands.failed(due.table, error)
        except Exception:
            log.exception("a timer failed", table=due.table, kind=due.kind)

    async def _act_on(self, due: Due) -> None:
        if due.kind != TimerKind.COMPUTER and await self._store.write(
            lambda tx: is_put_off(tx, due, self._now())
        ):
            return
        if due.kind == TimerKind.REMIND:
            await self._store.write(lambda tx: self._remind(tx, due))
            self._commands.poke(due.table)
            return
        if due.kind == TimerKind.DEAL and await self._store.write(lambda tx: self._waits_to_be_read(tx, due)):
            return
        read = await self._store.read(lambda tx: self._read(tx, due))
        if read is None:
            return
        table, secret = read
        act = await self._due_act(table, due, secret)
        if act is not None:
            actor = COMPUTER if due.kind == TimerKind.COMPUTER else CLOCK
            await self._commands.act(due.table, actor, act, only_at=due.seq)

    def _read(self, tx: Tx, due: Due) -> tuple[Table, bytes] | None:
        row = tx.table(due.table)
        if row is None or row.seq != due.seq or row.phase == "trouble":
            return None
        return self._keeper.load(tx, row), row.computer_seed

    async def _due_act(self, table: Table, due: Due, secret: bytes) -> Act | None:
        match due.kind:
            case TimerKind.LAPSE:
                return Lapse()
            case TimerKind.DEAL if isinstance(table.phase, Playing):
                return NextDeal(table.phase.match.deal_number + 1)
            case TimerKind.COMPUTER | TimerKind.TURN:
                return await self._move(table, due, secret)
            case _:
                return None

    async def _move(self, table: Table, due: Due, secret: bytes) -> Act | None:
        seat, step = table.turn, table.step
        view = table.seat_view(seat) if seat is not None else None
        if seat is None or step is None or view is None:
            return None
        computer = table.computer_turn
        level = computer.level if computer else Level.NORMAL
        seed = _move_seed(secret, step, seat)
        sign = sign_of(view, level, seed) if isinstance(table.seats[seat], Computer) else None
        move = sign or await self._thought(due.table, view, level, seed)
        if due.kind == TimerKind.TURN:
            return TimeUp(step, seat, move)
        return MakeMove(table.step_for(seat, move) or step, move)

    async def _thought(self, table: str, view: SeatView, level: Level, seed: bytes) -> Move:
        loop = asyncio.get_running_loop()
        try:
            thought = await loop.run_in_executor(self._thinking, think, view, level, seed)
        except BrokenProcessPool:  # somebody killed the process that thought: another thinks the same
            log.warning("a process that thinks has ended", table=table)
            thought = await loop.run_in_executor(self._thinking, think, view, level, seed)
        if thought.cut_short:
            log.warning("a computer's thinking was cut short", table=table, players=view.table.players)
            self._on_cut()
        return thought.move

    def _remind(self, tx: Tx, due: Due) -> None:
        """Call the person on turn, and wait for the end of their time."""
        row = tx.lock_table(due.table)
        if row is None or row.seq != due.seq:
            return
        table = self._keeper.load(tx, row)
        timer = next_timer(table, row.since, TimerKind.REMIND)
        tx.set_due(row.id, timer.at if timer else None, timer.kind if timer else "")
        chat = tx.chat_by_id(row.chat)
        if chat.platform not in self._live:
            call(tx, row, table, chat)

    def _waits_to_be_read(self, tx: Tx, due: Due) -> bool:
        """Put the next deal off while the last one's result is not shown yet, and until it could be read.

        Not for ever: a chat may not bear any message at all.
        """
        row, pace, now = tx.lock_table(due.table), self._keeper.pace, self._now()
        if row is None or row.seq != due.seq or now >= row.since + pace.next_deal + pace.showing:
            self._unread = {one for one in self._unread if one[0] != due.table}
            return False
        this = (row.id, row.seq)
        if any(one.kind is SurfaceKind.TABLE and one.shown < one.wanted for one in tx.surfaces(row.id)):
            self._unread.add(this)
            wait = min(LOOK_AT_MESSAGES, pace.reading)
        elif this in self._unread:
            self._unread.discard(this)
            wait = pace.reading
        else:
            return False
        tx.set_due(row.id, now + wait, TimerKind.DEAL)
        return True


def _move_seed(secret: bytes, step: Step, seat: int) -> bytes:
    """The seed of one move: the same move is found again after a crash."""
    return hmac.digest(secret, f"{step.deal}|{step.moment}|{seat}".encode(), "sha256")
