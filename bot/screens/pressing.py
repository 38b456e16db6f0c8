"""The buttons under a public table."""

from bot.computer import Level
from bot.screens.telling import offers_rematch
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, Rows, Style
from bot.table import (
    Act,
    Back,
    ClearSeat,
    Computer,
    Leave,
    Lobby,
    NextDeal,
    Over,
    Person,
    Playing,
    PlayPosition,
    Rematch,
    SeatComputer,
    Sit,
    Start,
    Table,
)
from bot.words import Words

__all__ = ["positions_of", "rows_of"]


def rows_of(table: Table, words: Words) -> Rows:
    """The buttons that fit the table's phase. Everybody sees them; who may press is decided at the table."""
    match table.phase:
        case Lobby():
            return _lobby_rows(table, words)
        case Playing(match=match):
            return _play_rows(table, words, match.deal_number + 1 if match.needs_deal else None)
        case Over() as over:
            return _over_rows(table, over, words)


def _lobby_rows(table: Table, words: Words) -> Rows:
    free = [seat for seat, one in enumerate(table.seats) if one is None]
    computers = [seat for seat, one in enumerate(table.seats) if isinstance(one, Computer)]
    first: list[Button] = []
    if free:
        first.append(_do(table, Sit(free[0]), words.say("Sit down"), Style.SUCCESS, "🪑"))
        computer = SeatComputer(free[0], Level.NORMAL)
        first.append(_do(table, computer, words.say("Add the computer"), symbol="🤖"))
    else:
        first.append(_do(table, Start(), words.say("Start"), Style.SUCCESS, "▶️"))
    second = [
        _do(table, ClearSeat(seat), words.say("Without the computer"), symbol="🤖") for seat in computers[:1]
    ]
    second.append(_do(table, Leave(), words.say("Leave"), symbol="🚪"))
    return (tuple(first), tuple(second))


def _play_rows(table: Table, words: Words, next_deal: int | None) -> Rows:
    row = [Button(words.say("My hand"), str(Ask(table.id, "hand")), Style.PRIMARY, symbol="🃏")]
    if next_deal is not None:
        row = [_do(table, NextDeal(next_deal), words.say("Next deal"), Style.SUCCESS, "▶️")]
    if any(isinstance(one, Person) and one.away for one in table.seats):
        row.append(_do(table, Back(), words.say("I am back"), Style.SUCCESS, "👋"))
    row.append(Button(words.say("More"), str(Ask(table.id, "more")), symbol="⋯"))
    return (tuple(row),)


def _over_rows(table: Table, over: Over, words: Words) -> Rows:
    row: list[Button] = []
    if offers_rematch(over):
        row.append(_do(table, Rematch(), words.say("Play again"), Style.SUCCESS, "🔁"))
    if over.match is not None:
        row.append(Button(words.say("More"), str(Ask(table.id, "more")), symbol="⋯"))
    return (tuple(row),) if row else ()


def positions_of(table: Table) -> tuple[Button, ...]:
    """Buttons for the places of a hand, at the step of the seat on turn."""
    step, view = table.step, table.table_view()
    if step is None or step.trick is None or view is None or view.turn is None:
        return ()
    places = range(1, view.hand_counts[view.turn] + 1)
    return tuple(_do(table, PlayPosition(step, place), str(place)) for place in places)


def _do(table: Table, act: Act, label: str, style: Style = Style.PLAIN, symbol: str = "") -> Button:
    return Button(label, str(Do(table.id, act)), style, symbol=symbol)
