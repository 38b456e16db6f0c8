"""The cards on the table in words: the trump, the tricks, exchanges, signs, and what lies open."""

from collections.abc import Iterable
from typing import TypeVar

from bot.game import Card, Exchanged, Signed, TableView
from bot.game.options import Switch, Trump
from bot.screens.asking import sign_meaning
from bot.screens.cardwords import CardWords
from bot.screens.people import Names, in_row
from bot.words import Words
from bot.words.cards import suit_name

__all__ = [
    "counts_line",
    "exchange_lines",
    "known_lines",
    "last_trick_line",
    "points_line",
    "points_told",
    "signs_line",
    "trick_line",
    "trump_line",
]


# -- trump and tricks -----------------------------------------------------------------------------


def trump_line(view: TableView, words: Words) -> str:
    """The trump, the card that was turned up while it lies there, and the stock."""
    if view.rules.trump is Trump.CALLED:
        return words.say("Trump: {trump}", trump=suit_name(words, view.trump)) if view.trump else ""
    stock = _stock_words(view, words)
    if view.trump is None:
        return words.say("There is no trump, {stock}", stock=stock)
    trump = suit_name(words, view.trump)
    if view.trump_card is not None and view.trump_card_in_stock:
        card = CardWords(words, view.rules.ranking).name(view.trump_card)
        return words.say("Trump: {trump} ({card} turned up), {stock}", trump=trump, card=card, stock=stock)
    return words.say("Trump: {trump}, the stock is empty", trump=trump)


def _stock_words(view: TableView, words: Words) -> str:
    """How many cards can be drawn, in the middle of a sentence."""
    if not view.stock_count:
        return words.say("the stock is empty")
    return words.count("{n} card in the stock", "{n} cards in the stock", view.stock_count)


def trick_line(view: TableView, names: Names, words: Words) -> str:
    """What lies on the table now, or who leads; empty when the deal is over."""
    if view.trick is None:
        return ""
    if not view.trick.cards:
        return words.say("{name} leads.", name=names.of_seat(view.trick.leader))
    plays = _plays(view, view.trick.leader, view.trick.cards, names, words)
    return words.say("On the table: {plays}", plays=plays)


def last_trick_line(view: TableView, names: Names, words: Words) -> str:
    """The last finished trick in words; empty before the first is finished."""
    if not view.tricks:
        return ""
    trick = view.tricks[-1]
    plays = _plays(view, trick.leader, trick.cards, names, words)
    return words.say("Last trick: {plays}. {name} took it.", plays=plays, name=names.of_seat(trick.winner))


def _plays(view: TableView, leader: int, cards: tuple[Card, ...], names: Names, words: Words) -> str:
    every, said = names.all, CardWords(words, view.rules.ranking)
    return ", ".join(
        words.say("{name} the {card}", name=every[(leader + place) % view.players], card=said.name(card))
        for place, card in enumerate(cards)
    )


# -- exchanges and signs --------------------------------------------------------------------------


def exchange_lines(view: TableView, names: Names, words: Words) -> list[str]:
    """Who has exchanged the turned card in this trick or the last one."""
    cards = CardWords(words, view.rules.ranking)
    return [
        words.say(
            "{name} exchanged the {given} for the {taken}.",
            name=names.of_seat(one.seat),
            given=cards.name(one.given),
            taken=cards.name(one.taken),
        )
        for one in _of_now(view, view.exchanges)
    ]


def signs_line(view: TableView, signs: Iterable[Signed], names: Names, words: Words) -> str:
    """Of each seat the last of these signs, if it is of this trick, or of the last one and nothing is led yet."""
    lying = view.trick is not None and bool(view.trick.cards)
    latest = {
        one.seat: one.word for one in _of_now(view, signs) if one.trick == view.trick_number or not lying
    }
    made = ", ".join(f"{names.of_seat(seat)} {sign_meaning(words, word)}" for seat, word in latest.items())
    return words.say("Signs: {signs}", signs=made) if made else ""


Made = TypeVar("Made", Exchanged, Signed)


def _of_now(view: TableView, made: Iterable[Made]) -> Iterable[Made]:
    """What was made in this trick or the last one."""
    return (one for one in made if one.trick >= view.trick_number - 1)


# -- what lies open -------------------------------------------------------------------------------


def known_lines(view: TableView, names: Names, words: Words, own: int | None = None) -> list[str]:
    """Open hands, cards taken in exchange that are still held, and the stock's top card if it lies face up.

    The reader in seat `own` sees that hand anyway. What else has been seen is for everybody's own memory.
    """
    cards = CardWords(words, view.rules.ranking)
    hands = [(seat, _open_cards(view, seat)) for seat in range(view.players) if seat != own]
    lines = [_open_line(view, names.of_seat(seat), cards.row(known), words) for seat, known in hands if known]
    return [_top_line(view, cards, words), *lines]


def _open_cards(view: TableView, seat: int) -> tuple[Card, ...]:
    if view.rules.open_hands is Switch.ON:
        return view.known[seat]
    taken = [one.taken for one in view.exchanges if one.seat == seat]
    return tuple(card for card in view.known[seat] if card in taken)


def _open_line(view: TableView, name: str, cards: str, words: Words) -> str:
    if view.rules.open_hands is Switch.ON:
        return words.say("{name} holds: {cards}.", name=name, cards=cards)
    return words.say("Everyone knows that {name} holds: {cards}.", name=name, cards=cards)


def _top_line(view: TableView, cards: CardWords, words: Words) -> str:
    top = view.stock_top
    if top is None or (top == view.trump_card and view.trump_card_in_stock):
        return ""
    return words.say("On top of the stock: {card}", card=cards.name(top))


def counts_line(view: TableView, names: Names, words: Words) -> str:
    """How many cards each holds, where they are not listed anyway."""
    if view.rules.open_hands is Switch.ON:
        return ""
    counts = view.hand_counts
    if view.players == 2:
        return ", ".join(
            words.count("{name} holds {n} card", "{name} holds {n} cards", count, name=names.of_seat(seat))
            for seat, count in enumerate(counts)
        )
    if len(set(counts)) == 1:
        return words.count("Everybody holds {n} card.", "Everybody holds {n} cards.", counts[0])
    return words.say("Cards in hand: {counts}", counts=in_row(names.all, counts))


def points_line(view: TableView, names: Names, words: Words) -> str:
    """The points taken so far, where the rules let them be said."""
    points = points_told(view)
    if points is None:
        return ""
    return words.say("Points: {points}", points=in_row(map(names.of_seats, view.sides), points))


def points_told(view: TableView) -> tuple[int, ...] | None:
    """By side, the points taken so far; None where the rules keep them unsaid, and before cards are played."""
    is_bargaining = view.trick is None
    return None if view.is_over or is_bargaining else view.points
