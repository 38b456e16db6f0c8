"""What rules may be agreed on, and what is said about the others."""

import json
import re

import pytest
from deals_for_tests import TWO
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import Fault, Preset, Rules, RulesError, ShowPoints, Tie, ToPoints, ToWins
from bot.game.options import CHOICES, OPTIONS

PLAIN = {"preset": "briscola", "players": 2}


def fault(value: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules.from_json(value)
    return caught.value


def test_briscola_for_two_deals_three_cards_and_plays_one_deal() -> None:
    assert Rules() == TWO
    assert (TWO.game, TWO.players, TWO.hand, TWO.clock, TWO.version) == (Preset.BRISCOLA, 2, 3, 60, 1)
    assert (TWO.match, TWO.tie, TWO.show_points) == (ToWins(1), Tie.DRAW, ShowPoints.END)
    assert (TWO.side_seats, len(TWO.cards), TWO.removed_cards) == (((0,), (1,)), 40, ())
    assert TWO.to_json() == PLAIN


@settings(deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "hand": st.integers(1, 19),
            "match": st.one_of(
                st.sampled_from([1, 2, 3, 5]).map(lambda wins: {"wins": wins}),
                st.integers(1, 10**30).map(lambda points: {"points": points}),
            ),
            "tie": st.sampled_from(["draw", "replay"]),
            "show_points": st.sampled_from(["end", "always"]),
            "clock": st.one_of(st.integers(15, 86400), st.just("none")),
            "exchange_window": st.sampled_from(CHOICES["exchange_window"]),
        },
    )
)
def test_rules_read_back_from_their_json(options: dict[str, object]) -> None:
    rules = Rules.from_json(PLAIN | options)
    assert rules == Rules.preset("briscola", players=2, **options)
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules


def test_the_json_names_only_what_was_changed() -> None:
    rules = Rules.from_json(PLAIN | {"clock": "none", "match": {"points": 500}, "tie": "replay", "hand": 3})
    assert rules.to_json() == PLAIN | {"match": {"points": 500}, "tie": "replay", "clock": "none"}
    assert Rules.preset("briscola", match={"wins": 3}).to_json() == PLAIN | {"match": {"wins": 3}}


def test_setting_an_option_to_its_default_is_never_an_error() -> None:
    defaults = {name: values[0] for name, values in CHOICES.items()}
    assert Rules.from_json(PLAIN | defaults | {"hand": 3, "match": {"wins": 1}, "clock": 60}) == TWO


@pytest.mark.parametrize("window", CHOICES["exchange_window"])
def test_an_exchange_window_means_nothing_without_an_exchange(window: str) -> None:
    assert Rules.from_json(PLAIN | {"exchange_window": window}) == TWO


@pytest.mark.parametrize(
    ("game", "players"),
    [("briscola", n) for n in (0, 1, 5, 7, -2, 10**400, True, 2.0, "2", None, [2])]
    + [("chiamata", 2), ("aperta", 3), ("briscolone", 4), ("brisca", 5)],
)
def test_a_game_is_refused_to_a_number_that_it_is_never_played_by(game: str, players: object) -> None:
    error = fault({"preset": game, "players": players})
    assert error.key is Fault.WRONG_PLAYERS
    assert "choose one of" in str(error)


@pytest.mark.parametrize(
    ("option", "value"),
    [("trump", "called"), ("after_two", "stop"), ("blind_first_trick", "on"), ("match", {"deals": 10})],
)
def test_what_belongs_to_chiamata_is_refused_elsewhere(option: str, value: object) -> None:
    error = fault(PLAIN | {option: value})
    assert error.key is Fault.ONLY_CHIAMATA
    assert "belongs to chiamata" in str(error)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("sides", "pairs"),
        ("sides", "trios"),
        ("partners_look", "off"),
        ("signs", "table"),
        ("signs", "partner"),
    ],
)
def test_what_needs_partners_is_refused_to_two(option: str, value: str) -> None:
    assert fault(PLAIN | {option: value}).key is Fault.NO_PARTNERS


@pytest.mark.parametrize("preset", ["poker", "Briscola", "", None, True, 1, ["briscola"], {}])
def test_an_unknown_game_is_answered_with_the_known_ones(preset: object) -> None:
    error = fault({"preset": preset, "players": 2})
    assert error.key is Fault.UNKNOWN_PRESET
    assert (
        error.fields["choices"] == "briscola, biscacard, brisca, bisca, bisca3, chiamata, aperta, briscolone"
    )


@pytest.mark.parametrize("option", ["speed", "Tie", "version", ""])
def test_an_unknown_option_is_answered_with_the_known_ones(option: str) -> None:
    error = fault(PLAIN | {option: "draw"})
    assert str(error) == f"there is no option '{option}': choose one of {', '.join(OPTIONS)}"


@pytest.mark.parametrize("option", CHOICES)
@pytest.mark.parametrize("value", ["maybe", "", True, False, None, 1, ["draw"], {}])
def test_an_unknown_value_is_answered_with_the_known_ones(option: str, value: object) -> None:
    error = fault(PLAIN | {option: value})
    assert error.key is Fault.UNKNOWN_VALUE
    assert str(error).endswith(f"choose one of {', '.join(CHOICES[option])}")


@pytest.mark.parametrize("hand", [0, -1, 20, 21, 41, 10**400, True, 3.0, "3", None, []])
def test_a_hand_leaves_at_least_one_card_of_stock(hand: object) -> None:
    error = fault(PLAIN | {"hand": hand})
    assert error.key is Fault.HAND
    assert (error.fields["least"], error.fields["most"]) == ("1", "19")


def test_with_more_players_the_stock_still_comes_out_even() -> None:
    assert Rules(players=3, hand=12).hand == 12
    assert Rules(players=4, hand=9).hand == 9
    assert Rules(players=6, hand=5).hand == 5
    for players, hand in ((3, 13), (4, 10), (6, 6)):
        with pytest.raises(RulesError, match="hand cannot be"):
            Rules(players=players, hand=hand)


@pytest.mark.parametrize("clock", [14, 86401, 0, -60, 60.0, True, "60", "None", None, [60]])
def test_a_clock_is_fifteen_seconds_to_a_day_or_none(clock: object) -> None:
    error = fault(PLAIN | {"clock": clock})
    assert error.key is Fault.CLOCK
    assert "from 15 to 86400, or 'none'" in str(error)


@pytest.mark.parametrize(
    "match",
    [
        *({"wins": wins} for wins in (0, 4, 6, -1, True, 1.0, "1", None)),
        *({"points": points} for points in (0, -5, True, 61.0, "61", None)),
        {},
        {"wins": 1, "points": 61},
        {"games": 3},
        {1: 1},
        "wins",
        3,
        None,
        True,
        [["wins", 1]],
        [("wins", 1)],
    ],
)
def test_a_match_goes_to_some_wins_or_some_points(match: object) -> None:
    error = fault(PLAIN | {"match": match})
    assert error.key is Fault.MATCH
    assert '{"wins": 1, 2, 3 or 5} or {"points": a number from 1}' in str(error)


@pytest.mark.parametrize("value", [None, [], "briscola", 2, True, ["preset", "players"]])
def test_rules_are_an_object(value: object) -> None:
    assert fault(value).key is Fault.NOT_RULES


@pytest.mark.parametrize("missing", ["preset", "players"])
def test_rules_name_their_game_and_its_players(missing: str) -> None:
    error = fault({key: value for key, value in PLAIN.items() if key != missing})
    assert str(error) == f"the rules lack '{missing}'"


@pytest.mark.parametrize("version", [0, 2, True])
def test_rules_of_another_version_are_not_guessed_at(version: int) -> None:
    with pytest.raises(RulesError, match=re.escape("this program knows version 1")):
        Rules.from_json(PLAIN, version=version)


def test_rules_written_down_in_code_are_checked_too() -> None:
    assert Rules(clock=None).to_json() == PLAIN | {"clock": "none"}
    for wrong in (
        lambda: Rules(players=5),
        lambda: Rules(hand=20),
        lambda: Rules(clock=5),
        lambda: ToWins(4),
        lambda: ToPoints(0),
    ):
        with pytest.raises(RulesError):
            wrong()


def test_partners_sit_alternately() -> None:
    for players, sides in {
        2: ((0,), (1,)),
        3: ((0,), (1,), (2,)),
        4: ((0, 2), (1, 3)),
        6: ((0, 2, 4), (1, 3, 5)),
    }.items():
        rules = Rules(players=players)
        assert rules.side_seats == sides
        assert all(seat in sides[rules.side_of(seat)] for seat in range(players))


def test_every_fault_has_its_sentence() -> None:
    fields = dict.fromkeys(
        [
            "value",
            "option",
            "choices",
            "game",
            "default",
            "least",
            "most",
            "players",
            "removed",
            "other",
            "other_value",
        ],
        "x",
    )
    assert all(str(RulesError(key, **fields)) for key in Fault)
