"""The short call to the person whose turn it is."""

from bot.screens.bidding import is_bidding
from bot.screens.people import Names
from bot.screens.types import PingScreen
from bot.table import Person, Table
from bot.words import Words

__all__ = ["ping_screen"]


def ping_screen(table: Table, viewer: str, names: Names, words: Words) -> PingScreen | None:
    """A call to `viewer`; None when it is not their turn."""
    turn = table.turn
    if turn is None:
        return None
    person = table.seats[turn]
    if not isinstance(person, Person) or person.key != viewer:
        return None
    name = names.of_seat(turn)
    return PingScreen(table.id, viewer, name, _call(table, name, words))


def _call(table: Table, name: str, words: Words) -> str:
    view = table.table_view()
    if view is not None and is_bidding(view):
        return words.say("{name}, it is your turn to bid.", name=name)
    if view is not None and view.is_calling:
        return words.say("{name}, it is your turn to call a card.", name=name)
    return words.say("{name}, it is your turn.", name=name)
