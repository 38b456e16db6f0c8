"""The aces of the Spanish deck: the great coin under a crown, the covered cup, the sword between branches, the cudgel."""

from __future__ import annotations

import math
from collections.abc import Callable

from bot.pictures.decks.aces import flower, great_crown, leaf, ribbon
from bot.pictures.decks.spanish_marks import coin, cup, held_club, held_sword
from bot.pictures.decks.tones import AZURE, GILT, LEAF, PLUM, SCARLET
from bot.pictures.svg import GOLD, INK, RED, disc, mirrored, path, placed


def _branch(leaves: int, radius: float, start: float, end: float) -> str:
    """Half a wreath: leaves along an arc from ``start`` to ``end`` (parts of a half turn, from below)."""
    drawn = ""
    for step in range(leaves):
        angle = math.pi * (1 - start - (end - start) * step / (leaves - 1))
        x, y = radius * math.sin(angle), -radius * math.cos(angle)
        drawn += "".join(
            placed(leaf(LEAF, 30), x, y, 1, math.degrees(angle) - 90 + side) for side in (-42, 42)
        )
    return drawn


def ace_of_coins() -> str:
    """The coin in an olive wreath, crowned."""
    wreath = mirrored(_branch(9, 76, 0.03, 0.8))
    return (
        placed(wreath, 120, 204)
        + placed(coin(), 120, 204, 1.32)
        + placed(great_crown(), 120, 118, 1.12)
        + placed(ribbon(SCARLET), 120, 284, 1.25)
    )


def ace_of_cups() -> str:
    """A great cup with a lid and a knob, flowers at its foot."""
    lid = (
        GILT.shape("M-34 -44Q-30 -66 -10 -70Q-4 -74 0 -74Q4 -74 10 -70Q30 -66 34 -44Q0 -34 -34 -44Z", 2)
        + AZURE.shape("M-22 -46Q-22 -62 -8 -66L-5 -41Q-16 -42 -22 -46Z", 1.4)
        + AZURE.shape("M22 -46Q22 -62 8 -66L5 -41Q16 -42 22 -46Z", 1.4)
        + SCARLET.shape("M-5 -41L-7 -67Q0 -70 7 -67L5 -41Q0 -40 -5 -41Z", 1.4)
        + disc(0, -79, 6, RED, INK, 1.8)
        + path("M-28 -48Q-26 -60 -18 -64", None, "#ffffff", 1.8)
    )
    handles = mirrored(
        path("M32 -30Q54 -34 50 -8Q46 10 24 8", None, INK, 7.4)
        + path("M32 -30Q54 -34 50 -8Q46 10 24 8", None, GOLD, 4)
    )
    foot = mirrored(
        placed(leaf(LEAF, 44), 40, 0, 1, 62)
        + placed(leaf(LEAF, 40), 34, 2, 1, 98)
        + placed(flower(PLUM), 44, 4, 1.1)
    )
    return placed(handles + cup() + lid, 120, 222, 1.78) + placed(foot, 120, 306)


def ace_of_swords() -> str:
    """A great sword between two branches."""
    return (
        placed(mirrored(_branch(7, 74, 0.08, 0.62)), 120, 196)
        + placed(held_sword(126, 1.1), 120, 292, 1.72)
        + placed(ribbon(AZURE), 120, 262, 1.15)
    )


def ace_of_clubs() -> str:
    """A great green cudgel with roses."""
    roses = mirrored(
        placed(leaf(LEAF, 50), 24, 250, 1, 40)
        + placed(leaf(LEAF, 50), 26, 258, 1, 84)
        + placed(flower(SCARLET, 7), 42, 258, 1.3)
    )
    return (
        placed(held_club(128, 1.25), 120, 284, 1.78)
        + placed(roses, 120, 6)
        + placed(flower(SCARLET, 7), 120, 268, 1.5)
    )


ACES: dict[str, Callable[[], str]] = {
    "d": ace_of_coins,
    "c": ace_of_cups,
    "s": ace_of_swords,
    "b": ace_of_clubs,
}
