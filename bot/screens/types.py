"""What a person is shown, in no platform's markup: text, pictures to draw, and buttons.

Two families that never mix: a :class:`TableScreen` may be shown to everybody, a :class:`HandScreen`
to the one person whose cards it holds. Neither type can be handed in where the other is asked for,
so a courier that posts a table in public has nothing hidden to post.
"""

from dataclasses import astuple, dataclass
from enum import StrEnum
from hashlib import sha256

from bot.pictures.scene import HandScene, TableScene

__all__ = ["Button", "File", "HandScreen", "NoteScreen", "PingScreen", "Rows", "Style", "TableScreen"]


class Style(StrEnum):
    """How much a button asks for attention."""

    PLAIN = "plain"
    """One choice among others."""
    PRIMARY = "primary"
    """What most people will want to press now."""
    SUCCESS = "success"
    """A welcome beginning: sit down, start, play again."""
    DANGER = "danger"
    """Something that cannot be taken back."""


@dataclass(frozen=True, slots=True)
class Button:
    """One button. `token` says what the press means (see `bot.screens.tokens`), never who pressed."""

    label: str
    token: str
    style: Style = Style.PLAIN
    card: str | None = None
    """The code of the card on the button, for platforms that can show it as a picture."""
    symbol: str = ""
    """A short sign before the label (an emoji), for platforms with text-only buttons."""


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class TableScreen:
    """The one public message of a table, as everybody sees it."""

    table: str
    scene: TableScene | None
    """What to draw; None in a text-only chat."""
    title: str
    """One line: whose turn it is, or how it ended."""
    caption: str
    """The whole public table in words, `title` first; at most 1024 characters below a picture, 3000 without one."""
    alt: str
    """The picture in words, at most 256 characters."""
    rows: Rows
    positions: tuple[Button, ...] = ()
    """Buttons "1", "2", "3" for a platform that can show a hand only as an alert: a position means the
    card in that place of the presser's hand at the start of the step the token names."""
    over: bool = False
    """Nothing more will happen at this table (its buttons may still answer)."""
    between: bool = False
    """A deal is over and the next one not dealt yet: a moment at which its message may be made anew."""
    news: str = ""
    """The line of the caption that asks others for an answer: an offer to play again, or to end the table."""
    lately: tuple[str, ...] = ()
    """The lines of the caption that no card tells: signs, exchanges, who has left; in the lobby, the game."""

    @property
    def digest(self) -> str:
        """Equal for equal screens: a message that already shows this digest needs no edit."""
        return _digest(self)


@dataclass(frozen=True, slots=True, repr=False)
class HandScreen:
    """One person's cards. Only ever shown to `viewer`."""

    table: str
    viewer: str
    """The player key of the person it belongs to."""
    seq: int
    """The length of the table's journal when it was drawn."""
    scene: HandScene | None
    title: str
    caption: str
    """The hand in words, with the table's name, `title` first; at most 1024 characters."""
    alt: str
    brief: str
    """The hand in at most 200 characters, numbered like the position buttons: fits an alert."""
    rows: Rows
    secrets: tuple[str, ...] = ()
    """The lines of the caption that nobody else may know, besides the cards: the role, what partners hold, their signs."""
    deck: str = ""
    """The deck as which its cards are called, and drawn if they are."""
    on_turn: bool = False
    """It is for this person to do something now."""

    @property
    def digest(self) -> str:
        """Equal for equal screens, whatever the journal's length."""
        scene = astuple(self.scene) if self.scene else None
        return _digest(
            (self.table, self.viewer, scene, self.title, self.caption, self.alt, self.rows, self.secrets)
        )

    def __repr__(self) -> str:
        """Whose hand it is, never what is in it: a log may hold a repr."""
        return f"HandScreen(table={self.table!r}, viewer={self.viewer!r}, seq={self.seq})"


@dataclass(frozen=True, slots=True)
class NoteScreen:
    """Words with buttons that hold nothing hidden: help, statistics, a question, a menu."""

    text: str
    rows: Rows = ()
    copy: str = ""
    """The line of the text that somebody will want to copy, for platforms that have a button for it."""


@dataclass(frozen=True, slots=True)
class PingScreen:
    """A short message that calls one person to the table, and goes when they have played."""

    table: str
    viewer: str
    name: str
    """The person's name as it stands in `text`, so that a platform can turn it into a mention."""
    text: str

    @property
    def digest(self) -> str:
        """Equal for equal pings."""
        return _digest(self)


@dataclass(frozen=True, slots=True)
class File:
    """Something to keep, that holds nothing hidden: a match as a file, or a picture."""

    name: str
    data: bytes
    alt: str = ""
    """A picture in words, at most 1024 characters; empty for what is no picture."""


def _digest(screen: object) -> str:
    return sha256(repr(screen).encode()).hexdigest()[:32]
