"""Tables and hands in every deck: drawn with its cards and marks, and light enough."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from scenes_for_tests import HANDS, TABLES

from bot.pictures import draw_hand, draw_table, png, sprites
from bot.pictures.cards import DECKS, mark_name
from bot.pictures.hand import HEAVIEST as HEAVIEST_HAND
from bot.pictures.table import HEAVIEST as HEAVIEST_TABLE

every_deck = pytest.mark.parametrize("deck", DECKS)


def _table(name: str, deck: str) -> bytes:
    return draw_table(replace(TABLES[name], deck=deck))


def _hand(name: str, deck: str) -> bytes:
    return draw_hand(replace(HANDS[name], deck=deck))


@every_deck
@pytest.mark.parametrize("name", TABLES)
def test_a_table_stays_light_in_every_deck(deck: str, name: str) -> None:
    assert len(_table(name, deck)) <= HEAVIEST_TABLE


@every_deck
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_stays_light_in_every_deck(deck: str, name: str) -> None:
    assert len(_hand(name, deck)) <= HEAVIEST_HAND


def test_every_deck_makes_another_picture() -> None:
    assert len({draw_table(replace(TABLES["two"], deck=deck)) for deck in DECKS}) == 5
    assert len({draw_hand(replace(HANDS["three"], deck=deck)) for deck in DECKS}) == 5


def test_the_trump_is_shown_by_the_mark_of_the_deck() -> None:
    marks = {sprites.ornament(mark_name(deck, suit)).image.tobytes() for deck in DECKS for suit in "dcsb"}
    assert len(marks) >= 18, "only the plain and the Neapolitan deck share coin and cup"


CANNOT_BE = {"six-full", "six-open", "crowded"}
"""A trick of six is taken up by its last card, and nobody fills a seat with all that these do."""
DRAWN: dict[str, Callable[[str], bytes]] = {
    **{f"table {name}": partial(_table, name) for name in TABLES if name not in CANNOT_BE},
    **{f"hand {name}": partial(_hand, name) for name in HANDS},
}


@pytest.mark.parametrize("name", DRAWN)
def test_whatever_a_game_shows_is_light_enough_when_packed_quickly(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packing harder costs many times the work: it is for what no game brings."""
    monkeypatch.setattr(png, "_HARDER", ())
    heaviest = HEAVIEST_TABLE if name.startswith("table") else HEAVIEST_HAND
    assert max(len(DRAWN[name](deck)) for deck in DECKS) <= heaviest
