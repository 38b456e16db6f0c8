"""A store in PostgreSQL: threads that each run one transaction at a time; any number of processes share it."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar, cast

import psycopg
from psycopg.errors import DeadlockDetected, ReadOnlySqlTransaction, SerializationFailure
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from bot.service.ports import Tx
from storage.errors import RefusedError, StorageError
from storage.transaction import Cursor, Driver
from storage.whole import WholeTransaction, do

__all__ = ["PostgresqlStore"]

T = TypeVar("T")

WRITERS: Final = 8
READERS: Final = 4
ATTEMPTS: Final = 5
"""How often a work is begun that PostgreSQL undoes for the sake of another (deadlock, serialization)."""
LONGEST_PAUSE: Final = 0.05
SECONDS_TO_CONNECT: Final = 10

_log = logging.getLogger(__name__)


class PostgresqlStore:
    """A store in a PostgreSQL database that is at head."""

    def __init__(self, url: URL, clock: Callable[[], int]) -> None:
        """Connect and write once, so that a database that takes nothing is told to the caller.

        Raises:
            StorageError: it cannot be reached or written; one sentence says why.
        """
        self._clock = clock
        self._closed = False
        self._writing = _engine(url, WRITERS, read_only=False)
        self._reading = _engine(url, READERS, read_only=True)
        self._writers = ThreadPoolExecutor(WRITERS, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        try:
            self._write(lambda tx: tx.keep_fact("opened", str(clock())))
        except StorageError:
            self._finish()
            raise

    async def write(self, work: Callable[[Tx], T]) -> T:
        """Run and commit; the result is returned after the commit. An exception undoes this work alone.

        Work commits even when the waiting call is cancelled. Where PostgreSQL undoes it for the sake of
        another (deadlock, serialization) it is run again from the start, after everything it did was undone:
        it is committed at most once, and what it does outside of the transaction it may do again.
        """
        self._check_open()
        running = asyncio.get_running_loop().run_in_executor(self._writers, self._write, work)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            running.add_done_callback(_tell_of_failure)
            raise

    async def read(self, work: Callable[[Tx], T]) -> T:
        """Run on a consistent view of what is committed; writing is an error."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._once, self._reading, work
        )

    async def close(self) -> None:
        """Finish what is waiting, then close every connection."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._finish)

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError("The store is closed.")

    def _finish(self) -> None:
        for pool in (self._writers, self._readers):
            pool.shutdown(wait=True)
        for engine in (self._writing, self._reading):
            engine.dispose()

    def _write(self, work: Callable[[Tx], T]) -> T:
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._once(self._writing, work)
            except _OvertakenError:
                _log.info("PostgreSQL undid a transaction for another (attempt %d)", attempt)
                time.sleep(random.uniform(0, LONGEST_PAUSE))  # noqa: S311  no secret
        raise StorageError("PostgreSQL undid the same work again and again, since others were quicker.")

    def _once(self, engine: Engine, work: Callable[[Tx], T]) -> T:
        """One transaction, from its beginning to its commit (of a reader, too: there is nothing to undo)."""
        driver = READER if engine is self._reading else DRIVER
        try:
            pooled = engine.raw_connection()
        except (psycopg.Error, SQLAlchemyError):
            raise StorageError("PostgreSQL cannot be reached.") from None
        connection = cast("psycopg.Connection[tuple[Any, ...]]", pooled.driver_connection)
        try:
            with connection.cursor() as cursor:
                result = do(work, WholeTransaction(cast("Cursor", cursor), driver, self._clock))
            connection.commit()
        except psycopg.Error as error:
            raise _judged(error) from None
        else:
            return result
        finally:
            if connection.closed:
                pooled.invalidate()
            # Rolls back whatever was not committed.
            pooled.close()


class _OvertakenError(StorageError):
    """PostgreSQL undid a transaction for the sake of another."""

    def __init__(self) -> None:
        super().__init__("PostgreSQL undid a work, since another was quicker.")


def _tell_of_failure(done: asyncio.Future[Any]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        _log.error("Work that nobody waited for any more failed", exc_info=error)


def _judged(error: psycopg.Error) -> Exception:
    """The fault of the database behind an error, or a `RefusedError` where a work did something wrong."""
    if isinstance(error, DeadlockDetected | SerializationFailure):
        return _OvertakenError()
    # Never the detail: it repeats the values of a row, seeds among them.
    said = error.diag.message_primary
    if isinstance(error, psycopg.IntegrityError | psycopg.DataError | psycopg.NotSupportedError):
        return RefusedError(f"PostgreSQL refused: {said} ({error.sqlstate}).")
    if said is not None:
        return StorageError(f"PostgreSQL refused: {said} ({error.sqlstate}).")
    if isinstance(error, psycopg.ProgrammingError):
        return RefusedError("psycopg does not understand a statement.")
    return StorageError("The connection to PostgreSQL was lost.")


def _judged_in_reading(error: psycopg.Error) -> Exception:
    if isinstance(error, ReadOnlySqlTransaction):
        return RefusedError("A work that was to read (in a read-only transaction) tried to write.")
    return _judged(error)


DRIVER: Final = Driver("postgresql", psycopg.Error, _judged)
READER: Final = Driver("postgresql", psycopg.Error, _judged_in_reading)


def _engine(url: URL, connections: int, *, read_only: bool) -> Engine:
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_size=connections,
        max_overflow=0,
        pool_pre_ping=True,
        # A view for reading must stay the same over several statements.
        isolation_level="REPEATABLE READ" if read_only else "READ COMMITTED",
        # Statements prepared on a connection are lost behind pgbouncer's transaction mode.
        connect_args={"connect_timeout": SECONDS_TO_CONNECT, "prepare_threshold": None},
    )

    def prepare(connection: psycopg.Connection[Any], _record: object) -> None:
        connection.read_only = read_only

    event.listen(engine, "connect", prepare)
    return engine
