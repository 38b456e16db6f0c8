"""Brings messages up to date: one publisher a chat at a time, always with the latest state."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import astuple, replace
from functools import partial
from hashlib import sha256

import structlog

from bot.pictures import draw_hand, draw_table
from bot.pictures.scene import HandScene, TableScene
from bot.screens.types import PingScreen
from bot.service.budget import Buckets
from bot.service.commands import Commands
from bot.service.messages import Messages
from bot.service.meters import Meters
from bot.service.ports import (
    Courier,
    Expired,
    MessageGone,
    Moved,
    Picture,
    Screen,
    Store,
    TryLater,
    Tx,
    Uncertain,
    Unreachable,
)
from bot.service.records import Lane, Surface, SurfaceKind
from bot.service.studio import Studio
from bot.table import TimerKind

__all__ = ["Publisher"]

log = structlog.get_logger(__name__)

LEASE = 9_000
"""Milliseconds for which a chat is ours, renewed while we serve it: so long a chat waits after a crash."""
LOOK_AGAIN = 1.0
"""Seconds between looks at the database, for what other processes wrote."""
AT_ONCE = 64
"""Chats brought up to date at the same time."""
AFTER_A_FAULT = 5_000
"""Milliseconds that a chat rests after a call that failed for no reason we know."""
UNREACHABLE_REST = 300_000
"""Milliseconds that a chat rests in which we may not write."""
AFTER_UNCERTAIN = 2_000
"""Milliseconds before a message of unknown fate is made (again)."""


class _Rest(Exception):
    """Leave this chat alone for so many milliseconds."""

    def __init__(self, milliseconds: int) -> None:
        super().__init__(milliseconds)
        self.milliseconds = milliseconds


class Publisher:
    """Draws what is behind and has couriers send or edit it, within each chat's budget."""

    def __init__(
        self,
        store: Store,
        studio: Studio,
        commands: Commands,
        couriers: Mapping[str, Courier],
        *,
        owner: str,
        now: Callable[[], int],
        drawing: Executor,
        meters: Meters,
    ) -> None:
        """`owner` names this process in leases; `drawing` runs the pictures."""
        self._store = store
        self._studio = studio
        self._commands = commands
        self._messages = Messages(store, commands)
        self._couriers = couriers
        self._owner = owner
        self._now = now
        self._drawing = drawing
        self._meters = meters
        self._buckets = Buckets()
        self._woken = asyncio.Event()
        self._serving: dict[Lane, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Something may be behind."""
        self._woken.set()

    async def run(self) -> None:
        """Keep everything up to date, until cancelled."""
        while True:
            self._woken.clear()
            try:
                await self._round()
            except Exception:
                log.exception("the publisher cannot read what is behind")
            await self._sleep()

    async def drain(self, seconds: float) -> None:
        """Let calls under way come to their end, for so long at most."""
        tasks = list(self._serving.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)

    async def _sleep(self) -> None:
        try:
            async with asyncio.timeout(LOOK_AGAIN):
                await self._woken.wait()
        except TimeoutError:
            return

    async def _round(self) -> None:
        platforms, now, room = tuple(self._couriers), self._now(), AT_ONCE - len(self._serving)
        if not platforms or room <= 0:
            return
        lanes = await self._store.write(lambda tx: tx.claim_lanes(platforms, self._owner, now, LEASE, room))
        for lane in lanes:
            if lane not in self._serving:
                task = asyncio.create_task(self._serve(lane))
                self._serving[lane] = task
                task.add_done_callback(partial(self._served, lane))
        self._meters.behind.set(len(self._serving))

    def _served(self, lane: Lane, _task: asyncio.Task[None]) -> None:
        self._serving.pop(lane, None)
        self._meters.behind.set(len(self._serving))

    # -- one chat ---------------------------------------------------------------------------------
    async def _serve(self, lane: Lane) -> None:
        paused_until: int | None = None
        ours = asyncio.create_task(self._keep(lane))
        try:
            while surface := await self._most_urgent(lane):
                await self._afford(lane)
                if ours.done():
                    return
                await self._show(surface.id)
        except _Rest as rest:
            paused_until = self._now() + rest.milliseconds
        except Exception:
            log.exception("a chat could not be brought up to date", platform=lane.platform)
            paused_until = self._now() + AFTER_A_FAULT
        finally:
            ours.cancel()
            await asyncio.gather(ours, return_exceptions=True)
            await self._release(lane, paused_until)

    async def _keep(self, lane: Lane) -> None:
        """Renew the lease, however long a call takes; ends when the chat is no longer ours."""

        def renew(tx: Tx) -> bool:
            return tx.renew_lane(lane, self._owner, self._now() + LEASE)

        while True:
            await asyncio.sleep(LEASE / 3000)
            if not await self._store.write(renew):
                return

    async def _release(self, lane: Lane, paused_until: int | None) -> None:
        await asyncio.shield(self._store.write(lambda tx: tx.release_lane(lane, self._owner, paused_until)))
        self.wake()

    async def _most_urgent(self, lane: Lane) -> Surface | None:
        """The table first, then the hand whose turn it is, then the rest."""

        def work(tx: Tx) -> Surface | None:
            behind = tx.behind(lane)
            return min(behind, key=lambda one: _urgency(one, self._studio, tx)) if behind else None

        return await self._store.read(work)

    async def _afford(self, lane: Lane) -> None:
        courier, loop = self._couriers[lane.platform], asyncio.get_running_loop()
        chat, budget = (lane.platform, lane.chat), courier.budget(lane.chat)
        while True:
            wait = self._buckets.wait(chat, budget, loop.time())
            if not wait:
                return
            await asyncio.sleep(wait)

    # -- one message ------------------------------------------------------------------------------
    async def _show(self, number: int) -> None:
        read = await self._store.read(lambda tx: self._latest(tx, number))
        if read is None:
            return
        surface, screen = read
        if isinstance(screen, Exception):
            await self._commands.failed(surface.table, screen)
            return
        try:
            await self._carry(surface, screen)
        except (MessageGone, Expired):
            await self._drop(surface)
        except TryLater as later:
            self._failed(surface, "try-later")
            await self._rest(surface, later)
        except Uncertain:
            self._failed(surface, "uncertain")
            raise _Rest(AFTER_UNCERTAIN) from None
        except Unreachable as error:
            self._failed(surface, "unreachable")
            await self._not_reached(surface, error)
        except Moved as moved:
            await self._messages.moved(surface.platform, surface.chat, moved.chat)
            raise _Rest(0) from None

    def _latest(self, tx: Tx, number: int) -> tuple[Surface, Screen | Exception | None] | None:
        surface = tx.surface(number)
        if surface is None or surface.shown >= surface.wanted:
            return None
        if surface.gone:
            return surface, None
        try:
            return surface, self._studio.screen(tx, surface)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this table's alone
            return surface, error

    async def _carry(self, surface: Surface, screen: Screen | None) -> None:
        courier = self._couriers[surface.platform]
        if screen is None:
            if surface.message:
                self._meters.calls.labels(surface.platform, "delete").inc()
                await courier.delete(surface)
            await self._shown(surface, "", "")
        elif surface.message and surface.digest == screen.digest:
            self._meters.spared.inc()
            await self._shown(surface, screen.digest)
        elif surface.message:
            self._meters.calls.labels(surface.platform, "edit").inc()
            await courier.edit(surface, screen, await self._picture(screen))
            await self._shown(surface, screen.digest)
        elif surface.kind is SurfaceKind.HAND:
            await self._shown(surface, "")
        else:
            await self._create(courier, surface, screen)

    async def _create(self, courier: Courier, surface: Surface, screen: Screen) -> None:
        """Make the message. One of unknown fate is made with the same nonce, so that it is made once."""
        picture = await self._picture(screen)
        if surface.creating_at is None:
            now, drawn = self._now(), surface.wanted
            begun = await self._store.write(lambda tx: tx.begin_creating(surface.id, now))
            surface = replace(begun, wanted=drawn)  # what was drawn, not what has been wanted since
        self._meters.calls.labels(surface.platform, "send").inc()
        sent = await courier.send(surface, screen, picture)
        await self._shown(surface, screen.digest, sent.message, sent.expires_at)

    async def _shown(
        self, surface: Surface, digest: str, message: str | None = None, expires_at: int | None = None
    ) -> None:
        await asyncio.shield(
            self._store.write(
                lambda tx: tx.mark_shown(
                    surface.id,
                    shown=surface.wanted,
                    digest=digest,
                    message=message,
                    expires_at=expires_at,
                    generation=surface.generation,
                )
            )
        )

    async def _drop(self, surface: Surface) -> None:
        await self._store.write(lambda tx: tx.drop_message(surface.id, generation=surface.generation))

    async def _picture(self, screen: Screen) -> Picture | None:
        if isinstance(screen, PingScreen) or screen.scene is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._drawing, picture_of, screen.scene)

    # -- faults -----------------------------------------------------------------------------------
    def _failed(self, surface: Surface, kind: str) -> None:
        self._meters.failures.labels(surface.platform, kind).inc()

    async def _rest(self, surface: Surface, later: TryLater) -> None:
        """The platform wants a pause: this chat alone rests, and the clock of its tables with it."""
        milliseconds = int(later.seconds * 1000)

        def work(tx: Tx) -> None:
            if chat := tx.chat_by_ref(surface.platform, surface.chat):
                tx.postpone(chat.id, (TimerKind.TURN, TimerKind.REMIND), milliseconds)

        if milliseconds >= AFTER_A_FAULT:
            await self._store.write(work)
        raise _Rest(milliseconds)

    async def _not_reached(self, surface: Surface, error: Unreachable) -> None:
        log.warning("a chat cannot be written to", platform=surface.platform, why=str(error))
        if surface.kind is SurfaceKind.HAND:
            await self._drop(surface)
            return
        raise _Rest(UNREACHABLE_REST)


def _urgency(surface: Surface, studio: Studio, tx: Tx) -> tuple[int, bool, int]:
    kinds = (SurfaceKind.TABLE, SurfaceKind.HAND, SurfaceKind.PING)
    on_turn = surface.kind is SurfaceKind.HAND and studio.is_on_turn(tx, surface)
    return kinds.index(surface.kind), not on_turn, surface.id


def picture_of(scene: TableScene | HandScene) -> Picture:
    """The PNG of a scene, named by what it shows."""
    name = sha256(repr(astuple(scene)).encode()).hexdigest()[:32]
    png = draw_table(scene) if isinstance(scene, TableScene) else draw_hand(scene)
    return Picture(name, png)
