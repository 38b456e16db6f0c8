"""What may be said with /briscola play, and the rules that it stands for."""

import re
from collections.abc import Mapping, Sequence

from bot.screens.tokens import USUAL
from bot.words.catalogue import N_
from bot.words.decks import DECK_NAMES

__all__ = ["CHOICES", "DECKS", "GAMES", "NAMES", "SHOWN", "rules_of"]

GAMES: Sequence[str] = (
    "briscola", "brisca", "bisca", "bisca3", "biscacard", "chiamata", "aperta", "briscolone",
)  # fmt: skip

CHOICES: Mapping[str, Sequence[str]] = {
    "match": (
        "wins1", "wins2", "wins3", "wins5",
        "points100", "points200", "points300", "points500",
        "deals5", "deals10", "deals15", "deals20",
    ),
    "clock": ("15", "30", "60", "180", "600", "3600", "86400", "none"),
    "sides": ("alone", "pairs", "trios"),
    "tie": ("draw", "replay"),
    "exchange": ("off", "seven_and_two", "seven"),
    "exchange_window": ("on_lead", "any_own_turn", "free", "before_first_trick"),
    "signs": ("off", "table", "partner"),
    "partners_look": ("at_end", "off"),
    "show_points": ("end", "always"),
    "cappotto": ("none", "double"),
    "after_two": ("raise", "stop"),
    "blind_first_trick": ("off", "on"),
    "open_hands": ("off", "on"),
}  # fmt: skip
"""By option, the values to choose from, as buttons name them. Options that make a game what it is are left to the
choosers of the lobby."""

NAMES: Mapping[str, str] = {
    "preset": N_("game"),
    "players": N_("players"),
    "match": N_("match"),
    "clock": N_("clock"),
    "sides": N_("sides"),
    "tie": N_("tie"),
    "exchange": N_("exchange"),
    "exchange_window": N_("exchange_when"),
    "signs": N_("signs"),
    "partners_look": N_("partners"),
    "show_points": N_("points"),
    "cappotto": N_("cappotto"),
    "after_two": N_("after_two"),
    "blind_first_trick": N_("blind_first"),
    "open_hands": N_("open_hands"),
    "hand": N_("cards"),
}
"""By option, the word that people type for it: small letters and no spaces, as Discord wants them."""

DECKS: Sequence[str] = (*DECK_NAMES, USUAL)
"""The decks to choose from, and that none is preferred."""
SHOWN: Sequence[str] = ("pictures", "words")
"""How cards may be shown."""

LENGTH = re.compile("(wins|points|deals)([0-9]+)")


def rules_of(said: Mapping[str, str | int | None]) -> dict[str, object] | None:
    """The part of the rules, in their JSON form, that was said; None when nothing was."""
    return {option: _json(option, value) for option, value in said.items() if value} or None


def _json(option: str, value: str | int | None) -> object:
    if option == "match" and (found := LENGTH.fullmatch(str(value))):
        return {found[1]: int(found[2])}
    if option == "clock" and str(value).isdecimal():
        return int(str(value))
    return value
