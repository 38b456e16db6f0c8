"""Keeps tables: replays them from their journals, and writes down what was accepted."""

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

from bot.game import Rules
from bot.service.ports import Tx
from bot.service.records import Chat, Entry, ResultRow, SurfaceKind, TableRow
from bot.table import (
    Accepted,
    Act,
    Lobby,
    Over,
    Pace,
    Playing,
    Reply,
    Result,
    Table,
    Timer,
    TimerKind,
    decide,
    first_timer,
    parse_act,
    rematch_steps,
    results_of,
)

__all__ = ["BrokenJournalError", "Happened", "Keeper", "Overtaken"]

CACHED = 4096
"""Tables kept in memory, each good only for the journal length it was made from."""


class BrokenJournalError(Exception):
    """A journal that its own rules refuse: a bug, or a file that somebody changed."""

    def __init__(self, table: str, what: str) -> None:
        super().__init__(f"table {table}: {what}")
        self.table = table


class Overtaken(Exception):
    """Somebody else wrote this line of the journal first; the transaction must be tried again."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What a command came to, in the transaction that decided it."""

    reply: Reply
    table: Table
    """The table as it is after the command, accepted or not."""
    row: TableRow
    """Its row as it was before."""
    next_table: Table | None = None
    """The table of the rematch that this command has made."""
    due_at: int | None = None
    """When the table's next timer is due, if the command has set one."""


class Keeper:
    """Loads and writes tables inside transactions that others open."""

    def __init__(
        self, pace: Pace, randomness: Callable[[int], bytes], live: frozenset[str] = frozenset()
    ) -> None:
        """`randomness(n)` gives n secret bytes; platforms in `live` have views that need no surface."""
        self._pace = pace
        self._randomness = randomness
        self._live = live
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    # -- reading ----------------------------------------------------------------------------------
    def load(self, tx: Tx, row: TableRow) -> Table:
        """The table of a row that was read in this transaction."""
        with self._lock:
            known = self._cache.get(row.id)
        if known is not None and known.seq == row.seq:
            return known
        return _replayed(row, tx.journal(row.id))

    def remember(self, table: Table) -> None:
        """The table is committed as it is: keep it at hand."""
        with self._lock:
            self._cache[table.id] = table
            self._cache.move_to_end(table.id)
            while len(self._cache) > CACHED:
                self._cache.popitem(last=False)

    def opening(self, row: TableRow) -> Table:
        """The table as it was before anybody sat down: all it needs besides its journal."""
        return Table.fresh(row.id, _rules(row.rules, row.rules_version), row.seed, row.dealer)

    # -- writing ----------------------------------------------------------------------------------
    def open(
        self, tx: Tx, chat: Chat, thread: str, table: Table, steps: Sequence[tuple[str, Act]], now: int
    ) -> Table:
        """Write a new table down, with the acts that it begins with; None of them may be refused."""
        row = self._new_row(chat, thread, table, now)
        if not tx.add_table(row):
            known = tx.table(table.id)
            if known is None:
                raise Overtaken
            return self.load(tx, known)
        for actor, act in steps:
            table = _accepted(table, actor, act)
            tx.append(table.id, Entry(table.seq, actor, str(act), now))
        timer = first_timer(table, now, self._pace)
        self._advance(tx, table, now, timer)
        tx.set_seats(table.id, table.people)
        if chat.platform not in self._live:
            tx.add_surface(table.id, SurfaceKind.TABLE, "", chat.platform, chat.ref, thread)
        return table

    def act(
        self, tx: Tx, table_id: str, actor: str, act: Act, now: int, *, only_at: int | None = None
    ) -> Happened | None:
        """Decide and, if it is accepted, write. None when there is no such table, or it failed earlier.

        With `only_at`, nothing happens unless the journal has just that length.
        """
        row = tx.lock_table(table_id)
        if row is None or row.phase == "trouble" or (only_at is not None and row.seq != only_at):
            return None
        before = self.load(tx, row)
        reply = decide(before, actor, act)
        if not isinstance(reply, Accepted):
            return Happened(reply, before, row)
        return self._write(tx, row, before, reply, actor, now)

    def _write(self, tx: Tx, row: TableRow, before: Table, reply: Accepted, actor: str, now: int) -> Happened:
        after = reply.table
        if not tx.append(row.id, Entry(after.seq, actor, str(reply.act), now)):
            raise Overtaken
        timer, since = self._timing(row, before, after, now)
        self._advance(tx, after, since, timer)
        tx.want(row.id)
        if before.seats != after.seats or isinstance(after.phase, Over):
            tx.set_seats(row.id, () if isinstance(after.phase, Over) else after.people)
        if row.due_kind == TimerKind.TURN and after.turn != before.turn:
            tx.dismiss(row.id, SurfaceKind.PING)
        if results := results_of(before, after):
            tx.add_results(_result_rows(row, results, now))
        return Happened(reply, after, row, self._rematch(tx, row, after, now), timer.at if timer else None)

    def _timing(self, row: TableRow, before: Table, after: Table, now: int) -> tuple[Timer | None, int]:
        """The next timer, and since when it counts: a vote or a wish does not set the clock back."""
        keeps = (
            isinstance(after.phase, Playing)
            and isinstance(before.phase, Playing)
            and after.match is before.match
        )
        waits = isinstance(before.phase, Over) and isinstance(after.phase, Over) and not after.phase.closed
        if (keeps and after.seats == before.seats) or waits:
            same = Timer(TimerKind(row.due_kind), row.due_at) if row.due_at is not None else None
            return same, row.since
        return first_timer(after, now, self._pace), now

    def _advance(self, tx: Tx, table: Table, since: int, timer: Timer | None) -> None:
        tx.advance(
            table.id,
            seq=table.seq,
            phase=phase_name(table),
            since=since,
            due_at=timer.at if timer else None,
            due_kind=timer.kind if timer else "",
        )

    def _rematch(self, tx: Tx, row: TableRow, table: Table, now: int) -> Table | None:
        """The next table, once everybody has agreed to it."""
        over = table.phase
        if not isinstance(over, Over) or over.match is None or not over.rematch or not over.closed:
            return None
        if not over.rematch >= set(table.people):
            return None
        fresh = Table.fresh(row.next_id, table.rules, row.next_seed, over.match.next_dealer)
        opened = self.open(tx, tx.chat_by_id(row.chat), row.thread, fresh, rematch_steps(table), now)
        _pass_hands_on(tx, row.id, opened.id)
        return opened

    def fresh_id(self) -> str:
        """A new table id: ten letters and digits that nobody can guess."""
        return id_from(self._randomness(8))

    def fresh_seed(self) -> bytes:
        """A new seed for a deck."""
        return self._randomness(32)

    def _new_row(self, chat: Chat, thread: str, table: Table, now: int) -> TableRow:
        return TableRow(
            id=table.id,
            chat=chat.id,
            thread=thread,
            rules=json.dumps(table.rules.to_json(), separators=(",", ":")),
            rules_version=table.rules.version,
            seed=table.seed,
            computer_seed=self._randomness(32),
            dealer=table.dealer,
            seq=0,
            phase="lobby",
            since=now,
            due_at=None,
            due_kind="",
            opened_at=now,
            next_id=self.fresh_id(),
            next_seed=self.fresh_seed(),
        )


def _pass_hands_on(tx: Tx, before: str, after: str) -> None:
    """The private messages that showed hands of one table show those of the next."""
    for one in tx.surfaces(before):
        if one.kind is SurfaceKind.HAND and one.message and not one.gone:
            new = tx.add_surface(
                after, one.kind, one.viewer, one.platform, one.chat, one.thread,
                message=one.message, expires_at=one.expires_at,
            )  # fmt: skip
            tx.want_surface(new.id)
            tx.drop_message(one.id)


def phase_name(table: Table) -> str:
    """The phase as rows name it."""
    match table.phase:
        case Lobby():
            return "lobby"
        case Playing():
            return "playing"
        case Over(closed=True):
            return "closed"
        case Over():
            return "over"


_LETTERS = "abcdefghijkmnopqrstuvwxyz0123456789"


def id_from(secret: bytes) -> str:
    """Ten letters and digits made of these bytes."""
    number = int.from_bytes(secret)
    letters: list[str] = []
    for _ in range(10):
        number, place = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "".join(letters)


@lru_cache(maxsize=256)
def _rules(text: str, version: int) -> Rules:
    return Rules.from_json(json.loads(text), version=version)


def _replayed(row: TableRow, journal: Sequence[Entry]) -> Table:
    """The table that the journal makes; BrokenJournalError where it makes none."""
    table = Table.fresh(row.id, _rules(row.rules, row.rules_version), row.seed, row.dealer)
    for entry in journal:
        table = _accepted(table, entry.actor, _parsed(row.id, entry))
    if table.seq != row.seq:
        raise BrokenJournalError(row.id, f"{table.seq} entries where {row.seq} should be")
    return table


def _parsed(table: str, entry: Entry) -> Act:
    try:
        return parse_act(entry.act)
    except ValueError as error:
        raise BrokenJournalError(table, f"entry {entry.seq} cannot be read") from error


def _accepted(table: Table, actor: str, act: Act) -> Table:
    reply = decide(table, actor, act)
    if not isinstance(reply, Accepted):
        raise BrokenJournalError(table.id, f"entry {table.seq + 1} is answered {type(reply).__name__}")
    return reply.table


def _result_rows(row: TableRow, results: Sequence[Result], now: int) -> list[ResultRow]:
    return [
        ResultRow(
            table=row.id,
            deal=one.deal,
            seat=one.seat,
            chat=row.chat,
            player=one.player,
            side=one.side,
            points=one.points,
            outcome=one.outcome,
            rated=one.rated,
            at=now,
        )
        for one in results
    ]
