"""The levels against each other, and what a hard player does when it can know."""

from collections.abc import Callable

import pytest
from deals_for_tests import TWO, shuffled, stacked, told

from bot.computer import Level, choose, hard
from bot.computer.ending import certain_card
from bot.computer.reference import Reference, reference_move
from bot.game import Call, Deal, Move, Pass, Play, Rules, SeatView
from bot.simulate import planned, simulated

FIVE = Rules.preset("chiamata", players=5)


def score(first: str, second: str, deals: int) -> float:
    return float(str(simulated(planned(TWO, [first, second], "levels"), deals, 1)["score"]))


def test_hard_beats_normal_beats_easy_beats_random() -> None:
    assert score("hard", "normal", 16) > 60
    assert score("normal", "easy", 60) > 65
    assert score("easy", "random", 60) > 60


def played(seed: int, choosing: Callable[[SeatView], Move], stop: Callable[[Deal], bool]) -> Deal:
    deal = Deal.begin(TWO, shuffled(seed), 0)
    while deal.turn is not None and not stop(deal):
        deal = deal.play(deal.turn, choosing(deal.seat_view(deal.turn)))
    return deal


def best_ahead(deal: Deal, seat: int) -> int:
    """What the seat comes out ahead if both play on without error, by trying everything."""
    if deal.turn is None:
        return deal.points[seat] - deal.points[1 - seat]
    outcomes = [best_ahead(deal.play(deal.turn, move), seat) for move in deal.legal_moves(deal.turn)]
    return max(outcomes) if deal.turn == seat else min(outcomes)


@pytest.mark.parametrize("seed", range(6))
def test_once_nothing_is_hidden_it_makes_no_error(seed: int) -> None:
    deal = played(seed, lambda view: choose(view, Level.NORMAL, b""), lambda deal: not deal.stock_count)
    seat = deal.turn
    assert seat is not None
    move = choose(deal.seat_view(seat), Level.HARD, b"")
    assert best_ahead(deal.play(seat, move), seat) == best_ahead(deal, seat)


def test_as_long_as_something_is_hidden_nothing_is_certain() -> None:
    deal = Deal.begin(TWO, shuffled(1), 0)
    while deal.turn is not None and deal.stock_count:
        assert certain_card(deal.seat_view(deal.turn)) is None
        deal = deal.play(deal.turn, choose(deal.seat_view(deal.turn), Level.NORMAL, b""))


def test_a_search_that_takes_too_long_is_cut_short_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "CAP", -1.0)
    cuts: list[None] = []
    view = Deal.begin(TWO, shuffled(2), 0).seat_view(0)
    assert choose(view, Level.HARD, b"", lambda: cuts.append(None)) in view.legal_moves
    assert len(cuts) == 1


def test_who_has_one_card_left_plays_it() -> None:
    deal = played(3, lambda view: choose(view, Level.HARD, b""), lambda deal: len(deal.tricks) == 19)
    assert deal.turn is not None
    assert choose(deal.seat_view(deal.turn), Level.HARD, b"") == Play(deal.hands[deal.turn][0])


def test_it_bids_with_a_grand_hand_and_passes_with_a_poor_one() -> None:
    grand = stacked(FIVE, {0: "Ad 3d Kd Qd Jd 7d 6d As"}, leader=0)
    poor = stacked(FIVE, {0: "2d 4d 2c 4c 5s 6s 2b 4b"}, leader=0)
    assert choose(grand.seat_view(0), Level.HARD, b"") != Pass()
    assert choose(poor.seat_view(0), Level.HARD, b"") == Pass()
    called = choose(told(grand, "bid 5", "pass", "pass", "pass", "pass").seat_view(0), Level.HARD, b"")
    assert str(called) == "call 5d"
    assert isinstance(called, Call)


def test_a_reference_player_is_no_level() -> None:
    assert not {one.value for one in Reference} & {one.value for one in Level}
    view = Deal.begin(FIVE, shuffled(2, FIVE), 0).seat_view(0)
    for reference in Reference:
        assert reference_move(view, reference, b"") in view.legal_moves
