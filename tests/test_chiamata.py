"""Five players: the call, the secret partner, the target and the score."""

import pytest
from deals_for_tests import refused, shuffled, stacked, steps, told
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    Bid,
    Call,
    Called,
    Card,
    Contract,
    Deal,
    OpenTrick,
    Pass,
    Play,
    Refusal,
    Rules,
    Suit,
    cards,
)
from bot.game.record import outcome

HANDS = {
    0: "Ad 3d Kd Qd Jd 7d 6d 5d",
    1: "4d 2d Ac 3c Kc Qc Jc 7c",
    2: "6c 5c 4c 2c As 3s Ks Qs",
    3: "Js 7s 6s 5s 4s 2s Ab 3b",
    4: "Kb Qb Jb 7b 6b 5b 4b 2b",
}
"""Seat 0 has the best coins; seat 1 holds the 4 and the 2 of coins."""

ALL_PASS = ("pass",) * 4


def five(*texts: str, leader: int = 0, **options: str) -> Deal:
    rules = Rules.from_json({"preset": "chiamata", "players": 5, **options})
    return told(stacked(rules, HANDS, leader=leader), *texts)


def called(bid: str = "4", card: str = "4d", **options: str) -> Deal:
    """Seat 0 has bid and called; it leads."""
    return five(f"bid {bid}", *ALL_PASS, f"call {card}", leader=0, **options)


def played_by(deal: Deal, first: bool = True) -> Deal:
    """Everyone plays the first (or last) card of the hand until nobody has one."""
    while deal.turn is not None:
        deal = deal.play(deal.turn, Play(deal.hands[deal.turn][0 if first else -1]))
    return deal


def test_the_declarer_calls_a_suit_and_the_leader_leads() -> None:
    deal = five("bid 4", *ALL_PASS)
    assert (deal.turn, deal.is_calling, deal.trick, deal.trump) == (0, True, None, None)
    assert deal.legal_moves(0) == tuple(map(Call, cards("4d 4c 4s 4b")))
    after = told(deal, "call 4d")
    assert (after.turn, after.is_calling, after.trick, after.trump) == (0, False, OpenTrick(0), Suit.COINS)


def test_the_leader_leads_whoever_is_declarer() -> None:
    deal = five("pass", "pass", "bid K", "pass", "pass", "call Kb", leader=3)
    assert isinstance(deal.bargain, Called)
    assert (deal.bargain.contract.declarer, deal.turn) == (0, 3)


def test_only_the_declarer_calls_and_only_the_rank_that_was_bid() -> None:
    deal = five("bid 4", *ALL_PASS)
    assert refused(deal, 1, "call 4d") is Refusal.NOT_YOUR_TURN
    assert refused(deal, 0, "call 5d") is Refusal.WRONG_RANK
    assert refused(deal, 0, "play Ad") is Refusal.CALL_FIRST
    assert refused(deal, 0, "pass") is Refusal.NO_AUCTION
    assert refused(called(), 0, "call 4c") is Refusal.NO_CALL
    assert refused(called(), 0, "bid 2") is Refusal.NO_AUCTION


def test_the_holder_of_the_called_card_is_the_partner() -> None:
    deal = called()
    assert (deal.partner, deal.sides) == (1, ((0, 1), (2, 3, 4)))


def test_nobody_but_the_holder_knows_the_partner_until_the_card_is_played() -> None:
    deal = called()
    assert deal.table_view().partner is None
    assert [deal.seat_view(seat).partner for seat in range(5)] == [None, 1, None, None, None]
    assert deal.table_view().sides == ((0,), (1,), (2,), (3,), (4,))
    elsewhere = {**HANDS, 1: HANDS[1].replace("4d", "6c"), 2: HANDS[2].replace("6c", "4d")}
    other = told(stacked(deal.rules, elsewhere), "bid 4", *ALL_PASS, "call 4d")
    assert (other.partner, repr(other)) == (2, repr(deal))
    deal = told(deal, "play Ad", "play 4d")
    assert deal.table_view().partner == 1
    assert [deal.seat_view(seat).partner for seat in range(5)] == [1] * 5
    assert deal.table_view().sides == ((0, 1), (2, 3, 4))
    deal = told(deal, "play 6c", "play Js", "play Kb")
    assert deal.table_view().partner == 1


def test_the_declarer_may_call_a_card_of_its_own_and_is_alone() -> None:
    deal = called("A", "Ad")
    assert (deal.partner, deal.sides) == (0, ((0,), (1, 2, 3, 4)))
    assert [deal.seat_view(seat).partner for seat in range(5)] == [0, None, None, None, None]
    assert told(deal, "play Ad").table_view().partner == 0
    assert played_by(deal).score == (8, -2, -2, -2, -2)


def test_the_contract_and_the_call_are_seen_by_all() -> None:
    view = called().table_view()
    assert (view.declarer, view.target, view.called_card, view.trump) == (0, 61, *cards("4d"), Suit.COINS)
    assert view.contract is not None
    assert view.auction is not None
    assert view.auction.said_by(1) == (Pass(),)
    assert (view.trump_card, view.stock_top, view.is_calling) == (None, None, False)
    assert five("bid 4", *ALL_PASS).table_view().is_calling


def test_points_are_said_by_seat_until_the_partner_is_known() -> None:
    deal = told(called(show_points="always"), "play Ad", "play 2d", "play 6c", "play Js", "play Kb")
    assert deal.table_view().points == (17, 0, 0, 0, 0)
    deal = told(deal, "play 3d", "play 4d")
    assert deal.table_view().points == (17, 0)
    assert called().table_view().points is None
    assert five(show_points="always").table_view().points == (0,) * 5


def test_eight_tricks_are_played_and_all_is_open_then() -> None:
    deal = played_by(called())
    assert (len(deal.tricks), deal.is_over, sum(deal.points)) == (8, True, 120)
    view = deal.table_view()
    assert (view.points, view.partner, view.winner) == (deal.points, 1, deal.winner)


def exact(points: int, target: str = "4") -> Deal:
    """A finished deal in which the declarer's side has taken so many points."""
    for seed in range(5000):
        rules = Rules.preset("chiamata", players=5)
        deal = told(
            Deal.begin(rules, shuffled(seed, rules), 0), f"bid {target}", *ALL_PASS, f"call {target}d"
        )
        deal = played_by(deal)
        if deal.points[0] == points:
            return deal
    raise AssertionError


@pytest.mark.parametrize(("points", "winner"), [(61, 0), (60, 1), (59, 1)])
def test_the_declarers_side_needs_61_and_60_each_fails(points: int, winner: int) -> None:
    deal = exact(points)
    assert (deal.winner, deal.points) == (winner, (points, 120 - points))
    assert isinstance(deal.bargain, Called)
    assert (deal.score[0] > 0) == (winner == 0)
    assert sum(deal.score) == 0


def test_with_points_bid_the_side_needs_them() -> None:
    def raised(seed: int, target: int) -> Deal:
        rules = Rules.preset("chiamata", players=5)
        raising = ("bid 2", "bid 62", "pass", "pass", "pass", f"bid {target}", "pass", "call 2d")
        return played_by(told(Deal.begin(rules, shuffled(seed, rules), 0), *raising))

    seed = next(seed for seed in range(999) if raised(seed, 63).points[0] in range(64, 99))
    needed = raised(seed, 63).points[0]
    made, failed = raised(seed, needed), raised(seed, needed + 1)
    assert (made.winner, failed.winner) == (0, 1)
    assert isinstance(made.bargain, Called)
    assert max(made.score) == 2 * made.bargain.contract.multiplier
    assert min(failed.score) == -2 * made.bargain.contract.multiplier


def test_the_called_rank_stays_the_two_when_points_are_bid() -> None:
    deal = five("bid 2", "bid 99", *ALL_PASS)
    assert isinstance(deal.bargain, Contract)
    assert deal.turn == 1
    assert deal.legal_moves(1) == tuple(map(Call, cards("2d 2c 2s 2b")))


def cappotto(**options: str) -> Deal:
    """Seats 0 and 1 hold what takes every trick with points: all of the coins, and seat 0 leads."""
    return played_by(called(bid="A", card="Ad", **options))


@pytest.mark.parametrize(("option", "worth"), [("double", 2), ("none", 1)])
def test_taking_all_120_points_counts_twice_unless_agreed_otherwise(option: str, worth: int) -> None:
    deal = cappotto(cappotto=option)
    assert (deal.points, deal.is_cappotto) == ((120, 0), True)
    assert deal.score == (4 * worth, -worth, -worth, -worth, -worth)


def test_all_for_the_rest_counts_twice_against_the_declarer() -> None:
    hands = {
        **HANDS,
        4: "2b 4b 5b 6b 4d 2d 2c 4c",
        3: "Js 7s 6s 5s 4s 2s Ab 3b",
        1: "7b Jb Ac 3c Kc Qc Jc 7c",
    }
    hands[2] = "6c 5c Qb Kb As 3s Ks Qs"
    deal = told(stacked(Rules.preset("chiamata", players=5), hands), *ALL_PASS, "bid 2", "call 2d")
    deal = played_by(deal)
    assert (deal.points, deal.is_cappotto, deal.winner) == ((0, 120), True, 1)
    assert deal.score == (2, 2, 2, 2, -8)


def blind(*texts: str) -> Deal:
    return five("bid 4", *ALL_PASS, *texts, blind_first_trick="on")


PLAYS = ("play Ad", "play 4d", "play 6c", "play Js", "play Kb")


def test_a_blind_first_trick_is_played_before_the_call() -> None:
    deal = blind()
    assert (deal.turn, deal.is_calling, deal.trick) == (0, False, OpenTrick(0))
    assert refused(deal, 0, "call 4d") is Refusal.NO_CALL
    deal = blind(*PLAYS)
    assert (deal.turn, deal.is_calling, deal.tricks) == (0, True, ())
    assert deal.trick == OpenTrick(0, cards("Ad 4d 6c Js Kb"))
    assert refused(deal, 0, "play 3d") is Refusal.CALL_FIRST
    assert deal.legal_moves(0) == tuple(map(Call, cards("4d 4c 4s 4b")))
    assert deal.table_view().is_calling


def test_it_is_judged_with_the_trump_called_then_and_its_winner_leads() -> None:
    assert blind(*PLAYS, "call 4d").tricks[0].winner == 0
    clubs = blind(*PLAYS, "call 4b")
    assert (clubs.tricks[0].winner, clubs.turn, clubs.trick) == (4, 4, OpenTrick(4))
    assert clubs.tricks[0].points == 11 + 4 + 2


def test_a_called_card_lying_in_the_blind_trick_reveals_its_player_at_once() -> None:
    deal = blind(*PLAYS)
    assert deal.table_view().partner is None
    assert told(deal, "call 4d").table_view().partner == 1
    hidden = told(deal, "call 4c")
    assert (hidden.table_view().partner, hidden.partner) == (None, 2)


def test_a_declarer_who_calls_its_own_card_in_the_blind_trick_is_alone_and_known_to_be() -> None:
    deal = five("bid A", *ALL_PASS, *PLAYS, "call Ad", blind_first_trick="on")
    assert (deal.partner, deal.table_view().partner) == (0, 0)
    assert deal.sides == ((0,), (1, 2, 3, 4))


def test_the_declarer_steps_from_bid_over_blind_trick_to_call() -> None:
    deal = blind()
    assert [deal.step(seat) for seat in range(5)] == ["t1"] * 5
    deal = told(deal, "play Ad")
    assert [deal.step(seat) for seat in range(5)] == ["c", "t1", "t1", "t1", "t1"]
    deal = blind(*PLAYS)
    assert [deal.step(seat) for seat in range(5)] == ["c", "t2", "t2", "t2", "t2"]
    assert deal.done(0, "c") is None
    deal = told(deal, "call 4d")
    assert deal.step(0) == "t2"
    assert deal.done(0, "c") == Call(Card.parse("4d"))
    assert (deal.done(1, "c"), deal.done(0, "t1"), deal.done(0, "b1")) == (
        None,
        Play(Card.parse("Ad")),
        Bid(Card.parse("4d").rank),
    )


def test_the_answer_to_a_record_tells_declarer_partner_target_and_score() -> None:
    answer = outcome(played_by(called()))
    assert list(answer) == [
        *("tricks", "trump", "points", "winner"),
        *("declarer", "partner", "solo", "target", "score"),
    ]
    assert (answer["declarer"], answer["partner"], answer["solo"], answer["target"]) == (0, 1, False, 61)
    alone = outcome(played_by(called("A", "Ad")))
    assert (alone["partner"], alone["solo"], alone["trump"]) == (0, True, "d")


def test_the_answer_to_five_passes_is_nearly_empty() -> None:
    assert outcome(five(*["pass"] * 5)) == {
        "tricks": [],
        "trump": None,
        "points": [0, 0],
        "winner": None,
        "declarer": None,
        "partner": None,
        "solo": None,
        "target": None,
        "score": [0, 0, 0, 0, 0],
    }


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 99), min_size=110, max_size=110),
    st.integers(0, 9999),
    st.booleans(),
    st.booleans(),
)
def test_the_scores_of_a_deal_sum_to_zero(picks: list[int], seed: int, raises: bool, blind: bool) -> None:
    rules = Rules.preset(
        "chiamata",
        players=5,
        after_two="raise" if raises else "stop",
        blind_first_trick="on" if blind else "off",
    )
    deal = Deal.begin(rules, shuffled(seed, rules), seed % 5)
    for before, seat, move in steps(deal, picks):
        assert sum(before.score) == 0
        deal = before.play(seat, move)
    assert deal.is_over
    assert sum(deal.score) == 0
    assert deal.passed_out or (sum(deal.points), any(deal.score)) == (120, True)
