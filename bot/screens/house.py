"""The house rules of a chat: what they are, and for its admins how to change them."""

from dataclasses import dataclass

from bot.game import Rules
from bot.screens.tokens import Ask
from bot.screens.types import Button, NoteScreen, Rows
from bot.table import Table
from bot.words import Words
from bot.words.ruling import rules_summary

__all__ = ["Houses", "house_note"]


@dataclass(frozen=True, slots=True)
class Houses:
    """The house rules that there are; what is nearer holds."""

    chat: Rules | None = None
    wider: Rules | None = None
    """Those of the server that the chat is part of."""


def house_note(
    houses: Houses, table: Table | None, words: Words, *, admin: bool, head: bool = False
) -> NoteScreen:
    """The house rules. An `admin` can make those of the `table` the chat's, the `head` of the server all its chats'."""
    lines = [*_told(houses, words), _way_to_change(words, table, may=admin or head)]
    return NoteScreen("\n".join(lines), _rows(houses, table, words, admin=admin, head=head))


def _told(houses: Houses, words: Words) -> list[str]:
    lines: list[str] = []
    if houses.chat:
        rules = rules_summary(words, houses.chat)
        lines.append(words.say("The house rules of this chat: {rules}", rules=rules))
    if houses.wider:
        rules = rules_summary(words, houses.wider)
        lines.append(words.say("The house rules of this server: {rules}", rules=rules))
    if houses.chat and houses.wider:
        lines.append(words.say("Those of the chat hold here."))
    if not lines:
        return [words.say("This chat has no house rules: a new table begins as the last one was played.")]
    return [*lines, words.say("New tables begin with them, and their host may still choose other rules.")]


def _way_to_change(words: Words, table: Table | None, *, may: bool) -> str:
    if not may:
        return words.say("Only an admin of the chat can change that.")
    if table is None:
        return words.say(
            "To set house rules, open a table, choose its rules, and ask for the house rules again."
        )
    rules = rules_summary(words, table.rules)
    return words.say("The rules of the newest table: {rules}", rules=rules)


def _rows(houses: Houses, table: Table | None, words: Words, *, admin: bool, head: bool) -> Rows:
    if table is None:
        return ()
    chat = _row(table, houses.chat, "house", words.say("Keep for this chat"), words.say("No house rules"))
    wider = _row(
        table,
        houses.wider,
        "house_wider",
        words.say("Keep for this server"),
        words.say("None for this server"),
    )
    return tuple(row for row, shown in ((chat, admin), (wider, head)) if row and shown)


def _row(table: Table, house: Rules | None, what: str, keep: str, drop: str) -> tuple[Button, ...]:
    row: list[Button] = []
    if table.rules != house:
        row.append(Button(keep, str(Ask(table.id, what)), symbol="🏠"))
    if house is not None:
        row.append(Button(drop, str(Ask(table.id, f"no{what}")), symbol="🧹"))
    return tuple(row)
