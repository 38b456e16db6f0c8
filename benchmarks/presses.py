"""Presses per second, from command to commit, on a SQLite file that survives a power cut (synchronous=FULL).

Beside it, in turns, the same statements through bare sqlite3 with one commit each: the ratio says what the
store costs when presses come one at a time, and what it gains when many wait and are committed together.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from bot.service.ports import Store, Tx
from bot.service.records import Entry, SurfaceKind, TableRow, Where
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


def press(table: str, event: str) -> Callable[[Tx], None]:
    """What a press writes: five statements in one transaction."""

    def work(tx: Tx) -> None:
        row = tx.lock_table(table)
        assert row is not None
        assert tx.remember("telegram", event, NOW)
        assert tx.append(table, Entry(row.seq + 1, PLAYER, "play 3c", NOW))
        tx.advance(table, seq=row.seq + 1, phase="playing", since=NOW, due_at=NOW + row.seq, due_kind="turn")
        tx.want(table)

    return work


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


class Bench:
    """A store and a bare connection, each with a file of its own and the same tables."""

    def __init__(self, store: Store, bare: sqlite3.Connection, tables: list[str]) -> None:
        self.store = store
        self.bare = bare.cursor()
        self.tables = tables
        self.events = count()

    def next_press(self) -> tuple[str, str]:
        number = next(self.events)
        return self.tables[number % len(self.tables)], f"event {number}"

    def rate_of_bare(self, seconds: float) -> float:
        started, done = time.perf_counter(), 0
        while time.perf_counter() - started < seconds:
            bare_press(self.bare, *self.next_press())
            done += 1
        return done / (time.perf_counter() - started)

    async def rate_one_at_a_time(self, seconds: float) -> float:
        started, done = time.perf_counter(), 0
        while time.perf_counter() - started < seconds:
            await self.store.write(press(*self.next_press()))
            done += 1
        return done / (time.perf_counter() - started)

    async def rate_together(self, seconds: float) -> float:
        """Every table has one player who presses as soon as the last press was answered."""
        started, done = time.perf_counter(), 0

        async def play() -> None:
            nonlocal done
            while time.perf_counter() - started < seconds:
                await self.store.write(press(*self.next_press()))
                done += 1

        await asyncio.gather(*(play() for _ in self.tables))
        return done / (time.perf_counter() - started)


async def measure(folder: Path, tables: int, rounds: int, seconds: float) -> None:
    names = [f"t{number}" for number in range(tables)]
    for name in ("store", "bare"):
        filling = open_store(f"sqlite:///{folder / name}.db")
        await filling.write(lay_tables(names))
        await filling.close()
    store = open_store(f"sqlite:///{folder / 'store.db'}")
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        bare.execute(f"PRAGMA {pragma}")
    bench = Bench(store, bare, names)
    rates: dict[str, list[float]] = {"bare": [], "one at a time": [], "together": []}
    for _ in range(rounds):
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
