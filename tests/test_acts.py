"""Acts have one text form, which says everything and nothing else."""

import pytest
from deals_for_tests import GAMES
from hypothesis import given
from hypothesis import strategies as st

from bot.computer import Level
from bot.game import DECK, Bid, Call, Exchange, Pass, Play, Rank, Rules, Sign, SignWord
from bot.game.moves import POINT_BIDS
from bot.game.options import CHOICES, OPTIONS
from bot.screens.tokens import Ask, Choices, Choose, Do, Open, parse_token
from bot.table import (
    Abandon,
    Act,
    Anew,
    Back,
    ClearSeat,
    End,
    FillSeats,
    Lapse,
    Leave,
    MakeMove,
    NextDeal,
    PlayPosition,
    Rematch,
    Resign,
    SeatComputer,
    SetRule,
    Sit,
    Start,
    Step,
    TimeUp,
    Watch,
    parse_act,
    value_of,
)

moments = st.one_of(st.just("c"), st.builds("{}{}".format, st.sampled_from("bt"), st.integers(1, 40)))
steps = st.builds(Step, st.integers(1, 9999), moments)
some_cards = st.sampled_from(DECK)
moves = st.one_of(
    st.builds(Play, some_cards),
    st.builds(Exchange, some_cards),
    st.builds(Call, some_cards),
    st.builds(Sign, st.sampled_from(SignWord)),
    st.builds(Bid, st.one_of(st.sampled_from(Rank), st.sampled_from(POINT_BIDS))),
    st.just(Pass()),
)
rules_set = st.sampled_from(
    [
        SetRule(option, value_of(rules, option))
        for rules in (*GAMES, Rules.preset("briscola", players=2, match={"points": 9999}, clock="none"))
        for option in OPTIONS
    ]
    + [SetRule(option, value) for option, values in CHOICES.items() for value in values]
)
seats = st.integers(0, 5)
acts = st.one_of(
    st.builds(Sit, seats),
    st.builds(SeatComputer, seats, st.sampled_from(Level)),
    st.builds(ClearSeat, seats),
    st.builds(MakeMove, steps, moves),
    st.builds(PlayPosition, steps, st.integers(1, 8)),
    st.builds(TimeUp, steps, seats, moves),
    st.builds(NextDeal, st.integers(1, 9999)),
    st.builds(FillSeats, st.sampled_from(Level)),
    st.builds(Watch, st.sampled_from(Level)),
    st.builds(Abandon, st.integers(1, 9999), st.sampled_from([None, *Level])),
    st.builds(Leave, st.sampled_from(Level)),
    st.builds(Resign, st.sampled_from(Level)),
    rules_set,
    st.builds(End, st.booleans()),
    st.sampled_from([Leave(), Start(), Back(), Resign(), Rematch(), Anew(), Lapse()]),
)


@given(acts)
def test_an_act_is_read_back_from_its_text(act: Act) -> None:
    assert parse_act(str(act)) == act


@given(acts)
def test_a_button_carries_every_act_in_64_plain_bytes(act: Act) -> None:
    token = str(Do("k7d2m9qxab", act))
    assert len(token.encode()) <= 64
    assert token.replace("-", "").replace("_", "").isalnum()
    assert parse_token(token) == Do("k7d2m9qxab", act)


@pytest.mark.parametrize(
    "text",
    ["", "sit", "sit -1", "sit 01", "sit 0 ", " sit 0", "SIT 0", "seat 1 cheater", "d1t1 play 9z", "d1t1", "start now",
     "d0x1 play Ad", "d1t1 play Ad Kd", "d99999t1 play Ad", "sit ٣", "d1c1 call Js", "d1 pass", "d1b1 bid 61",
     "d1b1 bid 121", "d1b1 pass 3", "d1t2 sign wink", "d1t2 sign ace 3", "d1t1 exchange", "fill", "fill cheater",
     "set exchange", "set exchange Seven", "set match {}", "set clock 15 s", "anew now"],
)  # fmt: skip
def test_anything_else_is_no_act(text: str) -> None:
    with pytest.raises(ValueError, match=r"is n|cannot be bid"):
        parse_act(text)


@given(st.text(max_size=80))
def test_whatever_is_pressed_the_token_is_read_or_refused(text: str) -> None:
    token = parse_token(text)
    assert token is None or parse_token(str(token)) == token


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("k7d2m9qxab-hand", Ask("k7d2m9qxab", "hand")),
        ("open-people", Open("")),
        ("open-normal", Open("normal")),
        ("me-speaks-pt", Choose("me", "speaks", "pt")),
        ("chat-speaks-it", Choose("chat", "speaks", "it")),
        ("me-deck-spanish", Choose("me", "deck", "spanish")),
        ("chat-deck-usual", Choose("chat", "deck", "usual")),
        ("me-shows-words", Choose("me", "shows", "words")),
        ("chat-shows-pictures", Choose("chat", "shows", "pictures")),
        ("me-chooses", Choices("me")),
        ("chat-chooses", Choices("chat")),
        ("k7d2m9qxab-look", Ask("k7d2m9qxab", "look")),
        ("me-speaks-tlh", None),
        ("me-deck-tarot", None),
        ("me-shows-it", None),
        ("you-chooses", None),
        ("k7d2m9qxab-secrets", None),
        ("k7d2m9qxab", None),
        ("k7d2m9-hand", None),
        ("x" * 65, None),
    ],
)
def test_tokens_that_are_no_acts(text: str, token: object) -> None:
    assert parse_token(text) == token
