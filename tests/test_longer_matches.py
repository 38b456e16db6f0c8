"""Matches of the other games: ties among several, cappotto, and the score sheet of chiamata."""

from functools import cache
from itertools import count

import pytest
from deals_for_tests import played_out, shuffled, told

from bot.game import Card, Deal, DealResult, Match, Play, Rules, ToDeals
from bot.game.record import told_move

TIED = "tied"


@cache
def deck_for(rules: Rules, leader: int, wanted: object) -> tuple[Card, ...]:
    """A deck that comes out so if everyone plays their first card: won by a side, or tied at the top."""
    for seed in count():
        deck = tuple(shuffled(seed, rules))
        winner = played_out(Deal.begin(rules, deck, leader)).winner
        if winner == (None if wanted is TIED else wanted):
            return deck
    raise AssertionError


def after(match: Match, *wanted: object) -> Match:
    """The match after deals that came out so."""
    for one in wanted:
        match = match.deal_cards(deck_for(match.rules, match.next_leader, one))
        while match.deal is not None and match.deal.turn is not None:
            match = match.play(match.deal.turn, match.deal.legal_moves(match.deal.turn)[0])
    return match


def match_of(players: int, **options: object) -> Match:
    return Match.begin(Rules.preset("briscola", players=players, **options))


ALONE = [(3, {}), (4, {"sides": "alone"})]


@pytest.mark.parametrize(("players", "options"), ALONE)
def test_a_tie_among_three_or_four_alone_ends_a_match_to_one_drawn(
    players: int, options: dict[str, object]
) -> None:
    match = after(match_of(players, **options), TIED)
    assert (match.is_over, match.winner, match.winners, match.score) == (True, None, (), (0,) * players)
    assert match.results[0].counted


@pytest.mark.parametrize(("players", "options"), ALONE)
def test_a_tie_among_three_or_four_alone_is_replayed_by_all_seats(
    players: int, options: dict[str, object]
) -> None:
    match = after(match_of(players, tie="replay", **options), TIED)
    assert (match.is_over, match.needs_deal, match.score) == (False, True, (0,) * players)
    assert (match.next_dealer, match.results[0].counted, match.deals_counted) == (players - 1, False, 0)
    match = after(match, 1)
    assert (match.is_over, match.winner, match.winners, match.deal_number) == (True, 1, (1,), 2)
    assert match.score == tuple(int(seat == 1) for seat in range(players))


def test_in_a_longer_match_a_standing_tie_passes_the_deal_on() -> None:
    match = after(match_of(3, match={"wins": 2}), TIED)
    assert (match.is_over, match.next_dealer, match.score, match.deals_counted) == (False, 0, (0, 0, 0), 1)
    match = after(match, 2, 0, 2)
    assert (match.is_over, match.winner, match.score) == (True, 2, (1, 0, 2))


def test_pairs_and_trios_win_together() -> None:
    for players in (4, 6):
        match = after(match_of(players, match={"wins": 2}), 1, 0, 1)
        assert (match.is_over, match.winner, match.score) == (True, 1, (1, 2))
        assert match.results[0].sides == match.rules.side_seats


def test_equal_totals_at_the_top_of_three_use_the_tie() -> None:
    drawn = after(match_of(3, match={"points": 40}), TIED)
    assert (drawn.is_over, drawn.winner, drawn.winners) == (True, None, ())
    again = after(match_of(3, match={"points": 40}, tie="replay"), TIED)
    assert (again.is_over, again.needs_deal, again.next_dealer) == (False, True, 0)
    assert sum(again.score) == 120


@pytest.mark.parametrize(("cappotto", "wins"), [("none", 1), ("double", 2)])
def test_all_120_points_count_two_wins_where_agreed(cappotto: str, wins: int) -> None:
    match = match_of(2, match={"wins": 3}, cappotto=cappotto, hand=5, trump="none")
    deck = swept(match.rules)
    match = match.deal_cards(deck)
    while match.deal is not None and match.deal.turn is not None:
        match = match.play(match.deal.turn, match.deal.legal_moves(match.deal.turn)[0])
    assert match.deal is not None
    assert (match.deal.points, match.deal.is_cappotto, match.score) == ((120, 0), True, (wins, 0))


def swept(rules: Rules) -> list[Card]:
    """Without trumps: seat 0 always leads a suit that seat 1, who holds the low cards, cannot beat."""
    coins_and_cups = [card for card in rules.cards if card.suit.value in "dc"]
    others = [card for card in rules.cards if card not in coins_and_cups]
    mine = [*coins_and_cups[:20]]
    return [card for pair in zip(mine, others, strict=True) for card in pair]


# -- chiamata -------------------------------------------------------------------------------------

PASSES = ("pass",) * 5


def chiamata(deals: int = 5, **options: object) -> Match:
    return Match.begin(Rules.preset("chiamata", players=5, match={"deals": deals}, **options))


def one_deal(match: Match, *texts: str, seed: int = 1) -> Match:
    """The match after one more deal with this auction and call, played by first cards."""
    match = match.deal_cards(shuffled(seed, match.rules))
    for text in texts:
        assert match.deal is not None
        match = match.play(*told_move(text, match.deal.turn or 0))
    while match.deal is not None and match.deal.turn is not None:
        match = match.play(match.deal.turn, Play(match.deal.hands[match.deal.turn][0]))
    return match


CALLED = ("bid 2", *PASSES[1:], "call 2d")


def test_in_chiamata_each_seat_keeps_its_own_score() -> None:
    match = one_deal(chiamata(), *CALLED)
    assert match.deal is not None
    assert (match.score, sum(match.score)) == (match.deal.score, 0)
    assert match.results == (
        DealResult(1, match.deal.points, match.deal.winner, True, match.deal.sides, match.deal.score),
    )
    two = one_deal(match, *CALLED, seed=2)
    assert two.deal is not None
    assert two.score == tuple(map(sum, zip(match.score, two.deal.score, strict=True)))


def test_a_match_of_chiamata_ends_after_so_many_deals_and_everyone_has_dealt() -> None:
    match, dealers = chiamata(), list[int]()
    for seed in range(5):
        assert not match.is_over
        dealers.append(match.next_dealer)
        match = one_deal(match, *CALLED, seed=seed)
    assert (match.is_over, match.deals_counted, dealers) == (True, 5, [4, 0, 1, 2, 3])
    assert max(match.score) == match.score[match.winners[0]]


def test_five_passes_count_for_no_deal_and_the_same_dealer_deals_again() -> None:
    match = one_deal(chiamata(), *CALLED)
    out = one_deal(match, *PASSES)
    assert (out.score, out.deals_counted, out.deal_number) == (match.score, 1, 2)
    assert (out.dealer, out.next_dealer, out.needs_deal) == (0, 0, True)
    assert out.results[-1] == DealResult(2, (0,) * 5, None, False, out.rules.side_seats, (0,) * 5)


def test_equal_totals_at_the_top_share_the_win() -> None:
    match = chiamata()
    for seed in range(5):
        match = one_deal(match, *CALLED, seed=seed)
    shared = Match(match.rules, match.dealer, match.deal, 5, match.results, (3, 3, -2, -2, -2))
    assert (shared.is_over, shared.winner, shared.winners) == (True, None, (0, 1))
    alone = Match(match.rules, match.dealer, match.deal, 5, match.results, (4, 2, -2, -2, -2))
    assert (alone.winner, alone.winners) == (0, (0,))


def test_nobody_has_won_a_match_that_goes_on() -> None:
    assert (chiamata().winners, chiamata().winner, one_deal(chiamata(), *CALLED).winners) == ((), None, ())
    assert chiamata(10).rules.match == ToDeals(10)


def test_a_match_of_chiamata_shows_nothing_hidden() -> None:
    match = chiamata().deal_cards(shuffled(1, chiamata().rules))
    other = chiamata().deal_cards(shuffled(2, chiamata().rules))
    assert repr(match) == repr(other)
    assert match.deal is not None
    assert told(match.deal, *CALLED).partner is not None
