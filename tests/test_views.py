"""What may be seen of a deal: by everyone at the table, and by one seat."""

import pickle
from dataclasses import FrozenInstanceError, fields

import pytest
from deals_for_tests import TWO, cards_in, choices, deck_won_by, decks, moments, played_out, shuffled
from hypothesis import given, settings

from bot.game import DECK, Card, Deal, Play, Rules, SeatView, TableView, cards


def some_deal(rules: Rules = TWO) -> Deal:
    return Deal.begin(rules, shuffled(1), 0)


def public_cards(deal: Deal) -> set[Card]:
    return {*cards_in(deal.tricks), *cards_in(deal.trick), *cards_in(deal.trump_card)}


@settings(deadline=None, max_examples=30)
@given(decks, choices)
def test_a_table_view_holds_the_turned_card_and_all_plays_and_nothing_else(
    deck: list[Card], picks: list[int]
) -> None:
    for deal in moments(Deal.begin(TWO, deck, 0), picks):
        assert set(cards_in(deal.table_view())) == public_cards(deal)


@settings(deadline=None, max_examples=30)
@given(decks, choices)
def test_a_seat_view_adds_its_own_hand_and_nothing_else(deck: list[Card], picks: list[int]) -> None:
    for deal in moments(Deal.begin(TWO, deck, 0), picks):
        for seat in (0, 1):
            view = deal.seat_view(seat)
            assert set(cards_in(view)) == public_cards(deal) | set(deal.hands[seat])
            assert view.hand == deal.hands[seat]
            assert view.table == deal.table_view()


@settings(deadline=None, max_examples=20)
@given(decks, choices)
def test_a_seat_view_shows_no_card_of_the_hand_in_its_repr(deck: list[Card], picks: list[int]) -> None:
    for deal in moments(Deal.begin(TWO, deck, 0), picks):
        view = deal.seat_view(0)
        shown = repr(view) + repr(view.hand) + repr(view.legal_moves)
        hidden = set(DECK) - public_cards(deal)
        assert not [card for card in hidden if f"'{card}'" in shown]


def test_the_two_views_are_unrelated_types() -> None:
    assert not issubclass(SeatView, TableView)
    assert not issubclass(TableView, SeatView)
    assert [field.name for field in fields(SeatView)] == [
        "table",
        "seat",
        "hand",
        "legal_moves",
        "partner_hands",
        "signs",
    ]


def test_a_seat_may_do_something_only_on_its_turn() -> None:
    deal = some_deal()
    assert deal.seat_view(0).legal_moves == tuple(map(Play, deal.hands[0]))
    assert deal.seat_view(1).legal_moves == ()


def test_points_are_not_said_before_the_end() -> None:
    *before, last = moments(some_deal(), (0,) * 40)
    assert {deal.table_view().points for deal in before} == {None}
    assert last.table_view().points == last.points


def test_points_are_always_said_where_the_table_wants_them() -> None:
    deal = some_deal(Rules.preset("briscola", show_points="always"))
    assert deal.table_view().points == (0, 0)
    assert all(moment.table_view().points == moment.points for moment in moments(deal, (0,) * 40))


def test_a_table_view_tells_what_lies_on_the_table() -> None:
    deal = some_deal()
    lead = deal.hands[0][1]
    view = deal.play(0, Play(lead)).table_view()
    assert (view.rules, view.players, view.sides, view.leader) == (TWO, 2, ((0,), (1,)), 0)
    assert (view.trump, view.trump_card, view.trump_card_in_stock) == (deal.trump, deal.trump_card, True)
    assert (view.stock_count, view.hand_counts) == (34, (2, 3))
    assert (view.turn, view.trick_number, view.tricks, view.trick and view.trick.cards) == (1, 1, (), (lead,))
    assert (view.is_over, view.winner) == (False, None)
    assert (view.card_played(0, 0), view.card_played(1, 0)) == (lead, None)


def test_the_turned_card_is_remembered_after_it_was_drawn() -> None:
    view = played_out(some_deal()).table_view()
    assert (view.trump_card, view.trump_card_in_stock) == (some_deal().trump_card, False)


def test_a_finished_deal_names_its_winner() -> None:
    for winner in (0, 1, None):
        view = played_out(Deal.begin(TWO, deck_won_by(winner), 0)).table_view()
        assert (view.is_over, view.turn, view.trick, view.winner) == (True, None, None, winner)


def test_views_travel_to_other_processes() -> None:
    view = some_deal().seat_view(0)
    there = pickle.loads(pickle.dumps(view))  # noqa: S301  our own bytes
    assert there == view
    assert there.hand[0] is view.hand[0]


def test_a_view_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        some_deal().seat_view(0).hand = cards("Ad")  # type: ignore[misc,assignment]  # the point of the test
