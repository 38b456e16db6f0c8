"""The end of a deal on the table picture: what each side took and was worth, and the match's score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures import sprites
from bot.pictures.canvas import Canvas, badge, plate
from bot.pictures.layout import HEIGHT, WIDTH, Box
from bot.pictures.ornaments import SIDES
from bot.pictures.scene import PileScene, TableScene
from bot.pictures.scoresheet import draw_sheet, sheet_height
from bot.pictures.text import Style, wrapped

HEADLINE = Style(50, "gold", "felt")
SCORE = Style(32, "white", "felt")
LABEL = Style(36, "white", "plate")
LINE = 42

MARGIN = 28
GAP = 14
PAD = 22
FIRST_ROW = 150
HIGHEST_LYING, HIGHEST_STANDING = 300, 580
WORDS = 400
LOW_STANDING = 420
ROOM_FOR_THREE = 230
"""From this height on a label may have three lines."""
LYING = 2
"""Up to so many piles lie one below the other, the words at their left; more stand beside each other."""
MOST_ACROSS = 4

PILE_CARDS: tuple[sprites.CardSize, ...] = (120, 100, 84, 60)
BETWEEN = 8
LEAST_SEEN = 0.45
"""How much of a card is seen at least before smaller cards are taken."""
MOST_DETAIL = 1600
"""Cards of so much detail, and one more for each row of pixels above the sheet, keep the picture light (measured)."""


def draw_scoreboard(canvas: Canvas, scene: TableScene) -> None:
    """The headline and score, under them the piles, and the score sheet at the foot."""
    canvas.write(scene.headline, HEADLINE, (WIDTH // 2, 88 if scene.score else 100), WIDTH - 120, 0.5)
    canvas.write(scene.score, SCORE, (WIDTH // 2, 132), WIDTH - 120, 0.5)
    bottom = HEIGHT - MARGIN
    if scene.sheet is not None and scene.sheet.columns:
        top = bottom - sheet_height(scene.sheet)
        draw_sheet(canvas, scene.sheet, (MARGIN, top, WIDTH - MARGIN, bottom))
        bottom = top - GAP
    _draw_piles(canvas, scene.piles, scene.deck, bottom)


def _draw_piles(canvas: Canvas, piles: tuple[PileScene, ...], deck: str, bottom: int) -> None:
    """The piles between the headline and ``bottom``, the cards of all in one size."""
    boxes = _boxes(len(piles), bottom)
    lying = len(piles) <= LYING
    draw = _draw_lying if lying else _draw_standing
    for pile, (left, top, right, low) in zip(piles, boxes, strict=True):
        canvas.put(plate((right - left, low - top), 24, lit=pile.winner), left, top)
    areas = [
        draw(canvas, pile, (left + PAD, top, right - PAD, low))
        for pile, (left, top, right, low) in zip(piles, boxes, strict=True)
    ]
    if not lying:
        areas = _level(areas, boxes)
    size = _common_size([len(pile.cards) for pile in piles], areas, MOST_DETAIL + bottom)
    for pile, area in zip(piles, areas, strict=True):
        _draw_cards(canvas, pile, deck, area, size, centred=lying)


def _level(areas: list[Box], boxes: list[Box]) -> list[Box]:
    """The areas, each as far below the top of its box as the lowest of them."""
    down = max(area[1] - box[1] for area, box in zip(areas, boxes, strict=True))
    return [
        (left, box[1] + down, right, bottom)
        for (left, _, right, bottom), box in zip(areas, boxes, strict=True)
    ]


def _boxes(count: int, bottom: int) -> list[Box]:
    """A box for each pile between the headline and ``bottom``."""
    across = 1 if count <= LYING else count if count <= MOST_ACROSS else -(-count // 2)
    rows = -(-count // across)
    highest = HIGHEST_LYING if count <= LYING else HIGHEST_STANDING
    height = min((bottom - FIRST_ROW + GAP) // rows - GAP, highest)
    width = (WIDTH - 2 * MARGIN + GAP) // across - GAP
    first = FIRST_ROW + (bottom - FIRST_ROW - rows * (height + GAP) + GAP) // 2
    corners = (
        (MARGIN + place % across * (width + GAP), first + place // across * (height + GAP))
        for place in range(count)
    )
    return [(left, top, left + width, top + height) for left, top in corners]


def _draw_lying(canvas: Canvas, pile: PileScene, box: Box) -> Box:
    """The words at the left, in the middle of the height; gives where the cards have room, at the right."""
    left, top, right, bottom = box
    size = 76 if bottom - top >= 190 else 56
    most = 2 if bottom - top < ROOM_FOR_THREE else 3
    lines = _label_lines(pile, WORDS, most)
    first = top + (bottom - top - lines * LINE - round(size * 1.05)) // 2
    _draw_words(canvas, pile, (left, first), WORDS, size, most)
    return left + WORDS + PAD, top + PAD // 2, right, bottom - PAD // 2


def _draw_standing(canvas: Canvas, pile: PileScene, box: Box) -> Box:
    """The words on top; gives where the cards have room, under them."""
    left, top, right, bottom = box
    low = bottom - top < LOW_STANDING
    size, most = (54, 1) if low else (76, 2)
    below = top + 8 + _label_lines(pile, right - left, most) * LINE + size
    _draw_words(canvas, pile, (left, top + 8), right - left, size, most)
    return left, below + 6, right, bottom - PAD // 2


# Words ------------------------------------------------------------------------------------------


def _lead(pile: PileScene) -> int:
    """How much room the side's letter takes before the label."""
    marked = pile.side is not None and pile.side in SIDES
    return sprites.ornament(f"side-{pile.side}").width + 12 if marked else 0


def _label_lines(pile: PileScene, room: int, most: int = 2) -> int:
    return max(len(wrapped(pile.label, LABEL, room - _lead(pile), most)), 1)


def _draw_words(
    canvas: Canvas, pile: PileScene, at: tuple[int, int], room: int, size: int, most: int = 2
) -> None:
    """The side's letter and label, and under them its points."""
    x, y = at
    lead = _lead(pile)
    if lead:
        canvas.put(sprites.ornament(f"side-{pile.side}"), x, y)
    canvas.write_lines(pile.label, LABEL, (x + lead, y + 35), room - lead, most)
    base = y + _label_lines(pile, room, most) * LINE + round(size * 0.92)
    _draw_points(canvas, pile, (x, base), size)


def _draw_points(canvas: Canvas, pile: PileScene, at: tuple[int, int], size: int) -> None:
    """The points, a star before them for the winner, and behind them what the deal brought."""
    x, y = at
    middle = y - size * 3 // 8
    if pile.winner:
        star = sprites.ornament("star")
        canvas.put(star, x, middle - star.height // 2)
        x += star.width + 8
    style = Style(size, "gold" if pile.winner else "white")
    canvas.write(str(pile.points), style, (x, y), 150)
    x += canvas.width_of(str(pile.points), style, 150) + 10
    if pile.score:
        pill = badge(pile.score, 36 if size > 60 else 32, 150)
        canvas.put(pill, x, middle - pill.height // 2)


# Cards ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rows:
    """How cards lie in a box: how large, how many in a row, and how far apart."""

    card: sprites.CardSize
    across: int
    step: int

    @property
    def seen(self) -> float:
        """How much of a covered card is seen."""
        return min(self.step / self.card, 1.0)

    def detail(self, count: int) -> float:
        """How much so many cards weigh: by their seen breadth most, since small cards hold as much as large ones."""
        ends = -(-count // self.across)
        across = ends * self.card + (count - ends) * min(self.step, self.card)
        return across * (1 + sprites.card_height(self.card) / 350)


def _common_size(counts: list[int], boxes: list[Box], most: float) -> sprites.CardSize:
    """The largest cards that fit into all boxes and hold no more detail than ``most``."""
    for size in PILE_CARDS:
        rows = [_rows(count, box, size) for count, box in zip(counts, boxes, strict=True)]
        fit = all(one.card == size for one in rows)
        if fit and sum(map(_Rows.detail, rows, counts)) <= most:
            return size
    return PILE_CARDS[-1]


def _arranged(count: int, box: Box, largest: sprites.CardSize) -> _Rows:
    """The largest cards of which enough is seen in as few rows as can be; else the smallest in the most rows."""
    left, top, right, bottom = box
    found = _row(PILE_CARDS[-1], count, right - left, 1)
    for size in PILE_CARDS[PILE_CARDS.index(largest) :]:
        most = (bottom - top + BETWEEN) // (sprites.card_height(size) + BETWEEN)
        for rows in range(1, most + 1):
            found = _row(size, count, right - left, rows)
            if found.seen >= LEAST_SEEN:
                return found
    return found


def _rows(count: int, box: Box, largest: sprites.CardSize) -> _Rows:
    """How so many cards lie in a box: in more rows, while there is room for them and cards cover each other."""
    found = _arranged(count, box, largest)
    left, top, right, bottom = box
    most = (bottom - top + BETWEEN) // (sprites.card_height(found.card) + BETWEEN)
    rows = -(-count // found.across)
    while found.seen < 1 and rows < most:
        rows += 1
        found = _row(found.card, count, right - left, rows)
    return found


def _row(size: sprites.CardSize, count: int, room: int, rows: int) -> _Rows:
    across = max(-(-count // rows), 1)
    return _Rows(size, across, min(size + 8, (room - size) // max(across - 1, 1)))


def _draw_cards(
    canvas: Canvas, pile: PileScene, deck: str, box: Box, largest: sprites.CardSize, *, centred: bool
) -> None:
    """The cards that made the points, in rows in the middle of their room or from its top."""
    left, top, _, bottom = box
    spread = _rows(len(pile.cards), box, largest)
    down = sprites.card_height(spread.card) + BETWEEN
    used = -(-len(pile.cards) // spread.across) * down - BETWEEN
    y = top + (bottom - top - used) // 2 if centred else top
    for number, code in enumerate(pile.cards):
        row, place = divmod(number, spread.across)
        canvas.put(sprites.card(deck, code, spread.card), left + place * spread.step, y + row * down)
