"""Dealing anew all that a seat cannot see changes no screen that it is shown, in any game."""

from random import Random

import pytest
from deals_for_tests import HOUSES, any_picks, name_of, seeds, shuffled, steps
from games_for_tests import KEYS, NAMES, at, buttons, held, public
from hypothesis import given, settings
from test_redeal import hidden_from, redealt, replay, told_to

from bot.game import Deal, Move, Preset, Rules
from bot.screens.asking import points_note, signs_note
from bot.screens.notes import fair_note, menu_note
from bot.screens.people import Names
from bot.screens.ping import ping_screen
from bot.screens.sheets import sheet_note
from bot.table import Table
from bot.words import words

ENGLISH = words("en")
EVERY = 5
"""Only every so many moves is all dealt anew."""


def shown_to_all(table: Table) -> list[object]:
    """Everything that may be shown in public, and what a log may hold of it."""
    names = Names(table, NAMES, ENGLISH)
    screen = public(table)
    notes = [
        menu_note(table, ENGLISH, seated=True, host=True, names=names),
        points_note(table, ENGLISH),
        sheet_note(table, names, ENGLISH),
        fair_note(table, ENGLISH),
    ]
    pings = [ping_screen(table, key, names, ENGLISH) for key in KEYS]
    return [screen, screen.digest, repr(screen), notes, pings]


def shown_to(table: Table, seat: int) -> list[object]:
    """Everything that this seat is shown, of all and of its own."""
    hand = held(table, seat)
    parts = [hand.scene, hand.title, hand.caption, hand.alt, hand.brief, hand.rows, hand.digest]
    return [*shown_to_all(table), *parts, repr(hand), signs_note(table, seat, ENGLISH)]


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=2)
@given(picks=any_picks, seed=seeds)
def test_what_a_seat_cannot_see_leaves_every_screen_of_its_own_the_same(
    rules: Rules, picks: list[int], seed: int
) -> None:
    random, moves = Random(seed), list[tuple[int, Move]]()
    deck = shuffled(seed, rules)
    for number, (deal, on_turn, move) in enumerate(steps(Deal.begin(rules, deck, 0), picks)):
        if (number + seed) % EVERY == 0:
            seat = (number + seed) // EVERY % rules.players
            dealt = redealt(deck, hidden_from(seat, deal, deck), random)
            other = replay(rules, dealt, told_to(seat, deal, moves))
            assert shown_to(at(rules, other), seat) == shown_to(at(rules, deal), seat)
        moves.append((on_turn, move))


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=2)
@given(picks=any_picks, seed=seeds)
def test_what_nobody_has_shown_leaves_every_public_screen_the_same(
    rules: Rules, picks: list[int], seed: int
) -> None:
    random, moves = Random(seed), list[tuple[int, Move]]()
    deck = shuffled(seed, rules)
    for number, (deal, on_turn, move) in enumerate(steps(Deal.begin(rules, deck, 0), picks)):
        if (number + seed) % EVERY == 0:
            dealt = redealt(deck, hidden_from(None, deal, deck), random)
            other = replay(rules, dealt, told_to(None, deal, moves))
            assert shown_to_all(at(rules, other)) == shown_to_all(at(rules, deal))
        moves.append((on_turn, move))


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_the_redeal_does_change_the_hand_of_somebody_else(rules: Rules) -> None:
    deck = shuffled(1, rules)
    deal = Deal.begin(rules, deck, 0)
    other = Deal.begin(rules, redealt(deck, hidden_from(0, deal, deck), Random(2)), 0)
    same = held(at(rules, other), 1).caption == held(at(rules, deal), 1).caption
    assert same == (rules.game is Preset.APERTA or rules.open_hands.value == "on")


def test_a_button_to_exchange_is_there_whoever_could_press_it() -> None:
    rules = Rules.preset("briscola", players=4, exchange="seven", exchange_window="free")
    decks = [shuffled(seed, rules) for seed in range(60)]
    deals = [Deal.begin(rules, deck, 0) for deck in decks]
    honours = [deal for deal in deals if deal.trump_card and deal.trump_card.rank.value in "A3KQJ"]
    offered = {
        (any(str(move).startswith("exchange") for move in deal.legal_moves(0)), labels)
        for deal in honours
        for labels in [len(public(at(rules, deal)).positions)]
    }
    assert offered == {(True, 4), (False, 4)}
    assert all(len(buttons(held(at(rules, deal), 0).rows)) in (4, 5) for deal in honours)
