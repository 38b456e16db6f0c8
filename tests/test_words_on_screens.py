"""Screens in words: everything a blind player needs, in every language, in the room there is, whatever the names."""

import re
from collections.abc import Mapping
from itertools import chain

import pytest
from stages_for_tests import ANNA, BRUNO, some_stages, stages

from bot.people import Tally
from bot.screens.fitting import size
from bot.screens.hand import hand_screen
from bot.screens.notes import (
    fair_note,
    help_note,
    leaderboard_note,
    menu_note,
    stats_note,
    stop_note,
)
from bot.screens.people import Names
from bot.screens.ping import ping_screen
from bot.screens.table import broken_screen, table_screen
from bot.screens.tokens import parse_token
from bot.screens.types import Button, HandScreen, NoteScreen, Rows, TableScreen
from bot.table import Playing, Table
from bot.words import LANGUAGES, words
from bot.words.cards import card_name, suit_name
from bot.words.commands import command_lines

in_every_language = pytest.mark.parametrize("language", sorted(LANGUAGES))

AWKWARD = {
    "markup": ("**Anna** <b>&amp;</b> [x](y)", "_Bruno_ `{seat}` %s {0}"),
    "right to left": ("\u202eآنا بنت محمد", "שלום\u2066 Bruno"),
    "emoji families": ("👨\u200d👩\u200d👧\u200d👦" * 20, "🏴\U000e0067\U000e0062\U000e0065🇮🇹🇵🇹" * 9),
    "64 letters": ("Wolfeschlegelsteinhausenbergerdorff Bartholomäus von und zu Thurn", "W" * 64),
    "nothing": ("", "\u200b\u3164\u2800"),
    "everyone": ("@everyone", "<@!1234567890> @here"),
    "lines": ("Anna\n\n\nAnna", "Bruno\r\n1. Carla"),
    "marks": ("Z̸̛͚͑̚a̵̡̛l̷g̸o̶" * 9, "a" + "\u0301" * 60),
}
"""Names of two players, each pair a trouble of its own."""
LONG = {ANNA: "Maximiliana Bartholomäus", BRUNO: "Giovanbattista Della Rob"}
"""Names with as many letters as a table has room for."""


def given(pair: tuple[str, str]) -> Mapping[str, str]:
    return dict(zip((ANNA, BRUNO), pair, strict=True))


def shown(table: Table, names: Mapping[str, str], language: str) -> TableScreen:
    return table_screen(table, names, words(language), next_commitment="f" * 64)


def held_by(table: Table, seat: int, names: Mapping[str, str], language: str, place: str = "") -> HandScreen:
    hand = hand_screen(table, seat, names, words(language), place=place)
    assert hand is not None
    return hand


def notes(table: Table, names: Mapping[str, str], language: str) -> list[NoteScreen]:
    """Every note that one can ask for at this table."""
    spoken = words(language)
    tallies = [Tally(names[ANNA], 1234, 5678, 910), Tally(names[BRUNO], 1, 1, 1), Tally("", 0, 0, 0)]
    return [
        help_note(spoken, command_lines(spoken, "/briscola "), chat_language=True),
        *(menu_note(table, spoken, seated=seated) for seated in (True, False)),
        *(stop_note(table, spoken, seated=seated, alone=not seated) for seated in (True, False)),
        fair_note(table, spoken),
        stats_note(spoken, *tallies),
        stats_note(spoken, tallies[2], tallies[2], tallies[2]),
        leaderboard_note(spoken, tallies[:1] * 10),
        leaderboard_note(spoken, ()),
    ]


def buttons(*rows: Rows) -> list[Button]:
    return list(chain.from_iterable(chain.from_iterable(rows)))


# -- the room there is ----------------------------------------------------------------------------


@in_every_language
@pytest.mark.parametrize("trouble", sorted(AWKWARD))
def test_screens_keep_to_their_room_whatever_the_names(language: str, trouble: str) -> None:
    names = given(AWKWARD[trouble])
    for stage, table in some_stages():
        screen = shown(table, names, language)
        assert 0 < size(screen.caption) <= 1024, stage
        assert 0 < size(screen.alt) <= 256, stage
        assert screen.caption.startswith(screen.title), stage
        assert screen.title.strip(), stage
        assert "\n" not in screen.title, stage
        if table.match is None:
            continue
        for seat in (0, 1):
            hand = held_by(table, seat, names, language, place="The chat of\n" + names[ANNA] * 9)
            assert 0 < size(hand.caption) <= 1024, stage
            assert size(hand.alt) <= 256, stage
            assert 0 < size(hand.brief) <= 200, stage
            assert hand.caption.startswith(hand.title), stage


@in_every_language
def test_nothing_is_cut_while_two_play(language: str) -> None:
    for stage, table in stages().items():
        assert "…" not in shown(table, LONG, language).caption, stage
        if table.match is not None:
            for seat in (0, 1):
                hand = held_by(table, seat, LONG, language, place="Friday evening")
                assert "…" not in hand.caption + hand.alt + hand.brief, stage


@in_every_language
def test_a_caption_that_has_no_room_ends_after_a_word(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = stages()["card 9"]
    whole = shown(table, LONG, language).caption
    monkeypatch.setattr("bot.screens.table.CAPTION", 150)
    short = shown(table, LONG, language).caption
    assert 100 < size(short) <= 150
    assert short.endswith("…")
    assert whole.startswith(short[:-1])
    assert whole[len(short) - 1] in " ,\n"


@in_every_language
def test_the_seal_of_the_next_deck_has_room_in_every_caption(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.table.CAPTION", 200)
    caption = shown(stages()["rematch wanted"], LONG, language).caption
    assert size(caption) <= 200
    assert "f" * 64 in caption
    assert caption.count("…") == 1, "and what has no room is above it"


def test_the_title_of_a_chat_stays_on_one_line() -> None:
    caption = held_by(stages()["card 9"], 0, LONG, "en", place="Friday\nTrump: cups\u202e").caption
    assert caption.splitlines()[-1] == "Table: Friday Trump: cups"


@in_every_language
def test_every_button_has_a_short_label_and_a_token_that_is_understood(language: str) -> None:
    names = given(AWKWARD["everyone"])
    for stage, table in some_stages():
        screen = shown(table, names, language)
        found = buttons(
            screen.rows, (screen.positions,), *(note.rows for note in notes(table, names, language))
        )
        if table.match is not None:
            found += buttons(held_by(table, 0, names, language).rows, held_by(table, 1, names, language).rows)
        assert found, stage
        for button in found:
            assert 0 < size(button.label) <= 25, (stage, button)
            assert len(button.token.encode()) <= 64, (stage, button)
            assert parse_token(button.token) is not None, (stage, button)


@in_every_language
@pytest.mark.parametrize("trouble", sorted(AWKWARD))
def test_notes_fit_a_message_whatever_the_names(language: str, trouble: str) -> None:
    for stage in ("full", "card 9", "won"):
        for note in notes(stages()[stage], given(AWKWARD[trouble]), language):
            assert 0 < size(note.text) <= 1024, note.text


@in_every_language
@pytest.mark.parametrize("trouble", sorted(AWKWARD))
def test_a_ping_holds_the_name_that_it_calls(language: str, trouble: str) -> None:
    table = stages()["card 9"]
    names = Names(table, given(AWKWARD[trouble]), words(language))
    pings = [ping_screen(table, key, names, words(language)) for key in (ANNA, BRUNO)]
    (ping,) = [one for one in pings if one is not None]
    assert ping.name in ping.text
    assert ping.name.strip()
    assert size(ping.text) <= 200


@in_every_language
def test_a_table_that_failed_says_which_it_was(language: str) -> None:
    screen = broken_screen("k7d2m9qxab", words(language))
    assert "k7d2m9qxab" in screen.caption
    assert 0 < size(screen.alt) <= 256


@in_every_language
def test_somebody_without_a_name_is_called_something(language: str) -> None:
    nobody = given(AWKWARD["nothing"])
    for stage, table in stages().items():
        assert ":  " not in shown(table, nobody, language).caption, stage
    places = leaderboard_note(words(language), [Tally("\u3164", 1, 0, 0)]).text.splitlines()[1]
    assert not places.startswith("1. :")


# -- what somebody needs who hears the table -----------------------------------------------------


@in_every_language
def test_the_caption_tells_everything_that_the_picture_shows(language: str) -> None:
    spoken = words(language)
    for stage, table in stages().items():
        view = table.table_view()
        if not isinstance(table.phase, Playing) or view is None or view.is_over:
            continue
        names, screen = Names(table, LONG, spoken), shown(table, LONG, language)
        assert view.turn is not None
        assert view.trick is not None
        assert names.of_seat(view.turn) in screen.title, stage
        assert view.trump is not None
        assert suit_name(spoken, view.trump) in screen.caption, stage
        if view.trump_card_in_stock and view.trump_card:
            assert card_name(spoken, view.trump_card) in screen.caption, stage
            assert f" {view.stock_count} " in screen.caption, stage
        last = view.tricks[-1].cards if view.tricks else ()
        for card in (*view.trick.cards, *last):
            assert card_name(spoken, card) in screen.caption, (stage, card)
        if view.tricks:
            assert screen.caption.count(names.of_seat(view.tricks[-1].winner)) >= 3, stage
        for seat, count in enumerate(view.hand_counts):
            held = spoken.count(
                "{name} holds {n} card", "{name} holds {n} cards", count, name=names.of_seat(seat)
            )
            assert held in screen.caption, stage


@in_every_language
def test_the_hand_in_words_holds_every_card_in_its_place(language: str) -> None:
    spoken = words(language)
    for stage, table in stages().items():
        for seat in (0, 1):
            view = table.seat_view(seat)
            if view is None or not isinstance(table.phase, Playing):
                continue
            hand = held_by(table, seat, LONG, language)
            for place, card in enumerate(view.hand, 1):
                assert card_name(spoken, card) in hand.caption, stage
                assert f"{place}: {card_name(spoken, card)}" in hand.brief, stage
                assert f"{place}: {card_name(spoken, card)}" in hand.alt, stage
            if view.table.trump and not view.table.is_over:
                assert suit_name(spoken, view.table.trump) in hand.caption, stage
                assert suit_name(spoken, view.table.trump) in hand.brief, stage


@in_every_language
def test_a_match_of_several_deals_tells_its_score_to_all_and_each(language: str) -> None:
    table = stages()["second deal"]
    score = words(language).say("Match: {score}", score="Maximiliana 1, Giovanbattista 0")
    assert score in shown(table, LONG, language).caption
    assert score in held_by(table, 0, LONG, language).caption


@in_every_language
def test_the_count_tells_each_sides_points_and_what_made_them(language: str) -> None:
    spoken = words(language)
    for stage in ("won", "drawn", "between deals"):
        table, caption = stages()[stage], shown(stages()[stage], LONG, language).caption
        assert table.deal is not None
        for side, points in enumerate(table.deal.points):
            name = Names(table, LONG, spoken).of_side(side)
            assert f"{name}: {spoken.count('{n} point', '{n} points', points)} (" in caption, stage
        assert sum(int(number) for number in re.findall(r" = (\d+)", caption)) == 120, stage


def test_the_alternative_text_is_made_of_sentences() -> None:
    alt = shown(stages()["card 9"], LONG, "en").alt
    assert alt.startswith("Maximiliana Bartholomäus to play. Trump: clubs (ace of clubs turned up), 26 cards")


@pytest.mark.parametrize(
    ("stage", "title"),
    [
        ("won", "Vince Anna, 78–42"),
        ("drawn", "Pareggio, 60–60"),
        ("given up", "Anna abbandona: vince Bruno"),
        ("ended by the host", "Anna ha chiuso il tavolo e perde"),
        ("ended by an admin", "Il tavolo è stato chiuso: non conta niente"),
        ("closed before the deal", "Anna ha chiuso il tavolo"),
        ("nobody came", "Nessuno è venuto a giocare: il tavolo è chiuso"),
        ("between deals", "Anna vince la smazzata, 78–42"),
        ("full", "Anna apre un tavolo di Briscola"),
        ("card 9", "Tocca a Anna"),
    ],
)
def test_the_title_says_in_one_line_how_it_stands(stage: str, title: str) -> None:
    assert shown(stages()[stage], {ANNA: "Anna", BRUNO: "Bruno"}, "it").title == title
