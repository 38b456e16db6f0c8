"""The four Latin suit marks, each drawn large with detail and small with fat strokes, 100 units high."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from bot.pictures.svg import (
    BLUE,
    BLUE_DARK,
    BROWN,
    GOLD,
    GOLD_DARK,
    GOLD_PALE,
    GREEN,
    GREEN_DARK,
    INK,
    RED,
    RED_DARK,
    STEEL,
    WHITE,
    WOOD,
    box,
    disc,
    number,
    oval,
    path,
    placed,
)


def star(points: int, outer: float, inner: float) -> str:
    """A star around the origin, its first point upwards, as path text."""
    corners = (
        (math.sin(step * math.pi / points) * radius, -math.cos(step * math.pi / points) * radius)
        for step, radius in enumerate((outer, inner) * points)
    )
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def coin() -> str:
    """A gold coin: a sun in a red field, beads around it."""
    beads = "".join(placed(disc(0, -43, 2.2, INK, None), 0, 0, 1, turn * 22.5) for turn in range(16))
    petals = "".join(
        placed(oval((0, -10.5), (3.6, 7), WHITE if turn % 2 else BLUE, INK, 1.2), 0, 0, 1, turn * 60)
        for turn in range(6)
    )
    return (
        disc(0, 0, 48, GOLD, INK, 4)
        + beads
        + disc(0, 0, 38, RED, INK, 2.4)
        + path(star(12, 36, 20), GOLD, INK, 1.8)
        + disc(0, 0, 20, GOLD_PALE, INK, 1.8)
        + petals
        + disc(0, 0, 4.5, RED, INK, 1.4)
    )


def small_coin() -> str:
    """The coin for a corner: ring, field and one star."""
    return disc(0, 0, 45, GOLD, INK, 9) + disc(0, 0, 29, RED, None) + path(star(8, 27, 13), GOLD, None)


def small_blue_coin() -> str:
    """The coin for a corner where coins have a blue field: a star would be grey at that size."""
    return disc(0, 0, 45, GOLD, INK, 9) + disc(0, 0, 28, BLUE, None) + disc(0, 0, 12, GOLD_PALE, None)


def cup() -> str:
    """A gold goblet with a red band."""
    return (
        path("M-8 22L-6 36Q-8 40 -26 46L26 46Q8 40 6 36L8 22Z", GOLD, INK, 3.4)
        + path("M-26 46Q0 38 26 46Z", GOLD_DARK, INK, 2.4)
        + path("M-33 -38Q-36 14 -6 25L6 25Q36 14 33 -38Z", GOLD, INK, 3.6)
        + path("M6 24Q29 12 30 -34L20 -35Q21 6 -1 24Z", GOLD_DARK, None)
        + path("M-34 -18Q0 -6 34 -18Q34 -6 30.5 1Q0 12 -30.5 1Q-34 -6 -34 -18Z", RED, INK, 2.4)
        + "".join(
            path(f"M{x} {y - 6}L{x + 5} {y}L{x} {y + 6}L{x - 5} {y}Z", GOLD_PALE, INK, 1.4)
            for x, y in ((-20, -6), (0, -3), (20, -6))
        )
        + oval((0, -38), (33, 9), GOLD_PALE, INK, 3.2)
        + oval((0, -37.5), (25, 5.4), RED_DARK, INK, 1.8)
        + oval((0, 29), (12, 6), RED, INK, 2.6)
        + path("M-25 -24Q-25 -4 -14 12", None, WHITE, 3)
    )


def small_cup(band: str = RED) -> str:
    """The goblet for a corner: bowl, band and foot."""
    return (
        path("M-8 12L-7 30L-30 45L30 45L7 30L8 12Z", GOLD, INK, 9)
        + path("M-36 -43Q-38 18 0 20Q38 18 36 -43Z", GOLD, INK, 9)
        + path("M-33 -22L33 -22Q31 -4 24 3L-24 3Q-31 -4 -33 -22Z", band, None)
    )


def sword() -> str:
    """A straight sword, point upwards."""
    return (
        path("M0 -49L11 -34L10 17L-10 17L-11 -34Z", STEEL, INK, 3.4)
        + path("M0 -45L8.5 -33L8 15L0 15Z", BLUE, None)
        + path("M0 -32L0 14", None, WHITE, 2.6)
        + path(
            "M-27 12Q-31 24 -22 25Q-12 23 0 24Q12 23 22 25Q31 24 27 12Q16 16 0 15Q-16 16 -27 12Z",
            GOLD,
            INK,
            3,
        )
        + box((-6, 24), (12, 16), 2, RED, INK, 2.8)
        + path("M-6 30L6 28M-6 36L6 34", None, GOLD_PALE, 1.8)
        + disc(0, 43, 7, GOLD, INK, 2.8)
    )


def small_sword() -> str:
    """The sword for a corner: a broad blade and its guard."""
    return (
        path("M0 -47L17 -28L15 12L-15 12L-17 -28Z", STEEL, INK, 9)
        + path("M0 -36L10 -25L9 10L0 10Z", BLUE, None)
        + path("M0 14L0 44", None, INK, 21)
        + path("M-27 17L27 17", None, INK, 22)
        + path("M-27 17L27 17", None, GOLD, 9)
        + path("M0 24L0 43", None, GOLD, 8)
    )


def club() -> str:
    """A knotty wooden cudgel, thick end upwards, with two green leaves."""
    leaf = path("M10 4Q13 -15 34 -19Q36 3 13 12Z", GREEN, INK, 2.8) + path(
        "M14 7L28 -12", None, GREEN_DARK, 2
    )
    return (
        placed(leaf, 0, -6, 1.12)
        + f'<g transform="scale(-1 1)">{placed(leaf, 0, 16, 1.12)}</g>'
        + path(
            "M-17 -44Q-25 -33 -17 -24Q-22 -16 -14 -4Q-14 10 -10 18Q-11 32 -8 46Q0 50 8 46Q11 32 10 20"
            "Q14 8 14 -6Q21 -15 17 -24Q25 -33 17 -44Q0 -53 -17 -44Z",
            WOOD,
            INK,
            3.6,
        )
        + path(
            "M17 -42Q22 -32 15 -24Q18 -14 12 -5Q13 8 9 20Q10 32 7 45L0 46Q6 20 7 -4Q11 -24 9 -44Z",
            BROWN,
            None,
        )
        + oval((0, -44), (15.5, 5), GOLD_PALE, INK, 2.4)
        + oval((0, -44), (7, 1.8), None, BROWN, 1.6)
        + path("M-9 -30Q-5 -26 -8 -20M-4 -8Q-1 0 -4 8M-5 22Q-3 30 -4 38", None, BROWN, 2.4)
    )


def small_club(wood: str = WOOD, grain: str = BROWN) -> str:
    """The cudgel for a corner: a fat stick with two leaves, leaning."""
    stick = "M-24 -36Q-28 -18 -17 -6Q-14 22 -9 48L9 48Q14 22 17 -6Q28 -18 24 -36Q0 -56 -24 -36Z"
    leaves = "M12 16Q14 -10 42 -16Q46 16 12 16ZM-12 32Q-14 6 -42 0Q-46 32 -12 32Z"
    return (
        path(leaves, GREEN, INK, 10)
        + path(leaves, GREEN, GREEN, 2)
        + path(stick, wood, INK, 10)
        + path("M-6 -28Q-2 -20 -6 -12M2 0Q5 8 2 18", None, grain, 6)
    )


Mark = Callable[[], str]
"""A suit's sign, drawn around the origin."""

LARGE: dict[str, Mark] = {"d": coin, "c": cup, "s": sword, "b": club}


def small_marks(
    coin: Mark = small_coin, band: str = RED, wood: str = WOOD, grain: str = BROWN
) -> dict[str, Mark]:
    """The marks for corners: the coin, the cup's band, the club's wood and grain as a deck has them."""
    return {"d": coin, "c": partial(small_cup, band), "s": small_sword, "b": partial(small_club, wood, grain)}


SMALL: dict[str, Mark] = small_marks()

# What an index is written in: dark enough to survive a messenger's recompression.
INDEX_COLOUR: dict[str, str] = {"d": "#8a5200", "c": RED_DARK, "s": BLUE_DARK, "b": "#1f5a30"}
