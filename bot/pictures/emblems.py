"""The emblems of the court cards: the king's crown, the knight's horse, the knave's feathered hat; 100 units wide."""

from __future__ import annotations

from collections.abc import Callable

from bot.pictures.svg import (
    BLUE,
    BROWN,
    GOLD,
    GOLD_DARK,
    GOLD_PALE,
    GREEN,
    INK,
    RED,
    RED_DARK,
    WHITE,
    disc,
    mirrored,
    oval,
    path,
)


def crown() -> str:
    """A crown of five points, lined with red."""
    return (
        path("M-34 22Q-30 -20 0 -24Q30 -20 34 22Z", RED_DARK, INK, 3)
        + path("M-38 26L-48 -22L-25 -2L-16 -36L0 -8L16 -36L25 -2L48 -22L38 26Q0 38 -38 26Z", GOLD, INK, 3.6)
        + path("M-39.5 16L-38 27Q0 39 38 27L39.5 16Q0 28 -39.5 16Z", RED, INK, 2.6)
        + mirrored(
            disc(-48, -26, 6, RED, INK, 2.8)
            + disc(-16, -40, 6, BLUE, INK, 2.8)
            + disc(-22, 24, 3.6, GOLD, INK, 1.8)
        )
        + disc(0, 27, 4.4, GOLD_PALE, INK, 1.8)
        + path("M0 2L5.5 11L0 19L-5.5 11Z", GREEN, INK, 2)
        + mirrored(path("M-23 4L-18.5 11L-22 18L-27 10Z", WHITE, INK, 2))
    )


def horse() -> str:
    """A bridled horse's head, looking left."""
    return (
        path(
            "M-4 -40Q22 -44 36 -14Q46 10 42 46L-18 46Q-20 30 -4 16Q-14 16 -22 20Q-30 30 -38 26Q-46 22 -44 14"
            "Q-34 -6 -24 -22Q-20 -32 -8 -38L-10 -50Q0 -48 4 -38Z",
            WHITE,
            INK,
            3.6,
        )
        + path(
            "M2 -40Q24 -44 37 -14Q46 10 42 46L24 46Q32 36 26 28Q32 18 26 8Q30 -2 22 -12Q22 -22 12 -26Q10 -34 2 -40Z",
            BROWN,
            INK,
            3,
        )
        + path("M-4 16Q4 10 6 2", None, INK, 2.6)
        + oval((-13, -17), (3.8, 4.6), INK, None)
        + disc(-14, -18.6, 1.4, WHITE, None)
        + oval((-37, 15), (2.6, 2), INK, None)
        + path("M-38 24Q-30 22 -26 16", None, INK, 2.2)
        + path("M-33 -6L-20 18M-28 3Q-12 2 2 -24M-20 18Q4 22 12 46", None, RED, 4.6)
        + disc(-27, 4, 4.4, GOLD, INK, 2)
        + disc(-20, 18, 4.4, GOLD, INK, 2)
    )


def hat() -> str:
    """A knave's cap with a long feather."""
    return (
        path("M14 -2Q10 -38 44 -48Q40 -40 48 -36Q42 -30 46 -24Q38 -22 40 -14Q32 -12 30 2Z", WHITE, INK, 3)
        + path("M20 0Q20 -28 42 -44M24 -16L33 -18M27 -26L37 -27", None, RED, 2.6)
        + path("M-32 12Q-46 -24 -10 -30Q22 -34 30 -8Q34 4 28 12Z", RED, INK, 3.6)
        + path("M-12 -29Q-18 -8 -12 10M8 -29Q8 -10 12 10", None, RED_DARK, 3)
        + path("M-46 18Q-44 8 -30 8Q0 2 30 8Q46 8 46 18Q44 30 0 30Q-44 30 -46 18Z", GOLD, INK, 3.6)
        + path("M-40 20Q0 10 40 20", None, GOLD_DARK, 3)
        + disc(22, 4, 6.5, BLUE, INK, 2.8)
        + disc(22, 4, 2.4, GOLD_PALE, None)
    )


EMBLEMS: dict[str, Callable[[], str]] = {"K": crown, "Q": horse, "J": hat}
