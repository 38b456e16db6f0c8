"""The Neapolitan deck: whole figures on grass, straight swords and knotty cudgels, no frame, a blue back."""

from __future__ import annotations

from bot.pictures.decks import backs, hats
from bot.pictures.decks.aces import blade, bouquet, eagle, sprig, trunk
from bot.pictures.decks.deck import Deck
from bot.pictures.decks.faces import Face, head
from bot.pictures.decks.frame import COIN_SPOTS, CUP_SPOTS, TALL_SPOTS, card, corners, pips
from bot.pictures.decks.horses import Horse
from bot.pictures.decks.kings import King, standing_king
from bot.pictures.decks.knaves import Knave, standing_knave
from bot.pictures.decks.knights import Knight, riding_knight
from bot.pictures.decks.props import club_pip, sword_pip
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
    STEELY,
    TIMBER,
)
from bot.pictures.marks import SMALL, coin, cup
from bot.pictures.svg import placed

KINGS: dict[str, King] = {
    "d": King(
        "d",
        PLUM,
        SCARLET,
        AZURE,
        LEAF,
        Face(GREY, "long", "long", 0.6),
        hats.lily_crown,
        "mantle",
        "quilted",
        "sceptre",
    ),
    "c": King("c", SCARLET, AZURE, LEAF, SCARLET, Face(CHESTNUT, "long", "full", -0.6), hats.pointed_crown),
    "s": King(
        "s",
        AZURE,
        SCARLET,
        PLUM,
        AZURE,
        Face(RAVEN, "waves", "forked", 0.6),
        hats.arched_crown,
        "gold",
        "plated",
        "heart",
        lined=True,
        flipped=True,
    ),
    "b": King(
        "b",
        LEAF,
        GILT,
        SCARLET,
        SCARLET,
        Face(GINGER, "waves", "round", 0),
        hats.leafy_crown,
        "ruff",
        "slashed",
        flipped=True,
    ),
}

KNIGHTS: dict[str, Knight] = {
    "d": Knight(
        "d",
        Horse(TIMBER, CHESTNUT, AZURE, SCARLET),
        PLUM,
        GILT,
        SCARLET,
        SCARLET,
        Face(RAVEN, "bob", "goatee", -0.7),
        hats.turban,
        cape=LEAF,
        flipped=True,
    ),
    "c": Knight(
        "c",
        Horse(LINEN, GREY, SCARLET, LEAF),
        SCARLET,
        LEAF,
        AZURE,
        AZURE,
        Face(CHESTNUT, "bob", "moustache", -0.7),
        hats.brimmed_hat,
        cape=AZURE,
        flipped=True,
    ),
    "s": Knight(
        "s",
        Horse(GREY, RAVEN, SCARLET, AZURE),
        STEELY,
        AZURE,
        SCARLET,
        SCARLET,
        Face(FAIR, "short", "", -0.7),
        hats.crested_helmet,
        "gold",
        "plated",
        SCARLET,
    ),
    "b": Knight(
        "b",
        Horse(CHESTNUT, RAVEN, GILT, SCARLET),
        LEAF,
        SCARLET,
        GILT,
        SCARLET,
        Face(GINGER, "short", "full", -0.7),
        hats.fur_cap,
        "ruff",
        "slashed",
    ),
}

KNAVES: dict[str, Knave] = {
    "d": Knave(
        "d",
        SCARLET,
        PLUM,
        (GILT, PLUM),
        PLUM,
        Face(RAVEN, "bob", "", 0.7),
        hats.flat_beret,
        "ruff",
        "quilted",
        "showing",
    ),
    "c": Knave(
        "c",
        AZURE,
        SCARLET,
        (SCARLET, LINEN),
        SCARLET,
        Face(FAIR, "bob", "", -0.7),
        hats.feathered_cap,
        cape=LEAF,
    ),
    "s": Knave(
        "s",
        GILT,
        AZURE,
        (AZURE, SCARLET),
        AZURE,
        Face(CHESTNUT, "short", "moustache", 0.7),
        hats.brimmed_hat,
        "gold",
        "slashed",
        "leaning",
        cape=SCARLET,
    ),
    "b": Knave(
        "b",
        LEAF,
        GILT,
        (SCARLET, SCARLET),
        SCARLET,
        Face(GINGER, "waves", "", -0.7),
        hats.hood,
        "mantle",
        "laced",
        "shouldering",
        flipped=True,
    ),
}

PIPS = {
    "d": (coin, COIN_SPOTS),
    "c": (cup, CUP_SPOTS),
    "s": (sword_pip, TALL_SPOTS),
    "b": (club_pip, TALL_SPOTS),
}
ACES = {"d": eagle, "c": bouquet, "s": blade, "b": trunk}
WILD_MAN = Face(RAVEN, "waves", "goatee", 0)
FIGURES = {"J": "8", "Q": "9", "K": "10"}


def _body(rank: str, suit: str) -> str:
    match rank:
        case "A":
            return ACES[suit]()
        case "K":
            return placed(standing_king(KINGS[suit]), 116, 8, 1.04)
        case "Q":
            return placed(riding_knight(KNIGHTS[suit]), -3 if KNIGHTS[suit].flipped else -4, 8, 0.985)
        case "J":
            return placed(standing_knave(KNAVES[suit]), 116, 6, 1.04)
        case _:
            return _between(rank, suit) + pips(rank, *PIPS[suit]) + _over(rank, suit)


def _between(rank: str, suit: str) -> str:
    """A sprig of flowers in the middle of a four."""
    if rank == "4" and suit in "dc":
        return placed(sprig(SCARLET if suit == "d" else AZURE), 120, 190, 0.9)
    return ""


def _over(rank: str, suit: str) -> str:
    """A moustached wild man looks out over the three of clubs."""
    if rank != "3" or suit != "b":
        return ""
    return placed(head(WILD_MAN) + hats.leafy_crown(LEAF), 120, 186, 1.25)


def face(code: str) -> str:
    """The face of a Neapolitan card."""
    rank, suit = code[0], code[1]
    return card(
        _body(rank, suit) + corners(FIGURES.get(rank, rank), suit, SMALL, 0.86 if rank in FIGURES else 1)
    )


def back() -> str:
    """The blue back of the Neapolitan deck."""
    return backs.starry(backs.BLUES)


DECK = Deck(face, back, {suit: mark for suit, (mark, _) in PIPS.items()})
