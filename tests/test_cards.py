"""The forty cards, their codes, and the moves made with them."""

import copy
import doctest
import pickle
from dataclasses import FrozenInstanceError

import pytest

import bot.game
from bot.game import (
    DECK,
    Bid,
    Call,
    Card,
    Exchange,
    FaceDown,
    Move,
    Pass,
    Play,
    Rank,
    Ranking,
    Sign,
    SignWord,
    Suit,
    cards,
    parse_move,
)
from bot.game.cards import points_of
from bot.game.outside import quoted


def test_the_unshuffled_deck_is_coins_cups_swords_clubs_from_ace_to_king() -> None:
    assert " ".join(map(str, DECK)) == (
        "Ad 2d 3d 4d 5d 6d 7d Jd Qd Kd Ac 2c 3c 4c 5c 6c 7c Jc Qc Kc "
        "As 2s 3s 4s 5s 6s 7s Js Qs Ks Ab 2b 3b 4b 5b 6b 7b Jb Qb Kb"
    )


def test_aces_count_11_threes_10_kings_4_knights_3_knaves_2_and_the_rest_nothing() -> None:
    assert [card.points for card in cards("Ad 3c Ks Qb Jd 7c 6s 5b 4d 2c")] == [
        11,
        10,
        4,
        3,
        2,
        0,
        0,
        0,
        0,
        0,
    ]


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_counts_30(suit: Suit) -> None:
    assert points_of(card for card in DECK if card.suit is suit) == 30


def test_the_count_of_the_rule_book_comes_to_61_and_59() -> None:
    mine = cards("Ad Ac 3d 3c Kd Kc Ks Qd Jd Jc")
    assert points_of(mine) == 22 + 20 + 12 + 3 + 4 == 61
    assert points_of(card for card in DECK if card not in mine) == 22 + 20 + 4 + 9 + 4 == 59


def test_a_suit_falls_from_ace_over_three_and_king_to_two() -> None:
    coins = sorted((card for card in DECK if card.suit is Suit.COINS), key=lambda card: -card.strength)
    assert "".join(card.rank.value for card in coins) == "A3KQJ76542"


@pytest.mark.parametrize(
    ("later", "earlier", "trump", "takes_it"),
    [
        ("Ad", "3d", "c", True),
        ("3d", "Ad", "c", False),
        ("Ad", "2s", "c", False),
        ("2c", "Ad", "c", True),
        ("Ad", "2c", "c", False),
        ("4c", "2c", "c", True),
        ("2d", "2s", None, False),
    ],
)
def test_a_later_card_takes_the_trick_if_it_is_higher_in_suit_or_trumps(
    later: str, earlier: str, trump: str | None, takes_it: bool
) -> None:
    suit = Suit(trump) if trump else None
    assert Card.parse(later).beats(Card.parse(earlier), suit) is takes_it


def test_each_card_exists_once() -> None:
    ace = Card.parse("Ad")
    assert Card(Rank.ACE, Suit.COINS) is ace
    assert copy.deepcopy(ace) is copy.copy(ace) is pickle.loads(pickle.dumps(ace)) is ace  # noqa: S301  our own bytes
    assert len(set(DECK)) == 40


def test_a_card_cannot_be_marked() -> None:
    with pytest.raises(FrozenInstanceError):
        Card.parse("Ad").points = 12  # type: ignore[misc]  # that it is refused is the point


def test_sets_of_cards_have_the_same_order_in_every_process() -> None:
    assert [hash(card) for card in DECK] == list(range(40))


@pytest.mark.parametrize("card", DECK, ids=str)
def test_the_code_of_a_card_reads_back(card: Card) -> None:
    assert Card.parse(card.code) is card
    assert str(card) == card.code == card.rank.value + card.suit.value
    assert repr(card) == f"Card.parse('{card.code}')"


@pytest.mark.parametrize(
    "code", ["", "A", "d", "dA", "ad", "AD", "Ad ", " Ad", "10d", "1d", "8d", "Ah", "AdAd", "Ad\n"]
)
def test_anything_else_is_no_card_and_is_told_what_one_looks_like(code: str) -> None:
    with pytest.raises(ValueError, match="is no card: a card is a rank"):
        Card.parse(code)


def test_cards_lying_face_down_tell_only_how_many_they_are() -> None:
    hand = FaceDown(cards("Ad 3c"))
    assert repr(hand) == str(hand) == f"{hand}" == "<2 face down>"
    assert hand == cards("Ad 3c")


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_move_reads_back_from_its_text(card: Card) -> None:
    assert str(Play(card)) == f"play {card}"
    assert parse_move(str(Play(card))) == Play(card)


@pytest.mark.parametrize(
    "move",
    [
        *(Exchange(card) for card in cards("7d 2s")),
        *map(Sign, SignWord),
        *map(Bid, (*Rank, 62, 99, 100, 120)),
        Pass(),
        *(Call(card) for card in cards("Js Ac")),
    ],
    ids=str,
)
def test_every_other_move_reads_back_too(move: Move) -> None:
    assert parse_move(str(move)) == move


@pytest.mark.parametrize("points", [61, 121, 0, True])
def test_no_other_points_can_be_bid(points: int) -> None:
    with pytest.raises(ValueError, match="points from 62 to 120"):
        Bid(points)


def test_in_the_ranking_manilha_the_seven_is_second_and_worth_ten() -> None:
    coins = sorted(cards("Ad 2d 3d 4d 5d 6d 7d Jd Qd Kd"), key=Ranking.MANILHA.strength, reverse=True)
    assert " ".join(map(str, coins)) == "Ad 7d Kd Jd Qd 6d 5d 4d 3d 2d"
    assert [Ranking.MANILHA.points(card) for card in coins] == [11, 10, 4, 3, 2, 0, 0, 0, 0, 0]
    assert Ranking.MANILHA.points_of(DECK) == Ranking.STANDARD.points_of(DECK) == 120


def test_in_either_ranking_a_higher_card_of_the_suit_or_a_trump_takes_the_trick() -> None:
    seven, three, knave, two = cards("7d 3d Jd 2s")
    assert Ranking.MANILHA.beats(seven, three, Suit.CUPS)
    assert not Ranking.MANILHA.beats(three, knave, Suit.CUPS)
    assert Ranking.STANDARD.beats(three, seven, Suit.CUPS)
    assert Ranking.MANILHA.beats(two, seven, Suit.SWORDS)
    assert not Ranking.MANILHA.beats(two, seven, None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no move: a move looks like 'play 3c'"),
        ("play", "'play' is no move"),
        ("play ", "'' is no card"),
        ("play  3c", "' 3c' is no card"),
        (" play 3c", "' play 3c' is no move"),
        ("play 3c ", "'3c ' is no card"),
        ("Play 3c", "'Play 3c' is no move"),
        ("play 3C", "'3C' is no card"),
        ("play\t3c", r"'play\\t3c' is no move"),
        ("exchange", "'exchange' is no move"),
        ("exchange 7", "'7' is no card"),
        (
            "sign ace 3",
            "'ace 3' is no sign: a sign is one of ace, three, king, knight, knave, carico, nothing",
        ),
        ("sign Ace", "'Ace' is no sign"),
        ("bid 61", "'61' cannot be bid: a bid is a rank, or points from 62 to 120"),
        ("bid 121", "'121' cannot be bid"),
        ("bid 062", "'062' cannot be bid"),
        ("bid ٦٢", "cannot be bid"),
        ("bid 8", "'8' cannot be bid"),
        ("bid k", "'k' cannot be bid"),
        ("bid ", "'' cannot be bid"),
        ("pass ", "'pass ' is no move"),
        ("call J", "'J' is no card"),
    ],
)
def test_any_other_text_is_no_move(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_move(text)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("Ad", "'Ad'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 40}...'"),
        ("\ud800\n", r"'\ud800\n'"),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (-3, "-3"),
        (1.5, "1.5"),
        ([1, [2]], "a list"),
        ({"a": 1}, "an object"),
        (b"", "a bytes"),
    ],
)
def test_an_error_shows_a_value_in_one_short_line(value: object, shown: str) -> None:
    assert quoted(value) == shown


def test_a_number_too_long_to_be_written_is_shown_in_words() -> None:
    assert quoted(10**5000) == quoted(-(10**12)) == "a huge number"
    assert quoted(10**12 - 1) == "999999999999"


def test_the_example_of_the_package_holds() -> None:
    assert doctest.testmod(bot.game).failed == 0
