"""The backs of the decks: one pattern and one medallion each."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.decks.frame import CENTRE, HEIGHT, MIDDLE, WIDTH, card
from bot.pictures.marks import star
from bot.pictures.svg import (
    BLUE,
    BLUE_DARK,
    BLUE_PALE,
    BROWN,
    CREAM,
    GOLD,
    GOLD_PALE,
    RED,
    RED_DARK,
    RUST,
    VIOLET,
    VIOLET_DARK,
    WHITE,
    box,
    disc,
    oval,
    path,
    placed,
)


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours a back is printed in."""

    ground: str
    dark: str
    pale: str
    accent: str


BLUES = Inks(BLUE, BLUE_DARK, BLUE_PALE, GOLD)
VIOLETS = Inks(VIOLET, VIOLET_DARK, BLUE_PALE, GOLD)
RUBIES = Inks(RED, RED_DARK, CREAM, GOLD)
EMBERS = Inks(RUST, BROWN, GOLD_PALE, RED)


def _field(inks: Inks) -> str:
    return box((12, 12), (WIDTH - 24, HEIGHT - 24), 10, inks.ground, inks.dark, 3)


def _rosette(inks: Inks, petals: int) -> str:
    ring = "".join(
        placed(
            oval((0, -31), (6.4, 13), inks.accent if turn % 2 else WHITE, inks.dark, 1.5),
            0,
            0,
            1,
            turn * 360 / petals,
        )
        for turn in range(petals)
    )
    return (
        disc(0, 0, 58, WHITE, inks.dark, 2.6)
        + disc(0, 0, 51, inks.ground, inks.dark, 1.6)
        + ring
        + disc(0, 0, 14, WHITE, inks.dark, 1.8)
        + disc(0, 0, 6, inks.accent, inks.dark, 1.4)
    )


def starry(inks: Inks) -> str:
    """A lattice with diamonds in its meshes and dots on its knots."""
    left, top, step = 24, 22, 24
    xs, ys = range(left, WIDTH - left + 1, step), range(top, HEIGHT - top + 1, step)
    lines = "".join(f"M{x} {y}l{step} {step}M{x + step} {y}l{-step} {step}" for x in xs[:-1] for y in ys[:-1])
    meshes = "".join(f"M{x + 12} {y - 5}l5 5l-5 5l-5 -5Z" for x in xs[:-1] for y in ys)
    dots = "".join(disc(x, y + 12, 3.2, inks.pale, None) for x in xs for y in ys[:-1])
    return card(
        _field(inks)
        + path(lines, None, inks.pale, 1.6)
        + path(meshes, inks.dark, inks.pale, 1)
        + dots
        + placed(_rosette(inks, 12), MIDDLE, CENTRE)
    )


def sunny(inks: Inks) -> str:
    """Rows of fans, each over the gap of two below, and a sun in the middle."""
    rows = [(y, 24 + (row % 2) * 16) for row, y in enumerate(range(38, HEIGHT - 14, 16))]
    fans = "".join(
        f"M{x - 16} {y}A16 16 0 0 1 {x + 16} {y}M{x - 8} {y}A8 8 0 0 1 {x + 8} {y}"
        for y, first in rows
        for x in range(first + 8, WIDTH - 30 + 1, 32)
    )
    rays = path(star(16, 46, 26), inks.pale, inks.dark, 1.8)
    sun = disc(0, 0, 58, WHITE, inks.dark, 2.6) + disc(0, 0, 51, inks.ground, inks.dark, 1.6) + rays
    middle = disc(0, 0, 21, inks.accent, inks.dark, 1.8) + path(star(8, 17, 7), inks.pale, inks.dark, 1.2)
    return card(_field(inks) + path(fans, None, inks.pale, 2) + placed(sun + middle, MIDDLE, CENTRE))


def woven(inks: Inks) -> str:
    """Rings that interlace, a small cross in each."""
    xs, ys = range(36, 205, 28), range(34, 347, 26)
    rings = "".join(disc(x, y, 17, None, inks.pale, 1.7) for y in ys for x in xs)
    crosses = "".join(f"M{x - 4} {y}L{x + 4} {y}M{x} {y - 4}L{x} {y + 4}" for y in ys for x in xs)
    petals = "".join(
        placed(
            path("M0 -14Q-13 -32 0 -47Q13 -32 0 -14Z", (WHITE, inks.accent)[turn % 2], inks.dark, 1.5),
            0,
            0,
            1,
            turn * 45,
        )
        for turn in range(8)
    )
    medal = disc(0, 0, 58, WHITE, inks.dark, 2.6) + disc(0, 0, 51, inks.ground, inks.dark, 1.6) + petals
    return card(
        _field(inks)
        + rings
        + path(crosses, None, inks.accent, 2)
        + box((12, 12), (WIDTH - 24, HEIGHT - 24), 10, None, inks.dark, 4)
        + placed(medal + disc(0, 0, 10, WHITE, inks.dark, 1.6), MIDDLE, CENTRE)
    )


def barred(inks: Inks) -> str:
    """Slanting bars of diamonds, and a wheel in the middle."""
    bars = "".join(
        f"M{x} {y}l14 -14M{x + 14} {y - 14}l14 14"
        for y in range(38, HEIGHT - 14, 14)
        for x in range(22, 200, 28)
    )
    stones = "".join(
        f"M{x} {y - 4}l4 4l-4 4l-4 -4Z" for y in range(32, HEIGHT - 24, 28) for x in range(36, 220, 28)
    )
    spokes = "".join(
        placed(
            path("M-4 -18L0 -48L4 -18Z", (inks.pale, inks.accent)[turn % 2], inks.dark, 1.3),
            0,
            0,
            1,
            turn * 30,
        )
        for turn in range(12)
    )
    wheel = disc(0, 0, 58, WHITE, inks.dark, 2.6) + disc(0, 0, 51, inks.ground, inks.dark, 1.6) + spokes
    return card(
        _field(inks)
        + path(bars, None, inks.pale, 1.8)
        + path(stones, inks.accent, inks.dark, 1)
        + placed(
            wheel + disc(0, 0, 18, WHITE, inks.dark, 1.8) + disc(0, 0, 9, inks.accent, inks.dark, 1.6),
            MIDDLE,
            CENTRE,
        )
    )
