"""Brings a database to the schema of this program, and says where that is not possible."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from storage.address import file_of, is_sqlite
from storage.errors import SchemaOutdated, StorageError
from storage.faults import sentence_of_sqlite
from storage.schema import HEAD

if TYPE_CHECKING:
    from alembic.config import Config

__all__ = [
    "bring_to_head",
    "check_at_head",
    "connected",
    "in_one_sentence",
    "prepare_file",
    "revision",
    "script_config",
]

LOCK: Final = 0x6272_6973_636F_6C61
"""The advisory lock of those who migrate ("briscola")."""
SECONDS_TO_CONNECT: Final = 10
MS_TO_WAIT_FOR_A_LOCK: Final = 10_000


def prepare_file(url: URL) -> None:
    """Make the folder that a SQLite file is to be in."""
    folder = file_of(url).absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"The folder {folder} cannot be made: {error.strerror}.") from None


def bring_to_head(url: URL, head: str = "head") -> None:
    """Run what migrations are missing, all in one transaction; others who migrate wait for us."""
    with connected(url) as connection:
        if revision(connection) != HEAD:
            connection.rollback()
            _run_migrations(connection, head)


def check_at_head(url: URL) -> None:
    """Raise `SchemaOutdated` unless the database is at head."""
    with connected(url) as connection:
        found = revision(connection)
        if found != HEAD:
            _check_known(found)
            raise SchemaOutdated


def revision(connection: Connection) -> str | None:
    """The migration that the database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _run_migrations(connection: Connection, head: str) -> None:
    from alembic import command

    config = script_config()
    config.attributes["connection"] = connection
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        _check_known(revision(connection))
        command.upgrade(config, head)
        if (
            connection.dialect.name == "sqlite"
            and connection.execute(text("PRAGMA foreign_key_check")).first()
        ):
            raise StorageError(
                "A migration would leave rows that refer to nothing, so that nothing was changed."
            )


def script_config() -> "Config":
    """Where Alembic finds our migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _check_known(found: str | None) -> None:
    if found is None or found == HEAD:
        return
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(script_config())
    if found not in {script.revision for script in scripts.walk_revisions()}:
        raise StorageError("The database was made by a newer briscola-bot: update the program.")


@contextmanager
def connected(url: URL) -> Generator[Connection]:
    """A connection of its own, closed afterwards; what the driver says becomes one sentence."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise in_one_sentence(url, error) from None
    finally:
        engine.dispose()


def _engine(url: URL) -> Engine:
    if not is_sqlite(url):
        return create_engine(
            url,
            poolclass=NullPool,
            hide_parameters=True,
            connect_args={"connect_timeout": SECONDS_TO_CONNECT, "prepare_threshold": None},
        )
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # The driver would commit in the middle of a migration if it began transactions by itself.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {MS_TO_WAIT_FOR_A_LOCK}")
        # Tables are rebuilt by copying; with foreign keys on, dropping the old one empties its children.
        connection.execute("PRAGMA foreign_keys = OFF")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def in_one_sentence(url: URL, error: SQLAlchemyError) -> StorageError:
    """What a driver said, without a word of it that could be a password or a row."""
    said = str(getattr(error, "orig", error))
    if is_sqlite(url):
        return sentence_of_sqlite(file_of(url), said)
    if "authentication failed" in said:
        return StorageError("PostgreSQL refused the user name or the password in DATABASE_URL.")
    if "does not exist" in said and "database" in said:
        return StorageError(f"PostgreSQL has no database named {url.database}.")
    # Never the detail beside the primary message, which repeats the values of a row.
    refused = getattr(getattr(getattr(error, "orig", None), "diag", None), "message_primary", None)
    if refused:
        return StorageError(f"PostgreSQL refused: {refused}.")
    if isinstance(error, OperationalError):
        return StorageError("PostgreSQL cannot be reached at the address in DATABASE_URL.")
    return StorageError("PostgreSQL does not understand the options in DATABASE_URL.")
