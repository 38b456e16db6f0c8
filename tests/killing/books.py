"""The books of the bot, read after it has ended: every table replayed act by act."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from sqlalchemy import create_engine, func, or_, select

from bot.service.journals import BrokenJournalError, opening
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import Chat, Entry, Surface, TableRow
from bot.service.studio import Studio
from bot.table import Accepted, Pace, Result, Table, decide, parse_act, results_of
from storage import open_store, schema

Written = tuple[int, int, str, int | None, str]
"""A result: deal, seat, player, points, outcome."""


@dataclass(frozen=True)
class Book:
    """One table as the database has it."""

    row: TableRow
    chat: Chat
    journal: tuple[Entry, ...]
    moments: tuple[Table, ...]
    """The table after each entry."""
    people: dict[str, str]
    """From player key to the person on their platform."""
    surfaces: tuple[tuple[Surface, object], ...]
    """Each message with what it should show."""
    results: tuple[Written, ...]
    """What is written down."""
    owed: tuple[Written, ...]
    """What the journal says should be."""


def tables_in(database: str) -> list[str]:
    """The ids of all tables."""
    engine = create_engine(database)
    with engine.connect() as connection:
        found = [str(name) for name in connection.scalars(select(schema.tables.c.id))]
    engine.dispose()
    return sorted(found)


def unsettled(database: str) -> int:
    """How many messages do not show yet what they should, or are being made."""
    surfaces, engine = schema.surfaces, create_engine(database)
    behind = or_(surfaces.c.shown < surfaces.c.wanted, surfaces.c.creating_at.is_not(None))
    with engine.connect() as connection:
        count = connection.scalar(select(func.count()).select_from(surfaces).where(behind))
    engine.dispose()
    return int(count or 0)


def results_in(database: str) -> dict[str, list[Written]]:
    """What is written down of each table."""
    results, engine = schema.results, create_engine(database)
    wanted = select(
        results.c.table_id,
        results.c.deal,
        results.c.seat,
        results.c.player,
        results.c.points,
        results.c.outcome,
    )
    found: dict[str, list[Written]] = {}
    with engine.connect() as connection:
        for table, deal, seat, player, points, outcome in connection.execute(wanted):
            found.setdefault(table, []).append((deal, seat, player, points, outcome))
    engine.dispose()
    return found


async def books_of(database: str) -> tuple[list[Book], list[str]]:
    """All tables, and what is wrong with those that cannot be read."""
    written, names = results_in(database), tables_in(database)
    store = open_store(database)
    books, faults = list[Book](), list[str]()
    try:
        for name in names:
            try:
                books.append(await store.read(partial(_book, name, tuple(written.get(name, ())))))
            except BrokenJournalError as error:
                faults.append(f"does not replay: {error}")
    finally:
        await store.close()
    return books, faults


def _book(name: str, results: tuple[Written, ...], tx: Tx) -> Book:
    row = tx.table(name)
    assert row is not None
    keeper = Keeper(Pace(), bytes)
    journal = tuple(tx.journal(name))
    moments, owed = list[Table](), list[Result]()
    before = opening(row)
    for entry in journal:
        reply = decide(before, entry.actor, parse_act(entry.act))
        assert isinstance(reply, Accepted)
        owed += results_of(before, reply.table)
        moments.append(before := reply.table)
    keys = {entry.actor for entry in journal}
    people = {key: f"{one.platform}:{one.user}" for key, one in tx.players(sorted(keys)).items()}
    studio = Studio(keeper)
    surfaces = tuple((surface, studio.screen(tx, surface)) for surface in tx.surfaces(name))
    due = tuple((one.deal, one.seat, one.player, one.points, one.outcome) for one in owed)
    return Book(row, tx.chat_by_id(row.chat), journal, tuple(moments), people, surfaces, results, due)
