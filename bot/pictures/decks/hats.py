"""What figures wear on their heads: crowns, caps, plumed hats and helmets, drawn around the point between the eyes."""

from __future__ import annotations

from collections.abc import Callable

from bot.pictures.decks.tones import CHESTNUT, GILT, LINEN, STEELY, Tone
from bot.pictures.svg import BLUE, GOLD, GOLD_PALE, GREEN, INK, RED, WHITE, disc, mirrored, oval, path, placed

Hat = Callable[[Tone], str]
"""A hat in a cloth."""


def gem(x: float, y: float, a: float, b: float, colour: str, width: float = 1.0) -> str:
    """A diamond-shaped stone."""
    return path(f"M{x} {y - b}L{x + a} {y}L{x} {y + b}L{x - a} {y}Z", colour, INK, width)


def _lining(cloth: Tone, top: float = -34) -> str:
    return cloth.shape(f"M-17 -13Q-15 {top} 0 {top - 1}Q15 {top} 17 -13Z", 1.6)


def _circlet(cloth: Tone) -> str:
    """The band of a crown, with its stones."""
    return (
        cloth.shape("M-20.4 -11L-21.6 -18Q0 -11 21.6 -18L20.4 -11Q0 -4 -20.4 -11Z", 1.5)
        + mirrored(disc(-12, -12, 1.9, GOLD, INK, 0.9))
        + disc(0, -10.8, 2.2, GOLD_PALE, INK, 0.9)
    )


def pointed_crown(cloth: Tone) -> str:
    """Five straight points, each with a bead."""
    return (
        _lining(cloth)
        + GILT.shape("M-20 -12L-28 -38L-14.5 -25L-9 -47L0 -27L9 -47L14.5 -25L28 -38L20 -12Q0 -6 -20 -12Z", 2)
        + mirrored(disc(-28, -39.5, 3.4, RED, INK, 1.4) + disc(-9, -48.5, 3.4, BLUE, INK, 1.4))
        + mirrored(gem(-12, -21, 2, 3.4, WHITE))
        + gem(0, -20, 2.4, 4, GREEN)
        + _circlet(cloth)
    )


def lily_crown(cloth: Tone) -> str:
    """Three lilies on a band."""
    lily = (
        GILT.shape("M0 0Q-7 -6 0 -19Q7 -6 0 0Z", 1.6)
        + mirrored(GILT.shape("M-1.5 -1Q-10 -3 -10 -10Q-4 -10 -1.5 -5Z", 1.4))
        + path("M-5 0L5 0", None, INK, 2.6)
    )
    return (
        _lining(cloth, -28)
        + mirrored(placed(lily, -19, -22, 0.86, -18))
        + placed(lily, 0, -23, 1.15)
        + GILT.shape("M-20 -11L-22.5 -26Q0 -18 22.5 -26L20 -11Q0 -4 -20 -11Z", 2)
        + mirrored(gem(-12, -17.5, 3, 3.6, RED))
        + gem(0, -15.6, 3.4, 4.2, BLUE)
    )


def arched_crown(cloth: Tone) -> str:
    """Arches over a cap, closed by a ball and a cross."""
    return (
        cloth.shape("M-20 -14Q-32 -44 0 -42Q32 -44 20 -14Z", 1.8)
        + mirrored(GILT.shape("M-20 -14Q-37 -42 -3 -44L-3 -38Q-28 -38 -13.6 -14Z", 1.6))
        + GILT.shape("M-3.6 -14L-3.6 -44L3.6 -44L3.6 -14Z", 1.6)
        + "".join(disc(0, y, 1.4, RED, None) for y in (-38, -31, -24))
        + disc(0, -46, 4, GOLD, INK, 1.5)
        + path("M0 -50L0 -59M-4 -55L4 -55", None, INK, 4.6)
        + path("M0 -50L0 -59M-4 -55L4 -55", None, GOLD, 2)
        + GILT.shape("M-20.4 -10L-21.8 -19Q0 -12 21.8 -19L20.4 -10Q0 -3 -20.4 -10Z", 1.9)
        + mirrored(gem(-11.5, -12.4, 3, 3, RED))
        + gem(0, -10.8, 3.4, 3.4, GREEN)
    )


def leafy_crown(cloth: Tone) -> str:
    """A crown of broad leaves, as for a king of woods."""
    leaf = GILT.shape("M0 2Q-9 -4 -7 -11Q-8 -14 -3 -15Q0 -22 3 -15Q8 -14 7 -11Q9 -4 0 2Z", 1.5) + path(
        "M0 0L0 -11", None, GILT.dark, 1.3
    )
    return (
        _lining(cloth, -30)
        + mirrored(placed(leaf, -20, -20, 0.9, -22) + placed(leaf, -10.5, -19, 0.95, -9))
        + placed(leaf, 0, -19, 1.25)
        + _circlet(cloth)
    )


def plume(cloth: Tone) -> str:
    """A feather rising to the right from the origin."""
    return cloth.shape(
        "M0 0Q-2 -24 22 -34Q19 -28 25 -26Q21 -21 25 -17Q19 -15 20 -10Q13 -8 12 -3Q6 -3 0 0Z", 1.6
    ) + cloth.folds("M3 -3Q6 -18 19 -29M8 -13L15 -14M12 -20L20 -21", 1.3)


def feathered_cap(cloth: Tone) -> str:
    """A soft cap with a turned-up brim and a feather."""
    return (
        placed(plume(LINEN), 13, -20, 1.1)
        + cloth.shape("M-18 -14Q-25 -34 -4 -37Q18 -38 20 -22Q22 -16 17 -13Z", 2)
        + cloth.folds("M-6 -35Q-11 -26 -8 -18M5 -36Q6 -26 9 -19", 1.8)
        + GILT.shape("M-22 -10Q-23 -19 -15 -19Q0 -23 15 -19Q23 -19 22 -10Q0 -17 -22 -10Z", 1.9)
        + disc(13, -19, 3.4, RED, INK, 1.3)
    )


def flat_beret(cloth: Tone) -> str:
    """A wide beret that hangs to one side, with a brooch."""
    return (
        cloth.shape("M-19 -13Q-36 -18 -32 -27Q-24 -40 2 -37Q27 -36 25 -22Q23 -14 18 -13Q0 -20 -19 -13Z", 2)
        + cloth.folds("M-26 -22Q-16 -32 0 -31M-22 -17Q-10 -26 4 -26", 1.7)
        + GILT.shape("M-19 -9.6Q0 -18 19 -9.6L19 -15Q0 -23 -19 -15Z", 1.7)
        + disc(-15, -19, 4.4, GOLD, INK, 1.4)
        + disc(-15, -19, 1.9, RED, None)
        + placed(plume(LINEN), -17, -22, 0.8, -80)
    )


def brimmed_hat(cloth: Tone) -> str:
    """A wide brim turned up at one side, with a plume lying over it."""
    return (
        cloth.shape("M-15 -16Q-15 -38 0 -38Q15 -38 15 -16Z", 2)
        + path("M-15.4 -19Q0 -13 15.4 -19L15.4 -24Q0 -18 -15.4 -24Z", GOLD, INK, 1.5)
        + cloth.shape(
            "M-34 -15Q-30 -24 -15 -18Q0 -12 15 -18Q26 -26 33 -28Q34 -12 18 -9Q0 -16 -18 -9Q-28 -8 -34 -15Z", 2
        )
        + placed(plume(LINEN), 15, -20, 1.05, -62)
        + disc(14, -20, 3, RED, INK, 1.2)
    )


def hood(cloth: Tone) -> str:
    """A hood with a long tip that falls to the shoulder."""
    return (
        cloth.shape("M14 -32Q34 -34 33 -12Q37 8 31 22Q26 24 26 16Q29 0 24 -8Q20 -14 14 -14Z", 1.9)
        + cloth.shape("M-19 -10Q-24 -36 0 -38Q24 -36 19 -10Q0 -20 -19 -10Z", 2)
        + cloth.folds("M-8 -34Q-13 -26 -13 -18M27 -14Q31 2 29 14", 1.7)
        + GILT.shape("M-21 -8Q-22 -17 -15 -18Q0 -24 15 -18Q22 -17 21 -8Q0 -19 -21 -8Z", 1.8)
        + mirrored(disc(-11, -16.4, 1.5, RED, None))
        + disc(0, -18.4, 1.7, RED, None)
    )


def turban(cloth: Tone) -> str:
    """A wound cloth with a jewelled clasp and a tuft."""
    return (
        placed(plume(LINEN), -2, -30, 0.85, -24)
        + cloth.shape("M-22 -11Q-30 -30 -14 -36Q0 -44 14 -36Q30 -30 22 -11Q0 -20 -22 -11Z", 2)
        + cloth.folds("M-22 -18Q-6 -34 12 -36M-18 -13Q-2 -26 22 -29M-2 -17Q12 -22 22 -20", 1.8)
        + disc(0, -29, 5, GOLD, INK, 1.5)
        + disc(0, -29, 2.2, RED, INK, 0.8)
    )


def crested_helmet(cloth: Tone) -> str:
    """An open helmet with a crest of feathers in the cloth's colour."""
    return (
        cloth.shape("M2 -36Q10 -58 26 -52Q44 -46 38 -16Q34 -26 28 -28Q20 -40 8 -34Z", 1.9)
        + cloth.folds("M9 -38Q20 -50 32 -38M14 -40Q24 -46 35 -28", 1.6)
        + STEELY.shape("M-20 -6Q-25 -38 0 -40Q25 -38 20 -6Q17 -14 12 -15Q0 -19 -12 -15Q-17 -14 -20 -6Z", 2)
        + path("M-12 -33Q-17 -26 -17 -17", None, WHITE, 2.2)
        + GILT.shape(
            "M-21 -5Q-22 -14 -13 -15.6Q0 -20 13 -15.6Q22 -14 21 -5Q17 -10 12 -11Q0 -15 -12 -11Q-17 -10 -21 -5Z",
            1.6,
        )
        + GILT.shape("M-3 -16L-2 -40L2 -40L3 -16Z", 1.4)
        + oval((0, -26), (2, 2), RED, INK, 0.8)
    )


def fur_cap(cloth: Tone) -> str:
    """A pointed cap with a rim of fur."""
    return (
        cloth.shape("M-17 -14Q-18 -34 2 -44Q16 -50 26 -40Q20 -36 18 -14Z", 2)
        + cloth.folds("M-8 -18Q-6 -32 8 -40M4 -18Q8 -30 16 -38", 1.7)
        + disc(27, -38, 4.2, GOLD, INK, 1.5)
        + CHESTNUT.shape(
            "M-22 -9Q-26 -17 -19 -19Q-15 -24 -9 -21Q-3 -26 3 -22Q9 -26 14 -21Q21 -23 22 -17Q26 -13 22 -8Q12 -14 0 -14Q-12 -14 -22 -9Z",
            1.8,
        )
        + CHESTNUT.folds("M-15 -18L-14 -14M-6 -19L-5 -16M5 -19L4 -16M14 -18L13 -14", 1.4)
    )


def coronet(cloth: Tone) -> str:
    """A queen's small crown of pearls over a band."""
    return (
        cloth.shape("M-15 -17Q-12 -32 0 -33Q12 -32 15 -17Z", 1.6)
        + GILT.shape("M-19 -14L-25 -31L-13 -25L-8 -38L0 -26L8 -38L13 -25L25 -31L19 -14Q0 -8 -19 -14Z", 1.9)
        + mirrored(disc(-25, -32.5, 2.9, WHITE, INK, 1.3) + disc(-8, -39.5, 2.9, WHITE, INK, 1.3))
        + "".join(
            disc(x, -15.4 + abs(x) * -0.12, 1.8, colour, INK, 0.7)
            for x, colour in ((-10, RED), (0, BLUE), (10, RED))
        )
    )
