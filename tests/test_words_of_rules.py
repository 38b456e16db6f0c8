"""Rules in words: everything that applies at a table, nothing else, and what to do about rules that cannot be."""

import re
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import DECK, Card, Fault, Preset, Ranking, Refusal, Rules, RulesError, ToPoints
from bot.game.options import CHOICES, OPTIONS
from bot.game.presets import players_of
from bot.screens.fitting import size
from bot.screens.offering import offered, pages
from bot.table import Reason
from bot.table.setting import rules_after, value_of
from bot.words import LANGUAGES, words
from bot.words.cards import card_name, card_short, cards_list, name_of_code, shown_as
from bot.words.explaining import option_about, preset_about
from bot.words.reasons import reason
from bot.words.ruling import (
    fault_sentence,
    option_name,
    preset_name,
    rules_lines,
    rules_summary,
    setting_name,
    value_name,
)

GAMES = [(game.value, players) for game in Preset for players in players_of(game)]
LABEL = 40
"""What a button has room for."""
ALERT = 200
"""What Telegram shows in answer to a press."""
ROOM = 1990
"""What a note has room for on every platform."""

WORDS: Mapping[str, tuple[str, ...]] = {
    **CHOICES,
    "preset": tuple(Preset),
    "players": ("2", "3", "4", "5", "6"),
    "hand": ("1", "3", "19"),
    "match": ("wins1", "wins2", "wins5", "points1", "points500", "points9999", "deals5", "deals20"),
    "clock": ("15", "60", "90", "180", "3600", "86400", "none"),
}
"""By option, words for its values."""

in_every_language = pytest.mark.parametrize("language", sorted(LANGUAGES))
in_every_game = pytest.mark.parametrize(("game", "players"), GAMES)


def told(language: str, game: str, players: int, **options: object) -> str:
    return "\n".join(rules_lines(words(language), Rules.preset(game, players, **options)))


# -- names ----------------------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_and_value_has_a_name_that_fits_a_button(language: str, option: str) -> None:
    spoken = words(language)
    assert WORDS.keys() == set(OPTIONS)
    names = [value_name(spoken, option, value) for value in WORDS[option]]
    assert len(set(names)) == len(names)
    for name in (option_name(spoken, option), *names):
        assert 0 < size(name) <= LABEL
        assert "_" not in name


@in_every_language
def test_no_two_options_and_no_two_games_are_called_the_same(language: str) -> None:
    spoken = words(language)
    assert len({option_name(spoken, option) for option in OPTIONS}) == len(OPTIONS)
    assert len({preset_name(spoken, game) for game in Preset}) == len(Preset)


@in_every_language
def test_every_game_and_option_is_explained(language: str) -> None:
    spoken = words(language)
    explained = [preset_about(spoken, game) for game in Preset]
    explained += [option_about(spoken, option) for option in OPTIONS if option not in ("preset", "players")]
    assert len(set(explained)) == len(explained)
    assert all(text[-1] in ".?" for text in explained)


def test_a_word_that_names_nothing_stays_as_it_is() -> None:
    spoken = words("it")
    assert option_name(spoken, "colour") == "colour"
    for option in ("match", "clock", "two_of", "signs", "preset", "colour"):
        assert value_name(spoken, option, "zzz9") == "zzz9"
    assert value_name(spoken, "match", "zzz") == "zzz"


def test_values_are_said_with_their_numbers() -> None:
    def said(option: str, value: str) -> str:
        return value_name(words("en"), option, value)

    assert [said("match", value) for value in ("wins1", "wins3", "points300", "deals10")] == [
        "one deal",
        "first to 3 wins",
        "to 300 points",
        "10 deals",
    ]
    assert [said("clock", value) for value in ("15", "60", "90", "180", "3600", "86400", "none")] == [
        "15 seconds a turn",
        "1 minute a turn",
        "90 seconds a turn",
        "3 minutes a turn",
        "1 hour a turn",
        "24 hours a turn",
        "no limit",
    ]
    assert said("two_of", "s") == "two of swords"
    assert setting_name(words("en"), "players", "4") == "Players: 4 players"


# -- the rules of a table -------------------------------------------------------------------------


@in_every_language
@in_every_game
def test_the_rules_of_every_game_are_told_in_the_room_there_is(
    language: str, game: str, players: int
) -> None:
    lines = rules_lines(words(language), Rules.preset(game, players))
    assert size("\n".join(lines)) < ROOM
    assert not [line for line in lines if "{" in line or "  " in line or "\n" in line]
    assert all(line.endswith(".") for line in lines[1:])
    assert lines[0] == rules_summary(words(language), Rules.preset(game, players))


@in_every_language
def test_the_longest_rules_fit_a_note(language: str) -> None:
    text = told(
        language,
        "brisca",
        4,
        signs="partner",
        stock_top="open",
        cappotto="double",
        match={"wins": 5},
        show_points="always",
        exchange_window="any_own_turn",
        clock=90,
    )
    blind = told(language, "chiamata", 5, blind_first_trick="on", show_points="always", clock=90)
    assert max(size(text), size(blind)) < ROOM


@in_every_game
def test_whatever_makes_a_difference_is_told(game: str, players: int) -> None:
    rules = Rules.preset(game, players)
    for option in (option for page in pages(rules) for option in page):
        versions: dict[str, tuple[str, ...]] = {}
        for value in offered(rules, option):
            after = rules_after(rules, option, value)
            if option == "exchange" and value == "seven" and after.removed == "four_twos":
                continue  # where the twos are out it is the same as with the two
            versions[value] = tuple(rules_lines(words("en"), after)[1:])
        assert len(set(versions.values())) == len(versions), option


@in_every_game
def test_the_cards_are_told_from_the_strongest_down(game: str, players: int) -> None:
    rules = Rules.preset(game, players)
    line = rules_lines(words("en"), rules)[2]
    worth = re.findall(r"(\w+) (\d+)(?=[,;])", line)
    assert line.startswith("Strongest first, with their points: ace 11, ")
    assert [int(points) for _, points in worth[:5]] == [11, 10, 4, 3, 2]
    second = "seven" if rules.ranking is Ranking.MANILHA else "three"
    assert [rank for rank, _ in worth[:5]] == ["ace", second, "king", "knight", "knave"]
    assert ("2 without points" in line) == any(card.rank.value == "2" for card in rules.cards)


def test_only_what_applies_is_told() -> None:
    plain = told("en", "briscola", 2)
    assert not re.search("Signs|Exchange|Sides|partner|auction|cappotto|twos", plain)
    assert "Nothing is turned up: there is no trump." in told("en", "briscolone", 2)
    assert "trump" not in told("en", "briscolone", 2).replace("there is no trump", "")
    assert "Everybody's cards lie face up" in told("en", "aperta", 2)
    assert "seats 1 and 3 (A) against seats 2 and 4 (B)" in told("en", "briscola", 4)
    assert "seats 1, 3 and 5 (A) against seats 2, 4 and 6 (B)" in told("en", "briscola", 6)
    assert "even with fewer than 61" in told("en", "briscola", 3)
    assert "even with fewer than 61" in told("en", "briscola", 4, sides="alone")
    assert "the two of trump" not in told("en", "brisca", 3)
    assert "the two of trump" in told("en", "brisca", 4)
    assert "Not among them: the two of swords." in told("en", "briscola", 3, two_of="s")
    assert "see each other's cards" not in told("en", "briscola", 4, open_hands="on")


def test_chiamata_is_told_as_it_is_played() -> None:
    usual, strict = told("en", "chiamata", 5), told("en", "chiamata", 5, after_two="stop", cappotto="none")
    assert "from 62 up to 120" in usual
    assert "five from 101" in usual
    assert "cappotto" in usual
    assert not re.search("62|101|cappotto|points bid", strict)
    assert "blind" in told("en", "chiamata", 5, blind_first_trick="on")
    assert "Match: 20 deals." in told("en", "chiamata", 5, match={"deals": 20})


def test_all_points_count_twice_only_where_wins_are_counted() -> None:
    assert "two wins" in told("en", "briscola", 2, cappotto="double", match={"wins": 3})
    assert "two wins" not in told("en", "briscola", 2, cappotto="double")
    assert "two wins" not in told("en", "briscola", 2, cappotto="double", match={"points": 300})


# -- in one line ----------------------------------------------------------------------------------


def test_the_summary_names_the_game_the_sides_the_length_and_what_is_unusual() -> None:
    def summary(game: str, players: int, **options: object) -> str:
        return rules_summary(words("en"), Rules.preset(game, players, **options))

    assert summary("briscola", 2) == "Briscola · 2 players · one deal"
    assert summary("chiamata", 5) == "Briscola Chiamata · 5 players · 10 deals"
    assert summary("brisca", 4, match={"wins": 3}, exchange="seven") == (
        "Brisca · 4 players (two pairs) · first to 3 wins · Exchange: only the seven"
    )
    assert summary("briscola", 4, sides="alone") == "Briscola · 4 players (each alone) · one deal"
    assert (
        summary("bisca3", 2, exchange="off") == "Bisca with threes · 2 players · one deal · Exchange: never"
    )
    assert summary("briscola", 6) == "Briscola · 6 players (two teams of three) · one deal"


def test_a_summary_of_many_changes_names_some_and_counts_the_rest() -> None:
    rules = Rules.preset(
        "brisca", 4, hand=4, tie="draw", clock=15, signs="partner", exchange="seven", stock_top="open"
    )
    said = rules_summary(words("en"), rules)
    assert said.endswith(" · and 2 more rules")
    assert said.count(" · ") == 7


@in_every_language
def test_a_summary_fits_a_line_of_the_lobby(language: str) -> None:
    rules = Rules.preset(
        "brisca",
        4,
        hand=4,
        removed="four_twos",
        stock_top="open",
        exchange="seven",
        exchange_window="any_own_turn",
        partners_look="off",
        signs="partner",
        clock="none",
    )
    assert size(rules_summary(words(language), rules)) <= 300


# -- cards in the ranking of the seven ------------------------------------------------------------


def test_where_the_seven_is_second_the_j_is_the_knight_and_the_q_the_knave() -> None:
    spoken = words("en")
    knave, knight, king = map(Card.parse, ("Jd", "Qd", "Kd"))
    assert card_name(spoken, knave) == "knave of coins"
    assert card_name(spoken, knave, Ranking.MANILHA) == "knight of coins"
    assert card_short(spoken, knight, Ranking.MANILHA) == "Knave coins"
    assert name_of_code(spoken, "Jd", Ranking.MANILHA) == "knight of coins"
    assert cards_list(spoken, (knight, king), Ranking.MANILHA) == "knave of coins, king of coins"
    assert shown_as(knave, Ranking.MANILHA) is knight


@pytest.mark.parametrize("ranking", list(Ranking))
def test_a_card_is_named_as_its_worth_says(ranking: Ranking) -> None:
    names = {card_name(words("en"), card, ranking): ranking.points(card) for card in DECK}
    assert len(names) == 40
    assert names["knight of cups"] == 3
    assert names["knave of cups"] == 2


# -- what is wrong with rules ---------------------------------------------------------------------

WRONG: list[tuple[Fault, object]] = [
    (Fault.NOT_RULES, "briscola"),
    (Fault.MISSING, {"players": 2}),
    (Fault.MISSING, {"preset": "briscola"}),
    (Fault.UNKNOWN_PRESET, {"preset": "tressette", "players": 2}),
    (Fault.UNKNOWN_PRESET, {"preset": "x" * 99, "players": 2}),
    (Fault.UNKNOWN_PRESET, {"preset": None, "players": 2}),
    (Fault.UNKNOWN_OPTION, {"preset": "briscola", "players": 2, "colour": "red"}),
    (Fault.UNKNOWN_VALUE, {"preset": "briscola", "players": 2, "tie": "coin"}),
    (Fault.UNKNOWN_VALUE, {"preset": "briscola", "players": 4, "signs": True}),
    (Fault.UNKNOWN_VALUE, {"preset": "briscola", "players": 3, "two_of": "h"}),
    (Fault.UNKNOWN_VALUE, {"preset": "brisca", "players": 2, "exchange_window": "z" * 99}),
    (Fault.WRONG_PLAYERS, {"preset": "briscola", "players": 5}),
    (Fault.WRONG_PLAYERS, {"preset": "chiamata", "players": 4}),
    (Fault.WRONG_PLAYERS, {"preset": "aperta", "players": "two"}),
    (Fault.ONLY_CHIAMATA, {"preset": "briscola", "players": 2, "match": {"deals": 10}}),
    (Fault.ONLY_CHIAMATA, {"preset": "briscola", "players": 2, "trump": "called"}),
    (Fault.ONLY_CHIAMATA, {"preset": "briscola", "players": 2, "after_two": "stop"}),
    (Fault.ONLY_CHIAMATA, {"preset": "briscola", "players": 2, "blind_first_trick": "on"}),
    (Fault.NOT_IN_CHIAMATA, {"preset": "chiamata", "players": 5, "match": {"wins": 3}}),
    (Fault.NOT_IN_CHIAMATA, {"preset": "chiamata", "players": 5, "match": {"points": 300}}),
    (Fault.NOT_IN_CHIAMATA, {"preset": "chiamata", "players": 5, "exchange": "seven"}),
    (Fault.NOT_IN_CHIAMATA, {"preset": "chiamata", "players": 5, "two_of": "s"}),
    (Fault.NOT_IN_CHIAMATA, {"preset": "chiamata", "players": 5, "ranking": "manilha"}),
    (Fault.NO_PARTNERS, {"preset": "briscola", "players": 3, "signs": "table"}),
    (Fault.NO_PARTNERS, {"preset": "briscola", "players": 2, "partners_look": "off"}),
    (Fault.NO_PARTNERS, {"preset": "briscola", "players": 3, "sides": "pairs"}),
    (Fault.NO_PARTNERS, {"preset": "briscola", "players": 4, "sides": "alone", "signs": "table"}),
    (Fault.SIDES, {"preset": "briscola", "players": 6, "sides": "alone"}),
    (Fault.SIDES, {"preset": "briscola", "players": 4, "sides": "trios"}),
    (Fault.REMOVED, {"preset": "briscola", "players": 3, "removed": "none"}),
    (Fault.REMOVED, {"preset": "briscola", "players": 2, "removed": "one_two"}),
    (Fault.TWO_OF, {"preset": "briscola", "players": 2, "two_of": "s"}),
    (Fault.TWO_OF, {"preset": "briscola", "players": 3, "two_of": "d", "removed": "four_twos"}),
    (Fault.CLASH, {"preset": "briscola", "players": 2, "exchange": "seven", "ranking": "manilha"}),
    (Fault.CLASH, {"preset": "briscola", "players": 2, "exchange": "seven_and_two", "trump": "none"}),
    (Fault.CLASH, {"preset": "briscola", "players": 4, "signs": "table", "ranking": "manilha"}),
    (Fault.CLASH, {"preset": "briscola", "players": 4, "signs": "partner", "open_hands": "on"}),
    (Fault.CLASH, {"preset": "brisca", "players": 4, "signs": "table", "sides": "alone"}),
    (Fault.HAND, {"preset": "briscola", "players": 4, "hand": 10}),
    (Fault.HAND, {"preset": "briscola", "players": 4, "hand": "three"}),
    (Fault.HAND, {"preset": "chiamata", "players": 5, "hand": 7}),
    (Fault.CLOCK, {"preset": "briscola", "players": 2, "clock": 5}),
    (Fault.CLOCK, {"preset": "briscola", "players": 2, "clock": None}),
    (Fault.MATCH, {"preset": "briscola", "players": 2, "match": {"wins": 4}}),
    (Fault.MATCH, {"preset": "briscola", "players": 2, "match": "long"}),
    (Fault.MATCH, {"preset": "chiamata", "players": 5, "match": {"deals": 7}}),
]
"""Every way in which rules are refused."""


def fault_of(given: object) -> RulesError:
    with pytest.raises(RulesError) as caught:
        Rules.from_json(given)
    return caught.value


def readable(sentence: str) -> bool:
    return (
        0 < size(sentence) <= ALERT and sentence.endswith(".") and not re.search(r"[{}_']{2}|\w_\w", sentence)
    )


@in_every_language
@pytest.mark.parametrize(("fault", "given"), WRONG)
def test_every_fault_is_said_whatever_was_wrong(language: str, fault: Fault, given: object) -> None:
    error = fault_of(given)
    assert error.key is fault
    assert readable(fault_sentence(words(language), error.key, error.fields))


@in_every_language
def test_rules_of_a_later_version_are_said_to_be_unknown(language: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_json({"preset": "briscola", "players": 2}, version=2)
    assert readable(fault_sentence(words(language), caught.value.key, caught.value.fields))


def test_no_fault_is_left_out() -> None:
    assert {fault for fault, _ in WRONG} == set(Fault) - {Fault.VERSION}


def test_a_fault_says_what_to_do_in_the_words_of_the_buttons() -> None:
    def said(given: object) -> str:
        error = fault_of(given)
        return reason(words("en"), error.key, tuple(error.fields.items()))

    assert said({"preset": "briscola", "players": 3, "signs": "table"}) == (
        "Signs need partners, and here everyone plays alone: leave signs off."
    )
    assert said({"preset": "briscola", "players": 5}) == (
        "Briscola is played by 2, 3, 4 or 6, not by 5: change the number or the game."
    )
    assert said({"preset": "briscola", "players": 2, "exchange": "seven", "ranking": "manilha"}) == (
        "“Exchange: only the seven” does not go with “Order of the cards: the seven is second”: "
        "change one of them first."
    )
    assert said({"preset": "chiamata", "players": 5, "exchange": "seven"}) == (
        "“Exchange: only the seven” does not go with Briscola Chiamata: leave it at “never”."
    )
    assert said({"preset": "briscola", "players": 3, "removed": "none"}) == (
        "“Cards taken out: none (40 cards)” is not possible with 3 players: "
        "choose “one two (39 cards)” or “all twos (36 cards)”."
    )


@in_every_language
@pytest.mark.parametrize("why", [*Refusal, *Reason])
def test_other_reasons_are_said_without_fields(language: str, why: Refusal | Reason) -> None:
    assert reason(words(language), why).endswith(".")


def json_values(option: str) -> st.SearchStrategy[object]:
    match option:
        case "preset":
            return st.sampled_from(tuple(Preset))
        case "players" | "hand":
            return st.integers(1, 9)
        case "clock":
            return st.sampled_from((15, 60, 3, "none"))
        case "match":
            return st.sampled_from(({"wins": 2}, {"points": 200}, {"deals": 5}, {"deals": 4}))
        case _:
            return st.sampled_from(CHOICES[option])


@settings(max_examples=300, deadline=None)
@given(
    st.fixed_dictionaries(
        {"preset": json_values("preset"), "players": json_values("players")},
        optional={option: json_values(option) for option in OPTIONS[2:]},
    )
)
def test_whatever_is_agreed_can_be_told_or_is_refused_in_words(wanted: Mapping[str, object]) -> None:
    spoken = [words(language) for language in sorted(LANGUAGES)]
    rules = agreed_or_refused(wanted)
    if isinstance(rules, RulesError):
        assert all(readable(fault_sentence(one, rules.key, rules.fields)) for one in spoken)
        return
    for one in spoken:
        text = "\n".join(rules_lines(one, rules))
        assert size(text) < ROOM
        assert "_" not in text
    if isinstance(rules.match, ToPoints):
        assert str(rules.match.points) in rules_summary(spoken[0], rules)


def agreed_or_refused(wanted: Mapping[str, object]) -> Rules | RulesError:
    try:
        return Rules.from_json(wanted)
    except RulesError as error:
        return error


def every_setting(rules: Rules) -> Iterator[str]:
    for option in OPTIONS:
        yield setting_name(words("en"), option, value_of(rules, option))


@in_every_game
def test_every_option_of_a_game_can_be_said_as_it_is(game: str, players: int) -> None:
    said = list(every_setting(Rules.preset(game, players)))
    assert len(set(said)) == len(OPTIONS)
    assert not [one for one in said if "_" in one]
