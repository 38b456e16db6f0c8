"""Presses per second, from command to commit, on a SQLite file that survives a power cut (synchronous=FULL).

People press real cards at many tables: every press is decided by the rules and written down. Beside it, in
turns, the same statements through bare sqlite3 with one commit each and nothing decided: the ratio says what
the bot costs when presses come one at a time, and what it gains when many wait and are committed together.
"""

import argparse
import asyncio
import secrets
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from bot.service.commands import Commands
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import SurfaceKind, TableRow, Where, Who
from bot.service.tables import Tables
from bot.table import Accepted, MakeMove, Pace, Start, Table
from storage import open_store

NOW: Final = 1_800_000_000_000
PLAYER: Final = "p0123456789abcdef"

LOCK: Final = (
    "SELECT id, chat_id, thread, rules, rules_version, seed, computer_seed, dealer, seq, phase, since, due_at,"
    " due_kind, opened_at, next_id, next_seed FROM tables WHERE id = ?"
)
REMEMBER: Final = (
    "INSERT INTO inbox (platform, event, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING at"
)
APPEND: Final = (
    "INSERT INTO journal (table_id, seq, actor, act, at) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING RETURNING seq"
)
ADVANCE: Final = "UPDATE tables SET seq = ?, phase = ?, since = ?, due_at = ?, due_kind = ? WHERE id = ?"
WANT: Final = "UPDATE surfaces SET wanted = wanted + 1 WHERE table_id = ? AND NOT gone"


def bare_press(cursor: sqlite3.Cursor, table: str, event: str) -> None:
    """The same by hand, and committed."""
    cursor.execute("BEGIN IMMEDIATE")
    seq = cursor.execute(LOCK, (table,)).fetchone()[8]
    assert cursor.execute(REMEMBER, ("telegram", event, NOW)).fetchone()
    assert cursor.execute(APPEND, (table, seq + 1, PLAYER, "play 3c", NOW)).fetchone()
    cursor.execute(ADVANCE, (seq + 1, "playing", NOW, NOW + seq, "turn", table))
    cursor.execute(WANT, (table,))
    cursor.execute("COMMIT")


def lay_tables(tables: list[str]) -> Callable[[Tx], None]:
    """Every table has a public message and two hands."""

    def work(tx: Tx) -> None:
        for number, table in enumerate(tables):
            chat = tx.chat(Where("telegram", str(-number)))
            seed = b"\1" * 32
            tx.add_table(
                TableRow(
                    table, chat.id, "", "{}", 1, seed, seed, 0, 0, "playing", NOW, NOW, "turn", NOW, "", b""
                )
            )
            for kind, viewer in ((SurfaceKind.TABLE, ""), (SurfaceKind.HAND, "p1"), (SurfaceKind.HAND, "p2")):
                tx.add_surface(table, kind, viewer, "telegram", chat.ref, "", message=f"{viewer}.")

    return work


class Games:
    """Tables at which two people play, replaced by fresh ones as they end."""

    def __init__(self, service: Tables, commands: Commands) -> None:
        self.service = service
        self.commands = commands
        self.waiting: list[Table] = []
        self.events = count()

    async def prepare(self, how_many: int) -> None:
        """Open so many tables with both people seated and the cards dealt."""
        await asyncio.gather(*(self._open(next(self.events)) for _ in range(how_many)))

    async def _open(self, number: int) -> None:
        where = Where("telegram", str(-number))
        one, two = (Who("telegram", f"{number}-{seat}", "Anna") for seat in range(2))
        name = (await self.service.open(where, one)).table
        await self.service.press(f"{name}-sit-1", where, two)
        await self.service.press(f"{name}-start", where, one)
        looked = await self.commands.act(name, "nobody", Start())
        assert looked is not None
        self.waiting.append(looked.table)

    async def press(self, table: Table) -> Table:
        """Whoever is on turn plays a card; the table after the commit."""
        turn, step = table.turn, table.step
        assert turn is not None
        assert step is not None
        view = table.seat_view(turn)
        assert view is not None
        act = MakeMove(step, view.legal_moves[0])
        event = ("telegram", f"event {next(self.events)}")
        happened = await self.commands.act(table.id, table.keys[turn], act, event=event)
        assert happened is not None
        assert isinstance(happened.reply, Accepted)
        return happened.table if happened.table.turn is not None else self.waiting.pop()


class Bench:
    """The bot and a bare connection, each with a file of its own."""

    def __init__(self, games: Games, bare: sqlite3.Connection, tables: list[str]) -> None:
        self.games = games
        self.bare = bare.cursor()
        self.names = tables
        self.events = count()
        self.tables: list[Table] = []

    async def seat_people(self) -> None:
        """As many tables as the other side has."""
        await self.games.prepare(len(self.names))
        self.tables = [self.games.waiting.pop() for _ in self.names]

    async def refill(self) -> None:
        """Between rounds: fresh tables in place of those that will end."""
        await self.games.prepare(max(0, 2 * len(self.names) - len(self.games.waiting)))

    def rate_of_bare(self, seconds: float) -> float:
        started, done = time.perf_counter(), 0
        while time.perf_counter() - started < seconds:
            number = next(self.events)
            bare_press(self.bare, self.names[number % len(self.names)], f"event {number}")
            done += 1
        return done / (time.perf_counter() - started)

    async def rate_one_at_a_time(self, seconds: float) -> float:
        started, done = time.perf_counter(), 0
        while time.perf_counter() - started < seconds:
            place = done % len(self.tables)
            self.tables[place] = await self.games.press(self.tables[place])
            done += 1
        return done / (time.perf_counter() - started)

    async def rate_together(self, seconds: float) -> float:
        """At every table the next card is pressed as soon as the last was answered."""
        started, done = time.perf_counter(), 0

        async def play(place: int) -> None:
            nonlocal done
            while time.perf_counter() - started < seconds:
                self.tables[place] = await self.games.press(self.tables[place])
                done += 1

        await asyncio.gather(*(play(place) for place in range(len(self.tables))))
        return done / (time.perf_counter() - started)


async def measure(folder: Path, tables: int, rounds: int, seconds: float) -> None:
    names = [f"t{number}" for number in range(tables)]
    filling = open_store(f"sqlite:///{folder / 'bare.db'}")
    await filling.write(lay_tables(names))
    await filling.close()
    store = open_store(f"sqlite:///{folder / 'store.db'}")
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        bare.execute(f"PRAGMA {pragma}")
    keeper = Keeper(Pace(), secrets.token_bytes)
    hub = Hub()
    commands = Commands(store, keeper, hub, now=lambda: NOW)
    service = Tables(store, keeper, hub, commands, now=lambda: NOW)
    bench = Bench(Games(service, commands), bare, names)
    await bench.seat_people()
    rates: dict[str, list[float]] = {"bare": [], "one at a time": [], "together": []}
    for _ in range(rounds):
        await bench.refill()
        rates["bare"].append(bench.rate_of_bare(seconds))
        rates["one at a time"].append(await bench.rate_one_at_a_time(seconds))
        rates["together"].append(await bench.rate_together(seconds))
    await store.close()
    bare.close()
    print(
        f"presses/s at {tables} tables, SQLite, synchronous=FULL, median of {rounds} rounds of {seconds:g} s"
    )
    for name, measured in rates.items():
        ratios = [one / other for one, other in zip(measured, rates["bare"], strict=True)]
        print(f"{name:>14}: {statistics.median(measured):8.0f}   ratio {statistics.median(ratios):5.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--folder", type=Path, help="where the files are made; else the system's temporary folder"
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        asyncio.run(measure(Path(folder), asked.tables, asked.rounds, asked.seconds))


if __name__ == "__main__":
    main()
