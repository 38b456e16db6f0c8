"""Brings messages up to date: one publisher a chat at a time, always with the latest state."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial

import structlog

from bot.service.budget import Buckets
from bot.service.carrying import Carrier
from bot.service.commands import Commands
from bot.service.meters import Meters
from bot.service.ports import Budget, Courier, Screen, Store, StoreUnavailable, Tx
from bot.service.purse import Account, Purse
from bot.service.reach import Reach
from bot.service.records import Lane, Surface
from bot.service.setbacks import AFTER_A_FAULT, Rest, Setbacks
from bot.service.studio import Studio, Urgency
from bot.service.troubles import Outage

__all__ = ["Publisher"]

log = structlog.get_logger(__name__)

LEASE = 9_000
"""Milliseconds for which a chat is ours, renewed while we serve it: so long a chat waits after a crash."""
LOOK_AGAIN = 1.0
"""Seconds between looks at the database, for what other processes wrote."""
BETWEEN_LOOKS = 0.5
"""Seconds after which a chat whose messages wait is looked at again, for what is more urgent by then."""
AT_ONCE = 64
"""Chats brought up to date at the same time."""


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
        reach: Reach | None = None,
    ) -> None:
        """`owner` names this process in leases; `drawing` runs the pictures."""
        self._store = store
        self._studio = studio
        self._commands = commands
        self._couriers = couriers
        self._owner = owner
        self._now = now
        self._meters = meters
        self._buckets = Buckets()
        self._purse = Purse(store, self._buckets, now)
        reach = reach or Reach()
        reach.on_heard = self._try_again
        self._carrier = Carrier(store, couriers, now=now, drawing=drawing, meters=meters)
        self._setbacks = Setbacks(
            store, commands, couriers, self._carrier, now=now, meters=meters, reach=reach
        )
        self._waking: set[asyncio.Task[None]] = set()
        self._outage = Outage("the publisher")
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
                self._outage.is_over()
            except StoreUnavailable as error:
                await asyncio.sleep(self._outage.goes_on(error))
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
        await self._purse.drain()

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
        budgets: dict[Account, Budget] = {}
        ours = asyncio.create_task(self._keep(lane, budgets))
        try:
            while behind := await self._by_urgency(lane):
                if ours.done():
                    return
                await self._learn(budgets, behind)
                wait, surface = self._affordable(behind)
                if surface is None:
                    await asyncio.sleep(min(wait, BETWEEN_LOOKS))
                    continue  # and choose again: by then another may be more urgent
                await self._show(surface)
        except Rest as rest:
            paused_until = self._now() + rest.milliseconds
        except StoreUnavailable:
            paused_until = self._now() + AFTER_A_FAULT  # the round tells of the database
        except Exception:
            log.exception("a chat could not be brought up to date", platform=lane.platform)
            paused_until = self._now() + AFTER_A_FAULT
        finally:
            ours.cancel()
            await asyncio.gather(ours, return_exceptions=True)
            with suppress(StoreUnavailable):  # then the lease runs out by itself
                await self._release(lane, paused_until, budgets)

    async def _learn(self, budgets: dict[Account, Budget], behind: Sequence[tuple[Surface, Urgency]]) -> None:
        """Take up the budgets that these messages are charged to, as other processes have left them."""
        new = dict[Account, Budget]()
        for surface, _ in behind:
            courier = self._couriers[surface.platform]
            account = courier.account(surface)
            if account is not None and (surface.platform, account) not in budgets:
                new[surface.platform, account] = courier.budget(surface.chat)
        if new:
            await self._purse.learn(new)
            budgets.update(new)

    async def _keep(self, lane: Lane, budgets: Mapping[Account, Budget]) -> None:
        """Renew the lease, however long a call takes, and share its budgets; ends when the chat is no longer ours."""

        def renew(tx: Tx) -> bool:
            return tx.renew_lane(lane, self._owner, self._now() + LEASE)

        while True:
            await asyncio.sleep(LEASE / 3000)
            if not await self._store.write(renew):
                return
            await self._purse.exchange(dict(budgets))

    async def _release(self, lane: Lane, paused_until: int | None, budgets: Mapping[Account, Budget]) -> None:
        told = list(self._purse.told(budgets))

        def work(tx: Tx) -> None:
            for name, value in told:
                tx.keep_fact(name, value)
            tx.release_lane(lane, self._owner, paused_until)

        await asyncio.shield(self._store.write(work))
        self.wake()

    async def _by_urgency(self, lane: Lane) -> Sequence[tuple[Surface, Urgency]]:
        """What is behind, the most urgent first; what failed just now has to wait."""
        now = self._now()

        def work(tx: Tx) -> Sequence[tuple[Surface, Urgency]]:
            behind = [(one, self._studio.urgency(tx, one)) for one in tx.behind(lane, now)]
            return sorted(behind, key=lambda found: (found[1], found[0].id))

        return await self._store.read(work)

    def _affordable(self, behind: Sequence[tuple[Surface, Urgency]]) -> tuple[float, Surface | None]:
        """The first for which a call can be afforded, now charged; None of them, and the seconds until one can.

        What has to wait holds up nothing behind it.
        """
        waits: list[float] = []
        for surface, urgency in behind:
            if (wait := self._charge(surface, urgency)) == 0.0:
                return 0.0, surface
            waits.append(wait)
        return min(waits), None

    def _charge(self, surface: Surface, urgency: Urgency) -> float:
        """Seconds until a call for this message can be afforded; 0 when it is, and is charged.

        What can wait leaves to its chat as many calls as it bears at once, but for its own.
        """
        courier = self._couriers[surface.platform]
        account = courier.account(surface)
        if account is None:
            return 0.0
        now = asyncio.get_running_loop().time()
        budget = courier.budget(surface.chat)
        spare = budget.burst - 1 if urgency is Urgency.CAN_WAIT else 0
        first = urgency is Urgency.TABLE
        return self._buckets.wait((surface.platform, account), budget, now, spare=spare, first=first)

    def _give_back(self, surface: Surface) -> None:
        """No call was made after all."""
        account = self._couriers[surface.platform].account(surface)
        if account is not None:
            self._buckets.give_back((surface.platform, account))

    def spend(self, platform: str, chat: str) -> bool:
        """An adapter makes a call of its own there; whether the chat can bear it."""
        budget = self._couriers[platform].budget(chat)
        can = self._buckets.overdraw((platform, chat), budget, asyncio.get_running_loop().time())
        self._purse.exchange_soon((platform, chat), budget)
        return can

    # -- one message ------------------------------------------------------------------------------
    async def _show(self, chosen: Surface) -> None:
        read = await self._store.read(lambda tx: self._latest(tx, chosen.id))
        if read is None:
            self._give_back(chosen)
            return
        surface, screen, pinned = read
        if isinstance(screen, Exception):
            await self._commands.failed(surface.table, screen)
            return
        try:
            if not await self._carrier.carry(surface, screen, pinned=pinned):
                self._give_back(surface)
        except Exception as error:  # noqa: BLE001 - one message's fault must not hold back the others
            await self._setbacks.meet(surface, error)
        else:
            self._setbacks.overcome(surface)

    def _latest(self, tx: Tx, number: int) -> tuple[Surface, Screen | Exception | None, bool] | None:
        """The message as it is, what it should show, and whether it should be pinned; None if it shows that."""
        surface = tx.surface(number)
        if surface is None or surface.shown >= surface.wanted:
            return None
        if surface.gone:
            return surface, None, False
        try:
            screen = self._studio.screen(tx, surface)
            return surface, screen, self._studio.is_pinned(tx, surface, screen)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is this table's alone
            return surface, error, False

    def _try_again(self, lane: Lane) -> None:
        """Somebody pressed in a chat that we could not write to: perhaps we can now."""
        task = asyncio.create_task(self._store.write(lambda tx: tx.wake_lane(lane)))
        self._waking.add(task)
        task.add_done_callback(self._woke)

    def _woke(self, task: asyncio.Task[None]) -> None:
        self._waking.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("a chat could not be woken")
        self.wake()
