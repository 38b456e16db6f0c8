"""A seat on the table picture: its plate with the side's colour and letter, name, badge and marks, and its cards."""

from __future__ import annotations

from bot.pictures import sprites
from bot.pictures.canvas import Canvas, badge, plate
from bot.pictures.layout import PEEK, PLATE_HEIGHT, SeatPlace
from bot.pictures.ornaments import SIDES
from bot.pictures.scene import SeatScene
from bot.pictures.sprites import Sprite
from bot.pictures.text import Line, Style, fits, line, wrapped

NAME = Style(38, "white", "plate")
TWO_LINED = Style(32, "white", "plate")
NOTE = Style(28, "quiet", "plate", bold=False)
FREE = Style(36, "quiet", "plate")
ROLE = 29

HELD: sprites.CardSize = 60
HELD_FAN = 30
"""The held cards on a plate take so much and a seventh of the plate."""
BORDER = 5
GAP = 8
LEAST_NOTE = 56
"""A note beside a badge needs at least so much room."""


def draw_seat(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    """The seat's plate and all that is on and over it."""
    left, top, _, _ = spot.box
    across = spot.side in ("down", "up")
    if seat.cards and not (across or seat.open_hand):
        marks = sum(mark.width + GAP for mark in _marks(seat))
        _draw_backs(
            canvas, deck, seat.cards, (left + 20, top - PEEK), (HELD - 24, spot.width - 40 - max(marks, 60))
        )
    canvas.put(plate((spot.width, PLATE_HEIGHT), 20, lit=seat.on_turn), left, top)
    tab = _tab(seat)
    if tab:
        canvas.put(tab, left + BORDER, top + BORDER)
    if seat.open_hand:
        _draw_open_hand(canvas, seat, spot, deck)
    if not (seat.name or seat.cards or seat.open_hand):
        _draw_free(canvas, seat, spot)
    elif across or seat.open_hand:
        _draw_wide(canvas, seat, spot, deck)
    else:
        _draw_narrow(canvas, seat, spot)


def _tab(seat: SeatScene) -> Sprite | None:
    return sprites.ornament(f"tab-{seat.side}") if seat.side is not None and seat.side in SIDES else None


def _inside(seat: SeatScene, spot: SeatPlace) -> tuple[int, int]:
    """Where words may begin and end on the plate: beside the tab, if there is one."""
    left, _, right, _ = spot.box
    tab = _tab(seat)
    return left + (BORDER + tab.width + 12 if tab else 20), right - 18


def _draw_free(canvas: Canvas, seat: SeatScene, spot: SeatPlace) -> None:
    start, end = _inside(seat, spot)
    canvas.write(seat.note, FREE, ((start + end) // 2, spot.plate[1] + 13), end - start, 0.5)


def _draw_wide(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    """Held cards, words and marks side by side, as a group in the middle of the plate."""
    start, end = _inside(seat, spot)
    y = spot.plate[1]
    fanned = (22, HELD_FAN + spot.width // 7)
    fan = _fan_width(seat.cards, fanned) + 16 if seat.cards and not seat.open_hand else 0
    marks = _marks(seat)
    beside = max((GAP + mark.width for mark in marks), default=0)
    room = end - start - fan - beside
    rows = _name_rows(seat, room)
    words = _words_width(canvas, seat, rows, room)
    left = start + (room - words) // 2
    if fan:
        top = y - sprites.card_height(HELD) // 2
        _draw_backs(canvas, deck, seat.cards, (left, top), fanned)
    _draw_words(canvas, seat, rows, (left + fan, y, words), centred=not fan)
    _draw_marks_stacked(canvas, marks, left + fan + words + beside // 2 + GAP // 2, y)


def _draw_narrow(canvas: Canvas, seat: SeatScene, spot: SeatPlace) -> None:
    """The words on the plate, the marks over its right end."""
    start, end = _inside(seat, spot)
    room = end - start
    _draw_words(canvas, seat, _name_rows(seat, room), (start, spot.plate[1], room), centred=True)
    marks = _marks(seat)
    taken = sum(mark.width + GAP for mark in marks)
    _, top, right, _ = spot.box
    _draw_marks(canvas, marks, right - 12 - taken, top - PEEK // 2)


# Words ------------------------------------------------------------------------------------------


def _under(canvas: Canvas, seat: SeatScene, room: int) -> tuple[Sprite | None, int]:
    """What stands under the name: the badge, and how much room the note has beside it."""
    if not seat.role:
        return None, canvas.width_of(seat.note, NOTE, room)
    pill = badge(seat.role, ROLE, room)
    left = room - pill.width - GAP
    return pill, canvas.width_of(seat.note, NOTE, left) if left >= LEAST_NOTE else 0


def _words_width(canvas: Canvas, seat: SeatScene, rows: tuple[Line, ...], room: int) -> int:
    pill, note = _under(canvas, seat, room)
    below = (pill.width + GAP * bool(note) if pill else 0) + note
    return max(*(row.sprite.width for row in rows), below)


def _name_rows(seat: SeatScene, room: int) -> tuple[Line, ...]:
    """The name on one line; a long one on two if nothing stands under it."""
    alone = not (seat.role or seat.note)
    if alone and " " in seat.name.strip() and not fits(seat.name, NAME, room):
        return wrapped(seat.name, TWO_LINED, room, 2)
    return (line(seat.name, NAME, room),)


def _draw_words(
    canvas: Canvas, seat: SeatScene, rows: tuple[Line, ...], place: tuple[int, int, int], *, centred: bool
) -> None:
    """The name, and under it the badge and the note: from where on, around which height, and the room across."""
    x, y, room = place
    part = 0.5 if centred else 0.0
    pill, note = _under(canvas, seat, room)
    base = y + (-10 if pill or len(rows) > 1 else 0 if seat.note else 13)
    for number, row in enumerate(rows):
        start = x + round((room - row.sprite.width) * part)
        canvas.put(row.sprite, start, base + 40 * number - row.baseline)
    below = (pill.width + GAP * bool(note) if pill else 0) + note
    x += round((room - below) * part)
    if pill:
        canvas.put(pill, x, y + 4)
        x += pill.width + GAP
    if note:
        canvas.write(seat.note, NOTE, (x, y + 35), note if pill is None else room - pill.width - GAP)


# Marks and cards --------------------------------------------------------------------------------


def _marks(seat: SeatScene) -> list[Sprite]:
    """What is drawn beside a name: who dealt, and the computer's mark."""
    return [sprites.ornament(name) for name in ["dealer"] * seat.dealer + ["computer"] * seat.computer]


def _draw_marks(canvas: Canvas, marks: list[Sprite], x: int, y: int) -> None:
    """The marks from ``x`` on, their middles at ``y``."""
    for mark in marks:
        canvas.put_centred(mark, x + mark.width // 2, y)
        x += mark.width + GAP


def _draw_marks_stacked(canvas: Canvas, marks: list[Sprite], x: int, y: int) -> None:
    """The marks one over the other around the middle (x, y)."""
    for number, mark in enumerate(marks):
        canvas.put_centred(mark, x, y + 45 * number - 45 * (len(marks) - 1) // 2)


def _fan_width(cards: int, fan: tuple[int, int]) -> int:
    step, most = fan
    return HELD + min(step, (most - HELD) // max(cards - 1, 1)) * (cards - 1)


def _draw_backs(canvas: Canvas, deck: str, cards: int, at: tuple[int, int], fan: tuple[int, int]) -> None:
    """The backs of the cards a seat holds: ``fan`` is the step between them and the most room they take."""
    step = (_fan_width(cards, fan) - HELD) // max(cards - 1, 1)
    canvas.put(sprites.fan(deck, sprites.BACK, HELD, cards, step), *at)


def _draw_open_hand(canvas: Canvas, seat: SeatScene, spot: SeatPlace, deck: str) -> None:
    """Cards that all may see, side by side or as a fan."""
    x, y = spot.open.at
    size = spot.open.card
    step = min(size + 8, (spot.open.room - size) // max(len(seat.open_hand) - 1, 1))
    for number, code in enumerate(seat.open_hand):
        canvas.put(sprites.card(deck, code, size), x + number * step, y)
