"""The picture of the table that everybody sees, 1280 × 832 pixels."""

from __future__ import annotations

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.cards import mark_name
from bot.pictures.layout import (
    HEIGHT,
    MOST_SEATS,
    PLATE_HEIGHT,
    WIDTH,
    SeatPlace,
    Side,
    TablePlaces,
    Words,
    places,
)
from bot.pictures.scene import TableScene
from bot.pictures.scoreboard import draw_scoreboard
from bot.pictures.scoresheet import draw_short_sheet
from bot.pictures.seats import draw_seat
from bot.pictures.text import Style

RIM = 8
HEAVIEST = 90_000
"""Bytes that a picture of the table should not exceed."""

HEADLINE = Style(38, "gold", "felt")
SCORE = Style(34, "white", "felt")
COUNT = Style(38, "gold", "felt")
TRUMP = Style(34, "white", "felt")
LAST = Style(27, "quiet", "felt")
LOBBY = Style(46, "gold", "felt")
FACT = Style(38, "white", "felt")

LAST_CARD: sprites.CardSize = 84
SMALL_LAST_CARD: sprites.CardSize = 60
"""The cards of a last trick of six: larger ones would cover each other and weigh more."""
SHEET_CORNER = (24, 540, 366, 808)


def draw_table(scene: TableScene) -> bytes:
    """The table as a PNG: the same bytes for the same scene."""
    canvas = Canvas.felt(WIDTH, HEIGHT, RIM)
    if scene.piles:
        draw_scoreboard(canvas, scene)
        return canvas.png(HEAVIEST)
    spots = places(len(scene.seats), open_hands=any(seat.open_hand for seat in scene.seats))
    for seat, spot in zip(scene.seats, spots.seats, strict=False):
        draw_seat(canvas, seat, spot, scene.deck)
    if _is_lobby(scene):
        _draw_lobby(canvas, scene, spots)
    else:
        _draw_play(canvas, scene, spots)
    return canvas.png(HEAVIEST)


def _is_lobby(scene: TableScene) -> bool:
    """Whether no card has been dealt yet: a whole pack waiting as ``stock`` changes nothing."""
    dealt = scene.trump or scene.trump_card or scene.called or scene.trick or scene.last_trick or scene.facts
    return not dealt and not any(seat.cards or seat.open_hand for seat in scene.seats)


def _is_left(scene: TableScene) -> bool:
    """Whether the game ended before its last trick: nobody holds a card or is to play, and nothing was counted."""
    busy = any(seat.cards or seat.open_hand or seat.on_turn for seat in scene.seats)
    return not busy and not scene.trick


def _write(canvas: Canvas, text: str, style: Style, words: Words) -> int:
    return canvas.write_lines(text, style, words.at, words.room, words.lines, words.part)


def _draw_lobby(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    top = any(spot.side == "up" for spot in spots.seats)
    few = len(scene.seats) <= 2
    aces = sprites.ornament("aces" if few else "aces-small")
    middle = 372 if few else 320 if top else 250
    canvas.put_centred(aces, WIDTH // 2, middle)
    below = (WIDTH // 2, middle + aces.height // 2 + (58 if few else 82))
    canvas.write_lines(scene.headline, LOBBY, below, 640 if few else 540, 2 if few else 3, 0.5)
    canvas.write_lines(scene.score, LAST, (WIDTH - 48, 72), spots.score.room, 2, 1)


def _draw_play(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    if _is_left(scene):
        x, y = spots.facts.at
        canvas.write_lines(scene.headline, LOBBY, (x, y - 30), spots.facts.room, 4, 0.5)
    else:
        _write(canvas, scene.headline, HEADLINE, spots.headline)
    _write(canvas, scene.score, SCORE, spots.score)
    _draw_stock(canvas, scene, spots)
    if scene.sheet is not None and scene.sheet.columns and _has_free_corner(scene):
        draw_short_sheet(canvas, scene.sheet, SHEET_CORNER)
    _draw_last_trick(canvas, scene, spots)
    _draw_trick(canvas, scene, spots)
    for seat, spot in zip(scene.seats, spots.seats, strict=False):
        if seat.on_turn:
            canvas.put_centred(sprites.ornament(f"arrow-{spot.side}"), *arrow_place(spot))


def _draw_trick(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    """The cards before their seats; while none lies there, the facts."""
    for place, code in scene.trick:
        x, y = spots.seats[place].card
        canvas.put_centred(sprites.card(scene.deck, code, spots.trick_card), x, y)
    if not scene.trick and not _is_left(scene):
        _draw_facts(canvas, scene.facts, spots.facts)


def _draw_facts(canvas: Canvas, facts: tuple[str, ...], words: Words) -> None:
    """The newest lines, as many as there is room for, around the middle."""
    shown = facts if len(facts) <= words.lines else ("…", *facts[1 - words.lines :])
    x, y = words.at
    top = y - (len(shown) - 1) * 26
    for number, fact in enumerate(shown):
        canvas.write(fact, FACT, (x, top + 52 * number + 13), words.room, 0.5)


def arrow_place(spot: SeatPlace) -> tuple[int, int]:
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


# Stock and tricks -------------------------------------------------------------------------------


def _has_free_corner(scene: TableScene) -> bool:
    """Whether nothing lies in the stock's corner of a large table: no stock, no trump, no word that there is none."""
    taken = scene.stock or scene.trump or scene.trump_card or scene.called or scene.trump_word
    return len(scene.seats) > 2 and not taken


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
        if scene.stock_top is not None:
            canvas.put(sprites.card(scene.deck, scene.stock_top, size), x, y)
    if scene.called is not None and not scene.stock:
        canvas.put(sprites.card(scene.deck, scene.called, size), x, y)
    _name_trump(canvas, scene, spots)


def _name_trump(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    """Under the stock: how many cards are left, and the trump's mark and name, or the word that there is none."""
    x, y = spots.stock
    size = spots.stock_card
    line_y = y + sprites.card_height(size) + (50 if len(scene.seats) <= 2 else 42)
    if scene.stock:
        canvas.write(f"×{scene.stock}", COUNT, (x + size // 2, line_y + 4), size, 0.5)
        x += size + 14
    elif scene.called is None:
        line_y -= sprites.card_height(size) // 3
    if scene.trump is not None:
        mark = sprites.ornament(mark_name(scene.deck, scene.trump))
        canvas.put(mark, x, line_y - 44)
        x += mark.width + 10
    canvas.write(scene.trump_word, TRUMP, (x, line_y + 3), spots.trump_end - x)


def _draw_last_trick(canvas: Canvas, scene: TableScene, spots: TablePlaces) -> None:
    if not scene.last_trick:
        return
    size = LAST_CARD if len(scene.last_trick) < MOST_SEATS else SMALL_LAST_CARD
    middle, y = spots.last_trick.at
    room = spots.last_trick.room
    lines = _write(canvas, scene.last_word, LAST, spots.last_trick)
    top = y - 8 + max(lines - 1, 0) * 34 + 26
    step = min(size + 12, (room - size) // max(len(scene.last_trick) - 1, 1))
    left = middle - (size + step * (len(scene.last_trick) - 1)) // 2
    for number, (seat, code) in enumerate(scene.last_trick):
        canvas.put(sprites.card(scene.deck, code, size), left + number * step, top)
        if seat == scene.last_winner:
            star = sprites.ornament("star")
            canvas.put_centred(star, left + number * step + size // 2, top + sprites.card_height(size) + 10)
