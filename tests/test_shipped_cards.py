"""What ships is what the drawings give: ``make cards`` has been run after the last change."""

import importlib.util
import os

import pytest

from bot.pictures import sprites
from bot.pictures.cards import DECKS
from bot.pictures.ornaments import ORNAMENTS

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None and os.environ.get("CI") != "true",
    reason="resvg-py rasterises the cards anew",
)

SMALLEST: sprites.CardSize = 60
SAMPLE = ("Qs", "7b", sprites.BACK)
"""At the larger sizes these stand for all: drawing every card at every size takes minutes."""


def _assert_shipped(deck: str, name: str, width: sprites.CardSize) -> None:
    from bot.pictures import build

    shipped = sprites.card(deck, name, width).image
    assert shipped.tobytes() == build.card_image(deck, name, width).tobytes(), f"{name}: run make cards"


@pytest.mark.parametrize("deck", DECKS)
def test_every_shipped_card_is_what_its_drawing_gives(deck: str) -> None:
    for name in sprites.STRIP:
        _assert_shipped(deck, name, SMALLEST)


@pytest.mark.parametrize("deck", DECKS)
def test_a_shipped_card_is_what_its_drawing_gives_at_every_size(deck: str) -> None:
    for width in sprites.SIZES:
        for name in SAMPLE:
            _assert_shipped(deck, name, width)


@pytest.mark.parametrize("name", sorted(ORNAMENTS))
def test_every_shipped_ornament_is_what_its_drawing_gives(name: str) -> None:
    from bot.pictures import build

    assert sprites.ornament(name).image.tobytes() == build.ornament_image(name).tobytes(), "run make cards"
