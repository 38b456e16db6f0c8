"""The Piacentine deck: two-headed figures in a thin double frame, pips that stand upright from both ends, a red back."""

from __future__ import annotations

from bot.pictures.decks import backs, hats, piacentine_marks
from bot.pictures.decks.busts import Bust, half_figure
from bot.pictures.decks.deck import Deck
from bot.pictures.decks.faces import Face
from bot.pictures.decks.frame import (
    CENTRE,
    COIN_SPOTS,
    HANDLED_SPOTS,
    MIDDLE,
    TALL_SPOTS,
    Spot,
    card,
    corners,
    twice,
)
from bot.pictures.decks.hats import gem
from bot.pictures.decks.horses import Horse, half_horse
from bot.pictures.decks.piacentine_aces import ACES
from bot.pictures.decks.piacentine_marks import RINGED
from bot.pictures.decks.props import sceptre
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
from bot.pictures.marks import Mark, small_blue_coin, small_marks
from bot.pictures.svg import BLUE, BLUE_DARK, GOLD, GOLD_DARK, INK, RED, box, placed

KINGS: dict[str, Bust] = {
    "d": Bust(PLUM, AZURE, GILT, SCARLET, Face(GREY, "long", "long", 0.6), hats.arched_crown, "fur", "gems"),
    "c": Bust(
        SCARLET,
        AZURE,
        LEAF,
        SCARLET,
        Face(CHESTNUT, "long", "full", -0.6),
        hats.pointed_crown,
        "gold",
        "gems",
        fur=True,
        lining=AZURE,
    ),
    "s": Bust(
        AZURE,
        STEELY,
        SCARLET,
        LEAF,
        Face(RAVEN, "waves", "forked", -0.6),
        hats.lily_crown,
        "mantle",
        "plate",
        "across",
    ),
    "b": Bust(
        LEAF,
        SCARLET,
        SCARLET,
        PLUM,
        Face(GINGER, "waves", "round", 0.6),
        hats.leafy_crown,
        "fur",
        "stripes",
        "across",
        fur=True,
    ),
}
KNAVES: dict[str, Bust] = {
    "d": Bust(
        SCARLET, GILT, AZURE, AZURE, Face(FAIR, "bob", "", 0.7), hats.flat_beret, "ruff", "lacing", "up", ""
    ),
    "c": Bust(
        LEAF,
        LINEN,
        SCARLET,
        SCARLET,
        Face(RAVEN, "waves", "", -0.7),
        hats.feathered_cap,
        "open",
        "buttons",
        "up",
        "across",
    ),
    "s": Bust(
        AZURE,
        PLUM,
        AZURE,
        SCARLET,
        Face(CHESTNUT, "short", "moustache", 0.7),
        hats.crested_helmet,
        "gold",
        "stripes",
        "across",
    ),
    "b": Bust(
        GILT, LEAF, GILT, SCARLET, Face(GINGER, "bob", "", -0.7), hats.hood, "mantle", "lacing", "across"
    ),
}
KNIGHTS: dict[str, tuple[Bust, Horse]] = {
    "d": (
        Bust(
            LEAF,
            GILT,
            SCARLET,
            SCARLET,
            Face(RAVEN, "bob", "goatee", -0.7),
            hats.turban,
            "gold",
            "buttons",
            "",
        ),
        Horse(TIMBER, CHESTNUT, AZURE, SCARLET),
    ),
    "c": (
        Bust(
            SCARLET,
            SKY,
            AZURE,
            AZURE,
            Face(CHESTNUT, "waves", "moustache", -0.7),
            hats.brimmed_hat,
            "ruff",
            "buttons",
            "",
        ),
        Horse(LINEN, GREY, SCARLET, AZURE),
    ),
    "s": (
        Bust(
            AZURE,
            STEELY,
            GILT,
            SCARLET,
            Face(FAIR, "short", "", -0.7),
            hats.crested_helmet,
            "mantle",
            "plate",
            "",
        ),
        Horse(RAVEN, GREY, GILT, AZURE),
    ),
    "b": (
        Bust(
            PLUM, LEAF, SCARLET, LEAF, Face(GINGER, "short", "round", -0.7), hats.fur_cap, "fur", "lacing", ""
        ),
        Horse(CHESTNUT, FAIR, SCARLET, LEAF),
    ),
}

PIPS: dict[str, tuple[Mark, dict[str, tuple[Spot, ...]]]] = {
    "d": (piacentine_marks.coin, COIN_SPOTS),
    "c": (piacentine_marks.cup, HANDLED_SPOTS),
    "s": (piacentine_marks.sword_pip, TALL_SPOTS),
    "b": (piacentine_marks.club_pip, TALL_SPOTS),
}
SMALL_MARKS = small_marks(small_blue_coin, BLUE, GOLD, GOLD_DARK)
FIGURES = {"J": "8", "Q": "9", "K": "10"}


def _frame() -> str:
    return box((9, 9), (222, 362), 10, None, BLUE_DARK, 1.7)


def _band() -> str:
    """The girdle that hides where the two halves meet."""
    stones = "".join(gem(14 * step, 0, 5, 4.4, (RED, BLUE_DARK)[step % 2]) for step in range(-6, 7))
    return placed(box((-100, -6.5), (200, 13), 3, GOLD, INK, 1.8) + stones, MIDDLE, CENTRE)


def _pips(rank: str, suit: str) -> str:
    """The pips; those of the lower half stand on their heads."""
    mark, spots = PIPS[suit]
    return "".join(placed(mark(), x, y, size, 180 if y > CENTRE + 20 else 0) for x, y, size in spots[rank])


def _standing(bust: Bust, suit: str) -> str:
    held = RINGED.held(suit, 76)
    other = sceptre(62) if suit in "dc" and bust.left == bust.right == "up" else ""
    left = held if bust.left == "up" else ""
    right = other if left else held
    return half_figure(bust, left, right)


def _riding(suit: str) -> str:
    bust, horse = KNIGHTS[suit]
    rider = half_figure(bust, "", RINGED.held(suit, 70))
    return placed(rider, 26, 0, 0.86) + placed(half_horse(horse), -44, 0, 1.08)


def _court(rank: str, suit: str) -> str:
    match rank:
        case "K":
            half = _standing(KINGS[suit], suit)
        case "J":
            half = _standing(KNAVES[suit], suit)
        case _:
            half = _riding(suit)
    return twice(placed(half, MIDDLE, CENTRE, 0.98)) + _band()


def face(code: str) -> str:
    """The face of a Piacentine card."""
    rank, suit = code[0], code[1]
    body = _court(rank, suit) if rank in FIGURES else ACES[suit]() if rank == "A" else _pips(rank, suit)
    return card(
        _frame()
        + body
        + corners(FIGURES.get(rank, rank), suit, SMALL_MARKS, 0.84 if rank in FIGURES else 0.9, inset=4)
    )


def back() -> str:
    """The red back of the Piacentine deck."""
    return backs.barred(backs.RUBIES)


DECK = Deck(face, back, {suit: mark for suit, (mark, _) in PIPS.items()})
