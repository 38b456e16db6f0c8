"""The picture of the table that everybody sees, 1280 × 832 pixels."""

from __future__ import annotations

from functools import cache

from bot.pictures import sprites
from bot.pictures.canvas import Canvas, plate
from bot.pictures.layout import HEIGHT, PLATE_HEIGHT, WIDTH, Side, SeatPlace, TablePlaces, places
from bot.pictures.ornaments import SIDES
from bot.pictures.scene import SeatScene, TableScene
from bot.pictures.scoreboard import draw_scoreboard
from bot.pictures.text import Style

RIM = 8

HEADLINE = Style(38, "gold", "felt")
SCORE = Style(34, "white", "felt")
COUNT = Style(38, "gold", "felt")
TRUMP = Style(34, "white", "felt")
LAST = Style(27, "quiet", "felt")
NAME = Style(36, "white", "plate")
NOTE = Style(26, "quiet", "plate", bold=False)
LOBBY = Style(46, "gold", "felt")

CORNER_ROOM = 370
HELD: sprites.CardSize = 60
HELD_FAN = 116
OPEN: sprites.CardSize = 84


def draw_table(scene: TableScene) -> bytes:
    """The table as a PNG: the same bytes for the same scene."""
    canvas = Canvas.felt(WIDTH, HEIGHT, RIM)
    if scene.piles:
        draw_scoreboard(canvas, scene)
        return canvas.png()
    spots = places(len(scene.seats))
    for seat, spot in zip(scene.seats, spots.seats, strict=False):
        _draw_seat(canvas, seat, spot, scene.deck)
    if _is_lobby(scene):
        _draw_lobby(canvas, scene)
    else:
        _draw_play(canvas, scene, spots)
    return canvas.png()


def _is_lobby(scene: TableScene) -> bool:
    """Whether no card has been dealt yet."""
    dealt = scene.stock or scene.trump or scene.trick or scene.last_trick
    return not dealt and not any(seat.cards or seat.open_hand for seat in scene.seats)


def _draw_lobby(canvas: Canvas, scene: TableScene) -> None:
    top = any(spot.side == "up" for spot in places(len(scene.seats)).seats)
    middle = 372 if top else 280
    canvas.put_centred(sprites.ornament("aces"), WIDTH // 2, middle)
    canvas.write_lines(scene.headline, LOBBY, (WIDTH // 2, middle + 236), 620, 2, 0.5)
    canvas.write_lines(scene.score, LAST, (WIDTH - 48, 72), CORNER_ROOM, 2, 1)


def _draw_play(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    canvas.write_lines(scene.headline, HEADLINE, (44, 76), CORNER_ROOM, 2)
    canvas.write_lines(scene.score, SCORE, (WIDTH - 44, 76), CORNER_ROOM, 2, 1)
    _draw_stock(canvas, scene, spots)
    _draw_last_trick(canvas, scene, spots)
    for seat, code in scene.trick:
        x, y = spots.seats[seat].card
        canvas.put_centred(sprites.card(scene.deck, code, spots.trick_card), x, y)
    for seat, spot in zip(scene.seats, spots.seats, strict=False):
        if seat.on_turn:
            canvas.put_centred(sprites.ornament(f"arrow-{spot.side}"), *_before(spot))


def _before(spot: SeatPlace) -> tuple[int, int]:
    """Where the arrow points from: between the seat's plate and its card's place, nearer to the plate."""
    x, y = spot.plate
    away = PLATE_HEIGHT // 2 + 66
    aside = spot.width // 2 + 66
    beside: dict[Side, tuple[int, int]] = {
        "down": (x, y - away),
        "up": (x, y + away),
        "right": (x - aside, y),
        "left": (x + aside, y),
    }
    return beside[spot.side]


# Seats ------------------------------------------------------------------------------------------


def _draw_seat(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    x, y = spot.plate
    left, top = x - spot.width // 2, y - PLATE_HEIGHT // 2
    canvas.put(plate((spot.width, PLATE_HEIGHT), 20, lit=seat.on_turn), left, top)
    if seat.open_hand:
        _draw_open_hand(canvas, seat, spot, deck)
    used = _draw_held(canvas, seat, deck, left + 14, y) if seat.cards and not seat.open_hand else 0
    _draw_words(canvas, seat, (left + 20 + used, y), spot.width - 40 - used, centred=not used)


def _draw_held(canvas: Canvas, seat: SeatScene, deck: str, x: int, y: int) -> int:
    """The backs of the cards a seat holds, as a fan; gives how much of the plate they take."""
    back = sprites.card(deck, sprites.BACK, HELD)
    step = min(22, (HELD_FAN - HELD) // max(seat.cards - 1, 1))
    for number in range(seat.cards):
        canvas.put(back, x + number * step, y - back.height // 2)
    return HELD + step * (seat.cards - 1) + 10


def _draw_open_hand(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    x, y = spot.plate
    height = sprites.card_height(OPEN)
    beside = y + PLATE_HEIGHT // 2 + 8 if spot.side != "down" else y - PLATE_HEIGHT // 2 - 8 - height
    step = min(OPEN + 6, (spot.width - OPEN) // max(len(seat.open_hand) - 1, 1))
    left = x - (OPEN + step * (len(seat.open_hand) - 1)) // 2
    for number, code in enumerate(seat.open_hand):
        canvas.put(sprites.card(deck, code, OPEN), left + number * step, beside)


def _draw_words(canvas: Canvas, seat: SeatScene, at: tuple[int, int], room: int, *, centred: bool) -> None:
    x, y = at
    marks = [sprites.ornament(name) for name in _marks(seat)]
    taken = sum(mark.width + 8 for mark in marks)
    name_y = y if seat.note else y + 13
    width = canvas.width_of(seat.name, NAME, room - taken) if seat.name else 0
    start = x + max(room - taken - width, 0) // 2 if centred else x
    for mark in marks:
        canvas.put_centred(mark, start + mark.width // 2, name_y - 13)
        start += mark.width + 8
    canvas.write(seat.name, NAME, (start, name_y), room - taken)
    canvas.write(seat.note, NOTE, (x + room // 2 if centred else x, y + 35), room, 0.5 if centred else 0)


def _marks(seat: SeatScene) -> list[str]:
    side = [f"side-{seat.side}"] if seat.side is not None and seat.side in SIDES else []
    return side + ["computer"] * seat.computer


# Stock and tricks -------------------------------------------------------------------------------


@cache
def _thickness(stock: int) -> int:
    """How many cards' edges are seen under the top one."""
    return min((stock - 1 + 7) // 8, 4) if stock > 1 else 0


def _draw_stock(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    x, y = spots.stock
    size = spots.stock_card
    height = sprites.card_height(size)
    if scene.stock and scene.trump_card is not None:
        across = sprites.card_across(scene.deck, scene.trump_card, size)
        canvas.put(across, x + size // 2, y + (height - across.height) // 2)
    if scene.stock > 1 or (scene.stock and scene.trump_card is None):
        back = sprites.card(scene.deck, sprites.BACK, size)
        for number in range(_thickness(scene.stock), -1, -1):
            canvas.put(back, x + 3 * number, y + 3 * number)
    _name_trump(canvas, scene, spots)


def _name_trump(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    """Under the stock: how many cards are left, and the trump's mark and name."""
    x, y = spots.stock
    size = spots.stock_card
    line_y = y + sprites.card_height(size) + (50 if len(scene.seats) <= 2 else 42)
    if scene.stock:
        canvas.write(f"×{scene.stock}", COUNT, (x + size // 2, line_y + 4), size, 0.5)
        x += size + 14
    else:
        line_y -= sprites.card_height(size) // 3
    if scene.trump is not None:
        mark = sprites.ornament(f"mark-{scene.trump}")
        canvas.put(mark, x, line_y - 44)
        canvas.write(scene.trump_word, TRUMP, (x + mark.width + 10, line_y + 3), 410 - x - mark.width)


def _draw_last_trick(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    if not scene.last_trick:
        return
    size: sprites.CardSize = 84
    middle, y = spots.last_trick
    lines = canvas.write_lines(scene.last_word, LAST, (middle, y), 350, 2, 0.5)
    top = y - 8 + max(lines - 1, 0) * 34 + 26
    step = min(size + 12, (350 - size) // max(len(scene.last_trick) - 1, 1))
    left = middle - (size + step * (len(scene.last_trick) - 1)) // 2
    for number, (seat, code) in enumerate(scene.last_trick):
        canvas.put(sprites.card(scene.deck, code, size), left + number * step, top)
        if seat == scene.last_winner:
            star = sprites.ornament("star")
            canvas.put_centred(star, left + number * step + size // 2, top + sprites.card_height(size))
