"""Dealing anew all that a seat cannot see changes nothing that the seat sees."""

from random import Random

from deals_for_tests import TWO, choices, decks, seeds, shuffled, steps
from hypothesis import given, settings

from bot.game import Card, Deal, Play


def hidden_from(seat: int, deal: Deal) -> list[Card]:
    """The others' hands and the stock, but for the turned card."""
    others = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
    return [card for card in (*others, *deal._draws[deal._drawn :]) if card is not deal.trump_card]


def hidden_from_all(deal: Deal) -> list[Card]:
    return [
        card
        for card in (*deal.hands[0], *deal.hands[1], *deal._draws[deal._drawn :])
        if card is not deal.trump_card
    ]


def redealt(deck: list[Card], hidden: list[Card], random: Random) -> list[Card]:
    """The same deck with the hidden cards shuffled among their places."""
    others = random.sample(hidden, len(hidden))
    exchanged = dict(zip(hidden, others, strict=True))
    return [exchanged.get(card, card) for card in deck]


def replay(deck: list[Card], moves: list[tuple[int, Play]]) -> Deal:
    deal = Deal.begin(TWO, deck, 0)
    for seat, move in moves:
        deal = deal.play(seat, move)
    return deal


@settings(deadline=None, max_examples=30)
@given(decks, choices, seeds)
def test_what_a_seat_cannot_see_leaves_its_view_the_same(
    deck: list[Card], picks: list[int], seed: int
) -> None:
    random, moves = Random(seed), list[tuple[int, Play]]()
    for deal, seat_on_turn, move in steps(Deal.begin(TWO, deck, 0), picks):
        for seat in (0, 1):
            other = replay(redealt(deck, hidden_from(seat, deal), random), moves)
            assert other.seat_view(seat) == deal.seat_view(seat)
            assert other.table_view() == deal.table_view()
            assert repr(other.seat_view(seat)) == repr(deal.seat_view(seat))
        moves.append((seat_on_turn, move))


@settings(deadline=None, max_examples=30)
@given(decks, choices, seeds)
def test_what_nobody_has_shown_leaves_table_view_and_reprs_the_same(
    deck: list[Card], picks: list[int], seed: int
) -> None:
    random, moves = Random(seed), list[tuple[int, Play]]()
    for deal, seat_on_turn, move in steps(Deal.begin(TWO, deck, 0), picks):
        other = replay(redealt(deck, hidden_from_all(deal), random), moves)
        assert other.table_view() == deal.table_view()
        assert repr(other) == repr(deal)
        assert repr(other.hands) == repr(deal.hands)
        assert [repr(other.seat_view(seat)) for seat in (0, 1)] == [
            repr(deal.seat_view(seat)) for seat in (0, 1)
        ]
        moves.append((seat_on_turn, move))


def test_the_redeal_does_move_cards() -> None:
    deck, random = shuffled(1), Random(2)
    deal = Deal.begin(TWO, deck, 0)
    other = Deal.begin(TWO, redealt(deck, hidden_from(0, deal), random), 0)
    assert other.hands[1] != deal.hands[1]
    assert other.hands[0] == deal.hands[0]
    assert other != deal
