"""The computer player with partners, known and secret, and where hands lie open."""

import pytest
from deals_for_tests import stacked, told

from bot.computer import Level, choose
from bot.computer.partnership import loyalties
from bot.game import Deal, Rules

FOUR = Rules.preset("briscola", players=4)
SIX = Rules.preset("briscola", players=6)


def move(deal: Deal) -> str:
    assert deal.turn is not None
    return str(choose(deal.seat_view(deal.turn), Level.NORMAL, b""))


def after(rules: Rules, hands: dict[int, str], turned: str, *moves: str) -> str:
    """What the seat on turn plays after these moves."""
    return move(told(stacked(rules, hands, turned), *moves))


# -- pairs and trios ------------------------------------------------------------------------------


def test_it_loads_its_partners_trick_when_last() -> None:
    hands = {0: "4s", 1: "As", 2: "2s", 3: "Ac Kb 4d"}
    assert after(FOUR, hands, "5d", "play 4s", "play As", "play 2s") == "play Ac"


def test_it_does_not_overtrump_a_partner_who_is_winning() -> None:
    hands = {0: "Ks", 1: "6d", 2: "4s", 3: "Ad 2c 3d"}
    assert after(FOUR, hands, "5d", "play Ks", "play 6d", "play 4s") == "play 2c"


def test_it_gives_no_points_to_the_others_when_last() -> None:
    hands = {0: "4s", 1: "2s", 2: "As", 3: "Ac Kb 4b"}
    assert after(FOUR, hands, "5d", "play 4s", "play 2s", "play As") == "play 4b"


def test_it_trumps_the_others_carico_when_last() -> None:
    hands = {0: "As", 1: "2s", 2: "Ks", 3: "2d Kb 4b"}
    assert after(FOUR, hands, "5d", "play As", "play 2s", "play Ks") == "play 2d"


def test_in_a_trio_too_the_last_loads_what_its_side_takes() -> None:
    hands = {0: "4s", 1: "5s", 2: "6s", 3: "As", 4: "7s", 5: "3c Qb 4d"}
    moves = ("play 4s", "play 5s", "play 6s", "play As", "play 7s")
    assert after(SIX, hands, "5d", *moves) == "play 3c"


@pytest.mark.parametrize(("rules", "with_it"), [(FOUR, {0, 2}), (SIX, {0, 2, 4})])
def test_partners_are_with_it_and_the_others_against(rules: Rules, with_it: set[int]) -> None:
    view = stacked(rules, {}).seat_view(0)
    assert {seat for seat, loyalty in enumerate(loyalties(view)) if loyalty == 1} == with_it
    assert set(loyalties(view)) == {1, -1}


def test_of_three_the_second_beats_the_best_card_so_far_and_not_the_first() -> None:
    three = Rules.preset("briscola", players=3)
    assert after(three, {0: "Qs", 1: "2d", 2: "As 4c 3d"}, "5d", "play Qs", "play 2d") == "play 4c"
    assert after(three, {0: "Qs", 1: "Jc", 2: "Ks 4c 6b"}, "5d", "play Qs", "play Jc") == "play Ks"


# -- the ranking, no trump, exchanges -------------------------------------------------------------


def test_in_bisca_the_seven_is_a_carico() -> None:
    bisca = Rules.preset("bisca", players=2)
    hands = {0: "7s", 1: "3d 4c 6b"}
    assert after(bisca, hands, "5d", "play 7s") == "play 3d"
    assert after(bisca, {0: "Ks", 1: "7s 4c 3d"}, "5d", "play Ks") == "play 7s"
    assert after(bisca, {0: "7c 4s 3s"}, "5d") != "play 7c"


def test_without_trump_it_takes_with_the_suit_led_and_throws_away_the_least_otherwise() -> None:
    briscolone = Rules.preset("briscolone", players=2)
    assert after(briscolone, {0: "3s", 1: "As 2c 4d 5b Kc"}, "", "play 3s") == "play As"
    assert after(briscolone, {0: "Ac", 1: "As 2b 4d 5b Ks"}, "", "play Ac") == "play 2b"


def test_it_exchanges_as_soon_as_it_may() -> None:
    rules = Rules.preset("briscola", players=2, exchange="seven_and_two", exchange_window="free")
    deal = stacked(rules, {0: "7d 2d 4c"}, "Ad")
    assert move(deal) == "exchange 7d"
    deal = told(deal, "exchange 7d")
    assert move(deal) == "exchange 2d"
    assert move(told(deal, "exchange 2d")).startswith("play")


# -- open hands -----------------------------------------------------------------------------------


def test_with_open_hands_it_leads_what_the_other_cannot_take() -> None:
    aperta = Rules.preset("aperta", players=2)
    assert after(aperta, {0: "As 4c 2b", 1: "2s 4b 5c"}, "5d") == "play As", "no trump stands against it"
    assert after(aperta, {0: "As 4c 2b", 1: "2d 4b 5c"}, "5d") != "play As"
    assert after(aperta, {0: "4c 4b 2d", 1: "Ac 5c 6s"}, "5d") == "play 4b", "the other has the ace of cups"


# -- five -----------------------------------------------------------------------------------------

FIVE = Rules.preset("chiamata", players=5)
HANDS = {
    0: "Ad 3d Qd Jd 7d 2s 2c 2b",
    1: "Kd 4s 4c 4b As 3c 5s 5c",
    2: "4d 6s 6c 6b Ks 3s 7s 7c",
}
CALLED = ("bid K", "pass", "pass", "pass", "pass", "call Kd")


def five(*moves: str) -> Deal:
    return told(stacked(FIVE, HANDS), *CALLED, *moves)


def test_whoever_holds_the_called_card_knows_both_sides_at_once() -> None:
    assert loyalties(five().seat_view(1)) == (1, 1, -1, -1, -1)


def test_the_others_know_the_declarer_alone() -> None:
    mine = loyalties(five().seat_view(2))
    assert (mine[0], mine[2]) == (-1, 1)
    assert mine[1] == mine[3] == mine[4] == pytest.approx(1 / 3)
    assert loyalties(five().seat_view(0)) == (1, *[pytest.approx(-1 / 2)] * 4)


def test_once_the_called_card_lies_there_everyone_knows() -> None:
    deal = five("play 2s", "play Kd")
    assert loyalties(deal.seat_view(2)) == (-1, -1, 1, 1, 1)
    assert loyalties(deal.seat_view(0)) == (1, 1, -1, -1, -1)


def test_who_feeds_the_declarer_is_suspected() -> None:
    deal = five("play Ad", "play 3c", "play 6s")
    for seat in (3, 4):
        deal = deal.play(seat, next(one for one in deal.legal_moves(seat) if _is_liscio(str(one))))
    suspected = loyalties(deal.seat_view(2))
    assert suspected[1] < suspected[3] == suspected[4]
    trusted = loyalties(deal.seat_view(0))
    assert trusted[1] > trusted[3] == trusted[4]


def _is_liscio(move: str) -> bool:
    return move[5] in "24567"


def test_the_secret_partner_feeds_the_declarer() -> None:
    assert move(five("play Ad")) in {"play 3c", "play As"}
