"""A store in PostgreSQL: threads that each run one transaction at a time; any number of processes share it."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar, cast

import psycopg
from psycopg.errors import DeadlockDetected, SerializationFailure
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from bot.service.ports import Tx
from storage.errors import StorageError
from storage.transaction import Cursor
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
        self._clock = clock
        self._closed = False
        self._writing = _engine(url, WRITERS, read_only=False)
        self._reading = _engine(url, READERS, read_only=True)
        self._writers = ThreadPoolExecutor(WRITERS, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

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
        try:
            pooled = engine.raw_connection()
        except (psycopg.Error, SQLAlchemyError):
            raise StorageError("PostgreSQL cannot be reached.") from None
        connection = cast("psycopg.Connection[tuple[Any, ...]]", pooled.driver_connection)
        try:
            with connection.cursor() as cursor:
                result = do(work, WholeTransaction(cast("Cursor", cursor), "postgresql", self._clock))
            connection.commit()
        except (DeadlockDetected, SerializationFailure) as error:
            raise _OvertakenError from error
        except psycopg.Error as error:
            raise _in_one_sentence(error) from None
        else:
            return result
        finally:
            if connection.closed:
                pooled.invalidate()
            # Rolls back whatever was not committed.
            pooled.close()


class _OvertakenError(Exception):
    """PostgreSQL undid a transaction for the sake of another."""


def _tell_of_failure(done: asyncio.Future[Any]) -> None:
    if not done.cancelled() and (error := done.exception()) is not None:
        _log.error("Work that nobody waited for any more failed", exc_info=error)


def _in_one_sentence(error: psycopg.Error) -> StorageError:
    # Never the detail: it repeats the values of a row, seeds among them.
    said = error.diag.message_primary
    if said is None:
        return StorageError("The connection to PostgreSQL was lost.")
    return StorageError(f"PostgreSQL refused: {said} ({error.sqlstate}).")


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
