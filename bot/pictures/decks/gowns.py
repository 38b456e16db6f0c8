"""The Spanish way to dress: kings in open gowns with wide sleeves, knaves in long tunics and boots, on tiles."""

from __future__ import annotations

from bot.pictures.decks import limbs
from bot.pictures.decks.dress import COLLARS, FRONTS, belt, chain, ermine
from bot.pictures.decks.faces import behind, head
from bot.pictures.decks.hats import gem
from bot.pictures.decks.kings import King
from bot.pictures.decks.knaves import Knave, arms, on_left
from bot.pictures.decks.props import sceptre
from bot.pictures.decks.tones import GILT, SCARLET, TIMBER, Tone
from bot.pictures.svg import GOLD, GOLD_PALE, INK, WHITE, disc, mirrored, path, placed


def tiles() -> str:
    """A strip of tiled floor to stand on."""
    dark = "M-54 327L-36 327L-39 336L-58 336ZM-13 327L13 327L14 336L-14 336ZM36 327L54 327L58 336L39 336ZM-39 336L-14 336L-15 345L-43 345ZM14 336L39 336L43 345L15 345Z"
    return (
        path("M-54 327L54 327L62 345L-62 345Z", GOLD_PALE, INK, 1.8)
        + path(dark, TIMBER.light, None)
        + path("M-36 327L-43 345M-13 327L-15 345M13 327L15 345M36 327L43 345M-58 336L58 336", None, INK, 1.3)
    )


# Kings ------------------------------------------------------------------------------------------------


def _gown(king: King) -> str:
    gown = king.cloak
    edge = path("M-14 120Q-13 200 -25 332L-37 331Q-28 200 -27 118Z", WHITE if king.lined else GOLD, INK, 1.8)
    dots = (
        ermine(
            (x, y) for x, y in ((-21, 160), (-23, 190), (-25, 220), (-27.4, 250), (-29, 280), (-30.4, 308))
        )
        if king.lined
        else "".join(
            gem(x, y, 3, 4, king.trim.light)
            for x, y in (
                (-21, 160),
                (-22.6, 184),
                (-24.4, 208),
                (-26, 232),
                (-27.6, 256),
                (-29, 280),
                (-30.4, 306),
            )
        )
    )
    return (
        gown.shape(
            "M-30 116Q-50 124 -50 170Q-54 250 -62 328Q0 342 62 328Q54 250 50 170Q50 124 30 116Q0 128 -30 116Z",
            2.4,
        )
        + mirrored(gown.folds("M-44 220Q-46 280 -52 322M-38 240Q-40 290 -44 326"))
        + king.robe.shape("M-16 120Q-15 200 -27 332Q0 337 27 332Q15 200 16 120Q0 128 -16 120Z", 2)
        + king.robe.folds("M-8 216Q-10 270 -14 318M8 216Q10 270 14 318M0 220L0 322", 2)
        + mirrored(edge + dots)
        + king.trim.shape("M-27.6 316Q0 325 27.6 316L29 331Q0 338 -29 331Z", 1.7)
        + "".join(gem(x, 326.4 - x * x * 0.004, 3, 4, GOLD) for x in (-18, -6, 6, 18))
    )


def _girdle(king: King) -> str:
    """A sash round the waist with two tasselled ends."""
    ends = king.trim.shape("M-4 202L-9 248L-1 250L1 206Z", 1.6) + king.trim.shape(
        "M3 204L5 236L12 234L8 202Z", 1.6
    )
    tassels = path(
        "M-9 249l-1 9M-5 250l0 9M-1.5 250l1 9M5.6 236l0 8M9 236l0.6 8M12 235l1.4 8", None, GOLD, 2.6
    )
    return (
        ends
        + tassels
        + king.trim.shape("M-20 190Q0 198 20 190L21 205Q0 213 -21 205Z", 1.9)
        + disc(0, 201, 4.6, GOLD, INK, 1.5)
    )


def _raised_sleeve(king: King) -> str:
    """A wide sleeve that falls back from the raised forearm, drawn for the right."""
    return (
        king.cloak.shape("M26 118Q48 116 58 140L78 146Q86 188 70 220Q56 208 50 184Q38 172 28 156Z", 2.2)
        + king.cloak.folds("M44 130Q54 150 58 170M38 134Q44 152 52 168M66 170Q70 190 68 206", 2)
        + path(
            "M49 152Q62 142 79 148Q80 158 65 162Q50 162 49 152Z", GOLD if not king.lined else WHITE, INK, 1.7
        )
        + king.sleeve.shape("M54 152L52 140L72 140L74 150Q66 158 54 152Z", 1.8)
        + GILT.shape("M50.5 136L73.5 136L73.5 143L50.5 143Z", 1.6)
    )


def _hanging_sleeve(king: King) -> str:
    """A wide sleeve hanging from the other arm, drawn for the right."""
    return (
        king.cloak.shape(
            "M26 118Q50 116 58 146Q66 170 78 184Q84 214 68 244Q52 230 44 200Q34 176 28 156Z", 2.2
        )
        + king.cloak.folds("M44 130Q52 156 58 178M38 136Q42 156 50 176M66 200Q70 216 68 230", 2)
        + king.sleeve.shape("M60 186L76 178L82 192L66 202Z", 1.8)
        + path(
            "M55 190Q64 176 80 180Q80 190 70 198Q58 204 55 190Z", GOLD if not king.lined else WHITE, INK, 1.6
        )
        + GILT.shape("M62 184L74 178L78 186L66 193Z", 1.5)
    )


def _other_side(king: King) -> str:
    """The hand at the right: with a sceptre, or with an orb."""
    if king.other == "sceptre":
        return _hanging_sleeve(king) + placed(sceptre(84), 70, 194, 1, 5) + placed(limbs.fist(), 70, 194)
    orb = (
        disc(0, -16, 15, GOLD, INK, 2)
        + path("M-14.6 -18Q0 -10 14.6 -18M0 -31L0 -14", None, SCARLET.light, 3.4)
        + path("M0 -31L0 -44M-5 -38L5 -38", None, INK, 5)
        + path("M0 -31L0 -44M-5 -38L5 -38", None, GOLD, 2.2)
        + path("M-9 -22Q-6 -27 -2 -28", None, WHITE, 2)
    )
    return _hanging_sleeve(king) + placed(orb, 70, 192) + placed(limbs.fist(), 70, 194, 1, 60)


def gowned_king(king: King) -> str:
    """The whole king in his gown; the suit's mark is at the left unless he is flipped."""
    shoes = mirrored(king.trim.shape("M-4 330Q-6 342 -18 343Q-28 343 -30 338Q-22 336 -20 330Z", 1.8))
    held = placed(king.props.held(king.suit), -62, 128, 1, -4 if king.suit in "sb" else 0)
    drawn = (
        tiles()
        + shoes
        + _gown(king)
        + FRONTS[king.front](king.trim)
        + _girdle(king)
        + placed(behind(king.face), 0, 82, 1.08)
        + _other_side(king)
        + on_left(_raised_sleeve(king))
        + held
        + placed(limbs.fist(), -62, 128)
        + COLLARS[king.collar](king.trim)
        + (chain() if king.collar == "fur" else "")
        + placed(
            head(king.face) + king.crown(SCARLET if king.cloak is not SCARLET else king.robe), 0, 82, 1.08
        )
    )
    return on_left(drawn) if king.flipped else drawn


# Knaves -----------------------------------------------------------------------------------------------


def _boot(cloth: Tone) -> str:
    """A boot with a turned-down top, its toe to the left, around the shin."""
    return (
        cloth.shape("M-9 -36L9 -36Q8 -14 9 4Q10 14 8 16L-26 16Q-28 8 -18 5Q-9 3 -9 -6Z", 2)
        + path("M-12 -44L12 -44L10 -31Q0 -27 -10 -31Z", cloth.dark, INK, 1.8)
        + cloth.folds("M-6 -4Q0 -1 5 -4M-4 6Q2 8 6 6", 1.6)
    )


def _tunic(knave: Knave) -> str:
    cloth = knave.doublet
    hem = "".join(gem(x * 11, 270 - x * x * 0.42, 3.2, 4.6, knave.trim.light) for x in range(-3, 4))
    return (
        cloth.shape("M-24 192Q-38 228 -43 272Q0 288 43 272Q38 228 24 192Z")
        + mirrored(cloth.folds("M-22 210Q-28 236 -31 262M-10 212Q-13 240 -14 266"))
        + path("M0 206L0 276", None, INK, 1.4)
        + GILT.shape("M-42 262Q0 278 42 262L43.4 273Q0 289 -43.4 273Z", 1.7)
        + hem
        + cloth.shape("M-29 116Q-26 160 -24 196Q0 202 24 196Q26 160 29 116Q0 128 -29 116Z")
        + FRONTS[knave.front](knave.trim)
        + belt(knave.trim)
    )


def _half_cape(cape: Tone | None) -> str:
    """A cape hanging from one shoulder, behind everything."""
    if cape is None:
        return ""
    return cape.shape(
        "M-10 112L28 112Q56 130 62 180Q68 230 66 270Q46 284 22 272Q-4 200 -10 112Z", 2.3
    ) + cape.folds("M50 160Q58 210 57 264M40 200Q46 236 45 268")


def tunicked_knave(knave: Knave) -> str:
    """The whole knave in his tunic; the suit's mark is at the left unless he is flipped."""
    left, right = knave.hose
    legs = (
        left.shape("M-26 268L-4 268L-8 300L-24 300Z")
        + right.shape("M6 268L30 266L34 300L18 300Z")
        + placed(_boot(TIMBER), -17, 323)
        + on_left(placed(_boot(TIMBER), -27, 323))
    )
    drawn = (
        tiles()
        + _half_cape(knave.cape)
        + legs
        + _tunic(knave)
        + placed(behind(knave.face), 0, 82, 1.08)
        + COLLARS[knave.collar](knave.doublet)
        + arms(knave)
        + placed(head(knave.face) + knave.hat(knave.trim), 0, 82, 1.08)
    )
    return on_left(drawn) if knave.flipped else drawn
