"""The rules of one table, to read, and for its host the way to change them."""

from bot.game import Rules
from bot.screens.fitting import fitted
from bot.screens.tokens import Ask
from bot.screens.types import Button, NoteScreen, Rows
from bot.table import Lobby, Table
from bot.words import Words
from bot.words.decks import deck_line
from bot.words.ruling import rules_lines

__all__ = ["ROOM", "rules_note"]

ROOM = 1990
"""What a note has room for on every platform, in UTF-16 units: a message of Discord, with a few marks escaped."""


def rules_note(rules: Rules, words: Words, *, table: Table | None, host: bool) -> NoteScreen:
    """All rules in words, and how to know the cards on the deck of the words. The host of a table where nothing is dealt yet can go on to change them."""
    rows: Rows = ()
    if table is not None and host and isinstance(table.phase, Lobby):
        rows = ((Button(words.say("Change the game"), str(Ask(table.id, "games")), symbol="⚙️"),),)
    lines = [*rules_lines(words.of_deck(""), rules), deck_line(words, rules.ranking)]
    return NoteScreen(fitted(lines, ROOM), rows)
