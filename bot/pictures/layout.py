"""Where things lie on the table: seats counter-clockwise from the bottom, and what lies before them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bot.pictures.sprites import CardSize, card_height

WIDTH, HEIGHT = 1280, 832
PLATE_HEIGHT = 104
MOST_SEATS = 6

Side = Literal["down", "right", "up", "left"]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class OpenHand:
    """Where a seat's cards lie when all may see them: their top left corner, their size, and the room across."""

    at: tuple[int, int]
    card: CardSize
    room: int


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """One seat: the middle of its plate, the plate's width, the middle of its card in the trick, and the way to it."""

    plate: tuple[int, int]
    width: int
    card: tuple[int, int]
    side: Side
    open: OpenHand

    @property
    def box(self) -> Box:
        """Left, top, right and bottom of the plate."""
        x, y = self.plate
        left, top = x - self.width // 2, y - PLATE_HEIGHT // 2
        return left, top, left + self.width, top + PLATE_HEIGHT


@dataclass(frozen=True, slots=True)
class Words:
    """Where words start or end, how wide and how many lines they may be."""

    at: tuple[int, int]
    room: int
    lines: int
    part: float = 0.0


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """A whole table: its seats, how large its cards are, and where the stock, the last trick and the words are.

    ``trump_end`` is how far the trump's name under the stock may go; ``facts`` is the middle of the free felt.
    """

    seats: tuple[SeatPlace, ...]
    trick_card: CardSize
    stock_card: CardSize
    stock: tuple[int, int]
    last_trick: Words
    trump_end: int
    headline: Words
    score: Words
    facts: Words


_WIDE, _WIDER, _NARROW, _SHORT = 440, 520, 326, 340
PEEK = 52
"""How much of the cards held is seen over the plate of a seat at the side."""

_EDGE = 24
_HALF = PLATE_HEIGHT // 2
_BOTTOM_Y, _TOP_Y = HEIGHT - 22 - _HALF, 22 + _HALF
_LEFT_X, _RIGHT_X = _EDGE + _NARROW // 2, WIDTH - _EDGE - _NARROW // 2
_MIDDLE = WIDTH // 2
_ABOVE = 8
"""Between a plate and the cards over it."""


def _bottom(card: tuple[int, int], size: CardSize = 84) -> SeatPlace:
    beside = OpenHand((card[0] + 76, _BOTTOM_Y - _HALF - _ABOVE - card_height(size)), size, 5 * size // 2)
    return SeatPlace((_MIDDLE, _BOTTOM_Y), _WIDE, card, "down", beside)


def _top(card: tuple[int, int], size: CardSize = 84) -> SeatPlace:
    beside = OpenHand((card[0] + 76, _TOP_Y + _HALF + _ABOVE), size, 5 * size // 2)
    return SeatPlace((_MIDDLE, _TOP_Y), _WIDE, card, "up", beside)


def _aside(side: Literal["left", "right"], y: int, card: tuple[int, int], size: CardSize = 84) -> SeatPlace:
    x = _LEFT_X if side == "left" else _RIGHT_X
    over = OpenHand(
        (x - _NARROW // 2 + 6, y - _HALF - _ABOVE - card_height(size)), size, min(3 * size + 30, _NARROW - 12)
    )
    return SeatPlace((x, y), _NARROW, card, side, over)


def _pair(y: int, away: int, card_y: int, size: CardSize = 84) -> tuple[SeatPlace, SeatPlace]:
    """The seats at the right and left at one height, their cards ``away`` from the middle."""
    right = _aside("right", y, (_MIDDLE + away, card_y), size)
    return right, _aside("left", y, (_MIDDLE - away, card_y), size)


def _around(
    bottom: SeatPlace, *pairs: tuple[SeatPlace, SeatPlace], top: SeatPlace | None = None
) -> tuple[SeatPlace, ...]:
    """The seats counter-clockwise: the bottom, up the right side from the lowest pair, the top, down the left."""
    rights, lefts = [right for right, _ in pairs], [left for _, left in reversed(pairs)]
    return (bottom, *rights, *([top] if top else []), *lefts)


def _beside(seat: SeatPlace) -> SeatPlace:
    """The seat with its open cards as a narrow fan, ending before the next card of the trick."""
    return replace(seat, open=replace(seat.open, room=126))


_LOW, _HIGH = (_MIDDLE, 556), (_MIDDLE, 273)

_SEATS: dict[int, tuple[SeatPlace, ...]] = {
    3: _around(_bottom(_LOW), _pair(270, 172, 330)),
    4: _around(_bottom(_LOW), _pair(370, 180, 414), top=_top(_HIGH)),
    5: _around(replace(_bottom(_LOW), width=_WIDER), _pair(452, 184, 530), _pair(252, 93, 250)),
    6: _around(_bottom((_MIDDLE, 570)), _pair(452, 172, 520), _pair(252, 172, 278), top=_top((_MIDDLE, 262))),
}

_OPEN_LOW, _OPEN_HIGH = (_MIDDLE, 596), (_MIDDLE, 238)

_OPEN_SEATS: dict[int, tuple[SeatPlace, ...]] = {
    3: _around(_bottom(_OPEN_LOW), _pair(330, 142, 390)),
    4: _around(_bottom(_OPEN_LOW), _pair(370, 160, 414), top=_top(_OPEN_HIGH)),
    5: _around(_beside(_bottom((572, 596), 60)), _pair(494, 196, 500, 60), _pair(280, 88, 254, 60)),
    6: _around(
        _beside(_bottom((572, 596), 60)),
        _pair(494, 196, 512, 60),
        _pair(280, 196, 312, 60),
        top=_beside(_top((572, 238), 60)),
    ),
}

_LEFT_WORDS = Words((44, 76), 350, 2)
_RIGHT_WORDS = Words((WIDTH - 44, 76), 350, 2, 1)

_TWO = TablePlaces(
    seats=(_bottom((700, 550)), _top((580, 282))),
    trick_card=168,
    stock_card=168,
    stock=(72, 262),
    last_trick=Words((1076, 300), 330, 2, 0.5),
    trump_end=570,
    headline=replace(_LEFT_WORDS, lines=3),
    score=_RIGHT_WORDS,
    facts=Words((_MIDDLE + 20, 416), 430, 4, 0.5),
)


def _opposite(at: tuple[int, int], hand: int, card: tuple[int, int], side: Side) -> SeatPlace:
    return SeatPlace(at, _SHORT, card, side, OpenHand((690, hand), 120, 560))


_TWO_OPEN = replace(
    _TWO,
    seats=(
        _opposite((500, _BOTTOM_Y), HEIGHT - 22 - card_height(120), (560, 462), "down"),
        _opposite((500, _TOP_Y), 22, (752, 370), "up"),
    ),
    trump_end=470,
    headline=replace(_LEFT_WORDS, room=270),
    score=Words((44, 196), 270, 1),
)

_MANY = TablePlaces(
    seats=(),
    trick_card=168,
    stock_card=120,
    stock=(48, 548),
    last_trick=Words((1090, 592), 330, 2, 0.5),
    trump_end=_MIDDLE - _WIDE // 2 - 8,
    headline=_LEFT_WORDS,
    score=_RIGHT_WORDS,
    facts=Words((_MIDDLE, 350), 352, 5, 0.5),
)
_MANY_OPEN = replace(_MANY, trick_card=120, stock=(48, 556), last_trick=Words((1116, 592), 284, 2, 0.5))


def places(seats: int, *, open_hands: bool = False) -> TablePlaces:
    """The places of a table for so many seats, up to six; with ``open_hands`` all cards lie face up."""
    if seats <= 2:
        return _TWO_OPEN if open_hands else _TWO
    chosen = min(seats, MOST_SEATS)
    if open_hands:
        return replace(_MANY_OPEN, seats=_OPEN_SEATS[chosen])
    around = _SEATS[chosen]
    size: CardSize = 144 if chosen == MOST_SEATS else 168
    return replace(_MANY, seats=around, trick_card=size, trump_end=around[0].box[0] - 8)
