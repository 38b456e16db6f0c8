"""Knights, riding to the left with the mark of their suit raised; drawn in the card's own places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.pictures.decks import limbs
from bot.pictures.decks.dress import COLLARS, FRONTS, belt
from bot.pictures.decks.faces import Face, behind, head
from bot.pictures.decks.hats import Hat
from bot.pictures.decks.horses import Horse, about_hind_hooves, drawn_horse
from bot.pictures.decks.kings import ground
from bot.pictures.decks.props import STRAIGHT, Props
from bot.pictures.decks.tones import Tone
from bot.pictures.svg import GOLD, INK, path, placed


@dataclass(frozen=True, slots=True)
class Knight:
    """One knight: his cloths, face, hat and horse."""

    suit: str
    horse: Horse
    coat: Tone
    sleeve: Tone
    hose: Tone
    trim: Tone
    face: Face
    hat: Hat
    collar: str = "open"
    front: str = "buttoned"
    cape: Tone | None = None
    flipped: bool = False
    props: Props = STRAIGHT
    floor: Callable[[], str] = ground


def _leg(knight: Knight) -> str:
    """Thigh, shin and shoe over the saddle cloth, and the stirrup."""
    hose = knight.hose
    return (
        hose.shape(
            "M128 212Q146 216 148 230Q140 246 122 254Q118 268 118 282L102 284Q98 262 100 248Q108 228 128 212Z"
        )
        + hose.folds("M136 228Q126 240 116 246M110 254Q109 268 110 276", 2)
        + knight.trim.shape("M99 262Q108 266 118 262L118 270Q108 274 99 270Z", 1.6)
        + path("M104 300L104 262M92 299L122 299", None, INK, 4.6)
        + knight.trim.shape("M101 281L119 280Q122 292 118 297L88 297Q81 297 84 291Q96 290 101 281Z", 2)
        + path("M88 299.5L122 299.5", None, GOLD, 2.6)
    )


def _trunk(knight: Knight) -> str:
    """The body down to the skirt of the coat, which lies over the saddle."""
    coat = knight.coat
    return (
        coat.shape("M-24 190Q-34 206 -40 222Q-20 232 4 230Q30 232 40 220Q34 204 24 190Z")
        + coat.folds("M-20 206Q-24 214 -26 222M-6 210L-7 226M12 210Q14 218 15 226M24 206Q28 214 30 219", 2)
        + coat.shape("M-28 118Q-25 160 -23 196Q0 202 23 196Q25 160 28 118Q0 128 -28 118Z")
        + FRONTS[knight.front](knight.trim)
        + belt(knight.trim)
    )


def _cape(cape: Tone | None) -> str:
    """A cape blown back to the right."""
    if cape is None:
        return ""
    return cape.shape(
        "M-26 114L26 112Q52 128 62 156Q76 176 96 180Q86 196 62 196Q58 208 44 210Q30 196 0 200Z", 2.3
    ) + cape.folds("M40 146Q54 176 78 184M34 160Q42 186 58 192")


def _arms(knight: Knight) -> str:
    sleeve = knight.sleeve
    rein = f'<g transform="scale(-1 1)">{limbs.lowered(sleeve)}</g>'
    held = placed(knight.props.held(knight.suit), 62, 129, 1, 12 if knight.suit in "sb" else 0)
    return rein + limbs.raised(sleeve) + held + placed(limbs.fist(), 62, 129)


def riding_knight(knight: Knight) -> str:
    """The whole knight; he rides to the left unless he is flipped."""
    rider = (
        _cape(knight.cape)
        + _trunk(knight)
        + placed(behind(knight.face), 0, 82, 1.08)
        + COLLARS[knight.collar](knight.coat)
        + _arms(knight)
        + placed(head(knight.face) + knight.hat(knight.trim), 0, 82, 1.08)
    )
    rearing = knight.horse.rearing
    leg = about_hind_hooves(_leg(knight)) if rearing else _leg(knight)
    hand = placed(limbs.fist(), -66, 196, 1, 10)
    drawn = (
        placed(knight.floor(), 118, 4)
        + drawn_horse(knight.horse)
        + leg
        + placed(rider + hand, *((144, 13, 0.94, 5) if rearing else (132, 20, 0.94)))
    )
    return placed(f'<g transform="scale(-1 1)">{drawn}</g>', 240, 0) if knight.flipped else drawn
