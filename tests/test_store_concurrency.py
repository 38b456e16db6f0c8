"""What the store promises when many write at once, somebody gives up, or the power goes."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.service.ports import Store, StoreUnavailable, Tx
from bot.service.records import Entry, SurfaceKind, TableRow, Where, Who
from storage import StorageError, migrate, open_store
from storage.address import parse
from storage.errors import RefusedError
from storage.postgresql import PostgresqlStore
from storage.sqlite import SqliteStore

NOW = 1_800_000_000_000


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    migrate(database_url)
    store = open_store(database_url)
    yield store
    await store.close()


@pytest.fixture
async def pair(database_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one database, as two processes have them."""
    migrate(database_url)
    one, other = open_store(database_url), open_store(database_url)
    yield one, other
    await one.close()
    await other.close()


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[SqliteStore]:
    store = open_store(sqlite_url)
    assert isinstance(store, SqliteStore)
    yield store
    await store.close()


def lay(tx: Tx, *tables: str, due_at: int | None = None) -> None:
    chat = tx.chat(Where("web", "room"))
    for table in tables:
        row = TableRow(table, chat.id, "", "{}", 1, b"1", b"2", 0, 0, "lobby", NOW, due_at, "turn", NOW)
        assert tx.add_table(row)


class Gate:
    """Holds the one writer of SQLite in a work of its own, so that others have to wait together."""

    def __init__(self, store: Store) -> None:
        self._opened = threading.Event()
        self._entered = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._work = asyncio.ensure_future(store.write(self._wait))

    def _wait(self, _tx: Tx) -> None:
        self._loop.call_soon_threadsafe(self._entered.set)
        assert self._opened.wait(60)

    async def closed(self) -> None:
        await self._entered.wait()

    async def open(self) -> None:
        self._opened.set()
        await self._work


# -- many at once -----------------------------------------------------------------------------------


async def test_of_twenty_writers_of_the_same_seq_one_is_quicker(pair: tuple[Store, Store]) -> None:
    await pair[0].write(lambda tx: lay(tx, "t1"))

    async def append(number: int) -> bool:
        entry = Entry(1, f"p{number}", "play 3c", NOW)
        return await pair[number % 2].write(lambda tx: tx.append("t1", entry))

    written = await asyncio.gather(*(append(number) for number in range(20)))
    assert written.count(True) == 1
    (entry,) = await pair[1].read(lambda tx: tx.journal("t1"))
    assert entry.actor == f"p{written.index(True)}"


async def test_writers_who_lock_the_table_never_miss_each_other(pair: tuple[Store, Store]) -> None:
    await pair[0].write(lambda tx: lay(tx, "t1"))

    def play(tx: Tx) -> int:
        row = tx.lock_table("t1")
        assert row is not None
        assert tx.append("t1", Entry(row.seq + 1, "p1", "play 3c", NOW))
        tx.advance("t1", seq=row.seq + 1, phase="playing", since=NOW, due_at=None, due_kind="")
        return row.seq + 1

    written = await asyncio.gather(*(pair[number % 2].write(play) for number in range(30)))
    assert sorted(written) == list(range(1, 31))


async def test_one_event_delivered_to_two_processes_is_new_once(pair: tuple[Store, Store]) -> None:
    delivered = (pair[number % 2].write(lambda tx: tx.remember("web", "e", NOW)) for number in range(10))
    assert sorted(await asyncio.gather(*delivered)) == [False] * 9 + [True]


async def test_a_chat_and_a_player_seen_by_two_processes_at_once_are_one(pair: tuple[Store, Store]) -> None:
    def come(tx: Tx) -> tuple[int, str, int]:
        player = tx.player(Who("web", "7", "Rosa"))
        return tx.chat(Where("web", "room")).id, player.key, player.person

    seen = await asyncio.gather(*(pair[number % 2].write(come) for number in range(10)))
    assert len(set(seen)) == 1


async def test_two_processes_claim_each_timer_once(pair: tuple[Store, Store]) -> None:
    tables = [f"t{number:02}" for number in range(40)]
    await pair[0].write(lambda tx: lay(tx, *tables, due_at=NOW))

    async def claim(store: Store) -> list[str]:
        mine: list[str] = []
        while due := await store.write(lambda tx: tx.claim_due(NOW, 60_000, 3)):
            mine += [timer.table for timer in due]
        return mine

    claimed = await asyncio.gather(*(claim(store) for store in (*pair, *pair)))
    assert sorted(table for mine in claimed for table in mine) == tables


async def test_two_processes_claim_each_lane_once(pair: tuple[Store, Store]) -> None:
    chats = [f"c{number:02}" for number in range(40)]

    def show(tx: Tx) -> None:
        lay(tx, "t1")
        for chat in chats:
            tx.add_surface("t1", SurfaceKind.HAND, chat, "web", chat, "")

    await pair[0].write(show)

    async def claim(owner: int) -> list[str]:
        lanes = await pair[owner % 2].write(
            lambda tx: tx.claim_lanes(["web"], f"owner {owner}", NOW, 60_000, 3)
        )
        return [lane.chat for lane in lanes]

    claimed = await asyncio.gather(*(claim(owner) for owner in range(10)))
    # Two who look at the same moment may each find less than three; what is left is found by the next.
    claimed += [await claim(owner) for owner in range(10, 30)]
    assert sorted(chat for mine in claimed for chat in mine) == chats


async def test_a_reader_sees_one_moment_while_others_write(store: Store) -> None:
    await store.write(lambda tx: tx.keep_fact("n", "1"))
    loop = asyncio.get_running_loop()
    began, written = asyncio.Event(), threading.Event()

    def read_twice(tx: Tx) -> tuple[str | None, str | None]:
        before = tx.fact("n")
        loop.call_soon_threadsafe(began.set)
        assert written.wait(60)
        return before, tx.fact("n")

    reading = asyncio.ensure_future(store.read(read_twice))
    await began.wait()
    await store.write(lambda tx: tx.keep_fact("n", "2"))
    written.set()
    assert await reading == ("1", "1")
    assert await store.read(lambda tx: tx.fact("n")) == "2"


# -- who gives up, and who fails --------------------------------------------------------------------


async def test_work_commits_though_its_caller_was_cancelled(store: Store, database_url: str) -> None:
    loop = asyncio.get_running_loop()
    began, go_on = asyncio.Event(), threading.Event()

    def work(tx: Tx) -> None:
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(60)
        tx.keep_fact("cancelled", "and kept")

    call = asyncio.ensure_future(store.write(work))
    await began.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    go_on.set()
    await store.close()
    later = open_store(database_url)
    assert await later.read(lambda tx: tx.fact("cancelled")) == "and kept"
    await later.close()


async def test_work_that_waits_commits_though_its_caller_was_cancelled(sqlite_store: SqliteStore) -> None:
    gate = Gate(sqlite_store)
    await gate.closed()
    call = asyncio.ensure_future(sqlite_store.write(lambda tx: tx.keep_fact("cancelled", "and kept")))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await gate.open()
    await sqlite_store.write(lambda tx: tx.keep_fact("later", ""))
    assert await sqlite_store.read(lambda tx: tx.fact("cancelled")) == "and kept"


async def test_work_that_fails_after_its_caller_was_cancelled_is_in_the_log(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    loop = asyncio.get_running_loop()
    began, go_on = asyncio.Event(), threading.Event()

    def work(_tx: Tx) -> None:
        loop.call_soon_threadsafe(began.set)
        assert go_on.wait(60)
        raise RuntimeError("no such move")

    call = asyncio.ensure_future(store.write(work))
    await began.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    go_on.set()
    await store.close()
    await asyncio.sleep(0)
    (record,) = [record for record in caplog.records if record.name.startswith("storage")]
    assert "nobody waited" in record.getMessage()
    assert record.exc_info is not None
    assert str(record.exc_info[1]) == "no such move"


async def test_work_that_fails_undoes_itself_alone(store: Store) -> None:
    def fail(tx: Tx) -> None:
        tx.keep_fact("failed", "half")
        raise RuntimeError("no such move")

    outcomes = await asyncio.gather(
        store.write(lambda tx: tx.keep_fact("before", "1")),
        store.write(fail),
        store.write(lambda tx: tx.keep_fact("after", "1")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), RuntimeError, type(None)]
    kept = await store.read(lambda tx: [tx.fact(name) for name in ("before", "failed", "after")])
    assert kept == ["1", None, "1"]


async def test_what_waits_together_is_committed_together_but_fails_alone(sqlite_store: SqliteStore) -> None:
    gate = Gate(sqlite_store)
    await gate.closed()

    def work(tx: Tx, number: int) -> int:
        tx.keep_fact(f"n{number}", "")
        if number % 3 == 0:
            raise ValueError(number)
        return number

    calls = [asyncio.ensure_future(sqlite_store.write(lambda tx, n=n: work(tx, n))) for n in range(10)]  # type: ignore[misc]  # mypy cannot see through the default
    await asyncio.sleep(0)
    await gate.open()
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert [outcome for outcome in outcomes if isinstance(outcome, int)] == [1, 2, 4, 5, 7, 8]
    kept = await sqlite_store.read(lambda tx: [tx.fact(f"n{number}") for number in range(10)])
    assert [fact is not None for fact in kept] == [number % 3 != 0 for number in range(10)]


async def test_more_than_a_batch_waits_in_order(sqlite_store: SqliteStore) -> None:
    gate = Gate(sqlite_store)
    await gate.closed()
    seen: list[int] = []
    calls = [asyncio.ensure_future(sqlite_store.write(lambda _tx, n=n: seen.append(n))) for n in range(600)]  # type: ignore[misc]  # mypy cannot see through the default
    await asyncio.sleep(0)
    await gate.open()
    await asyncio.gather(*calls)
    assert seen == list(range(600))


async def test_what_sqlite_gives_up_as_a_whole_fails_as_a_whole(sqlite_store: SqliteStore) -> None:
    gate = Gate(sqlite_store)
    await gate.closed()

    def fill_the_disk(tx: Tx) -> None:
        tx._cursor.execute("ROLLBACK", {})  # type: ignore[attr-defined]  # as SQLite does by itself
        raise sqlite3.OperationalError("database or disk is full")

    calls = [
        asyncio.ensure_future(sqlite_store.write(lambda tx: tx.keep_fact("one", "1"))),
        asyncio.ensure_future(sqlite_store.write(fill_the_disk)),
        asyncio.ensure_future(sqlite_store.write(lambda tx: tx.keep_fact("two", "2"))),
    ]
    await asyncio.sleep(0)
    await gate.open()
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert len({str(outcome) for outcome in outcomes}) == 1
    assert str(outcomes[0]).startswith("There is no room left on the disk for the file")
    assert await sqlite_store.read(lambda tx: (tx.fact("one"), tx.fact("two"))) == (None, None)


def test_a_caller_whose_event_loop_is_gone_does_not_stop_the_writer(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    began, go_on = threading.Event(), threading.Event()

    def work(tx: Tx) -> None:
        began.set()
        assert go_on.wait(60)
        tx.keep_fact("alone", "and kept")

    async def leave() -> None:
        call = asyncio.ensure_future(store.write(work))
        await asyncio.to_thread(began.wait, 60)
        call.cancel()

    async def find() -> str | None:
        await store.write(lambda tx: tx.keep_fact("later", ""))
        found = await store.read(lambda tx: tx.fact("alone"))
        await store.close()
        return found

    asyncio.run(leave())
    go_on.set()
    assert asyncio.run(find()) == "and kept"


async def test_work_that_stops_an_iteration_is_an_error_like_others(store: Store) -> None:
    def work(_tx: Tx) -> None:
        raise StopIteration

    with pytest.raises(RuntimeError):
        await store.write(work)
    await store.write(lambda tx: tx.keep_fact("still", "alive"))


async def test_a_commit_that_fails_fails_for_all_and_leaves_nothing(sqlite_store: SqliteStore) -> None:
    gate = Gate(sqlite_store)
    await gate.closed()

    def defer(tx: Tx) -> None:
        tx._cursor.execute("PRAGMA defer_foreign_keys = ON", {})  # type: ignore[attr-defined]  # to break the commit
        tx.append("nowhere", Entry(1, "p1", "sit 0", NOW))

    calls = [
        asyncio.ensure_future(sqlite_store.write(lambda tx: tx.keep_fact("one", "1"))),
        asyncio.ensure_future(sqlite_store.write(defer)),
        asyncio.ensure_future(sqlite_store.write(lambda tx: tx.keep_fact("two", "2"))),
    ]
    await asyncio.sleep(0)
    await gate.open()
    outcomes = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StorageError] * 3
    assert await sqlite_store.read(lambda tx: (tx.fact("one"), tx.fact("two"))) == (None, None)
    await sqlite_store.write(lambda tx: tx.keep_fact("three", "3"))
    assert await sqlite_store.read(lambda tx: tx.fact("three")) == "3"


async def test_a_closed_store_finishes_what_waits_and_takes_nothing_more(store: Store) -> None:
    calls = [asyncio.ensure_future(store.write(lambda tx: tx.keep_fact("last", "1"))) for _ in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*calls)
    with pytest.raises(StorageError, match="closed"):
        await store.write(lambda tx: tx.keep_fact("too late", "1"))
    with pytest.raises(StorageError, match="closed"):
        await store.read(lambda tx: tx.fact("last"))
    await store.close()


# -- a database that cannot be used -----------------------------------------------------------------


@pytest.fixture
async def impatient(sqlite_url: str) -> AsyncIterator[SqliteStore]:
    """A store that another program keeps from writing for no longer than a moment."""
    migrate(sqlite_url)
    store = SqliteStore(parse(sqlite_url), lambda: NOW, patience=1)
    yield store
    await store.close()


async def test_a_locked_file_is_said_and_written_once_it_is_free(
    impatient: SqliteStore, sqlite_url: str
) -> None:
    other = sqlite3.connect(parse(sqlite_url).database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match=r"is locked by another program\.$"):
        await impatient.write(lambda tx: tx.keep_fact("one", "1"))
    other.close()
    await impatient.write(lambda tx: tx.keep_fact("one", "2"))
    assert await impatient.read(lambda tx: tx.fact("one")) == "2"


def fill_the_disk(tx: Tx) -> None:
    """Let the file not grow any more, as on a disk without room, and write until it would have to."""
    cursor: sqlite3.Cursor = tx._cursor  # type: ignore[attr-defined]  # what no port tells
    cursor.execute("PRAGMA max_page_count = 1")
    tx.keep_fact("large", "x" * 100_000)


async def test_a_new_file_that_another_process_opens_just_now_is_waited_for(sqlite_url: str) -> None:
    migrate(sqlite_url)
    other = sqlite3.connect(parse(sqlite_url).database or "", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.2, other.close)
    done.start()
    store = SqliteStore(parse(sqlite_url), lambda: NOW)
    done.join()
    await store.close()


def test_a_new_file_that_stays_locked_is_told_in_time(sqlite_url: str) -> None:
    migrate(sqlite_url)
    with closing(sqlite3.connect(parse(sqlite_url).database or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match=r"is locked by another program\.$"):
            SqliteStore(parse(sqlite_url), lambda: NOW, patience=50)


async def test_a_full_disk_is_said_and_written_to_once_there_is_room(sqlite_store: SqliteStore) -> None:
    with pytest.raises(StoreUnavailable, match="no room left on the disk"):
        await sqlite_store.write(fill_the_disk)
    with pytest.raises(StoreUnavailable, match="no room left on the disk"):
        await sqlite_store.write(lambda tx: tx.keep_fact("large", "x" * 100_000))

    def make_room(tx: Tx) -> None:
        tx._cursor.execute("PRAGMA max_page_count = 1000000", {})  # type: ignore[attr-defined]  # as above

    await sqlite_store.write(make_room)
    await sqlite_store.write(lambda tx: tx.keep_fact("large", "x" * 100_000))


def take_away(file: Path, away: Path, *, leave_another: bool) -> None:
    file.rename(away)
    if leave_another:
        file.touch()


def overwrite(file: Path, start: int) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[:start] + b"\xff" * len(whole[start:]))


@pytest.mark.parametrize("replaced", [False, True], ids=["removed", "replaced"])
async def test_a_file_that_was_taken_away_is_said_and_nothing_is_lost_in_it(
    sqlite_store: SqliteStore, sqlite_url: str, tmp_path: Path, *, replaced: bool
) -> None:
    file, away = Path(parse(sqlite_url).database or ""), tmp_path / "away.db"
    await sqlite_store.write(lambda tx: tx.keep_fact("one", "1"))
    take_away(file, away, leave_another=replaced)
    for call in (
        sqlite_store.write(lambda tx: tx.keep_fact("one", "2")),
        sqlite_store.read(lambda tx: tx.fact("one")),
    ):
        with pytest.raises(StoreUnavailable, match="was removed or replaced"):
            await call
    take_away(away, file, leave_another=False)
    assert await sqlite_store.read(lambda tx: tx.fact("one")) == "1"


@pytest.mark.parametrize("page", [1, 2, 4, 8])
async def test_a_file_damaged_while_it_is_open_is_the_fault_of_no_work(sqlite_url: str, page: int) -> None:
    store = open_store(sqlite_url)
    await store.write(lambda tx: lay(tx, "t1"))
    await store.close()
    store = open_store(sqlite_url)
    overwrite(Path(parse(sqlite_url).database or ""), 4096 * page)
    with pytest.raises(StoreUnavailable, match=r"(damaged|not a database|cannot be used)[^\n]*\.$"):
        await store.read(
            lambda tx: (tx.lock_table("t1"), tx.chat_by_id(1), tx.journal("t1"), tx.surfaces("t1"))
        )
    await store.close()


async def test_what_a_work_does_wrong_is_no_fault_of_the_database(store: Store) -> None:
    def wrong(tx: Tx) -> None:
        tx.append("no such table", Entry(1, "p1", "sit 0", NOW))

    def unsound(tx: Tx) -> None:
        tx.append("t1", Entry(1, "p1", object(), NOW))  # type: ignore[arg-type]  # to be refused

    await store.write(lambda tx: lay(tx, "t1"))
    works: tuple[Callable[[Tx], None], ...] = (wrong, unsound)
    for work in works:
        with pytest.raises(Exception) as refused:  # noqa: PT011 - which one depends on the database
            await store.write(work)
        assert not isinstance(refused.value, StoreUnavailable)


# -- a crash ----------------------------------------------------------------------------------------

WRITER = """
import asyncio, sys
from storage import open_store

async def write(store, number):
    await store.write(lambda tx: tx.keep_fact(f"n{number}", "kept"))
    print(number, flush=True)

async def main():
    store = open_store(sys.argv[1])
    number = 0
    while True:
        await asyncio.gather(*(write(store, number + more) for more in range(5)))
        number += 5

asyncio.run(main())
"""


def test_no_acknowledged_write_is_lost_by_a_kill(sqlite_url: str) -> None:
    root = Path(__file__).parent.parent
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, sqlite_url], stdout=subprocess.PIPE, text=True, cwd=root
    )
    assert writer.stdout is not None
    acknowledged = [int(writer.stdout.readline()) for _ in range(33)]
    writer.send_signal(signal.SIGKILL)
    # What it still said before it died was acknowledged as well.
    acknowledged += [int(line) for line in writer.communicate()[0].splitlines() if line]

    async def find() -> list[str | None]:
        store = open_store(sqlite_url)
        found = await store.read(lambda tx: [tx.fact(f"n{number}") for number in acknowledged])
        await store.close()
        return found

    kept = asyncio.run(find())
    assert kept == ["kept"] * len(acknowledged)


def test_a_sqlite_file_is_written_through_to_the_disk(sqlite_url: str) -> None:
    async def ask() -> tuple[object, object]:
        store = open_store(sqlite_url)

        def work(tx: Tx) -> tuple[object, object]:
            cursor: sqlite3.Cursor = tx._cursor  # type: ignore[attr-defined]  # what no port tells
            return (
                cursor.execute("PRAGMA journal_mode").fetchone()[0],
                cursor.execute("PRAGMA synchronous").fetchone()[0],
            )

        told = await store.write(work)
        await store.close()
        return told

    assert asyncio.run(ask()) == ("wal", 2)


# -- PostgreSQL alone -------------------------------------------------------------------------------


@pytest.fixture
async def postgres_store(postgres_url: str) -> AsyncIterator[Store]:
    migrate(postgres_url)
    store = open_store(postgres_url)
    yield store
    await store.close()


async def test_a_deadlock_is_begun_again_and_nobody_sees_it(postgres_store: Store) -> None:
    await postgres_store.write(lambda tx: lay(tx, "t1", "t2"))
    both_locked_one = threading.Barrier(2)
    attempts: list[str] = []

    async def cross(first: str, then: str) -> str:
        def work(tx: Tx) -> str:
            tx.lock_table(first)
            attempts.append(first)
            if attempts.count(first) == 1:
                both_locked_one.wait(60)
            tx.lock_table(then)
            tx.keep_fact(first, then)
            return first

        return await postgres_store.write(work)

    one, other = await asyncio.gather(cross("t1", "t2"), cross("t2", "t1"))
    assert (one, other) == ("t1", "t2")
    assert len(attempts) == 3
    assert await postgres_store.read(lambda tx: [tx.fact("t1"), tx.fact("t2")]) == ["t2", "t1"]


async def test_a_lost_connection_is_said_and_the_next_work_gets_another(
    postgres_store: Store, postgres_url: str
) -> None:
    def end_everybody(_tx: Tx) -> None:
        with psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    def lose(tx: Tx) -> None:
        tx.keep_fact("lost", "1")
        end_everybody(tx)
        tx.keep_fact("lost", "2")

    with pytest.raises(StorageError):
        await postgres_store.write(lose)
    assert await postgres_store.read(lambda tx: tx.fact("lost")) is None
    await postgres_store.write(lambda tx: tx.keep_fact("found", "1"))
    assert await postgres_store.read(lambda tx: tx.fact("found")) == "1"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (psycopg.errors.SerializationFailure("always"), "again and again"),
        (psycopg.OperationalError("the connection is closed"), "connection to PostgreSQL was lost"),
    ],
)
async def test_trouble_that_lasts_is_said(postgres_store: Store, error: psycopg.Error, said: str) -> None:
    def work(_tx: Tx) -> None:
        raise error

    with pytest.raises(StorageError, match=said):
        await postgres_store.write(work)


async def test_a_server_that_went_away_is_said() -> None:
    with pytest.raises(StorageError, match=r"^PostgreSQL cannot be reached\.$"):
        PostgresqlStore(parse("postgresql://rosa:hunter2@127.0.0.1:1/briscola"), lambda: NOW)


async def test_what_postgresql_refuses_is_said_without_the_row(postgres_store: Store) -> None:
    def work(tx: Tx) -> None:
        lay(tx, "t1")
        row = tx.table("t1")
        assert row is not None
        tx.add_table(TableRow("t9", row.chat, "", None, 1, b"secret", b"", 0, 0, "", 1, None, "", 1))  # type: ignore[arg-type]  # to be refused

    with pytest.raises(RefusedError) as refused:
        await postgres_store.write(work)
    assert "not-null" in str(refused.value)
    assert b"secret".hex() not in str(refused.value)
    assert refused.value.__suppress_context__
