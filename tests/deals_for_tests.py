"""Decks, whole deals and matches for tests: random ones, and ones that come out as asked."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import count
from random import Random

import pytest
from hypothesis import strategies as st

from bot.game import DECK, Card, Deal, IllegalMove, Match, Move, Preset, Refusal, Rules, cards, parse_move
from bot.game.presets import players_of
from bot.game.record import told_move

TWO = Rules.preset("briscola", players=2)

decks = st.permutations(DECK)
"""Any order of the forty cards."""

choices = st.lists(st.integers(0, 2), min_size=40, max_size=40)
"""Which card of the hand is played, move by move; a smaller hand takes it modulo its size."""

seeds = st.integers(0, 2**32)
"""What a test shuffles by."""


GAMES = tuple(Rules.preset(game, players=players) for game in Preset for players in players_of(game))
"""Every game with everyone it is played by."""

HOUSES = (
    *GAMES,
    Rules.preset("briscola", players=2, exchange="seven_and_two", exchange_window="free"),
    Rules.preset("briscola", players=4, exchange="seven", exchange_window="any_own_turn", signs="partner"),
    Rules.preset("briscola", players=6, signs="partner", partners_look="off", show_points="always"),
    Rules.preset("briscola", players=4, sides="alone", stock_top="open"),
    Rules.preset("briscola", players=3, two_of="s", open_hands="on", exchange="seven_and_two"),
    Rules.preset("briscola", players=4, trump="none", stock_top="open", ranking="manilha"),
    Rules.preset("chiamata", players=5, blind_first_trick="on", show_points="always"),
    Rules.preset("chiamata", players=5, after_two="stop", cappotto="none", show_points="always"),
)
"""The games, and some with house rules in which more may be seen or done."""


def name_of(rules: Rules) -> str:
    """Rules as the name of a test says them."""
    return " ".join(str(value) for value in rules.to_json().values()).replace(" ", "-")


any_rules = st.sampled_from(HOUSES)

any_picks = st.lists(st.integers(0, 99), min_size=90, max_size=90)
"""Which move is made, by whatever number of them there is, so that any deal comes to its end."""


def stacked(
    rules: Rules, hands: dict[int, str], turned: str = "", stock: str = "", leader: int = 0, last: str = ""
) -> Deal:
    """A deal in which these seats hold these cards, this one is turned, and these are drawn first.

    What is not said is filled up in the order of the deck, with the cards of `last` at the end.
    """
    n, dealt = rules.players, rules.players * rules.hand
    deck: list[Card | None] = [None] * len(rules.cards)
    for seat, codes in hands.items():
        for place, card in enumerate(cards(codes)):
            deck[(seat - leader) % n + place * n] = card
    for place, card in enumerate(cards(f"{turned} {stock}")):
        deck[dealt + place] = card
    named = {*deck, *cards(last)}
    rest = iter([*(card for card in rules.cards if card not in named), *cards(last)])
    return Deal.begin(rules, [card or next(rest) for card in deck], leader)


def told(deal: Deal, *texts: str) -> Deal:
    """The deal after these moves, told as in a record: those of the seat on turn, or signs that name theirs."""
    for text in texts:
        seat, move = told_move(text, deal.turn if deal.turn is not None else 0)
        deal = deal.play(seat, move)
    return deal


def refused(deal: Deal, seat: int, text: str) -> Refusal:
    """Why this move is refused."""
    with pytest.raises(IllegalMove) as caught:
        deal.play(seat, parse_move(text))
    return caught.value.refusal


def steps(deal: Deal, picks: Sequence[int]) -> Iterator[tuple[Deal, int, Move]]:
    """Every moment of a deal with the seat on turn and the move it then makes, signs among them."""
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
