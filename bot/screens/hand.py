"""One person's cards as a screen, in that person's own language."""

from collections.abc import Mapping

from bot.game import Card, Exchange, Play, SeatView
from bot.pictures.names import clean_name
from bot.pictures.scene import HandScene
from bot.screens.bidding import bargain_rows
from bot.screens.cardwords import CardWords
from bot.screens.drawing import trump_word
from bot.screens.fitting import fitted, held
from bot.screens.holding import brief_of, hand_title, held_lines, numbered, secret_lines
from bot.screens.people import Names
from bot.screens.pressing import exchange_label, may_sign, signs_button
from bot.screens.tastes import home_deck
from bot.screens.tokens import Ask, Do
from bot.screens.types import Button, HandScreen, Rows, Style
from bot.table import Back, MakeMove, Person, Playing, Step, Table
from bot.words import Words

__all__ = ["hand_screen"]

CAPTION, ALT, BRIEF, PLACE = 1024, 256, 200, 64
"""Room for words, in UTF-16 units: Telegram lets what one person alone sees become no longer than a caption."""
ROW, HALF = 5, 4
"""Cards that lie in one row; of more so many lie in each."""


def hand_screen(
    table: Table,
    seat: int,
    given: Mapping[str, str],
    words: Words,
    *,
    place: str = "",
    deck: str = "",
    picture: bool = True,
) -> HandScreen | None:
    """What the person in this seat holds; None while there are no cards.

    `place` is the name of the chat that the table is in, for a hand read somewhere else. Without a `deck` it is the one
    at home in the game; without a `picture` there are words alone.
    """
    view, occupant = table.seat_view(seat), table.seats[seat]
    if view is None or not isinstance(occupant, Person):
        return None
    words = words.of_deck(deck or home_deck(table.rules.game))
    names = Names(table, given, words)
    title = hand_title(table, view, names, words)
    if not isinstance(table.phase, Playing):
        return _over(table, occupant, title, _place_line(words, place))
    lines = [title, *held_lines(table, view, names, words), _place_line(words, place) if view.hand else ""]
    return HandScreen(
        table=table.id,
        viewer=occupant.key,
        seq=table.seq,
        scene=_scene(view, names, words, title) if picture and view.hand else None,
        title=title,
        caption=fitted(lines, CAPTION),
        alt=numbered(view, words, ALT),
        brief=brief_of(view, title, names, words, BRIEF),
        rows=_rows(table, view, words),
        secrets=secret_lines(view, names, words),
        deck=words.deck,
        on_turn=view.table.turn == seat,
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


def _place_line(words: Words, place: str) -> str:
    return words.say("Table: {place}", place=held(clean_name(place, PLACE), PLACE)) if place else ""


def _scene(view: SeatView, names: Names, words: Words, title: str) -> HandScene:
    table, cards = view.table, CardWords(words, view.table.rules.ranking)
    lying = table.trump_card if table.trump_card_in_stock else None
    return HandScene(
        cards=cards.pictures(view.hand),
        deck=words.deck,
        on_turn=table.turn == view.seat,
        trump=table.trump.value if table.trump else None,
        trump_card=cards.picture(lying) if lying else None,
        trump_word=trump_word(table, words),
        note=title,
        others=tuple(
            (names.of_seat(one.seat), cards.pictures(one.hand)) for one in view.partner_hands if one.hand
        ),
    )


# -- buttons --------------------------------------------------------------------------------------


def _rows(table: Table, view: SeatView, words: Words) -> Rows:
    step = table.step_of(view.seat)
    if not isinstance(table.phase, Playing) or step is None:
        return ()
    bargain = bargain_rows(table, view.table, words) if view.table.turn == view.seat else ()
    rows = (
        *_card_rows(table, view, step, words),
        _exchange_row(table, view, step, words),
        *bargain,
        _last_row(table, view, words),
    )
    return tuple(row for row in rows if row)


def _card_rows(table: Table, view: SeatView, step: Step, words: Words) -> Rows:
    """The cards, once this seat's next step is to play one."""
    if step.trick is None:
        return ()
    style = Style.PRIMARY if view.table.turn == view.seat else Style.PLAIN
    cards = CardWords(words, view.table.rules.ranking)
    buttons = tuple(_card_button(table, step, card, style, cards) for card in view.hand)
    long = HALF if len(buttons) > ROW else ROW
    return tuple(buttons[start : start + long] for start in range(0, len(buttons), long))


def _card_button(table: Table, step: Step, card: Card, style: Style, cards: CardWords) -> Button:
    token = str(Do(table.id, MakeMove(step, Play(card))))
    return Button(cards.short(card), token, style, card=cards.picture(card), symbol=cards.sign(card))


def _exchange_row(table: Table, view: SeatView, step: Step, words: Words) -> tuple[Button, ...]:
    return tuple(
        Button(
            exchange_label(view.table, move.card, words),
            str(Do(table.id, MakeMove(step, move))),
            Style.SUCCESS,
            symbol="🔄",
        )
        for move in view.legal_moves
        if isinstance(move, Exchange)
    )


def _last_row(table: Table, view: SeatView, words: Words) -> tuple[Button, ...]:
    person = table.seats[view.seat]
    row: list[Button] = []
    if may_sign(view.table):
        row.append(signs_button(table, words))
    if isinstance(person, Person) and person.away:
        row.append(Button(words.say("I am back"), str(Do(table.id, Back())), Style.SUCCESS, symbol="👋"))
    row.append(Button(words.say("More"), str(Ask(table.id, "more")), symbol="⋯"))
    return tuple(row)
