"""When a table fails: that table is closed and its chat told; every other goes on."""

import secrets

import structlog

from bot.service.hub import Hub
from bot.service.ports import Store, Tx

__all__ = ["Troubles"]

log = structlog.get_logger(__name__)


class Troubles:
    """Marks tables that failed."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub

    async def close(self, table: str, error: Exception) -> None:
        """Close a table whose command raised `error`; a fault of the database itself is raised on."""
        if not await self._is_the_tables(table):
            raise error
        log.error("table failed", table=table, incident=secrets.token_hex(4), exc_info=error)
        await self._store.write(lambda tx: _mark(tx, table))
        self._hub.changed(table)

    async def _is_the_tables(self, table: str) -> bool:
        """Whether the database answers, so that the fault must lie with the table."""
        return await self._store.read(lambda tx: tx.table(table) is not None)


def _mark(tx: Tx, table: str) -> None:
    row = tx.lock_table(table)
    if row is None:
        return
    tx.advance(table, seq=row.seq, phase="trouble", since=row.since, due_at=None, due_kind="")
    tx.set_seats(table, ())
    tx.want(table)
