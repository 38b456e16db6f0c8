"""The suit marks as figures hold them: the place of the grip is the origin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.pictures.decks.tones import GILT, LEAF, SCARLET, STEELY, TIMBER
from bot.pictures.marks import coin, cup
from bot.pictures.svg import BLUE, GOLD, GOLD_PALE, INK, RED, WHITE, disc, mirrored, oval, path, placed


def held_coin() -> str:
    """A large coin held up by its edge."""
    return placed(coin(), 0, -29, 0.6)


def held_cup() -> str:
    """A goblet held by its stem."""
    return placed(cup(), 0, -17, 0.64)


def held_sword(length: float = 104, guard: float = 1.0) -> str:
    """A sword held upright by its hilt, the blade ``length`` long."""
    tip = -14 - length
    return (
        STEELY.shape(f"M0 {tip}L6.4 {tip + 16}L5.8 -12L-5.8 -12L-6.4 {tip + 16}Z", 2.2)
        + STEELY.shade(f"M0 {tip + 3}L5.2 {tip + 16}L4.8 -13L0 -13Z")
        + path(f"M-1.4 {tip + 14}L-1.4 -16", None, WHITE, 1.9)
        + GILT.shape(
            f"M{-22 * guard:g} -17Q{-25 * guard:g} -8 {-18 * guard:g} -7Q-8 -10 0 -9Q8 -10 {18 * guard:g} -7"
            f"Q{25 * guard:g} -8 {22 * guard:g} -17Q{12 * guard:g} -13 0 -14Q{-12 * guard:g} -13 {-22 * guard:g} -17Z",
            1.9,
        )
        + SCARLET.shape("M-4 -9L4 -9L3.6 13L-3.6 13Z", 1.8)
        + disc(0, 17, 5.4, GOLD, INK, 1.9)
        + disc(0, 17, 1.9, RED, None)
    )


def held_club(length: float = 104, leaves: float = 1.0) -> str:
    """A knotty cudgel, the thick end up."""
    top = -length
    wood = (
        f"M-13 {top + 4}Q-19 {top + 16} -12.5 {top + 25}Q-15 {top + 36} -9.6 {top + 46}Q-10 -28 -6.4 -10L-5 24Q0 27 5 24L6.4 -10"
        f"Q10 -28 9.6 {top + 50}Q15 {top + 40} 12 {top + 28}Q19 {top + 16} 13 {top + 4}Q0 {top - 6} -13 {top + 4}Z"
    )
    shade = f"M12 {top + 7}Q16 {top + 16} 10 {top + 27}Q13 {top + 40} 8 {top + 50}Q8 -28 4.6 -10L3.6 22L0 23Q3 -30 4 {top + 46}Q8 {top + 24} 5 {top + 6}Z"
    leaf = LEAF.shape("M0 0Q2 -15 19 -19Q21 -3 0 0Z", 1.6) + path("M3 -3L14 -14", None, LEAF.dark, 1.4)
    return (
        placed(leaf, 9, top + 48, leaves, 6)
        + placed(f'<g transform="scale(-1 1)">{leaf}</g>', -9, top + 34, 0.95 * leaves, -8)
        + TIMBER.shape(wood, 2.2)
        + TIMBER.shade(shade)
        + oval((0, top + 4), (11.5, 4), GOLD_PALE, INK, 1.7)
        + oval((0, top + 4), (5, 1.5), None, TIMBER.dark, 1.2)
        + TIMBER.folds(
            f"M-7 {top + 18}Q-4 {top + 23} -7 {top + 28}M-4 {top + 42}Q-1 {top + 50} -4 {top + 56}M-3 -34Q-1 -26 -3 -18",
            1.8,
        )
    )


def sceptre(length: float = 70) -> str:
    """A gold staff with a lily, held at the origin."""
    top = -length
    return (
        path(f"M0 {top}L0 40", None, INK, 6)
        + path(f"M0 {top}L0 40", None, GOLD, 2.8)
        + GILT.shape(f"M0 {top}Q-8 {top - 8} 0 {top - 24}Q8 {top - 8} 0 {top}Z", 1.7)
        + mirrored(GILT.shape(f"M-1 {top - 1}Q-12 {top - 3} -12 {top - 13}Q-5 {top - 12} -1 {top - 5}Z", 1.5))
        + disc(0, top + 1, 4, BLUE, INK, 1.5)
    )


@dataclass(frozen=True, slots=True)
class Props:
    """What the figures of a deck hold: a coin, a cup, and a sword and a club of any length."""

    coin: Callable[[], str]
    cup: Callable[[], str]
    sword: Callable[[float], str]
    club: Callable[[float], str]

    def held(self, suit: str, length: float = 104) -> str:
        """The mark of a suit, gripped at the origin."""
        match suit:
            case "d":
                return self.coin()
            case "c":
                return self.cup()
            case "s":
                return self.sword(length)
            case _:
                return self.club(length)


STRAIGHT = Props(held_coin, held_cup, held_sword, held_club)
"""The marks of the Neapolitan deck."""


def sword_pip() -> str:
    """A straight sword around the origin, 116 units high."""
    return placed(held_sword(78, 0.72), 0, 34.5)


def club_pip() -> str:
    """A knotty cudgel around the origin, 116 units high."""
    return placed(held_club(92, 0.66), 0, 34)
