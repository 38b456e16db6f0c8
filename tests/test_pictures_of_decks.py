"""Tables and hands in every deck: drawn with its cards and marks, and light enough."""

from dataclasses import replace

import pytest
from scenes_for_tests import HANDS, TABLES

from bot.pictures import draw_hand, draw_table, sprites
from bot.pictures.cards import DECKS, mark_name
from bot.pictures.hand import HEAVIEST as HEAVIEST_HAND
from bot.pictures.table import HEAVIEST as HEAVIEST_TABLE

every_deck = pytest.mark.parametrize("deck", DECKS)


@every_deck
@pytest.mark.parametrize("name", TABLES)
def test_a_table_stays_light_in_every_deck(deck: str, name: str) -> None:
    assert len(draw_table(replace(TABLES[name], deck=deck))) <= HEAVIEST_TABLE


@every_deck
@pytest.mark.parametrize("name", HANDS)
def test_a_hand_stays_light_in_every_deck(deck: str, name: str) -> None:
    assert len(draw_hand(replace(HANDS[name], deck=deck))) <= HEAVIEST_HAND


def test_every_deck_makes_another_picture() -> None:
    assert len({draw_table(replace(TABLES["two"], deck=deck)) for deck in DECKS}) == 5
    assert len({draw_hand(replace(HANDS["three"], deck=deck)) for deck in DECKS}) == 5


def test_the_trump_is_shown_by_the_mark_of_the_deck() -> None:
    marks = {sprites.ornament(mark_name(deck, suit)).image.tobytes() for deck in DECKS for suit in "dcsb"}
    assert len(marks) >= 18, "only the plain and the Neapolitan deck share coin and cup"
