"""The computer player in every game: legal, repeatable, honest, and able to play any match to its end."""

from collections.abc import Iterator
from random import Random

import pytest
from deals_for_tests import GAMES, HOUSES, any_picks, name_of, seeds, shuffled
from hypothesis import given, settings
from hypothesis import strategies as st
from test_every_game import valid_rules
from test_redeal import hidden_from, redealt, replay, told_to

from bot.computer import Level, auctioning, choose, hard
from bot.game import Deal, Match, Move, Rules, Sign

levels = st.sampled_from(Level)
move_seeds = st.binary(max_size=32)


@pytest.fixture(autouse=True, scope="module")
def a_few_deals_are_enough() -> Iterator[None]:
    """What is tested here does not depend on how many deals a hard player plays out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hard, "SAMPLES", dict.fromkeys(range(2, 7), 24))
        patch.setattr(auctioning, "SAMPLES", 24)
        yield


def mixed(deal: Deal, picks: list[int], seed: bytes) -> Iterator[tuple[Deal, int, Move]]:
    """Every moment of a deal in which some moves are the computer's and the others anybody's, signs among them."""
    for pick in picks:
        seat = deal.turn
        if seat is None:
            return
        moves = deal.legal_moves(seat)
        move = moves[pick // 2 % len(moves)] if pick % 2 else choose(deal.seat_view(seat), Level.NORMAL, seed)
        yield deal, seat, move
        deal = deal.play(seat, move)


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=4)
@given(picks=any_picks, deck_seed=seeds, level=levels, seed=move_seeds)
def test_its_move_is_legal_and_the_same_again_at_every_moment(
    rules: Rules, picks: list[int], deck_seed: int, level: Level, seed: bytes
) -> None:
    for deal, seat, _ in mixed(Deal.begin(rules, shuffled(deck_seed, rules), 0), picks, seed):
        view = deal.seat_view(seat)
        move = choose(view, level, seed)
        assert move in view.legal_moves
        assert not isinstance(move, Sign)
        assert choose(deal.seat_view(seat), level, seed) == move


@settings(deadline=None, max_examples=50)
@given(valid_rules(), any_picks, seeds, levels, move_seeds)
def test_its_move_is_legal_under_any_house_rules(
    rules: Rules, picks: list[int], deck_seed: int, level: Level, seed: bytes
) -> None:
    for deal, seat, _ in mixed(Deal.begin(rules, shuffled(deck_seed, rules), 0), picks, seed):
        assert choose(deal.seat_view(seat), level, seed) in deal.legal_moves(seat)


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=3)
@given(picks=any_picks, deck_seed=seeds, level=levels, seed=move_seeds)
def test_cards_it_cannot_see_change_no_move(
    rules: Rules, picks: list[int], deck_seed: int, level: Level, seed: bytes
) -> None:
    random, moves = Random(deck_seed), list[tuple[int, Move]]()
    deck = shuffled(deck_seed, rules)
    for deal, seat, move in mixed(Deal.begin(rules, deck, 0), picks, seed):
        other = replay(
            rules, redealt(deck, hidden_from(seat, deal, deck), random), told_to(seat, deal, moves)
        )
        assert choose(other.seat_view(seat), level, seed) == choose(deal.seat_view(seat), level, seed)
        moves.append((seat, move))


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@pytest.mark.parametrize("level", Level)
def test_who_is_not_on_turn_has_nothing_to_choose_though_it_may_sign(rules: Rules, level: Level) -> None:
    for deal, seat, _ in mixed(Deal.begin(rules, shuffled(1, rules), 0), [0] * 20, b""):
        waiting = (seat + 1) % rules.players
        with pytest.raises(ValueError, match=f"seat {waiting} has nothing to play now"):
            choose(deal.seat_view(waiting), level, b"")


def match_of_computers(rules: Rules, seed: int) -> Match:
    """A match that nobody but computers plays, when it is over."""
    match = Match.begin(rules)
    while not match.is_over:
        match = match.deal_cards(shuffled(seed + match.deal_number, rules))
        while match.deal is not None and match.deal.turn is not None:
            seat = match.deal.turn
            match = match.play(seat, choose(match.deal.seat_view(seat), Level.NORMAL, b"match"))
        assert match.deal_number <= 60, "the match finds no end"
    return match


LONG = [
    Rules.preset("briscola", players=2, match={"wins": 3}, tie="replay"),
    Rules.preset("brisca", players=4, match={"points": 200}),
    Rules.preset("bisca", players=3, match={"wins": 2}),
    Rules.preset("bisca3", players=6, match={"wins": 2}, cappotto="double"),
    Rules.preset("chiamata", players=5, match={"deals": 5}, blind_first_trick="on"),
]


@pytest.mark.parametrize("rules", [*[rules for rules in HOUSES if rules.players != 5], *LONG], ids=name_of)
def test_computers_alone_play_a_match_to_its_end(rules: Rules) -> None:
    match = match_of_computers(rules, 11)
    assert match.is_over
    assert all(sum(result.points) in {0, 120} for result in match.results)


def test_every_game_was_among_them() -> None:
    assert set(GAMES) <= set(HOUSES)
