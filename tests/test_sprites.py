"""The cards as drawn, as shipped, and the palette that both share."""

import importlib.util
import os
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from bot.pictures import sprites
from bot.pictures.cards import CODES, FACES, back_svg, card_svg
from bot.pictures.fonts import FOLDER as FONTS
from bot.pictures.ornaments import ORNAMENTS
from bot.pictures.palette import TRANSPARENT, colours, nearest, palette_bytes, rgb
from bot.pictures.svg import FELT, FELT_DARK

needs_resvg = pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None and os.environ.get("CI") != "true",
    reason="resvg-py rasterises the cards anew",
)


def test_a_deck_has_forty_cards_each_drawn_once() -> None:
    assert len(set(CODES)) == 40
    assert len({card_svg("plain", code) for code in CODES} | {back_svg("plain")}) == 41


@pytest.mark.parametrize("code", [*CODES, sprites.BACK])
def test_a_drawing_is_sound_svg_that_needs_no_font(code: str) -> None:
    drawing = back_svg("plain") if code == sprites.BACK else card_svg("plain", code)
    root = ET.fromstring(drawing)  # noqa: S314 - our own text
    assert root.get("viewBox") == "0 0 240 380"
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert kinds <= {"svg", "g", "path", "circle", "ellipse", "rect"}
    assert " id=" not in drawing


def test_an_unknown_card_is_refused_in_one_sentence() -> None:
    for code in ("8d", "Ax", "", "A", "back", "Add"):
        with pytest.raises(ValueError, match="no such card"):
            card_svg("plain", code)
        if code != sprites.BACK:
            with pytest.raises(ValueError, match="no such card"):
                sprites.card("plain", code, 240)


def test_a_deck_that_is_not_drawn_yet_is_shown_as_the_plain_one() -> None:
    assert card_svg("french", "Ad") == card_svg("plain", "Ad")
    assert sprites.card("french", "Ad", 84).image.tobytes() == sprites.card("plain", "Ad", 84).image.tobytes()


def _difference(one: Image.Image, other: Image.Image) -> int:
    """How many pixels are not the same."""
    grey, other_grey = (Image.frombytes("L", image.size, image.tobytes()) for image in (one, other))
    same = ImageChops.difference(grey, other_grey).histogram()[0]
    return one.width * one.height - same


@pytest.mark.parametrize("width", sprites.SIZES)
def test_any_two_cards_differ_clearly_at_every_size(width: sprites.CardSize) -> None:
    faces = {name: sprites.card("plain", name, width).image for name in sprites.SHEET}
    area = width * sprites.card_height(width)
    for one, other in combinations(faces, 2):
        assert _difference(faces[one], faces[other]) > area // 50, (one, other)


@pytest.mark.parametrize("width", sprites.SIZES)
def test_a_six_and_a_seven_differ_in_their_visible_corner(width: sprites.CardSize) -> None:
    """In a fan only the left part of a card is seen."""
    strip = (0, 0, width // 5, sprites.card_height(width) // 4)
    for suit in "dcsb":
        six, seven = (sprites.card("plain", rank + suit, width).image.crop(strip) for rank in "67")
        assert _difference(six, seven) > strip[2] * strip[3] // 20


@needs_resvg
@pytest.mark.parametrize("width", sprites.SIZES)
@pytest.mark.parametrize("deck", sorted(FACES))
def test_every_shipped_card_is_what_its_drawing_gives(deck: str, width: sprites.CardSize) -> None:
    from bot.pictures import build

    for name in sprites.SHEET:
        shipped = sprites.card(deck, name, width).image
        assert shipped.tobytes() == build.card_image(deck, name, width).tobytes(), f"{name}: run make cards"


@needs_resvg
@pytest.mark.parametrize("name", sorted(ORNAMENTS))
def test_every_shipped_ornament_is_what_its_drawing_gives(name: str) -> None:
    from bot.pictures import build

    assert sprites.ornament(name).image.tobytes() == build.ornament_image(name).tobytes(), "run make cards"


def test_nothing_ships_that_nothing_draws() -> None:
    sheets = {sprites.sheet_path(deck, width) for deck in FACES for width in sprites.SIZES}
    assert set(sprites.FOLDER.iterdir()) == sheets | {sprites.ornament_path(name) for name in ORNAMENTS}


def test_all_sprites_share_the_fixed_palette() -> None:
    for path in sprites.FOLDER.glob("*.png"):
        with Image.open(path) as stored:
            assert stored.mode == "P"
            assert bytes(stored.getpalette() or []).ljust(768, b"\0") == palette_bytes(), path.name


def test_the_felt_is_exact_in_the_palette() -> None:
    assert colours()[0] == rgb(FELT)
    assert colours()[1] == rgb(FELT_DARK)
    assert nearest(rgb(FELT)) == 0


def test_the_palette_leaves_one_index_for_nothing() -> None:
    assert len(colours()) == 256
    assert all(nearest(colour) != TRANSPARENT for colour in colours())


def test_a_card_across_is_the_card_on_its_side() -> None:
    upright = sprites.card("plain", "7d", 168)
    across = sprites.card_across("plain", "7d", 168)
    assert (across.width, across.height) == (upright.height, upright.width)
    assert across.image.rotate(90, expand=True).tobytes() == upright.image.tobytes()


def test_the_package_of_pictures_and_fonts_stays_small() -> None:
    assert sum(path.stat().st_size for path in sprites.FOLDER.iterdir()) < 1_000_000
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 5_500_000
