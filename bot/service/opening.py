"""Opens tables, by the rules that were wished for and those that are usual in the chat."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from bot.computer import Level
from bot.game import Rules, RulesError
from bot.screens.choosing import games_note
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.ids import id_from
from bot.service.keeper import Keeper
from bot.service.ports import Store, Tx
from bot.service.records import Chat, Player, SurfaceKind, TableRow, Where
from bot.service.usual import housed, rules_for, setting_steps, text_of
from bot.table import Act, Computer, FillSeats, Lobby, SeatComputer, Sit, Table, Watch
from bot.words import Words, words
from bot.words.reasons import reason
from bot.words.ruling import rules_summary

__all__ = ["Opening", "Wanted"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A table as somebody asks for it."""

    where: Where
    host: Player
    level: Level | None
    """Who is to have all other seats; None for people."""
    rules: Mapping[str, object] | None
    """The rules in their JSON form, whole or in part; nothing of them was said if empty."""
    event: str = ""
    named: bool = False
    """The level was named, not only taken from the last time."""
    watch: bool = False
    """A computer is to have the host's seat too."""


@dataclass(frozen=True, slots=True)
class _Opened:
    table: Table
    fresh: bool = False
    """Made just now, not found waiting."""
    changed: bool = False
    """Found waiting, and under other rules since it was asked for."""
    said_before: bool = False
    """The event that asks for it has come before."""


class Opening:
    """Opens tables, each event once."""

    def __init__(self, store: Store, keeper: Keeper, commands: Commands, *, now: Callable[[], int]) -> None:
        self._store = store
        self._keeper = keeper
        self._commands = commands
        self._now = now

    async def open(self, wanted: Wanted) -> Answer:
        """Open a table, or show again the lobby that this person has open there."""
        opened = await self._store.write(lambda tx: self._opened(tx, wanted))
        spoken = words(wanted.host.locale)
        if isinstance(opened, RulesError):
            return Answer(Outcome.REFUSED, reason(spoken, opened.key, opened.fields))
        table = opened.table
        self._commands.committed(table)
        if opened.fresh:
            chooses = not wanted.rules
            note = games_note(table, spoken, host=True, admin=False) if chooses else None
            return Answer(Outcome.ACCEPTED, note=note, table=table.id)
        return Answer(Outcome.DUPLICATE, _found(spoken, opened), table=table.id)

    def _opened(self, tx: Tx, wanted: Wanted) -> _Opened | RulesError:
        where = wanted.where
        chat = tx.chat(where)
        if wanted.event and tx.seen(where.platform, wanted.event):
            return _Opened(self._known(tx, chat, wanted), said_before=True)
        try:
            rules = rules_for(housed(tx, where, chat) or chat, wanted.rules)
        except RulesError as error:
            return error
        if wanted.event and not tx.remember(where.platform, wanted.event, self._now()):
            return _Opened(self._known(tx, chat, wanted), said_before=True)
        if wanted.rules:
            tx.set_chat_rules(chat.id, text_of(rules))
        if waiting := self._waiting(tx, chat, wanted, rules):
            _post_again(tx, waiting.table.id)
            return replace(waiting, table=self._on_level(tx, waiting.table, wanted))
        steps = _first_steps(wanted)
        name = _id_of_event(where.platform, wanted.event) if wanted.event else self._keeper.fresh_id()
        table = Table.fresh(name, rules, self._keeper.fresh_seed())
        return _Opened(self._keeper.open(tx, chat, where.thread, table, steps, self._now()), fresh=True)

    def _known(self, tx: Tx, chat: Chat, wanted: Wanted) -> Table:
        """The table that an event seen before has opened, or found waiting."""
        row = tx.table(_id_of_event(wanted.where.platform, wanted.event))
        if row is not None:
            return self._keeper.load(tx, row)
        if lobbies := self._lobbies(tx, chat, wanted):
            return lobbies[0]
        row = tx.table(tx.latest_table(chat.id, wanted.where.thread) or "")
        if row is None:
            raise LookupError("an event was remembered, but the table that it opened is not there")
        return self._keeper.load(tx, row)

    def lobby_of(self, tx: Tx, where: Where, host: Player) -> str | None:
        """The thread in which the newest lobby of this host waits, anywhere in the chat; None where none does."""
        chat = tx.chat_by_ref(where.platform, where.chat)
        names = tx.open_tables(chat.id, None) if chat else ()
        rows = (row for row in map(tx.table, names) if row is not None and row.phase == "lobby")
        return next((row.thread for row in rows if self._keeper.load(tx, row).host == host.key), None)

    # -- a lobby that waits -----------------------------------------------------------------------
    def _waiting(self, tx: Tx, chat: Chat, wanted: Wanted, rules: Rules) -> _Opened | None:
        """The lobby that this person hosts there already, for the same opponents and by the rules that they want.

        One in which nobody else sits takes the new rules.
        """
        lobbies = self._lobbies(tx, chat, wanted)
        if playing := next((table for table in lobbies if not isinstance(table.phase, Lobby)), None):
            return _Opened(playing)
        same = (table for table in lobbies if not wanted.rules or table.rules == rules)
        if found := next(same, None):
            return _Opened(found)
        alone = (one for one in lobbies if wanted.rules and one.people in ((), (wanted.host.key,)))
        changed = next(filter(None, (self._changed(tx, one, rules) for one in alone)), None)
        return _Opened(changed, changed=True) if changed else None

    def _lobbies(self, tx: Tx, chat: Chat, wanted: Wanted) -> list[Table]:
        rows = filter(None, map(tx.table, tx.open_tables(chat.id, wanted.where.thread)))
        phases = {"lobby", "playing"} if wanted.watch else {"lobby"}
        tables = [self._keeper.load(tx, row) for row in rows if row.phase in phases]
        own = [one for one in tables if one.host == wanted.host.key and one.is_watched == wanted.watch]
        return [one for one in own if one.only_people_so_far == (wanted.level is None)]

    def _on_level(self, tx: Tx, table: Table, wanted: Wanted) -> Table:
        """The lobby found waiting, with all its computers on the level that was named."""
        if not (wanted.named and wanted.level and isinstance(table.phase, Lobby)):
            return table
        for seat, one in enumerate(table.seats):
            if isinstance(one, Computer) and one.level is not wanted.level:
                step = SeatComputer(seat, wanted.level)
                happened = self._keeper.act(tx, table.id, table.host, step, self._now())
                table = happened.table if happened else table
        return table

    def _changed(self, tx: Tx, table: Table, rules: Rules) -> Table | None:
        """The lobby under other rules, as its host would set them; None if it does not come to that."""
        row: TableRow | None = tx.lock_table(table.id)
        if row is None or row.phase != "lobby":
            return None
        now = self._keeper.load(tx, row)
        for step in setting_steps(now.rules, rules):
            happened = self._keeper.act(tx, table.id, table.host, step, self._now())
            if happened is not None:
                now = happened.table
        return now if isinstance(now.phase, Lobby) and now.rules == rules else None


def _first_steps(wanted: Wanted) -> Sequence[tuple[str, Act]]:
    """What the host does first: sits down, and lets computers have the other seats if people are not to come."""
    host = wanted.host.key
    if wanted.level is None:
        return [(host, Sit(0))]
    if wanted.watch:
        return [(host, Watch(wanted.level))]
    return [(host, Sit(0)), (host, FillSeats(wanted.level))]


def _found(spoken: Words, opened: _Opened) -> str:
    """What to tell somebody whose table was open already."""
    if opened.said_before:
        return ""
    if opened.changed:
        rules = rules_summary(spoken, opened.table.rules)
        return spoken.say("You have a table open here already. It is now: {rules}", rules=rules)
    return spoken.say("You have a table open here already.")


def _post_again(tx: Tx, table: str) -> None:
    """The table's message has scrolled away: let a new one be made, and the old one be taken away."""
    for surface in tx.surfaces(table):
        if surface.kind is not SurfaceKind.TABLE:
            continue
        if surface.message:
            old = (table, SurfaceKind.PING, f"was {surface.message}")
            tx.add_surface(*old, surface.platform, surface.chat, surface.thread, message=surface.message)
            tx.dismiss(*old)
        tx.drop_message(surface.id)


def _id_of_event(platform: str, event: str) -> str:
    """The id of the table that an event opens: the same event opens the same table."""
    return id_from(sha256(f"{platform}|{event}".encode()).digest()[:8])
