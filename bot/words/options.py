"""The games, their options and what each may be set to, by names short enough for buttons."""

from collections.abc import Mapping
from typing import Final

from bot.game import Card, Preset, Rank, Suit
from bot.words.cards import card_name
from bot.words.catalogue import N_, Words

__all__ = ["clock_name", "option_name", "preset_name", "setting_name", "value_name"]

_PRESETS: Mapping[str, str] = {
    Preset.BRISCOLA: N_("Briscola"),
    Preset.BISCACARD: N_("Biscacard"),
    Preset.BRISCA: N_("Brisca"),
    Preset.BISCA: N_("Bisca"),
    Preset.BISCA3: N_("Bisca with threes"),
    Preset.CHIAMATA: N_("Briscola Chiamata"),
    Preset.APERTA: N_("Open Briscola"),
    Preset.BRISCOLONE: N_("Briscolone"),
}

_OPTIONS: Mapping[str, str] = {
    "preset": N_("Game"),
    "players": N_("Players"),
    "hand": N_("Cards each"),
    "match": N_("Match"),
    "clock": N_("Clock"),
    "removed": N_("Cards taken out"),
    "two_of": N_("The two taken out"),
    "ranking": N_("Order of the cards"),
    "trump": N_("Trump suit"),
    "stock_top": N_("Top of the stock"),
    "sides": N_("Sides"),
    "tie": N_("A tie"),
    "exchange": N_("Exchange"),
    "exchange_window": N_("When to exchange"),
    "partners_look": N_("Partner's cards"),
    "signs": N_("Signs"),
    "open_hands": N_("Everybody's cards"),
    "cappotto": N_("All 120 points"),
    "show_points": N_("Points taken"),
    "after_two": N_("Once the two is bid"),
    "blind_first_trick": N_("First trick"),
}

_VALUES: Mapping[str, Mapping[str, str]] = {
    "removed": {
        "none": N_("none (40 cards)"),
        "one_two": N_("one two (39 cards)"),
        "four_twos": N_("all twos (36 cards)"),
    },
    "ranking": {"standard": N_("the three is second"), "manilha": N_("the seven is second")},
    "trump": {
        "turned": N_("the card turned up"),
        "none": N_("none at all"),
        "called": N_("the card called"),
    },
    "stock_top": {"hidden": N_("face down"), "open": N_("face up")},
    "sides": {"alone": N_("each alone"), "pairs": N_("two pairs"), "trios": N_("two teams of three")},
    "tie": {"draw": N_("stays a draw"), "replay": N_("dealt again")},
    "exchange": {
        "off": N_("never"),
        "seven_and_two": N_("the seven and the two"),
        "seven": N_("only the seven"),
    },
    "exchange_window": {
        "on_lead": N_("leading, after a trick won"),
        "any_own_turn": N_("own turn, after a trick won"),
        "free": N_("on any own turn"),
        "before_first_trick": N_("on one's first turn"),
    },
    "partners_look": {"at_end": N_("shown when the stock is out"), "off": N_("never shown")},
    "signs": {
        "off": N_("not made"),
        "table": N_("everybody sees them"),
        "partner": N_("only partners see them"),
    },
    "open_hands": {"off": N_("hidden"), "on": N_("all on the table")},
    "cappotto": {"none": N_("not counted double"), "double": N_("count double")},
    "show_points": {"end": N_("told at the end"), "always": N_("always shown")},
    "after_two": {"raise": N_("points are bid"), "stop": N_("the auction is over")},
    "blind_first_trick": {"off": N_("after the call"), "on": N_("before the call (blind)")},
}

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE


def preset_name(words: Words, preset: str) -> str:
    """What a game is called; a name that is no game's stays as it is."""
    return words.say(_PRESETS[preset]) if preset in _PRESETS else preset


def option_name(words: Words, option: str) -> str:
    """What an option is called."""
    return words.say(_OPTIONS[option]) if option in _OPTIONS else option


def value_name(words: Words, option: str, value: str) -> str:
    """What an option is set to, by the word that buttons have for it; what is no such word stays as it is."""
    if value in _VALUES.get(option, {}):
        return words.say(_VALUES[option][value])
    match option:
        case "preset":
            return preset_name(words, value)
        case "two_of" if value in {suit.value for suit in Suit}:
            return card_name(words, Card(Rank.TWO, Suit(value)))
        case "match":
            return _match_name(words, value)
        case "clock" if value == "none":
            return words.say("no limit")
        case "clock" | "hand" | "players" if value.isdecimal():
            return _number_name(words, option, int(value))
        case _:
            return value


def setting_name(words: Words, option: str, value: str) -> str:
    """An option with what it is set to: "Signs: everybody sees them"."""
    name = option_name(words, option)
    return words.say("{option}: {value}", option=name, value=value_name(words, option, value))


def clock_name(words: Words, seconds: int) -> str:
    """A time in the largest whole unit: 3 minutes."""
    if seconds % _HOUR == 0:
        return words.count("{n} hour", "{n} hours", seconds // _HOUR)
    if seconds % _MINUTE == 0:
        return words.count("{n} minute", "{n} minutes", seconds // _MINUTE)
    return words.count("{n} second", "{n} seconds", seconds)


def _number_name(words: Words, option: str, number: int) -> str:
    match option:
        case "clock":
            return words.say("{time} a turn", time=clock_name(words, number))
        case "players":
            return words.count("{n} player", "{n} players", number)
        case _:
            return str(number)


def _match_name(words: Words, value: str) -> str:
    kind, number = value.rstrip("0123456789"), value.lstrip("winspotdeal")
    if not number.isdecimal():
        return value
    match kind, int(number):
        case "wins", 1:
            return words.say("one deal")
        case "wins", n:
            return words.count("first to {n} win", "first to {n} wins", n)
        case "points", n:
            return words.count("to {n} point", "to {n} points", n)
        case "deals", n:
            return words.count("{n} deal", "{n} deals", n)
        case _:
            return value
