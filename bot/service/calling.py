"""Calls to whoever is on turn, as often as their chat wants them."""

from bot.service.ports import Tx
from bot.service.records import AT_ONCE, NEVER, Chat, SurfaceKind, TableRow
from bot.table import Person, Table, TimerKind

__all__ = ["call", "call_anew", "turn_has_passed"]


def call(tx: Tx, row: TableRow, table: Table, chat: Chat) -> None:
    """Call the person on turn, unless the chat wants no calls or a computer plays for them."""
    person = table.seats[table.turn] if table.turn is not None else None
    if isinstance(person, Person) and not person.away and chat.habits.calls != NEVER:
        tx.add_surface(row.id, SurfaceKind.PING, person.key, chat.platform, chat.ref, row.thread)


def turn_has_passed(tx: Tx, row: TableRow, table: Table, actor: str) -> None:
    """Somebody else is to move now: calls before that are done with. Who has just acted sees it without a call."""
    chat = tx.chat_by_id(row.chat)
    at_once = chat.habits.calls == AT_ONCE
    if at_once or row.due_kind == TimerKind.TURN:  # else nobody was called: reminders come before
        tx.dismiss(row.id, SurfaceKind.PING)
    if at_once and table.seat_of(actor) != table.turn:
        call(tx, row, table, chat)


def call_anew(tx: Tx, row: TableRow, table: Table, chat: Chat) -> None:
    """The chat has chosen how often it is called: what stands is taken away, and called at once where it likes that."""
    tx.dismiss(row.id, SurfaceKind.PING)
    if chat.habits.calls == AT_ONCE:
        call(tx, row, table, chat)
