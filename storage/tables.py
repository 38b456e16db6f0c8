"""Tables, their journals, who sits at them and what they wait for."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from bot.service.records import Due, Entry, TableRow
from storage.schema import IS_OPEN, IS_TIMED, journal, player_keys, seats, tables
from storage.statement import Statement, among, as_list
from storage.transaction import Transaction, storable

__all__ = ["TablesTransaction"]

_TABLE = select(tables).where(tables.c.id == bindparam("table"))
TABLE = Statement(_TABLE)
LOCK_TABLE = Statement(_TABLE.with_for_update())
NEW_TABLE = Statement(lambda upsert: upsert(tables).on_conflict_do_nothing().returning(tables.c.id))

JOURNAL = Statement(
    select(journal.c.seq, journal.c.actor, journal.c.act, journal.c.at)
    .where(journal.c.table_id == bindparam("table"))
    .order_by(journal.c.seq)
)
APPEND = Statement(lambda upsert: upsert(journal).on_conflict_do_nothing().returning(journal.c.seq))
ADVANCE = Statement(
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        seq=bindparam("new_seq"),
        phase=bindparam("new_phase"),
        since=bindparam("new_since"),
        due_at=bindparam("new_due_at"),
        due_kind=bindparam("new_due_kind"),
    )
)
SET_DUE = Statement(
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(due_at=bindparam("new_due_at"), due_kind=bindparam("new_due_kind"))
)

RISE = Statement(delete(seats).where(seats.c.table_id == bindparam("table")))
SIT = Statement(insert(seats))

_NEWEST = (tables.c.opened_at.desc(), tables.c.id.desc())
_IN_PLACE = (tables.c.chat_id == bindparam("chat"), tables.c.thread == bindparam("in_thread"))
OPEN_TABLES = Statement(select(tables.c.id).where(*_IN_PLACE, IS_OPEN).order_by(*_NEWEST))
OPEN_TABLES_OF_CHAT = Statement(
    select(tables.c.id).where(tables.c.chat_id == bindparam("chat"), IS_OPEN).order_by(*_NEWEST)
)
LATEST_TABLE = Statement(select(tables.c.id).where(*_IN_PLACE).order_by(*_NEWEST).limit(1))

_PERSON = select(player_keys.c.person_id).where(player_keys.c.key == bindparam("player")).scalar_subquery()
_KEYS = select(player_keys.c.key).where(player_keys.c.person_id == _PERSON)
_SITTING = select(seats.c.table_id).where(
    or_(seats.c.player == bindparam("player"), seats.c.player.in_(_KEYS))
)
_TABLES_OF = select(tables.c.id).where(tables.c.id.in_(_SITTING), IS_OPEN).order_by(*_NEWEST)
TABLES_OF = Statement(_TABLES_OF)
TABLES_OF_IN_CHAT = Statement(_TABLES_OF.where(tables.c.chat_id == bindparam("chat")))

DUE = Statement(
    select(tables.c.id, tables.c.due_kind, tables.c.seq, tables.c.due_at)
    .where(tables.c.due_at <= bindparam("now"))
    .order_by(tables.c.due_at, tables.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
CLAIM = Statement(
    update(tables).where(tables.c.id == bindparam("table")).values(due_at=bindparam("new_due_at"))
)
NEXT_DUE = Statement(select(func.min(tables.c.due_at)).where(IS_TIMED))
_LOCK_TIMED = (
    select(tables.c.id)
    .where(IS_TIMED, among(tables.c.due_kind, "kinds"))
    .order_by(tables.c.id)
    .with_for_update()
)
LOCK_TIMED = Statement(_LOCK_TIMED)
LOCK_TIMED_IN_CHAT = Statement(_LOCK_TIMED.where(tables.c.chat_id == bindparam("chat")))
POSTPONE = Statement(
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        due_at=tables.c.due_at + bindparam("by_ms"),
        # What comes after it is reckoned from here: the turn's end, after the reminder.
        since=tables.c.since + bindparam("by_ms"),
    )
)


class TablesTransaction(Transaction):
    """The part of a transaction about tables."""

    def add_table(self, row: TableRow) -> bool:
        """Whether the table was added; False when its id exists (somebody was quicker)."""
        values = {
            "id": row.id,
            "chat_id": row.chat,
            "thread": storable(row.thread),
            "rules": row.rules,
            "rules_version": row.rules_version,
            "seed": row.seed,
            "computer_seed": row.computer_seed,
            "dealer": row.dealer,
            "seq": row.seq,
            "phase": row.phase,
            "since": row.since,
            "due_at": row.due_at,
            "due_kind": row.due_kind,
            "opened_at": row.opened_at,
            "next_id": row.next_id,
            "next_seed": row.next_seed,
        }
        return self._first(NEW_TABLE, values) is not None

    def lock_table(self, table: str) -> TableRow | None:
        """The row, locked against every other writer until the end of the transaction."""
        row = self._first(LOCK_TABLE, {"table": table})
        return None if row is None else TableRow(*row)

    def table(self, table: str) -> TableRow | None:
        """The row, not locked."""
        row = self._first(TABLE, {"table": table})
        return None if row is None else TableRow(*row)

    def journal(self, table: str) -> Sequence[Entry]:
        """All entries in order."""
        return [Entry(*row) for row in self._all(JOURNAL, {"table": table})]

    def append(self, table: str, entry: Entry) -> bool:
        """Whether the entry was written; False when its seq was taken (somebody was quicker)."""
        values = {
            "table_id": table,
            "seq": entry.seq,
            "actor": entry.actor,
            "act": entry.act,
            "at": entry.at,
        }
        return self._first(APPEND, values) is not None

    def advance(
        self, table: str, *, seq: int, phase: str, since: int, due_at: int | None, due_kind: str
    ) -> None:
        """The table has come this far and waits for this."""
        values = {
            "table": table,
            "new_seq": seq,
            "new_phase": phase,
            "new_since": since,
            "new_due_at": due_at,
            "new_due_kind": due_kind,
        }
        self._run(ADVANCE, values)

    def set_due(self, table: str, due_at: int | None, due_kind: str) -> None:
        """What the table waits for, and until when."""
        self._run(SET_DUE, {"table": table, "new_due_at": due_at, "new_due_kind": due_kind})

    def set_seats(self, table: str, players: Sequence[str]) -> None:
        """Who sits at the table now (player keys of people), so that their tables can be found."""
        self._run(RISE, {"table": table})
        self._run_each(SIT, [{"table_id": table, "player": player} for player in dict.fromkeys(players)])

    def open_tables(self, chat: int, thread: str | None) -> Sequence[str]:
        """Tables in lobby or play in that place (None: in all its threads), the newest first."""
        if thread is None:
            rows = self._all(OPEN_TABLES_OF_CHAT, {"chat": chat})
        else:
            rows = self._all(OPEN_TABLES, {"chat": chat, "in_thread": storable(thread)})
        return [table for (table,) in rows]

    def tables_of(self, player: str, chat: int | None = None) -> Sequence[str]:
        """Tables in lobby or play at which the person behind `player` sits, the newest first."""
        if chat is None:
            rows = self._all(TABLES_OF, {"player": player})
        else:
            rows = self._all(TABLES_OF_IN_CHAT, {"player": player, "chat": chat})
        return [table for (table,) in rows]

    def latest_table(self, chat: int, thread: str) -> str | None:
        """The newest table in that place, over or not."""
        row = self._first(LATEST_TABLE, {"chat": chat, "in_thread": storable(thread)})
        return None if row is None else row[0]

    def claim_due(self, now: int, lease: int, limit: int) -> Sequence[Due]:
        """Timers due by `now`, each moved ahead to `now + lease` so that no other process takes it."""
        due = [Due(*row) for row in self._all(DUE, {"now": now, "most": limit})]
        self._run_each(CLAIM, [{"table": timer.table, "new_due_at": now + lease} for timer in due])
        return due

    def next_due(self) -> int | None:
        """When the nearest timer is due."""
        row = self._first(NEXT_DUE, {})
        return None if row is None else row[0]

    def postpone(self, chat: int | None, kinds: Sequence[str], by: int) -> None:
        """Let the tables of a chat (None: all) that wait for these kinds wait longer by `by` ms, and from later on."""
        values = {"kinds": as_list(kinds)}
        if chat is None:
            timed = self._all(LOCK_TIMED, values)
        else:
            timed = self._all(LOCK_TIMED_IN_CHAT, {**values, "chat": chat})
        self._run_each(POSTPONE, [{"table": table, "by_ms": by} for (table,) in timed])
