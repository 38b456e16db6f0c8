"""The names of games and options, what each may be set to, and what can be wrong with a choice."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.game.outside import is_whole, quoted


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


class Tie(StrEnum):
    """What a tie at the top of a deal means."""

    DRAW = "draw"
    """It stands: a match to one win ends drawn, a longer one gains nothing and the deal passes on."""
    REPLAY = "replay"
    """It counts for nobody; the same dealer deals again until there is a winner."""


class ShowPoints(StrEnum):
    """When the points taken are said."""

    END = "end"
    """When the deal is over: counting from memory is part of the game."""
    ALWAYS = "always"
    """At every moment."""


@dataclass(frozen=True, slots=True)
class ToWins:
    """A match that goes to the first side with this many deals won."""

    wins: int = 1

    def __post_init__(self) -> None:
        if not is_whole(self.wins) or self.wins not in (1, 2, 3, 5):
            raise RulesError(Fault.MATCH, value=f"{quoted(self.wins)} wins")


@dataclass(frozen=True, slots=True)
class ToPoints:
    """A match in which all points are added up, over after the deal in which a side has this many."""

    points: int

    def __post_init__(self) -> None:
        if not is_whole(self.points) or self.points < 1:
            raise RulesError(Fault.MATCH, value=f"{quoted(self.points)} points")


MatchLength: TypeAlias = ToWins | ToPoints
"""How long a match is."""

ONE_WIN = ToWins(1)
"""A match of a single deal, unless it is tied and dealt again."""


class Fault(StrEnum):
    """What is wrong with rules: a key that has its sentence in every language."""

    NOT_RULES = "not_rules"
    """No JSON object at all."""
    MISSING = "missing"
    """A key that has to be there is not."""
    UNKNOWN_PRESET = "unknown_preset"
    """No game of that name."""
    UNKNOWN_OPTION = "unknown_option"
    """No option of that name."""
    UNKNOWN_VALUE = "unknown_value"
    """The option has no such value."""
    WRONG_PLAYERS = "wrong_players"
    """The game is not played by so many."""
    PRESET_LATER = "preset_later"
    """A game that this version does not play yet."""
    PLAYERS_LATER = "players_later"
    """A number of players that this version does not seat yet."""
    OPTION_LATER = "option_later"
    """A value of an option that this version does not play yet."""
    ONLY_CHIAMATA = "only_chiamata"
    """The value exists in chiamata only."""
    NO_PARTNERS = "no_partners"
    """The value needs partners, and nobody has one."""
    HAND = "hand"
    """The hand is so large or small that the stock does not come out even, or there is none."""
    CLOCK = "clock"
    """Too short, too long, or no number of seconds."""
    MATCH = "match"
    """No length of a match."""
    VERSION = "version"
    """A version of the rules that this program does not know."""


_SENTENCES = {
    Fault.NOT_RULES: 'rules are an object such as {{"preset": "briscola", "players": 2}}, not {value}',
    Fault.MISSING: "the rules lack '{option}'",
    Fault.UNKNOWN_PRESET: "there is no game {value}: choose one of {choices}",
    Fault.UNKNOWN_OPTION: "there is no option {option}: choose one of {choices}",
    Fault.UNKNOWN_VALUE: "{option} cannot be {value}: choose one of {choices}",
    Fault.WRONG_PLAYERS: "{game} cannot be played by {value}: choose one of {choices}",
    Fault.PRESET_LATER: "{game} is not playable yet: this version plays briscola for two",
    Fault.PLAYERS_LATER: "{game} for {value} is not playable yet: this version plays briscola for two",
    Fault.OPTION_LATER: "{option}: {value} is not playable yet: leave it at {default}",
    Fault.ONLY_CHIAMATA: "{option}: {value} belongs to chiamata: leave it at {default}",
    Fault.NO_PARTNERS: "{option}: {value} needs partners, and nobody has one here: leave it at {default}",
    Fault.HAND: "hand cannot be {value}: it is a whole number from {least} to {most} here",
    Fault.CLOCK: "clock cannot be {value}: it is a whole number of seconds from 15 to 86400, or 'none'",
    Fault.MATCH: 'match cannot be {value}: it is {{"wins": 1, 2, 3 or 5}} or {{"points": a number from 1}}',
    Fault.VERSION: "version {value} of the rules is not known here: this program knows version 1",
}


class RulesError(ValueError):
    """Rules that cannot be played. Its text is one English sentence; `key` and `fields` let others translate it."""

    def __init__(self, key: Fault, **fields: str) -> None:
        super().__init__(_SENTENCES[key].format(**fields))
        self.key = key
        self.fields: Mapping[str, str] = fields


PLAYABLE: dict[Preset, tuple[int, ...]] = {Preset.BRISCOLA: (2,)}
"""The games that this version plays, and by how many."""

CLOCK_RANGE = range(15, 24 * 60 * 60 + 1)
"""The seconds that a turn may be given."""

PLAYERS: dict[Preset, tuple[int, ...]] = {
    Preset.CHIAMATA: (5,),
    Preset.APERTA: (2,),
    Preset.BRISCOLONE: (2,),
}
"""By how many a game is played, where it is not the usual."""
USUAL_PLAYERS = (2, 3, 4, 6)
"""By how many every other game is played."""

CHOICES: dict[str, tuple[str, ...]] = {
    "removed": ("none", "one_two", "four_twos"),
    "two_of": ("c", "d", "s", "b"),
    "ranking": ("standard", "manilha"),
    "trump": ("turned", "none", "called"),
    "stock_top": ("hidden", "open"),
    "sides": ("alone", "pairs", "trios"),
    "tie": tuple(Tie),
    "exchange": ("off", "seven_and_two", "seven"),
    "exchange_window": ("on_lead", "any_own_turn", "free", "before_first_trick"),
    "partners_look": ("at_end", "off"),
    "signs": ("off", "table", "partner"),
    "open_hands": ("off", "on"),
    "cappotto": ("none", "double"),
    "show_points": tuple(ShowPoints),
    "after_two": ("raise", "stop"),
    "blind_first_trick": ("off", "on"),
}
"""The options whose values are words, the default of briscola for two first."""

OPTIONS = ("preset", "players", "hand", "match", "clock", *CHOICES)
"""All that the JSON form of rules may name."""

FREE = {"tie", "show_points", "exchange_window"}
"""Options of which every value may be set; `exchange_window` means nothing while `exchange` is off."""

REASONS = {
    ("trump", "called"): Fault.ONLY_CHIAMATA,
    ("after_two", "stop"): Fault.ONLY_CHIAMATA,
    ("blind_first_trick", "on"): Fault.ONLY_CHIAMATA,
    ("sides", "pairs"): Fault.NO_PARTNERS,
    ("sides", "trios"): Fault.NO_PARTNERS,
    ("partners_look", "off"): Fault.NO_PARTNERS,
    ("signs", "table"): Fault.NO_PARTNERS,
    ("signs", "partner"): Fault.NO_PARTNERS,
}
"""Why a value can never apply to two players; any other is merely not built yet."""
