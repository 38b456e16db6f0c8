"""What a button says when it is pressed: short texts that name the table and what shall be.

A token is at most 64 bytes of letters, digits, ``_`` and ``-``, so that it fits a Telegram button, a Discord
component and a deep link alike: ``k7d2m9qxab-d1t5-play-3c``. It never says who pressed.
"""

import re
from dataclasses import dataclass

from bot.computer import Level
from bot.game import Preset
from bot.table import Act, parse_act
from bot.words import LANGUAGES
from bot.words.decks import DECK_NAMES

__all__ = [
    "COMPUTER",
    "HABITS",
    "TABLE_ID",
    "USUAL",
    "Ask",
    "Choices",
    "Choose",
    "Do",
    "Open",
    "Read",
    "Settings",
    "Token",
    "Weeks",
    "parse_token",
]

TABLE_ID = re.compile("[a-z0-9]{10}")
"""What the id of a table looks like; no other word of a token has ten letters."""


@dataclass(frozen=True, slots=True)
class Do:
    """Do something at a table."""

    table: str
    act: Act

    def __str__(self) -> str:
        return f"{self.table}-{str(self.act).replace(' ', '-')}"


QUESTIONS = (
    "hand", "more", "fair", "resigning", "ending",
    "rules", "games", "options", "signs", "points", "sheet", "chart", "export", "house", "nohouse", "look",
    "levels", "computers", "stop", "house_wider", "nohouse_wider",
)  # fmt: skip
OPTION = re.compile("option_([a-z_]{1,20})")
"""Asks for the values of one option."""
SEAT_OR_LEVEL = re.compile("computer_[0-9]|level_(?:" + "|".join(Level) + ")")
"""Asks about the computer in one seat, or says how well the next ones shall play."""
COMPUTER = "computer"
"""Stands for a level where it shall be the one that the person chose last."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask something about a table.

    `hand` my cards, `more` what else I can do, `fair` the proof of the deal; `resigning` and `ending` are asked
    back once before they are done. `rules` of this table, `games` and `options` to choose from, `option_exchange`
    what one option may be. `signs` to make one, `points` to bid by number, `sheet` the score, `chart` how it went as a
    picture, `export` the match as a file; `house` makes these rules the chat's, `nohouse` lets it have none, and
    `house_wider` and `nohouse_wider` do so for the server that it is part of. `look` how cards are shown. `levels` and `computers` how well computers play, `computer_2` the one in that seat; `level_hard` says how well those
    that come next shall play. `stop` how to leave or end it.
    """

    table: str
    what: str

    def __str__(self) -> str:
        return f"{self.table}-{self.what}"


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table; `opponent` is empty for people, else a level of the computer, or `computer`.

    With a `preset` it is that game, by so many players (0: as usual); without, what the chat played last.
    """

    opponent: str
    preset: str = ""
    players: int = 0

    def __str__(self) -> str:
        game = f"-{self.preset}" if self.preset else ""
        return f"open-{self.opponent or 'people'}{game}{f'-{self.players}' if game and self.players else ''}"


USUAL = "usual"
"""Stands for a deck's name where none is to be preferred."""
TOPICS = {
    "speaks": tuple(LANGUAGES),
    "deck": (*DECK_NAMES, USUAL),
    "shows": ("words", "pictures"),
}  # fmt: skip
"""What people may choose, for themselves and for a chat, and what each can be."""
LEVELS = {"level": tuple(level.value for level in Level)}
"""What is chosen for oneself alone."""
HABITS = {
    "calls": ("never", USUAL, "at_once"),
    "pins": ("yes", "no"),
    "threads": ("yes", "no"),
}
"""What is chosen for a chat alone."""
_WHOSE = {"me": TOPICS | LEVELS, "chat": TOPICS | HABITS}
SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose how one is spoken to and shown cards, for oneself (`me`) or for the chat's tables (`chat`).

    The topic `speaks` has a language for its value, `deck` a deck or `usual`, and `shows` is `words` for words alone
    or `pictures`. For oneself alone `level` is how well the next computers play. For the chat alone `calls` to whoever
    is on turn are `never`, `usual` or `at_once`; `pins` and `threads` are `yes` or `no`.
    """

    whose: str
    topic: str
    value: str
    in_settings: bool = False
    """The button stands among all settings, not in another note that has something of the kind."""

    def __str__(self) -> str:
        return f"{self.whose}-{self.topic}-{self.value}" + (f"-{SETTINGS}" if self.in_settings else "")


@dataclass(frozen=True, slots=True)
class Choices:
    """Ask what there is to choose about cards and pictures, for oneself (`me`) or for the chat's tables (`chat`)."""

    whose: str

    def __str__(self) -> str:
        return f"{self.whose}-chooses"


@dataclass(frozen=True, slots=True)
class Settings:
    """Ask for all that there is to choose, for oneself (`me`) or for the chat's tables (`chat`)."""

    whose: str

    def __str__(self) -> str:
        return f"{self.whose}-{SETTINGS}"


GUIDES = ("rules", "tips", "history")
"""The topics of the guide (`bot.screens.guide.Topic`)."""
PAGE = re.compile("[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Read:
    """Ask for a page of the guide: a topic, the game that it is about, and which page of it, from 1."""

    topic: str
    game: str
    page: int = 1

    def __str__(self) -> str:
        return f"guide-{self.topic}-{self.game}-{self.page}"


@dataclass(frozen=True, slots=True)
class Weeks:
    """Ask how the best of the chat have done in the last weeks, as a picture."""

    def __str__(self) -> str:
        return "chat-weeks"


Token = Do | Ask | Open | Choose | Choices | Settings | Read | Weeks


def parse_token(text: str) -> Token | None:
    """What the token says; None for one that was never ours, or is of a version we no longer know."""
    if len(text) > 64:
        return None
    match text.split("-"):
        case [table, what] if TABLE_ID.fullmatch(table) and _is_question(what):
            return Ask(table, what)
        case [table, *rest] if TABLE_ID.fullmatch(table) and rest:
            return _do(table, " ".join(rest))
        case ["open", *game]:
            return _open(game)
        case [("me" | "chat") as whose, "chooses"]:
            return Choices(whose)
        case ["chat", "weeks"]:
            return Weeks()
        case [("me" | "chat") as whose, "settings"]:
            return Settings(whose)
        case [("me" | "chat") as whose, topic, value] if value in _WHOSE[whose].get(topic, ()):
            return Choose(whose, topic, value)
        case [("me" | "chat") as whose, topic, value, "settings"] if value in _WHOSE[whose].get(topic, ()):
            return Choose(whose, topic, value, in_settings=True)
        case ["guide", topic, game, page] if (
            topic in GUIDES and game in tuple(Preset) and PAGE.fullmatch(page)
        ):
            return Read(topic, game, int(page))
        case _:
            return None


def _is_question(what: str) -> bool:
    return bool(what in QUESTIONS or OPTION.fullmatch(what) or SEAT_OR_LEVEL.fullmatch(what))


_OPPONENTS = {"people": "", COMPUTER: COMPUTER, **{level.value: level.value for level in Level}}


def _open(game: list[str]) -> Open | None:
    match game:
        case [whom] if whom in _OPPONENTS:
            return Open(_OPPONENTS[whom])
        case [whom, preset] if whom in _OPPONENTS and preset in tuple(Preset):
            return Open(_OPPONENTS[whom], preset)
        case [whom, preset, ("2" | "3" | "4" | "5" | "6") as n] if whom in _OPPONENTS and preset in tuple(
            Preset
        ):
            return Open(_OPPONENTS[whom], preset, int(n))
        case _:
            return None


def _do(table: str, act: str) -> Do | None:
    try:
        return Do(table, parse_act(act))
    except ValueError:
        return None
