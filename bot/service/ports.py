"""What the service needs from outside: a store to write in and couriers to show with."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from bot.people import Win
from bot.service.couriers import (
    Budget,
    ChatGone,
    Courier,
    Expired,
    MessageGone,
    Moved,
    NotAccepted,
    Picture,
    Screen,
    Sent,
    TokenRefused,
    TryLater,
    Uncertain,
    Unreachable,
)
from bot.service.records import (
    Chat,
    Due,
    Entry,
    Habits,
    Player,
    Record,
    ResultRow,
    TableRow,
    Where,
    Who,
)
from bot.service.surfaces import SurfacesTx

__all__ = [
    "Budget",
    "ChatGone",
    "Courier",
    "Expired",
    "MessageGone",
    "Moved",
    "NotAccepted",
    "Picture",
    "Screen",
    "Sent",
    "Store",
    "StoreUnavailable",
    "TokenRefused",
    "TryLater",
    "Tx",
    "Uncertain",
    "Unreachable",
]

T = TypeVar("T")


class Tx(SurfacesTx, Protocol):
    """One transaction. Every method is synchronous; what it wrote stands or falls with the transaction.

    Lock order, everywhere: chat → tables by id → journal → surfaces.
    """

    # -- chats and people -------------------------------------------------------------------------
    def chat(self, where: Where) -> Chat:
        """The chat of `where`, made when it is new; a changed title is taken over."""
        ...

    def chat_by_id(self, chat: int) -> Chat: ...
    def chat_by_ref(self, platform: str, ref: str) -> Chat | None:
        """The chat with this id on its platform, if it has been seen."""
        ...

    def set_chat_locale(self, chat: int, locale: str) -> None: ...
    def set_chat_rules(self, chat: int, rules: str) -> None:
        """What was chosen to be played there last, as JSON text."""
        ...

    def set_chat_house(self, chat: int, rules: str) -> None:
        """The house rules of the chat from now on, as JSON text; empty for none."""
        ...

    def set_chat_deck(self, chat: int, deck: str) -> None: ...
    def set_chat_words_only(self, chat: int, words_only: bool) -> None: ...  # noqa: FBT001 - the value to keep

    def set_chat_habits(self, chat: int, habits: Habits) -> None: ...

    def rekey_chat(self, platform: str, old: str, new: str) -> None:
        """The platform gave a chat a new id: the chat and its surfaces follow (messages there are lost).

        Where `new` is known already, tables and results of the old chat are moved to it.
        """
        ...

    def player(self, who: Who) -> Player:
        """The player of `who`, made with a fresh opaque key when new; a changed name is taken over."""
        ...

    def known_player(self, platform: str, user: str) -> Player | None:
        """The player of a platform's person, if they have ever played or asked."""
        ...

    def players(self, keys: Sequence[str]) -> Mapping[str, Player]: ...
    def set_player_locale(self, key: str, locale: str) -> None: ...
    def set_player_deck(self, key: str, deck: str) -> None: ...
    def set_player_level(self, key: str, level: str) -> None: ...
    def set_player_words_only(self, key: str, words_only: bool) -> None: ...  # noqa: FBT001 - the value to keep

    # -- tables -----------------------------------------------------------------------------------
    def add_table(self, row: TableRow) -> bool:
        """Whether the table was added; False when its id exists (somebody was quicker)."""
        ...

    def lock_table(self, table: str) -> TableRow | None:
        """The row, locked against every other writer until the end of the transaction."""
        ...

    def table(self, table: str) -> TableRow | None:
        """The row, not locked."""
        ...

    def journal(self, table: str) -> Sequence[Entry]:
        """All entries in order."""
        ...

    def append(self, table: str, entry: Entry) -> bool:
        """Whether the entry was written; False when its seq was taken (somebody was quicker)."""
        ...

    def advance(
        self, table: str, *, seq: int, phase: str, since: int, due_at: int | None, due_kind: str
    ) -> None: ...

    def set_due(self, table: str, due_at: int | None, due_kind: str) -> None: ...

    def set_seats(self, table: str, players: Sequence[str]) -> None:
        """Who sits at the table now (player keys of people), so that their tables can be found."""
        ...

    def open_tables(self, chat: int, thread: str | None) -> Sequence[str]:
        """Tables in lobby or play in that place (None: in all its threads), the newest first."""
        ...

    def tables_of(self, player: str, chat: int | None = None) -> Sequence[str]:
        """Tables in lobby or play at which the person behind `player` sits, the newest first."""
        ...

    def latest_table(self, chat: int, thread: str) -> str | None:
        """The newest table in that place, over or not."""
        ...

    # -- each event once --------------------------------------------------------------------------
    def seen(self, platform: str, event: str) -> bool: ...
    def remember(self, platform: str, event: str, at: int) -> bool:
        """Whether the event was new; False when it had been remembered before."""
        ...

    def forget_events(self, before: int) -> int:
        """Drop events remembered before that time; how many they were."""
        ...

    # -- timers -----------------------------------------------------------------------------------
    def claim_due(self, now: int, lease: int, limit: int) -> Sequence[Due]:
        """Timers due by `now`, each moved ahead to `now + lease` so that no other process takes it."""
        ...

    def next_due(self) -> int | None:
        """When the nearest timer is due."""
        ...

    def postpone(self, chat: int | None, kinds: Sequence[str], by: int) -> None:
        """Let the tables of a chat (None: all) that wait for these kinds wait longer by `by` ms, and from later on."""
        ...

    # -- results ----------------------------------------------------------------------------------
    def add_results(self, rows: Sequence[ResultRow]) -> None:
        """Each once: a row whose (table, deal, seat) exists is left as it is."""
        ...

    def latest_result(self, player: str, chat: int | None) -> str | None:
        """The table of the newest result of the person behind `player`, in a chat or anywhere."""
        ...

    def record(self, player: str, chat: int | None, *, rated: bool) -> Record:
        """The matches of the person behind `player`, in a chat or everywhere.

        Rated ones are those against people only, the others those with a computer at the table.
        """
        ...

    def leaderboard(self, chat: int, limit: int) -> Sequence[Record]:
        """Rated matches in a chat, best first: wins, then fewest losses, then name."""
        ...

    def wins(self, chat: int, since: int) -> Sequence[Win]:
        """The rated matches won in a chat from a moment on, the earliest first."""
        ...

    # -- small facts ------------------------------------------------------------------------------
    def fact(self, name: str) -> str | None:
        """A small thing kept by name: a polling offset, a heartbeat, a file id."""
        ...

    def keep_fact(self, name: str, value: str) -> None: ...
    def lock_fact(self, name: str, value: str) -> str:
        """What is kept by that name, `value` if nothing was, locked against others until the transaction ends."""
        ...

    # -- what platforms keep of ours --------------------------------------------------------------
    def upload(self, account: str, name: str) -> tuple[str, int] | None:
        """The platform's own name for what it keeps of ours, and when that was used last."""
        ...

    def keep_upload(self, account: str, name: str, ref: str, at: int) -> None: ...
    def use_upload(self, account: str, name: str, at: int) -> None: ...
    def forget_upload(self, account: str, name: str) -> None: ...
    def forget_uploads(self, before: int) -> int:
        """Drop what was last used before that time; how much it was."""
        ...


class StoreUnavailable(Exception):
    """The database cannot be used now, so that nothing was done and no table is to blame; one sentence says why."""


class Store(Protocol):
    """A database. `work` runs in one transaction, off the event loop, and is run at most once.

    Every call raises `StoreUnavailable` for a fault of the database itself: locked, full, gone, out of reach.
    """

    async def write(self, work: Callable[[Tx], T]) -> T:
        """Run and commit; the result is returned after the commit. An exception undoes this work alone."""
        ...

    async def read(self, work: Callable[[Tx], T]) -> T:
        """Run on a consistent view of what is committed; writing is an error."""
        ...

    async def close(self) -> None:
        """Finish what is waiting, then close every connection."""
        ...
