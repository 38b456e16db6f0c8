"""From a journal back to the table that it tells of."""

import json
from collections.abc import Sequence
from functools import lru_cache

from bot.game import Rules
from bot.service.records import Entry, TableRow
from bot.table import Accepted, Act, Table, decide, parse_act

__all__ = ["BrokenJournalError", "accepted", "opening", "replayed"]


class BrokenJournalError(Exception):
    """A journal that its own rules refuse: a bug, or a file that somebody changed."""

    def __init__(self, table: str, what: str) -> None:
        super().__init__(f"table {table}: {what}")
        self.table = table


def opening(row: TableRow) -> Table:
    """The table as it was before anybody sat down: all it needs besides its journal."""
    return Table.fresh(row.id, _rules(row.rules, row.rules_version), row.seed, row.dealer)


def replayed(row: TableRow, journal: Sequence[Entry]) -> Table:
    """The table that the journal makes; BrokenJournalError where it makes none."""
    table = opening(row)
    for entry in journal:
        table = accepted(table, entry.actor, _parsed(row.id, entry))
    if table.seq != row.seq:
        raise BrokenJournalError(row.id, f"{table.seq} entries where {row.seq} should be")
    return table


def accepted(table: Table, actor: str, act: Act) -> Table:
    """The table after an act that may not be refused."""
    reply = decide(table, actor, act)
    if not isinstance(reply, Accepted):
        raise BrokenJournalError(table.id, f"entry {table.seq + 1} is answered {type(reply).__name__}")
    return reply.table


@lru_cache(maxsize=256)
def _rules(text: str, version: int) -> Rules:
    return Rules.from_json(json.loads(text), version=version)


def _parsed(table: str, entry: Entry) -> Act:
    try:
        return parse_act(entry.act)
    except ValueError as error:
        raise BrokenJournalError(table, f"entry {entry.seq} cannot be read") from error
