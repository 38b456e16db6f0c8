"""Where things lie on the table: seats counter-clockwise from the bottom, and what lies before them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bot.pictures.sprites import CardSize

WIDTH, HEIGHT = 1280, 832
PLATE_HEIGHT = 104

Side = Literal["down", "right", "up", "left"]


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """One seat: the middle of its plate, the plate's width, the middle of its card in the trick, and the way to it.

    ``open_card`` is how large its cards are where all may see them.
    """

    plate: tuple[int, int]
    width: int
    card: tuple[int, int]
    side: Side
    open_card: CardSize = 60


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """A whole table: its seats, how large its cards are, and the corners of the stock and of the last trick.

    ``trump_end`` is how far the trump's name under the stock may go.
    """

    seats: tuple[SeatPlace, ...]
    trick_card: CardSize
    stock_card: CardSize
    stock: tuple[int, int]
    last_trick: tuple[int, int]
    trump_end: int


_WIDE, _NARROW = 440, 310
PEEK = 52
"""How much of the cards held is seen over the plate of a seat at the side."""

_BOTTOM_Y, _TOP_Y = HEIGHT - 22 - PLATE_HEIGHT // 2, 22 + PLATE_HEIGHT // 2
_LEFT_X, _RIGHT_X = 24 + _NARROW // 2, WIDTH - 24 - _NARROW // 2
_MIDDLE = WIDTH // 2


def _bottom(card: tuple[int, int]) -> SeatPlace:
    return SeatPlace((_MIDDLE, _BOTTOM_Y), _WIDE, card, "down")


def _top(card: tuple[int, int]) -> SeatPlace:
    return SeatPlace((_MIDDLE, _TOP_Y), _WIDE, card, "up")


def _right(y: int, card: tuple[int, int]) -> SeatPlace:
    return SeatPlace((_RIGHT_X, y), _NARROW, card, "right")


def _left(y: int, card: tuple[int, int]) -> SeatPlace:
    return SeatPlace((_LEFT_X, y), _NARROW, card, "left")


_SEATS: dict[int, tuple[SeatPlace, ...]] = {
    3: (_bottom((640, 560)), _right(270, (782, 330)), _left(270, (498, 330))),
    4: (_bottom((640, 586)), _right(370, (812, 414)), _top((640, 242)), _left(370, (468, 414))),
    5: (
        _bottom((640, 586)),
        _right(452, (830, 476)),
        _right(252, (728, 254)),
        _left(252, (552, 254)),
        _left(452, (450, 476)),
    ),
    6: (
        _bottom((640, 586)),
        _right(452, (836, 500)),
        _right(252, (836, 286)),
        _top((640, 242)),
        _left(252, (444, 286)),
        _left(452, (444, 500)),
    ),
}

_TWO = TablePlaces(
    seats=tuple(replace(seat, open_card=84) for seat in (_bottom((700, 550)), _top((580, 282)))),
    trick_card=168,
    stock_card=168,
    stock=(72, 262),
    last_trick=(1076, 300),
    trump_end=570,
)


def places(seats: int) -> TablePlaces:
    """The places of a table for so many seats, up to six."""
    if seats <= 2:
        return _TWO
    return TablePlaces(
        _SEATS[min(seats, 6)],
        trick_card=120,
        stock_card=120,
        stock=(48, 548),
        last_trick=(1090, 592),
        trump_end=_MIDDLE - _WIDE // 2 - 8,
    )
