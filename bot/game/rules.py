"""The rules of a table: every option, checked together, and their JSON form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeGuard, cast

from bot.game.cards import DECK, Card, cards, quoted

VERSION = 1
"""The version of the rules that new tables play by. A rule that changes an outcome is a new version."""


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number as JSON means it; true and 1.0 are none."""
    return type(value) is int


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All that is agreed before the cards are dealt. RulesError says which option cannot be so."""

    game: Preset = Preset.BRISCOLA
    players: int = 2
    hand: int = 3
    """How many cards each seat is dealt."""
    match: MatchLength = ToWins(1)
    tie: Tie = Tie.DRAW
    show_points: ShowPoints = ShowPoints.END
    clock: int | None = 60
    """Seconds for a turn; None for as long as one likes."""
    version: int = VERSION

    def __post_init__(self) -> None:
        _checked_players(self.game, self.players)
        _checked_hand(self.players, self.hand)
        _checked_clock(self.clock)
        if not is_whole(self.version) or self.version != VERSION:
            raise RulesError(Fault.VERSION, value=quoted(self.version))

    @classmethod
    def preset(cls, name: str, players: int = 2, **options: object) -> "Rules":
        """The rules of a named game, with options in their JSON form: ``Rules.preset("briscola", clock=300)``."""
        return cls.from_json({**options, "preset": name, "players": players})

    @classmethod
    def from_json(cls, value: object, *, version: int = VERSION) -> "Rules":
        """The rules that ``{"preset": "briscola", "players": 2, …}`` stands for; RulesError if there are none.

        `version` is that of a table opened earlier; it is no part of the JSON form.
        """
        given = _checked_object(value)
        game = _checked_game(given["preset"])
        players = _checked_players(game, given["players"])
        words = {option: _checked_choice(option, given[option]) for option in _CHOICES if option in given}
        clock = given.get("clock", 60)
        return cls(
            game=game,
            players=players,
            hand=_checked_hand(players, given.get("hand", 3)),
            match=_match_length(given.get("match", {"wins": 1})),
            tie=Tie(words.get("tie", Tie.DRAW)),
            show_points=ShowPoints(words.get("show_points", ShowPoints.END)),
            clock=None if clock == "none" else _checked_clock(clock, none_is_fine=False),
            version=version,
        )

    def to_json(self) -> dict[str, object]:
        """The JSON form: the preset, the players, and the options that differ from the preset's."""
        plain = Rules(game=self.game, players=self.players)
        options: dict[str, tuple[object, object]] = {
            "hand": (self.hand, plain.hand),
            "match": (_match_json(self.match), _match_json(plain.match)),
            "tie": (self.tie.value, plain.tie.value),
            "show_points": (self.show_points.value, plain.show_points.value),
            "clock": ("none" if self.clock is None else self.clock, plain.clock),
        }
        changed: dict[str, object] = {
            name: mine for name, (mine, default) in options.items() if mine != default
        }
        return {"preset": self.game.value, "players": self.players} | changed

    @property
    def removed(self) -> tuple[Card, ...]:
        """The cards taken out before shuffling."""
        return _REMOVED[self.players]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played with, in the unshuffled order."""
        return _CARDS[self.players]

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, that is of those who score together."""
        return _SIDES[self.players]

    def side_of(self, seat: int) -> int:
        """The side this seat scores for."""
        return seat % len(_SIDES[self.players])

    @property
    def shows_points(self) -> bool:
        """Whether the points are said during the deal."""
        return self.show_points is ShowPoints.ALWAYS


_REMOVED: dict[int, tuple[Card, ...]] = {2: (), 3: cards("2c"), 4: (), 6: cards("2d 2c 2s 2b")}
_CARDS = {n: tuple(card for card in DECK if card not in removed) for n, removed in _REMOVED.items()}
_SIDES: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((0,), (1,)),
    3: ((0,), (1,), (2,)),
    4: ((0, 2), (1, 3)),
    6: ((0, 2, 4), (1, 3, 5)),
}

_PLAYERS: dict[Preset, tuple[int, ...]] = {
    Preset.CHIAMATA: (5,),
    Preset.APERTA: (2,),
    Preset.BRISCOLONE: (2,),
}
_USUAL_PLAYERS = (2, 3, 4, 6)

_CHOICES: dict[str, tuple[str, ...]] = {
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

_OPTIONS = ("preset", "players", "hand", "match", "clock", *_CHOICES)

_FREE = {"tie", "show_points", "exchange_window"}
"""Options of which every value may be set; `exchange_window` means nothing while `exchange` is off."""

_REASONS = {
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


def _listed(choices: Iterable[object]) -> str:
    return ", ".join(map(str, choices))


def _checked_object(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise RulesError(Fault.NOT_RULES, value=quoted(value))
    given = cast("Mapping[str, object]", value)
    for option in given:
        if option not in _OPTIONS:
            raise RulesError(Fault.UNKNOWN_OPTION, option=quoted(option), choices=_listed(_OPTIONS))
    for required in ("preset", "players"):
        if required not in given:
            raise RulesError(Fault.MISSING, option=required)
    return given


def _checked_game(value: object) -> Preset:
    if isinstance(value, str) and value in tuple(Preset):
        return Preset(value)
    raise RulesError(Fault.UNKNOWN_PRESET, value=quoted(value), choices=_listed(Preset))


def _checked_players(game: Preset, players: object) -> int:
    fitting = _PLAYERS.get(game, _USUAL_PLAYERS)
    if not is_whole(players) or players not in fitting:
        raise RulesError(Fault.WRONG_PLAYERS, game=game, value=quoted(players), choices=_listed(fitting))
    if game not in PLAYABLE:
        raise RulesError(Fault.PRESET_LATER, game=game)
    if players not in PLAYABLE[game]:
        raise RulesError(Fault.PLAYERS_LATER, game=game, value=str(players))
    return players


def _checked_choice(option: str, value: object) -> str:
    choices = _CHOICES[option]
    if not isinstance(value, str) or value not in choices:
        raise RulesError(Fault.UNKNOWN_VALUE, option=option, value=quoted(value), choices=_listed(choices))
    if value != choices[0] and option not in _FREE:
        reason = _REASONS.get((option, value), Fault.OPTION_LATER)
        raise RulesError(reason, option=option, value=value, default=choices[0])
    return value


def _checked_hand(players: int, hand: object) -> int:
    """A hand leaves at least one card of stock, and the stock is drawn in whole rounds."""
    deck = len(_CARDS[players])
    sizes = [size for size in range(1, deck // players) if (deck - players * size) % players == 0]
    if not is_whole(hand) or hand not in sizes:
        raise RulesError(Fault.HAND, value=quoted(hand), least=str(sizes[0]), most=str(sizes[-1]))
    return hand


def _checked_clock(clock: object, *, none_is_fine: bool = True) -> int | None:
    if clock is None and none_is_fine:
        return None
    if not is_whole(clock) or clock not in CLOCK_RANGE:
        raise RulesError(Fault.CLOCK, value=quoted(clock))
    return clock


def _match_length(value: object) -> MatchLength:
    pairs = list(cast("Mapping[object, object]", value).items()) if isinstance(value, Mapping) else []
    match pairs:
        case [("wins", wins)] if is_whole(wins):
            return ToWins(wins)
        case [("points", points)] if is_whole(points):
            return ToPoints(points)
        case [("deals", _)]:
            raise RulesError(Fault.ONLY_CHIAMATA, option="match", value="deals", default="wins or points")
        case _:
            raise RulesError(Fault.MATCH, value=quoted(cast("object", value)))


def _match_json(length: MatchLength) -> dict[str, int]:
    if isinstance(length, ToWins):
        return {"wins": length.wins}
    return {"points": length.points}
