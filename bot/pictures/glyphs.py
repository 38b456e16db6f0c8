"""Figures and letters as strokes, so that no card depends on a font."""

from __future__ import annotations

from bot.pictures.svg import path

# Each is drawn in a box 24 wide and 36 high whose middle is the origin.
STROKES: dict[str, str] = {
    "A": "M-11 18L0 -18L11 18M-7 6L7 6",
    "2": "M-10 -9Q-9 -18 0 -18Q10 -18 10 -9Q10 -2 -10 18L11 18",
    "3": "M-9 -18L10 -18L-1 -5Q11 -5 11 6Q11 18 -1 18Q-8 18 -11 13",
    "4": "M4 -18L-11 8L11 8M4 -4L4 18",
    "5": "M9 -18L-7 -18L-9 -3Q-4 -6 1 -6Q11 -5 11 6Q11 18 -1 18Q-8 18 -11 13",
    "6": "M7 -18Q-10 -8 -11 7Q-11 18 0 18Q11 18 11 7Q11 -3 0 -3Q-8 -3 -10.5 4",
    "7": "M-11 -18L11 -18Q0 -2 -3 18M-5 0L6 0",
    "0": "M0 -18Q10 -18 10 0Q10 18 0 18Q-10 18 -10 0Q-10 -18 0 -18Z",
    "1": "M-7 -10L2 -18L2 18",
    "8": "M0 -18Q9.5 -18 9.5 -9.5Q9.5 -1.5 0 -1.5Q-9.5 -1.5 -9.5 -9.5Q-9.5 -18 0 -18ZM0 -1.5Q11 -1.5 11 8Q11 18 0 18Q-11 18 -11 8Q-11 -1.5 0 -1.5Z",
    "9": "M-7 18Q10 8 11 -7Q11 -18 0 -18Q-11 -18 -11 -7Q-11 3 0 3Q8 3 10.5 -4",
    "J": "M9 -18L9 7Q9 18 -1 18Q-9 18 -11 9",
    "Q": "M0 -18Q11 -18 11 -1Q11 16 0 16Q-11 16 -11 -1Q-11 -18 0 -18ZM2 7L12 19",
    "K": "M-9 -18L-9 18M10 -18L-9 4M-2 -3L11 18",
    "B": "M-9 -18L-9 18L2 18Q11 18 11 9Q11 0 2 -1L-9 -1M2 -1Q9 -2 9 -10Q9 -18 1 -18L-9 -18",
    "C": "M10 -11Q7 -18 0 -18Q-11 -18 -11 0Q-11 18 0 18Q7 18 10 11",
    "D": "M-9 -18L-9 18L-1 18Q11 18 11 0Q11 -18 -1 -18Z",
    "E": "M10 -18L-9 -18L-9 18L10 18M-9 0L6 0",
    "F": "M10 -18L-9 -18L-9 18M-9 0L6 0",
}


def glyph(sign: str, colour: str, width: float = 6.0) -> str:
    """One figure or letter around the origin, 36 units high."""
    return path(STROKES[sign], None, colour, width)
