"""The computer player: legal, repeatable, blind to what its seat cannot see, and no fool."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from deals_for_tests import TWO, choices, decks, moments, seeds, shuffled
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.computer import Level, auctioning, choose, hard
from bot.game import Card, Deal, FaceDown, OpenTrick, Play, SeatView, Suit, TableView, Trick, cards

levels = st.sampled_from(Level)
move_seeds = st.binary(max_size=32)


@pytest.fixture(autouse=True, scope="module")
def a_few_deals_are_enough() -> Iterator[None]:
    """What is tested here does not depend on how many deals a hard player plays out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hard, "SAMPLES", dict.fromkeys(range(2, 7), 24))
        patch.setattr(auctioning, "SAMPLES", 24)
        yield


def on_turn(deal: Deal) -> SeatView:
    assert deal.turn is not None
    return deal.seat_view(deal.turn)


def view_of(
    hand: str,
    *,
    on_table: str = "",
    trump: Suit = Suit.COINS,
    stock: int = 20,
    tricks: tuple[Trick, ...] = (),
) -> SeatView:
    """What seat 1 sees, holding this hand, with these cards on the table and coins as trump."""
    mine, lying = FaceDown(cards(hand)), cards(on_table)
    table = TableView(
        rules=TWO,
        leader=0,
        trump=trump,
        trump_card=Card.parse(f"5{trump.value}"),
        trump_card_in_stock=stock > 0,
        stock_count=stock,
        hand_counts=(len(mine) - len(lying), len(mine)),
        tricks=tricks,
        trick=OpenTrick(0 if lying else 1, lying),
        turn=1,
        points=None,
        is_over=False,
        winner=None,
    )
    return SeatView(table, 1, mine, FaceDown(map(Play, mine)))


def played(view: SeatView, seed: bytes = b"") -> str:
    move = choose(view, Level.NORMAL, seed)
    assert isinstance(move, Play)
    return move.card.code


# -- what every level keeps -----------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(decks, choices, levels, move_seeds)
def test_its_move_is_legal_at_every_moment(
    deck: list[Card], picks: list[int], level: Level, seed: bytes
) -> None:
    for deal in moments(Deal.begin(TWO, deck, 0), picks)[:-1]:
        view = on_turn(deal)
        assert choose(view, level, seed) in view.legal_moves


@settings(deadline=None, max_examples=60)
@given(decks, choices, levels, move_seeds)
def test_the_same_view_and_seed_give_the_same_move(
    deck: list[Card], picks: list[int], level: Level, seed: bytes
) -> None:
    again = moments(Deal.begin(TWO, list(deck), 0), picks)
    for deal, same in zip(moments(Deal.begin(TWO, deck, 0), picks)[:-1], again, strict=False):
        assert choose(on_turn(deal), level, seed) == choose(on_turn(same), level, seed)


@settings(deadline=None, max_examples=60)
@given(decks, choices, st.integers(0, 38), seeds, levels, move_seeds)
def test_cards_it_cannot_see_change_no_move(
    deck: list[Card], picks: list[int], when: int, shuffle_seed: int, level: Level, seed: bytes
) -> None:
    played_so_far = moments(Deal.begin(TWO, deck, 0), picks)
    deal = played_so_far[when]
    seat = deal.turn
    assert seat is not None
    stock = deal.stock.cards
    hidden = [card for card in (*deal.hands[1 - seat], *stock) if card is not deal.trump_card]
    elsewhere = dict(zip(hidden, Random(shuffle_seed).sample(hidden, len(hidden)), strict=True))
    other = Deal.begin(TWO, [elsewhere.get(card, card) for card in deck], 0)
    for before, after in pairwise(played_so_far[: when + 1]):
        assert before.turn is not None
        (gone,) = set(before.hands[before.turn]) - set(after.hands[before.turn])
        other = other.play(before.turn, Play(gone))
    assert choose(other.seat_view(seat), level, seed) == choose(deal.seat_view(seat), level, seed)


@pytest.mark.parametrize("level", Level)
def test_who_is_not_on_turn_has_nothing_to_choose(level: Level) -> None:
    deal = Deal.begin(TWO, shuffled(1), 0)
    with pytest.raises(ValueError, match="seat 1 has nothing to play now"):
        choose(deal.seat_view(1), level, b"")
    over = moments(deal, [0] * 40)[-1]
    for seat in (0, 1):
        with pytest.raises(ValueError, match="nothing to play"):
            choose(over.seat_view(seat), level, b"")


def test_only_a_free_choice_depends_on_the_seed() -> None:
    alike = view_of("2c 2s 2b")
    assert {played(alike, bytes([n])) for n in range(50)} == {"2c", "2s", "2b"}
    assert {played(view_of("2c As Ab"), bytes([n])) for n in range(50)} == {"2c"}


# -- the sensible player --------------------------------------------------------------------------


def sensible_against_random(seed: int, sensible: int) -> Deal:
    """A deal in which one seat plays sensibly and the other anything."""
    random = Random(seed)
    deal = Deal.begin(TWO, shuffled(seed), 0)
    while deal.turn is not None:
        view = on_turn(deal)
        if deal.turn == sensible:
            move = choose(view, Level.NORMAL, seed.to_bytes(4, "big"))
        else:
            move = random.choice(view.legal_moves)
        deal = deal.play(view.seat, move)
    return deal


def test_it_beats_one_who_plays_anything_four_times_out_of_five() -> None:
    won = 0.0
    for seed in range(200):
        for seat in (0, 1):
            winner = sensible_against_random(seed, seat).winner
            won += 0.5 if winner is None else winner == seat
    assert won >= 0.8 * 400, f"{won} of 400"


@pytest.mark.parametrize(
    ("hand", "on_table", "card", "why"),
    [
        ("2d 4c 6b", "As", "2d", "a carico is worth a small trump"),
        ("2d 4c 6b", "3s", "2d", "the other carico too"),
        ("2d Kd 6b", "As", "2d", "the smallest trump that does it"),
        ("3s 4c 2d", "Ks", "3s", "the three of the suit takes points home and saves the trump"),
        ("As 4c 2d", "3s", "As", "nothing beats an ace of its suit that takes a three"),
        ("Ad 4c 6b", "2s", "4c", "the trump ace is not wasted on nothing"),
        ("Ad 3d 6b", "4s", "6b", "nor the trump three"),
        ("Ad Kc 6b", "Qs", "6b", "three points are no reason either"),
        ("Ac 3b 2s", "Ad", "2s", "what cannot be taken gets the least"),
        ("Ks 4s 2d", "6s", "Ks", "points go home where it costs nothing"),
    ],
)
def test_what_it_plays_to_a_card(hand: str, on_table: str, card: str, why: str) -> None:
    assert played(view_of(hand, on_table=on_table)) == card, why


@pytest.mark.parametrize(
    ("hand", "card", "why"),
    [
        ("Ac 4s 3d", "4s", "a liscio is led"),
        ("2d Ks 3c", "Ks", "a figure rather than a trump or a carico"),
        ("2d As 3c", "2d", "a small trump rather than a carico"),
        ("7c 2s 4b", "2s", "the weakest of those worth nothing"),
    ],
)
def test_what_it_leads(hand: str, card: str, why: str) -> None:
    assert played(view_of(hand)) == card, why


def test_trumps_are_spent_when_the_stock_is_empty() -> None:
    hand = "7d 4c 6b"
    assert played(view_of(hand, on_table="Ks")) == "4c", "four points do not pay for it yet"
    assert played(view_of(hand, on_table="Ks", stock=0)) == "7d"
