"""What can be wrong with a database, each said in one sentence without a password."""

from bot.service.ports import StoreUnavailable

__all__ = ["RefusedError", "SchemaOutdated", "StorageError"]


class StorageError(StoreUnavailable):
    """The database cannot be used; the text says why and what to do, for the person who runs the bot."""


class SchemaOutdated(StorageError):
    """The database has an older schema than this program, and somebody must decide to change it."""

    def __init__(self) -> None:
        super().__init__("The database is not up to date: run briscola-bot migrate.")


class RefusedError(Exception):
    """A work asked for what no database would do; the text repeats no value of a row."""
