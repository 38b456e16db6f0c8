"""The Spanish deck: a frame whose gaps tell the suit, 10 11 12 for the figures, gowns and rearing horses."""

from __future__ import annotations

from bot.pictures.decks import backs, hats, spanish_marks
from bot.pictures.decks.deck import Deck
from bot.pictures.decks.faces import Face
from bot.pictures.decks.frame import CHALICE_SPOTS, COIN_SPOTS, TALL_SPOTS, card, corners, pips, twice
from bot.pictures.decks.gowns import gowned_king, tiles, tunicked_knave
from bot.pictures.decks.horses import Horse
from bot.pictures.decks.kings import King
from bot.pictures.decks.knaves import Knave
from bot.pictures.decks.knights import Knight, riding_knight
from bot.pictures.decks.spanish_aces import ACES
from bot.pictures.decks.spanish_marks import BENT
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
from bot.pictures.marks import small_blue_coin, small_marks
from bot.pictures.svg import GREEN, GREEN_DARK, INK, RED, path, placed

KINGS: dict[str, King] = {
    "d": King(
        "d",
        AZURE,
        GILT,
        SCARLET,
        SCARLET,
        Face(CHESTNUT, "waves", "full", 0.6),
        hats.arched_crown,
        "fur",
        "laced",
        "sceptre",
        lined=True,
        props=BENT,
    ),
    "c": King(
        "c",
        SCARLET,
        SKY,
        AZURE,
        AZURE,
        Face(FAIR, "long", "round", -0.6),
        hats.lily_crown,
        "gold",
        "buttoned",
        "orb",
        props=BENT,
    ),
    "s": King(
        "s",
        PLUM,
        STEELY,
        AZURE,
        SCARLET,
        Face(GREY, "waves", "long", 0.6),
        hats.pointed_crown,
        "mantle",
        "plated",
        "orb",
        flipped=True,
        props=BENT,
    ),
    "b": King(
        "b",
        LEAF,
        SCARLET,
        GILT,
        AZURE,
        Face(RAVEN, "bob", "goatee", -0.6),
        hats.leafy_crown,
        "fur",
        "quilted",
        "sceptre",
        lined=True,
        flipped=True,
        props=BENT,
    ),
}

KNIGHTS: dict[str, Knight] = {
    "d": Knight(
        "d",
        Horse(LINEN, FAIR, SCARLET, PLUM, rearing=True),
        AZURE,
        SCARLET,
        GILT,
        SCARLET,
        Face(FAIR, "bob", "", -0.7),
        hats.flat_beret,
        "ruff",
        "slashed",
        GILT,
        flipped=True,
        props=BENT,
        floor=tiles,
    ),
    "c": Knight(
        "c",
        Horse(CHESTNUT, FAIR, AZURE, SKY, rearing=True),
        SCARLET,
        AZURE,
        PLUM,
        PLUM,
        Face(GREY, "short", "full", -0.7),
        hats.turban,
        "gold",
        "laced",
        flipped=True,
        props=BENT,
        floor=tiles,
    ),
    "s": Knight(
        "s",
        Horse(RAVEN, GREY, GILT, SCARLET, rearing=True),
        STEELY,
        SCARLET,
        AZURE,
        AZURE,
        Face(CHESTNUT, "short", "moustache", -0.7),
        hats.crested_helmet,
        "mantle",
        "plated",
        AZURE,
        props=BENT,
        floor=tiles,
    ),
    "b": Knight(
        "b",
        Horse(TIMBER, LINEN, LEAF, GILT, rearing=True),
        GILT,
        LEAF,
        SCARLET,
        LEAF,
        Face(RAVEN, "waves", "goatee", -0.7),
        hats.brimmed_hat,
        "open",
        "buttoned",
        SCARLET,
        props=BENT,
        floor=tiles,
    ),
}

KNAVES: dict[str, Knave] = {
    "d": Knave(
        "d",
        LEAF,
        SCARLET,
        (SCARLET, SCARLET),
        SCARLET,
        Face(CHESTNUT, "bob", "", -0.7),
        hats.brimmed_hat,
        "mantle",
        "buttoned",
        "raised",
        AZURE,
        props=BENT,
    ),
    "c": Knave(
        "c",
        SCARLET,
        GILT,
        (AZURE, GILT),
        AZURE,
        Face(RAVEN, "waves", "", 0.7),
        hats.flat_beret,
        "ruff",
        "laced",
        "showing",
        AZURE,
        props=BENT,
    ),
    "s": Knave(
        "s",
        AZURE,
        PLUM,
        (GILT, GILT),
        SCARLET,
        Face(FAIR, "bob", "moustache", 0.7),
        hats.feathered_cap,
        "gold",
        "quilted",
        "shouldering",
        SCARLET,
        flipped=True,
        props=BENT,
    ),
    "b": Knave(
        "b",
        GILT,
        LEAF,
        (LEAF, SCARLET),
        LEAF,
        Face(GINGER, "short", "", -0.7),
        hats.fur_cap,
        "open",
        "slashed",
        "leaning",
        SCARLET,
        props=BENT,
    ),
}

PIPS = {
    "d": (spanish_marks.coin, COIN_SPOTS),
    "c": (spanish_marks.cup, CHALICE_SPOTS),
    "s": (spanish_marks.sword_pip, TALL_SPOTS),
    "b": (spanish_marks.club_pip, TALL_SPOTS),
}
SMALL_MARKS = small_marks(small_blue_coin, RED, GREEN, GREEN_DARK)
RANK_SIGNS = {"A": "1", "J": "10", "Q": "11", "K": "12"}

GAPS: dict[str, tuple[float, ...]] = {"d": (), "c": (120,), "s": (86, 154), "b": (66, 120, 174)}
"""The middles of the gaps in the upper and the lower line of the frame."""
HALF_GAP = 9
INSET, ROUND = 7.5, 12


def _frame(suit: str) -> str:
    """The line round the card, broken above and below as often as the suit is worth."""
    left, right, far = INSET + ROUND, 240 - INSET - ROUND, 380 - INSET - ROUND
    stops = [left, *(edge for gap in GAPS[suit] for edge in (gap - HALF_GAP, gap + HALF_GAP)), right]
    line = "".join(
        f"M{start:g} {INSET:g}L{end:g} {INSET:g}" for start, end in zip(stops[::2], stops[1::2], strict=True)
    )
    side = f"M{left:g} {INSET:g}Q{INSET:g} {INSET:g} {INSET:g} {left:g}L{INSET:g} {far:g}Q{INSET:g} {380 - INSET:g} {left:g} {380 - INSET:g}"
    return twice(path(line + side, None, INK, 2))


def _body(rank: str, suit: str) -> str:
    match rank:
        case "A":
            return ACES[suit]()
        case "K":
            return placed(gowned_king(KINGS[suit]), 116, 10, 1.01)
        case "Q":
            return placed(riding_knight(KNIGHTS[suit]), -2, 12, 0.97)
        case "J":
            return placed(tunicked_knave(KNAVES[suit]), 116, 8, 1.02)
        case _:
            return pips(rank, *PIPS[suit])


def face(code: str) -> str:
    """The face of a Spanish card."""
    rank, suit = code[0], code[1]
    size = 0.84 if rank in "JQK" else 0.88
    return card(
        _frame(suit)
        + _body(rank, suit)
        + corners(RANK_SIGNS.get(rank, rank), suit, SMALL_MARKS, size, inset=5)
    )


def back() -> str:
    """The back of the Spanish deck: red and gold suns."""
    return backs.sunny(backs.EMBERS)


DECK = Deck(face, back, {suit: mark for suit, (mark, _) in PIPS.items()})
