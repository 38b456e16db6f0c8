"""A store in a SQLite file: one thread writes, and commits together what waits together."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar, cast

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from bot.service.ports import Tx
from storage.address import file_of
from storage.errors import StorageError
from storage.faults import of_sqlite, sentence_of_sqlite
from storage.transaction import Driver
from storage.whole import WholeTransaction, do

__all__ = ["SqliteStore"]

T = TypeVar("T")

LARGEST_BATCH: Final = 256
READERS: Final = 4
MS_TO_WAIT_FOR_A_LOCK: Final = 10_000
SECONDS_BETWEEN_TRIES: Final = 0.02

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Job:
    """A piece of work that waits for the writer, and what became of it."""

    work: Callable[[Tx], Any]
    answer: asyncio.Future[Any] | None = None
    result: Any = None
    error: BaseException | None = None

    def resolve(self) -> None:
        """Tell who waits; runs in their event loop."""
        if self.answer is None or self.answer.done():
            if self.error is not None:
                _log.error("Work that nobody waited for any more failed", exc_info=self.error)
        elif self.error is None:
            self.answer.set_result(self.result)
        else:
            self.answer.set_exception(self.error)


class SqliteStore:
    """A store in a SQLite file that is at head. A second process on the same file works, but waits."""

    def __init__(self, url: URL, clock: Callable[[], int], *, patience: int = MS_TO_WAIT_FOR_A_LOCK) -> None:
        """Open the file and write to it once, so that one that cannot be used is told to the caller.

        `patience` is for how many milliseconds another program may keep us from writing.

        Raises:
            StorageError: the file cannot be opened or written; one sentence says why.
        """
        self._clock = clock
        self._closed = False
        self._file = file = file_of(url).absolute()
        self._driver = Driver("sqlite", sqlite3.Error, lambda error: of_sqlite(file, error))
        self._reader = Driver("sqlite", sqlite3.Error, lambda error: of_sqlite(file, error, reading=True))
        self._reading = _engine(url, READERS, patience, query_only=True)
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._writing = _engine(url, 1, patience, query_only=False)
        with _told(file):
            self._pooled = self._writing.raw_connection()
        self._identity = _identity(file)
        first = _Job(lambda tx: tx.keep_fact("opened", str(clock())))
        try:
            self._commit_together([first])
        except StorageError as error:
            first.error = error
        if first.error is not None:
            self._pooled.close()
            self._writing.dispose()
            raise _as_fault(file, first.error) from None
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

    def _check_file(self) -> None:
        """What is written to a file that was removed is lost, though SQLite would take it without a word."""
        if _identity(self._file) != self._identity:
            raise StorageError(
                f"The file {self._file} was removed or replaced while it was in use: start briscola-bot again."
            )

    def _read(self, work: Callable[[Tx], T]) -> T:
        self._check_file()
        with _told(self._file, reading=True), _connected(self._reading) as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN")
            try:
                return do(work, WholeTransaction(cursor, self._reader, self._clock))
            finally:
                connection.rollback()

    def _write_all(self) -> None:
        while jobs := self._next_jobs():
            try:
                self._check_file()
                self._commit_together(jobs)
            except BaseException as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
                _fail(jobs, _as_fault(self._file, error))
            _answer(jobs)

    def _commit_together(self, jobs: list[_Job]) -> None:
        """Do all jobs in one transaction. One that goes wrong is undone alone, unless the database gives up."""
        connection = cast("sqlite3.Connection", self._pooled.driver_connection)
        cursor = connection.cursor()
        transaction = WholeTransaction(cursor, self._driver, self._clock)
        try:
            cursor.execute("BEGIN IMMEDIATE")
            for job in jobs:
                cursor.execute("SAVEPOINT job")
                try:
                    job.result = do(job.work, transaction)
                except BaseException as error:  # noqa: BLE001  the one who waits for the job hears of it
                    job.error = of_sqlite(self._file, error) if isinstance(error, sqlite3.Error) else error
                    if not connection.in_transaction:
                        # A full disk and its like make SQLite undo the whole transaction by itself.
                        raise _as_fault(self._file, job.error) from None
                    cursor.execute("ROLLBACK TO job")
                cursor.execute("RELEASE job")
            cursor.execute("COMMIT")
        except sqlite3.Error as error:
            # Even a broken constraint, here at the end, cannot be laid at the door of any one job.
            raise sentence_of_sqlite(self._file, str(error)) from None
        finally:
            if connection.in_transaction:
                connection.rollback()

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


@contextmanager
def _told(file: Path, *, reading: bool = False) -> Generator[None]:
    """Says of what goes wrong here whether the database is to blame."""
    try:
        yield
    except SQLAlchemyError as error:
        raise sentence_of_sqlite(file, str(getattr(error, "orig", error))) from None
    except sqlite3.Error as error:
        raise of_sqlite(file, error, reading=reading) from None


def _identity(file: Path) -> tuple[int, int] | None:
    """What tells this file from another of the same name; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _as_fault(file: Path, error: BaseException) -> StorageError:
    """The fault for all who wait; what was outside of every work, no work is to blame for."""
    if isinstance(error, StorageError):
        return error
    fault = sentence_of_sqlite(file, str(error) or type(error).__name__)
    fault.__cause__ = error
    return fault


def _fail(jobs: list[_Job], error: BaseException) -> None:
    for job in jobs:
        job.error = job.error or error


def _answer(jobs: list[_Job]) -> None:
    """Tell all who wait, waking each event loop once."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in jobs:
        if job.answer is not None:
            loops.setdefault(job.answer.get_loop(), []).append(job)
    for loop, theirs in loops.items():
        try:
            loop.call_soon_threadsafe(_resolve, theirs)
        except RuntimeError:
            _log.warning("An event loop was closed before its work was committed")


def _resolve(jobs: list[_Job]) -> None:
    for job in jobs:
        job.resolve()


def _engine(url: URL, connections: int, patience: int, *, query_only: bool) -> Engine:
    engine = create_engine(url, hide_parameters=True, pool_size=connections, max_overflow=0)

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # The driver must not begin transactions by itself: it would begin too late.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {patience}")
        _write_ahead(connection, patience)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA query_only = {'ON' if query_only else 'OFF'}")

    event.listen(engine, "connect", prepare)
    return engine


def _write_ahead(connection: sqlite3.Connection, patience: int) -> None:
    """Keep what is new beside the file. On a new file SQLite waits for no other process that is about to do the same."""
    until = time.monotonic() + patience / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(SECONDS_BETWEEN_TRIES)
        else:
            return


@contextmanager
def _connected(engine: Engine) -> Generator[sqlite3.Connection]:
    pooled = engine.raw_connection()
    try:
        yield cast("sqlite3.Connection", pooled.driver_connection)
    finally:
        pooled.close()
