"""All options of a table checked together: what was set, and what follows for the rest."""

from collections.abc import Iterable, Mapping

from bot.game.cards import DECK, Card, Rank, Ranking, Suit
from bot.game.faults import Fault, RulesError
from bot.game.options import (
    CHOICES,
    CLOCK_RANGE,
    KINDS,
    AfterTwo,
    Exchanging,
    PartnersLook,
    Removed,
    Sides,
    Signs,
    Switch,
    ToDeals,
    Trump,
)
from bot.game.outside import is_whole, quoted
from bot.game.presets import REMOVABLE, SIDES, Preset, plain, players_of, usual

Values = dict[str, object]


def agreed(game: Preset, players: int, given: Mapping[str, object]) -> Values:
    """Every option: those `given` as they are, the others as is usual where nothing given speaks against it.

    RulesError if something given cannot be so. What would be so anyway may always be given.
    """
    wishes = {option: _known(option, value) for option, value in given.items()}
    normal = usual(game, players)
    set_here = {option: value for option, value in wishes.items() if value != normal[option]}
    if game is Preset.CHIAMATA:
        _check_chiamata(set_here, normal)
    else:
        _check_ordinary(players, set_here, normal)
    values = {**normal, **wishes}
    _settle_deck(players, wishes, values)
    _settle_clashes(players, wishes, values)
    _check_hand(game, players, values)
    return values


def checked_players(game: Preset, players: object) -> int:
    """How many play, if the game is played by so many."""
    fitting = players_of(game)
    if not is_whole(players) or players not in fitting:
        raise RulesError(Fault.WRONG_PLAYERS, game=game, value=quoted(players), choices=listed(fitting))
    return players


def listed(choices: Iterable[object]) -> str:
    """Choices as a sentence names them."""
    return ", ".join(map(str, choices))


def removed_cards(removed: Removed, two_of: Suit) -> tuple[Card, ...]:
    """The cards taken out before shuffling."""
    if removed is Removed.ONE_TWO:
        return (Card(Rank.TWO, two_of),)
    twos = tuple(card for card in DECK if card.rank is Rank.TWO)
    return twos if removed is Removed.FOUR_TWOS else ()


# -- single values --------------------------------------------------------------------------------


def _known(option: str, value: object) -> object:
    """The value of an option, if it has such a value at all; a hand depends on the others."""
    if option == "clock" and value is not None and (not is_whole(value) or value not in CLOCK_RANGE):
        raise RulesError(Fault.CLOCK, value=quoted(value))
    if option not in KINDS:
        return value
    kind = KINDS[option]
    if isinstance(value, kind):
        return value
    if not isinstance(value, str) or value not in CHOICES[option]:
        raise RulesError(
            Fault.UNKNOWN_VALUE, option=option, value=quoted(value), choices=listed(CHOICES[option])
        )
    return kind(value)


def _word(value: object) -> str:
    """A value as the JSON form writes it, shortly."""
    if isinstance(value, Suit):
        return value.value
    return value if isinstance(value, str) else quoted(value)


# -- what each game allows ------------------------------------------------------------------------

_FREE_IN_CHIAMATA = ("hand", "cappotto", "show_points", "after_two", "blind_first_trick", "clock", "match")


def _check_chiamata(set_here: Values, normal: Values) -> None:
    """Chiamata is played one way, but for what belongs to it."""
    for option, value in set_here.items():
        if option == "match" and not isinstance(value, ToDeals):
            raise RulesError(Fault.NOT_IN_CHIAMATA, option="match", value=_kind_of(value), default="deals")
        if option not in _FREE_IN_CHIAMATA:
            raise RulesError(
                Fault.NOT_IN_CHIAMATA, option=option, value=_word(value), default=_word(normal[option])
            )


def _kind_of(length: object) -> str:
    return type(length).__name__.removeprefix("To").lower()


_ONLY_CHIAMATA = (Trump.CALLED, AfterTwo.STOP)


def _check_ordinary(players: int, set_here: Values, normal: Values) -> None:
    """Elsewhere there is no auction; partners there are where the sides say so."""
    for option, value in set_here.items():
        if isinstance(value, ToDeals):
            raise RulesError(Fault.ONLY_CHIAMATA, option=option, value="deals", default="wins or points")
        if value in _ONLY_CHIAMATA or (option == "blind_first_trick" and value is Switch.ON):
            raise RulesError(
                Fault.ONLY_CHIAMATA, option=option, value=_word(value), default=_word(normal[option])
            )
    _check_sides(players, set_here)


def _check_sides(players: int, set_here: Values) -> None:
    fitting = SIDES[players]
    sides = set_here.get("sides", fitting[0])
    if sides not in fitting:
        if fitting == (Sides.ALONE,):
            raise _no_partners("sides", sides, Sides.ALONE)
        raise RulesError(Fault.SIDES, value=_word(sides), players=str(players), choices=listed(fitting))
    if sides is Sides.ALONE:
        if set_here.get("partners_look") is PartnersLook.OFF:
            raise _no_partners("partners_look", PartnersLook.OFF, PartnersLook.AT_END)
        if set_here.get("signs", Signs.OFF) is not Signs.OFF:
            raise _no_partners("signs", set_here["signs"], Signs.OFF)


def _no_partners(option: str, value: object, default: str) -> RulesError:
    return RulesError(Fault.NO_PARTNERS, option=option, value=_word(value), default=default)


# -- what goes together ---------------------------------------------------------------------------


def _settle_deck(players: int, wishes: Values, values: Values) -> None:
    """The deck has to come out even; which two is taken out can be chosen where it is one."""
    fitting = REMOVABLE[players]
    if values["removed"] not in fitting:
        raise RulesError(
            Fault.REMOVED, value=_word(values["removed"]), players=str(players), choices=listed(fitting)
        )
    if "removed" not in wishes and not _leaves_stock(players, values):
        values["removed"] = fitting[0]  # what is usual in the game gives way to a hand so large
    if values["two_of"] is Suit.CUPS or values["removed"] is Removed.ONE_TWO:
        return
    if "removed" in wishes or Removed.ONE_TWO not in fitting:
        raise RulesError(Fault.TWO_OF, value=_word(values["two_of"]), removed=_word(values["removed"]))
    values["removed"] = Removed.ONE_TWO


_CLASHES = (
    ("exchange", Exchanging.OFF, "ranking", Ranking.MANILHA),
    ("exchange", Exchanging.OFF, "trump", Trump.NONE),
    ("signs", Signs.OFF, "ranking", Ranking.MANILHA),
    ("signs", Signs.OFF, "trump", Trump.NONE),
    ("signs", Signs.OFF, "open_hands", Switch.ON),
    ("signs", Signs.OFF, "sides", Sides.ALONE),
)
"""What has to be off while the other option is so."""


def _settle_clashes(players: int, wishes: Values, values: Values) -> None:
    """Of two things that do not go together the one that was set stays; if both were, they are refused."""
    for option, off, other, cause in _CLASHES:
        if values[option] is off or values[other] is not cause:
            continue
        if option not in wishes:
            values[option] = off
        elif other not in wishes:
            values[other] = plain(players)[other]
        else:
            raise RulesError(
                Fault.CLASH,
                option=option,
                value=_word(values[option]),
                other=other,
                other_value=_word(cause),
            )
    if values["exchange"] is Exchanging.OFF:
        values["exchange_window"] = plain(players)["exchange_window"]


def _largest_hand(players: int, removed: object) -> int:
    """The most cards a hand may have so that one card for each is left to draw."""
    twos_out = 4 if removed is Removed.FOUR_TWOS else 1 if removed is Removed.ONE_TWO else 0
    return (len(DECK) - twos_out) // players - 1


def _leaves_stock(players: int, values: Values) -> bool:
    hand = values["hand"]
    return not is_whole(hand) or hand <= _largest_hand(players, values["removed"])


def _check_hand(game: Preset, players: int, values: Values) -> None:
    """A hand leaves at least one card of stock, and the stock is drawn in whole rounds; chiamata deals all."""
    hand = values["hand"]
    least, most = (8, 8) if game is Preset.CHIAMATA else (1, _largest_hand(players, values["removed"]))
    if not is_whole(hand) or not least <= hand <= most:
        raise RulesError(Fault.HAND, value=quoted(hand), least=str(least), most=str(most))
