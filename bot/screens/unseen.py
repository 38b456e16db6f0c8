"""What the picture of a table tells and the caption beside it need not: for whoever is told all in words."""

from bot.screens.people import Names
from bot.table import Over, Table
from bot.words import Words
from bot.words.lists import all_of

__all__ = ["unseen_lines"]


def unseen_lines(table: Table, names: Names, words: Words) -> list[str]:
    """Who sits next to whom, and who has dealt; nothing in the lobby, which lists its seats, and at the end."""
    match = table.match
    if match is None or isinstance(table.phase, Over):
        return []
    dealt = words.say("{name} has dealt.", name=names.of_seat(match.dealer))
    return [_order_line(names, words), dealt]


def _order_line(names: Names, words: Words) -> str:
    """The seats in playing order, where it is not plain anyway."""
    if len(names.all) == 2:
        return ""
    return words.say("Round the table, in playing order: {names}.", names=all_of(words, names.all))
