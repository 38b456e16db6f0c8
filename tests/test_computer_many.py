"""Computers among three to six: how deals are played out, calls after a blind trick, a beginner's errors, signs in time."""

from collections.abc import AsyncIterator

import pytest
from deals_for_tests import shuffled, stacked, told
from house import ANNA, House, house

from bot.computer import Level, choose
from bot.computer.easy import easy_move
from bot.computer.knowing import knowing, knowing_contract
from bot.computer.senses import NUMBERS, first_sense, sense_rows, tuned_sense
from bot.game import Call, Card, Deal, Move, Play, Rules, SeatView, Sign, SignWord
from bot.service import clock

FIVE = Rules.preset("chiamata", players=5)
BLIND = Rules.preset("chiamata", players=5, blind_first_trick="on")
KINDS = ("three", "four", "four_alone", "five_defend", "five_declare", "six")


@pytest.fixture
async def home(database_url: str) -> AsyncIterator[House]:
    async with house(database_url) as one:
        yield one


# -- how deals are played out ---------------------------------------------------------------------


def weighed(view: SeatView) -> Card:
    """What the kernel plays by the sensible player's own numbers."""
    kernel, codes = knowing(view, view.table.trump, looks_back=False)
    kernel.sense_for(0, sense_rows(first_sense(view.table.players)))
    hand = sorted(view.hand, key=codes.code)
    kernel.hold(view.seat, codes.codes(hand), len(hand))
    return hand[kernel.choice(view.seat)]


@pytest.mark.parametrize("players", [3, 4, 6])
def test_by_the_first_numbers_it_plays_as_the_sensible_player_does(players: int) -> None:
    rules, same, moves = Rules.preset("briscola", players=players), 0, 0
    for seed in range(12):
        deal = Deal.begin(rules, shuffled(seed, rules), 0)
        while deal.turn is not None:
            view = deal.seat_view(deal.turn)
            move = choose(view, Level.NORMAL, b"")
            same, moves = same + (move == Play(weighed(view))), moves + 1
            deal = deal.play(deal.turn, move)
    assert same / moves > 0.88, "but where equals are chosen from, and for cards known to be somewhere"


@pytest.mark.parametrize("kind", KINDS)
def test_every_game_of_many_has_tuned_numbers(kind: str) -> None:
    assert len(tuned_sense(kind)) == len(sense_rows(first_sense(4))) == 39 + 5 * 40
    assert len(first_sense(5)) == NUMBERS


# -- five -----------------------------------------------------------------------------------------


def test_the_contract_is_tried_as_the_blind_trick_will_be_judged() -> None:
    hands = {0: "Ad 3d Qd Jd 7d 2s 2c 2b", 1: "Kd 4s 4c 4b As 3c 5s 5c"}
    deal = told(stacked(BLIND, hands), "bid K", *["pass"] * 4, "play 2s", "play As")
    while deal.trick is not None and len(deal.trick.cards) < 5:
        deal = deal.play(deal.turn or 0, choose(deal.seat_view(deal.turn or 0), Level.HARD, b""))
    assert deal.turn == 0
    view = deal.seat_view(0)
    kept = knowing_contract(view, Card.parse("Kd"), 61).promise(0, 200, 1)
    hopeless = knowing_contract(view, Card.parse("Kb"), 61).promise(0, 200, 1)
    assert kept > 120 > hopeless
    assert choose(view, Level.HARD, b"") == Call(Card.parse("Kd"))


def test_a_called_card_in_the_blind_trick_shows_the_partner_at_once() -> None:
    hands = {0: "Ad 3d Qd Jd 7d 2s 2c 2b", 1: "Kd 4s 4c 4b As 3c 5s 5c"}
    deal = told(stacked(BLIND, hands), "bid K", *["pass"] * 4, "play 2s", "play Kd")
    while deal.trick is not None and len(deal.trick.cards) < 5:
        deal = deal.play(deal.turn or 0, choose(deal.seat_view(deal.turn or 0), Level.HARD, b""))
    kept = knowing_contract(deal.seat_view(0), Card.parse("Kd"), 61).promise(0, 200, 1)
    assert kept > 100


# -- the easy player ------------------------------------------------------------------------------


def easy_moves(deal: Deal) -> set[str]:
    """All that it may do, by the seed."""
    view = deal.seat_view(deal.turn or 0)
    return {str(easy_move(view, bytes([seed]))) for seed in range(150)}


def test_a_beginner_throws_no_great_trump_on_nothing_and_no_carico_away() -> None:
    four = Rules.preset("briscola", players=4)
    hands = {0: "4s", 1: "5s", 2: "6s", 3: "Ad Ac 2b"}
    deal = told(stacked(four, hands, "5d"), "play 4s", "play 5s", "play 6s")
    assert easy_moves(deal) == {"play 2b"}


def test_a_carico_that_takes_the_trick_is_no_carico_thrown_away() -> None:
    three = Rules.preset("briscola", players=3)
    deal = told(stacked(three, {0: "3c", 1: "5b", 2: "Kd 4d Ac"}, "6s"), "play 3c", "play 5b")
    assert "play Ac" in easy_moves(deal)


def test_but_it_does_waste_trumps_and_lead_carichi() -> None:
    two = Rules.preset("briscola", players=2)
    assert "play 2d" in easy_moves(told(stacked(two, {0: "4s", 1: "2d 4c 6b"}, "5d"), "play 4s"))
    assert "play Ac" in easy_moves(stacked(two, {0: "Ac 4b 6s"}, "5d"))
    assert easy_moves(stacked(two, {0: "Ad Ac 6s"}, "5d")) == {"play Ac", "play 6s"}


def test_a_beginner_bids_wildly_or_timidly_but_nothing_absurd() -> None:
    grand = stacked(FIVE, {0: "Ad 3d Kd Qd Jd 7d 6d As"}, leader=0)
    poor = stacked(FIVE, {0: "2d 4d 2c 4c 5s 6s 2b 4b"}, leader=0)
    so_so = stacked(FIVE, {0: "3d 7d 6d 4c 5s 6s 2b 4b"}, leader=0)
    assert {"pass"} < easy_moves(grand)
    assert easy_moves(poor) <= {"pass", "bid A"}
    assert {"pass"} < easy_moves(so_so)


# -- signs in time --------------------------------------------------------------------------------


async def test_a_computer_makes_its_sign_and_then_its_move_and_none_for_a_person(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def always(view: SeatView, _level: Level, _seed: bytes) -> Sign | None:
        sign = Sign(SignWord.ACE)
        return sign if sign in view.legal_moves else None

    monkeypatch.setattr(clock, "sign_of", always)
    rules = {"preset": "briscola", "players": 4, "signs": "table", "clock": 15}
    table = await home.open(opponent="normal", rules=rules)
    await home.press(ANNA, f"{table}-start")
    for _ in range(3):
        await home.turn_of(table, 0)
        await home.moves(table)
    await home.turn_of(table, 0)
    acts = await home.store.read(lambda tx: tx.journal(table))
    assert {one.actor for one in acts if "sign" in one.act} == {"cpu"}
    value = await home.value(table)
    assert value.deal is not None
    signs = [(one.seat, one.trick) for one in value.deal.signs]
    assert len(signs) == len(set(signs))
    assert set(signs) >= {(seat, trick) for seat in (1, 2, 3) for trick in (2, 3)}
    assert all(seat for seat, _ in signs), "none in the name of a person"


def test_moves_are_never_signs() -> None:
    rules = Rules.preset("briscola", players=4, signs="partner")
    deal = Deal.begin(rules, shuffled(3, rules), 0)
    moves: list[Move] = []
    while deal.turn is not None:
        moves.append(choose(deal.seat_view(deal.turn), Level.NORMAL, b""))
        deal = deal.play(deal.turn, moves[-1])
    assert not any(isinstance(move, Sign) for move in moves)
