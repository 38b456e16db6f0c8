"""Games in their text form, replayed line by line."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from deals_for_tests import TWO, deck_won_by, moments, steps
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import DECK, Deal, Rules
from bot.game.record import RecordError, finished_deal, replay_game, replay_lines

GAMES = Path(__file__).parent / "data" / "games2.jsonl"


@cache
def told(winner: int | None) -> str:
    deck = deck_won_by(winner)
    moves = [str(move) for _, _, move in steps(Deal.begin(TWO, deck, 0), (0,) * 40)]
    return json.dumps({"rules": TWO.to_json(), "deck": list(map(str, deck)), "leader": 0, "moves": moves})


def game_won_by(winner: int | None) -> dict[str, object]:
    """A finished game, as a record tells it."""
    game: dict[str, object] = json.loads(told(winner))
    return game


def answers(*lines: str) -> list[dict[str, object]]:
    return [json.loads(answer) for answer in replay_lines(lines)]


def games() -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    lines = GAMES.read_text(encoding="utf-8").splitlines()
    for line, answer in zip(lines, replay_lines(lines), strict=True):
        yield json.loads(line)["expect"], json.loads(answer)


def test_two_hundred_games_come_out_as_other_engines_say() -> None:
    for expected, answer in games():
        tricks = answer.pop("tricks")
        assert isinstance(tricks, list)
        seats = {
            "winners": [trick["winner"] for trick in tricks],
            "leaders": [trick["leader"] for trick in tricks],
        }
        assert answer | seats == expected


def test_the_answer_names_tricks_trump_points_and_winner_in_this_order() -> None:
    line = next(iter(replay_lines([json.dumps(game_won_by(1))])))
    assert line.startswith('{"tricks": [{"leader": 0, "cards": ["')
    answer = json.loads(line)
    assert list(answer) == ["tricks", "trump", "points", "winner"]
    assert list(answer["tricks"][0]) == ["leader", "cards", "winner", "points"]
    assert answer["winner"] == 1
    assert answer["trump"] == deck_won_by(1)[6].suit.value


def test_a_tie_has_no_winner() -> None:
    answer = replay_game(game_won_by(None))
    assert (answer["points"], answer["winner"]) == ([60, 60], None)


def test_unknown_keys_are_ignored() -> None:
    game = game_won_by(0)
    assert replay_game(game | {"id": [1e999], "expect": None, "note": "\ud800"}) == replay_game(game)


def test_the_options_of_a_record_are_played_by() -> None:
    deal = Deal.begin(Rules(hand=5), DECK, 1)
    moves = [str(move) for _, _, move in steps(deal, (0,) * 40)]
    rules = {"preset": "briscola", "players": 2, "hand": 5, "clock": "none", "exchange": "off"}
    answer = replay_game({"rules": rules, "deck": list(map(str, DECK)), "leader": 1, "moves": moves})
    assert answer["points"] == list(moments(deal, (0,) * 40)[-1].points)


def changed(key: str, change: Callable[[object], object]) -> dict[str, object]:
    game = game_won_by(0)
    return game | {key: change(game[key])}


def without(key: str) -> dict[str, object]:
    return {name: value for name, value in game_won_by(0).items() if name != key}


def part(value: object, end: int) -> list[object]:
    assert isinstance(value, list)
    return value[:end]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (None, "a game is an object, not null"),
        (5, "a game is an object, not 5"),
        ([], "a game is an object, not a list"),
        ("play 3c", "a game is an object, not 'play 3c'"),
        (without("rules"), "the game lacks 'rules'"),
        (without("deck"), "the game lacks 'deck'"),
        (without("leader"), "the game lacks 'leader'"),
        (without("moves"), "the game lacks 'moves'"),
        (changed("rules", lambda _: None), "rules are an object"),
        (changed("rules", lambda _: {"preset": "briscola"}), "the rules lack 'players'"),
        (changed("rules", lambda _: {"preset": "poker", "players": 2}), "there is no game 'poker'"),
        (changed("rules", lambda _: {"preset": "chiamata", "players": 2}), "cannot be played by 2"),
        (changed("rules", lambda _: {"preset": "briscola", "players": True}), "cannot be played by true"),
        (
            changed("rules", lambda _: {"preset": "briscola", "players": 2, "speed": 1}),
            "there is no option 'speed'",
        ),
        (changed("deck", lambda _: None), "'deck' is a list of cards, not null"),
        (changed("deck", lambda _: " ".join(map(str, DECK))), "'deck' is a list of cards, not 'Ad 2d"),
        (changed("deck", lambda _: []), "the deck has 40 cards, not 0"),
        (changed("deck", lambda deck: part(deck, 39)), "the deck has 40 cards, not 39"),
        (changed("deck", lambda deck: [*part(deck, 40), "Ad"]), "the deck has 40 cards, not 41"),
        (changed("deck", lambda deck: [*part(deck, 39), part(deck, 1)[0]]), "each card is in it once"),
        (changed("deck", lambda deck: [*part(deck, 39), "8d"]), "'8d' is no card"),
        (changed("deck", lambda deck: [*part(deck, 39), "\ud800"]), "is no card"),
        (
            changed("deck", lambda deck: [*part(deck, 39), 7]),
            "a card in 'deck' is a code such as 'Ad', not 7",
        ),
        (changed("deck", lambda deck: [*part(deck, 39), ["Ad"]]), "not a list"),
        (changed("leader", lambda _: None), "'leader' is the number of a seat, not null"),
        (changed("leader", lambda _: True), "'leader' is the number of a seat, not true"),
        (changed("leader", lambda _: 0.0), "'leader' is the number of a seat, not 0.0"),
        (changed("leader", lambda _: "0"), "'leader' is the number of a seat, not '0'"),
        (changed("leader", lambda _: 2), "there is no seat 2: seats are 0 to 1"),
        (changed("leader", lambda _: -1), "there is no seat -1: seats are 0 to 1"),
        (changed("leader", lambda _: 10**400), "there is no seat a huge number"),
        (changed("moves", lambda _: None), "'moves' is a list of moves, not null"),
        (changed("moves", lambda _: "play 3c"), "'moves' is a list of moves, not 'play 3c'"),
        (changed("moves", lambda _: {}), "'moves' is a list of moves, not an object"),
    ],
)
def test_what_is_wrong_before_the_first_move_is_at_no_move(game: object, sentence: str) -> None:
    answer = replay_game(game)
    assert list(answer) == ["error", "at"]
    assert sentence in str(answer["error"])
    assert answer["at"] is None
    assert answers(json.dumps(game)) == [answer]


def with_move(at: int, move: object) -> dict[str, object]:
    return changed("moves", lambda moves: [*part(moves, at), move, *part(moves, 40)[at + 1 :]])


@pytest.mark.parametrize("at", [0, 17, 39])
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("play 8d", "'8d' is no card"),
        ("Play Ad", "'Play Ad' is no move"),
        ("exchange 7d", "nothing is exchanged by these rules"),
        ("sign ace", "no signs are made by these rules"),
        ("sign ace 1", "no signs are made by these rules"),
        ("sign ace 9", "there is no seat 9"),
        ("sign ace ", "'ace ' is no sign"),
        ("sign smile 1", "'smile' is no sign"),
        ("bid K", "there is no auction now"),
        ("pass", "there is no auction now"),
        ("call Kd", "no card is to be called now"),
        ("", "'' is no move"),
        ("x" * 10_000, "xxx...' is no move"),
        ("play \ud800", r"'\ud800' is no card"),
        (None, "a move is a text such as 'play 3c', not null"),
        (3, "a move is a text such as 'play 3c', not 3"),
        (["play 3c"], "a move is a text such as 'play 3c', not a list"),
    ],
)
def test_a_wrong_move_is_named_by_its_place(at: int, move: object, sentence: str) -> None:
    (answer,) = answers(json.dumps(with_move(at, move)))
    assert sentence in str(answer["error"])
    assert answer["at"] == at


def test_a_card_that_the_seat_does_not_hold_is_named_by_its_place() -> None:
    game = game_won_by(0)
    played = part(game["moves"], 1)[0]
    answer = replay_game(with_move(4, played))
    assert answer == {"error": f"'{played}': the seat on turn does not hold that card", "at": 4}


def test_a_move_after_the_end_is_named_by_its_place() -> None:
    answer = replay_game(changed("moves", lambda moves: [*part(moves, 40), "play Ad", "play 2d"]))
    assert answer == {"error": "'play Ad': the deal is over", "at": 40}
    answer = replay_game(changed("moves", lambda moves: [*part(moves, 40), 7]))
    assert answer["at"] == 40


@pytest.mark.parametrize("length", [0, 1, 39])
def test_an_unfinished_game_is_at_the_number_of_its_moves(length: int) -> None:
    answer = replay_game(changed("moves", lambda moves: part(moves, length)))
    assert answer == {"error": "the game is not finished", "at": length}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "this line is no JSON"),
        ("play 3c", "this line is no JSON"),
        ('{"leader": 0} {"leader": 0}', "this line is no JSON"),
        ("{'leader': 0}", "this line is no JSON"),
        ('{"id": NaN}', "this line is no JSON: NaN is no number"),
        ('{"id": -Infinity}', "this line is no JSON: -Infinity is no number"),
        ('{"id": ' + "9" * 5000 + "}", "this line is no JSON"),
        ("[" * 100_000, "this line is no JSON"),
        ('{"a":' * 100_000, "this line is no JSON"),
        ('{"leader": 0, "leader": 1}', "an object in this line has a key twice"),
        ('{"rules": {"tie": "draw", "tie": "draw"}}', "an object in this line has a key twice"),
        ('{"id": "\udcff"}', "this line is no UTF-8"),
        ("\x00", "this line is no JSON"),
        ("\ufeff{}", "this line is no JSON"),
        ("null", "a game is an object, not null"),
        ("1e999", "a game is an object, not inf"),
        ("{}", "the game lacks 'rules'"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_line_that_is_no_game_is_answered_with_one_sentence(line: str, sentence: str) -> None:
    assert answers(line) == [{"error": sentence, "at": None}]


def test_a_bad_line_never_stops_the_next() -> None:
    good = json.dumps(game_won_by(0))
    replies = answers("{\n", good + "\n", "[1]\n", good + "\r\n", '{"id": "\udcff"}\n', good)
    assert ["error" in reply for reply in replies] == [True, False, True, False, True, False]


def test_an_empty_line_is_no_game_but_at_the_end() -> None:
    good = json.dumps(game_won_by(0))
    replies = answers("\n", good, "  \n", "\n", good, "\n", "\n")
    assert [reply.get("error") for reply in replies] == ["an empty line is no game", None] + [
        "an empty line is no game"
    ] * 2 + [None]
    assert answers("\n", "\n") == []
    assert answers() == []


def test_each_line_is_answered_before_the_next_is_read() -> None:
    read = []

    def lines() -> Iterator[str]:
        for number in range(3):
            read.append(number)
            yield "{}"

    replies = replay_lines(lines())
    next(replies)
    assert read == [0]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.sampled_from(["rules", "deck", "leader", "moves"]), json_values)
def test_garbage_anywhere_in_a_game_is_answered_with_one_line(key: str, garbage: object) -> None:
    (line,) = replay_lines([json.dumps(game_won_by(0) | {key: garbage})])
    answer = json.loads(line)
    assert "\n" not in line
    assert line.isascii()
    assert list(answer) in (["error", "at"], ["tricks", "trump", "points", "winner"])
    assert "\n" not in answer.get("error", "")


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="\n\r"), min_size=1).filter(str.strip))
def test_any_text_at_all_is_answered(line: str) -> None:
    (answer,) = answers(line)
    assert answer["at"] is None


def test_whoever_wants_the_deal_itself_gets_it_or_an_error() -> None:
    assert finished_deal(game_won_by(1)).winner == 1
    with pytest.raises(RecordError, match="lacks 'rules'") as caught:
        finished_deal({})
    assert caught.value.at is None
