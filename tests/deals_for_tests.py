"""Decks, whole deals and matches for tests: random ones, and ones that come out as asked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import count
from random import Random

import pytest
from hypothesis import strategies as st

from bot.game import DECK, Card, Deal, Match, Play, Preset, Rules
from bot.game.options import PLAYABLE

TWO = Rules.preset("briscola", players=2)

decks = st.permutations(DECK)
"""Any order of the forty cards."""

choices = st.lists(st.integers(0, 2), min_size=40, max_size=40)
"""Which card of the hand is played, move by move; a smaller hand takes it modulo its size."""

seeds = st.integers(0, 2**32)
"""What a test shuffles by."""


@contextmanager
def every_number_of_players() -> Iterator[None]:
    """Seat three, four and six as well: the deal is written for them before the rules let them in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PLAYABLE, Preset.BRISCOLA, (2, 3, 4, 6))
        yield


def steps(deal: Deal, picks: Sequence[int]) -> Iterator[tuple[Deal, int, Play]]:
    """Every moment of a deal with the seat on turn and the move it then makes."""
    for pick in picks:
        seat = deal.turn
        if seat is None:
            return
        moves = deal.legal_moves(seat)
        move = moves[pick % len(moves)]
        yield deal, seat, move
        deal = deal.play(seat, move)


def moments(deal: Deal, picks: Sequence[int]) -> list[Deal]:
    """A deal from its first moment to its last, which is over."""
    played = [(before, before.play(seat, move)) for before, seat, move in steps(deal, picks)]
    return [deal, *(after for _, after in played)]


def played_out(deal: Deal, picks: Sequence[int] = (0,) * 40) -> Deal:
    """The deal when it is over."""
    return moments(deal, picks)[-1]


def shuffled(seed: int, rules: Rules = TWO) -> list[Card]:
    """Some order of the cards, always the same for one seed."""
    deck = list(rules.cards)
    Random(seed).shuffle(deck)
    return deck


@cache
def deck_won_by(winner: int | None, leader: int = 0) -> tuple[Card, ...]:
    """A deck with which `winner` wins (None: 60–60) if everyone always plays their first card."""
    for seed in count():
        deck = tuple(shuffled(seed))
        if played_out(Deal.begin(TWO, deck, leader)).winner == winner:
            return deck
    raise AssertionError


def after_deals(match: Match, *winners: int | None) -> Match:
    """The match after further deals, each won by the side named (None: a tie)."""
    for winner in winners:
        match = match.deal_cards(deck_won_by(winner, match.next_leader))
        while match.deal is not None and match.deal.turn is not None:
            seat = match.deal.turn
            match = match.play(seat, match.deal.legal_moves(seat)[0])
    return match


def cards_in(value: object) -> Iterator[Card]:
    """Every card to be found anywhere in a value, hidden from its repr or not."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from cards_in(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
