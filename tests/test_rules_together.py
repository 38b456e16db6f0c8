"""All options checked together: what gives way, what is refused, and why."""

import json

import pytest
from deals_for_tests import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import DECK, Fault, Preset, Rules, RulesError, Tie, ToDeals, cards
from bot.game.options import CHOICES, Removed, Sides
from bot.game.presets import players_of


def rules(preset: str, players: int = 2, **options: object) -> Rules:
    return Rules.preset(preset, players=players, **options)


def fault(preset: str, players: int = 2, **options: object) -> Fault:
    with pytest.raises(RulesError) as caught:
        rules(preset, players, **options)
    assert str(caught.value)
    return caught.value.key


def values(made: Rules, *names: str) -> list[object]:
    """Options as the JSON form writes them."""
    return [getattr(value, "value", value) for value in (getattr(made, name) for name in names)]


# -- the presets ----------------------------------------------------------------------------------


def test_each_game_is_played_by_its_numbers() -> None:
    played = {game.value: players_of(game) for game in Preset}
    usual = (2, 3, 4, 6)
    assert played == dict.fromkeys(("briscola", "biscacard", "brisca", "bisca", "bisca3"), usual) | {
        "chiamata": (5,),
        "aperta": (2,),
        "briscolone": (2,),
    }


@pytest.mark.parametrize("made", GAMES)
def test_a_game_as_it_is_has_the_shortest_json(made: Rules) -> None:
    assert made.to_json() == {"preset": made.game.value, "players": made.players}


def test_the_deck_comes_out_even() -> None:
    assert [rules("briscola", n).removed_cards for n in (2, 3, 4, 6)] == [
        (),
        cards("2c"),
        (),
        cards("2d 2c 2s 2b"),
    ]
    assert [len(rules("biscacard", n).cards) for n in (2, 3, 4, 6)] == [40, 36, 40, 36]
    for game in ("brisca", "bisca", "bisca3"):
        assert [len(rules(game, n).cards) for n in (2, 3, 4, 6)] == [40, 36, 40, 36]


def test_brisca_exchanges_and_makes_signs_where_there_are_partners() -> None:
    assert values(rules("brisca", 4), "exchange", "exchange_window", "signs", "tie", "ranking") == [
        *("seven_and_two", "on_lead", "table", "replay", "standard")
    ]
    assert [rules("brisca", n).signs.value for n in (2, 3, 6)] == ["off", "off", "table"]


def test_bisca_has_the_ranking_manilha() -> None:
    assert values(rules("bisca", 4), "ranking", "tie", "exchange") == ["manilha", "replay", "off"]


def test_bisca3_exchanges_freely() -> None:
    assert values(rules("bisca3", 3), "ranking", "tie", "exchange", "exchange_window", "signs") == [
        *("standard", "replay", "seven_and_two", "free", "off")
    ]


def test_chiamata_deals_all_cards_and_plays_ten_deals() -> None:
    made = rules("chiamata", 5)
    assert (made.hand, made.match, made.cards, made.side_seats) == (
        8,
        ToDeals(10),
        DECK,
        ((0,), (1,), (2,), (3,), (4,)),
    )
    assert values(made, "trump", "cappotto", "after_two", "blind_first_trick") == [
        "called",
        "double",
        "raise",
        "off",
    ]


def test_aperta_is_open_and_briscolone_has_five_cards_and_no_trump() -> None:
    assert values(rules("aperta"), "open_hands", "stock_top", "hand", "trump") == ["on", "open", 3, "turned"]
    assert values(rules("briscolone"), "hand", "trump", "open_hands") == [5, "none", "off"]


# -- what gives way -------------------------------------------------------------------------------


def test_a_usual_exchange_and_usual_signs_give_way_to_manilha() -> None:
    assert values(rules("brisca", 4, ranking="manilha"), "ranking", "exchange", "signs") == [
        "manilha",
        "off",
        "off",
    ]


@pytest.mark.parametrize("option", [{"trump": "none"}, {"open_hands": "on"}, {"sides": "alone"}])
def test_usual_signs_give_way(option: dict[str, object]) -> None:
    assert rules("brisca", 4, **option).signs.value == "off"


def test_a_usual_exchange_gives_way_to_no_trump() -> None:
    assert values(rules("bisca3", 2, trump="none"), "exchange", "exchange_window") == ["off", "on_lead"]


@pytest.mark.parametrize("option", [{"exchange": "seven"}, {"signs": "partner"}])
def test_a_usual_manilha_gives_way_to_what_was_set(option: dict[str, object]) -> None:
    assert rules("bisca", 4, **option).ranking.value == "standard"


def test_usual_four_twos_give_way_to_the_choice_of_one() -> None:
    assert rules("brisca", 3, two_of="d").removed_cards == cards("2d")


def test_a_usual_lack_of_trump_gives_way_to_an_exchange() -> None:
    assert rules("briscolone", exchange="seven").trump.value == "turned"


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"ranking": "manilha", "exchange": "seven"},
        {"trump": "none", "exchange": "seven_and_two"},
        {"ranking": "manilha", "signs": "table"},
        {"trump": "none", "signs": "table"},
        {"open_hands": "on", "signs": "partner"},
    ],
)
def test_two_set_options_that_clash_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(RulesError) as caught:
        rules("briscola", 4, **options)
    assert caught.value.key is Fault.CLASH
    (option, value), (other, other_value) = sorted(
        options.items(), key=lambda one: one[0] not in ("exchange", "signs")
    )
    assert (
        str(caught.value) == f"{option}: {value} does not go with {other}: {other_value}: change one of them"
    )


def test_an_option_set_to_the_value_it_would_have_anyway_never_clashes() -> None:
    assert rules("brisca", 4, ranking="manilha", exchange="off", signs="off") == rules(
        "brisca", 4, ranking="manilha"
    )
    assert rules("bisca", 4, exchange="off", signs="off", ranking="manilha") == rules("bisca", 4)
    assert rules("briscola", 4, sides="pairs", removed="none", two_of="c") == rules("briscola", 4)
    assert rules("briscola", 6, sides="trios", removed="four_twos") == rules("briscola", 6)
    assert rules("chiamata", 5, **same_as_usual("chiamata", 5)) == rules("chiamata", 5)


def same_as_usual(preset: str, players: int) -> dict[str, object]:
    made = rules(preset, players)
    return {name: values(made, name)[0] for name in (*CHOICES, "hand", "clock")}


@pytest.mark.parametrize("made", GAMES)
def test_all_usual_values_may_be_set(made: Rules) -> None:
    assert rules(made.game, made.players, **same_as_usual(made.game, made.players)) == made


@pytest.mark.parametrize("window", CHOICES["exchange_window"])
def test_a_window_is_ignored_while_nothing_is_exchanged(window: str) -> None:
    assert rules("brisca", 4, ranking="manilha", exchange_window=window) == rules(
        "brisca", 4, ranking="manilha"
    )
    assert rules("briscola", 3, exchange="seven", exchange_window=window).exchange_window.value == window


@pytest.mark.parametrize(
    ("players", "removed"),
    [(2, "one_two"), (3, "none"), (4, "one_two"), (6, "none"), (6, "one_two")],
)
def test_a_deck_that_does_not_come_out_even_is_refused(players: int, removed: str) -> None:
    assert fault("briscola", players, removed=removed) is Fault.REMOVED


def test_the_twos_may_be_out_wherever_it_comes_out_even() -> None:
    assert [len(rules("briscola", n, removed="four_twos").cards) for n in (2, 3, 4, 6)] == [36] * 4
    assert rules("briscola", 3, two_of="b").removed_cards == cards("2b")


@pytest.mark.parametrize(
    ("preset", "players", "options"),
    [
        ("briscola", 2, {"two_of": "d"}),
        ("briscola", 6, {"two_of": "d"}),
        ("brisca", 2, {"two_of": "s"}),
        ("briscola", 3, {"two_of": "d", "removed": "four_twos"}),
    ],
)
def test_no_two_is_chosen_where_not_exactly_one_is_out(
    preset: str, players: int, options: dict[str, object]
) -> None:
    assert fault(preset, players, **options) is Fault.TWO_OF


@pytest.mark.parametrize(("players", "sides"), [(4, "trios"), (6, "alone"), (6, "pairs")])
def test_sides_into_which_so_many_do_not_part_are_refused(players: int, sides: str) -> None:
    assert fault("briscola", players, sides=sides) is Fault.SIDES


@pytest.mark.parametrize("option", [{"signs": "table"}, {"signs": "partner"}, {"partners_look": "off"}])
def test_what_needs_partners_is_refused_to_those_who_play_alone(option: dict[str, object]) -> None:
    assert fault("briscola", 3, **option) is Fault.NO_PARTNERS
    assert fault("briscola", 4, sides="alone", **option) is Fault.NO_PARTNERS
    assert fault("brisca", 2, **option) is Fault.NO_PARTNERS


@pytest.mark.parametrize(
    "option",
    [
        {"ranking": "manilha"},
        {"removed": "four_twos"},
        {"two_of": "d"},
        {"sides": "pairs"},
        {"exchange": "seven"},
        {"exchange_window": "free"},
        {"signs": "table"},
        {"partners_look": "off"},
        {"tie": "replay"},
        {"trump": "turned"},
        {"trump": "none"},
        {"open_hands": "on"},
        {"stock_top": "open"},
        {"match": {"wins": 1}},
        {"match": {"points": 500}},
    ],
)
def test_what_does_not_go_with_chiamata_is_refused(option: dict[str, object]) -> None:
    assert fault("chiamata", 5, **option) is Fault.NOT_IN_CHIAMATA


@pytest.mark.parametrize("hand", [3, 7, 9, 8.0, "8", True])
def test_in_chiamata_the_hand_is_always_eight(hand: object) -> None:
    assert fault("chiamata", 5, hand=hand) is Fault.HAND
    assert rules("chiamata", 5, hand=8).hand == 8


def test_chiamata_has_options_of_its_own() -> None:
    made = rules(
        "chiamata", 5, after_two="stop", blind_first_trick="on", cappotto="none", show_points="always"
    )
    assert made.to_json() == {
        "preset": "chiamata",
        "players": 5,
        "cappotto": "none",
        "show_points": "always",
        "after_two": "stop",
        "blind_first_trick": "on",
    }


@pytest.mark.parametrize("deals", [0, 4, 6, -5, 5.0, True, "10", None])
def test_a_match_of_chiamata_is_a_multiple_of_five_deals(deals: object) -> None:
    assert fault("chiamata", 5, match={"deals": deals}) is Fault.MATCH
    made = rules("chiamata", 5, match={"deals": 25})
    assert (made.match, made.to_json()["match"]) == (ToDeals(25), {"deals": 25})


@pytest.mark.parametrize(
    "option",
    [{"after_two": "stop"}, {"blind_first_trick": "on"}, {"trump": "called"}, {"match": {"deals": 5}}],
)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_what_belongs_to_chiamata_is_refused_to_all_others(players: int, option: dict[str, object]) -> None:
    assert fault("briscola", players, **option) is Fault.ONLY_CHIAMATA


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (("briscola", 2, {}), 19),
        (("briscola", 2, {"removed": "four_twos"}), 17),
        (("briscola", 3, {}), 12),
        (("biscacard", 3, {}), 12),
        (("briscola", 4, {"trump": "none"}), 9),
        (("briscola", 6, {}), 5),
        (("briscolone", 2, {}), 19),
    ],
)
def test_some_stock_is_always_left(made: tuple[str, int, dict[str, object]], most: int) -> None:
    preset, players, options = made
    assert rules(preset, players, hand=most, **options).hand == most
    for hand in (0, most + 1, 40):
        assert fault(preset, players, hand=hand, **options) is Fault.HAND


def test_partners_are_the_others_of_a_side() -> None:
    assert rules("briscola", 6).partners_of(1) == (3, 5)
    assert rules("briscola", 4).partners_of(0) == (2,)
    assert rules("briscola", 4, sides="alone").partners_of(0) == ()
    assert rules("chiamata", 5).partners_of(0) == ()


def test_rules_in_code_take_words_too() -> None:
    assert Rules(players=4, sides="alone") == rules("briscola", 4, sides="alone")  # type: ignore[arg-type]  # a word
    assert Rules(players=4, sides=Sides.ALONE, tie=Tie.REPLAY) == rules(
        "briscola", 4, sides="alone", tie="replay"
    )
    assert Rules(game=Preset.CHIAMATA, players=5) == rules("chiamata", 5)
    with pytest.raises(RulesError, match="sides cannot be 'apart'"):
        Rules(players=4, sides="apart")  # type: ignore[arg-type]  # no such word


some_options = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.sampled_from(choices) for name, choices in CHOICES.items()},
        "hand": st.integers(0, 20),
        "match": st.sampled_from([{"wins": 1}, {"wins": 3}, {"points": 100}, {"deals": 5}]),
        "clock": st.sampled_from([15, 60, "none"]),
    },
)


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(GAMES), some_options)
def test_any_options_are_agreed_on_or_refused_and_read_back(game: Rules, options: dict[str, object]) -> None:
    try:
        made = rules(game.game, game.players, **options)
    except RulesError:
        return
    assert Rules.from_json(json.loads(json.dumps(made.to_json()))) == made
    for name, value in options.items():
        if name not in ("match", "clock", "exchange_window"):
            assert values(made, name) == [value]


def test_the_twos_usually_out_give_way_to_a_hand_that_needs_them() -> None:
    rules = Rules.preset("biscacard", players=3, hand=12)
    assert (rules.hand, rules.removed, len(rules.cards)) == (12, Removed.ONE_TWO, 39)
    assert Rules.from_json(rules.to_json()) == rules
    with pytest.raises(RulesError, match="from 1 to 11 here"):
        Rules.preset("biscacard", players=3, hand=12, removed="four_twos")
