"""Half figures for cards with two heads: drawn above y = 0, where a band hides the seam; the middle is x = 0."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.decks.dress import COLLARS, chain, ermine
from bot.pictures.decks.faces import Face, behind, head
from bot.pictures.decks.hats import Hat, gem
from bot.pictures.decks.limbs import fist
from bot.pictures.decks.tones import GILT, STEELY, Tone
from bot.pictures.svg import CREAM, GOLD, INK, RED, WHITE, disc, mirrored, path, placed


@dataclass(frozen=True, slots=True)
class Bust:
    """One half figure: its cloths, head, collar and front, and what its two hands do.

    ``left`` and ``right`` are ``up`` (a fist that holds something upright at the side), ``across`` (a fist before the
    body) or empty; ``fur`` is whether ermine edges the coat; ``lining`` is the cloth in the crown, if not the trim's.
    """

    coat: Tone
    front: Tone
    sleeve: Tone
    trim: Tone
    face: Face
    hat: Hat
    collar: str = "fur"
    pattern: str = "gems"
    left: str = "up"
    right: str = "up"
    fur: bool = False
    lining: Tone | None = None


UP = (58.0, -54.0)
"""Where the fist of a raised forearm is, at the right."""
ACROSS = (14.0, -30.0)
"""Where the fist of a forearm across the body is, coming from the right."""


def _shoulders(bust: Bust) -> str:
    coat = bust.coat
    drawn = coat.shape("M-88 0Q-88 -44 -62 -62Q-40 -76 0 -76Q40 -76 62 -62Q88 -44 88 0Z", 2.4)
    drawn += mirrored(coat.folds("M-80 -4Q-79 -34 -62 -50M-72 -2Q-72 -24 -64 -36"))
    if bust.fur:
        fur = path("M-26 -76Q-52 -66 -58 -40Q-62 -18 -61 0L-42 0Q-42 -34 -20 -58Z", WHITE, INK, 1.9)
        drawn += mirrored(fur + ermine(((-52, -8), (-51, -26), (-45, -44), (-34, -60))))
    return drawn


def _front(bust: Bust) -> str:
    cloth = bust.front
    drawn = cloth.shape("M-42 0Q-44 -40 -28 -68L28 -68Q44 -40 42 0Z", 2)
    return drawn + _PATTERNS[bust.pattern](bust)


def _gems(bust: Bust) -> str:
    field = "".join(
        gem(x, y, 4.4, 6, GOLD)
        for row, y in enumerate((-8, -24, -40, -56))
        for x in range(-36 + 6 * (row % 2), 37, 12)
        if 13 < abs(x) < 38 - row * 2
    )
    panel = GILT.shape("M-11 0L-11 -68L11 -68L11 0Z", 1.7) + "".join(
        gem(0, -8 - 14 * step, 5, 6.6, (bust.trim.light, bust.sleeve.light)[step % 2]) for step in range(4)
    )
    return field + panel


def _buttons(bust: Bust) -> str:
    braids = "".join(
        path(f"M-30 {y - 5}L-4 {y}L-30 {y + 3}M30 {y - 5}L4 {y}L30 {y + 3}", None, bust.trim.light, 2.6)
        for y in (-12, -28, -44, -60)
    )
    return (
        braids
        + path("M0 -68L0 0", None, INK, 1.5)
        + "".join(disc(0, y, 3.4, GOLD, INK, 1.3) for y in (-12, -28, -44, -60))
    )


def _stripes(bust: Bust) -> str:
    bands = "".join(
        bust.trim.shape(f"M{x - 4} 0L{x * 0.76 - 3:.1f} -68L{x * 0.76 + 3:.1f} -68L{x + 4} 0Z", 1.3)
        for x in (-28, -10, 10, 28)
    )
    return bands + "".join(disc(0, y, 2.6, GOLD, INK, 1.1) for y in (-8, -22, -36, -50))


def _lacing(bust: Bust) -> str:
    rungs = "M-12 -8L12 -18M-12 -18L12 -8M-12 -26L12 -36M-12 -36L12 -26M-12 -44L12 -54M-12 -54L12 -44"
    return (
        path("M-17 0Q-18 -40 -14 -68L14 -68Q18 -40 17 0Z", CREAM, INK, 1.7)
        + path(rungs, None, bust.trim.light, 2.4)
        + mirrored("".join(disc(-13, y, 2, GOLD, INK, 0.9) for y in (-8, -18, -26, -36, -44, -54)))
        + mirrored(bust.front.folds("M-27 -4Q-28 -30 -22 -50", 2))
    )


def _plate(bust: Bust) -> str:
    return (
        STEELY.shape("M-42 0Q-44 -40 -28 -66Q0 -58 28 -66Q44 -40 42 0Z", 2)
        + STEELY.shade("M2 0L2 -60Q18 -61 27 -64Q41 -40 40 0Z")
        + path("M0 -60L0 0", None, INK, 1.6)
        + path("M-32 -10Q-33 -34 -24 -54", None, WHITE, 2.6)
        + placed(gem(0, 0, 9, 11, GOLD, 1.6) + gem(0, 0, 4, 5, RED), 0, -22)
    )


def _blossoms(bust: Bust) -> str:
    spots = ((-24, -12), (0, -12), (24, -12), (-12, -30), (12, -30), (-24, -48), (0, -48), (24, -48))
    return "".join(
        "".join(placed(disc(0, -3.6, 2.6, GOLD, INK, 0.9), x, y, 1, turn * 72) for turn in range(5))
        + disc(x, y, 2, bust.trim.light, INK, 0.8)
        for x, y in spots
    )


_PATTERNS = {
    "gems": _gems,
    "buttons": _buttons,
    "stripes": _stripes,
    "lacing": _lacing,
    "plate": _plate,
    "blossoms": _blossoms,
}


def _up(sleeve: Tone, trim: Tone) -> str:
    """A puffed sleeve and a forearm that rises from the seam, at the right."""
    return (
        sleeve.shape("M36 -66Q70 -70 82 -38Q88 -18 84 0L44 0Q46 -22 34 -36Z", 2.2)
        + sleeve.folds("M50 -58Q66 -46 72 -24M44 -52Q54 -40 58 -24", 2)
        + sleeve.shape("M46 0L45 -30L72 -32L76 0Z", 2)
        + sleeve.folds("M67 -4L66 -22M58 -2L58 -16", 1.8)
        + GILT.shape("M43 -42L73 -44L74 -30L44 -28Z", 1.8)
        + "".join(disc(x, -36.4 - (x - 58) * 0.06, 2, trim.light, None) for x in (50.5, 58.5, 66.5))
    )


def _across(sleeve: Tone, trim: Tone) -> str:
    """A sleeve whose forearm lies across the body, coming from the right."""
    return (
        sleeve.shape("M36 -66Q70 -70 82 -38Q88 -16 82 0L46 0Q50 -24 34 -38Z", 2.2)
        + sleeve.folds("M50 -58Q66 -46 72 -24M44 -52Q54 -40 58 -26", 2)
        + sleeve.shape("M82 0Q82 -22 62 -27L30 -42L22 -22Q40 -12 50 0Z", 2)
        + sleeve.folds("M72 -6Q68 -14 58 -16M60 -4Q54 -12 46 -16", 1.8)
        + GILT.shape("M33 -45L20 -20L10 -26L24 -50Z", 1.8)
        + "".join(disc(x, y, 1.9, trim.light, None) for x, y in ((26, -42), (22.4, -35), (18.6, -28)))
    )


_ARMS = {"up": _up, "across": _across}


def _arm(kind: str, bust: Bust) -> str:
    return _ARMS[kind](bust.sleeve, bust.trim) if kind else ""


def half_figure(bust: Bust, left: str = "", right: str = "") -> str:
    """The figure above the seam; ``left`` and ``right`` are what its hands hold, gripped at the origin."""
    places = {"up": (*UP, 0), "across": (*ACROSS, -50)}
    drawn = behind_head(bust) + _shoulders(bust) + _front(bust)
    drawn += _arm(bust.right, bust) + f'<g transform="scale(-1 1)">{_arm(bust.left, bust)}</g>'
    for kind, held, side in ((bust.right, right, 1), (bust.left, left, -1)):
        if kind:
            x, y, turn = places[kind]
            drawn += placed(held, side * x, y) + placed(fist(), side * x, y, 1.08, side * turn)
    return drawn + _neck(bust) + _crowned(bust)


def _crowned(bust: Bust) -> str:
    return placed(head(bust.face) + bust.hat(bust.lining or bust.trim), 0, -106, 1.16)


def behind_head(bust: Bust) -> str:
    """Hair that lies behind the shoulders."""
    return placed(behind(bust.face), 0, -106, 1.16)


def _neck(bust: Bust) -> str:
    """The collar, made for standing figures whose eyes are 82 down."""
    collar = COLLARS[bust.collar](bust.trim) + (chain() if bust.collar in {"fur", "mantle"} else "")
    return placed(collar, 0, -106 - 82 * 1.1, 1.1)
