"""Knaves, standing in doublet and hose; drawn around x = 0, from 40 to 346 down the card."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.decks import limbs
from bot.pictures.decks.dress import COLLARS, FRONTS, belt
from bot.pictures.decks.faces import Face, behind, head
from bot.pictures.decks.hats import Hat, gem
from bot.pictures.decks.kings import ground
from bot.pictures.decks.props import STRAIGHT, Props
from bot.pictures.decks.tones import GILT, Tone
from bot.pictures.svg import mirrored, path, placed


@dataclass(frozen=True, slots=True)
class Knave:
    """One knave: his cloths, the two colours of his hose, face and hat, and how he holds the mark of his suit."""

    suit: str
    doublet: Tone
    sleeve: Tone
    hose: tuple[Tone, Tone]
    trim: Tone
    face: Face
    hat: Hat
    collar: str = "open"
    front: str = "buttoned"
    pose: str = "raised"
    cape: Tone | None = None
    flipped: bool = False
    props: Props = STRAIGHT


def _cape(cape: Tone | None) -> str:
    if cape is None:
        return ""
    return cape.shape(
        "M-30 114Q-56 142 -62 222Q-50 232 -36 228L36 228Q50 232 62 222Q56 142 30 114Z", 2.3
    ) + mirrored(cape.folds("M-54 176Q-54 204 -56 222M-45 190Q-44 210 -46 226"))


def _legs(knave: Knave) -> str:
    left, right = knave.hose
    return (
        left.shape("M-24 220L-1 220Q-3 250 -7 272Q-8 300 -11 326L-24 326Q-29 302 -26 276Q-28 248 -24 220Z")
        + left.folds("M-19 280Q-20 300 -19 316", 2)
        + right.shape("M1 220L25 218Q33 248 32 272Q39 300 41 322L29 327Q20 302 15 276Q6 250 1 220Z")
        + right.folds("M27 280Q33 300 34 314", 2)
        + _garter(-16.5, 274, 10, knave.trim)
        + _garter(23.5, 272, 10, knave.trim)
        + shoe(-18, 325, knave.trim)
        + f'<g transform="scale(-1 1)">{shoe(-35, 323, knave.trim)}</g>'
    )


def _garter(x: float, y: float, half: float, trim: Tone) -> str:
    """A ribbon below the knee."""
    return trim.shape(
        f"M{x - half} {y - 3}Q{x} {y} {x + half} {y - 3}L{x + half} {y + 4}Q{x} {y + 7} {x - half} {y + 4}Z",
        1.6,
    )


def shoe(x: float, y: float, cloth: Tone) -> str:
    """A pointed shoe, its toe to the left."""
    toe = f"M{x - 8} {y - 1}Q{x - 14} {y + 5} {x - 26} {y + 6}Q{x - 34} {y + 8} {x - 33} {y + 14}L{x + 8} {y + 15}Q{x + 10} {y + 4} {x + 8} {y - 1}Q{x} {y + 3} {x - 8} {y - 1}Z"
    return cloth.shape(toe, 1.9) + path(
        f"M{x - 8} {y + 1}Q{x} {y + 5} {x + 8} {y + 1}", None, GILT.light, 2.4
    )


def _doublet(knave: Knave) -> str:
    cloth = knave.doublet
    hem = "".join(gem(x * 9.4, 231.5 - x * x * 0.5, 2.8, 4.2, knave.trim.light) for x in range(-4, 5))
    return (
        cloth.shape("M-24 192Q-36 212 -42 234Q0 248 42 234Q36 212 24 192Z")
        + mirrored(cloth.folds("M-22 208Q-28 218 -31 228M-11 211Q-14 220 -15 231"))
        + GILT.shape("M-40 224Q0 239 40 224L42.6 235Q0 250 -42.6 235Z", 1.7)
        + hem
        + cloth.shape("M-29 116Q-26 160 -24 196Q0 202 24 196Q26 160 29 116Q0 128 -29 116Z")
        + FRONTS[knave.front](knave.trim)
        + belt(knave.trim)
    )


def arms(knave: Knave) -> str:
    """Both arms and what they hold, the mark at the left."""
    return _POSES[knave.pose](knave)


def on_left(drawing: str) -> str:
    """What was drawn for the right, at the left."""
    return f'<g transform="scale(-1 1)">{drawing}</g>'


def _raised(knave: Knave) -> str:
    held = placed(knave.props.held(knave.suit), -62, 129, 1.0, -4 if knave.suit in "sb" else 0)
    return (
        limbs.akimbo(knave.sleeve)
        + on_left(limbs.raised(knave.sleeve))
        + held
        + placed(limbs.fist(), -62, 129)
    )


def _leaning(knave: Knave) -> str:
    """The hand on a long mark that stands on the ground."""
    tall = (
        placed(knave.props.sword(112), -67, 194, 1.1, 180)
        if knave.suit == "s"
        else placed(knave.props.club(118), -68, 216, 1.0, 180)
    )
    return (
        limbs.akimbo(knave.sleeve)
        + tall
        + on_left(limbs.lowered(knave.sleeve))
        + placed(limbs.fist(), -67, 196)
    )


def _shouldering(knave: Knave) -> str:
    """The mark leaning on the shoulder, behind the head."""
    held = placed(knave.props.held(knave.suit, 110), -34, 158, 1.08, -24)
    return (
        limbs.akimbo(knave.sleeve)
        + on_left(limbs.shouldered(knave.sleeve))
        + held
        + placed(limbs.fist(), -34, 157)
    )


def _showing(knave: Knave) -> str:
    """The mark before the chest, one hand under it and the other raised beside it."""
    held = placed(knave.props.held(knave.suit), -4, 176, 1.12)
    return (
        limbs.akimbo(knave.sleeve)
        + on_left(limbs.folded(knave.sleeve))
        + held
        + placed(limbs.fist(), -4, 174, 1, 70)
    )


_POSES = {"raised": _raised, "leaning": _leaning, "shouldering": _shouldering, "showing": _showing}


def standing_knave(knave: Knave) -> str:
    """The whole knave; the suit's mark is at the left unless he is flipped."""
    drawn = (
        ground()
        + _cape(knave.cape)
        + _legs(knave)
        + _doublet(knave)
        + placed(behind(knave.face), 0, 82, 1.08)
        + COLLARS[knave.collar](knave.doublet)
        + arms(knave)
        + placed(head(knave.face) + knave.hat(knave.trim), 0, 82, 1.08)
    )
    return on_left(drawn) if knave.flipped else drawn
