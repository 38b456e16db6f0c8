"""What a driver's error means: that the database cannot be used, said in one sentence, or that a work is wrong."""

import sqlite3
from pathlib import Path
from typing import Final

from storage.errors import StorageError

__all__ = ["of_sqlite", "sentence_of_sqlite"]

_THE_WORKS: Final = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    sqlite3.NotSupportedError,
)
"""Errors that the work itself is to blame for; every other one is the database's."""

_SENTENCES: Final = (
    ("not a database", "The file {} is not a database."),
    ("malformed", "The file {} is damaged: put a copy of the database in its place."),
    ("readonly", "The file {} or its folder cannot be written."),
    ("unable to open", "The file {} or its folder cannot be written."),
    ("full", "There is no room left on the disk for the file {}."),
    ("locked", "The file {} is locked by another program."),
    ("disk I/O", "The disk with the file {} cannot be read or written: it is full or broken."),
)
"""A part of what SQLite says, and what we say; {} is the file."""


def sentence_of_sqlite(file: Path, said: str) -> StorageError:
    """What SQLite said, for the person who runs the bot."""
    for part, sentence in _SENTENCES:
        if part in said:
            return StorageError(sentence.format(file))
    return StorageError(f"The file {file} cannot be used: {said.rstrip('.')}.")


def of_sqlite(file: Path, error: sqlite3.Error, *, reading: bool = False) -> Exception:
    """The fault of the database behind an error, or the error itself where a work did something wrong."""
    if reading and error.sqlite_errorcode == sqlite3.SQLITE_READONLY:
        return error  # the connection is for reading; a file that cannot be written has codes of its own
    return error if isinstance(error, _THE_WORKS) else sentence_of_sqlite(file, str(error))
