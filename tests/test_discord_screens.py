"""Every table, hand and note of every game is a message that Discord takes, with all its buttons and all its words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from deals_for_tests import HOUSES, name_of
from games_for_tests import KEYS, LONG, held, lobby, moments, public, said, seated

from adapters.discord import render
from adapters.discord.render import Layout, Text
from bot.game import Rules
from bot.screens.asking import points_note, signs_note
from bot.screens.notes import menu_note, stop_note
from bot.screens.people import Names
from bot.screens.ruling import rules_note
from bot.screens.sheets import sheet_note
from bot.screens.types import Rows
from bot.service.ports import Picture
from bot.table import Table
from bot.words import LANGUAGES, Words, words
from doubles.discord_checks import BUTTON, message_faults, walk
from doubles.discord_values import COMPONENTS_V2

PICTURE = Picture("a", b"\x89PNG")
NEWS = "N" * 200
TONGUES = sorted(LANGUAGES)
in_every_game = pytest.mark.parametrize("rules", HOUSES, ids=name_of)


def is_taken(shown: Layout | Text, told: str, rows: Rows) -> list[Any]:
    """Discord takes it, and nothing was left out; its components."""
    parts: list[Any] = shown.view.to_components() if shown.view else []
    names = [file.filename for file in shown.files]
    plain = isinstance(shown, Text)
    content = shown.content if isinstance(shown, Text) else ""
    assert message_faults(content, (), parts, 0 if plain else COMPONENTS_V2, names) == []
    said = [content, *(part.get("content", "") for part in walk(parts))]
    assert any(text.endswith(render.escape(told)[-8:]) for text in said), "no words are cut off"
    ids = [part["custom_id"] for part in walk(parts) if part["type"] == BUTTON]
    assert ids == [f"b:{button.token}" for row in rows for button in row]
    return parts


def public_and_hands(table: Table, language: str) -> Iterator[int]:
    """Shows the table and every hand of it; how many components each has."""
    screen = public(table, LONG, language)
    yield len(list(walk(is_taken(render.table(screen, PICTURE), screen.caption, screen.rows))))
    for seat in range(len(table.seats)):
        hand = held(table, seat, LONG, language)
        yield len(list(walk(is_taken(render.hand(hand, PICTURE, NEWS), hand.caption, hand.rows))))


@in_every_game
def test_every_moment_of_a_deal_is_shown_whole(rules: Rules) -> None:
    dealt = said(seated(rules), (KEYS[0], "start"))
    for number, table in enumerate([*moments(dealt, Random(2), deals=1)][::4]):
        assert max(public_and_hands(table, TONGUES[number % len(TONGUES)])) <= 40


@in_every_game
def test_every_note_of_a_game_is_shown_whole(rules: Rules) -> None:
    dealt = said(seated(rules), (KEYS[0], "start"))
    for number, table in enumerate([*moments(dealt, Random(3), deals=2)][::9]):
        spoken = words(TONGUES[number % len(TONGUES)])
        for note in notes(table, spoken):
            is_taken(render.note(note), note.text, note.rows)


def notes(table: Table, spoken: Words) -> Iterator[Any]:
    names = Names(table, LONG, spoken)
    yield menu_note(table, spoken, seated=True, host=True, names=names)
    yield stop_note(table, spoken, seated=True, alone=True)
    yield points_note(table, spoken)
    yield rules_note(table.rules, spoken, table=table, host=True)
    yield sheet_note(table, names, spoken)
    yield from (signs_note(table, seat, spoken) for seat in range(len(table.seats)))


@pytest.mark.parametrize("language", TONGUES)
@pytest.mark.parametrize("players", range(2, 7))
def test_every_lobby_is_shown_whole(players: int, language: str) -> None:
    game = "chiamata" if players == 5 else "briscola"
    table = lobby(game, players)
    for seat in range(players):
        if seat:
            table = said(table, (KEYS[seat], f"sit {seat}"))
        screen = public(table, LONG, language)
        is_taken(render.table(screen, PICTURE), screen.caption, screen.rows)


def test_eight_cards_are_two_rows_of_four() -> None:
    dealt = said(seated(Rules.preset("chiamata", players=5)), (KEYS[0], "start"))
    table = next(one for one in moments(dealt, Random(4)) if one.step and one.step.moment == "t1")
    assert table.turn is not None
    hand = held(table, table.turn)
    parts = is_taken(render.hand(hand, PICTURE), hand.caption, hand.rows)
    rows = [[b["custom_id"] for b in part["components"]] for part in parts if part["type"] == 1]
    cards = [row for row in rows if "-play-" in row[0]]
    assert [len(row) for row in cards] == [4, 4]
