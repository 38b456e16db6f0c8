"""The sprites as shipped: what they hold, and the palette that all share."""

import pytest
from PIL import Image

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.cards import DECKS, card_svg, mark_name
from bot.pictures.fonts import FOLDER as FONTS
from bot.pictures.ornaments import ORNAMENTS
from bot.pictures.palette import TRANSPARENT, colours, nearest, palette_bytes, rgb
from bot.pictures.svg import FELT, FELT_DARK


def test_an_unknown_card_is_refused_in_one_sentence() -> None:
    for code in ("8d", "Ax", "", "A", "back", "Add"):
        with pytest.raises(ValueError, match="no such card"):
            card_svg("plain", code)
        if code != sprites.BACK:
            with pytest.raises(ValueError, match="no such card"):
                sprites.card("plain", code, 240)


def test_a_deck_that_nobody_drew_is_shown_as_the_plain_one() -> None:
    assert card_svg("tarot", "Ad") == card_svg("plain", "Ad")
    assert sprites.card("tarot", "Ad", 84).image.tobytes() == sprites.card("plain", "Ad", 84).image.tobytes()
    assert mark_name("tarot", "d") == mark_name("plain", "d")


def test_nothing_ships_that_nothing_draws() -> None:
    strips = {sprites.strip_path(deck, width) for deck in DECKS for width in sprites.SIZES}
    assert set(sprites.FOLDER.iterdir()) == strips | {sprites.ornament_path(name) for name in ORNAMENTS}


def test_all_sprites_share_the_fixed_palette() -> None:
    for path in map(sprites.ornament_path, ORNAMENTS):
        with Image.open(path) as stored:
            assert stored.mode == "P"
            assert bytes(stored.getpalette() or []).ljust(768, b"\0") == palette_bytes(), path.name
    for deck in DECKS:
        image = sprites.card(deck, "Kc", 60).image
        assert image.mode == "P"
        assert bytes(image.getpalette() or []).ljust(768, b"\0") == palette_bytes(), deck


def test_all_cards_of_a_deck_have_one_outline_and_share_its_mask() -> None:
    for deck in DECKS:
        masks = {id(sprites.card(deck, name, 60).mask) for name in sprites.STRIP}
        assert len(masks) == 1, deck


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
    assert sum(path.stat().st_size for path in sprites.FOLDER.iterdir()) < 4_000_000
    assert sum(path.stat().st_size for path in FONTS.iterdir()) < 5_500_000


def test_a_fan_is_the_cards_laid_over_each_other() -> None:
    back, fan = sprites.card("plain", sprites.BACK, 60), sprites.fan("plain", sprites.BACK, 60, 3, 20)
    laid = Image.new("P", (100, back.height), TRANSPARENT)
    laid.putpalette(palette_bytes())
    for x in (0, 20, 40):
        laid.paste(back.image, (x, 0), back.mask)
    assert fan.image.tobytes() == laid.tobytes()
    assert sprites.sprite_of(laid).mask.tobytes() == fan.mask.tobytes()


def test_what_is_painted_on_a_canvas_is_in_its_memory() -> None:
    board = Canvas.felt(40, 30)
    board.put(sprites.ornament("star"), -6, -6)
    assert bytes(board.pixels) == board.image.tobytes()
    assert any(board.pixels)
    assert Canvas.felt(40, 30).pixels == bytearray(41 * 30), "nothing is painted on the felt of others"
