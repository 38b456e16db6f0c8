"""The picture of one player's hand, for that player alone."""

from __future__ import annotations

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.scene import HandScene
from bot.pictures.text import Style, wrapped

CARD: sprites.CardSize = 240
MARGIN = 20
GAP = 16
FOOT = 104
WIDEST = 1240
NARROWEST = 784
TRUMP_CARD: sprites.CardSize = 60

TRUMP = Style(36, "white", "felt")
NOTE = Style(32, "gold", "felt")


def draw_hand(scene: HandScene) -> bytes:
    """The hand as a PNG: the same bytes for the same scene."""
    step, width = _spread(len(scene.cards), on_turn=scene.on_turn)
    cards = CARD + step * (len(scene.cards) - 1) if scene.cards else 0
    aside = _aside(on_turn=scene.on_turn)
    height = MARGIN + sprites.card_height(CARD) + FOOT
    canvas = Canvas.felt(width, height)
    left = (width - cards - aside) // 2
    for number, code in enumerate(scene.cards):
        canvas.put(sprites.card(scene.deck, code, CARD), left + number * step, MARGIN)
    if scene.on_turn:
        canvas.put_centred(
            sprites.ornament("attention"), left + cards + aside // 2 + 8, height // 2 - FOOT // 2 + 10
        )
    _draw_foot(canvas, scene, width, height)
    return canvas.png()


def _aside(*, on_turn: bool) -> int:
    return sprites.ornament("attention").width + 16 if on_turn else 0


def _spread(count: int, *, on_turn: bool) -> tuple[int, int]:
    """How far apart the cards lie, and how wide the picture is."""
    aside = _aside(on_turn=on_turn)
    room = WIDEST - 2 * MARGIN - aside
    step = min(CARD + GAP, (room - CARD) // max(count - 1, 1))
    return step, max(NARROWEST, CARD + step * max(count - 1, 0) + aside + 2 * MARGIN)


def _draw_foot(canvas: Canvas, scene: HandScene, width: int, height: int) -> None:
    """Under the cards: the trump by mark, name and card, and the note."""
    x, middle = MARGIN + 4, height - FOOT // 2
    if scene.trump is not None:
        mark = sprites.ornament(f"mark-{scene.trump}")
        canvas.put(mark, x, middle - mark.height // 2)
        x += mark.width + 12
        canvas.write(scene.trump_word, TRUMP, (x, middle + 13), width // 3)
        x += canvas.width_of(scene.trump_word, TRUMP, width // 3) + 12
    if scene.trump_card is not None:
        small = sprites.card(scene.deck, scene.trump_card, TRUMP_CARD)
        canvas.put(small, x, middle - small.height // 2 - 4)
        x += small.width + 12
    room = width - x - 2 * MARGIN
    several = len(wrapped(scene.note, NOTE, room, 2)) > 1
    canvas.write_lines(scene.note, NOTE, (width - MARGIN - 4, middle - (8 if several else -12)), room, 2, 1)
