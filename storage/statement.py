"""A statement written once in SQLAlchemy Core and kept as text for each kind of database.

Core's own execution costs more than SQLite needs for a whole press, so that statements are compiled
once and given to the driver's cursor as they are.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol, cast

from sqlalchemy import ClauseElement, ColumnElement, Dialect, Executable, Table, Text, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

__all__ = ["Kind", "Statement", "Upsert", "among", "as_list", "in_byte_order"]

Kind = Literal["sqlite", "postgresql"]
"""Which kind of database it is."""


class Upsert(Protocol):
    """The `insert` of one kind of database, which knows ON CONFLICT."""

    def __call__(self, table: Table, /) -> sqlite.Insert: ...


_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": PGDialect_psycopg(),  # type: ignore[no-untyped-call]  # SQLAlchemy left its __init__ untyped
}
_UPSERTS: dict[str, Upsert] = {
    "sqlite": sqlite.insert,
    # Both inserts have the methods that we use, with the same meaning.
    "postgresql": cast("Upsert", postgresql.insert),
}


class Prepared(NamedTuple):
    """A statement's text, and the values of the parameters that are always the same."""

    text: str
    constants: dict[str, object]


class Statement(dict[str, Prepared]):
    """`statement[kind]` is its text with named parameters, made when it is first asked for."""

    def __init__(self, build: Executable | Callable[[Upsert], Executable]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, kind: str) -> Prepared:
        build = self._build
        built = build(_UPSERTS[kind]) if callable(build) else build
        compiled = cast("ClauseElement", built).compile(dialect=_DIALECTS[kind])
        constants = {name: value for name, value in (compiled.params or {}).items() if value is not None}
        self[kind] = Prepared(str(compiled), constants)
        return self[kind]


class _Among(ColumnElement[bool]):
    inherit_cache = False

    def __init__(self, column: ColumnElement[str], parameter: str) -> None:
        self.column = column
        self.listed = bindparam(parameter, type_=Text)


def among(column: ColumnElement[str], parameter: str) -> ColumnElement[bool]:
    """The column's text is in the list of that parameter, which was made by `as_list`."""
    return _Among(column, parameter)


def as_list(texts: Sequence[str]) -> str:
    """A list of texts as one parameter for `among`."""
    return json.dumps(list(texts))


@compiles(_Among, "sqlite")
def _among_in_sqlite(element: _Among, compiler: SQLCompiler, **how: Any) -> str:
    column, listed = compiler.process(element.column, **how), compiler.process(element.listed, **how)
    return f"{column} IN (SELECT value FROM json_each({listed}))"  # noqa: S608  both are compiled


@compiles(_Among, "postgresql")
def _among_in_postgresql(element: _Among, compiler: SQLCompiler, **how: Any) -> str:
    column, listed = compiler.process(element.column, **how), compiler.process(element.listed, **how)
    return f"{column} IN (SELECT jsonb_array_elements_text(CAST({listed} AS jsonb)))"


class _InByteOrder(ColumnElement[str]):
    inherit_cache = False

    def __init__(self, column: ColumnElement[str]) -> None:
        self.column = column


def in_byte_order(column: ColumnElement[str]) -> ColumnElement[str]:
    """Sorts the column's text the same on every database, whatever its locale."""
    return _InByteOrder(column)


@compiles(_InByteOrder, "sqlite")
def _byte_order_of_sqlite(element: _InByteOrder, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.column, **how)


@compiles(_InByteOrder, "postgresql")
def _byte_order_of_postgresql(element: _InByteOrder, compiler: SQLCompiler, **how: Any) -> str:
    return f'{compiler.process(element.column, **how)} COLLATE "C"'
