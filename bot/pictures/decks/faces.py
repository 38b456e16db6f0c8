"""Heads without hats: faces that differ in hair, beard and gaze, drawn around a point between the eyes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.decks.tones import CHESTNUT, SKIN, Tone
from bot.pictures.svg import BLUSH, INK, RED, WHITE, disc, mirrored, oval, path, placed


@dataclass(frozen=True, slots=True)
class Face:
    """How a head looks: the colour and cut of its hair, its beard, and where it turns (-1 left to 1 right)."""

    hair: Tone = CHESTNUT
    cut: str = "long"
    beard: str = ""
    turn: float = 0.0
    lips: bool = False


CUTS: dict[str, str] = {
    "long": "M-14 -16Q-27 -8 -25 8Q-28 22 -20 28Q-13 24 -15 12Z",
    "bob": "M-12 -18Q-28 -14 -26 4Q-29 18 -22 21Q-14 23 -13 10Z",
    "waves": "M-14 -18Q-27 -14 -23 -2Q-31 5 -24 13Q-33 22 -25 30Q-16 33 -13 16Z",
    "short": "M-13 -17Q-23 -14 -20 4Q-19 9 -16 9L-14 -6Z",
    "veil": "M-12 -19Q-30 -12 -27 12Q-34 30 -37 44Q-20 46 -12 30Z",
    "tresses": "M-12 -18Q-28 -14 -25 4Q-30 20 -26 32Q-31 42 -25 52Q-17 44 -18 34Q-13 22 -13 12Z",
}
STRANDS: dict[str, str] = {
    "long": "M-21 -4Q-22 8 -20.5 20",
    "bob": "M-21 -8Q-23 4 -21.5 14",
    "waves": "M-20 -8Q-19 0 -23 5Q-19 12 -24 20Q-20 24 -19 26",
    "short": "M-18 -10Q-18 -4 -17 2",
    "veil": "M-22 -4Q-22 14 -29 36M-18 6Q-17 18 -20 34",
    "tresses": "M-22 0Q-25 16 -21 26M-22 34Q-25 40 -24 46",
}
BEHIND = {
    "veil": "M-24 -6Q-30 24 -22 34L22 34Q30 24 24 -6Z",
    "bob": "M-20 -8L-20 14L20 14L20 -8Z",
    "waves": "M-20 -8L-20 24L20 24L20 -8Z",
    "tresses": "M-20 -8L-20 18L20 18L20 -8Z",
}

BEARDS: dict[str, str] = {
    "full": "M-17.4 -2Q-20 14 -14 22Q-9 34 0 39Q9 34 14 22Q20 14 17.4 -2Q15 8 9 8.5Q4 6.5 0 8.6Q-4 6.5 -9 8.5Q-15 8 -17.4 -2Z",
    "long": "M-17.4 -2Q-21 16 -17 28Q-18 40 -9 46Q-7 54 0 60Q7 54 9 46Q18 40 17 28Q21 16 17.4 -2Q15 8 9 8.5Q4 6.5 0 8.6Q-4 6.5 -9 8.5Q-15 8 -17.4 -2Z",
    "forked": "M-17.4 -2Q-20 14 -15 24Q-15 36 -7 44Q-3 36 0 33Q3 36 7 44Q15 36 15 24Q20 14 17.4 -2Q15 8 9 8.5Q4 6.5 0 8.6Q-4 6.5 -9 8.5Q-15 8 -17.4 -2Z",
    "round": "M-17.4 -3Q-19 12 -14 20Q-8 29 0 29Q8 29 14 20Q19 12 17.4 -3Q15 8 9 8.5Q4 6.5 0 8.6Q-4 6.5 -9 8.5Q-15 8 -17.4 -3Z",
    "goatee": "M-6 17Q-6 30 0 35Q6 30 6 17Q0 20 -6 17Z",
}
COMBED: dict[str, str] = {
    "full": "M-12 16Q-9 26 -3 31M-7.5 19Q-5 26 -1.6 33",
    "long": "M-13 16Q-13 28 -7 38M-8 19Q-8 34 -2 48M-3 20Q-3 30 0 36",
    "forked": "M-12 16Q-12 28 -8 36M-7.5 19Q-6 26 -4 31",
    "round": "M-12.5 14Q-10 21 -5 24M-7 18Q-5 22 -1.5 25",
    "goatee": "M-2 22Q-2 27 0 30",
}
MOUSTACHED = frozenset({"goatee", "moustache"})


def behind(face: Face) -> str:
    """The hair that is seen past the neck: goes under the collar."""
    return face.hair.shape(BEHIND[face.cut], 1.6) if face.cut in BEHIND else ""


def head(face: Face) -> str:
    """The head without a hat, about 36 units wide and 50 high."""
    return (
        mirrored(face.hair.shape(CUTS[face.cut], 1.7) + face.hair.folds(STRANDS[face.cut], 1.3))
        + SKIN.shape("M-17 -15Q-19 8 -12 17Q0 28 12 17Q19 8 17 -15Z", 1.8)
        + _features(face)
        + _beard(face)
        + _fringe(face)
    )


def _features(face: Face) -> str:
    aside = 3.2 * face.turn
    way = -1 if face.turn <= 0 else 1
    eyes = mirrored(
        oval((-10.5, 6), (4, 2.8), BLUSH, None)
        + face.hair.folds("M-12.8 -7Q-8.5 -10.4 -3.6 -7.6", 2.1)
        + path("M-12.2 -1.8Q-7.8 -6.6 -3.4 -1.8Q-7.8 0.6 -12.2 -1.8Z", WHITE, INK, 1.1)
    )
    pupils = "".join(disc(x + 1.5 * face.turn, -2.5, 1.9, INK, None) for x in (-7.8, 7.8))
    nose = SKIN.folds(f"M{0.4 * way} -4Q{2.4 * way} 3 {3 * way} 5.6Q{0.4 * way} 8.2 {-2.8 * way} 6", 1.7)
    return placed(eyes + pupils + nose + _mouth(face), aside, 0)


def _mouth(face: Face) -> str:
    if face.lips:
        return path("M-5 12.6Q-2.4 10.4 0 11.6Q2.4 10.4 5 12.6Q0 17.6 -5 12.6Z", RED, INK, 0.9)
    return path("M-5 12.2Q0 11 5 12.2Q0 16.4 -5 12.2Z", RED, INK, 0.9)


def _beard(face: Face) -> str:
    hair, beard = face.hair, face.beard
    drawn = ""
    if beard in BEARDS:
        drawn = hair.shape(BEARDS[beard], 1.7) + mirrored(hair.folds(COMBED[beard], 1.2))
    if beard in MOUSTACHED:
        drawn += mirrored(
            hair.shape("M0 8.4Q-5 6.8 -9 10Q-13 13 -16 9.6Q-13 17 -7 14.4Q-3 12.6 0 11.4Z", 1.3)
        )
    mouth = placed(_mouth(face), 2.2 * face.turn, 0.4) if beard in BEARDS and beard != "goatee" else ""
    return drawn + mouth


def _fringe(face: Face) -> str:
    """Hair over the forehead, for those whose hat shows some."""
    if face.cut not in {"bob", "short"}:
        return ""
    return face.hair.shape(
        "M-17.5 -6Q-19 -20 0 -22Q19 -20 17.5 -6Q13 -13 6 -12Q-2 -10 -8 -12.5Q-14 -12 -17.5 -6Z", 1.4
    )
