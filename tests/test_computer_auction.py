"""The computer player among five: what it bids, calls and plays with a partner whom nobody knows."""

from random import Random

import pytest
from deals_for_tests import shuffled, stacked, told

from bot.computer import Level, choose
from bot.computer.estimate import expected_points
from bot.game import Call, Card, Deal, Move, Pass, Play, Rules, Sign, cards

FIVE = Rules.preset("chiamata", players=5)
ALL_PASS = ("pass",) * 4

GOOD = "Ad 3d 6d Ks 4c 5c 5s 2b"
"""Coins with both carichi, and without the king."""
FAIR = "Ad Kd 6d 4c 5c 5s 6b 2b"
POOR = "2d 4d 2c 4c 5s 6s 2b 4b"
"""Hardly a trump of any suit, and no points."""
GRAND = "Ad 3d Kd Qd Jd 7d 6d As"


def move(deal: Deal, seed: bytes = b"") -> Move:
    assert deal.turn is not None
    return choose(deal.seat_view(deal.turn), Level.NORMAL, seed)


def dealt(hand: str, *before: str, **options: str) -> Deal:
    """Seat 0 holds this hand and speaks after these moves; the rest lies anywhere."""
    rules = Rules.from_json({"preset": "chiamata", "players": 5, **options})
    return told(stacked(rules, {0: hand}, leader=0), *before)


def outbid(*bids: str) -> Deal:
    """Seat 0 holds the good hand, and seat 4 has had the last word."""
    return told(stacked(FIVE, {0: GOOD}, leader=4), *(f"bid {bid}" for bid in bids))


# -- the auction ----------------------------------------------------------------------------------


def test_a_poor_hand_passes() -> None:
    assert move(dealt(POOR)) == Pass()


def test_a_good_hand_makes_the_least_bid_it_is_good_for() -> None:
    assert str(move(dealt(FAIR))) == "bid 3", "the ace of its suit is its own"


def test_a_good_hand_goes_on_as_far_as_it_is_good_for() -> None:
    assert str(move(outbid("K"))) == "bid Q"
    assert str(move(outbid("5"))) == "bid 4"


def test_points_are_bid_with_a_very_strong_hand_alone() -> None:
    assert move(told(stacked(FIVE, {0: FAIR}, leader=4), "bid 2")) == Pass()
    grand = told(stacked(FIVE, {0: GRAND}, leader=4), "bid 2")
    assert str(move(grand)) == "bid 62"
    assert move(told(stacked(FIVE, {0: GRAND}, leader=3), "bid 2", "bid 110")) == Pass()


def test_it_calls_the_best_card_it_lacks_in_its_suit() -> None:
    assert str(move(dealt(GOOD, "bid K", *ALL_PASS))) == "call Kd"
    assert str(move(dealt(GOOD, "bid A", *ALL_PASS))) != "call Ad", "it would be alone"


def test_alone_only_if_it_holds_all_four() -> None:
    twos = dealt("2d 2c 2s 2b Ad 3d Kd Qd", "bid 2", *ALL_PASS)
    assert str(move(twos)) == "call 2d"


def test_the_more_trumps_and_the_higher_the_called_card_the_more_it_expects() -> None:
    hand = cards(GOOD)
    king, four = expected_points(hand, Card.parse("Kd")), expected_points(hand, Card.parse("4d"))
    assert king > four > expected_points(hand, Card.parse("4c"))
    assert expected_points(cards(POOR), Card.parse("Ad")) < 61


# -- a blind first trick --------------------------------------------------------------------------


def test_before_the_call_the_others_give_what_they_miss_least() -> None:
    deal = dealt(GOOD, "bid K", *ALL_PASS, blind_first_trick="on")
    deal = deal.play(0, Play(Card.parse("2b")))
    for _ in range(4):
        played = move(deal)
        assert isinstance(played, Play)
        assert played.card.points == min(card.points for card in deal.hands[deal.turn or 0])
        deal = deal.play(deal.turn or 0, played)
    assert str(move(deal)) == "call Kd"


def test_it_does_not_call_what_it_has_just_played_itself() -> None:
    deal = dealt(GOOD, "bid 6", *ALL_PASS, blind_first_trick="on")
    deal = deal.play(0, Play(Card.parse("6d")))
    for _ in range(4):
        deal = deal.play(deal.turn or 0, move(deal))
    called = move(deal)
    assert isinstance(called, Call)
    assert str(called) != "call 6d"


# -- a deal among sensible players, and among fools -----------------------------------------------


def played_by(rules: Rules, seed: int, sensible: tuple[int, ...]) -> Deal:
    """A deal in which these seats play sensibly and the others anything."""
    random = Random(seed)
    deal = Deal.begin(rules, shuffled(seed, rules), seed % 5)
    while deal.turn is not None:
        seat, moves = deal.turn, deal.legal_moves(deal.turn)
        anything = random.choice([one for one in moves if not isinstance(one, Sign)])
        deal = deal.play(seat, move(deal, bytes([seed % 256])) if seat in sensible else anything)
    return deal


@pytest.mark.parametrize("blind", ["off", "on"])
def test_five_sensible_players_bid_what_they_can_make_about_as_often_as_not(blind: str) -> None:
    rules = Rules.preset("chiamata", players=5, blind_first_trick=blind)
    deals = [played_by(rules, seed, (0, 1, 2, 3, 4)) for seed in range(100)]
    played = [deal for deal in deals if not deal.passed_out]
    assert len(played) >= 90
    assert 0.4 <= sum(deal.winner == 0 for deal in played) / len(played) <= 0.75
    assert all(deal.partner not in {None, deal.seat_view(0).table.declarer} for deal in played)


def test_among_four_who_play_anything_it_gains() -> None:
    gained = sum(played_by(FIVE, seed, (seed % 5,)).score[seed % 5] for seed in range(80))
    assert gained >= 80, f"{gained} in 80 deals"
