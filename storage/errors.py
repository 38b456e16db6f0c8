"""What can be wrong with a database, each said in one sentence without a password."""

__all__ = ["SchemaOutdated", "StorageError"]


class StorageError(Exception):
    """The database cannot be used; the text says why and what to do, for the person who runs the bot."""


class SchemaOutdated(StorageError):
    """The database has an older schema than this program, and somebody must decide to change it."""

    def __init__(self) -> None:
        super().__init__("The database is not up to date: run briscola-bot migrate.")
