"""Keeps tables: replays them from their journals, and writes down what was accepted."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from bot.service.calling import turn_has_passed
from bot.service.ids import id_from
from bot.service.journals import BrokenJournalError, accepted, replayed
from bot.service.ports import Tx
from bot.service.records import Chat, Entry, ResultRow, SurfaceKind, TableRow
from bot.service.usual import text_of
from bot.table import (
    Accepted,
    Act,
    Lobby,
    Occupant,
    Over,
    Pace,
    Playing,
    Reply,
    Result,
    Step,
    Table,
    Timer,
    TimerKind,
    anew_steps,
    decide,
    first_timer,
    rematch_steps,
    results_of,
)

__all__ = ["BrokenJournalError", "Happened", "Keeper", "Overtaken"]

CACHED = 4096
"""Tables kept in memory, each good only for the journal length it was made from."""


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
    """The next table, for a rematch or for other rules, that this command has made."""
    due_at: int | None = None
    """When the table's next timer is due, if the command has set one."""
    before: Table | None = None
    """The table as it was, where the command was accepted."""


class Keeper:
    """Loads and writes tables inside transactions that others open."""

    def __init__(
        self, pace: Pace, randomness: Callable[[int], bytes], live: frozenset[str] = frozenset()
    ) -> None:
        """`randomness(n)` gives n secret bytes; platforms in `live` have views that need no surface."""
        self.pace = pace
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
        return replayed(row, tx.journal(row.id))

    def remember(self, table: Table) -> None:
        """The table is committed as it is: keep it at hand."""
        with self._lock:
            self._cache[table.id] = table
            self._cache.move_to_end(table.id)
            while len(self._cache) > CACHED:
                self._cache.popitem(last=False)

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
            table = accepted(table, actor, act)
            tx.append(table.id, Entry(table.seq, actor, str(act), now))
        timer = first_timer(table, now, self.pace)
        self._advance(tx, table, now, timer)
        tx.set_seats(table.id, _whose(table))
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
            tx.set_seats(row.id, () if isinstance(after.phase, Over) else _whose(after))
        if _awaited(after) != _awaited(before):
            turn_has_passed(tx, row, after, actor)
        if results := results_of(before, after):
            tx.add_results(_result_rows(row, results, now))
        following = self._next(tx, row, after, now)
        return Happened(reply, after, row, following, timer.at if timer else None, before)

    def _timing(self, row: TableRow, before: Table, after: Table, now: int) -> tuple[Timer | None, int]:
        """The next timer, and since when it counts: only what the table waits for sets the clock back."""
        fresh = first_timer(after, now, self.pace)
        if not _waits_for_the_same(before, after):
            return fresh, now
        kept = Timer(TimerKind(row.due_kind), row.due_at) if row.due_at is not None else None
        if kept is not None and fresh is not None and kept.kind is TimerKind.COMPUTER:
            return Timer(kept.kind, min(kept.at, fresh.at)), row.since  # a claim has moved it far ahead
        return kept, row.since

    def _advance(self, tx: Tx, table: Table, since: int, timer: Timer | None) -> None:
        tx.advance(
            table.id,
            seq=table.seq,
            phase=phase_name(table),
            since=since,
            due_at=timer.at if timer else None,
            due_kind=timer.kind if timer else "",
        )

    def _next(self, tx: Tx, row: TableRow, table: Table, now: int) -> Table | None:
        """The next table: dealt once everybody has agreed to it, a lobby if somebody wants other rules first."""
        over = table.phase
        if not isinstance(over, Over) or over.match is None:
            return None
        if over.anew:
            steps = anew_steps(table)
        elif over.closed and over.rematch and over.rematch >= set(table.people):
            steps = rematch_steps(table)
        else:
            return None
        fresh = Table.fresh(row.next_id, table.rules, row.next_seed, over.match.next_dealer)
        opened = self.open(tx, tx.chat_by_id(row.chat), row.thread, fresh, steps, now)
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
            rules=text_of(table.rules),
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


def _waits_for_the_same(before: Table, after: Table) -> bool:
    """Whether nothing has happened that the clock minds: a vote, a wish, a sign, somebody off turn who goes."""
    match before.phase, after.phase:
        case Playing(), Playing():
            return _awaited(before) == _awaited(after)
        case Over(), Over(closed=False):
            return True
        case _:
            return False


def _whose(table: Table) -> tuple[str, ...]:
    """The keys of those whose table it is: who sits there, and a host who only watches."""
    return table.people if table.host in table.people or not table.host else (*table.people, table.host)


def _on_turn(table: Table) -> tuple[int, Occupant] | None:
    """The seat that is to move, and who has it."""
    return None if table.turn is None else (table.turn, table.seats[table.turn])


def _awaited(table: Table) -> tuple[Step | None, tuple[int, Occupant] | None]:
    """What is waited for, and of whom."""
    return table.step, _on_turn(table)


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
