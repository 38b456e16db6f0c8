"""The aces of the Piacentine deck: a shield for the sun, a fountain of a cup, a crowned sword, a staff in flower."""

from __future__ import annotations

from collections.abc import Callable

from bot.pictures.decks.aces import flower, great_crown, leaf, ribbon, wreath
from bot.pictures.decks.piacentine_marks import coin, cup, held_club, held_sword
from bot.pictures.decks.tones import AZURE, GILT, LEAF, LINEN, PLUM, SCARLET, SKY
from bot.pictures.svg import BLUE, GOLD, INK, disc, mirrored, oval, path, placed


def _banner() -> str:
    """Crossed flags behind a shield, drawn for the right."""
    return (
        path("M-30 86L66 -92", None, INK, 6.4)
        + path("M-30 86L66 -92", None, GOLD, 3)
        + SCARLET.shape("M62 -84Q84 -92 96 -72Q86 -58 92 -40Q76 -48 70 -34Q58 -32 40 -42Z", 2)
        + SCARLET.folds("M68 -76Q80 -72 84 -56M58 -60Q66 -52 72 -46", 2)
        + GILT.shape("M62 -88L72 -108L74 -86Z", 1.7)
    )


def ace_of_coins() -> str:
    """The sun on a shield before crossed flags, crowned."""
    shield = (
        GILT.shape("M-66 -70Q0 -88 66 -70Q72 20 0 84Q-72 20 -66 -70Z", 2.6)
        + AZURE.shape("M-57 -62Q0 -78 57 -62Q62 14 0 72Q-62 14 -57 -62Z", 1.8)
        + mirrored(AZURE.folds("M-46 -52Q-48 0 -22 36", 2.2))
    )
    return (
        placed(mirrored(_banner()), 120, 208)
        + placed(shield + placed(coin(), 0, -10, 0.92), 120, 212)
        + placed(great_crown(), 120, 126, 1.1)
        + placed(ribbon(SCARLET), 120, 300, 1.1)
    )


def ace_of_cups() -> str:
    """A great cup from which water springs, flowers around."""
    water = "".join(
        path(f"M0 -34Q{x * 0.5:g} {y - 34:g} {x:g} {y:g}", None, BLUE, 5.4)
        + path(f"M0 -34Q{x * 0.5:g} {y - 34:g} {x:g} {y:g}", None, SKY.light, 2.2)
        for x, y in ((-20, -56), (-10, -66), (10, -66), (20, -56))
    )
    spray = mirrored(
        disc(-23, -49, 3, SKY.light, INK, 1.3) + disc(-13, -59, 2.6, SKY.light, INK, 1.3)
    ) + path("M0 -38L0 -76", None, BLUE, 5.4)
    basin = oval((0, -40), (30, 8), None, INK, 3)
    garland = mirrored(
        placed(leaf(LEAF, 40), 24, 0, 1, 74)
        + placed(leaf(LEAF, 34), 20, 4, 1, 108)
        + placed(flower(SCARLET, 6), 32, 4, 1)
        + placed(flower(LINEN, 5), 58, 2, 0.9)
    )
    return placed(
        cup() + basin + water + spray + path("M0 -38L0 -74", None, SKY.light, 2.2), 120, 226, 1.72
    ) + placed(garland, 110, 312)


def ace_of_swords() -> str:
    """A sword through a crown, a wreath at its foot."""
    return (
        placed(wreath(52, 8), 120, 232)
        + placed(held_sword(126, 1.0), 120, 296, 1.78)
        + placed(great_crown(), 120, 148, 1.02)
        + placed(ribbon(PLUM), 120, 286, 1.05)
    )


def ace_of_clubs() -> str:
    """A staff in full flower."""
    blooms = mirrored(
        placed(leaf(LEAF, 56), 8, 236, 1, 52)
        + placed(leaf(LEAF, 50), 10, 176, 1, 60)
        + placed(leaf(LEAF, 44), 8, 270, 1, 74)
        + placed(flower(SCARLET, 6), 52, 198, 1.2)
        + placed(flower(SKY, 6), 44, 142, 1.05)
    )
    return (
        placed(blooms, 120, 0)
        + placed(held_club(132, 1.1), 120, 284, 1.74)
        + placed(ribbon(AZURE), 120, 300, 1.15)
    )


ACES: dict[str, Callable[[], str]] = {
    "d": ace_of_coins,
    "c": ace_of_cups,
    "s": ace_of_swords,
    "b": ace_of_clubs,
}
