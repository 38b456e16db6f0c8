"""A store in a SQLite file: one thread writes, and commits together what waits together."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar, cast

from sqlalchemy import URL, Engine, create_engine, event

from bot.service.ports import Tx
from storage.errors import StorageError
from storage.whole import WholeTransaction, do

__all__ = ["SqliteStore"]

T = TypeVar("T")

LARGEST_BATCH: Final = 256
READERS: Final = 4

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Job:
    """A piece of work that waits for the writer, and what became of it."""

    work: Callable[[Tx], Any]
    answer: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None

    def resolve(self) -> None:
        """Tell who waits; runs in their event loop."""
        if self.answer.done():
            if self.error is not None:
                _log.error("Work that nobody waited for any more failed", exc_info=self.error)
        elif self.error is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(self.error)


class SqliteStore:
    """A store in a SQLite file that is at head. A second process on the same file works, but waits."""

    def __init__(self, url: URL, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._closed = False
        self._reading = _engine(url, READERS, query_only=True)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writing = _engine(url, 1, query_only=False)
        # Opened here and not by the thread, so that a file that cannot be opened is told to the caller.
        self._pooled = self._writing.raw_connection()
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    async def write(self, work: Callable[[Tx], T]) -> T:
        """Run and commit; the result is returned after the commit. An exception undoes this work alone.

        Work commits even when the waiting call is cancelled.
        """
        self._check_open()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Job(work, answer))
        return await answer

    async def read(self, work: Callable[[Tx], T]) -> T:
        """Run on a consistent view of what is committed; writing is an error."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    async def close(self) -> None:
        """Finish what is waiting, then close every connection."""
        if not self._closed:
            self._closed = True
            self._waiting.put(None)
            await asyncio.to_thread(self._finish)

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError("The store is closed.")

    def _finish(self) -> None:
        self._readers.shutdown(wait=True)
        self._reading.dispose()
        # The writer goes last: the last connection tidies the file up.
        self._writer.join()
        self._pooled.close()
        self._writing.dispose()

    def _read(self, work: Callable[[Tx], T]) -> T:
        with _connected(self._reading) as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN")
            try:
                return do(work, WholeTransaction(cursor, "sqlite", self._clock))
            finally:
                connection.rollback()

    def _write_all(self) -> None:
        connection = cast("sqlite3.Connection", self._pooled.driver_connection)
        while jobs := self._next_jobs():
            try:
                _commit_together(connection, jobs, self._clock)
            except BaseException as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
                _fail(jobs, error)
            _answer(jobs)

    def _next_jobs(self) -> list[_Job]:
        """What waits now, at least one job; nothing when the store is closing."""
        job = self._waiting.get()
        jobs: list[_Job] = []
        while job is not None:
            jobs.append(job)
            if len(jobs) == LARGEST_BATCH:
                break
            try:
                job = self._waiting.get_nowait()
            except Empty:
                break
        if job is None and jobs:
            self._waiting.put(None)
        return jobs


def _commit_together(connection: sqlite3.Connection, jobs: list[_Job], clock: Callable[[], int]) -> None:
    cursor = connection.cursor()
    transaction = WholeTransaction(cursor, "sqlite", clock)
    try:
        cursor.execute("BEGIN IMMEDIATE")
        for job in jobs:
            cursor.execute("SAVEPOINT job")
            try:
                job.result = do(job.work, transaction)
            except BaseException as error:
                if not connection.in_transaction:
                    # A full disk and its like make SQLite undo the whole transaction by itself.
                    raise
                job.error = error
                cursor.execute("ROLLBACK TO job")
            cursor.execute("RELEASE job")
        cursor.execute("COMMIT")
    except sqlite3.Error as error:
        raise StorageError(f"The database could not be written: {error}.") from error
    finally:
        if connection.in_transaction:
            connection.rollback()


def _fail(jobs: list[_Job], error: BaseException) -> None:
    for job in jobs:
        job.error = job.error or error


def _answer(jobs: list[_Job]) -> None:
    """Tell all who wait, waking each event loop once."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        loops.setdefault(job.answer.get_loop(), []).append(job)
    for loop, theirs in loops.items():
        try:
            loop.call_soon_threadsafe(_resolve, theirs)
        except RuntimeError:
            _log.warning("An event loop was closed before its work was committed")


def _resolve(jobs: list[_Job]) -> None:
    for job in jobs:
        job.resolve()


def _engine(url: URL, connections: int, *, query_only: bool) -> Engine:
    engine = create_engine(url, hide_parameters=True, pool_size=connections, max_overflow=0)

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # The driver must not begin transactions by itself: it would begin too late.
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout = 10000")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA query_only = {'ON' if query_only else 'OFF'}")

    event.listen(engine, "connect", prepare)
    return engine


@contextmanager
def _connected(engine: Engine) -> Generator[sqlite3.Connection]:
    pooled = engine.raw_connection()
    try:
        yield cast("sqlite3.Connection", pooled.driver_connection)
    finally:
        pooled.close()
