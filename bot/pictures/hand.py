"""The picture of one player's hand, for that player alone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures import sprites
from bot.pictures.canvas import Canvas
from bot.pictures.cards import mark_name
from bot.pictures.scene import HandScene
from bot.pictures.text import Style, wrapped

IN_ONE_ROW = 5
"""More cards than these lie in two rows, of smaller cards in a narrower picture: on a phone they look as large."""
CARDS: dict[int, sprites.CardSize] = {IN_ONE_ROW: 240, 6: 168, 8: 144}
"""How large the cards are, up to so many of them, for the picture to be light."""
SMALLEST: sprites.CardSize = 120
"""Of more cards, which no usual game deals."""

MARGIN = 20
GAP = 16
FOOT = 116
WIDEST = 1240
HEAVIEST = 60_000
"""Bytes that a picture of a hand should not exceed."""
NARROWEST = 784
NARROWEST_ROWS = 734
"""Two rows of four small cards with the red mark: wide enough for the words under them."""
TRUMP_CARD: sprites.CardSize = 60

OTHER_CARD: sprites.CardSize = 84
OTHER_NAME = 44
OTHERS_ACROSS = 2

TRUMP = Style(36, "white", "felt")
NOTE = Style(32, "gold", "felt")
NAME = Style(30, "quiet", "felt")


@dataclass(frozen=True, slots=True)
class _Spread:
    """How the cards lie: how large, how many in a row, how far apart, and how wide the picture is."""

    card: sprites.CardSize
    across: int
    step: int
    width: int

    @property
    def row(self) -> int:
        """From the top of one row to that of the next."""
        return sprites.card_height(self.card) + GAP


def draw_hand(scene: HandScene) -> bytes:
    """The hand as a PNG: the same bytes for the same scene."""
    spread = _spread(len(scene.cards), on_turn=scene.on_turn)
    rows = -(-len(scene.cards) // spread.across) or 1
    top = MARGIN + _others_height(len(scene.others))
    height = top + rows * spread.row - GAP + FOOT
    canvas = Canvas.felt(spread.width, height)
    _draw_others(canvas, scene, spread.width)
    _draw_cards(canvas, scene, spread, top)
    _draw_foot(canvas, scene, spread.width, height)
    return canvas.png(HEAVIEST)


def _aside(*, on_turn: bool) -> int:
    return sprites.ornament("attention").width + 16 if on_turn else 0


def _spread(count: int, *, on_turn: bool) -> _Spread:
    aside = _aside(on_turn=on_turn)
    across = count if count <= IN_ONE_ROW else -(-count // 2)
    fit: list[sprites.CardSize] = [size for most, size in CARDS.items() if count <= most]
    card = fit[0] if fit else SMALLEST
    room = WIDEST - 2 * MARGIN - aside
    step = min(card + GAP, (room - card) // max(across - 1, 1))
    narrowest = NARROWEST if count <= IN_ONE_ROW else NARROWEST_ROWS
    width = max(narrowest, card + step * max(across - 1, 0) + aside + 2 * MARGIN)
    return _Spread(card, max(across, 1), step, width)


def _draw_cards(canvas: Canvas, scene: HandScene, spread: _Spread, top: int) -> None:
    """The player's own cards, and beside them the red mark when it is their turn."""
    longest = min(len(scene.cards), spread.across)
    cards = spread.card + spread.step * (longest - 1) if longest else 0
    aside = _aside(on_turn=scene.on_turn)
    left = (spread.width - cards - aside) // 2
    for number, code in enumerate(scene.cards):
        row, place = divmod(number, spread.across)
        canvas.put(
            sprites.card(scene.deck, code, spread.card), left + place * spread.step, top + row * spread.row
        )
    if scene.on_turn:
        rows = -(-len(scene.cards) // spread.across) or 1
        middle = top + (rows * spread.row - GAP) // 2
        canvas.put_centred(sprites.ornament("attention"), left + cards + aside // 2 + 8, middle)


# Partners ---------------------------------------------------------------------------------------


def _others_height(count: int) -> int:
    rows = -(-count // OTHERS_ACROSS)
    return rows * (OTHER_NAME + sprites.card_height(OTHER_CARD) + GAP)


def _draw_others(canvas: Canvas, scene: HandScene, width: int) -> None:
    """The hands of partners, small above the own cards, two beside each other."""
    across = min(len(scene.others), OTHERS_ACROSS)
    for number, (name, codes) in enumerate(scene.others):
        row, place = divmod(number, across)
        room = (width - (across + 1) * MARGIN) // across
        at = (MARGIN + place * (room + MARGIN), MARGIN - 6 + _others_height(row * OTHERS_ACROSS))
        _draw_other(canvas, name, codes, scene.deck, at, room)


def _draw_other(
    canvas: Canvas, name: str, codes: tuple[str, ...], deck: str, at: tuple[int, int], room: int
) -> None:
    """A partner's name over the cards, both in the middle of ``room``."""
    x, y = at
    canvas.write(name, NAME, (x + room // 2, y + 30), room, 0.5)
    step = min(OTHER_CARD + 8, (room - OTHER_CARD) // max(len(codes) - 1, 1))
    left = x + (room - OTHER_CARD - step * (len(codes) - 1)) // 2
    for number, code in enumerate(codes):
        canvas.put(sprites.card(deck, code, OTHER_CARD), left + number * step, y + OTHER_NAME)


# Foot -------------------------------------------------------------------------------------------


def _draw_foot(canvas: Canvas, scene: HandScene, width: int, height: int) -> None:
    """Under the cards: the trump by mark, name and card, and the note."""
    x, middle = MARGIN + 4, height - FOOT // 2
    if scene.trump is not None:
        mark = sprites.ornament(mark_name(scene.deck, scene.trump))
        canvas.put(mark, x, middle - mark.height // 2)
        x += mark.width + 12
    if scene.trump_word:
        canvas.write(scene.trump_word, TRUMP, (x, middle + 13), width // 3)
        x += canvas.width_of(scene.trump_word, TRUMP, width // 3) + 12
    if scene.trump_card is not None:
        small = sprites.card(scene.deck, scene.trump_card, TRUMP_CARD)
        canvas.put(small, x, middle - small.height // 2)
        x += small.width + 12
    room = width - x - 2 * MARGIN
    several = len(wrapped(scene.note, NOTE, room, 2)) > 1
    canvas.write_lines(scene.note, NOTE, (width - MARGIN - 4, middle - (8 if several else -12)), room, 2, 1)
