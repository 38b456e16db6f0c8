"""Bidding among five."""

import pytest
from deals_for_tests import refused, shuffled, told
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import Auction, Bid, Called, Card, Contract, Deal, Pass, Rank, Refusal, Rules, Said, parse_move
from bot.game.auction import two_sides

FIVE = Rules.preset("chiamata", players=5)


def auction(*texts: str, leader: int = 0, stops: bool = False) -> Auction:
    bidding = Auction(leader, stops_at_two=stops)
    for text in texts:
        said = parse_move(text)
        assert isinstance(said, Bid | Pass)
        bidding = bidding.say(said)
    return bidding


def turns(*texts: str, leader: int = 0) -> list[int]:
    return [said.seat for said in auction(*texts, leader=leader).said]


def test_bidding_goes_round_from_the_leader_on() -> None:
    assert turns("bid A", "bid 3", "bid K", "bid Q", "bid J", "bid 7", leader=3) == [3, 4, 0, 1, 2, 3]


def test_who_has_passed_is_not_asked_again() -> None:
    assert turns("bid A", "pass", "bid K", "pass", "bid J", "bid 7", "bid 6", "bid 5") == [
        0,
        1,
        2,
        3,
        4,
        0,
        2,
        4,
    ]
    assert auction("pass").has_passed(0)
    assert not auction("pass").has_passed(1)


def test_a_bid_is_a_lower_rank_than_the_one_before_and_may_skip() -> None:
    bids = [str(choice) for choice in auction("bid Q").choices]
    assert bids == ["bid J", "bid 7", "bid 6", "bid 5", "bid 4", "bid 2", "pass"]
    assert auction("bid Q", "bid 4").standing == Bid(Rank.FOUR)
    for text in ("bid Q", "bid A", "bid K"):
        said = parse_move(text)
        assert isinstance(said, Bid)
        assert auction("bid Q").refusal(said) is Refusal.BID_NOT_LOWER


def test_the_first_bid_may_be_any_rank_but_no_points() -> None:
    bids = [str(choice) for choice in auction().choices]
    assert bids == [f"bid {rank}" for rank in "A3KQJ76542"] + ["pass"]
    assert auction().refusal(Bid(62)) is Refusal.BID_TWO_FIRST
    assert auction("bid 4").refusal(Bid(62)) is Refusal.BID_TWO_FIRST


def test_after_the_two_the_target_is_raised_by_points() -> None:
    bidding = auction("bid 2")
    assert [str(choice) for choice in bidding.choices] == [*(f"bid {n}" for n in range(62, 121)), "pass"]
    assert bidding.refusal(Bid(Rank.TWO)) is Refusal.BID_NOT_LOWER
    bidding = auction("bid 2", "bid 75")
    assert bidding.refusal(Bid(75)) is Refusal.BID_NOT_HIGHER
    assert bidding.refusal(Bid(76)) is None
    assert bidding.refusal(Bid(Rank.TWO)) is Refusal.BID_NOT_LOWER


def test_it_ends_when_a_bid_stands_and_four_have_passed_in_whichever_order() -> None:
    for texts, declarer in (
        (("bid A", "pass", "pass", "pass", "pass"), 0),
        (("pass", "pass", "bid K", "pass", "pass"), 2),
        (("pass", "pass", "pass", "pass", "bid 7"), 4),
        (("bid A", "bid 3", "pass", "pass", "pass", "pass"), 1),
    ):
        over = auction(*texts)
        assert (over.turn, over.contract and over.contract.declarer) == (None, declarer)
        assert auction(*texts[:-1]).contract is None


def test_a_contract_holds_declarer_rank_and_target() -> None:
    contract = auction("pass", "bid K", "pass", "pass", "pass").contract
    assert contract is not None
    assert (contract.declarer, contract.rank, contract.target) == (1, Rank.KING, 61)
    contract = auction("bid 2", "pass", "bid 80", "pass", "pass", "pass").contract
    assert contract is not None
    assert (contract.declarer, contract.rank, contract.target) == (2, Rank.TWO, 80)


def test_a_bid_of_120_ends_it() -> None:
    contract = auction("bid 2", "bid 120").contract
    assert contract is not None
    assert (contract.declarer, contract.target) == (1, 120)


def test_with_after_two_stop_the_two_ends_it_at_once() -> None:
    contract = auction("bid A", "bid 2", stops=True).contract
    assert contract is not None
    assert (contract.declarer, contract.target) == (1, 61)
    assert auction("bid A", "bid 4", stops=True).contract is None


def test_five_passes_end_it_without_a_contract() -> None:
    out = auction(*["pass"] * 5)
    assert (out.passed_out, out.turn, out.contract, out.standing, out.bidder) == (
        True,
        None,
        None,
        None,
        None,
    )
    assert not auction(*["pass"] * 4).passed_out
    assert auction(*["pass"] * 4).turn == 4


def test_everything_said_is_remembered() -> None:
    bidding = auction("bid A", "pass", "bid 7")
    assert bidding.said == (Said(0, Bid(Rank.ACE)), Said(1, Pass()), Said(2, Bid(Rank.SEVEN)))
    assert (bidding.said_by(0), bidding.said_by(4)) == ((Bid(Rank.ACE),), ())
    assert (bidding.standing, bidding.bidder) == (Bid(Rank.SEVEN), 2)


def test_what_is_no_choice_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="bid A cannot be said now"):
        auction("bid 3").say(Bid(Rank.ACE))
    with pytest.raises(ValueError, match="pass cannot be said now"):
        auction(*["pass"] * 5).say(Pass())


@pytest.mark.parametrize(
    ("target", "multiplier"),
    [(61, 1), (62, 1), (70, 1), (71, 2), (80, 2), (81, 3), (90, 3), (91, 4), (100, 4), (101, 5), (120, 5)],
)
def test_a_higher_target_multiplies_the_score(target: int, multiplier: int) -> None:
    assert Contract(Auction(0), 0, Rank.TWO, target).multiplier == multiplier


@pytest.mark.parametrize(
    ("partner", "target", "made", "doubled", "score"),
    [
        (3, 61, True, False, (-1, 2, -1, 1, -1)),
        (3, 61, False, False, (1, -2, 1, -1, 1)),
        (1, 61, True, False, (-1, 4, -1, -1, -1)),
        (1, 61, False, False, (1, -4, 1, 1, 1)),
        (0, 75, True, False, (2, 4, -2, -2, -2)),
        (0, 120, False, False, (-5, -10, 5, 5, 5)),
        (3, 61, True, True, (-2, 4, -2, 2, -2)),
        (1, 101, False, True, (10, -40, 10, 10, 10)),
    ],
)
def test_declarer_and_partner_score_two_to_one(
    partner: int, target: int, made: bool, doubled: bool, score: tuple[int, ...]
) -> None:
    called = Called(Contract(Auction(0), 1, Rank.TWO, target), Card.parse("2c"))
    assert called.score(partner, made=made, doubled=doubled) == score
    assert sum(score) == 0


def test_the_declarers_side_plays_against_the_rest() -> None:
    assert two_sides(3, 1) == ((1, 3), (0, 2, 4))
    assert two_sides(3, 3) == ((3,), (0, 1, 2, 4))


@settings(deadline=None)
@given(st.lists(st.integers(0, 99), min_size=80, max_size=80), st.integers(0, 4), st.booleans())
def test_every_auction_comes_to_its_end(picks: list[int], leader: int, stops: bool) -> None:
    bidding = Auction(leader, stops)
    for pick in picks:
        if bidding.turn is None:
            break
        assert all(bidding.refusal(choice) is None for choice in bidding.choices)
        bidding = bidding.say(bidding.choices[pick % len(bidding.choices)])
    assert bidding.turn is None
    assert bidding.passed_out == (bidding.contract is None)
    assert bidding.contract is None or bidding.contract.declarer == bidding.bidder


def begun(leader: int = 0, **options: object) -> Deal:
    rules = Rules.preset("chiamata", players=5, **options)
    return Deal.begin(rules, shuffled(1, rules), leader)


def test_all_cards_are_dealt_and_the_leader_speaks_first() -> None:
    deal = begun(leader=2)
    assert [len(hand) for hand in deal.hands] == [8] * 5
    assert (deal.turn, deal.trump, deal.trump_card, deal.stock_count, deal.trick) == (2, None, None, 0, None)
    assert deal.legal_moves(2) == Auction(2).choices
    assert deal.legal_moves(3) == ()


def test_nothing_else_is_done_during_an_auction() -> None:
    deal = begun()
    card = deal.hands[0][0]
    assert refused(deal, 0, f"play {card}") is Refusal.AUCTION_FIRST
    assert refused(deal, 0, f"call {card}") is Refusal.NO_CALL
    assert refused(deal, 0, f"exchange {card}") is Refusal.NO_EXCHANGE
    assert refused(deal, 0, "sign ace") is Refusal.NO_SIGNS
    assert refused(deal, 1, "pass") is Refusal.NOT_YOUR_TURN
    assert refused(told(deal, "bid 4"), 1, "bid 62") is Refusal.BID_TWO_FIRST
    assert refused(told(deal, "bid 4"), 1, "bid 4") is Refusal.BID_NOT_LOWER
    assert refused(told(deal, "bid 2", "bid 90"), 2, "bid 90") is Refusal.BID_NOT_HIGHER


def test_the_auction_is_seen_by_all() -> None:
    view = told(begun(), "bid A", "pass").table_view()
    assert view.auction == auction("bid A", "pass")
    assert (view.contract, view.declarer, view.called_card, view.target, view.turn) == (
        None,
        None,
        None,
        61,
        2,
    )
    assert told(begun(), "bid 2", "bid 70").table_view().target == 70


def test_a_seats_bids_are_steps_of_its_own() -> None:
    deal = told(begun(), "bid A", "pass", "bid K")
    assert [deal.step(seat) for seat in range(5)] == ["b2", "t1", "b2", "b1", "b1"]
    assert deal.done(0, "b1") == Bid(Rank.ACE)
    assert deal.done(1, "b1") == Pass()
    assert [deal.done(0, step) for step in ("b2", "t1", "c", "b0", "x1", "")] == [None] * 6
    deal = told(deal, "pass", "pass", "pass")
    assert deal.done(0, "b2") == Pass()
    assert [deal.step(seat) for seat in range(5)] == ["t1", "t1", "c", "t1", "t1"]


def test_five_passes_are_dealt_anew() -> None:
    deal = told(begun(), *["pass"] * 5)
    assert (deal.is_over, deal.passed_out, deal.turn, deal.winner) == (True, True, None, None)
    assert (deal.score, deal.points, deal.partner) == ((0,) * 5, (0,) * 5, None)
    assert refused(deal, 0, "pass") is Refusal.DEAL_OVER
    assert [deal.step(seat) for seat in range(5)] == ["t1"] * 5
    assert deal.legal_moves(0) == ()
    view = deal.table_view()
    assert (view.is_over, view.winner, view.points, view.partner) == (True, None, (0,) * 5, None)
