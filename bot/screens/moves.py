"""What one person may do now, move by move, for a platform where they choose from a list."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.game import Exchange, Play, SeatView
from bot.pictures.names import clean_name
from bot.screens.bidding import bargain_rows
from bot.screens.cardwords import CardWords, capital
from bot.screens.fitting import held
from bot.screens.holding import hand_title
from bot.screens.people import Names
from bot.screens.pressing import exchange_label, may_sign, signs_button
from bot.screens.tastes import home_deck
from bot.screens.tokens import Ask, Do, parse_token
from bot.screens.types import Button
from bot.table import MakeMove, Person, Playing, PlayPosition, Step, Table
from bot.words import Words

__all__ = ["Choice", "MovesScreen", "moves_screen"]

PLACE = 64
"""Room for the name of a chat, in UTF-16 units."""


@dataclass(frozen=True, slots=True, repr=False)
class Choice:
    """One move."""

    name: str
    """The move in words: Three of cups."""
    token: str
    """What makes it. It names a card of the hand by its place alone."""
    also: str = ""
    """Another name, by which it may be looked for as well: 3 cups."""
    symbol: str = ""
    """A sign for the card's suit."""
    card: str = ""
    """The code of the picture of the card that is played; empty for moves that are no card."""


@dataclass(frozen=True, slots=True, repr=False)
class MovesScreen:
    """One person's moves at one table. Only ever shown to `viewer`."""

    table: str
    viewer: str
    title: str
    """Whether it is this person's turn, and for what."""
    place: str
    """The name of the chat that the table is in."""
    deck: str
    choices: tuple[Choice, ...]
    """Empty for somebody who is not on turn."""
    more: Button
    """Leads to what no list holds: signs, another number of points, or the whole hand."""

    def __repr__(self) -> str:
        """Whose moves they are, never what they are: a log may hold a repr."""
        return f"MovesScreen(table={self.table!r}, viewer={self.viewer!r})"


def moves_screen(
    table: Table, seat: int, given: Mapping[str, str], words: Words, *, place: str, deck: str = ""
) -> MovesScreen | None:
    """What the person in this seat may do now; None while no match is on."""
    view, occupant = table.seat_view(seat), table.seats[seat]
    if view is None or not isinstance(occupant, Person) or not isinstance(table.phase, Playing):
        return None
    words = words.of_deck(deck or home_deck(table.rules.game))
    return MovesScreen(
        table=table.id,
        viewer=occupant.key,
        title=hand_title(table, view, Names(table, given, words), words),
        place=held(clean_name(place, PLACE), PLACE),
        deck=words.deck,
        choices=tuple(_choices(table, view, words)),
        more=_more(table, view, words),
    )


def _choices(table: Table, view: SeatView, words: Words) -> Iterator[Choice]:
    step = table.step_of(view.seat)
    if view.table.turn != view.seat or step is None:
        return
    yield from _cards(table, view, step, words)
    for move in view.legal_moves:
        if isinstance(move, Exchange):
            label = exchange_label(view.table, move.card, words)
            yield Choice(label, str(Do(table.id, MakeMove(step, move))), symbol="🔄")
    for row in bargain_rows(table, view.table, words):
        for button in row:
            if isinstance(parse_token(button.token), Do):
                yield Choice(button.label, button.token, symbol=button.symbol)


def _cards(table: Table, view: SeatView, step: Step, words: Words) -> Iterator[Choice]:
    hand, cards = table.hand_at(view.seat, step), CardWords(words, view.table.rules.ranking)
    for move in view.legal_moves:
        if isinstance(move, Play):
            card = move.card
            token = str(Do(table.id, PlayPosition(step, hand.index(card) + 1)))
            name, short = cards.name(card), cards.short(card)
            yield Choice(capital(name), token, short, cards.sign(card), cards.picture(card))


def _more(table: Table, view: SeatView, words: Words) -> Button:
    if may_sign(view.table):
        return signs_button(table, words)
    asks = (
        button
        for row in (bargain_rows(table, view.table, words) if view.table.turn == view.seat else ())
        for button in row
        if isinstance(parse_token(button.token), Ask)
    )
    return next(asks, None) or Button(words.say("My hand"), str(Ask(table.id, "hand")), symbol="🃏")
