"""Rich details made by repeating little: ermine, trims, panels, collars and chains."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.pictures.decks.hats import gem
from bot.pictures.decks.tones import GILT, LINEN, Tone
from bot.pictures.svg import CREAM, GOLD, INK, RED, WHITE, disc, mirrored, path


def ermine(places: Iterable[tuple[float, float]]) -> str:
    """The black tails on white fur."""
    return "".join(
        path(
            f"M{x} {y - 3.4}Q{x + 2} {y} {x + 1.8} {y + 3.4}L{x} {y + 1.6}L{x - 1.8} {y + 3.4}Q{x - 2} {y} {x} {y - 3.4}Z",
            INK,
            None,
        )
        for x, y in places
    )


def fur_collar(_cloth: Tone) -> str:
    """A wide collar of ermine."""
    tails = (
        (-31, 124),
        (-22, 131),
        (-22, 117),
        (-11, 133),
        (0, 139),
        (11, 133),
        (22, 131),
        (22, 117),
        (31, 124),
    )
    return path(
        "M-40 124Q-30 106 -14 108Q0 118 14 108Q30 106 40 124Q36 142 16 138Q0 150 -16 138Q-36 142 -40 124Z",
        WHITE,
        INK,
        2,
    ) + ermine(tails)


def gold_collar(cloth: Tone) -> str:
    """A collar of cloth with a gold edge and stones."""
    return (
        GILT.shape("M-39 124Q-28 107 -14 108Q0 116 14 108Q28 107 39 124Q22 146 0 147Q-22 146 -39 124Z", 2)
        + cloth.shape(
            "M-30 121Q-22 112 -14 113Q0 120 14 113Q22 112 30 121Q16 136 0 137Q-16 136 -30 121Z", 1.4
        )
        + mirrored(
            disc(-30, 130.4, 2, RED, INK, 0.8)
            + disc(-16, 140, 2, WHITE, INK, 0.8)
            + gem(-13, 125, 2.6, 3.4, GOLD)
        )
        + disc(0, 142.4, 2.2, RED, INK, 0.8)
        + gem(0, 128, 2.8, 3.8, GOLD)
    )


def ruff(_cloth: Tone) -> str:
    """A pleated white ruff."""
    pleats = (
        "M-28 117L-20 106M-23 124L-14 110M-12 128L-8 112M0 129L0 113M12 128L8 112M23 124L14 110M28 117L20 106"
    )
    return LINEN.shape(
        "M-31 110Q-36 118 -28 121Q-28 129 -19 127Q-14 134 -7 129Q0 135 7 129Q14 134 19 127Q28 129 28 121Q36 118 31 110"
        "Q26 104 18 105Q0 114 -18 105Q-26 104 -31 110Z",
        1.9,
    ) + LINEN.folds(pleats, 1.5)


def mantle(cloth: Tone) -> str:
    """A short cape over both shoulders, scalloped in gold."""
    return (
        cloth.shape(
            "M-41 132Q-34 108 -14 108Q0 117 14 108Q34 108 41 132Q36 146 27 137Q22 150 13 140Q7 151 0 142Q-7 151 -13 140"
            "Q-22 150 -27 137Q-36 146 -41 132Z",
            2,
        )
        + path(
            "M-36 132Q-30 137 -26 131Q-20 142 -13 133Q-6 143 0 135Q6 143 13 133Q20 142 26 131Q30 137 36 132",
            None,
            GOLD,
            2,
        )
        + GILT.shape("M-16 109Q0 119 16 109L15 115Q0 125 -15 115Z", 1.5)
    )


def open_collar(cloth: Tone) -> str:
    """A white shirt's collar with two points, the neck showing."""
    return (
        cloth.shade("M-14 108L14 108L0 128Z")
        + mirrored(LINEN.shape("M-2 124L-13 106Q-20 106 -25 112L-17 127Z", 1.7))
        + disc(0, 126, 2.6, GOLD, INK, 1.1)
    )


COLLARS: dict[str, Callable[[Tone], str]] = {
    "fur": fur_collar,
    "gold": gold_collar,
    "ruff": ruff,
    "mantle": mantle,
    "open": open_collar,
}


def chain() -> str:
    """A gold chain with a medal, over a collar."""
    return (
        path("M-18 122Q0 152 18 122", None, INK, 4.6)
        + path("M-18 122Q0 152 18 122", None, GOLD, 2.4)
        + disc(0, 139, 5.4, GOLD, INK, 1.5)
        + disc(0, 139, 2.4, RED, INK, 0.8)
    )


def laced(trim: Tone) -> str:
    """A white front with buttons and laces."""
    return (
        path("M-13 122Q0 128 13 122L10 194Q0 197 -10 194Z", CREAM, INK, 1.6)
        + "".join(disc(0, y, 2.8, GOLD, INK, 1.1) for y in (150, 162, 174, 186))
        + mirrored(trim_strokes("M-9 132L-3 140M-9.4 146L-4 153M-9 160L-4 166M-8.6 173L-4 179", trim))
    )


def trim_strokes(d: str, trim: Tone) -> str:
    """Strokes in the lighter tone of a trim."""
    return path(d, None, trim.light, 2)


def buttoned(trim: Tone) -> str:
    """A row of gold buttons between two braids."""
    return mirrored(trim_strokes("M-8 126Q-8 160 -7 192", trim)) + "".join(
        disc(0, y, 3, GOLD, INK, 1.2) for y in (150, 162, 174, 186)
    )


def slashed(trim: Tone) -> str:
    """Slashes that show the lining."""
    cuts = "".join(
        trim.shape(f"M{x} {y - 6}Q{x + 3.4} {y} {x} {y + 6}Q{x - 3.4} {y} {x} {y - 6}Z", 1.1)
        for x, y in ((-15, 152), (-15, 172), (-5, 160), (-5, 180), (5, 160), (5, 180), (15, 152), (15, 172))
    )
    return cuts + path("M0 130L0 194", None, INK, 1.3)


def quilted(trim: Tone) -> str:
    """Diamonds in rows."""
    return "".join(gem(x, y, 3.6, 5, trim.light, 1) for y in (152, 166, 180) for x in (-14, 0, 14)) + "".join(
        gem(x, y, 3.6, 5, trim.light, 1) for y in (159, 173, 187) for x in (-7, 7)
    )


def plated(trim: Tone) -> str:
    """A steel breastplate with a ridge."""
    from bot.pictures.decks.tones import STEELY

    return (
        STEELY.shape("M-25 124Q-26 160 -20 188Q0 198 20 188Q26 160 25 124Q0 134 -25 124Z", 1.9)
        + STEELY.shade("M1.4 131Q14 130 23 127Q24 160 18.6 186Q10 190 1.4 191Z")
        + path("M-16 134Q-17 158 -13 178", None, WHITE, 2.2)
        + path("M0 130L0 193", None, INK, 1.5)
        + trim.shape("M-20 182Q0 193 20 182L20 190Q0 201 -20 190Z", 1.4)
    )


FRONTS: dict[str, Callable[[Tone], str]] = {
    "laced": laced,
    "buttoned": buttoned,
    "slashed": slashed,
    "quilted": quilted,
    "plated": plated,
}


def belt(cloth: Tone) -> str:
    """A belt with a gold buckle at the waist."""
    return (
        cloth.shape("M-24.5 192Q0 200 24.5 192L25.5 206Q0 214 -25.5 206Z", 1.9)
        + mirrored(disc(-16, 200, 2.2, GOLD, INK, 0.9))
        + GILT.shape("M-7 196.5L7 196.5L8 209.5L-8 209.5Z", 1.5)
        + gem(0, 203, 3.6, 4, RED)
    )
