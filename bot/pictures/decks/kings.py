"""Kings, standing in robe and cloak; drawn around x = 0, from 30 to 346 down the card."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.decks import limbs
from bot.pictures.decks.dress import COLLARS, FRONTS, belt, chain, ermine
from bot.pictures.decks.faces import Face, behind, head
from bot.pictures.decks.hats import Hat, gem
from bot.pictures.decks.props import STRAIGHT, Props, sceptre
from bot.pictures.decks.tones import GILT, LEAF, SCARLET, Tone
from bot.pictures.svg import INK, WHITE, mirrored, path, placed


@dataclass(frozen=True, slots=True)
class King:
    """One king: his cloths, face and crown, the cut of his robe, and what his other hand does."""

    suit: str
    cloak: Tone
    robe: Tone
    sleeve: Tone
    trim: Tone
    face: Face
    crown: Hat
    collar: str = "fur"
    front: str = "laced"
    other: str = "akimbo"
    lined: bool = False
    flipped: bool = False
    props: Props = STRAIGHT


def _cloak(king: King) -> str:
    cloak = king.cloak
    drawn = cloak.shape(
        "M-34 116Q-58 160 -62 236Q-64 290 -66 326Q-48 334 -34 328L34 328Q48 334 66 326Q64 290 62 236Q58 160 34 116Z",
        2.4,
    ) + mirrored(cloak.folds("M-56 214Q-54 270 -57 322M-47 236Q-46 290 -48 324"))
    if not king.lined:
        return drawn
    edge = path("M-44 150Q-56 230 -55 329L-41 329Q-42 230 -32 150Z", WHITE, INK, 1.8)
    return drawn + mirrored(edge + ermine((-48.5 + step, 220 + 22 * step) for step in range(5)))


def _shoes(king: King) -> str:
    return mirrored(
        king.trim.shape("M-6 326Q-8 342 -20 342Q-33 342 -36 337Q-26 334 -22 326Z", 1.9)
        + path("M-22 333Q-16 337 -8 335", None, GILT.light, 2)
    )


def _robe(king: King) -> str:
    gems = (king.trim.light, king.cloak.light)
    hem = "".join(gem(x * 9, 316.6 - x * x * 0.42, 3, 5, gems[x % 2]) for x in range(-4, 5))
    return (
        king.robe.shape(
            "M-28 118Q-25 160 -23 196Q-36 260 -42 322Q0 336 42 322Q36 260 23 196Q25 160 28 118Q0 128 -28 118Z",
            2.2,
        )
        + mirrored(king.robe.folds("M-20 216Q-28 262 -32 302M-14 218Q-18 260 -21 304"))
        + GILT.shape("M-40.4 304Q0 317 40.4 304L42 322Q0 336 -42 322Z", 1.8)
        + hem
    )


def _panel(king: King) -> str:
    gems = (king.trim.light, king.sleeve.light)
    return GILT.shape("M-9 204Q-11 260 -12 310.8Q0 312.5 12 310.8Q11 260 9 204Z", 1.6) + "".join(
        gem(0, 217 + step * 14.5, 5, 7, gems[step % 2]) for step in range(7)
    )


def holding(king: King) -> str:
    """The raised arm with the mark of the suit, drawn on the left."""
    arm = placed(f'<g transform="scale(-1 1)">{limbs.raised(king.sleeve)}</g>', 0, 0)
    held = placed(king.props.held(king.suit), -62, 129, 1.0, -4 if king.suit in "sb" else 0)
    return arm + held + placed(limbs.fist(), -62, 129)


def other_arm(king: King) -> str:
    """The arm at the right: on the belt, on the heart or with a sceptre."""
    if king.other == "sceptre":
        staff = placed(sceptre(72), 66, 196, 1, 6)
        return limbs.lowered(king.sleeve) + staff + placed(limbs.fist(), 66, 196)
    if king.other == "heart":
        return limbs.folded(king.sleeve) + placed(limbs.fist(), 4, 174, 0.98, -70)
    return limbs.akimbo(king.sleeve)


def ground(grass: Tone = LEAF) -> str:
    """A patch of grass to stand on."""
    return grass.shape("M-72 331Q-40 321 0 324Q40 321 72 331Q64 345 0 346Q-64 345 -72 331Z", 1.7) + mirrored(
        grass.folds(
            "M-62 332L-65 323L-60 329L-58 320L-55 329L-50 323L-51 331M-46 340L-48 333L-44 338L-41 330L-39 338",
            1.5,
        )
    )


def standing_king(king: King) -> str:
    """The whole king; the suit's mark is at the left unless he is flipped."""
    drawn = (
        ground()
        + _cloak(king)
        + _shoes(king)
        + _robe(king)
        + _panel(king)
        + FRONTS[king.front](king.trim)
        + belt(king.trim)
        + placed(behind(king.face), 0, 82, 1.08)
        + other_arm(king)
        + holding(king)
        + COLLARS[king.collar](king.trim)
        + (chain() if king.collar in {"fur", "mantle"} else "")
        + placed(
            head(king.face) + king.crown(SCARLET if king.cloak is not SCARLET else king.robe), 0, 82, 1.08
        )
    )
    return f'<g transform="scale(-1 1)">{drawn}</g>' if king.flipped else drawn
