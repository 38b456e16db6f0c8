"""The suit marks of the Spanish deck: blue-hearted coins, lobed cups, swords with bent guards, green cudgels."""

from __future__ import annotations

import math

from bot.pictures.decks.props import Props
from bot.pictures.decks.tones import AZURE, GILT, LEAF, SCARLET, STEELY
from bot.pictures.marks import star
from bot.pictures.svg import (
    BLUE,
    GOLD,
    GOLD_PALE,
    INK,
    RED,
    RED_DARK,
    WHITE,
    disc,
    mirrored,
    oval,
    path,
    placed,
)


def coin() -> str:
    """A gold coin with a blue heart and a compass rose, 100 units wide."""
    turns = [math.radians(15 * turn) for turn in range(24)]
    notches = "".join(
        f"M{46 * math.sin(turn):.1f} {46 * math.cos(turn):.1f}L{38 * math.sin(turn):.1f} {38 * math.cos(turn):.1f}"
        for turn in turns
    )
    drops = "".join(
        placed(oval((0, -31), (3.4, 4.6), RED, INK, 1.1), 0, 0, 1, 22.5 + turn * 45) for turn in range(8)
    )
    return (
        disc(0, 0, 48, GOLD, INK, 3.6)
        + path(notches, None, GILT.dark, 2.6)
        + disc(0, 0, 37, GOLD_PALE, INK, 2)
        + drops
        + disc(0, 0, 24, BLUE, INK, 2)
        + path(star(8, 34, 9), GOLD, INK, 1.7)
        + disc(0, 0, 8, WHITE, INK, 1.6)
        + disc(0, 0, 3.4, RED, None)
    )


def cup() -> str:
    """A gold chalice with lobes of red and blue, 100 units high."""
    lobes = SCARLET.shape("M-7 22Q-22 16 -23 -4Q-15 -10 -7 -4Z", 1.8) + AZURE.shape(
        "M0 23Q-9 12 -7 -6Q0 -12 7 -6Q9 12 0 23Z", 1.8
    )
    return (
        path("M-7 24Q-5 34 -12 38Q-28 42 -28 48L28 48Q28 42 12 38Q5 34 7 24Z", GOLD, INK, 3)
        + path("M-20 44Q0 38 20 44", None, GILT.dark, 2.6)
        + path("M-37 -40Q-36 -26 -27 -18Q-30 14 -7 25L7 25Q30 14 27 -18Q36 -26 37 -40Z", GOLD, INK, 3.4)
        + path("M7 23Q26 12 24 -18Q32 -26 33 -36L25 -38Q20 -24 16 -16Q20 10 7 23Z", GILT.dark, None)
        + lobes
        + f'<g transform="scale(-1 1)">{SCARLET.shape("M-7 22Q-22 16 -23 -4Q-15 -10 -7 -4Z", 1.8)}</g>'
        + path("M-28 -20Q0 -10 28 -20", None, INK, 6)
        + path("M-28 -20Q0 -10 28 -20", None, GOLD_PALE, 2.6)
        + oval((0, -40), (37, 8.4), GOLD_PALE, INK, 3)
        + oval((0, -39.6), (28, 4.8), RED_DARK, INK, 1.6)
        + oval((0, 28), (11, 5), RED, INK, 2.4)
        + path("M-29 -33Q-26 -26 -22 -22", None, WHITE, 2.6)
    )


def held_sword(length: float = 104, guard: float = 1.0) -> str:
    """A sword with a guard bent towards the blade, gripped at the origin."""
    tip = -14 - length
    bend = 20 * guard
    quillons = f"M{-bend:g} -25Q{-bend - 4:g} -10 -6 -8L6 -8Q{bend + 4:g} -10 {bend:g} -25Q{bend - 6:g} -15 4 -15L-4 -15Q{6 - bend:g} -15 {-bend:g} -25Z"
    return (
        STEELY.shape(
            f"M0 {tip}Q7.6 {tip + 16} 6.6 {tip + 30}L5.8 -12L-5.8 -12L-6.6 {tip + 30}Q-7.6 {tip + 16} 0 {tip}Z",
            2.2,
        )
        + STEELY.shade(f"M0 {tip + 3}Q6 {tip + 16} 5.2 {tip + 30}L4.6 -13L0 -13Z")
        + path(f"M-1.6 {tip + 16}L-1.6 -16", None, WHITE, 1.9)
        + GILT.shape(quillons, 1.9)
        + mirrored(disc(bend, -26, 3, RED, INK, 1.3))
        + AZURE.shape("M-4 -8L4 -8L3.6 13L-3.6 13Z", 1.8)
        + path("M-3.6 -3L3.6 -5M-3.4 3L3.4 1M-3.2 9L3.2 7", None, GOLD, 1.6)
        + GILT.shape("M-6 13Q0 10 6 13Q8 22 0 24Q-8 22 -6 13Z", 1.8)
    )


def held_club(length: float = 104, leaves: float = 1.0) -> str:
    """A green cudgel with cut twigs, gripped at the origin; ``leaves`` is how far the twigs reach."""
    top = -length
    wood = (
        f"M-12 {top + 5}Q-20 {top + 20} -13 {top + 34}Q-13 {top + 52} -9 {top + 62}Q-9 -26 -6 -10L-5 24Q0 27 5 24L6 -10"
        f"Q9 -26 9 {top + 60}Q14 {top + 46} 13 {top + 32}Q20 {top + 18} 12 {top + 5}Q0 {top - 5} -12 {top + 5}Z"
    )
    shade = f"M11 {top + 8}Q16 {top + 19} 10 {top + 32}Q11 {top + 46} 6 {top + 60}Q6 -26 4 -10L3.4 22L0 23Q3 -30 4 {top + 46}Q8 {top + 24} 4 {top + 7}Z"
    twig = (
        LEAF.shape("M-3 4L10 -9L16 -3L4 8Z", 1.9)
        + path("M10 -9L16 -3", None, INK, 4.4)
        + path("M10.6 -8.4L15.4 -3.6", None, GOLD_PALE, 2.2)
    )
    return (
        placed(twig, 10, top + 44, leaves)
        + placed(twig, -9, top + 62, leaves, -90)
        + placed(twig, 7, top + 76, 0.8 * leaves)
        + LEAF.shape(wood, 2.2)
        + LEAF.shade(shade)
        + path(
            f"M-8 {top + 14}Q-11 {top + 22} -8 {top + 32}M-5 {top + 48}L-4 {top + 66}", None, "#dcebd9", 2.2
        )
        + disc(3, top + 22, 3.4, GOLD_PALE, INK, 1.3)
        + disc(-3, top + 42, 2.8, GOLD_PALE, INK, 1.3)
        + path("M-5.8 10Q0 13 5.6 10L5 24Q0 27 -5 24Z", RED, INK, 1.5)
    )


def held_coin() -> str:
    """A large coin held up by its edge."""
    return placed(coin(), 0, -29, 0.62)


def held_cup() -> str:
    """A chalice held by its stem."""
    return placed(cup(), 0, -18, 0.66)


def sword_pip() -> str:
    """The sword around the origin, 116 units high."""
    return placed(held_sword(78, 0.8), 0, 34)


def club_pip() -> str:
    """The cudgel around the origin, 116 units high."""
    return placed(held_club(92, 0.9), 0, 34)


BENT = Props(held_coin, held_cup, held_sword, held_club)
"""The marks of the Spanish deck, as figures hold them."""
