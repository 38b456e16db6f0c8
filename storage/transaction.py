"""What all parts of a transaction share: asking the database, and text that every database can store."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Protocol

from storage.statement import Kind, Statement

__all__ = ["Cursor", "Driver", "Row", "Transaction", "event_id", "found", "storable"]

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


@dataclass(frozen=True, slots=True)
class Driver:
    """The library that speaks with the database, and how to read its errors."""

    kind: Kind
    error: type[Exception]
    """The class of all its errors."""
    judge: Callable[[Any], Exception]
    """What to raise for one of them: a `StorageError` for a fault of the database itself, else the work's own."""


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

    def __init__(self, cursor: Cursor, driver: Driver, clock: Callable[[], int]) -> None:
        self._cursor = cursor
        self._kind = driver.kind
        self._error = driver.error
        self._judge = driver.judge
        self._clock = clock

    def _run(self, statement: Statement, values: Values) -> int:
        """Run it; how many rows it touched."""
        try:
            self._execute(statement, values)
        except self._error as error:
            raise self._judge(error) from None
        return self._cursor.rowcount

    def _run_each(self, statement: Statement, values: Sequence[Values]) -> None:
        if not values:
            return
        text, constants = statement[self._kind]
        try:
            self._cursor.executemany(text, [{**constants, **each} for each in values])
        except self._error as error:
            raise self._judge(error) from None

    def _first(self, statement: Statement, values: Values) -> Row | None:
        try:
            self._execute(statement, values)
            row: Row | None = self._cursor.fetchone()
        except self._error as error:
            raise self._judge(error) from None
        return row

    def _all(self, statement: Statement, values: Values) -> Sequence[Row]:
        try:
            self._execute(statement, values)
            return self._cursor.fetchall()
        except self._error as error:
            raise self._judge(error) from None

    def _execute(self, statement: Statement, values: Values) -> None:
        text, constants = statement[self._kind]
        self._cursor.execute(text, {**constants, **values} if constants else values)
