"""The note in which somebody leaves a table: which it is, and what it costs them."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.names import clean_name
from bot.screens.fitting import fitted, held
from bot.screens.people import Names, side_letter
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, NoteScreen, Rows, Style
from bot.table import Act, End, Leave, Lobby, Table
from bot.words import Words
from bot.words.ruling import preset_name

__all__ = ["Way", "leave_note", "with_others"]

ROOM = 1000
"""Room for the note in UTF-16 units."""
MOST = 8
"""So many tables are listed; the others once these are left."""
IN_A_ROW = 4
PLACE = 40
"""Room for the name of a chat, in UTF-16 units."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: of this table, by the person with this key."""

    names: Names
    key: str
    place: str = ""
    """What the table's chat is called, where it is another one."""
    is_here: bool = True
    """The table is in the chat where this is asked."""

    @property
    def table(self) -> Table:
        """The table."""
        return self.names.table


def leave_note(ways: Sequence[Way], words: Words) -> NoteScreen:
    """The tables by name, each with what leaving it costs and a button that does it."""
    listed = ways[:MOST]
    if len(listed) == 1:
        text = f"{_named(listed[0], words)}\n{_cost(listed[0], words)}"
        return NoteScreen(text, ((_button(listed[0], words.say("Leave")),),))
    lines = [words.say("Which table do you want to leave?")]
    lines += [f"{number}. {_named(way, words)} {_cost(way, words)}" for number, way in enumerate(listed, 1)]
    buttons = [_button(way, words.say("Leave {n}", n=number)) for number, way in enumerate(listed, 1)]
    return NoteScreen(fitted(lines, ROOM), _in_rows(buttons))


def with_others(note: NoteScreen, others: Sequence[Way], words: Words) -> NoteScreen:
    """The note about ending one table, with a way to each of the `others` that it might have been about."""
    if not others:
        return note
    lines = [note.text, words.say("These are open, too:")]
    lines += [f"{number}. {_named(way, words)}" for number, way in enumerate(others[:MOST], 1)]
    buttons = [
        Button(words.say("Table {n}", n=number), str(Ask(way.table.id, "stop")))
        for number, way in enumerate(others[:MOST], 1)
    ]
    return NoteScreen(fitted(lines, ROOM), (*note.rows, *_in_rows(buttons)))


def _in_rows(buttons: Sequence[Button]) -> Rows:
    return tuple(tuple(buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW))


def _named(way: Way, words: Words) -> str:
    """The table by its game and who sits there; free seats are not named."""
    game = preset_name(words, way.table.rules.game)
    people = ", ".join(filter(None, way.names.all))
    if place := held(clean_name(way.place, PLACE), PLACE):
        return words.say("{game} in {place}, with {names}.", game=game, place=place, names=people)
    return words.say("{game}, with {names}.", game=game, names=people)


def _cost(way: Way, words: Words) -> str:
    table = way.table
    if isinstance(table.phase, Lobby) or table.is_watched:
        return words.say("Nothing is lost by leaving.")
    if len(table.seats) == 2:
        return words.say("The match counts as lost for you.")
    if side_letter(table.rules, 0) is None:
        return words.say("The match counts as lost for you; a computer plays on in your seat.")
    return words.say("The match counts as lost for you; a computer plays on for your side.")


def _button(way: Way, label: str) -> Button:
    """It ends a table of computers alone, where there is no seat to leave."""
    seated = way.table.seat_of(way.key) is not None
    act: Act = Leave() if seated or isinstance(way.table.phase, Lobby) else End()
    return Button(label, str(Do(way.table.id, act)), Style.DANGER, symbol="🚪")
