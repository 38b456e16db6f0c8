"""One person's cards in words: what they hold, what they are, and what they alone may see."""

from collections.abc import Callable
from itertools import product

from bot.game import Called, Card, SeatView
from bot.game.options import Signs
from bot.screens.bidding import bargain_lines, is_bidding
from bot.screens.cardplay import (
    exchange_lines,
    known_lines,
    last_trick_line,
    points_line,
    signs_line,
    trick_line,
    trump_line,
)
from bot.screens.cardwords import CardWords
from bot.screens.fitting import fitted, size
from bot.screens.people import Names
from bot.screens.sheets import score_line
from bot.table import Playing, Table
from bot.words import Words
from bot.words.cards import suit_name

__all__ = ["brief_of", "hand_title", "held_lines", "numbered", "secret_lines"]


def hand_title(table: Table, view: SeatView, names: Names, words: Words) -> str:
    """One line: whether it is this person's turn, and for what."""
    turn = view.table.turn
    if not isinstance(table.phase, Playing) or turn is None:
        return words.say("This deal is over.")
    if turn == view.seat:
        return _own_turn(view, words)
    name = names.of_seat(turn)
    if is_bidding(view.table):
        return words.say("{name} is to bid.", name=name)
    if view.table.is_calling:
        return words.say("{name} is to call a card.", name=name)
    return words.say("{name} is to play.", name=name)


def _own_turn(view: SeatView, words: Words) -> str:
    if is_bidding(view.table):
        return words.say("Your turn: bid or pass.")
    if view.table.is_calling:
        return words.say("Your turn: call a card.")
    return words.say("Your turn: choose a card.")


def held_lines(table: Table, view: SeatView, names: Names, words: Words) -> list[str]:
    """Everything below the title, the most important first."""
    if not view.hand:
        return [last_trick_line(view.table, names, words)]
    cards = CardWords(words, view.table.rules.ranking)
    return [
        words.say("You hold: {cards}.", cards=_in_places(view, cards.name)),
        role_line(view, names, words),
        *bargain_lines(view.table, names, words),
        *_partner_lines(view, names, words),
        trick_line(view.table, names, words),
        trump_line(view.table, words),
        *exchange_lines(view.table, names, words),
        signs_line(view.table, view.signs, names, words),
        last_trick_line(view.table, names, words),
        points_line(view.table, names, words),
        *known_lines(view.table, names, words, own=view.seat),
        score_line(table, names, words),
    ]


def secret_lines(view: SeatView, names: Names, words: Words) -> tuple[str, ...]:
    """The lines that tell what nobody else may know, besides the cards in hand."""
    if not view.hand:
        return ()
    signs = signs_line(view.table, view.signs, names, words)
    lines = (
        role_line(view, names, words),
        *_partner_lines(view, names, words),
        signs if view.table.rules.signs is Signs.PARTNER else "",
    )
    return tuple(line for line in lines if line)


def _partner_lines(view: SeatView, names: Names, words: Words) -> list[str]:
    """What the partners hold, where one may look."""
    cards = CardWords(words, view.table.rules.ranking)
    return [
        words.say(
            "Your partner {name} holds: {cards}.", name=names.of_seat(one.seat), cards=cards.row(one.hand)
        )
        for one in view.partner_hands
        if one.hand
    ]


def role_line(view: SeatView, names: Names, words: Words) -> str:
    """What this person is once a card is called, as far as they can know."""
    bargain = view.table.bargain
    if not isinstance(bargain, Called):
        return ""
    declarer, holds = bargain.contract.declarer, bargain.card in view.hand
    if view.seat == declarer:
        return _declarer_line(view, names, words)
    if holds:
        return words.say("You are the partner: you hold the called card.")
    if view.partner == view.seat:
        return words.say("You are the partner of {name}.", name=names.of_seat(declarer))
    return words.say("You play against {name}.", name=names.of_seat(declarer))


def _declarer_line(view: SeatView, names: Names, words: Words) -> str:
    if view.partner == view.seat:
        return words.say("You are the declarer, and alone against four.")
    if view.partner is None:
        return words.say("You are the declarer; your partner is still secret.")
    return words.say("You are the declarer; {name} is your partner.", name=names.of_seat(view.partner))


# -- where there is little room -------------------------------------------------------------------


def numbered(view: SeatView, words: Words, most: int) -> str:
    """The cards with their places, by the longest names that have room."""
    ways = _numbered_ways(view, words)
    return next((way for way in ways if size(way) <= most), None) or fitted([ways[-1]], most)


def _numbered_ways(view: SeatView, words: Words) -> list[str]:
    cards = CardWords(words, view.table.rules.ranking)
    return [_in_places(view, name) for name in (cards.name, cards.short, cards.tiny)]


def _in_places(view: SeatView, name: Callable[[Card], str]) -> str:
    """The cards with the numbers by which they can be played."""
    return ", ".join(f"{place}: {name(card)}" for place, card in enumerate(view.hand, 1))


def brief_of(view: SeatView, title: str, names: Names, words: Words, most: int) -> str:
    """The hand in so much room: every card, and as much of the rest as fits beside their shortest names."""
    trump = view.table.trump
    rest = [
        role_line(view, names, words),
        words.say("Trump: {trump}", trump=suit_name(words, trump)) if trump else "",
        signs_line(view.table, view.signs, names, words),
        *_partner_lines(view, names, words),
    ]
    ways = _numbered_ways(view, words)
    for count, cards in product(range(len(rest), -1, -1), ways):
        text = "\n".join(filter(None, (title, cards, *rest[:count])))
        if size(text) <= most:
            return text
    return fitted([title, ways[-1]], most)
