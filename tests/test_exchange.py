"""The seven and the two of trump, and the card they are given for."""

import pytest
from deals_for_tests import any_picks, refused, seeds, shuffled, stacked, steps, told
from hypothesis import given, settings

from bot.game import Card, Deal, Exchange, Exchanged, Play, Refusal, Rules, cards


def rules_with(players: int = 2, **options: object) -> Rules:
    return Rules.from_json({"preset": "briscola", "players": players, "exchange": "seven_and_two", **options})


def two_hold(window: str = "free", turned: str = "As", first: str = "7s 2s 4d", **options: object) -> Deal:
    """Seat 0 holds the cards of the exchange and leads; seat 1 has coins that lose to nothing."""
    rules = rules_with(2, exchange_window=window, **options)
    return stacked(rules, {0: first, 1: "5d 6d Jc"}, turned=turned, stock="Qc 4b 5b 6b 4c 5c")


@pytest.mark.parametrize("turned", ["As", "3s", "Ks", "Qs", "Js"])
def test_the_seven_of_trump_takes_an_honour(turned: str) -> None:
    deal = told(two_hold(turned=turned), "exchange 7s")
    assert deal.hands[0] == cards(f"{turned} 2s 4d")
    assert (deal.trump_card, deal.stock.cards[-1], deal.stock_count) == (*cards("7s 7s"), 34)
    assert deal.exchanges == (Exchanged(0, 1, *cards(f"7s {turned}")),)
    assert refused(two_hold(turned=turned), 0, "exchange 2s") is Refusal.NOT_FOR_THAT_CARD


@pytest.mark.parametrize("turned", ["4s", "5s", "6s", "7s"])
def test_the_two_of_trump_takes_a_low_card(turned: str) -> None:
    first = "2s 4d Kc" if turned == "7s" else "2s 7s 4d"
    deal = told(two_hold(turned=turned, first=first), "exchange 2s")
    assert Card.parse(turned) is deal.hands[0][0]
    assert deal.trump_card is Card.parse("2s")
    if turned != "7s":
        assert refused(two_hold(turned=turned), 0, "exchange 7s") is Refusal.NOT_FOR_THAT_CARD


def test_nobody_takes_the_two() -> None:
    deal = two_hold(turned="2s", first="7s 4d Kc")
    assert refused(deal, 0, "exchange 7s") is Refusal.NOT_FOR_THAT_CARD


def test_one_seat_may_exchange_both_in_one_turn() -> None:
    deal = told(two_hold(), "exchange 7s", "exchange 2s")
    assert deal.hands[0] == cards("As 7s 4d")
    assert deal.trump_card is Card.parse("2s")
    assert (deal.turn, deal.step(0)) == (0, "t1")
    assert deal.exchanges == (Exchanged(0, 1, *cards("7s As")), Exchanged(0, 1, *cards("2s 7s")))


def test_the_other_may_take_the_seven_that_was_just_given() -> None:
    deal = stacked(rules_with(exchange_window="free"), {0: "7s 4d 4c", 1: "2s 5d Jc"}, turned="As")
    deal = told(deal, "exchange 7s", "play 4d", "exchange 2s")
    assert deal.hands == (cards("As 4c"), cards("7s 5d Jc"))
    assert deal.trump_card is Card.parse("2s")


def test_the_card_taken_takes_the_place_of_the_card_given() -> None:
    deal = told(two_hold(first="4d 7s 2s"), "exchange 7s")
    assert deal.hands[0] == cards("4d As 2s")


def test_the_card_taken_is_known_to_be_in_that_hand_until_it_is_played() -> None:
    deal = told(two_hold(), "exchange 7s")
    assert deal.table_view().known == (cards("As"), ())
    deal = told(deal, "play 4d", "play 5d")
    assert deal.table_view().known == (cards("As"), ())
    deal = told(deal, "play Jc", "play As")
    assert deal.table_view().known == ((), ())


def test_everyone_sees_an_exchange() -> None:
    deal = told(two_hold(), "exchange 7s")
    assert deal.table_view().exchanges == deal.seat_view(1).table.exchanges == deal.exchanges


def test_with_exchange_seven_only_the_seven_is_given() -> None:
    deal = told(two_hold(exchange="seven"), "exchange 7s")
    assert refused(deal, 0, "exchange 2s") is Refusal.NOT_FOR_THAT_CARD


def test_only_a_trump_is_given() -> None:
    deal = two_hold(first="7c 2b 7s")
    assert refused(deal, 0, "exchange 7c") is Refusal.NOT_FOR_THAT_CARD
    assert refused(deal, 0, "exchange 2b") is Refusal.NOT_FOR_THAT_CARD
    assert refused(deal, 0, "exchange Ad") is Refusal.NOT_IN_HAND
    assert refused(deal, 1, "exchange 7s") is Refusal.NOT_YOUR_TURN


def test_where_nothing_is_exchanged_it_is_refused() -> None:
    deal = two_hold(exchange="off")
    assert refused(deal, 0, "exchange 7s") is Refusal.NO_EXCHANGE


def test_an_exchange_once_made_cannot_be_made_again() -> None:
    deal = told(two_hold(), "exchange 7s")
    assert refused(deal, 0, "exchange 7s") is Refusal.NOT_IN_HAND


def test_in_the_window_on_lead_one_exchanges_when_about_to_lead_after_a_trick() -> None:
    deal = two_hold("on_lead")
    assert refused(deal, 0, "exchange 7s") is Refusal.EXCHANGE_NOT_NOW
    won = told(deal, "play 2s", "play 5d")
    assert won.turn == 0
    assert told(won, "exchange 7s").trump_card is Card.parse("7s")
    lost = told(deal, "play 4d", "play 5d")
    assert lost.turn == 1
    again = told(lost, "play Jc")
    assert refused(again, 0, "exchange 7s") is Refusal.EXCHANGE_NOT_NOW


def test_in_the_window_any_own_turn_one_may_also_follow_but_needs_a_trick() -> None:
    deal = two_hold("any_own_turn")
    assert refused(deal, 0, "exchange 7s") is Refusal.EXCHANGE_NOT_NOW
    lost = told(deal, "play 4d", "play 5d", "play Jc")
    assert refused(lost, 0, "exchange 7s") is Refusal.EXCHANGE_NOT_NOW
    won = told(deal, "play 2s", "play 5d", "play 4d", "play 6d", "play Jc")
    assert (won.turn, won.trick and won.trick.cards) == (0, cards("Jc"))
    assert told(won, "exchange 7s").trump_card is Card.parse("7s")


def test_in_the_window_free_any_own_turn_will_do() -> None:
    deal = two_hold("free")
    assert told(deal, "exchange 7s").turn == 0
    lost = told(deal, "play 4d", "play 5d", "play Jc")
    assert told(lost, "exchange 7s").turn == 0


def test_in_the_window_before_first_trick_only_ones_first_turn_counts() -> None:
    deal = two_hold("before_first_trick")
    assert told(deal, "exchange 7s").turn == 0
    later = told(deal, "play 2s", "play 5d")
    assert refused(later, 0, "exchange 7s") is Refusal.EXCHANGE_NOT_NOW
    second = stacked(deal.rules, {0: "4d 4c 5c", 1: "7s 5d Jc"}, turned="As")
    assert told(second, "play 4d", "exchange 7s").turn == 1


def test_a_partners_trick_counts_as_the_sides() -> None:
    hands = {0: "4d 4c 5c", 1: "7s 5d Jc", 2: "5b Jd 6c", 3: "3d Ad 2c"}
    pairs = told(stacked(rules_with(4), hands, turned="As"), *["play 4d", "play 5d", "play Jd", "play 3d"])
    led = told(pairs, "play Ad")
    assert (led.turn, pairs.turn) == (0, 3)
    any_turn = stacked(rules_with(4, exchange_window="any_own_turn"), hands, turned="As")
    led = told(any_turn, *["play 4d", "play 5d", "play Jd", "play 3d", "play Ad", "play 4c"])
    assert led.turn == 1
    assert told(led, "exchange 7s").turn == 1
    alone = stacked(rules_with(4, exchange_window="any_own_turn", sides="alone"), hands, turned="As")
    led = told(alone, *["play 4d", "play 5d", "play Jd", "play 3d", "play Ad", "play 4c"])
    assert refused(led, 1, "exchange 7s") is Refusal.EXCHANGE_NOT_NOW


def test_the_turned_card_has_to_lie_under_another_card() -> None:
    rules = rules_with(exchange_window="free", hand=18)
    first = "7s Ad 3d Kd Qd Jd 7d 6d 5d 4d 2d Ac 3c Kc Qc Jc 7c 6c"
    deal = stacked(rules, {0: first, 1: "5c 4c 2c"}, turned="As")
    assert deal.stock_count == 4
    assert told(deal, "exchange 7s").stock_count == 4
    two_left = told(deal, "play Ad", "play 5c")
    assert two_left.stock_count == 2
    assert told(two_left, "exchange 7s").trump_card is Card.parse("7s")
    none_left = told(two_left, "play Ac", "play 4c")
    assert refused(none_left, 0, "exchange 7s") is Refusal.EXCHANGE_CLOSED


def test_where_the_twos_are_out_only_the_seven_is_exchanged() -> None:
    rules = Rules.preset("bisca3", players=3)
    deal = told(stacked(rules, {0: "7s 4d 4c"}, turned="As"), "exchange 7s")
    assert deal.hands[0][0] is Card.parse("As")
    assert all(card.rank.value != "2" for card in rules.cards)


def test_a_legal_exchange_is_among_the_legal_moves() -> None:
    deal = two_hold()
    assert deal.legal_moves(0) == (*map(Play, cards("7s 2s 4d")), Exchange(Card.parse("7s")))
    assert deal.legal_moves(1) == ()


def test_an_exchange_changes_no_step_and_is_remembered_with_its_trick() -> None:
    deal = two_hold()
    move = Exchange(Card.parse("7s"))
    assert (deal.step(0), deal.step_for(0, move), deal.asides(0, "t1")) == ("t1", "t1", ())
    deal = told(deal, "exchange 7s")
    assert (deal.step(0), deal.asides(0, "t1"), deal.done(0, "t1")) == ("t1", (move,), None)
    deal = told(deal, "play 4d")
    assert (deal.step(0), deal.asides(0, "t1"), deal.done(0, "t1")) == ("t2", (move,), Play(Card.parse("4d")))
    assert (deal.asides(0, "t2"), deal.asides(1, "t1")) == ((), ())


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@settings(deadline=None, max_examples=10)
@given(picks=any_picks, seed=seeds)
def test_the_last_card_drawn_is_the_one_that_lies_turned(players: int, picks: list[int], seed: int) -> None:
    rules = rules_with(players, exchange_window="free")
    for deal, seat, move in steps(Deal.begin(rules, shuffled(seed, rules), 0), picks):
        after = deal.play(seat, move)
        if deal.trump_card_in_stock and not after.trump_card_in_stock:
            last = (after.tricks[-1].winner - 1) % players
            assert after.hands[last][-1] is deal.trump_card is after.trump_card
            assert deal.trump_card in after.table_view().known[last]
