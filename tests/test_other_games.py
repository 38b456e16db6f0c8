"""Three to six players, bisca, aperta and briscolone."""

import pytest
from deals_for_tests import GAMES, moments, name_of, played_out, shuffled, stacked, told

from bot.game import Deal, Rules, Suit, Trick, cards
from bot.game.record import outcome


@pytest.mark.parametrize(
    ("players", "options", "tricks", "sides"),
    [
        (2, {}, 20, 2),
        (3, {}, 13, 3),
        (3, {"removed": "four_twos"}, 12, 3),
        (4, {}, 10, 2),
        (4, {"sides": "alone"}, 10, 4),
        (6, {}, 6, 2),
    ],
)
def test_the_tricks_of_a_deal_by_players(
    players: int, options: dict[str, object], tricks: int, sides: int
) -> None:
    rules = Rules.preset("briscola", players=players, **options)
    *_, over = moments(Deal.begin(rules, shuffled(1, rules), 0), [0] * 40)
    assert (over.is_over, len(over.tricks), len(over.points), sum(over.points)) == (True, tricks, sides, 120)


def test_partners_take_their_points_together() -> None:
    rules = Rules.preset("briscola", players=4)
    deal = stacked(rules, {0: "4d 4c 5c", 1: "5d Jd Jc", 2: "Ad Jb 6c", 3: "3d Qc 7c"}, turned="As")
    deal = told(deal, "play 4d", "play 5d", "play Ad", "play 3d")
    assert (deal.tricks[0].winner, deal.points, deal.turn) == (2, (21, 0), 2)


def test_alone_among_four_each_has_their_own_points() -> None:
    rules = Rules.preset("briscola", players=4, sides="alone")
    deal = stacked(rules, {0: "4d 4c 5c", 1: "5d Jd Jc", 2: "Ad Jb 6c", 3: "3d Qc 7c"}, turned="As")
    deal = told(deal, "play 4d", "play 5d", "play Ad", "play 3d")
    assert (deal.points, deal.table_view().sides) == ((0, 0, 21, 0), ((0,), (1,), (2,), (3,)))


def test_among_three_the_highest_total_wins_without_61() -> None:
    rules = Rules.preset("briscola", players=3)
    won = set()
    for seed in range(60):
        *_, over = moments(Deal.begin(rules, shuffled(seed, rules), 0), [0] * 40)
        if over.points.count(max(over.points)) == 1:
            assert over.winner == over.points.index(max(over.points))
            won.add(max(over.points) < 61)
        else:
            assert over.winner is None
    assert won == {True, False}


def test_a_tie_at_the_top_among_three_has_no_winner() -> None:
    rules = Rules.preset("briscola", players=3)
    overs = (played_out(Deal.begin(rules, shuffled(seed, rules), 0)) for seed in range(4000))
    tied = next(over for over in overs if over.points.count(max(over.points)) == 2)
    assert (tied.winner, tied.score) == (None, (0, 0, 0))


def test_in_bisca_the_seven_beats_the_king_and_counts_ten() -> None:
    rules = Rules.preset("bisca", players=2)
    deal = told(stacked(rules, {0: "Kd 7c 3d", 1: "7d 3c Qd"}, turned="4s"), "play Kd", "play 7d")
    assert deal.tricks == (Trick(0, cards("Kd 7d"), 1, 14),)
    deal = told(stacked(rules, {0: "Qd 7c 3d", 1: "Jd 3c 6d"}, turned="4s"), "play Qd", "play Jd")
    assert (deal.tricks[0].winner, deal.tricks[0].points) == (1, 5)
    deal = told(stacked(rules, {0: "3d 7c Qd", 1: "4d 3c 6d"}, turned="4s"), "play 3d", "play 4d")
    assert (deal.tricks[0].winner, deal.tricks[0].points) == (1, 0)


def test_in_aperta_all_hands_and_the_top_of_the_stock_lie_open() -> None:
    deal = stacked(Rules.preset("aperta"), {0: "Ad 3d 4d", 1: "5c 6c 7c"}, turned="2s", stock="Kb Qb Jb")
    view = deal.table_view()
    assert view.known == (cards("Ad 3d 4d"), cards("5c 6c 7c"))
    assert deal.hands == view.known
    assert view.stock_top is cards("Kb")[0]
    deal = told(deal, "play Ad", "play 5c")
    view = deal.table_view()
    assert view.known == (cards("3d 4d Kb"), cards("6c 7c Qb"))
    assert view.stock_top is cards("Jb")[0]


def test_where_the_stock_is_open_each_card_is_turned_before_the_next_seat_draws() -> None:
    rules = Rules.preset("briscola", players=4, stock_top="open")
    hands = {0: "Ad 3d 4d", 1: "5c 6c 7c", 2: "2c 4c Qc", 3: "4b 5b 6b"}
    deal = stacked(rules, hands, turned="2s", stock="Kb Qb Jb 7b Ks")
    assert deal.table_view().known == ((), (), (), ())
    view = told(deal, "play Ad", "play 5c", "play 2c", "play 4b").table_view()
    assert view.known == (cards("Kb"), cards("Qb"), cards("Jb"), cards("7b"))
    assert view.stock_top is cards("Ks")[0]


def test_the_top_of_a_hidden_stock_is_seen_by_nobody() -> None:
    deal = Deal.begin(Rules(), shuffled(1), 0)
    tops = [moment.table_view().stock_top for moment in moments(deal, [0] * 40)]
    assert set(tops) == {None}


def test_the_turned_card_is_the_last_on_an_open_stock() -> None:
    rules = Rules.preset("briscola", players=2, stock_top="open", hand=18)
    deal = Deal.begin(rules, shuffled(1, rules), 0)
    tops = [moment.table_view().stock_top for moment in moments(deal, [0] * 4)]
    assert tops[0] is deal.stock.cards[0]
    assert tops[-1] is None


def test_briscolone_deals_five_cards_and_turns_none() -> None:
    rules = Rules.preset("briscolone")
    deal = Deal.begin(rules, shuffled(1, rules), 0)
    assert [len(hand) for hand in deal.hands] == [5, 5]
    assert (deal.trump, deal.trump_card, deal.trump_card_in_stock, deal.stock_count) == (
        None,
        None,
        False,
        30,
    )
    assert list(deal.hands[0]) == shuffled(1, rules)[0:10:2]
    *_, over = moments(deal, [0] * 40)
    assert (len(over.tricks), sum(over.points), outcome(over)["trump"]) == (20, 120, None)


def test_in_briscolone_only_the_suit_led_takes_the_trick() -> None:
    deal = stacked(Rules.preset("briscolone"), {0: "2d 4d", 1: "As Ac 5d"})
    assert told(deal, "play 2d", "play As").tricks[0].winner == 0
    assert told(deal, "play 2d", "play 5d").tricks[0].winner == 1


@pytest.mark.parametrize("rules", [game for game in GAMES if game.game.value != "chiamata"], ids=name_of)
def test_the_winner_draws_first_then_the_others_in_playing_order(rules: Rules) -> None:
    n = rules.players
    deck = shuffled(7, rules)
    deal = Deal.begin(rules, deck, n - 1)
    for seat in range(n):
        assert list(deal.hands[seat]) == deck[(seat - n + 1) % n : n * rules.hand : n]
    turned = deal.trump_card is not None
    after = moments(deal, [0] * n)[-1]
    winner = after.tricks[0].winner
    drawn = [after.hands[(winner + place) % n][-1] for place in range(n)]
    start = n * rules.hand + turned
    assert drawn == deck[start : start + n]
    assert after.turn == winner
    assert (deal.trump is Suit(deck[n * rules.hand].suit)) if turned else deal.trump is None
