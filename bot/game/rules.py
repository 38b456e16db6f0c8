"""The rules of a table: every option, checked together, and their JSON form."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import Any, Final, cast

from bot.game.agreement import agreed, checked_players, listed, removed_cards
from bot.game.cards import DECK, Card, Ranking, Suit
from bot.game.faults import Fault, RulesError
from bot.game.options import (
    OPTIONS,
    AfterTwo,
    Cappotto,
    ExchangeWindow,
    Exchanging,
    MatchLength,
    PartnersLook,
    Removed,
    ShowPoints,
    Sides,
    Signs,
    StockTop,
    Switch,
    Tie,
    ToDeals,
    ToPoints,
    ToWins,
    Trump,
)
from bot.game.outside import is_whole, quoted
from bot.game.presets import Preset

VERSION = 1
"""The version of the rules that new tables play by. A rule that changes an outcome is a new version."""


class _Unset(Enum):
    """Stands for an option about which nothing was said."""

    UNSET = "unset"


_USUAL: Final = cast("Any", _Unset.UNSET)  # of every option's type, until `__post_init__` puts the usual in


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """All that is agreed before the cards are dealt. RulesError says which option cannot be so.

    What is left out is as usual in the game, or gives way to what was set.
    """

    game: Preset = Preset.BRISCOLA
    players: int = 2
    hand: int = _USUAL
    """How many cards each seat is dealt."""
    removed: Removed = _USUAL
    two_of: Suit = _USUAL
    """The suit whose two is taken out, where it is one."""
    ranking: Ranking = _USUAL
    trump: Trump = _USUAL
    stock_top: StockTop = _USUAL
    sides: Sides = _USUAL
    match: MatchLength = _USUAL
    tie: Tie = _USUAL
    exchange: Exchanging = _USUAL
    exchange_window: ExchangeWindow = _USUAL
    """When the turned card may be exchanged; the usual value where it may not be at all."""
    partners_look: PartnersLook = _USUAL
    signs: Signs = _USUAL
    open_hands: Switch = _USUAL
    cappotto: Cappotto = _USUAL
    show_points: ShowPoints = _USUAL
    after_two: AfterTwo = _USUAL
    blind_first_trick: Switch = _USUAL
    """Whether the first trick is played before the declarer calls."""
    clock: int | None = _USUAL
    """Seconds for a turn; None for as long as one likes."""
    version: int = VERSION

    def __post_init__(self) -> None:
        players = checked_players(self.game, self.players)
        given = {name: getattr(self, name) for name in _FIELDS if getattr(self, name) is not _USUAL}
        for name, value in agreed(self.game, players, given).items():
            object.__setattr__(self, name, value)
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
        given = dict(_checked_object(value))
        game = _checked_game(given.pop("preset"))
        players = checked_players(game, given.pop("players"))
        if "match" in given:
            given["match"] = _match_length(given["match"])
        if "clock" in given:
            given["clock"] = _clock(given["clock"])
        options = cast("dict[str, Any]", given)  # words as yet: they are checked where rules are made
        return cls(game=game, players=players, version=version, **options)

    def to_json(self) -> dict[str, object]:
        """The JSON form: the preset, the players, and the options that differ from the preset's."""
        plain = Rules(game=self.game, players=self.players)
        changed: dict[str, object] = {
            name: _json(getattr(self, name))
            for name in _FIELDS
            if getattr(self, name) != getattr(plain, name)
        }
        return {"preset": self.game.value, "players": self.players} | changed

    @property
    def removed_cards(self) -> tuple[Card, ...]:
        """The cards taken out before shuffling."""
        return removed_cards(self.removed, self.two_of)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played with, in the unshuffled order."""
        return _deck_without(self.removed_cards)

    @property
    def side_seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, that is of those who score together; in chiamata each alone."""
        count = self._side_count
        return tuple(tuple(range(side, self.players, count)) for side in range(count))

    def side_of(self, seat: int) -> int:
        """The side this seat scores for."""
        return seat % self._side_count

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """The other seats of its side; nobody in chiamata, where partners are secret."""
        return tuple(other for other in self.side_seats[self.side_of(seat)] if other != seat)

    @property
    def _side_count(self) -> int:
        return self.players if self.sides is Sides.ALONE else 2

    @property
    def shows_points(self) -> bool:
        """Whether the points are said during the deal."""
        return self.show_points is ShowPoints.ALWAYS


_FIELDS = tuple(field.name for field in fields(Rules) if field.name not in ("game", "players", "version"))


@cache
def _deck_without(removed: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in DECK if card not in removed)


def _checked_object(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise RulesError(Fault.NOT_RULES, value=quoted(value))
    given = cast("Mapping[str, object]", value)
    for option in given:
        if option not in OPTIONS:
            raise RulesError(Fault.UNKNOWN_OPTION, option=quoted(option), choices=listed(OPTIONS))
    for required in ("preset", "players"):
        if required not in given:
            raise RulesError(Fault.MISSING, option=required)
    return given


def _checked_game(value: object) -> Preset:
    if isinstance(value, str) and value in tuple(Preset):
        return Preset(value)
    raise RulesError(Fault.UNKNOWN_PRESET, value=quoted(value), choices=listed(Preset))


def _clock(value: object) -> object:
    """The JSON form says "none" where nothing is said in code."""
    if value is None:
        raise RulesError(Fault.CLOCK, value=quoted(value))
    return None if value == "none" else value


def _match_length(value: object) -> MatchLength:
    shown = quoted(value)
    pairs = list(cast("Mapping[object, object]", value).items()) if isinstance(value, Mapping) else []
    match pairs:
        case [("wins", wins)] if is_whole(wins):
            return ToWins(wins)
        case [("points", points)] if is_whole(points):
            return ToPoints(points)
        case [("deals", deals)] if is_whole(deals):
            return ToDeals(deals)
        case _:
            raise RulesError(Fault.MATCH, value=shown)


def _json(value: object) -> object:
    match value:
        case None:
            return "none"
        case Enum():
            return value.value
        case ToWins(wins):
            return {"wins": wins}
        case ToPoints(points):
            return {"points": points}
        case ToDeals(deals):
            return {"deals": deals}
        case _:
            return value
