"""Arms and hands of standing and riding figures, on the right of the picture; the middle of the body is x = 0."""

from __future__ import annotations

from bot.pictures.decks.tones import GILT, SKIN, Tone
from bot.pictures.svg import RED, disc, placed


def fist() -> str:
    """A closed hand around something upright that passes through the origin."""
    return SKIN.shape("M-9 -8Q-11 6 -3 9Q8 10 9 1Q9 -9 2 -10Q-5 -11 -9 -8Z", 1.8) + SKIN.folds(
        "M-8 -3Q0 -5 4 -3.5M-8.4 1.2Q0 -0.6 4.6 0.6M-6.6 5Q0 3.6 4 4.4", 1.4
    )


def akimbo(sleeve: Tone) -> str:
    """The hand on the belt, at (23, 207)."""
    return (
        sleeve.shape(
            "M26 124Q46 122 54 142Q66 168 60 182Q56 190 40 204L30 194Q42 182 44 172Q40 158 30 150Z", 2.1
        )
        + sleeve.folds("M46 138Q54 156 52 174M40 134Q46 146 48 158", 1.8)
        + GILT.shape("M30 193L41 205L35 211L24 199Z", 1.7)
        + placed(fist(), 23, 207, 0.98, -60)
    )


def raised(sleeve: Tone) -> str:
    """The forearm upright at the side; the hand that holds something comes after it, at (62, 129)."""
    return (
        sleeve.shape("M27 122Q45 122 54 142L72 172Q66 190 50 181L27 152Z", 2.1)
        + sleeve.folds("M44 134Q52 148 60 160M37 133Q42 148 50 164", 1.8)
        + sleeve.shape("M74 146L50.5 145Q47 166 51 180Q62 192 73 176Q76 160 74 146Z", 2.1)
        + sleeve.folds("M68 158Q69 168 66 177M60 157Q59 168 60 180", 1.8)
        + GILT.shape("M76 139L49 138L48.5 150L75.5 151Z", 1.7)
        + "".join(disc(x, 144.6, 1.8, RED, None) for x in (69, 62.3, 55.6))
    )


def lowered(sleeve: Tone) -> str:
    """The arm hanging out to the side; its hand, at (66, 196), leans on something or holds it."""
    return (
        sleeve.shape("M26 124Q46 121 54 140Q60 160 72 182L58 192Q40 172 28 150Z", 2.1)
        + sleeve.folds("M42 134Q50 154 60 176M36 134Q40 150 50 166", 1.8)
        + GILT.shape("M74 178L58 188L63 197L79 186Z", 1.7)
    )


def folded(sleeve: Tone) -> str:
    """The forearm across the body; its hand, at (4, 172), holds something before the chest."""
    return (
        sleeve.shape(
            "M26 124Q46 122 54 144Q62 168 56 182Q50 194 36 192Q22 190 8 182L12 166Q26 172 36 172Q40 162 30 150Z",
            2.1,
        )
        + sleeve.folds("M44 136Q52 156 48 176M38 134Q44 148 45 162M30 182Q36 184 42 183", 1.8)
        + GILT.shape("M13 164L7 184L16 187L22 167Z", 1.7)
    )


def shouldered(sleeve: Tone) -> str:
    """The forearm bent up; its hand, at (34, 156), holds what leans on the shoulder."""
    return (
        sleeve.shape(
            "M26 124Q47 121 56 146Q64 172 60 186Q52 198 42 188L24 164L36 154L44 166Q42 154 30 146Z", 2.1
        )
        + sleeve.folds("M46 136Q54 158 52 180M38 172Q42 180 47 184", 1.8)
        + GILT.shape("M23 166L38 152L44 160L29 174Z", 1.7)
    )
