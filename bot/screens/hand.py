"""One person's cards as a screen, in that person's own language."""

from collections.abc import Mapping

from bot.game import Card, Play, SeatView
from bot.pictures.names import clean_name
from bot.pictures.scene import HandScene
from bot.screens.fitting import fitted, held, size
from bot.screens.people import Names
from bot.screens.telling import capital, last_trick_line, score_line, trick_line, trump_line
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, HandScreen, Rows, Style
from bot.table import Back, MakeMove, Person, Playing, Step, Table
from bot.words import Words
from bot.words.cards import card_name, card_short, suit_name, suit_sign

__all__ = ["hand_screen"]

CAPTION, ALT, BRIEF, PLACE = 1024, 256, 200, 64
"""Room for words, in UTF-16 units."""


def hand_screen(
    table: Table,
    seat: int,
    given: Mapping[str, str],
    words: Words,
    *,
    place: str = "",
    deck: str = "plain",
    picture: bool = True,
) -> HandScreen | None:
    """What the person in this seat holds; None while there are no cards.

    `place` is the name of the chat that the table is in, for a hand read somewhere else.
    """
    view, occupant = table.seat_view(seat), table.seats[seat]
    if view is None or not isinstance(occupant, Person):
        return None
    names = Names(table, given, words)
    title = _title(table, view, names, words)
    if not isinstance(table.phase, Playing):
        return _over(table, occupant, title, _place_line(words, place))
    lines = [title, *_lines(table, view, names, words, place)]
    return HandScreen(
        table=table.id,
        viewer=occupant.key,
        seq=table.seq,
        scene=_scene(view, words, title, deck) if picture and view.hand else None,
        title=title,
        caption=fitted(lines, CAPTION),
        alt=_numbered(view, words, ALT),
        brief=_brief(view, title, words),
        rows=_rows(table, view, words),
    )


def _over(table: Table, person: Person, title: str, place: str) -> HandScreen:
    """A hand that nobody plays any more: cards left in it, as after giving up, mean nothing."""
    return HandScreen(
        table=table.id,
        viewer=person.key,
        seq=table.seq,
        scene=None,
        title=title,
        caption=fitted([title, place], CAPTION),
        alt=title,
        brief=title,
        rows=(),
    )


def _title(table: Table, view: SeatView, names: Names, words: Words) -> str:
    if not isinstance(table.phase, Playing) or view.table.turn is None:
        return words.say("This deal is over.")
    if view.table.turn == view.seat:
        return words.say("Your turn: choose a card.")
    return words.say("{name} is to play.", name=names.of_seat(view.table.turn))


def _lines(table: Table, view: SeatView, names: Names, words: Words, place: str) -> list[str]:
    if not view.hand:
        return [last_trick_line(view.table, names, words)]
    return [
        words.say("You hold: {cards}.", cards=", ".join(card_name(words, card) for card in view.hand)),
        trick_line(view.table, names, words),
        trump_line(view.table, words),
        last_trick_line(view.table, names, words),
        score_line(table, words),
        _place_line(words, place),
    ]


def _place_line(words: Words, place: str) -> str:
    return words.say("Table: {place}", place=held(clean_name(place, PLACE), PLACE)) if place else ""


def _numbered(view: SeatView, words: Words, most: int) -> str:
    """The cards with their places, by their short names where the whole ones have no room."""
    whole, short = (
        ", ".join(f"{place}: {name(words, card)}" for place, card in enumerate(view.hand, 1))
        for name in (card_name, card_short)
    )
    return whole if size(whole) <= most else fitted([short], most)


def _brief(view: SeatView, title: str, words: Words) -> str:
    trump = words.say("Trump: {trump}", trump=suit_name(words, view.table.trump)) if view.table.trump else ""
    room = BRIEF - size(f"{title}\n\n{trump}")
    return fitted([title, _numbered(view, words, room), trump], BRIEF)


def _scene(view: SeatView, words: Words, title: str, deck: str) -> HandScene:
    table = view.table
    lying = table.trump_card if table.trump_card_in_stock else None
    return HandScene(
        cards=tuple(card.code for card in view.hand),
        deck=deck,
        on_turn=table.turn == view.seat,
        trump=table.trump.value if table.trump else None,
        trump_card=lying.code if lying else None,
        trump_word=capital(suit_name(words, table.trump)) if table.trump else "",
        note=title,
    )


def _rows(table: Table, view: SeatView, words: Words) -> Rows:
    step = table.step_of(view.seat)
    if not isinstance(table.phase, Playing) or step is None:
        return ()
    style = Style.PRIMARY if view.table.turn == view.seat else Style.PLAIN
    cards = tuple(_card_button(table, step, card, style, words) for card in view.hand)
    person = table.seats[view.seat]
    rest: list[Button] = []
    if isinstance(person, Person) and person.away:
        rest.append(Button(words.say("I am back"), str(Do(table.id, Back())), Style.SUCCESS, symbol="👋"))
    rest.append(Button(words.say("More"), str(Ask(table.id, "more")), symbol="⋯"))
    return (cards, tuple(rest)) if cards else (tuple(rest),)


def _card_button(table: Table, step: Step, card: Card, style: Style, words: Words) -> Button:
    token = str(Do(table.id, MakeMove(step, Play(card))))
    return Button(card_short(words, card), token, style, card=card.code, symbol=suit_sign(card.suit))
