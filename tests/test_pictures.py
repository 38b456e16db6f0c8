"""The pictures of the table and of a hand: what they weigh, that they repeat, and that they show what they should."""

import io
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.game import Suit
from bot.pictures import HandScene, PileScene, SeatScene, TableScene, draw_hand, draw_table, sprites
from bot.pictures.cards import CODES
from bot.pictures.layout import HEIGHT, WIDTH, places
from bot.pictures.palette import TEXT_COLOURS, palette_bytes, rgb
from bot.pictures.svg import ARROW, CREAM, FELT, RED
from bot.screens.cardwords import capital
from bot.words import LANGUAGES, words
from bot.words.cards import suit_name

GOLD_TEXT = TEXT_COLOURS["gold"]
MOST_TABLE, MOST_HAND = 90_000, 60_000

MARIA = SeatScene("Maria Rossi", computer=False, cards=3, on_turn=True)
GIUSEPPE = SeatScene("Giuseppe", computer=False, cards=2)

MID_DEAL = TableScene(
    seats=(MARIA, GIUSEPPE),
    deck="plain",
    stock=24,
    trump_card="7d",
    trump="d",
    trump_word="Coins",
    trick=((1, "3c"),),
    last_trick=((0, "Ks"), (1, "As")),
    last_winner=1,
    last_word="Giuseppe won the last trick",
    headline="Maria Rossi to play",
    score="Match 2–1",
)
LOBBY = TableScene(
    seats=(replace(MARIA, cards=0, on_turn=False), SeatScene("free", computer=False, cards=0)),
    deck="plain",
    headline="Join the table",
)
END = TableScene(
    seats=(replace(MARIA, cards=0, on_turn=False), replace(GIUSEPPE, cards=0)),
    deck="plain",
    headline="Maria Rossi wins 71–49",
    score="Match 2–1",
    piles=(
        PileScene("Maria Rossi", 71, ("Ad", "As", "3d", "3s", "Kd", "Kc", "Ks", "Qd", "Jd"), winner=True),
        PileScene("Giuseppe", 49, ("Ac", "Ab", "3c", "3b", "Kb", "Qc", "Qs", "Jb", "Js"), winner=False),
    ),
)
HAND = HandScene(("Ad", "3c", "6s"), "plain", on_turn=True, trump="d", trump_card="7d", trump_word="Coins")


def full(seats: int) -> TableScene:
    """The fullest table of so many: everybody sits, holds cards, has a side; a whole trick and a last one lie there."""
    codes = iter(["Ad", "3c", "Kb", "Qs", "Jd", "7c", "6b", "5s", "4d", "2c", "Ab", "3s"])
    return TableScene(
        seats=tuple(
            SeatScene(
                f"Player number {place}", place % 2 == 1, 10, place == 0, "ABCDEF"[place], note="61 points"
            )
            for place in range(seats)
        ),
        deck="plain",
        stock=24,
        trump_card="Qc",
        trump="c",
        trump_word="Cups",
        trick=tuple((place, next(codes)) for place in range(seats)),
        last_trick=tuple((place, next(codes)) for place in range(seats)),
        last_winner=seats - 1,
        last_word="Player number 1 won the last trick with 21 points",
        headline="Player number 0 to play a card, which takes a while",
        score="A 2 – B 1, to four",
    )


SCENES = {"mid-deal": MID_DEAL, "lobby": LOBBY, "end": END} | {f"{n} seats": full(n) for n in range(2, 7)}


def opened(png: bytes) -> Image.Image:
    with Image.open(io.BytesIO(png)) as image:
        image.load()
        return image.convert("RGB")


def holds(
    picture: Image.Image, code: str, width: sprites.CardSize, *, across: bool = False, seen: int | None = None
) -> bool:
    """Whether the card's corner with its index is seen somewhere in the picture (sought by its exact pixels).

    ``seen`` is how many pixels of its width are looked for: a third of the card unless told.
    """
    sprite = (sprites.card_across if across else sprites.card)("plain", code, width)
    card = sprite.image.convert("RGB")
    corner = (card.width - card.width // 3, 8, card.width - 8, card.height // 3) if across else None
    piece = card.crop(corner or (8, 8, seen or card.width // 3, card.height // 3))
    row_bytes, needle = picture.tobytes(), piece.tobytes()
    stride, length = picture.width * 3, piece.width * 3
    middle = piece.height // 2
    start = row_bytes.find(needle[middle * length : (middle + 1) * length])
    while start >= 0:
        top = start - middle * stride
        if top >= 0 and all(
            row_bytes[top + y * stride : top + y * stride + length] == needle[y * length : (y + 1) * length]
            for y in range(piece.height)
        ):
            return True
        start = row_bytes.find(needle[middle * length : (middle + 1) * length], start + 1)
    return False


def count_of(picture: Image.Image, colour: str) -> int:
    wanted = rgb(colour)
    return sum(number for number, found in picture.getcolors(1 << 20) or [] if found == wanted)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_a_table_picture_has_its_size_and_is_light(name: str) -> None:
    png = draw_table(SCENES[name])
    assert opened(png).size == (WIDTH, HEIGHT) == (1280, 832)
    assert len(png) <= MOST_TABLE


@pytest.mark.parametrize("count", range(11))
@pytest.mark.parametrize("on_turn", [True, False])
def test_a_hand_picture_is_light_and_no_wider_than_a_table(count: int, on_turn: bool) -> None:
    scene = replace(HAND, cards=tuple(CODES[place * 3] for place in range(count)), on_turn=on_turn)
    png = draw_hand(scene)
    assert len(png) <= MOST_HAND
    assert 734 <= opened(png).width <= 1280


@pytest.mark.parametrize("name", sorted(SCENES))
def test_the_same_scene_gives_the_same_bytes(name: str) -> None:
    assert draw_table(SCENES[name]) == draw_table(replace(SCENES[name]))


def test_pictures_drawn_at_once_in_many_threads_are_the_same() -> None:
    scenes = [*SCENES.values()] * 4
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(draw_table, scenes))
    assert drawn == [draw_table(scene) for scene in scenes]


def test_the_png_is_well_formed() -> None:
    png = draw_table(MID_DEAL)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place, kinds = 8, []
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        (check,) = struct.unpack(">I", png[place + 8 + length : place + 12 + length])
        assert check == zlib.crc32(kind + body)
        kinds.append(kind)
        if kind == b"PLTE":
            assert body == palette_bytes()
        if kind == b"IDAT":
            assert len(zlib.decompress(body)) == (WIDTH + 1) * HEIGHT
        place += 12 + length
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.parametrize("scene", [MID_DEAL, LOBBY, END])
def test_the_felt_is_exactly_the_felt(scene: TableScene) -> None:
    picture = opened(draw_table(scene))
    assert picture.getpixel((0, 0)) == picture.getpixel((WIDTH - 1, HEIGHT - 1)) == rgb(FELT)
    assert count_of(picture, FELT) > 100_000


def test_the_table_shows_the_trick_the_last_trick_and_the_trump() -> None:
    picture = opened(draw_table(MID_DEAL))
    assert holds(picture, "3c", 168)
    assert holds(picture, "Ks", 84)
    assert holds(picture, "As", 84)
    assert holds(picture, "7d", 168, across=True)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trump_is_named_whole(language: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken, spots = words(language), places(seats)
    named = [replace(full(seats), trump_word=capital(suit_name(spoken, suit))) for suit in Suit]
    drawn = [draw_table(scene) for scene in named]
    monkeypatch.setattr("bot.pictures.table.places", lambda _seats, **_: replace(spots, trump_end=2 * WIDTH))
    assert drawn == [draw_table(scene) for scene in named]


def test_the_table_shows_no_card_but_those_of_its_scene() -> None:
    picture = opened(draw_table(MID_DEAL))
    for code in CODES:
        assert holds(picture, code, 168) == (code == "3c")
        assert holds(picture, code, 84) == (code in ("Ks", "As"))
        assert not holds(picture, code, 240)


def test_the_hand_shows_its_cards_and_a_red_mark_on_turn() -> None:
    picture = opened(draw_hand(HAND))
    for code in CODES:
        assert holds(picture, code, 240) == (code in HAND.cards)
    waiting = opened(draw_hand(replace(HAND, on_turn=False)))
    assert count_of(picture, RED) > count_of(waiting, RED) + 1000


def test_the_arrow_and_the_lit_plate_are_at_the_seat_to_play() -> None:
    for turn, (low, high) in ((0, (HEIGHT // 2, HEIGHT)), (1, (0, HEIGHT // 2))):
        seats = tuple(replace(seat, on_turn=place == turn) for place, seat in enumerate(MID_DEAL.seats))
        picture = opened(draw_table(replace(MID_DEAL, seats=seats)))
        assert count_of(picture.crop((0, low, WIDTH, high)), ARROW) > 2000
        assert count_of(picture, ARROW) == count_of(picture.crop((0, low, WIDTH, high)), ARROW)


CHANGES: dict[str, dict[str, Any]] = {
    "name": {"seats": (replace(MARIA, name="Ada"), GIUSEPPE)},
    "computer": {"seats": (MARIA, replace(GIUSEPPE, computer=True))},
    "cards held": {"seats": (MARIA, replace(GIUSEPPE, cards=3))},
    "turn": {"seats": (replace(MARIA, on_turn=False), GIUSEPPE)},
    "side": {"seats": (replace(MARIA, side="A"), GIUSEPPE)},
    "note": {"seats": (replace(MARIA, note="waiting"), GIUSEPPE)},
    "open hand": {"seats": (MARIA, replace(GIUSEPPE, open_hand=("Ad", "2d")))},
    "stock": {"stock": 22},
    "empty stock": {"stock": 0, "trump_card": None},
    "trump card": {"trump_card": "6d"},
    "trump": {"trump": "c"},
    "trump word": {"trump_word": "Denari"},
    "trick": {"trick": ()},
    "last trick": {"last_trick": ()},
    "last winner": {"last_winner": 0},
    "last word": {"last_word": "Maria"},
    "headline": {"headline": "Giuseppe to play"},
    "score": {"score": "Match 2–2"},
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_whatever_changes_in_the_scene_is_seen(what: str) -> None:
    assert draw_table(replace(MID_DEAL, **CHANGES[what])) != draw_table(MID_DEAL)


def test_a_game_given_up_says_so_in_the_middle() -> None:
    seats = tuple(replace(seat, cards=0, on_turn=False) for seat in MID_DEAL.seats)
    given_up = replace(MID_DEAL, seats=seats, trick=(), headline="Maria gives up")
    middle = (440, 320, 880, 480)
    assert count_of(opened(draw_table(given_up)).crop(middle), GOLD_TEXT) > 500
    assert count_of(opened(draw_table(replace(MID_DEAL, trick=()))).crop(middle), GOLD_TEXT) == 0


def test_the_end_shows_the_piles_strongest_first_and_the_winner_lit() -> None:
    picture = opened(draw_table(END))
    for pile in END.piles:
        assert all(holds(picture, code, 120) for code in pile.cards)
    top, bottom = (picture.crop((0, y, WIDTH, y + HEIGHT // 2 - 80)) for y in (150, HEIGHT // 2 + 60))
    assert count_of(top, ARROW) > 1000
    assert count_of(bottom, ARROW) == 0


@pytest.mark.parametrize("count", range(1, 7))
def test_any_number_of_piles_fits(count: int) -> None:
    piles = tuple(
        PileScene(f"Side {place}", 20, CODES[place * 5 : place * 5 + 5], place == 0) for place in range(count)
    )
    assert len(draw_table(replace(END, piles=piles))) <= MOST_TABLE


def test_a_pile_of_everything_that_counts_fits() -> None:
    everything = tuple(rank + suit for rank in "A3KQJ" for suit in "dcsb")
    piles = (PileScene("Maria", 120, everything, True), PileScene("Giuseppe", 0, (), False))
    picture = opened(draw_table(replace(END, piles=piles)))
    assert all(holds(picture, code, 84) for code in everything)


def test_a_lobby_shows_aces_and_what_stands_at_a_free_seat() -> None:
    free = SeatScene("", computer=False, cards=0, note="free")
    lobby = replace(LOBBY, seats=(LOBBY.seats[0], free))
    assert draw_table(replace(lobby, stock=40)) == draw_table(lobby)
    assert draw_table(replace(lobby, seats=(LOBBY.seats[0], replace(free, note="")))) != draw_table(lobby)
    assert count_of(opened(draw_table(lobby)), CREAM) > 40_000


@pytest.mark.parametrize("seats", range(2, 7))
def test_seats_go_counter_clockwise_from_the_bottom(seats: int) -> None:
    spots = places(seats).seats
    assert len(spots) == seats
    assert spots[0].side == "down"
    turns = [(spot.plate[0] - WIDTH // 2, HEIGHT // 2 - spot.plate[1]) for spot in spots]
    crosses = [a[0] * b[1] - a[1] * b[0] for a, b in zip(turns, [*turns[1:], turns[0]], strict=True)]
    assert all(cross >= 0 for cross in crosses)


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_of_a_trick_covers_another_or_a_plate(seats: int) -> None:
    spots = places(seats)
    width: int = spots.trick_card
    height = sprites.card_height(width)
    boxes = [(spot.card[0] - width // 2, spot.card[1] - height // 2, width, height) for spot in spots.seats]
    boxes += [(spot.plate[0] - spot.width // 2, spot.plate[1] - 52, spot.width, 104) for spot in spots.seats]
    for place, (x, y, w, h) in enumerate(boxes):
        assert 0 <= x < x + w <= WIDTH
        assert 0 <= y < y + h <= HEIGHT
        for x2, y2, w2, h2 in boxes[:place]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=70), st.text(max_size=70))
def test_any_names_and_words_can_be_drawn(name: str, words: str) -> None:
    seats = (replace(MARIA, name=name, note=words), replace(GIUSEPPE, name=words, note=name, computer=True))
    scene = replace(MID_DEAL, seats=seats, headline=words, score=name, last_word=words, trump_word=name)
    assert opened(draw_table(scene)).size == (WIDTH, HEIGHT)
    assert draw_hand(replace(HAND, note=words, trump_word=name))


def test_names_of_64_wide_letters_stay_off_the_neighbours() -> None:
    long = replace(MID_DEAL, seats=(replace(MARIA, name="W" * 64), GIUSEPPE))
    changed, plain = opened(draw_table(long)), opened(draw_table(MID_DEAL))
    plate = places(2).seats[0]
    left, top = plate.plate[0] - plate.width // 2, plate.plate[1] - 52
    for picture in (changed, plain):
        picture.paste((0, 0, 0), (left, top, left + plate.width, top + 104))
    assert changed.tobytes() == plain.tobytes()
