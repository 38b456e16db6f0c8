"""The rules of a table: every option, checked together, and their JSON form."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from bot.game.cards import DECK, Card, cards
from bot.game.options import (
    CHOICES,
    CLOCK_RANGE,
    FREE,
    ONE_WIN,
    OPTIONS,
    PLAYABLE,
    PLAYERS,
    REASONS,
    USUAL_PLAYERS,
    Fault,
    MatchLength,
    Preset,
    RulesError,
    ShowPoints,
    Tie,
    ToPoints,
    ToWins,
)
from bot.game.outside import is_whole, quoted

VERSION = 1
"""The version of the rules that new tables play by. A rule that changes an outcome is a new version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All that is agreed before the cards are dealt. RulesError says which option cannot be so."""

    game: Preset = Preset.BRISCOLA
    players: int = 2
    hand: int = 3
    """How many cards each seat is dealt."""
    match: MatchLength = ONE_WIN
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
        words = {option: _checked_choice(option, given[option]) for option in CHOICES if option in given}
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


def _listed(choices: Iterable[object]) -> str:
    return ", ".join(map(str, choices))


def _checked_object(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise RulesError(Fault.NOT_RULES, value=quoted(value))
    given = cast("Mapping[str, object]", value)
    for option in given:
        if option not in OPTIONS:
            raise RulesError(Fault.UNKNOWN_OPTION, option=quoted(option), choices=_listed(OPTIONS))
    for required in ("preset", "players"):
        if required not in given:
            raise RulesError(Fault.MISSING, option=required)
    return given


def _checked_game(value: object) -> Preset:
    if isinstance(value, str) and value in tuple(Preset):
        return Preset(value)
    raise RulesError(Fault.UNKNOWN_PRESET, value=quoted(value), choices=_listed(Preset))


def _checked_players(game: Preset, players: object) -> int:
    fitting = PLAYERS.get(game, USUAL_PLAYERS)
    if not is_whole(players) or players not in fitting:
        raise RulesError(Fault.WRONG_PLAYERS, game=game, value=quoted(players), choices=_listed(fitting))
    if game not in PLAYABLE:
        raise RulesError(Fault.PRESET_LATER, game=game)
    if players not in PLAYABLE[game]:
        raise RulesError(Fault.PLAYERS_LATER, game=game, value=str(players))
    return players


def _checked_choice(option: str, value: object) -> str:
    choices = CHOICES[option]
    if not isinstance(value, str) or value not in choices:
        raise RulesError(Fault.UNKNOWN_VALUE, option=option, value=quoted(value), choices=_listed(choices))
    if value != choices[0] and option not in FREE:
        reason = REASONS.get((option, value), Fault.OPTION_LATER)
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
    shown = quoted(value)
    pairs = list(cast("Mapping[object, object]", value).items()) if isinstance(value, Mapping) else []
    match pairs:
        case [("wins", wins)] if is_whole(wins):
            return ToWins(wins)
        case [("points", points)] if is_whole(points):
            return ToPoints(points)
        case [("deals", _)]:
            raise RulesError(Fault.ONLY_CHIAMATA, option="match", value="deals", default="wins or points")
        case _:
            raise RulesError(Fault.MATCH, value=shown)


def _match_json(length: MatchLength) -> dict[str, int]:
    if isinstance(length, ToWins):
        return {"wins": length.wins}
    return {"points": length.points}
