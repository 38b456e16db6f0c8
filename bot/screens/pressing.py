"""The buttons under a public table."""

from collections.abc import Sequence

from bot.computer import Level
from bot.game import Card, Exchange, FaceDown, OpenTrick, Rank, TableView
from bot.game.asides import exchange_refusal
from bot.game.options import Exchanging, Signs
from bot.game.stock import Stock
from bot.screens.bidding import ROW, bargain_rows
from bot.screens.cardwords import CardWords
from bot.screens.people import side_letter
from bot.screens.telling import offers_rematch
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, Rows, Style
from bot.table import (
    Act,
    Anew,
    Back,
    FillSeats,
    Leave,
    Lobby,
    MakeMove,
    NextDeal,
    Over,
    Person,
    Playing,
    PlayPosition,
    Rematch,
    SeatComputer,
    Sit,
    Start,
    Step,
    Table,
)
from bot.words import Words
from bot.words.levels import level_name

__all__ = ["exchange_label", "may_sign", "positions_of", "rows_of", "signs_button"]


def rows_of(table: Table, words: Words, level: Level) -> Rows:
    """The buttons that fit the table's phase. Everybody sees them; who may press is decided at the table.

    `level` is how well the computers play that the host would add.
    """
    match table.phase:
        case Lobby():
            return _lobby_rows(table, words, level)
        case Playing(match=match):
            return _play_rows(table, words, match.deal_number + 1 if match.needs_deal else None)
        case Over() as over:
            return _over_rows(table, over, words)


# -- the lobby ------------------------------------------------------------------------------------


def _lobby_rows(table: Table, words: Words, level: Level) -> Rows:
    free = [seat for seat, one in enumerate(table.seats) if one is None]
    adding, others = _adding_row(table, free, words, level), _choosers(table, words)
    if len(adding) == 1:
        adding.append(others.pop(0))
    leave = _do(table, Leave(), words.say("Leave"), symbol="🚪")
    last = [[*others, leave]] if len(others) == 1 else [others, [leave]]
    rows = [_sit_row(table, free, words), adding, *last]
    if not free:
        rows.insert(0, [_do(table, Start(), words.say("Start"), Style.SUCCESS, "▶️")])
    return tuple(tuple(row) for row in rows if row)


def _sit_row(table: Table, free: Sequence[int], words: Words) -> list[Button]:
    """The free seats: each by itself where it matters with whom, or after whom, one plays."""
    if len(table.seats) == 2:  # opposite each other both seats are the same
        return [_do(table, Sit(seat), words.say("Sit down"), Style.SUCCESS, "🪑") for seat in free[:1]]
    return [
        _do(table, Sit(seat), _seat_label(table, seat, words), Style.SUCCESS, "🪑") for seat in free[:ROW]
    ]


def _seat_label(table: Table, seat: int, words: Words) -> str:
    side = side_letter(table.rules, seat)
    if side is None:
        return words.say("Seat {n}", n=seat + 1)
    return words.say("Seat {n} · {side}", n=seat + 1, side=side)


def _adding_row(table: Table, free: Sequence[int], words: Words, level: Level) -> list[Button]:
    """One more computer, or one for every free seat: of the host's usual level, which the buttons say."""
    row: list[Button] = []
    named = level_name(words, level)
    if free:
        one_more = SeatComputer(free[0], level)
        row.append(_do(table, one_more, words.say("Computer: {level}", level=named), symbol="🤖"))
    if len(free) > 1:
        row.append(_do(table, FillSeats(level), words.say("Fill all: {level}", level=named), symbol="🤖"))
    return row


def _choosers(table: Table, words: Words) -> list[Button]:
    """What opens something to choose from: the computers where there are or may be any, the game."""
    games = Button(words.say("Game and rules"), str(Ask(table.id, "games")), symbol="⚙️")
    if table.is_full and table.only_people_so_far:
        return [games]
    return [Button(words.say("Computers…"), str(Ask(table.id, "levels")), symbol="🎚️"), games]


# -- play -----------------------------------------------------------------------------------------


def _play_rows(table: Table, words: Words, next_deal: int | None) -> Rows:
    row = [Button(words.say("My hand"), str(Ask(table.id, "hand")), Style.PRIMARY, symbol="🃏")]
    if table.is_watched:
        row = [Button(words.say("End the table"), str(Ask(table.id, "ending")), symbol="🛑")]
    if next_deal is not None:
        row = [_do(table, NextDeal(next_deal), words.say("Next deal"), Style.SUCCESS, "▶️")]
    if any(isinstance(one, Person) and one.away for one in table.seats):
        row.append(_do(table, Back(), words.say("I am back"), Style.SUCCESS, "👋"))
    row.append(Button(words.say("More"), str(Ask(table.id, "more")), symbol="⋯"))
    return (*_bargain(table, words), tuple(row))


def _bargain(table: Table, words: Words) -> Rows:
    """What the person on turn may bid or call."""
    view = table.table_view()
    return () if view is None or table.computer_turn else bargain_rows(table, view, words)


def _over_rows(table: Table, over: Over, words: Words) -> Rows:
    row: list[Button] = []
    if offers_rematch(over):
        again = words.say("Watch again") if table.is_watched else words.say("Play again")
        row.append(_do(table, Rematch(), again, Style.SUCCESS, "🔁"))
        row.append(_do(table, Anew(), words.say("Change the rules"), symbol="⚙️"))
    if over.match is not None:
        row.append(Button(words.say("More"), str(Ask(table.id, "more")), symbol="⋯"))
    return (tuple(row),) if row else ()


# -- beside a hand that is shown without buttons --------------------------------------------------


def positions_of(table: Table, words: Words) -> tuple[Button, ...]:
    """Buttons for the places of a hand at the step of the seat on turn, and for what else it might do then.

    They follow from what everybody knows: an exchange is there whoever holds the card for it.
    """
    step, view = table.step, table.table_view()
    if step is None or step.trick is None or view is None or view.turn is None:
        return ()
    places = range(1, view.hand_counts[view.turn] + 1)
    return (
        *(_do(table, PlayPosition(step, place), str(place)) for place in places),
        *_exchange_buttons(table, step, view, words),
        *([signs_button(table, words)] if may_sign(view) else []),
    )


def _exchange_buttons(table: Table, step: Step, view: TableView, words: Words) -> list[Button]:
    return [
        _do(table, MakeMove(step, Exchange(card)), exchange_label(view, card, words), symbol="🔄")
        for card in _exchangeable(view)
    ]


def _exchangeable(view: TableView) -> list[Card]:
    """The cards that the seat on turn could now give for the turned one, if it held them."""
    turned, trick, turn = view.trump_card, view.trick, view.turn
    if turned is None or trick is None or turn is None or not view.trump_card_in_stock:
        return []
    if view.rules.exchange is Exchanging.OFF:
        return []
    candidates = (Card(rank, turned.suit) for rank in (Rank.SEVEN, Rank.TWO))
    return [
        card for card in candidates if card in view.rules.cards and _fits(view, trick, turn, turned, card)
    ]


def _fits(view: TableView, trick: OpenTrick, turn: int, turned: Card, given: Card) -> bool:
    lying = Stock(FaceDown([turned]), turned, open_top=False, seen=frozenset())
    return exchange_refusal(view.rules, lying, view.tricks, trick, turn, given) is None


def exchange_label(view: TableView, given: Card, words: Words) -> str:
    """A button's words for giving this card for the turned one."""
    cards = CardWords(words, view.rules.ranking)
    taken = cards.short(view.trump_card) if view.trump_card else ""
    return words.say("Exchange {given} for {taken}", given=cards.rank(given), taken=taken)


def may_sign(view: TableView) -> bool:
    """Whether it is a time of signs, for whoever has not made one in this trick."""
    return view.rules.signs is not Signs.OFF and view.trick_number > 1 and not view.is_over


def signs_button(table: Table, words: Words) -> Button:
    """Asks which sign to make."""
    return Button(words.say("Signs…"), str(Ask(table.id, "signs")), symbol="😉")


def _do(table: Table, act: Act, label: str, style: Style = Style.PLAIN, symbol: str = "") -> Button:
    return Button(label, str(Do(table.id, act)), style, symbol=symbol)
