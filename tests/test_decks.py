"""The five decks as drawn: forty cards each, all told apart by shape, at every size and without colours."""

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from bot.pictures import sprites
from bot.pictures.cards import CODES, DECKS, RANKS, SUITS, back_svg, card_svg
from bot.pictures.decks import spanish
from bot.pictures.svg import CREAM

REGIONAL = ("neapolitan", "piacentine", "spanish", "french")
HEAVIEST_SVG = 45_000
"""Bytes of one drawing: a phone loads forty of them."""

every_deck = pytest.mark.parametrize("deck", DECKS)


def _svg(deck: str, name: str) -> str:
    return back_svg(deck) if name == sprites.BACK else card_svg(deck, name)


def _difference(one: Image.Image, other: Image.Image) -> int:
    """How many pixels are not the same."""
    grey, other_grey = (Image.frombytes("L", image.size, image.tobytes()) for image in (one, other))
    same = ImageChops.difference(grey, other_grey).histogram()[0]
    return one.width * one.height - same


def test_there_are_five_decks() -> None:
    assert set(DECKS) == {"plain", *REGIONAL}


def test_every_card_of_every_deck_is_drawn_once() -> None:
    drawings = [_svg(deck, name) for deck in DECKS for name in sprites.STRIP]
    assert len(CODES) == 40
    assert len(set(drawings)) == len(drawings) == 5 * 41


@every_deck
def test_a_drawing_is_sound_svg_that_needs_no_font_and_no_name(deck: str) -> None:
    for name in sprites.STRIP:
        drawing = _svg(deck, name)
        root = ET.fromstring(drawing)  # noqa: S314 - our own text
        assert root.get("viewBox") == "0 0 240 380"
        kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert kinds <= {"svg", "g", "path", "circle", "ellipse", "rect"}, name
        assert " id=" not in drawing
        assert "nan" not in drawing
        assert len(drawing) < HEAVIEST_SVG, name


@every_deck
@pytest.mark.parametrize("width", sprites.SIZES)
def test_any_two_cards_differ_clearly_at_every_size(deck: str, width: sprites.CardSize) -> None:
    faces = {name: sprites.card(deck, name, width).image for name in sprites.STRIP}
    area = width * sprites.card_height(width)
    for one, other in combinations(faces, 2):
        assert _difference(faces[one], faces[other]) > area // 50, (one, other)


@every_deck
@pytest.mark.parametrize("width", sprites.SIZES)
def test_a_six_and_a_seven_differ_in_their_visible_corner(deck: str, width: sprites.CardSize) -> None:
    """In a fan only the left part of a card is seen."""
    strip = (0, 0, width // 5, sprites.card_height(width) // 4)
    for suit in SUITS:
        six, seven = (sprites.card(deck, rank + suit, width).image.crop(strip) for rank in "67")
        assert _difference(six, seven) > strip[2] * strip[3] // 25


@every_deck
def test_a_six_and_a_seven_differ_in_their_pips(deck: str) -> None:
    middle = (30, 20, 90, 170)
    for suit in SUITS:
        six, seven = (sprites.card(deck, rank + suit, 120).image.crop(middle) for rank in "67")
        assert _difference(six, seven) > 60 * 150 // 10


def _shape(image: Image.Image) -> Image.Image:
    """Where a picture is not as pale as paper, in black and white: what is left without colours."""
    return image.convert("RGB").convert("L").point([255 * (grey < 190) for grey in range(256)])


@every_deck
@pytest.mark.parametrize("width", [240, 168, 120, 84])
def test_suits_are_told_apart_by_the_shape_of_the_corner_mark(deck: str, width: sprites.CardSize) -> None:
    corner = (width // 24, width * 9 // 50, width // 5, width * 2 // 5)
    for rank in RANKS:
        shapes = [_shape(sprites.card(deck, rank + suit, width).image.crop(corner)) for suit in SUITS]
        for one, other in combinations(shapes, 2):
            assert _difference(one, other) > one.width * one.height // 35, rank


@every_deck
def test_suits_are_told_apart_without_colours_on_the_smallest_cards(deck: str) -> None:
    for rank in RANKS:
        shapes = [_shape(sprites.card(deck, rank + suit, 60).image) for suit in SUITS]
        for one, other in combinations(shapes, 2):
            assert _difference(one, other) > 60 * 95 // 80, rank


@pytest.mark.parametrize("deck", REGIONAL)
def test_the_figures_of_a_deck_have_the_colours_of_people(deck: str) -> None:
    for rank in "JQK":
        for suit in SUITS:
            drawing = card_svg(deck, rank + suit)
            assert drawing.count("#f7d3ab") >= 2, "a face and a hand"
            assert drawing.count("#dc9f70") >= 2, "their shadows"


def test_knights_ride_in_the_decks_that_have_them() -> None:
    """A horse makes a card heavier than a knave; the French deck has queens instead."""
    for deck in ("neapolitan", "spanish", "piacentine"):
        for suit in SUITS:
            assert len(card_svg(deck, f"Q{suit}")) > 15_000


def _gaps(suit: str) -> int:
    """How often the upper line of the frame of a card is broken."""
    image = sprites.card("spanish", f"4{suit}", 240).image.convert("RGB").convert("L")
    line = image.crop((24, 7, 216, 8)).tobytes()
    paper = [grey > 200 for grey in line]
    return sum(now and not before for before, now in zip([False, *paper], paper, strict=False))


def test_the_gaps_of_the_spanish_frame_tell_the_suit() -> None:
    assert [_gaps(suit) for suit in "dcsb"] == [0, 1, 2, 3]
    assert [len(spanish.GAPS[suit]) for suit in "dcsb"] == [0, 1, 2, 3]


def test_backs_are_of_different_colours() -> None:
    backs = {deck: sprites.card(deck, sprites.BACK, 60).image.convert("RGB") for deck in DECKS}
    corners = {deck: image.getpixel((12, 14)) for deck, image in backs.items() if deck != "plain"}
    assert len(set(corners.values())) == len(corners)


def test_paper_is_the_same_in_all_decks() -> None:
    assert all(f'fill="{CREAM}"' in card_svg(deck, "2c") for deck in DECKS)
