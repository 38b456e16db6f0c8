"""The computers at a table: how well each plays, which of them go, and that they may play alone."""

from collections.abc import Callable, Sequence

from bot.computer import Level
from bot.screens.people import Names
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, NoteScreen, Rows, Style
from bot.table import (
    Abandon,
    Act,
    ClearSeat,
    Computer,
    Lobby,
    Playing,
    Reason,
    SeatComputer,
    Table,
    Watch,
)
from bot.words import Words
from bot.words.levels import level_about, level_name
from bot.words.reasons import reason

__all__ = ["anew_row", "computers_asked", "computers_note", "note_after_change"]

_SEAT, _LEVEL = "computer_", "level_"


def computers_asked(
    table: Table, what: str, names: Names, level: Level, *, host: bool, seated: bool
) -> NoteScreen | None:
    """What answers `levels`, `computers`, `computer_…` and `level_…`; None for any other question.

    `level` is that of the computers to come.
    """
    if what not in {"levels", "computers"} and not what.startswith((_SEAT, _LEVEL)):
        return None
    if not isinstance(table.phase, Lobby):
        return _levels_note(table, names.words, seated=seated)
    if not host:
        return NoteScreen("\n".join([reason(names.words, Reason.ONLY_HOST), *_listed(table, names)]))
    if what.startswith(_SEAT):
        return _seat_note(table, int(what.removeprefix(_SEAT)), names, level)
    computers = _computers(table)
    if what == "levels" and table.is_full and len(computers) == 1:
        return _seat_note(table, computers[0], names, level)
    return computers_note(table, names, level)


def note_after_change(
    table: Table, act: SeatComputer | ClearSeat, names: Names, level: Level
) -> NoteScreen | None:
    """The note that a button for this act stood in, as it is once that is done."""
    if not isinstance(table.phase, Lobby):
        return None
    if isinstance(act, ClearSeat):
        return computers_note(table, names, level)
    return _seat_note(table, act.seat, names, level)


# -- in the lobby ---------------------------------------------------------------------------------


def computers_note(table: Table, names: Names, level: Level) -> NoteScreen:
    """All computers of a lobby, each a button; how well those to come will play; and that one may only watch."""
    words, computers = names.words, _computers(table)
    lines = [
        words.say("Press a computer to change how well it plays, or to let it go.")
        if computers
        else words.say("No computer sits at this table yet."),
    ]
    rows = list(_in_twos([_computer_button(table, seat, names) for seat in computers]))
    if not table.is_full:
        lines.append(words.say("How well shall the next computers play?"))
        rows.append(_next_row(table, level, words))
    if not table.is_watched and table.people in ((), (table.host,)):
        lines.append(words.say("You can also leave your own seat to a computer and watch."))
        watch = Do(table.id, Watch(level))
        rows.append((Button(words.say("Watch computers play"), str(watch), symbol="👀"),))
    return NoteScreen("\n".join(lines), tuple(rows))


def _listed(table: Table, names: Names) -> list[str]:
    return [_computer_line(table, seat, names) for seat in _computers(table)]


def _computers(table: Table) -> list[int]:
    return [seat for seat, one in enumerate(table.seats) if isinstance(one, Computer)]


def _computer_line(table: Table, seat: int, names: Names) -> str:
    """A computer by its name and level: by two its name says it."""
    one = table.seats[seat]
    if len(table.seats) == 2 or not isinstance(one, Computer):
        return names.of_seat(seat)
    level = level_name(names.words, one.level)
    return names.words.say("{name}: {level}", name=names.of_seat(seat), level=level)


def _computer_button(table: Table, seat: int, names: Names) -> Button:
    return Button(_computer_line(table, seat, names), str(Ask(table.id, f"{_SEAT}{seat}")), symbol="🤖")


def _next_row(table: Table, level: Level, words: Words) -> tuple[Button, ...]:
    return _level_row(words, level, lambda one: str(Ask(table.id, f"{_LEVEL}{one}")))


def _seat_note(table: Table, seat: int, names: Names, level: Level) -> NoteScreen:
    """How well one computer shall play, and whether it goes; all of them where none sits in this seat (any more)."""
    words = names.words
    one = table.seats[seat] if seat < len(table.seats) else None
    if not isinstance(one, Computer):
        return computers_note(table, names, level)
    lines = [words.say("{name}: how well shall it play?", name=names.of_seat(seat)), *_abouts(words)]
    levels = _level_row(words, one.level, lambda it: _done(table, SeatComputer(seat, it)))
    gone = Button(words.say("Without it"), _done(table, ClearSeat(seat)), symbol="🗑️")
    back = Button(words.say("Back"), str(Ask(table.id, "computers")), symbol="◀️")
    return NoteScreen("\n".join(lines), (levels, (gone, back)))


# -- while cards are played -----------------------------------------------------------------------


def anew_row(table: Table, words: Words) -> tuple[Button, ...]:
    """Other cards, or another level, for somebody who plays alone with computers."""
    number = _deal_to_abandon(table)
    if number is None:
        return ()
    return (
        Button(words.say("New deal"), _done(table, Abandon(number)), symbol="🔄"),
        Button(words.say("Change level"), str(Ask(table.id, "levels")), symbol="🎚️"),
    )


def _deal_to_abandon(table: Table) -> int | None:
    """The number of the deal that may be abandoned now."""
    playing = table.phase
    if not isinstance(playing, Playing) or playing.match.needs_deal or not table.is_solitary:
        return None
    return playing.match.deal_number


def _levels_note(table: Table, words: Words, *, seated: bool) -> NoteScreen:
    number = _deal_to_abandon(table)
    if number is None or not seated:
        return NoteScreen(
            words.say("The level is changed in the lobby, or by somebody alone with computers.")
        )
    lines = [
        words.say(
            "How well shall the computers play? Another level ends this deal, which does not count, and deals anew."
        ),
        *_abouts(words),
    ]
    now = {one.level for one in table.seats if isinstance(one, Computer)}
    present = now.pop() if len(now) == 1 else None
    levels = _level_row(words, present, lambda it: _done(table, Abandon(number, it)))
    back = Button(words.say("No, play on"), str(Ask(table.id, "more")))
    return NoteScreen("\n".join(lines), (levels, (back,)))


# -- buttons --------------------------------------------------------------------------------------


def _abouts(words: Words) -> list[str]:
    return [level_about(words, level) for level in Level]


def _level_row(words: Words, present: Level | None, token: Callable[[Level], str]) -> tuple[Button, ...]:
    """The levels, the present one marked."""
    return tuple(
        Button(
            f"✓ {level_name(words, one)}" if one is present else level_name(words, one),
            token(one),
            Style.PRIMARY if one is present else Style.PLAIN,
        )
        for one in Level
    )


def _done(table: Table, act: Act) -> str:
    return str(Do(table.id, act))


def _in_twos(buttons: Sequence[Button]) -> Rows:
    return tuple(tuple(buttons[start : start + 2]) for start in range(0, len(buttons), 2))
