"""Signs that computers make and believe: true ones, once for each thing, and others' with distrust."""

import pytest
from deals_for_tests import stacked, told

from bot.computer import Level, choose, sign_of
from bot.computer.signing import DISTRUSTED, TRUSTED, beliefs
from bot.game import Card, Deal, Rules

HANDS = {0: "Ad 3d 4s", 1: "Kd 5s As", 2: "Qd 6s 3c", 3: "2s 7s Ac"}
FIRST = ("play 4s", "play 5s", "play 6s", "play 7s")


def four(signs: str, *moves: str) -> Deal:
    """Four who have played one trick: seat 3 has taken it and leads."""
    rules = Rules.preset("briscola", players=4, signs=signs)
    return told(stacked(rules, HANDS, "5d", "4c 6c 7c 2c"), *FIRST, *moves)


def sign_by(deal: Deal, level: Level, seed: bytes = b"") -> str | None:
    """What the seat on turn shows."""
    assert deal.turn is not None
    sign = sign_of(deal.seat_view(deal.turn), level, seed)
    return None if sign is None else str(sign)


SEAT_0 = ("play 2s",)  # seat 3 leads the second trick, so seat 0 is on turn


def test_hard_tells_its_ace_of_trump_and_in_the_next_trick_its_three() -> None:
    deal = four("table", *SEAT_0)
    assert sign_by(deal, Level.HARD) == "sign ace"
    deal = told(deal, "sign ace")
    assert sign_by(deal, Level.HARD) is None, "one sign in a trick"
    deal = told(deal, "play 6c", "play 7c", "play 2c")
    while deal.turn != 0:
        assert deal.turn is not None
        deal = deal.play(deal.turn, choose(deal.seat_view(deal.turn), Level.NORMAL, b""))
    assert sign_by(deal, Level.HARD) == "sign three"


@pytest.mark.parametrize(("signs", "shown"), [("partner", "sign king"), ("table", None)])
def test_what_loses_its_worth_when_all_see_it_is_told_to_partners_only(signs: str, shown: str | None) -> None:
    assert sign_by(four(signs, *SEAT_0, "play 6c"), Level.HARD) == shown


def test_a_carico_is_told_to_a_partner() -> None:
    assert sign_by(four("partner"), Level.HARD) == "sign carico"


def test_normal_tells_seldom_and_easy_never() -> None:
    deal = four("table", *SEAT_0)
    shown = [sign_by(deal, Level.NORMAL, bytes([seed])) for seed in range(200)]
    assert 30 < shown.count("sign ace") < 90
    assert set(shown) == {"sign ace", None}
    assert not any(sign_by(deal, Level.EASY, bytes([seed])) for seed in range(50))


def test_nobody_signs_where_there_are_no_signs_or_not_yet() -> None:
    assert sign_by(four("off", *SEAT_0), Level.HARD) is None
    rules = Rules.preset("briscola", players=4, signs="table")
    assert sign_by(stacked(rules, HANDS, "5d"), Level.HARD) is None


def test_a_partners_sign_is_believed_and_an_opponents_doubted() -> None:
    deal = four("table", "play 2s", "sign ace", "play 6c", "sign king")
    by_partner = {(one.seat, one.card): one.times for one in beliefs(deal.seat_view(2))}
    assert by_partner == {(0, Card.parse("Ad")): TRUSTED, (1, Card.parse("Kd")): DISTRUSTED}
    assert {one.seat for one in beliefs(deal.seat_view(0))} == {1}, "not one's own"


def test_a_sign_to_the_partner_says_nothing_to_the_others() -> None:
    deal = four("partner", "play 2s", "sign ace")
    assert not list(beliefs(deal.seat_view(1)))
    assert len(list(beliefs(deal.seat_view(2)))) == 1


def test_nothing_makes_all_that_is_worth_a_sign_less_likely_for_a_while() -> None:
    deal = four("table", "play 2s", "sign nothing")
    doubted = list(beliefs(deal.seat_view(2)))
    assert {one.seat for one in doubted} == {0}
    assert all(one.times < 1 for one in doubted)
    assert len(doubted) == 5 + 6


def test_a_carico_that_was_played_since_is_a_sign_of_no_other() -> None:
    deal = four("table", "sign carico")
    assert not list(beliefs(deal.seat_view(2))), "an opponent's is believed of trumps alone"
    assert {one.seat for one in beliefs(deal.seat_view(1))} == {3}
    deal = told(deal, "play Ac")
    assert not list(beliefs(deal.seat_view(1)))
