"""Choosing a game by buttons: every button does what it says, and any game can be reached with them."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables_for_tests import ANNA, BRUNO, CARLA, DORA, TABLE, after, begun, fresh

from bot.game import Preset, Rules, RulesError
from bot.game.options import OPTIONS
from bot.game.presets import players_of
from bot.screens.choosing import asked_note, games_note, note_after, option_note, options_note
from bot.screens.fitting import size
from bot.screens.offering import offered, pages
from bot.screens.ruling import ROOM, rules_note
from bot.screens.tokens import Ask, Do, parse_token
from bot.screens.types import Button, NoteScreen
from bot.table import Accepted, Duplicate, SetRule, Table, decide
from bot.table.setting import rules_after, value_of
from bot.words import LANGUAGES, words
from bot.words.ruling import rules_lines

GAMES = [(game.value, players) for game in Preset for players in players_of(game)]
SPOKEN = words("en")

in_every_language = pytest.mark.parametrize("language", sorted(LANGUAGES))
in_every_game = pytest.mark.parametrize(("game", "players"), GAMES)


def lobby(game: str = "briscola", players: int = 2, **options: object) -> Table:
    """Anna has opened a table and sits there alone."""
    table = Table.fresh(TABLE, Rules.preset(game, players, **options), bytes(32))
    return after(table, (ANNA, "sit 0"))


def buttons(note: NoteScreen) -> list[Button]:
    return [button for row in note.rows for button in row]


def acts(note: NoteScreen) -> Iterator[tuple[Button, SetRule]]:
    """The rules that the note's buttons set."""
    for button in buttons(note):
        match parse_token(button.token):
            case Do(act=SetRule() as act):
                yield button, act
            case _:
                pass


def asked(note: NoteScreen) -> set[str]:
    """What the note's buttons ask for."""
    tokens = [parse_token(button.token) for button in buttons(note)]
    return {token.what for token in tokens if isinstance(token, Ask)}


def notes_of(table: Table, language: str = "en") -> Iterator[NoteScreen]:
    """Every note that a host comes to by pressing what asks, from the games on."""
    waiting, seen = ["games"], {"games"}
    while waiting:
        note = asked_note(table, waiting.pop(), words(language), host=True, admin=True)
        if note is None:  # the house rules are no note of this kind
            continue
        yield note
        new = asked(note) - seen
        seen |= new
        waiting += new


def set_by(table: Table, option: str, value: str) -> Table | None:
    """The table after the host has pressed the button that sets this; None if no note has it."""
    for note in notes_of(table):
        for _, act in acts(note):
            if (act.option, act.value) == (option, value):
                reply = decide(table, ANNA, act)
                return reply.table if isinstance(reply, Accepted) else None
    return None


# -- what the buttons are -------------------------------------------------------------------------


@in_every_language
@in_every_game
def test_every_note_has_buttons_that_every_platform_takes(language: str, game: str, players: int) -> None:
    for note in notes_of(lobby(game, players), language):
        assert 0 < size(note.text) <= ROOM
        assert len(note.rows) <= 5
        assert all(1 <= len(row) <= 5 for row in note.rows)
        for button in buttons(note):
            assert 0 < size(f"{button.symbol} {button.label}") <= 80
            token = parse_token(button.token)
            assert token is not None
            assert str(token) == button.token
        assert len({button.token for button in buttons(note)}) == len(buttons(note))


@in_every_game
def test_every_button_is_accepted_and_the_present_value_is_marked(game: str, players: int) -> None:
    table = lobby(game, players)
    pressed = [(button, act) for note in notes_of(table) for button, act in acts(note)]
    assert len(pressed) > 20
    for button, act in pressed:
        present = value_of(table.rules, act.option) == act.value
        assert button.label.startswith("✓ ") == present
        assert isinstance(decide(table, ANNA, act), Duplicate if present else Accepted), act


@in_every_game
def test_every_option_that_matters_stands_on_a_page_with_its_value(game: str, players: int) -> None:
    table = lobby(game, players)
    found = {what.removeprefix("option_") for note in notes_of(table) for what in asked(note)}
    assert {option for page in pages(table.rules) for option in page} <= found
    assert all(len(page) <= 8 for page in pages(table.rules))


def test_only_what_makes_sense_is_offered() -> None:
    def options(game: str, players: int, **set_here: object) -> set[str]:
        return {option for page in pages(Rules.preset(game, players, **set_here)) for option in page}

    assert options("chiamata", 5) == {
        "match",
        "clock",
        "cappotto",
        "show_points",
        "after_two",
        "blind_first_trick",
    }
    assert not options("briscola", 3) & {"signs", "partners_look", "sides", "exchange_window", "after_two"}
    assert {"signs", "partners_look", "sides"} <= options("briscola", 4)
    assert "two_of" in options("briscola", 3)
    assert "two_of" not in options("briscola", 3, removed="four_twos")
    assert "exchange_window" in options("briscola", 2, exchange="seven")
    assert "cappotto" not in options("briscola", 2)
    assert "cappotto" in options("briscola", 2, match={"wins": 3})
    assert "partners_look" not in options("briscola", 4, open_hands="on")
    assert "removed" not in options("briscola", 6)


def test_a_value_that_no_button_has_is_shown_and_kept() -> None:
    table = lobby(clock=77, match={"points": 137})
    for option, said in (("clock", "✓ 77 seconds a turn"), ("match", "✓ To 137 points")):
        note = option_note(table, option, SPOKEN)
        assert buttons(note)[0].label == said
        assert len(note.rows) == 5


def test_what_another_option_keeps_from_being_chosen_is_explained() -> None:
    ranking = option_note(lobby("brisca", 4, exchange="seven"), "ranking", SPOKEN)
    assert [act.value for _, act in acts(ranking)] == ["standard"]
    assert "Not now: the seven is second. “Exchange: only the seven” does not go with" in ranking.text
    sides = option_note(lobby("briscola", 4, signs="table"), "sides", SPOKEN)
    assert "Not now: each alone. Signs need partners" in sides.text


# -- any game can be reached ----------------------------------------------------------------------


@st.composite
def chosen_rules(draw: st.DrawFn) -> Rules:
    """Rules made of values that have buttons, one choice after the other."""
    game, players = draw(st.sampled_from(GAMES))
    rules = Rules.preset(game, players)
    for _ in range(draw(st.integers(0, 6))):
        option = draw(st.sampled_from(OPTIONS[2:]))
        value = draw(st.sampled_from(offered(rules, option)))
        try:
            rules = rules_after(rules, option, value)
        except RulesError:
            continue
    return rules


@settings(max_examples=25, deadline=None)
@given(chosen_rules())
def test_pressing_buttons_leads_to_any_rules(wanted: Rules) -> None:
    table = reached(lobby(), wanted)
    matter = {option for page in pages(wanted) for option in page} | {"preset", "players"}
    for option in matter:
        assert value_of(table.rules, option) == value_of(wanted, option), option


def reached(table: Table, wanted: Rules) -> Table:
    """The table once its host has pressed whatever brings it nearer to these rules."""
    pressed = True
    while pressed:
        pressed = False
        for option in OPTIONS:
            value = value_of(wanted, option)
            if value_of(table.rules, option) != value and (nearer := set_by(table, option, value)):
                table, pressed = nearer, True
    return table


def test_whoever_tries_a_game_for_five_finds_back() -> None:
    table = after(lobby("briscola", 3), (BRUNO, "sit 1"), (CARLA, "sit 2"), (ANNA, "set preset chiamata"))
    back = set_by(table, "preset", "briscola")
    assert back is not None
    assert back.rules == Rules.preset("briscola", 3)
    assert back.people == (ANNA, BRUNO, CARLA)


def test_games_for_fewer_than_sit_there_have_no_button() -> None:
    table = after(lobby("briscola", 4), (BRUNO, "sit 1"), (CARLA, "sit 2"), (DORA, "sit 3"))
    note = games_note(table, SPOKEN, host=True, admin=False)
    values = {act.value for _, act in acts(note)}
    assert values == {"briscola", "biscacard", "brisca", "bisca", "bisca3", "chiamata", "4", "6"}
    assert "left out" in note.text
    assert "left out" not in games_note(lobby(), SPOKEN, host=True, admin=False).text
    assert all(isinstance(decide(table, ANNA, act), Accepted | Duplicate) for _, act in acts(note))


# -- who may choose -------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["rules", "games", "options", "option_match", "option_more", "option_zzz"])
def test_whoever_is_not_the_host_is_told_the_rules_without_buttons(what: str) -> None:
    note = asked_note(lobby("brisca", 4), what, SPOKEN, host=False, admin=False)
    assert note is not None
    assert note.text == "\n".join(rules_lines(SPOKEN, Rules.preset("brisca", 4)))
    assert not note.rows


@pytest.mark.parametrize("what", ["rules", "games", "options", "option_match"])
def test_once_the_cards_are_dealt_nobody_chooses(what: str) -> None:
    note = asked_note(begun(fresh()), what, SPOKEN, host=True, admin=False)
    assert note is not None
    assert note.text.startswith("Briscola · 2 players · one deal\n")
    assert not note.rows


def test_the_rules_lead_their_host_to_the_games() -> None:
    table = lobby()
    assert asked(rules_note(table.rules, SPOKEN, table=table, host=True)) == {"games"}
    assert not rules_note(table.rules, SPOKEN, table=None, host=False).rows


@pytest.mark.parametrize("host", [True, False])
def test_an_admin_makes_the_rules_those_of_the_house(host: bool) -> None:
    assert {"house", "nohouse"} <= asked(games_note(lobby(), SPOKEN, host=host, admin=True))
    assert not {"house", "nohouse"} & asked(games_note(lobby(), SPOKEN, host=host, admin=False))


@pytest.mark.parametrize("what", ["hand", "more", "fair", "signs", "points", "sheet", "export", "house"])
def test_other_questions_are_answered_elsewhere(what: str) -> None:
    assert asked_note(lobby(), what, SPOKEN, host=True, admin=True) is None


# -- going on -------------------------------------------------------------------------------------


@in_every_game
def test_after_a_press_one_goes_on_where_one_was(game: str, players: int) -> None:
    table = lobby(game, players)
    for note in notes_of(table):
        for _, act in acts(note):
            shown = note_after(table, act, SPOKEN, host=True, admin=False)
            if act.option in ("preset", "players"):
                assert shown == games_note(table, SPOKEN, host=True, admin=False)
            else:
                assert f"option_{act.option}" in asked(shown)


def test_the_second_page_leads_back_to_the_first() -> None:
    table = lobby("brisca", 4)
    first = options_note(table, SPOKEN)
    second = asked_note(table, "option_more", SPOKEN, host=True, admin=False)
    assert second is not None
    assert "option_more" in asked(first)
    assert "options" in asked(second)
    assert not {what for what in asked(first) & asked(second) if what.startswith("option_")}


@pytest.mark.parametrize("option", ["signs", "after_two", "zzz"])
def test_an_option_about_which_nothing_can_be_chosen_shows_the_others(option: str) -> None:
    assert option_note(lobby(), option, SPOKEN) == options_note(lobby(), SPOKEN)
