"""The house rules of a chat: what they are, and for its admins how to change them."""

from bot.game import Rules
from bot.screens.tokens import Ask
from bot.screens.types import Button, NoteScreen, Rows
from bot.table import Table
from bot.words import Words
from bot.words.ruling import rules_summary

__all__ = ["house_note"]


def house_note(house: Rules | None, table: Table | None, words: Words, *, admin: bool) -> NoteScreen:
    """The house rules. An `admin` can make those of the `table` the house rules, or let there be none."""
    lines = (
        [
            words.say("The house rules of this chat: {rules}", rules=rules_summary(words, house)),
            words.say("New tables begin with them, and their host may still choose other rules."),
        ]
        if house
        else [
            words.say("This chat has no house rules: a new table begins as the last one was played."),
        ]
    )
    lines.append(_way_to_change(words, table, admin=admin))
    return NoteScreen("\n".join(lines), _rows(house, table, words) if admin else ())


def _way_to_change(words: Words, table: Table | None, *, admin: bool) -> str:
    if not admin:
        return words.say("Only an admin of the chat can change that.")
    if table is None:
        return words.say(
            "To set house rules, open a table, choose its rules, and ask for the house rules again."
        )
    rules = rules_summary(words, table.rules)
    return words.say("The rules of the newest table: {rules}", rules=rules)


def _rows(house: Rules | None, table: Table | None, words: Words) -> Rows:
    if table is None:
        return ()
    row: list[Button] = []
    if table.rules != house:
        row.append(Button(words.say("Keep for this chat"), str(Ask(table.id, "house")), symbol="🏠"))
    if house is not None:
        row.append(Button(words.say("No house rules"), str(Ask(table.id, "nohouse")), symbol="🧹"))
    return (tuple(row),) if row else ()
