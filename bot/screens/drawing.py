"""The public table as a picture to draw."""

from bot.game import Card, TableView
from bot.pictures.scene import SeatScene, TableScene
from bot.screens.people import Names
from bot.screens.piles import piles_of
from bot.screens.telling import capital, score_line
from bot.table import Computer, Over, Person, Table
from bot.words import Words
from bot.words.cards import suit_name

__all__ = ["scene_of"]


def scene_of(table: Table, names: Names, words: Words, title: str, deck: str) -> TableScene:
    """What the picture of this table shows, under the headline `title`."""
    view = table.table_view()
    if view is None:
        seats = tuple(_lobby_seat(table, names, words, seat) for seat in range(len(table.seats)))
        return TableScene(seats=seats, deck=deck, stock=len(table.rules.cards), headline=title)
    over = isinstance(table.phase, Over)
    shown_trick = () if view.trick is None or over else view.trick.cards
    last = view.tricks[-1] if view.tricks and not view.is_over else None
    return TableScene(
        seats=tuple(_seat(table, view, names, words, seat) for seat in range(len(table.seats))),
        deck=deck,
        stock=view.stock_count,
        trump_card=view.trump_card.code if view.trump_card and view.trump_card_in_stock else None,
        trump=view.trump.value if view.trump else None,
        trump_word=capital(suit_name(words, view.trump)) if view.trump else "",
        trick=_placed(view.trick.leader, shown_trick, table) if view.trick else (),
        last_trick=_placed(last.leader, last.cards, table) if last else (),
        last_winner=last.winner if last else None,
        last_word=words.say("Last trick: {name}", name=names.of_seat(last.winner)) if last else "",
        headline=title,
        score=score_line(table, words),
        piles=tuple(piles_of(table, names)) if view.is_over else (),
    )


def _lobby_seat(table: Table, names: Names, words: Words, seat: int) -> SeatScene:
    one = table.seats[seat]
    note = words.say("host") if isinstance(one, Person) and one.key == table.host else ""
    return SeatScene(names.of(one, seat), isinstance(one, Computer), 0, note=note or _free_note(one, words))


def _free_note(one: object, words: Words) -> str:
    return words.say("free") if one is None else ""


def _seat(table: Table, view: TableView, names: Names, words: Words, seat: int) -> SeatScene:
    one = table.seats[seat]
    away = isinstance(one, Person) and one.away
    return SeatScene(
        name=names.of(one, seat),
        computer=isinstance(one, Computer) or away,
        cards=0 if isinstance(table.phase, Over) else view.hand_counts[seat],
        on_turn=table.turn == seat,
        note=words.say("away") if away and not view.is_over else _points_note(view, table, seat, words),
    )


def _points_note(view: TableView, table: Table, seat: int, words: Words) -> str:
    if view.points is None:
        return ""
    return words.count("{n} point", "{n} points", view.points[table.rules.side_of(seat)])


def _placed(leader: int, cards: tuple[Card, ...], table: Table) -> tuple[tuple[int, str], ...]:
    seats = len(table.seats)
    return tuple(((leader + place) % seats, card.code) for place, card in enumerate(cards))
