"""What can be wrong with rules, each with its sentence."""

from collections.abc import Mapping
from enum import StrEnum


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
    ONLY_CHIAMATA = "only_chiamata"
    """The value exists in chiamata only."""
    NOT_IN_CHIAMATA = "not_in_chiamata"
    """Chiamata is played one way only in this respect."""
    NO_PARTNERS = "no_partners"
    """The value needs partners, and nobody has one."""
    SIDES = "sides"
    """So many players do not part into such sides."""
    REMOVED = "removed"
    """The deck that is left does not come out even among so many."""
    TWO_OF = "two_of"
    """Not exactly one two is taken out, so none can be chosen."""
    CLASH = "clash"
    """Two options that were set cannot both be so."""
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
    Fault.ONLY_CHIAMATA: "{option}: {value} belongs to chiamata: leave it at {default}",
    Fault.NOT_IN_CHIAMATA: "{option}: {value} does not go with chiamata: leave it at {default}",
    Fault.NO_PARTNERS: "{option}: {value} needs partners, and nobody has one here: leave it at {default}",
    Fault.SIDES: "sides cannot be {value} with {players} players: choose one of {choices}",
    Fault.REMOVED: "removed cannot be {value} with {players} players: choose one of {choices}",
    Fault.TWO_OF: "two_of: {value} needs exactly one two taken out, and here it is {removed}: leave it at c",
    Fault.CLASH: "{option}: {value} does not go with {other}: {other_value}: change one of them",
    Fault.HAND: "hand cannot be {value}: it is a whole number from {least} to {most} here",
    Fault.CLOCK: "clock cannot be {value}: it is a whole number of seconds from 15 to 86400, or 'none'",
    Fault.MATCH: 'match cannot be {value}: it is {{"wins": 1, 2, 3 or 5}} or {{"points": a number from 1}}, '
    'in chiamata {{"deals": 5, 10, 15 …}}',
    Fault.VERSION: "version {value} of the rules is not known here: this program knows version 1",
}


class RulesError(ValueError):
    """Rules that cannot be played. Its text is one English sentence; `key` and `fields` let others translate it."""

    def __init__(self, key: Fault, **fields: str) -> None:
        super().__init__(_SENTENCES[key].format(**fields))
        self.key = key
        self.fields: Mapping[str, str] = fields
