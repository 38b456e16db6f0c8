"""The exchange by two, three, four and six: every window, either card, and both in one turn."""

import pytest
from deals_for_tests import refused, stacked, told

from bot.game import Card, Deal, Refusal, Rules

WINDOWS = ("on_lead", "any_own_turn", "free", "before_first_trick")
ALL = (2, 3, 4, 6)


def rules(players: int, window: str = "free", exchange: str = "seven_and_two") -> Rules:
    return Rules.preset("briscola", players=players, exchange=exchange, exchange_window=window)


def with_sevens(players: int, window: str) -> Deal:
    """The seat that leads holds the seven of trump, and the king of trump is turned.

    It takes the first trick with the three of trump.
    """
    return stacked(rules(players, window), {0: "3d 7d 4b"}, turned="Kd", last="Ad Jd Qd")


def first_trick(deal: Deal) -> Deal:
    deal = told(deal, "play 3d")
    while not deal.tricks:
        assert deal.turn is not None
        deal = deal.play(deal.turn, deal.legal_moves(deal.turn)[0])
    return deal


@pytest.mark.parametrize("players", ALL)
@pytest.mark.parametrize("window", WINDOWS)
def test_the_first_to_lead_exchanges_before_or_after_the_first_trick_as_the_window_says(
    players: int, window: str
) -> None:
    before = with_sevens(players, window)
    after = first_trick(before)
    assert after.turn == 0
    if window in ("free", "before_first_trick"):
        assert told(before, "exchange 7d").trump_card == Card.parse("7d")
    else:
        assert refused(before, 0, "exchange 7d") is Refusal.EXCHANGE_NOT_NOW
    if window == "before_first_trick":
        assert refused(after, 0, "exchange 7d") is Refusal.EXCHANGE_NOT_NOW
    else:
        exchanged = told(after, "exchange 7d")
        assert Card.parse("Kd") in exchanged.hands[0]
        assert exchanged.trump_card == exchanged.stock.cards[-1] == Card.parse("7d")
        assert exchanged.table_view().known[0] == (Card.parse("Kd"),)


@pytest.mark.parametrize("players", [2, 4])
def test_one_seat_gives_the_seven_and_then_the_two_for_it_in_one_turn(players: int) -> None:
    deal = stacked(rules(players), {0: "7d 2d 4b"}, turned="Ad")
    both = told(deal, "exchange 7d", "exchange 2d")
    assert set(map(str, both.hands[0])) == {"Ad", "7d", "4b"}
    assert (str(both.trump_card), both.turn, both.step(0)) == ("2d", 0, "t1")
    assert [(str(one.given), str(one.taken)) for one in both.exchanges] == [("7d", "Ad"), ("2d", "7d")]


def test_by_three_with_one_two_out_both_are_exchanged_in_one_turn() -> None:
    deal = stacked(rules(3), {1: "7d 2d 4b"}, turned="Jd")
    assert refused(deal, 1, "exchange 7d") is Refusal.NOT_YOUR_TURN
    deal = deal.play(0, deal.legal_moves(0)[0])
    assert str(told(deal, "exchange 7d", "exchange 2d").trump_card) == "2d"


def test_by_six_the_twos_are_out_and_only_the_seven_is_exchanged() -> None:
    deal = stacked(rules(6), {0: "7d 4d 5d"}, turned="Qd")
    exchanged = told(deal, "exchange 7d")
    assert [str(card) for card in exchanged.hands[0]] == ["Qd", "4d", "5d"]
    assert refused(exchanged, 0, "exchange 4d") is Refusal.NOT_FOR_THAT_CARD
    assert refused(exchanged, 0, "exchange 7d") is Refusal.NOT_IN_HAND


@pytest.mark.parametrize("players", ALL)
def test_nothing_is_exchanged_once_the_turned_card_is_drawn(players: int) -> None:
    deal = with_sevens(players, "free")
    while deal.stock_count:
        assert deal.turn is not None
        hand = [card for card in deal.hands[deal.turn] if str(card) != "7d"]
        deal = told(deal, f"play {hand[0]}")
    holder = next(seat for seat, hand in enumerate(deal.hands) if Card.parse("7d") in hand)
    while deal.turn != holder:
        assert deal.turn is not None
        deal = deal.play(deal.turn, deal.legal_moves(deal.turn)[0])
    assert refused(deal, holder, "exchange 7d") is Refusal.EXCHANGE_CLOSED
