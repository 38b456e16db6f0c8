"""What all parts of a transaction share: asking the database, and text that every database can store."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, Protocol

from storage.statement import Kind, Statement

__all__ = ["Cursor", "Row", "Transaction", "event_id", "found", "storable"]

Row = tuple[Any, ...]
Values = Mapping[str, object]


class Cursor(Protocol):
    """What we use of a driver's cursor."""

    @property
    def rowcount(self) -> int: ...
    def execute(self, text: str, values: Any, /) -> object: ...
    def executemany(self, text: str, values: Any, /) -> object: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


LONGEST_EVENT: Final = 200


def storable(text: str) -> str:
    """The text without what some database refuses: NUL is dropped, a lone surrogate becomes a question mark."""
    if text.isascii():
        return text.replace("\0", "") if "\0" in text else text
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def event_id(event: str) -> str:
    """The event as it is remembered: itself, or its hash where it is too long for an index."""
    event = storable(event)
    return event if len(event) <= LONGEST_EVENT else f"sha256:{sha256(event.encode()).hexdigest()}"


def found(row: Row | None, what: str) -> Row:
    """The row, which must be there.

    Raises:
        LookupError: it is not.
    """
    if row is None:
        raise LookupError(f"there is no such {what}")
    return row


class Transaction:
    """One open transaction on one connection, used by one thread at a time."""

    def __init__(self, cursor: Cursor, kind: Kind, clock: Callable[[], int]) -> None:
        self._cursor = cursor
        self._kind = kind
        self._clock = clock

    def _run(self, statement: Statement, values: Values) -> int:
        """Run it; how many rows it touched."""
        text, constants = statement[self._kind]
        self._cursor.execute(text, {**constants, **values} if constants else values)
        return self._cursor.rowcount

    def _run_each(self, statement: Statement, values: Sequence[Values]) -> None:
        if values:
            text, constants = statement[self._kind]
            self._cursor.executemany(text, [{**constants, **each} for each in values])

    def _first(self, statement: Statement, values: Values) -> Row | None:
        self._run(statement, values)
        row: Row | None = self._cursor.fetchone()
        return row

    def _all(self, statement: Statement, values: Values) -> Sequence[Row]:
        self._run(statement, values)
        return self._cursor.fetchall()
