"""The suit marks of the Piacentine deck: smiling suns, two-handled cups, slim swords with rings, leafy staves."""

from __future__ import annotations

from bot.pictures.decks.props import Props
from bot.pictures.decks.tones import GILT, LEAF, SCARLET, SKIN, TIMBER
from bot.pictures.marks import star
from bot.pictures.svg import (
    BLUE,
    BLUE_PALE,
    GOLD,
    GOLD_DARK,
    GOLD_PALE,
    INK,
    RED,
    RED_DARK,
    STEEL,
    WHITE,
    disc,
    mirrored,
    oval,
    path,
    placed,
)


def coin() -> str:
    """A gold coin with a sun that has a face, 100 units wide."""
    beads = "".join(placed(disc(0, -42.5, 2.6, RED, None), 0, 0, 1, turn * 20) for turn in range(18))
    face = (
        mirrored(
            path("M-10 -4.4Q-6.6 -7.6 -3.4 -4.6", None, INK, 1.9)
            + disc(-6.6, -2, 1.7, INK, None)
            + oval((-9, 4.4), (3, 2.2), SKIN.dark, None)
        )
        + path("M0 -3L-1.8 4L1.6 4.4", None, GOLD_DARK, 1.7)
        + path("M-5.4 8.4Q0 12.6 5.4 8.4", None, INK, 1.9)
    )
    return (
        disc(0, 0, 48, GOLD, INK, 3.6)
        + beads
        + disc(0, 0, 37, BLUE, INK, 2.2)
        + path(star(12, 35, 18), GOLD, INK, 1.7)
        + disc(0, 0, 18.6, GOLD_PALE, INK, 1.8)
        + face
    )


def cup() -> str:
    """A broad gold cup with two handles and a blue band, 100 units high."""
    handles = "M-27 -20Q-50 -26 -46 -4Q-40 12 -22 8"
    return (
        mirrored(path(handles, None, INK, 9) + path(handles, None, GOLD, 4.4))
        + path("M-6 22L-6 34Q-9 40 -27 42L-27 48L27 48L27 42Q9 40 6 34L6 22Z", GOLD, INK, 3)
        + path("M-30 -40Q-36 16 -6 24L6 24Q36 16 30 -40Z", GOLD, INK, 3.4)
        + path("M4 23Q27 14 26.6 -36L18 -38Q20 6 -1 23Z", GOLD_DARK, None)
        + path("M-31 -22Q0 -12 31 -22L30.4 -8Q0 2 -30.4 -8Z", BLUE, INK, 2.2)
        + "".join(
            disc(x, -11.6 + abs(x) * -0.1, 3, colour, INK, 1)
            for x, colour in ((-20, RED), (-7, WHITE), (7, WHITE), (20, RED))
        )
        + oval((0, -40), (30, 8), GOLD_PALE, INK, 3)
        + oval((0, -39.6), (22, 4.6), RED_DARK, INK, 1.6)
        + oval((0, 28), (10, 4.6), BLUE, INK, 2.2)
        + path("M-23 -30Q-23 -28 -23 -26M-23 -4Q-20 8 -13 15", None, WHITE, 2.6)
    )


def held_sword(length: float = 104, guard: float = 1.0) -> str:
    """A slim sword whose guard ends in rings, gripped at the origin."""
    tip, reach = -14 - length, 19 * guard
    return (
        path(f"M-4.6 -12L-5.4 {tip + 14}L0 {tip}L5.4 {tip + 14}L4.6 -12Z", BLUE_PALE, INK, 2.2)
        + path(f"M0.6 {tip + 4}L4.4 {tip + 14}L3.6 -13L0.6 -13Z", STEEL, None)
        + path(f"M0 {tip + 16}L0 -40", None, BLUE, 1.7)
        + mirrored(disc(-reach, -11, 5, None, INK, 4.6) + disc(-reach, -11, 5, None, GOLD, 2))
        + path(
            f"M{4 - reach:g} -14.5L{reach - 4:g} -14.5L{reach - 4:g} -7.5L{4 - reach:g} -7.5Z", GOLD, INK, 1.8
        )
        + path("M-6 -24L0 -34L6 -24L4 -14L-4 -14Z", RED, INK, 1.6)
        + path("M-4 -8L4 -8L3.6 12L-3.6 12Z", SCARLET.dark, INK, 1.8)
        + path("M-3.4 -2L3.4 -4M-3.4 4L3.4 2M-3.2 10L3.2 8", None, GOLD, 1.6)
        + disc(0, 17, 5.6, GOLD, INK, 1.9)
    )


def held_club(length: float = 104, leaves: float = 1.0) -> str:
    """A golden staff with cut knots and sprouting leaves, gripped at the origin."""
    top = -length
    leaf = LEAF.shape("M0 0Q-4 -16 8 -24Q18 -12 0 0Z", 1.6) + path("M2 -5L7 -17", None, LEAF.dark, 1.3)
    knots = "".join(
        GILT.shape(
            f"M{side * 7} {y + 6}Q{side * 16} {y + 3} {side * 16} {y - 3}Q{side * 13} {y - 7} {side * 8} {y - 6}Z",
            1.7,
        )
        for y, side in ((top + 24, -1), (top + 40, 1), (top + 60, -1))
    )
    return (
        placed(leaf, 9, top + 20, leaves, 34)
        + placed(leaf, -9, top + 46, leaves, -62)
        + placed(leaf, 8, top + 68, 0.86 * leaves, 36)
        + knots
        + GILT.shape(
            f"M-9 {top + 3}Q-11 {top + 40} -7 -14L-5 24Q0 27 5 24L7 -14Q11 {top + 40} 9 {top + 3}Q0 {top - 5} -9 {top + 3}Z",
            2.2,
        )
        + GILT.shade(f"M8 {top + 5}Q9.6 {top + 40} 5.6 -14L3.6 22.6L0 23.4Q4 {top + 50} 2 {top + 5}Z")
        + oval((0, top + 3), (8, 3), GOLD_PALE, INK, 1.6)
        + path(f"M-5 {top + 14}Q-6 {top + 24} -4 {top + 32}M-4 -44L-3.4 -28", None, TIMBER.light, 1.8)
        + path("M-7.4 -20L7.4 -20L6.6 -13L-6.6 -13Z", RED, INK, 1.5)
    )


def held_coin() -> str:
    """A large coin held up by its edge."""
    return placed(coin(), 0, -29, 0.62)


def held_cup() -> str:
    """A cup held by its stem."""
    return placed(cup(), 0, -18, 0.66)


def sword_pip() -> str:
    """The sword around the origin, 116 units high."""
    return placed(held_sword(78, 0.68), 0, 34)


def club_pip() -> str:
    """The staff around the origin, 116 units high."""
    return placed(held_club(92, 0.62), 0, 34)


RINGED = Props(held_coin, held_cup, held_sword, held_club)
"""The marks of the Piacentine deck, as figures hold them."""
