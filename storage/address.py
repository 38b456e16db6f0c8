"""Which database a URL means."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import StorageError

__all__ = ["file_of", "is_sqlite", "parse"]

_SQLITE = {"sqlite", "sqlite+pysqlite"}
_POSTGRESQL = {"postgres", "postgresql", "postgresql+psycopg"}
_KINDS = "DATABASE_URL must begin with sqlite:/// or postgresql://."


def parse(url: str) -> URL:
    """The database of `url`, with the driver that we use.

    Raises:
        StorageError: the URL is none that we can use. The sentence never repeats it, for its password.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageError(_KINDS) from None
    if parsed.drivername in _SQLITE:
        return _with_a_file(parsed.set(drivername="sqlite+pysqlite"))
    if parsed.drivername not in _POSTGRESQL:
        raise StorageError(_KINDS)
    if "@" in (parsed.host or ""):
        raise StorageError("The password in DATABASE_URL contains an @: write it as %40.")
    return parsed.set(drivername="postgresql+psycopg")


def is_sqlite(url: URL) -> bool:
    """Whether the database is a SQLite file; else it is PostgreSQL."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path:
    """The file of a SQLite database."""
    return Path(url.database or "")


def _with_a_file(url: URL) -> URL:
    if not url.database or url.database == ":memory:" or url.database.startswith("file:") or url.query:
        raise StorageError("DATABASE_URL must name a SQLite file, such as sqlite:///data/briscola.db.")
    return url
