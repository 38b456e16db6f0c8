"""Which database a URL means."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import StorageError

__all__ = ["file_of", "is_sqlite", "name_of", "parse"]

_SQLITE = {"sqlite", "sqlite+pysqlite"}
_POSTGRESQL = {"postgres", "postgresql", "postgresql+psycopg"}
_KINDS = "DATABASE_URL must begin with sqlite:/// or postgresql://."
_UNREADABLE = (
    "DATABASE_URL cannot be read: write postgresql://user:password@host:port/name, the port a number."
)
_LAST_PORT = 65535


def parse(url: str) -> URL:
    """The database of `url`, with the driver that we use.

    Raises:
        StorageError: the URL is none that we can use. The sentence never repeats it, for its password.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        known = url.partition("://")[0] in _POSTGRESQL | _SQLITE
        raise StorageError(_UNREADABLE if known else _KINDS) from None
    if parsed.drivername in _SQLITE:
        return _with_a_file(parsed.set(drivername="sqlite+pysqlite"))
    if parsed.drivername not in _POSTGRESQL:
        raise StorageError(_KINDS)
    if "@" in (parsed.host or ""):
        raise StorageError("The password in DATABASE_URL contains an @: write it as %40.")
    if parsed.port is not None and not 0 < parsed.port <= _LAST_PORT:
        raise StorageError(f"The port in DATABASE_URL must be a number from 1 to {_LAST_PORT}.")
    return parsed.set(drivername="postgresql+psycopg")


def is_sqlite(url: URL) -> bool:
    """Whether the database is a SQLite file; else it is PostgreSQL."""
    return url.get_backend_name() == "sqlite"


def name_of(url: URL) -> str:
    """The database for people: its kind and where it is, never a password."""
    if is_sqlite(url):
        return f"The SQLite file {file_of(url)}"
    host = url.host or url.query.get("host")
    return f"The PostgreSQL database {url.database or url.username or ''}" + (f" on {host}" if host else "")


def file_of(url: URL) -> Path:
    """The file of a SQLite database."""
    return Path(url.database or "")


def _with_a_file(url: URL) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:") or url.query:
        raise StorageError("DATABASE_URL must name a SQLite file, such as sqlite:///data/briscola.db.")
    return url
