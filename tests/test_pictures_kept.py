"""The stickers and emojis as they ship: whole, readable, and what their drawings give."""

from __future__ import annotations

import importlib.util
import io
import os

import pytest
from PIL import Image

from bot.pictures.cards import CODES
from bot.pictures.emojis import emoji_svg
from bot.pictures.kept import DECKS, EMOJIS, FOLDER, STICKERS, Kept, emojis, sheet_path, stickers
from bot.pictures.sprites import STRIP

SAMPLE = ("Qs", "7b", "back")


def opened(kept: Kept) -> Image.Image:
    with Image.open(io.BytesIO(kept.data)) as image:
        image.load()
        return image.copy()


@pytest.mark.parametrize("deck", DECKS)
def test_a_sticker_is_as_telegram_wants_it(deck: str) -> None:
    made = stickers(deck)
    assert tuple(one.card for one in made) == STRIP
    for one in made:
        image = opened(one)
        assert (image.size, image.mode, image.format) == ((323, 512), "RGBA", None)
        assert one.data[8:12] == b"WEBP"
        assert len(one.data) < 64 * 1024
        corners = [image.getpixel((x, y)) for x in (0, 322) for y in (0, 511)]
        assert all(isinstance(pixel, tuple) and pixel[3] == 0 for pixel in corners)


@pytest.mark.parametrize("deck", DECKS)
def test_an_emoji_is_as_discord_wants_it(deck: str) -> None:
    made = emojis(deck)
    assert tuple(one.card for one in made) == STRIP
    for one in made:
        image = opened(one)
        assert (image.size, image.mode) == ((128, 128), "RGBA")
        assert one.data.startswith(b"\x89PNG")
        assert len(one.data) < 16 * 1024
        pixel = image.getpixel((0, 0))
        assert isinstance(pixel, tuple)
        assert pixel[3] == 0


def test_no_two_pictures_of_a_deck_are_the_same() -> None:
    for deck in DECKS:
        every = [one.digest for make in (stickers, emojis) for one in make(deck)]
        assert len(set(every)) == len(every) == 2 * 41


def test_even_at_the_height_of_a_line_no_two_cards_of_a_deck_look_alike() -> None:
    for deck in DECKS:
        small = [opened(one).resize((22, 22), Image.Resampling.LANCZOS).tobytes() for one in emojis(deck)]
        for number, one in enumerate(small):
            for other in small[number + 1 :]:
                differing = sum(abs(a - b) > 48 for a, b in zip(one, other, strict=True))
                assert differing >= 40, deck


def test_nothing_ships_that_nothing_draws() -> None:
    assert set(FOLDER.iterdir()) == {sheet_path(deck, kind) for deck in DECKS for kind in (STICKERS, EMOJIS)}


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(ValueError, match="no such card"):
        emoji_svg("french", "8d")
    assert len(CODES) == 40


@pytest.mark.skipif(
    importlib.util.find_spec("resvg_py") is None and os.environ.get("CI") != "true",
    reason="resvg-py rasterises the cards anew",
)
@pytest.mark.parametrize("deck", DECKS)
def test_what_ships_is_what_the_drawings_give(deck: str) -> None:
    from bot.pictures.build_kept import kept_image

    for kind in (STICKERS, EMOJIS):
        shipped = sheet_path(deck, kind)
        with Image.open(shipped) as sheet:
            grey = sheet.convert("RGB").getchannel("G")
        width, height = kind.size
        for name in SAMPLE:
            row, column = divmod(STRIP.index(name), 7)
            left, top = column * width, row * height
            found = grey.crop((left, top, left + width, top + height)).tobytes()
            assert found == kept_image(deck, name, kind).tobytes(), f"{name}: run make cards"
