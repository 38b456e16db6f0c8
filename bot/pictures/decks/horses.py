"""Horses: in profile, prancing to the left; drawn in the card's own places, the ground at 342."""

from __future__ import annotations

from dataclasses import dataclass

from bot.pictures.decks.tones import GILT, TIMBER, Tone
from bot.pictures.svg import GOLD, INK, WHITE, disc, oval, path, placed


@dataclass(frozen=True, slots=True)
class Horse:
    """A horse's coat, mane and tack."""

    coat: Tone
    mane: Tone
    tack: Tone
    cloth: Tone
    rearing: bool = False


_FAR_LEGS = (
    "M84 262Q78 284 76 300L72 328L66 342L84 342L86 328L90 302Q98 286 104 272Z",
    "M158 268Q148 290 148 300L140 326L128 340L146 343L152 330L162 304Q174 292 180 276Z",
)
_FAR_LEGS_REARING = (
    "M80 262Q62 264 50 272L30 270Q18 270 19 281L27 307L24 317L36 324L45 313L39 291L58 292Q90 292 104 276Z",
    "M158 268Q150 288 152 300L148 322L140 338L158 342L162 328L168 304Q176 292 180 276Z",
)
_BODY = (
    "M57 139Q80 144 94 172Q104 196 114 220Q136 230 160 222Q186 216 199 238Q206 256 200 274Q196 288 188 298"
    "L190 308L182 334L180 343L160 343L168 330L171 306Q160 296 154 282Q128 294 96 288Q80 286 64 292L46 300"
    "L54 316L64 326L58 336L46 328L40 318L30 298Q30 290 36 286L56 270Q46 254 52 234Q60 214 58 186"
    "Q50 188 42 194Q36 204 26 204Q14 204 13 194Q13 188 20 178Q28 164 36 152Q42 140 57 139Z"
)
_HOOVES = (
    "M72 330L66 343L85 343L86 330Z",
    "M140 328L127 341L146 344L151 331Z",
    "M168 331L160 344L181 344L181 333Z",
    "M53 317L64 327L58 337L45 328Z",
)
_HOOVES_REARING = ("M26 306L23 317L36 324L43 314Z", "M147 324L139 338L158 342L162 330Z")
_MANE = (
    "M52 138Q72 134 86 150Q98 160 98 172Q106 178 106 190Q114 198 113 208Q120 216 116 224Q104 224 101 214"
    "Q94 208 95 200Q86 194 88 184Q80 178 80 168Q72 164 70 154Q62 150 52 148Z"
)
_MUSCLES = "M64 218Q70 236 66 254M88 262Q98 274 98 284M156 262Q152 274 156 282M190 266Q188 284 180 294M172 308L170 326"
_TAIL = "M194 232Q212 226 219 244Q226 264 217 282Q219 298 209 306Q210 296 205 291Q198 297 193 292Q204 280 203 262Q202 248 194 244Z"


def _head(horse: Horse) -> str:
    coat = horse.coat
    return (
        coat.shape("M48 141Q44 126 50 118Q58 128 57 140Z", 1.9)
        + coat.shade("M50.5 138Q48 129 50.6 123Q55 130 54.6 139Z")
        + horse.mane.shape("M46 142Q36 146 33 162Q42 160 46 154Q52 152 54 142Z", 1.6)
        + oval((38.5, 163), (2.9, 3.6), INK, None)
        + disc(37.6, 161.8, 1.1, WHITE, None)
        + coat.folds("M33 157Q38 153.5 43 157", 1.8)
        + oval((18.6, 193), (2, 1.5), INK, None)
        + path("M20 200.5Q26 199.5 29 196", None, INK, 1.5)
        + coat.folds("M56 170Q57 181 50 187", 2)
    )


def _bridle(horse: Horse) -> str:
    red = horse.tack
    straps = "M54 146Q46 168 33.5 196M26 171Q34 176 40.6 183M34 184Q52 200 72 203M34 184Q54 212 72 206"
    return (
        path(straps, None, INK, 4.6)
        + path(straps, None, red.light, 2.4)
        + disc(34.4, 186, 3.8, GOLD, INK, 1.5)
        + disc(50, 153, 3.2, GOLD, INK, 1.4)
    )


def _harness(horse: Horse) -> str:
    """Straps round the chest and the croup, with hanging medals."""
    straps = "M58 232Q78 252 112 244M160 236Q184 238 200 254"
    medals = "".join(
        disc(x, y, 3.6, GOLD, INK, 1.4) for x, y in ((66, 242), (80, 250), (95, 251), (175, 241), (188, 247))
    )
    return path(straps, None, INK, 6) + path(straps, None, horse.tack.light, 3.2) + medals


def _saddle_cloth(horse: Horse) -> str:
    cloth = horse.cloth
    fringe = "".join(
        path(f"M{x} {295 + (x - 130) ** 2 * -0.006:.1f}l0 6", None, GOLD, 2.6) for x in range(108, 157, 6)
    )
    return (
        cloth.shape("M112 214Q136 226 161 217Q164 256 160 288Q132 298 104 289Q112 252 112 214Z")
        + cloth.folds("M150 240Q152 262 149 276M118 262Q116 272 115 278", 2)
        + fringe
        + GILT.shape("M105.4 280Q132 289 160.6 279L160 289Q132 299 104 290Z", 1.6)
        + "".join(
            disc(x, 287.6 + (x - 132) ** 2 * -0.005, 1.9, horse.tack.light, INK, 0.7)
            for x in (114, 123, 132, 141, 150)
        )
    )


def _limbs(horse: Horse) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The far legs and all hooves."""
    if horse.rearing:
        return _FAR_LEGS_REARING, (*_HOOVES_REARING, *_HOOVES[2:])
    return _FAR_LEGS, _HOOVES


def drawn_horse(horse: Horse) -> str:
    """The whole horse without its rider, on all its hooves or rearing."""
    coat = horse.coat
    legs, hooves = _limbs(horse)
    drawn = (
        horse.mane.shape(_TAIL)
        + horse.mane.folds("M207 240Q216 256 210 278M202 240Q211 260 204 284M213 286Q214 294 211 300", 1.7)
        + "".join(path(leg, coat.dark, INK, 2.1) for leg in legs)
        + coat.shape(_BODY, 2.4)
        + coat.folds(_MUSCLES, 2.2)
        + "".join(path(hoof, TIMBER.dark, INK, 1.8) for hoof in hooves)
        + horse.mane.shape(_MANE, 2)
        + horse.mane.folds("M64 142Q78 148 84 162M78 152Q92 164 94 178M90 170Q100 184 104 200", 1.6)
        + _head(horse)
        + _harness(horse)
        + _saddle_cloth(horse)
        + _bridle(horse)
    )
    return about_hind_hooves(drawn) if horse.rearing else drawn


def about_hind_hooves(drawing: str) -> str:
    """A horse, or what sits on it, turned up about the hind hooves and moved to the middle of the card."""
    return f'<g transform="translate(-22 0) rotate(15 172 342)">{drawing}</g>'


def half_horse(horse: Horse) -> str:
    """Head and neck looking left over the seam at y = 0, for cards with two heads; the neck is about 60 wide."""
    coat = horse.coat
    neck = (
        "M57 139Q80 144 94 172Q106 200 112 236L48 236Q60 214 58 186Q50 188 42 194Q36 204 26 204Q14 204 13 194"
        "Q13 188 20 178Q28 164 36 152Q42 140 57 139Z"
    )
    straps = "M54 146Q46 168 33.5 196M26 171Q34 176 40.6 183M34 184Q56 202 96 202"
    breast = "M52 226Q80 234 110 224"
    drawn = (
        coat.shape(neck, 2.4)
        + coat.folds("M66 200Q72 216 66 232", 2.2)
        + horse.mane.shape(_MANE, 2)
        + horse.mane.folds("M64 142Q78 148 84 162M78 152Q92 164 94 178M90 170Q100 184 104 200", 1.6)
        + _head(horse)
        + path(straps, None, INK, 4.6)
        + path(straps, None, horse.tack.light, 2.4)
        + path(breast, None, INK, 7)
        + path(breast, None, horse.tack.light, 4)
        + "".join(
            disc(x, y, 3.2, GOLD, INK, 1.3)
            for x, y in ((34.4, 186), (50, 153), (62, 229), (80, 231), (98, 228))
        )
    )
    return placed(drawn, -62, -236)
