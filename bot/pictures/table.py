"""The picture of the table that everybody sees, 1280 × 832 pixels."""

from __future__ import annotations

from bot.pictures import sprites
from bot.pictures.canvas import Canvas, plate
from bot.pictures.layout import HEIGHT, PEEK, PLATE_HEIGHT, WIDTH, SeatPlace, Side, TablePlaces, places
from bot.pictures.ornaments import SIDES
from bot.pictures.scene import SeatScene, TableScene
from bot.pictures.scoreboard import draw_scoreboard
from bot.pictures.sprites import Sprite
from bot.pictures.text import Style

RIM = 8

HEADLINE = Style(38, "gold", "felt")
SCORE = Style(34, "white", "felt")
COUNT = Style(38, "gold", "felt")
TRUMP = Style(34, "white", "felt")
LAST = Style(27, "quiet", "felt")
NAME = Style(36, "white", "plate")
NOTE = Style(26, "quiet", "plate", bold=False)
FREE = Style(36, "quiet", "plate")
LOBBY = Style(46, "gold", "felt")

CORNER_ROOM = 350
LAST_ROOM = 330
HELD: sprites.CardSize = 60
HELD_FAN = 116


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
    """Whether no card has been dealt yet: a whole pack waiting as ``stock`` changes nothing."""
    dealt = scene.trump or scene.trump_card or scene.trick or scene.last_trick
    return not dealt and not any(seat.cards or seat.open_hand for seat in scene.seats)


def _is_left(scene: TableScene) -> bool:
    """Whether the game ended before its last trick: nobody holds a card or is to play, and nothing was counted."""
    busy = any(seat.cards or seat.open_hand or seat.on_turn for seat in scene.seats)
    return not busy and not scene.trick


def _draw_lobby(canvas: Canvas, scene: TableScene) -> None:
    top = any(spot.side == "up" for spot in places(len(scene.seats)).seats)
    middle = 372 if top else 280
    canvas.put_centred(sprites.ornament("aces"), WIDTH // 2, middle)
    canvas.write_lines(scene.headline, LOBBY, (WIDTH // 2, middle + 258), 640, 2, 0.5)
    canvas.write_lines(scene.score, LAST, (WIDTH - 48, 72), CORNER_ROOM, 2, 1)


def _draw_play(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    if _is_left(scene):
        canvas.write_lines(scene.headline, LOBBY, (WIDTH // 2 + 20, 380), 430, 4, 0.5)
    else:
        canvas.write_lines(scene.headline, HEADLINE, (44, 76), CORNER_ROOM, 3 if len(scene.seats) <= 2 else 2)
    canvas.write_lines(scene.score, SCORE, (WIDTH - 44, 76), CORNER_ROOM, 2, 1)
    _draw_stock(canvas, scene, spots)
    _draw_last_trick(canvas, scene, spots)
    for place, code in scene.trick:
        x, y = spots.seats[place].card
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
    across = spot.side in ("down", "up")
    if seat.cards and not (across or seat.open_hand):
        _draw_backs(canvas, deck, seat.cards, (left + 20, top - PEEK), (HELD - 24, spot.width - 130))
    canvas.put(plate((spot.width, PLATE_HEIGHT), 20, lit=seat.on_turn), left, top)
    if seat.open_hand:
        _draw_open_hand(canvas, seat, spot, deck)
    if not (seat.name or seat.cards):
        canvas.write(seat.note, FREE, (x, y + 13), spot.width - 44, 0.5)
    elif across:
        _draw_wide(canvas, seat, spot, deck)
    else:
        _draw_narrow(canvas, seat, spot)


def _draw_wide(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    """Held cards, marks and words side by side, as a group in the middle of the plate."""
    x, y = spot.plate
    fan = _fan_width(seat.cards, (22, HELD_FAN)) + 16 if seat.cards and not seat.open_hand else 0
    marks = _marks(seat)
    lead = fan + sum(mark.width + 8 for mark in marks)
    room = spot.width - 44 - lead
    words = max(canvas.width_of(seat.name, NAME, room), canvas.width_of(seat.note, NOTE, room))
    left = x - (lead + words) // 2
    if fan:
        top = y - sprites.card_height(HELD) // 2
        _draw_backs(canvas, deck, seat.cards, (left, top), (22, HELD_FAN))
    left = _draw_marks(canvas, marks, left + fan, y)
    part = 0.0 if fan else 0.5
    left += 0 if fan else words // 2
    canvas.write(seat.name, NAME, (left, y if seat.note else y + 13), room, part)
    canvas.write(seat.note, NOTE, (left, y + 35), room, part)


def _draw_narrow(canvas: Canvas, seat: SeatScene, spot: SeatPlace) -> None:
    """The words on the plate, the marks over its right end."""
    x, y = spot.plate
    room = spot.width - 36
    canvas.write(seat.name, NAME, (x, y if seat.note else y + 13), room, 0.5)
    canvas.write(seat.note, NOTE, (x, y + 35), room, 0.5)
    marks = _marks(seat)
    taken = sum(mark.width + 8 for mark in marks)
    _draw_marks(canvas, marks, x + spot.width // 2 - 12 - taken, y - PLATE_HEIGHT // 2 - PEEK // 2)


def _fan_width(cards: int, fan: tuple[int, int]) -> int:
    step, most = fan
    return HELD + min(step, (most - HELD) // max(cards - 1, 1)) * (cards - 1)


def _draw_backs(canvas: Canvas, deck: str, cards: int, at: tuple[int, int], fan: tuple[int, int]) -> None:
    """The backs of the cards a seat holds: ``fan`` is the step between them and the most room they take."""
    back = sprites.card(deck, sprites.BACK, HELD)
    step = (_fan_width(cards, fan) - HELD) // max(cards - 1, 1)
    for number in range(cards):
        canvas.put(back, at[0] + number * step, at[1])


def _marks(seat: SeatScene) -> list[Sprite]:
    """What is drawn beside a name: the side's letter, the computer's mark."""
    side = [f"side-{seat.side}"] if seat.side is not None and seat.side in SIDES else []
    return [sprites.ornament(name) for name in side + ["computer"] * seat.computer]


def _draw_marks(canvas: Canvas, marks: list[Sprite], x: int, y: int) -> int:
    """The marks from ``x`` on, their middles at ``y``; gives where they end."""
    for mark in marks:
        canvas.put_centred(mark, x + mark.width // 2, y)
        x += mark.width + 8
    return x


def _draw_open_hand(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    """Cards that all may see: beside the trick's card for a seat at the bottom or top, else over the plate."""
    x, y = spot.plate
    size = spot.open_card
    room = 3 * size + 18
    away = PLATE_HEIGHT // 2 + 8
    top = y + away if spot.side == "up" else y - away - sprites.card_height(size)
    left = spot.card[0] + size + 20
    if spot.side in ("left", "right"):
        left, room = x - spot.width // 2 + 4, spot.width - 110
    step = min(size + 6, (room - size) // max(len(seat.open_hand) - 1, 1))
    for number, code in enumerate(seat.open_hand):
        canvas.put(sprites.card(deck, code, size), left + number * step, top)


# Stock and tricks -------------------------------------------------------------------------------


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
        x += mark.width + 10
        canvas.write(scene.trump_word, TRUMP, (x, line_y + 3), spots.trump_end - x)


def _draw_last_trick(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    if not scene.last_trick:
        return
    size: sprites.CardSize = 84
    middle, y = spots.last_trick
    lines = canvas.write_lines(scene.last_word, LAST, (middle, y), LAST_ROOM, 2, 0.5)
    top = y - 8 + max(lines - 1, 0) * 34 + 26
    step = min(size + 12, (LAST_ROOM - size) // max(len(scene.last_trick) - 1, 1))
    left = middle - (size + step * (len(scene.last_trick) - 1)) // 2
    for number, (seat, code) in enumerate(scene.last_trick):
        canvas.put(sprites.card(scene.deck, code, size), left + number * step, top)
        if seat == scene.last_winner:
            star = sprites.ornament("star")
            canvas.put_centred(star, left + number * step + size // 2, top + sprites.card_height(size) + 10)
