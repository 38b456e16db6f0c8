"""Deals in a row: who deals, what counts, and who wins."""

import pytest
from deals_for_tests import TWO, after_deals, deck_won_by, shuffled

from bot.game import DECK, Card, DealResult, IllegalMove, Match, Play, Refusal, Rules


def match_for(**options: object) -> Match:
    return Match.begin(Rules.preset("briscola", players=2, **options))


def test_the_last_seat_deals_first_and_so_seat_0_leads() -> None:
    match = Match.begin(TWO)
    assert (match.dealer, match.next_dealer, match.next_leader) == (1, 1, 0)
    assert (match.deal, match.deal_number, match.needs_deal, match.is_over) == (None, 0, True, False)
    dealt = match.deal_cards(DECK)
    assert dealt.deal is not None
    assert (dealt.deal.leader, dealt.dealer, dealt.deal_number, dealt.needs_deal) == (0, 1, 1, False)


def test_the_deal_passes_on_after_each_counted_deal() -> None:
    match = match_for(match={"wins": 5})
    dealers = []
    for _ in range(4):
        dealers.append(match.next_dealer)
        match = after_deals(match, 0)
        assert match.deal is not None
        assert match.deal.leader == (match.dealer + 1) % 2
    assert dealers == [1, 0, 1, 0]
    assert match.deal_number == 4


def test_one_win_decides_a_match_to_one() -> None:
    match = after_deals(match_for(), 1)
    assert (match.is_over, match.winner, match.score, match.needs_deal) == (True, 1, (0, 1), False)
    assert match.deal is not None
    assert match.results == (DealResult(1, match.deal.points, 1, True, ((0,), (1,)), (0, 1)),)


def test_a_tie_stands_and_a_match_to_one_ends_drawn() -> None:
    match = after_deals(match_for(), None)
    assert (match.is_over, match.winner, match.score) == (True, None, (0, 0))
    assert match.results == (DealResult(1, (60, 60), None, True, ((0,), (1,)), (0, 0)),)


def test_in_a_longer_match_a_standing_tie_adds_nothing_and_the_deal_passes_on() -> None:
    match = after_deals(match_for(match={"wins": 2}), None)
    assert (match.is_over, match.score, match.dealer, match.next_dealer) == (False, (0, 0), 1, 0)
    match = after_deals(match, 1, 0, 1)
    assert (match.is_over, match.winner, match.score, match.deal_number) == (True, 1, (1, 2), 4)


def test_a_replayed_tie_counts_for_nobody_and_the_same_dealer_deals_again() -> None:
    match = after_deals(match_for(tie="replay"), None, None)
    assert (match.is_over, match.score, match.dealer, match.next_dealer, match.next_leader) == (
        False,
        (0, 0),
        1,
        1,
        0,
    )
    assert [result.counted for result in match.results] == [False, False]
    match = after_deals(match, 0)
    assert (match.is_over, match.winner, match.deal_number, match.next_dealer) == (True, 0, 3, 0)
    assert [result.counted for result in match.results] == [False, False, True]


@pytest.mark.parametrize("wins", [2, 3, 5])
def test_the_first_to_so_many_wins_has_the_match(wins: int) -> None:
    match = after_deals(match_for(match={"wins": wins}), *([0, 1] * (wins - 1)))
    assert (match.is_over, match.winner, match.score) == (False, None, (wins - 1, wins - 1))
    match = after_deals(match, 1)
    assert (match.is_over, match.winner, match.score) == (True, 1, (wins - 1, wins))


def test_in_a_match_to_points_all_points_of_every_deal_are_added() -> None:
    match = after_deals(match_for(match={"points": 10_000}), 0, None, 1)
    assert match.score == tuple(sum(result.points[side] for result in match.results) for side in (0, 1))
    assert sum(match.score) == 360
    assert all(result.counted for result in match.results)
    assert not match.is_over


def test_a_match_to_points_ends_after_the_deal_in_which_a_side_has_them() -> None:
    first = after_deals(match_for(match={"points": 10_000}), 0).score
    short = after_deals(match_for(match={"points": max(first)}), 0)
    assert (short.is_over, short.winner) == (True, 0)
    longer = after_deals(match_for(match={"points": max(first) + 1}), 0)
    assert (longer.is_over, longer.winner, longer.needs_deal) == (False, None, True)


def test_in_a_match_to_points_the_higher_total_wins_even_if_both_have_them() -> None:
    match = after_deals(match_for(match={"points": 1}), 1)
    assert min(match.score) >= 1
    assert (match.is_over, match.winner) == (True, 1)


def test_equal_totals_end_a_match_to_points_drawn() -> None:
    match = after_deals(match_for(match={"points": 60}), None)
    assert (match.is_over, match.winner, match.score) == (True, None, (60, 60))


def test_equal_totals_of_a_match_to_points_are_broken_by_one_more_deal() -> None:
    match = after_deals(match_for(match={"points": 60}, tie="replay"), None)
    assert (match.is_over, match.needs_deal, match.score, match.next_dealer) == (False, True, (60, 60), 0)
    match = after_deals(match, 1)
    assert (match.is_over, match.winner, sum(match.score)) == (True, 1, 240)


def test_a_tied_deal_of_a_match_to_points_counts_even_where_ties_are_replayed() -> None:
    match = after_deals(match_for(match={"points": 500}, tie="replay"), None)
    assert match.results[0].counted
    assert (match.score, match.next_dealer) == ((60, 60), 0)


def test_a_rematch_passes_the_deal_on() -> None:
    match = after_deals(match_for(), 0)
    assert match.next_dealer == 0
    rematch = Match.begin(TWO, dealer=match.next_dealer).deal_cards(DECK)
    assert rematch.deal is not None
    assert (rematch.dealer, rematch.deal.leader, rematch.deal_number) == (0, 1, 1)


def test_a_match_given_up_passes_the_deal_on_too() -> None:
    assert Match.begin(TWO).deal_cards(DECK).next_dealer == 0


def test_a_finished_deal_stays_on_the_table_until_the_next_is_dealt() -> None:
    match = after_deals(match_for(match={"wins": 2}), 0)
    assert match.deal is not None
    assert match.deal.is_over
    again = match.deal_cards(DECK)
    assert again.deal is not None
    assert not again.deal.is_over
    assert again.results == match.results


def test_nothing_is_dealt_while_a_deal_is_played_or_when_the_match_is_over() -> None:
    for match in (Match.begin(TWO).deal_cards(DECK), after_deals(match_for(), 0)):
        with pytest.raises(ValueError, match="no deal is due"):
            match.deal_cards(DECK)


def test_nothing_is_played_before_the_cards_are_dealt() -> None:
    with pytest.raises(IllegalMove, match="not been dealt") as caught:
        Match.begin(TWO).play(0, Play(DECK[0]))
    assert caught.value.refusal is Refusal.NOT_DEALT


def test_an_illegal_move_leaves_the_match_as_it_was() -> None:
    match = Match.begin(TWO).deal_cards(DECK)
    with pytest.raises(IllegalMove):
        match.play(1, Play(DECK[0]))
    assert match == Match.begin(TWO).deal_cards(DECK)


def test_nothing_is_played_between_two_deals() -> None:
    match = after_deals(match_for(match={"wins": 2}), 0)
    with pytest.raises(IllegalMove, match="the deal is over"):
        match.play(0, Play(DECK[0]))


@pytest.mark.parametrize("dealer", [-1, 2])
def test_the_dealer_sits_at_the_table(dealer: int) -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        Match.begin(TWO, dealer)


def test_a_match_shows_no_hidden_card() -> None:
    one, other = (Match.begin(TWO).deal_cards(deck) for deck in (deck_won_by(0), swapped(deck_won_by(0))))
    assert one != other
    assert repr(one) == repr(other)


def swapped(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    return (deck[1], deck[0], *deck[2:])


def test_the_leader_goes_round_a_larger_table() -> None:
    rules = Rules.preset("briscola", players=4, match={"points": 10_000})
    match = Match.begin(rules)
    leaders = []
    for seed in range(5):
        match = match.deal_cards(shuffled(seed, rules))
        while match.deal is not None and match.deal.turn is not None:
            match = match.play(match.deal.turn, match.deal.legal_moves(match.deal.turn)[0])
        leaders.append(match.deal.leader if match.deal else None)
    assert leaders == [0, 1, 2, 3, 0]
    assert sum(match.score) == 600
