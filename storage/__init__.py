"""Where tables are kept: SQLAlchemy Core over SQLite or PostgreSQL."""

import time
from collections.abc import Callable

from bot.service.ports import Store
from storage.address import is_sqlite, name_of, parse
from storage.errors import SchemaOutdated, StorageError
from storage.migrating import bring_to_head, check_at_head, prepare_file

__all__ = ["SchemaOutdated", "StorageError", "migrate", "open_store"]


def open_store(url: str, *, clock: Callable[[], int] | None = None) -> Store:
    """The store of `DATABASE_URL`. Waits for the database, so call it before the event loop serves anybody.

    A SQLite file is made, with its folder, and brought up to date; PostgreSQL must be up to date. Either is
    written to once, since one that takes nothing is of no use.

    Raises:
        SchemaOutdated: PostgreSQL has an older schema; `migrate` would change it.
        StorageError: the database cannot be used; one sentence says why.
    """
    parsed = parse(url)
    clock = clock or _now
    if is_sqlite(parsed):
        from storage.sqlite import SqliteStore

        prepare_file(parsed)
        bring_to_head(parsed)
        return SqliteStore(parsed, clock)
    from storage.postgresql import PostgresqlStore

    check_at_head(parsed)
    return PostgresqlStore(parsed, clock)


def migrate(url: str) -> str:
    """Bring the database up to date; one that is up to date already stays as it is. Its name, for people.

    Raises:
        StorageError: the database cannot be used; one sentence says why.
    """
    parsed = parse(url)
    if is_sqlite(parsed):
        prepare_file(parsed)
    bring_to_head(parsed)
    return name_of(parsed)


def _now() -> int:
    return time.time_ns() // 1_000_000
