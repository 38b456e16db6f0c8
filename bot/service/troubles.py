"""When something fails: a table is closed and its chat told; of an outage the log tells twice, at either end."""

import secrets

import structlog

from bot.service.hub import Hub
from bot.service.ports import Store, StoreUnavailable, Tx

__all__ = ["Outage", "Troubles"]

log = structlog.get_logger(__name__)

SHORTEST_WAIT = 0.5
LONGEST_WAIT = 5.0


class Troubles:
    """Marks tables that failed."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self._store = store
        self._hub = hub

    async def close(self, table: str, error: Exception) -> None:
        """Close a table whose command raised `error`, which is no fault of the database."""
        log.error("table failed", table=table, incident=secrets.token_hex(4), exc_info=error)
        await self._store.write(lambda tx: _mark(tx, table))
        self._hub.changed(table)


class Outage:
    """The database is away: told when it begins and when it is over, and tried less and less often between."""

    def __init__(self, who: str) -> None:
        """`who` cannot go on meanwhile, as the log names it."""
        self._who = who
        self._wait = 0.0

    def goes_on(self, error: StoreUnavailable) -> float:
        """The seconds to wait before the next try."""
        if not self._wait:
            log.error("the database cannot be used", who=self._who, why=str(error))
        self._wait = min(max(2 * self._wait, SHORTEST_WAIT), LONGEST_WAIT)
        return self._wait

    def is_over(self) -> None:
        """The database answered."""
        if self._wait:
            log.info("the database can be used again", who=self._who)
        self._wait = 0.0


def _mark(tx: Tx, table: str) -> None:
    row = tx.lock_table(table)
    if row is None:
        return
    tx.advance(table, seq=row.seq, phase="trouble", since=row.since, due_at=None, due_kind="")
    tx.set_seats(table, ())
    tx.want(table)
