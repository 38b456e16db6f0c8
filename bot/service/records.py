"""The rows that the service keeps: what storage stores and returns, with no database in sight.

Times are whole milliseconds since 1970 (UTC). Platform ids are text, since no platform promises numbers.
"""

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "AT_ONCE",
    "NEVER",
    "Chat",
    "Due",
    "Entry",
    "Habits",
    "Lane",
    "Player",
    "Record",
    "ResultRow",
    "Sight",
    "Surface",
    "SurfaceKind",
    "TableRow",
    "Taste",
    "Where",
    "Who",
]

AT_ONCE, NEVER = "at-once", "never"
CALLS = ("", AT_ONCE, NEVER)
"""When somebody on turn is called: after a while, at once, never."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place on a platform where people play: a group, a channel, a private chat, the web room."""

    platform: str
    """`telegram`, `discord` or `web`."""
    chat: str
    """The platform's own id of the chat or channel."""
    thread: str = ""
    """The topic or thread in it; empty for none."""
    title: str = ""
    locale: str = ""
    """What the platform says the chat speaks, used when the chat is first seen."""
    private: bool = False
    """A chat between one person and the bot."""
    wider: str = ""
    """What the chat is part of, and has the house rules of where it has none of its own: a server of Discord."""


@dataclass(frozen=True, slots=True)
class Who:
    """A person as a platform names them."""

    platform: str
    user: str
    name: str
    locale: str = ""
    """What the platform says the person speaks, used when the person is first seen."""


@dataclass(frozen=True, slots=True)
class Taste:
    """How somebody likes to be shown cards, and to play."""

    deck: str = ""
    """The deck by its name, such as `neapolitan`; empty for the one that is usual."""
    level: str = ""
    """The level of computer that the person chose last; empty before any choice, and for chats."""
    words_only: bool = False
    """Nothing is drawn: all is told in words."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How much a chat wants to see of its tables, besides the one message of each."""

    calls: str = ""
    """Who is on turn is called after a while if empty, `at-once`, or `never`: a table is its one message then."""
    pins: bool = False
    """The message of a table is pinned while the table lives."""
    threads: bool = False
    """Each table has a thread of its own, where the platform has such."""

    def __str__(self) -> str:
        """Only what is not as usual, so that what is usual may change: `calls=never pins=yes`."""
        said = [f"calls={self.calls}"] if self.calls else []
        return " ".join(said + [f"{name}=yes" for name in ("pins", "threads") if getattr(self, name)])

    @classmethod
    def read(cls, text: str) -> "Habits":
        """The habits that `str` wrote; what is not known (any more) is passed over."""
        said = dict(part.split("=", 1) for part in text.split() if "=" in part)
        calls = said.get("calls", "")
        known = calls if calls in CALLS else ""
        return cls(known, pins=said.get("pins") == "yes", threads=said.get("threads") == "yes")


@dataclass(frozen=True, slots=True)
class Chat:
    """A place with an id of our own, so that a platform may change its id and one row changes."""

    id: int
    platform: str
    ref: str
    title: str
    locale: str
    private: bool = False
    rules: str = ""
    """The rules chosen here last, as JSON text; empty before anybody chose."""
    house: str = ""
    """The house rules that an admin made, as JSON text; empty for none."""
    taste: Taste = Taste()
    """How its tables are shown."""
    habits: Habits = Habits()
    """How much it wants to see of them."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person behind a player key. Journals and shuffles know the key alone."""

    key: str
    person: int
    name: str
    locale: str
    platform: str
    user: str
    taste: Taste = Taste()
    """How the person's own cards are shown, and all of the web table."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: with its journal, all there is to know about it."""

    id: str
    chat: int
    thread: str
    rules: str
    """The rules that it was opened with, as JSON text, and their version; the journal may change them in the lobby."""
    rules_version: int
    seed: bytes
    """Shuffles the deck. Shown only when the table is over; never in a log."""
    computer_seed: bytes
    dealer: int
    """The seat that deals first."""
    seq: int
    """The length of the journal."""
    phase: str
    """`lobby`, `playing`, `over`, `closed` (over, and no rematch any more) or `trouble`."""
    since: int
    """When the last entry that matters to the clock was written."""
    due_at: int | None
    """When the next timer is due; None when nothing is waited for."""
    due_kind: str
    opened_at: int
    next_id: str = ""
    """The id of the rematch, made when this table is opened, so that its commitment stands with the offer."""
    next_seed: bytes = b""

    def __repr__(self) -> str:
        return f"TableRow({self.id!r}, seq={self.seq}, phase={self.phase!r}, due={self.due_kind!r}@{self.due_at})"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal: who did what. `actor` is a player key, `clock` or `cpu`."""

    seq: int
    actor: str
    act: str
    at: int


@dataclass(frozen=True, slots=True)
class Due:
    """A timer that has come due, claimed for one process until its lease ends."""

    table: str
    kind: str
    seq: int
    """The journal's length when it was claimed."""
    at: int


class SurfaceKind(StrEnum):
    """What a message shows."""

    TABLE = "table"
    """The public table."""
    HAND = "hand"
    """One person's cards, in a place that only they see."""
    PING = "ping"
    """A call to one person; wanted until they have played, then gone."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A message of ours on a platform, and how far it is behind what it should show."""

    id: int
    table: str
    kind: SurfaceKind
    viewer: str
    """The player key it is for; empty for the public table."""
    platform: str
    chat: str
    """The platform's id of the chat that the message is in (a hand may be in a private chat)."""
    thread: str
    message: str
    """What the courier needs to edit it: a message id, or a token; empty while there is none."""
    wanted: int
    shown: int
    digest: str
    generation: int
    """Grows with every message made for this surface; with `id` the nonce of its creation."""
    gone: bool
    """Wanted is to have no message."""
    creating_at: int | None
    """A creation began then and its outcome is unknown."""
    expires_at: int | None
    """No edit is possible from then on (tokens)."""
    pinned: bool = False
    """The message stands at the top of its chat."""

    def __repr__(self) -> str:
        return (
            f"Surface({self.id}, {self.kind.value} of {self.table!r}, wanted={self.wanted}, shown={self.shown}, "
            f"generation={self.generation}, gone={self.gone})"
        )

    @property
    def nonce(self) -> str:
        """Names this creation, so that a platform that knows nonces makes the message once."""
        return f"s{self.id}g{self.generation}"


@dataclass(frozen=True, slots=True)
class Lane:
    """A chat, or a thread in it, with messages that are behind, leased to one publisher."""

    platform: str
    chat: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """How far people can see a table as it is, by its public message."""

    behind: bool
    """The message shows an earlier state."""
    rests_until: int
    """It is left alone until then: we may not write there, or it could not be shown."""
    paused_until: int
    """Its whole chat, or thread, is left alone until then."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What one seat made of one deal (`deal` ≥ 1) or of the whole match (`deal` 0)."""

    table: str
    deal: int
    seat: int
    chat: int
    player: str
    """A player key, or `cpu:<level>`."""
    side: int
    points: int | None
    """The side's card points; None where a match ended before the cards did."""
    outcome: str
    """`won`, `lost` or `drawn`."""
    rated: bool
    """Only people sat at the table when the cards were dealt: the result counts for leaderboards."""
    at: int


@dataclass(frozen=True, slots=True)
class Record:
    """A person's matches, counted."""

    person: int
    name: str
    won: int
    lost: int
    drawn: int
    points: int = 0
    """Card points over all finished deals counted here."""
    deals: int = 0
