"""The named games: by how many each is played, and what is usual in it."""

from collections.abc import Mapping
from enum import StrEnum

from bot.game.cards import Ranking, Suit
from bot.game.options import (
    AfterTwo,
    Cappotto,
    ExchangeWindow,
    Exchanging,
    PartnersLook,
    Removed,
    ShowPoints,
    Sides,
    Signs,
    StockTop,
    Switch,
    Tie,
    ToDeals,
    ToWins,
    Trump,
)


class Preset(StrEnum):
    """A named game: a set of defaults on top of which any option may be changed."""

    BRISCOLA = "briscola"
    """The Italian game."""
    BISCACARD = "biscacard"
    """As briscola, with three players at 36 cards."""
    BRISCA = "brisca"
    """The Spanish game."""
    BISCA = "bisca"
    """The Portuguese game, where the seven is second."""
    BISCA3 = "bisca3"
    """As played on Portuguese-language sites."""
    CHIAMATA = "chiamata"
    """Five players, an auction and a secret partner."""
    APERTA = "aperta"
    """Two players, all hands face up."""
    BRISCOLONE = "briscolone"
    """Two players, five cards, no trump."""


def players_of(game: Preset) -> tuple[int, ...]:
    """By how many a game is played."""
    return _PLAYERS.get(game, (2, 3, 4, 6))


def usual(game: Preset, players: int) -> dict[str, object]:
    """What every option is if nobody says anything, as far as the game's own wishes can apply to so many."""
    own = dict(_OWN.get(game, {}))
    if players != 3:  # only three have to choose between 39 and 36 cards
        own.pop("removed", None)
    if SIDES[players][0] is Sides.ALONE:
        own.pop("signs", None)
    return {**plain(players), **own}


def plain(players: int) -> dict[str, object]:
    """What every option is in a game without wishes of its own."""
    return {**_PLAIN, "removed": REMOVABLE[players][0], "sides": SIDES[players][0]}


_PLAYERS: Mapping[Preset, tuple[int, ...]] = {
    Preset.CHIAMATA: (5,),
    Preset.APERTA: (2,),
    Preset.BRISCOLONE: (2,),
}

REMOVABLE: Mapping[int, tuple[Removed, ...]] = {
    2: (Removed.NONE, Removed.FOUR_TWOS),
    3: (Removed.ONE_TWO, Removed.FOUR_TWOS),
    4: (Removed.NONE, Removed.FOUR_TWOS),
    5: (Removed.NONE,),
    6: (Removed.FOUR_TWOS,),
}
"""By players, what may be taken out so that the deck comes out even; the usual first."""

SIDES: Mapping[int, tuple[Sides, ...]] = {
    2: (Sides.ALONE,),
    3: (Sides.ALONE,),
    4: (Sides.PAIRS, Sides.ALONE),
    5: (Sides.ALONE,),
    6: (Sides.TRIOS,),
}
"""By players, the sides they may part into; the usual first."""

_PLAIN: Mapping[str, object] = {
    "hand": 3,
    "two_of": Suit.CUPS,
    "ranking": Ranking.STANDARD,
    "trump": Trump.TURNED,
    "stock_top": StockTop.HIDDEN,
    "match": ToWins(1),
    "tie": Tie.DRAW,
    "exchange": Exchanging.OFF,
    "exchange_window": ExchangeWindow.ON_LEAD,
    "partners_look": PartnersLook.AT_END,
    "signs": Signs.OFF,
    "open_hands": Switch.OFF,
    "cappotto": Cappotto.NONE,
    "show_points": ShowPoints.END,
    "after_two": AfterTwo.RAISE,
    "blind_first_trick": Switch.OFF,
    "clock": 60,
}

_OWN: Mapping[Preset, Mapping[str, object]] = {
    Preset.BISCACARD: {"removed": Removed.FOUR_TWOS},
    Preset.BRISCA: {
        "exchange": Exchanging.SEVEN_AND_TWO,
        "signs": Signs.TABLE,
        "removed": Removed.FOUR_TWOS,
        "tie": Tie.REPLAY,
    },
    Preset.BISCA: {"ranking": Ranking.MANILHA, "removed": Removed.FOUR_TWOS, "tie": Tie.REPLAY},
    Preset.BISCA3: {
        "exchange": Exchanging.SEVEN_AND_TWO,
        "exchange_window": ExchangeWindow.FREE,
        "removed": Removed.FOUR_TWOS,
        "tie": Tie.REPLAY,
    },
    Preset.CHIAMATA: {
        "hand": 8,
        "trump": Trump.CALLED,
        "match": ToDeals(10),
        "cappotto": Cappotto.DOUBLE,
    },
    Preset.APERTA: {"open_hands": Switch.ON, "stock_top": StockTop.OPEN},
    Preset.BRISCOLONE: {"hand": 5, "trump": Trump.NONE},
}
