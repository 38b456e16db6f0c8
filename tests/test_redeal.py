"""Dealing anew all that a seat cannot see changes nothing that the seat sees."""

from random import Random

import pytest
from deals_for_tests import HOUSES, any_picks, name_of, seeds, shuffled, steps
from hypothesis import given, settings

from bot.game import Card, Deal, Move, PartnerHand, Rules, Sign, SignWord


def hidden_from(seat: int | None, deal: Deal, deck: list[Card]) -> list[Card]:
    """What neither lies face up nor was seen to go into a hand; the seat's own cards and its partners' neither.

    Told by the rules and not by the views, which are judged by it. With None: hidden from everyone.
    """
    if deal.rules.open_hands.value == "on":
        in_hands: list[Card] = []
    else:
        mine = () if seat is None else (seat, *looked_at(seat, deal))
        in_hands = [card for other, hand in enumerate(deal.hands) if other not in mine for card in hand]
    return [card for card in (*in_hands, *deal.stock.cards) if card not in shown_faces(deal, deck)]


def looked_at(seat: int, deal: Deal) -> list[int]:
    """The partners at whose cards the seat looks."""
    if deal.stock_count or deal.rules.partners_look.value == "off":
        return []
    return [other for side in deal.rules.side_seats if seat in side for other in side if other != seat]


def shown_faces(deal: Deal, deck: list[Card]) -> set[Card]:
    """Cards that have lain face up under or on the stock."""
    shown = {exchange.given for exchange in deal.exchanges} | {exchange.taken for exchange in deal.exchanges}
    if deal.trump_card:
        shown.add(deal.trump_card)
    if deal.rules.stock_top.value == "open":
        not_dealt = deck[deal.rules.players * deal.rules.hand :]
        shown |= {*not_dealt}.difference(deal.stock.cards[1:])
    return shown


def redealt(deck: list[Card], hidden: list[Card], random: Random) -> list[Card]:
    """The same deck with the hidden cards shuffled among their places."""
    others = random.sample(hidden, len(hidden))
    exchanged = dict(zip(hidden, others, strict=True))
    return [exchanged.get(card, card) for card in deck]


def replay(rules: Rules, deck: list[Card], moves: list[tuple[int, Move]], leader: int = 0) -> Deal:
    deal = Deal.begin(rules, deck, leader)
    for seat, move in moves:
        deal = deal.play(seat, move)
    return deal


def told_to(seat: int | None, deal: Deal, moves: list[tuple[int, Move]]) -> list[tuple[int, Move]]:
    """The moves, with other words for the signs that this seat did not see."""
    if deal.rules.signs.value != "partner":
        return moves
    seeing = set[int]() if seat is None else {seat, *deal.rules.partners_of(seat)}
    return [
        (other, Sign(SignWord.NOTHING) if isinstance(move, Sign) and other not in seeing else move)
        for other, move in moves
    ]


def some_seats(rules: Rules, turn: int) -> tuple[int, ...]:
    """Two neighbours, others at every moment: so that all seats get their turn."""
    return turn % rules.players, (turn + 1) % rules.players


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=4)
@given(picks=any_picks, seed=seeds)
def test_what_a_seat_cannot_see_leaves_its_view_the_same(rules: Rules, picks: list[int], seed: int) -> None:
    random, moves = Random(seed), list[tuple[int, Move]]()
    deck = shuffled(seed, rules)
    for deal, seat_on_turn, move in steps(Deal.begin(rules, deck, 0), picks):
        for seat in some_seats(rules, len(moves) + seed):
            told = told_to(seat, deal, moves)
            other = replay(rules, redealt(deck, hidden_from(seat, deal, deck), random), told)
            assert other.seat_view(seat) == deal.seat_view(seat)
            assert other.table_view() == deal.table_view()
            assert repr(other.seat_view(seat)) == repr(deal.seat_view(seat))
            assert other.step(seat) == deal.step(seat)
        moves.append((seat_on_turn, move))


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
@settings(deadline=None, max_examples=4)
@given(picks=any_picks, seed=seeds)
def test_what_nobody_has_shown_leaves_table_view_and_reprs_the_same(
    rules: Rules, picks: list[int], seed: int
) -> None:
    random, moves = Random(seed), list[tuple[int, Move]]()
    deck = shuffled(seed, rules)
    for deal, seat_on_turn, move in steps(Deal.begin(rules, deck, 0), picks):
        told = told_to(None, deal, moves)
        other = replay(rules, redealt(deck, hidden_from(None, deal, deck), random), told)
        assert other.table_view() == deal.table_view()
        assert repr(other) == repr(deal)
        assert repr(other.hands) == repr(deal.hands)
        for seat in some_seats(rules, len(moves) + seed):
            assert repr(other.seat_view(seat)) == repr(deal.seat_view(seat))
        moves.append((seat_on_turn, move))


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_the_redeal_does_move_cards(rules: Rules) -> None:
    deck = shuffled(1, rules)
    deal = Deal.begin(rules, deck, 0)
    other = Deal.begin(rules, redealt(deck, hidden_from(0, deal, deck), Random(2)), 0)
    assert other.hands[0] == deal.hands[0]
    assert other != deal
    assert (other.hands[1] != deal.hands[1]) == (rules.open_hands.value == "off")


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_a_seat_sees_its_partners_cards_at_the_end_and_no_others(rules: Rules) -> None:
    deck = shuffled(3, rules)
    for deal, _, _ in steps(Deal.begin(rules, deck, 0), [0] * 90):
        for seat in range(rules.players):
            seen = deal.seat_view(seat).partner_hands
            assert seen == tuple(PartnerHand(other, deal.hands[other]) for other in looked_at(seat, deal))
