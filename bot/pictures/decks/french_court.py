"""The court of the French deck: knaves, queens and kings with two heads, what they hold, and their panel."""

from __future__ import annotations

from bot.pictures.decks import hats
from bot.pictures.decks.aces import flower, leaf
from bot.pictures.decks.busts import Bust, half_figure
from bot.pictures.decks.faces import Face
from bot.pictures.decks.frame import CENTRE, MIDDLE, twice
from bot.pictures.decks.french_marks import COLOUR, LARGE
from bot.pictures.decks.hats import gem
from bot.pictures.decks.props import held_club, held_sword, sceptre
from bot.pictures.decks.tones import (
    AZURE,
    CHESTNUT,
    FAIR,
    GILT,
    GINGER,
    GREY,
    LEAF,
    LINEN,
    PLUM,
    RAVEN,
    SCARLET,
    SKY,
    STEELY,
    TIMBER,
)
from bot.pictures.svg import BLUE, GOLD, GOLD_PALE, INK, RED, WHITE, box, disc, path, placed


def _rose(petals: int) -> str:
    """A flower on a stalk, held at the origin."""
    stalk = path("M0 20L0 -34", None, INK, 5) + path("M0 20L0 -34", None, LEAF.light, 2.4)
    twigs = placed(leaf(LEAF, 20), 0, -12, 1, 56) + placed(leaf(LEAF, 20), 0, -18, 1, -56)
    bloom = flower({5: LINEN, 6: SKY, 7: SCARLET, 8: PLUM}[petals], petals)
    return stalk + twigs + placed(bloom, 0, -46, 1.05)


def _halberd() -> str:
    """A knave's halberd, gripped at the origin."""
    return (
        path("M0 -60L0 46", None, INK, 6.4)
        + path("M0 -60L0 46", None, TIMBER.light, 3)
        + STEELY.shape("M-3 -62L0 -90L3 -62Z", 1.8)
        + STEELY.shape("M-3 -64Q-16 -70 -24 -60Q-20 -50 -24 -40Q-12 -36 -3 -44Z", 1.9)
        + STEELY.shape("M3 -62L18 -56L3 -48Z", 1.8)
        + path("M-4 -56L4 -56M-4 -49L4 -49", None, INK, 2)
    )


def _axe() -> str:
    """A king's battle-axe, gripped at the origin."""
    return (
        path("M0 -72L0 46", None, INK, 6.4)
        + path("M0 -72L0 46", None, GOLD, 3)
        + STEELY.shape("M-2 -66Q-22 -74 -26 -52Q-24 -34 -2 -40Q-8 -53 -2 -66Z", 2)
        + STEELY.shape("M2 -66Q22 -74 26 -52Q24 -34 2 -40Q8 -53 2 -66Z", 2)
        + disc(0, -74, 4.4, GOLD, INK, 1.6)
    )


def _orb() -> str:
    """A golden ball with a cross, held from below."""
    return (
        disc(0, -20, 14, GOLD, INK, 2)
        + path("M-13.6 -22Q0 -14 13.6 -22", None, RED, 3.2)
        + path("M0 -34L0 -46M-5 -41L5 -41", None, INK, 5)
        + path("M0 -34L0 -46M-5 -41L5 -41", None, GOLD, 2.2)
    )


def _horn() -> str:
    """A hunting horn, held by its middle."""
    return (
        GILT.shape(
            "M-20 -30Q-24 -6 -2 2Q14 6 22 -4L18 -8Q10 -2 0 -6Q-10 -12 -8 -34Q-8 -40 -18 -40Q-26 -38 -20 -30Z",
            2,
        )
        + disc(-14, -38, 6, RED, INK, 1.6)
        + path("M-17 -20Q-14 -18 -10 -20M-4 -6Q-6 -2 -4 2", None, INK, 1.6)
    )


def _club_staff() -> str:
    """A short knotty staff."""
    return placed(held_club(78, 0.7), 0, 0, 0.92)


def _fan() -> str:
    """A folded fan opened, held at the origin."""
    blades = "".join(
        placed(
            path("M-5 -12L-7 -42Q0 -47 7 -42L5 -12Z", (SCARLET.light, GOLD_PALE)[step % 2], INK, 1.4),
            0,
            0,
            1,
            -52 + 21 * step,
        )
        for step in range(6)
    )
    return blades + disc(0, -6, 4, GOLD, INK, 1.4)


KINGS: dict[str, Bust] = {
    "d": Bust(
        AZURE,
        GILT,
        SCARLET,
        SCARLET,
        Face(GREY, "waves", "full", 0.7),
        hats.pointed_crown,
        "fur",
        "lacing",
        "across",
        fur=True,
    ),
    "c": Bust(
        SCARLET,
        GILT,
        AZURE,
        AZURE,
        Face(FAIR, "bob", "round", -0.7),
        hats.arched_crown,
        "gold",
        "gems",
        fur=True,
    ),
    "s": Bust(
        AZURE,
        SCARLET,
        GILT,
        PLUM,
        Face(RAVEN, "waves", "long", -0.7),
        hats.lily_crown,
        "mantle",
        "plate",
        "across",
    ),
    "b": Bust(
        LEAF,
        SCARLET,
        GILT,
        AZURE,
        Face(GINGER, "long", "forked", -0.7),
        hats.leafy_crown,
        "ruff",
        "stripes",
        fur=True,
    ),
}
QUEENS: dict[str, Bust] = {
    "d": Bust(
        GILT,
        SCARLET,
        AZURE,
        AZURE,
        Face(FAIR, "tresses", "", -0.6, lips=True),
        hats.coronet,
        "gold",
        "blossoms",
        "across",
    ),
    "c": Bust(
        SCARLET,
        SKY,
        SCARLET,
        AZURE,
        Face(CHESTNUT, "veil", "", 0.6, lips=True),
        hats.coronet,
        "fur",
        "gems",
        "across",
        "up",
    ),
    "s": Bust(
        PLUM,
        AZURE,
        GILT,
        SCARLET,
        Face(RAVEN, "waves", "", 0.6, lips=True),
        hats.lily_crown,
        "ruff",
        "lacing",
        fur=True,
    ),
    "b": Bust(
        LEAF,
        GILT,
        SCARLET,
        SCARLET,
        Face(GINGER, "bob", "", -0.6, lips=True),
        hats.coronet,
        "mantle",
        "blossoms",
        "across",
    ),
}
KNAVES: dict[str, Bust] = {
    "d": Bust(
        AZURE,
        SCARLET,
        GILT,
        SCARLET,
        Face(FAIR, "bob", "", 0.7),
        hats.flat_beret,
        "ruff",
        "stripes",
        "across",
    ),
    "c": Bust(
        GILT,
        AZURE,
        SCARLET,
        SCARLET,
        Face(CHESTNUT, "waves", "moustache", -0.7),
        hats.feathered_cap,
        "open",
        "buttons",
        "across",
        "up",
    ),
    "s": Bust(
        SCARLET, LEAF, AZURE, AZURE, Face(RAVEN, "short", "goatee", 0.7), hats.brimmed_hat, "gold", "plate"
    ),
    "b": Bust(PLUM, GILT, LEAF, LEAF, Face(GINGER, "bob", "", -0.7), hats.fur_cap, "mantle", "buttons"),
}
HELD: dict[str, tuple[str, str]] = {
    "Kd": ("", _axe()),
    "Kc": (_orb(), held_sword(76, 0.8)),
    "Ks": ("", held_sword(78, 0.8)),
    "Kb": (_orb(), sceptre(66)),
    "Qd": ("", _rose(8)),
    "Qc": ("", _rose(7)),
    "Qs": (_rose(5), sceptre(64)),
    "Qb": ("", placed(_fan(), 0, 0, 0.74)),
    "Jd": ("", _halberd()),
    "Jc": ("", held_sword(74, 0.7)),
    "Js": (_horn(), _halberd()),
    "Jb": (_rose(6), _club_staff()),
}
COURT: dict[str, dict[str, Bust]] = {"K": KINGS, "Q": QUEENS, "J": KNAVES}


def court(rank: str, suit: str) -> str:
    """The panel of a court card and the figure in it, from both ends."""
    left, right = HELD[rank + suit]
    half = placed(half_figure(COURT[rank][suit], left, right), MIDDLE, CENTRE, 0.9)
    sign = placed(LARGE[suit](), 60, 60, 0.36)
    band = box((40, CENTRE - 6), (160, 12), 0, COLOUR[suit], INK, 1.8) + "".join(
        gem(MIDDLE + 15 * step, CENTRE, 5, 4.4, (GOLD, WHITE)[step % 2]) for step in range(-5, 6)
    )
    return (
        box((38, 30), (164, 320), 7, WHITE, BLUE, 2.2)
        + twice(half + sign)
        + band
        + box((38, 30), (164, 320), 7, None, BLUE, 2.2)
        + box((42, 34), (156, 312), 4, None, BLUE, 1)
    )
