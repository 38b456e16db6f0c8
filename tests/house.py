"""A whole bot without a platform: store, service, clock and publisher, for tests that tell stories."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.computer import Level, choose
from bot.screens.tokens import Do
from bot.screens.types import HandScreen, PingScreen, TableScreen
from bot.service.answers import Answer, Outcome
from bot.service.clock import Clock
from bot.service.commands import Commands
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.meters import Meters
from bot.service.ports import Budget, Picture, Screen, Sent, Store, Unreachable
from bot.service.publisher import Publisher
from bot.service.reach import Reach
from bot.service.records import Lane, Surface, SurfaceKind, TableRow, Where, Who
from bot.service.studio import Studio
from bot.service.tables import Tables
from bot.table import MakeMove, Pace, Table
from storage import migrate, open_store

__all__ = [
    "ANNA",
    "BRUNO",
    "CARLA",
    "DORA",
    "EVERYBODY",
    "FRIDAY",
    "House",
    "Notebook",
    "house",
    "now_ms",
]

FRIDAY = Where("telegram", "-100777", "", "Friday", "en")
ANNA = Who("telegram", "1", "Anna", "en")
BRUNO = Who("telegram", "2", "Bruno", "it")
CARLA = Who("telegram", "3", "Carla", "pt-BR")

DORA = Who("telegram", "4", "Dora", "en")
ELIO = Who("telegram", "5", "Elio", "it")
FLORA = Who("telegram", "6", "Flora", "pt")
EVERYBODY = (ANNA, BRUNO, CARLA, DORA, ELIO, FLORA)

PATIENCE = 20.0
"""Seconds after which a story that does not go on has failed."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Notebook:
    """A courier that keeps what it is given, and fails as it is told."""

    platform = "telegram"

    def __init__(self) -> None:
        self.messages: dict[str, Screen] = {}
        self.pictures: dict[str, Picture | None] = {}
        self.calls: list[tuple[str, str]] = []
        self.nonces: list[str] = []
        self.faults: list[Exception] = []
        self.after_effect: list[Exception] = []
        self.changed = asyncio.Event()
        self.pinned: set[str] = set()
        self.no_pins = False
        self.fail_pins: list[Exception] = []
        self.allowed = Budget(100, 0.001)

    def account(self, surface: Surface) -> str | None:
        return surface.chat

    def budget(self, chat: str) -> Budget:
        return self.allowed

    async def send(self, surface: Surface, screen: Screen, picture: Picture | None) -> Sent:
        self._note("send", surface)
        self.nonces.append(surface.nonce)
        message = f"m{len(self.calls)}"
        self._keep(message, screen, picture)
        if self.after_effect:
            raise self.after_effect.pop(0)
        return Sent(message)

    async def edit(self, surface: Surface, screen: Screen, picture: Picture | None) -> None:
        self._note("edit", surface)
        self._keep(surface.message, screen, picture)

    async def delete(self, surface: Surface) -> None:
        self._note("delete", surface)
        self.messages.pop(surface.message, None)
        self.pinned.discard(surface.message)
        self.changed.set()

    async def pin(self, surface: Surface, *, pinned: bool) -> None:
        if self.fail_pins:
            raise self.fail_pins.pop(0)
        if self.no_pins:
            self.calls.append(("pin", surface.kind))
            raise Unreachable("no right to pin")
        self._note("pin" if pinned else "unpin", surface)
        (self.pinned.add if pinned else self.pinned.discard)(surface.message)

    async def may_pin(self, chat: str) -> bool:
        return not self.no_pins

    def _note(self, what: str, surface: Surface) -> None:
        self.calls.append((what, surface.kind))
        self.changed.set()
        if self.faults:
            raise self.faults.pop(0)

    def _keep(self, message: str, screen: Screen, picture: Picture | None) -> None:
        self.messages[message] = screen
        self.pictures[message] = picture
        self.changed.set()

    def tables(self) -> list[TableScreen]:
        return [screen for screen in self.messages.values() if isinstance(screen, TableScreen)]

    def pings(self) -> list[PingScreen]:
        return [screen for screen in self.messages.values() if isinstance(screen, PingScreen)]


class House:
    """One process of the bot, over a store that others may share."""

    def __init__(self, store: Store, courier: Notebook, *, now: Callable[[], int], pace: Pace) -> None:
        self.store, self.courier, self.now = store, courier, now
        self.hub, self.meters = Hub(), Meters()
        self.keeper = Keeper(pace, secrets.token_bytes, frozenset({"web"}))
        self.studio = Studio(self.keeper)
        self.commands = Commands(store, self.keeper, self.hub, now=now, wake=self._wake)
        reach = Reach()
        self.tables = Tables(
            store,
            self.keeper,
            self.hub,
            self.commands,
            now=now,
            meters=self.meters,
            reach=reach,
            may_pin=lambda where: courier.may_pin(where.chat),
            version="9.9",
        )
        self.pool = ThreadPoolExecutor(2)
        self.clock = Clock(
            store,
            self.keeper,
            self.commands,
            now=now,
            thinking=self.pool,
            live=frozenset({"web"}),
            on_cut=self.meters.cut_short.inc,
        )
        self.publisher = Publisher(
            store,
            self.studio,
            self.commands,
            {courier.platform: courier},
            owner=secrets.token_hex(4),
            now=now,
            drawing=self.pool,
            meters=self.meters,
            reach=reach,
        )
        self._tasks: list[asyncio.Task[None]] = []

    def _wake(self, due_at: int | None) -> None:
        self.clock.wake(due_at)
        self.publisher.wake()

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self.clock.run()), asyncio.create_task(self.publisher.run())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.clock.drain()
        await self.publisher.drain(1)
        self.pool.shutdown()

    # -- what people do ---------------------------------------------------------------------------
    async def open(
        self,
        who: Who = ANNA,
        where: Where = FRIDAY,
        *,
        opponent: str = "",
        rules: Mapping[str, object] | None = None,
        event: str = "",
    ) -> str:
        answer = await self.tables.open(where, who, opponent=opponent, rules=rules, event=event)
        return answer.table

    async def press(
        self, who: Who, token: str, where: Where = FRIDAY, *, event: str = "", message: str = ""
    ) -> Answer:
        return await self.tables.press(token, where, who, event=event, message=message)

    async def hand(self, who: Who, table: str, where: Where = FRIDAY) -> HandScreen:
        answer = await self.tables.hand(where, who, table=table)
        assert answer.hand is not None, answer
        return answer.hand

    async def two_play(self, where: Where = FRIDAY) -> str:
        """A table at which Anna and Bruno play; its id."""
        table = await self.open(ANNA, where)
        for who, act in ((BRUNO, "sit-1"), (ANNA, "start")):
            answer = await self.press(who, f"{table}-{act}", where)
            assert answer.outcome is Outcome.ACCEPTED, answer
        return table

    async def people_play(self, rules: Mapping[str, object], where: Where = FRIDAY) -> str:
        """A table by these rules at which people have all seats, in the order of EVERYBODY; its id."""
        table = await self.open(ANNA, where, rules=rules)
        for seat in range(1, len((await self.value(table)).seats)):
            await self.press(EVERYBODY[seat], f"{table}-sit-{seat}", where)
        answer = await self.press(ANNA, f"{table}-start", where)
        assert answer.outcome is Outcome.ACCEPTED, answer
        return table

    async def moves(self, table: str, times: int = 1, where: Where = FRIDAY) -> None:
        """Whoever is on turn moves as a computer would, so many times; everybody sits as in `people_play`."""
        for _ in range(times):
            here = await self.value(table)
            seat, step = here.turn, here.step
            view = here.seat_view(seat) if seat is not None else None
            assert seat is not None
            assert step is not None
            assert view is not None
            act = MakeMove(step, choose(view, Level.NORMAL, b"a seed"))
            answer = await self.press(EVERYBODY[seat], str(Do(table, act)), where)
            assert answer.outcome is Outcome.ACCEPTED, answer

    async def play_out(self, table: str, *people: Who) -> None:
        """Everybody plays the first card of their hand whenever it is their turn."""
        while (await self.row(table)).phase == "playing":
            for who in people:
                hand = (await self.tables.hand(FRIDAY, who, table=table)).hand
                if hand is not None and hand.on_turn:
                    await self.press(who, hand.rows[0][0].token)
            await asyncio.sleep(0)

    # -- what is kept -----------------------------------------------------------------------------
    async def row(self, table: str) -> TableRow:
        row = await self.store.read(lambda tx: tx.table(table))
        assert row is not None
        return row

    async def value(self, table: str) -> Table:
        def work(tx: object) -> Table:
            row = tx.table(table)  # type: ignore[attr-defined]  # a Tx
            return Keeper(Pace(), secrets.token_bytes).load(tx, row)  # type: ignore[arg-type]  # the same

        return await self.store.read(work)

    async def surface(self, table: str, kind: SurfaceKind) -> Surface:
        surfaces = await self.store.read(lambda tx: tx.surfaces(table))
        return next(one for one in surfaces if one.kind is kind)

    async def settled(self, table: str) -> None:
        """Wait until every message of the table shows the latest, by the books."""
        async with asyncio.timeout(PATIENCE):
            while any(one.shown < one.wanted for one in await self.store.read(lambda tx: tx.surfaces(table))):
                await asyncio.sleep(0.01)

    async def moved_from(self, table: str, due_at: int | None) -> None:
        """Wait until the table's timer is no longer due then."""
        async with asyncio.timeout(PATIENCE):
            while (await self.row(table)).due_at == due_at:
                await asyncio.sleep(0.01)

    async def at_rest(self, where: Where) -> None:
        """Wait until nothing in that chat is to be tried again just now."""
        lane = Lane(where.platform, where.chat, where.thread)
        async with asyncio.timeout(PATIENCE):
            while await self.store.read(lambda tx: tx.behind(lane, self.now())):
                await asyncio.sleep(0.01)

    async def turn_of(self, table: str, seat: int | None) -> None:
        """Wait until it is this seat's turn; None: until no cards are played."""
        async with asyncio.timeout(PATIENCE):
            while (await self.value(table)).turn != seat:
                await asyncio.sleep(0.01)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until what the courier was given makes this true."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.courier.changed.clear()
                if not holds():
                    await self.courier.changed.wait()


@cache
def _file_at_head() -> bytes:
    """A SQLite database brought to head once, for migrations take longer than many a story."""
    with TemporaryDirectory() as folder:
        migrate(f"sqlite:///{folder}/briscola.db")
        return (Path(folder) / "briscola.db").read_bytes()


def _bring_to_head(url: str) -> None:
    file = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:") and not file.exists():
        file.write_bytes(_file_at_head())
    else:
        migrate(url)


@asynccontextmanager
async def house(
    url: str, *, now: Callable[[], int] = now_ms, pace: Pace | None = None, courier: Notebook | None = None
) -> AsyncIterator[House]:
    """A running house over the database of `url`."""
    _bring_to_head(url)
    store = open_store(url)
    one = House(
        store, courier or Notebook(), now=now, pace=pace or Pace(computer=1, new_trick=1, next_deal=1)
    )
    one.start()
    try:
        yield one
    finally:
        await one.stop()
        await store.close()
