"""What people notice of computers that think: how late the event loop is, and how long a press waits.

One real service over SQLite (clock, commands, desk, executors), with a table at which two people press cards. First it
is left alone; then computers have three of four seats at eight more tables and play without a pause: normal ones, who
hardly think, then hard ones, and hard ones that think ten times as long. So what comes of thinking is told apart from
what comes of many moves being written down. Compiled, and as it is where there is no compiler. By thinking the p99 of
the loop's lag should grow by 3 ms at most.
"""

import argparse
import asyncio
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from unittest.mock import patch

import bot.service.thinking
from bot.computer import Level, engine, hard, kernel, solver
from bot.computer.engine import is_compiled
from bot.game import Play
from bot.screens.tokens import Do
from bot.service.answers import Outcome
from bot.service.clock import Clock
from bot.service.commands import Commands
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.records import Where, Who
from bot.service.tables import Tables
from bot.service.thinking import stand_back, thinking
from bot.table import MakeMove, Pace, Start, Table
from storage import migrate, open_store

LIVE = frozenset({"web"})
TICK = 0.002
"""Seconds between two looks at how late the loop is."""
PRESS = 0.02
"""Seconds between two presses."""
LONG = {"points": 1_000_000}
"""A match that does not end meanwhile."""


PLAYERS = {
    "compiled": ((Level.NORMAL, 1), (Level.HARD, 1), (Level.HARD, 10)),
    "interpreted": ((Level.NORMAL, 1), (Level.HARD, 1)),
}
"""Who plays at the tables, and how many times as many deals as usual hard players play out."""


def now() -> int:
    return time.time_ns() // 1_000_000


def at(values: Sequence[float], part: float) -> float:
    """The value below which so many of them lie, in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


class Service:
    """The bot without a platform."""

    def __init__(self, url: str) -> None:
        self.store = open_store(url)
        keeper, self.hub = (
            Keeper(Pace(computer=0, new_trick=0, next_deal=1), secrets.token_bytes, LIVE),
            Hub(),
        )
        self.commands = Commands(self.store, keeper, self.hub, now=now, wake=self._wake)
        self.tables = Tables(self.store, keeper, self.hub, self.commands, now=now)
        self.thinking = thinking()
        self.cut = 0
        self.clock = Clock(
            self.store, keeper, self.commands, now=now, thinking=self.thinking, live=LIVE, on_cut=self._on_cut
        )
        self.moves, self.rooms = 0, count(1)

    def _wake(self, due_at: int | None) -> None:
        self.clock.wake(due_at)

    def _on_cut(self) -> None:
        self.cut += 1

    async def look(self, table: str) -> Table:
        """The table as it is: somebody who may not starts it once more."""
        happened = await self.commands.act(table, "nobody", Start())
        assert happened is not None
        return happened.table

    async def open(
        self, number: int, people: int, rules: dict[str, object], level: Level = Level.HARD
    ) -> str:
        """A table that has started, with so many people and computers on the other seats; its id."""
        where, host = Where("web", f"room {number}"), Who("web", f"{number}-0", "Anna")
        rules = {"preset": "briscola", "match": LONG, "clock": 86_400, **rules}
        opened = await self.tables.open(where, host, opponent="" if people > 1 else level, rules=rules)
        for seat in range(1, people):
            await self.tables.press(
                f"{opened.table}-sit-{seat}", where, Who("web", f"{number}-{seat}", "Bruno")
            )
        started = await self.tables.press(f"{opened.table}-start", where, host)
        assert started.outcome is Outcome.ACCEPTED, started
        return opened.table

    async def play_with(self, table: str) -> None:
        """Play a person's cards at once, for as long as it is let."""
        async for _ in self.hub.changes(table):
            here = await self.look(table)
            self.moves += 1
            if here.turn is not None and here.step is not None and here.computer_turn is None:
                await self.commands.act(table, here.keys[here.turn], first_card(here))


def first_card(table: Table) -> MakeMove:
    """Whoever is on turn plays the first card of their hand."""
    view = table.seat_view(table.turn) if table.turn is not None else None
    assert view is not None
    assert table.step is not None
    return MakeMove(table.step, Play(view.hand[0]))


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Service]:
    """A service over a new database."""
    url = f"sqlite:///{folder / secrets.token_hex(4)}.db"
    migrate(url)
    service = Service(url)
    clock = asyncio.create_task(service.clock.run())
    try:
        yield service
    finally:
        clock.cancel()
        with suppress(asyncio.CancelledError):
            await clock
        await service.clock.drain()
        await service.store.close()
        service.thinking.shutdown(wait=True, cancel_futures=True)


async def measure_lag(lags: list[float]) -> None:
    """How much later than wanted the loop comes back, again and again."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        lags.append(max(0.0, time.perf_counter() - before - TICK))


async def press(service: Service, table: str, waits: list[float]) -> None:
    """Two people press the first card of the hand of whoever is on turn, and wait for the answer."""
    where = Where("web", "room 0")
    while True:
        here = await service.look(table)
        if (turn := here.turn) is not None:
            who = Who("web", f"0-{turn}", "Anna" if turn == 0 else "Bruno")
            token = str(Do(table, first_card(here)))
            before = time.perf_counter()
            answer = await service.tables.press(token, where, who)
            waits.append(time.perf_counter() - before)
            assert answer.outcome is Outcome.ACCEPTED, answer
        await asyncio.sleep(PRESS)


async def phase(service: Service, pressed: str, seconds: float) -> tuple[list[float], list[float]]:
    """The loop's lags and the presses' waits in so many seconds."""
    lags, waits = list[float](), list[float]()
    tasks = [asyncio.create_task(measure_lag(lags)), asyncio.create_task(press(service, pressed, waits))]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(result, asyncio.CancelledError):
            raise result or AssertionError
    return lags, waits


def told(name: str, lags: Sequence[float], waits: Sequence[float]) -> None:
    print(
        f"{name:28} lag p50 {at(lags, 0.5):5.2f} p99 {at(lags, 0.99):6.2f} most {at(lags, 1):6.1f} ms"
        f"   press p50 {at(waits, 0.5):5.1f} p99 {at(waits, 0.99):6.1f} most {at(waits, 1):6.1f} ms"
        f"   ({len(waits)} presses)",
        flush=True,
    )


async def measure(folder: Path, name: str, seconds: float, tables: int) -> None:
    """Both, alone and with computers that think."""
    async with running(folder) as service:
        pressed = await service.open(0, 2, {"players": 2})
        await phase(service, pressed, seconds / 5)
        told(f"{name}, alone", *await phase(service, pressed, seconds))
        for level, times in PLAYERS[name]:
            with (
                patch.object(hard, "COMPILED", {n: times * each for n, each in hard.COMPILED.items()}),
                patch.object(hard, "CAP", times * hard.CAP),
            ):
                async with playing(service, tables, level):
                    await asyncio.sleep(1)
                    moves = service.moves
                    who = f"{name}, {tables} with {level}" + (f" × {times}" if times > 1 else "")
                    told(who, *await phase(service, pressed, seconds))
                    print(
                        f"{'':22} {(service.moves - moves) / seconds:.0f} acts a second, {service.cut} thoughts cut short"
                    )


@asynccontextmanager
async def playing(service: Service, tables: int, level: Level) -> AsyncIterator[None]:
    """Computers of this level play at so many tables, each with a person who never waits."""
    rules: dict[str, object] = {"players": 4}
    opened = [await service.open(next(service.rooms), 1, rules, level) for _ in range(tables)]
    tasks = [asyncio.create_task(service.play_with(table)) for table in opened]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _interpret() -> None:
    """As if nothing had been compiled."""
    vars(engine).update(_KERNEL=kernel, _SOLVER=solver)


def _stand_back_interpreted() -> None:
    _interpret()
    stand_back()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument(
        "--folder", type=Path, help="where the database lies; else the system's temporary folder"
    )
    parser.add_argument("--form", choices=("compiled", "interpreted"), help="only one of them")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        if is_compiled() and asked.form != "interpreted":
            asyncio.run(measure(Path(folder), "compiled", asked.seconds, asked.tables))
        if asked.form != "compiled":
            _interpret()
            with patch.object(bot.service.thinking, "stand_back", _stand_back_interpreted):
                asyncio.run(measure(Path(folder), "interpreted", asked.seconds, asked.tables))


if __name__ == "__main__":
    main()
