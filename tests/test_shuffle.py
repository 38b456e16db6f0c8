"""The deck that follows from a seed, and the promise made about it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import DECK, Card, cards, commitment, shuffle
from bot.game.shuffle import _below

SEED = bytes(32)


def test_the_published_deck_comes_out_of_the_published_seed() -> None:
    assert commitment(SEED) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert " ".join(map(str, shuffle(SEED, "t1", 1, ["p1", "p2"]))) == (
        "Ac Qb Ab 6b Qs 3d 3s 3b 6s Jd Ad 4c 7c 2s 5d Jc 4b As 4s Qd "
        "7b Qc 7d 5b Kb 6c 4d Kc 6d 2d 5s Kd 3c 5c 2c 2b 7s Jb Ks Js"
    )


@settings(deadline=None)
@given(
    st.binary(min_size=32, max_size=32),
    st.integers(1, 10**9),
    st.sampled_from([(), cards("2c"), cards("2d 2c 2s 2b")]),
)
def test_every_deck_has_each_card_once_but_those_removed(
    seed: bytes, number: int, removed: tuple[Card, ...]
) -> None:
    deck = shuffle(seed, "t1", number, ["p1", "p2"], removed)
    assert sorted(map(str, deck)) == sorted(str(card) for card in DECK if card not in removed)


@pytest.mark.parametrize(
    ("table", "number", "players"),
    [
        ("t2", 1, ["p1", "p2"]),
        ("t1", 2, ["p1", "p2"]),
        ("t1", 1, ["p2", "p1"]),
        ("t1", 1, ["p1", "cpu:hard"]),
    ],
)
def test_table_deal_and_players_each_change_the_deck(table: str, number: int, players: list[str]) -> None:
    assert shuffle(SEED, table, number, players) != shuffle(SEED, "t1", 1, ["p1", "p2"])


def test_every_card_comes_first_about_as_often() -> None:
    firsts = Counter(shuffle(SEED, "t1", number, ["p1", "p2"])[0] for number in range(1, 4001))
    assert len(firsts) == 40
    assert 60 < min(firsts.values()) <= max(firsts.values()) < 145


def test_words_in_the_incomplete_last_stretch_are_passed_over() -> None:
    assert _below(40, iter([2**32 - 1, 2**32 - 16, 2**32 - 17])) == 39
    assert _below(2, iter([2**32 - 1])) == 1


@pytest.mark.parametrize(
    ("seed", "table", "number", "players", "reason"),
    [
        (bytes(31), "t1", 1, ["p1", "p2"], "a seed is 32 bytes"),
        (SEED, "t1", 0, ["p1", "p2"], "deals are counted from 1"),
        (SEED, "", 1, ["p1", "p2"], "without '|'"),
        (SEED, "t|1", 1, ["p1", "p2"], "without '|'"),
        (SEED, "t1", 1, ["p1|p2"], "without '|'"),
        (SEED, "t1", 1, ["p1", ""], "without '|'"),
        (SEED, "t\ud800", 1, ["p1", "p2"], "UTF-8"),
    ],
)
def test_what_could_not_be_checked_later_is_refused(
    seed: bytes, table: str, number: int, players: list[str], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason.replace("|", r"\|")):
        shuffle(seed, table, number, players)


def test_no_promise_is_made_about_a_short_seed() -> None:
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        commitment(b"")


def test_a_deck_lies_face_down() -> None:
    assert repr(shuffle(SEED, "t1", 1, ["p1", "p2"])) == "<40 face down>"
