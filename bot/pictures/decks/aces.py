"""The aces: one great mark each, richly dressed, in the middle of the card."""

from __future__ import annotations

import math

from bot.pictures.decks.hats import gem
from bot.pictures.decks.props import held_club, held_sword
from bot.pictures.decks.tones import AZURE, GILT, LEAF, LINEN, SCARLET, Tone
from bot.pictures.marks import coin, cup
from bot.pictures.svg import GOLD, INK, RED, WHITE, disc, mirrored, oval, path, placed


def leaf(tone: Tone = LEAF, length: float = 26) -> str:
    """A pointed leaf growing upwards from the origin."""
    wide = length * 0.36
    return tone.shape(
        f"M0 0Q{-wide * 1.5:.1f} {-length * 0.5:.1f} 0 {-length}Q{wide * 1.5:.1f} {-length * 0.5:.1f} 0 0Z",
        1.7,
    ) + path(f"M0 0L0 {-length * 0.62:.1f}", None, tone.dark, 1.4)


def flower(tone: Tone, petals: int = 6) -> str:
    """A flower from above, about 30 wide."""
    ring = "".join(
        placed(oval((0, -9), (5.4, 7.4), tone.light, INK, 1.5), 0, 0, 1, turn * 360 / petals)
        for turn in range(petals)
    )
    return ring + disc(0, 0, 5, GOLD, INK, 1.5)


def sprig(tone: Tone) -> str:
    """A flower between leaves, about 110 wide, to fill a gap."""
    side = (
        placed(leaf(LEAF, 36), 9, 0, 1, 90)
        + placed(leaf(LEAF, 26), 8, -3, 1, 58)
        + placed(leaf(LEAF, 26), 8, 3, 1, 122)
    )
    return mirrored(side) + flower(tone)


def wreath(radius: float, leaves: int) -> str:
    """A ring of laurel leaves, in pairs from below to the top."""
    half = "".join(
        placed(
            leaf(LEAF, 25),
            radius * math.sin(angle),
            -radius * math.cos(angle),
            1,
            math.degrees(angle) - 90 + side,
        )
        for angle in (math.pi * (0.94 - step / leaves * 0.9) for step in range(leaves))
        for side in (-38, 38)
    )
    return path(f"M0 {radius}A{radius} {radius} 0 1 1 0.01 {radius}Z", None, LEAF.dark, 3) + mirrored(half)


def ribbon(tone: Tone) -> str:
    """A bow with two tails, its knot at the origin."""
    return mirrored(
        tone.shape("M-2 2Q-22 16 -26 40L-16 36L-11 44Q-10 20 2 4Z", 1.8)
        + tone.shape("M0 0Q-18 -16 -34 -8Q-38 6 -28 10Q-14 10 0 0Z", 1.9)
        + tone.folds("M-6 0Q-18 -4 -28 0", 1.8)
    ) + tone.shape("M-7 -6Q0 -9 7 -6Q9 0 7 6Q0 9 -7 6Q-9 0 -7 -6Z", 1.8)


def eagle() -> str:
    """The ace of coins: a two-headed eagle with the coin on its breast, crowned."""
    feathers = (
        GILT.shape(
            "M-14 -34Q-40 -74 -84 -78Q-74 -62 -86 -58Q-76 -46 -90 -36Q-78 -28 -90 -14Q-76 -10 -84 6Q-70 8 -74 24Q-60 22 -60 38Q-46 30 -42 44Q-26 34 -14 40Z",
            2.3,
        )
        + GILT.folds(
            "M-22 -34Q-44 -58 -70 -66M-24 -24Q-48 -42 -76 -46M-26 -12Q-52 -24 -78 -24M-26 0Q-50 -6 -74 -2M-26 12Q-46 10 -62 18M-24 22Q-38 24 -48 32",
            2.4,
        )
        + SCARLET.shape("M-16 -40Q-34 -66 -58 -74Q-44 -52 -36 -34Q-28 -18 -16 -10Z", 1.7)
        + SCARLET.folds("M-22 -38Q-32 -52 -44 -62M-24 -26Q-32 -38 -38 -46", 1.8)
    )
    neck = (
        GILT.shape(
            "M0 -36Q-2 -60 -14 -74Q-20 -86 -32 -84Q-42 -82 -44 -70Q-36 -74 -30 -70Q-26 -58 -22 -46Q-18 -34 0 -30Z",
            2.2,
        )
        + GILT.shape("M-44 -70Q-50 -76 -46 -82Q-42 -84 -38 -80Z", 1.6)
        + disc(-30, -77, 2.6, WHITE, INK, 1.2)
        + disc(-30.6, -77, 1.1, INK, None)
        + GILT.folds("M-12 -64Q-8 -54 -8 -44M-20 -58Q-16 -50 -14 -42", 1.8)
    )
    leg = GILT.shape("M-12 44Q-34 54 -40 76L-50 82L-40 84L-44 94L-34 88L-30 96L-28 84Q-20 70 -4 62Z", 2)
    tail = GILT.shape(
        "M-14 40Q-24 80 -30 104L-16 98L-10 112L0 102L10 112L16 98L30 104Q24 80 14 40Z", 2.2
    ) + GILT.folds("M-10 62Q-14 84 -18 94M0 66L0 96M10 62Q14 84 18 94", 2.2)
    bird = mirrored(feathers) + mirrored(leg) + tail + mirrored(neck) + placed(coin(), 0, 10, 0.98)
    return placed(bird, 120, 202, 1.08) + placed(great_crown(), 120, 96, 0.94)


def great_crown() -> str:
    """A closed crown that lies over a mark, about 70 wide."""
    return (
        SCARLET.shape("M-24 0Q-34 -30 0 -32Q34 -30 24 0Z", 1.9)
        + mirrored(GILT.shape("M-24 0Q-42 -32 -3 -36L-3 -29Q-30 -26 -16 0Z", 1.7))
        + GILT.shape("M-4 0L-4 -36L4 -36L4 0Z", 1.7)
        + disc(0, -40, 5, GOLD, INK, 1.7)
        + GILT.shape("M-27 -6Q0 4 27 -6L25 8Q0 17 -25 8Z", 2)
        + mirrored(gem(-14, 3, 3.6, 4, RED))
        + gem(0, 5.4, 3.8, 4, AZURE.light)
    )


def bouquet() -> str:
    """The ace of cups: a great goblet with flowers."""
    stems = mirrored(
        placed(leaf(LEAF, 62), -26, -84, 1, -48)
        + placed(leaf(LEAF, 60), -14, -90, 1, -22)
        + placed(leaf(LEAF, 44), -34, -74, 1, -78)
    )
    blooms = mirrored(
        placed(flower(AZURE), -46, -104, 1.25) + placed(flower(LINEN, 5), -29, -138, 1.2)
    ) + placed(flower(SCARLET, 7), 0, -112, 1.6)
    handles = mirrored(
        path("M-68 -40Q-98 -44 -92 -8Q-86 18 -56 16", None, INK, 11)
        + path("M-68 -40Q-98 -44 -92 -8Q-86 18 -56 16", None, GOLD, 6)
    )
    return placed(stems + blooms + handles + placed(cup(), 0, 0, 2.05), 120, 238, 0.92)


def blade() -> str:
    """The ace of swords: a great sword in a wreath, with a ribbon."""
    return (
        placed(wreath(62, 9), 120, 176)
        + placed(held_sword(128, 0.9), 120, 292, 1.72)
        + placed(ribbon(SCARLET), 120, 240, 1.15)
    )


def trunk() -> str:
    """The ace of clubs: a great cudgel in full leaf."""
    twigs = mirrored(
        placed(leaf(LEAF, 60), -14, 244, 1, -62)
        + placed(leaf(LEAF, 52), -18, 196, 1, -50)
        + placed(leaf(LEAF, 44), -20, 222, 1, -92)
        + placed(leaf(LEAF, 46), -20, 156, 1, -44)
    )
    return (
        placed(twigs, 120, 0)
        + placed(held_club(132), 120, 280, 1.72)
        + placed(ribbon(SCARLET), 120, 292, 1.15)
    )
