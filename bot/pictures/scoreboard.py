"""The end of a deal on the table picture: what each side took and what it was worth."""

from __future__ import annotations

from bot.pictures import sprites
from bot.pictures.canvas import Canvas, plate
from bot.pictures.layout import HEIGHT, WIDTH
from bot.pictures.scene import PileScene, TableScene
from bot.pictures.text import Style

HEADLINE = Style(50, "gold", "felt")
SCORE = Style(32, "white", "felt")
LABEL = Style(34, "white", "plate")

MARGIN = 32
GAP = 18
FIRST_ROW = 150
WORDS_ROOM = 290
LOW_ROW = 160


def draw_scoreboard(canvas: Canvas, scene: TableScene) -> None:
    """The headline and score, and under them a row for each pile."""
    canvas.write(scene.headline, HEADLINE, (WIDTH // 2, 88 if scene.score else 100), WIDTH - 120, 0.5)
    canvas.write(scene.score, SCORE, (WIDTH // 2, 132), WIDTH - 120, 0.5)
    count = len(scene.piles)
    height = min((HEIGHT - FIRST_ROW - MARGIN + GAP) // count - GAP, 300)
    top = FIRST_ROW + (HEIGHT - FIRST_ROW - MARGIN - count * (height + GAP) + GAP) // 2
    for number, pile in enumerate(scene.piles):
        _draw_pile(canvas, pile, scene.deck, top + number * (height + GAP), height)


def _draw_pile(canvas: Canvas, pile: PileScene, deck: str, top: int, height: int) -> None:
    width = WIDTH - 2 * MARGIN
    canvas.put(plate((width, height), 24, lit=pile.winner), MARGIN, top)
    middle = top + height // 2
    words = MARGIN + 28 + WORDS_ROOM // 2
    low = height < LOW_ROW
    canvas.write(pile.label, LABEL, (words, middle - (10 if low else 24)), WORDS_ROOM, 0.5)
    style = Style(48 if low else 76, "gold" if pile.winner else "white")
    canvas.write(str(pile.points), style, (words, middle + (42 if low else 54)), WORDS_ROOM, 0.5)
    if pile.winner:
        beside = canvas.width_of(str(pile.points), style, WORDS_ROOM) // 2 + 36
        canvas.put_centred(sprites.ornament("star"), words - beside, middle + (24 if low else 26))
    at = (MARGIN + WORDS_ROOM + 60, middle)
    _draw_cards(canvas, pile, deck, _size(height), at, width - WORDS_ROOM - 90)


def _size(height: int) -> sprites.CardSize:
    """The largest cards that fit into a row so high."""
    if sprites.card_height(120) <= height - 24:
        return 120
    return 84 if sprites.card_height(84) <= height - 24 else 60


def _draw_cards(
    canvas: Canvas, pile: PileScene, deck: str, size: sprites.CardSize, at: tuple[int, int], room: int
) -> None:
    step = min(size + 8, (room - size) // max(len(pile.cards) - 1, 1))
    y = at[1] - sprites.card_height(size) // 2
    for number, code in enumerate(pile.cards):
        canvas.put(sprites.card(deck, code, size), at[0] + number * step, y)
