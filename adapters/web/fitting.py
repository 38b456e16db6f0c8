"""Which of a table's buttons mean something to this visitor, and which of them stand at a seat."""

from collections.abc import Mapping

from bot.computer import Level
from bot.screens.tokens import Ask, Do, parse_token
from bot.screens.types import Button, Style, TableScreen
from bot.service.desk import Look
from bot.table import (
    Act,
    Anew,
    Back,
    ClearSeat,
    FillSeats,
    Leave,
    MakeMove,
    NextDeal,
    Rematch,
    SeatComputer,
    SetRule,
    Sit,
    Start,
)
from bot.words import Words
from bot.words.levels import level_name

__all__ = ["fits", "for_guests", "is_lobby", "seat_acts"]


def is_lobby(screen: TableScreen) -> bool:
    """Whether people are taking their seats: only then can one leave by a button of the table."""
    tokens = (parse_token(button.token) for row in screen.rows for button in row)
    return any(isinstance(one, Do) and isinstance(one.act, Leave) for one in tokens)


def fits(button: Button, look: Look, shown: set[str]) -> bool:
    """Whether the button shall stand below this visitor's table; `shown` are the tokens of their hand."""
    if button.token in shown:
        return False
    match parse_token(button.token):
        case Ask(what="hand"):
            return look.hand is None and look.seat is not None
        case Ask(what="points" | "signs"):
            return _is_on_turn(look)
        case Ask(what="levels"):
            return look.host
        case Ask(what="ending"):
            return look.host or look.seat is not None
        case Do(act=act):
            return _act_fits(act, look)
        case _:
            return True


def for_guests(button: Button, words: Words) -> Button:
    """The button for whoever is not the host: who may not change the rules can read them."""
    match parse_token(button.token):
        case Ask(table=table, what="games"):
            return Button(words.say("Rules"), str(Ask(table, "rules")))
        case _:
            return button


def _act_fits(act: Act, look: Look) -> bool:
    match act:
        case Sit():
            return look.seat is None and not _has_places(look.table)
        case SeatComputer() | ClearSeat():
            return look.host and not (_has_places(look.table) and is_lobby(look.table))
        case Start() | FillSeats() | SetRule():
            return look.host
        case MakeMove():
            return _is_on_turn(look)
        case Rematch():
            return (look.host or look.seat is not None) and not look.waiting
        case Leave() | NextDeal() | Anew():
            return look.host or look.seat is not None
        case Back():
            return False  # the hand of whoever is away has that button
        case _:
            return True


def _is_on_turn(look: Look) -> bool:
    return look.hand is not None and look.hand.on_turn


def _has_places(screen: TableScreen) -> bool:
    """Whether there are so many seats that it matters which one takes: each then has its own buttons."""
    return screen.scene is not None and len(screen.scene.seats) > 2


def seat_acts(look: Look, words: Words) -> Mapping[int, list[Button]]:
    """By seat, what this visitor may do with it in the lobby."""
    screen = look.table
    if screen.scene is None or not _has_places(screen) or not is_lobby(screen):
        return {}
    return {seat: list(_seat_acts(look, seat, words)) for seat in range(len(screen.scene.seats))}


def _seat_acts(look: Look, seat: int, words: Words) -> list[Button]:
    one = look.table.scene.seats[seat] if look.table.scene else None
    acts: list[Button] = []
    if one is None or (one.name and not one.computer):
        return acts
    if not one.name:
        label = words.say("Sit here") if look.seat is None else words.say("Move here")
        acts.append(_do(look, Sit(seat), label, Style.SUCCESS))
        if look.host:
            level = _level(look.table)
            label = words.say("Computer: {level}", level=level_name(words, level))
            acts.append(_do(look, SeatComputer(seat, level), label))
    elif look.host:
        acts.append(Button(words.say("Level…"), str(Ask(look.table.table, f"computer_{seat}"))))
    return acts


def _level(screen: TableScreen) -> Level:
    """How well the computers play that the host adds, as the buttons of the table say."""
    meant = (parse_token(button.token) for row in screen.rows for button in row)
    acts = (one.act for one in meant if isinstance(one, Do))
    return next((act.level for act in acts if isinstance(act, SeatComputer)), Level.NORMAL)


def _do(look: Look, act: Act, label: str, style: Style = Style.PLAIN) -> Button:
    return Button(label, str(Do(look.table.table, act)), style)
