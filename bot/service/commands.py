"""From a command to its commit: for presses, the clock and the computers alike."""

from collections.abc import Callable
from typing import TypeVar

from bot.service.hub import Hub
from bot.service.keeper import BrokenJournalError, Happened, Keeper, Overtaken
from bot.service.ports import Store, Tx
from bot.service.troubles import Troubles
from bot.table import Accepted, Act, Table

__all__ = ["Commands"]

T = TypeVar("T")

TRIES = 3
"""How often a command is tried when another process was quicker."""


class Commands:
    """Decides and writes, one transaction a command, and tells whoever waits for news of a table."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        hub: Hub,
        *,
        now: Callable[[], int],
        wake: Callable[[int | None], None] = lambda _: None,
    ) -> None:
        """`now` gives milliseconds since 1970; `wake` is told after each commit, with the next timer's time."""
        self._store = store
        self._keeper = keeper
        self._hub = hub
        self._now = now
        self._wake = wake
        self._troubles = Troubles(store, hub)

    async def act(
        self,
        table: str,
        actor: str,
        act: Act,
        *,
        event: tuple[str, str] = ("", ""),
        only_at: int | None = None,
    ) -> Happened | None:
        """From a command to its commit. None when there is no such table, or it fails.

        `event` is the platform and its id of the event; `only_at` the journal's length at which it is meant.
        """

        def work(tx: Tx) -> Happened | None:
            happened = self._keeper.act(tx, table, actor, act, self._now(), only_at=only_at)
            if happened and event[1] and isinstance(happened.reply, Accepted):
                tx.remember(*event, self._now())
            return happened

        for _ in range(TRIES):
            try:
                happened = await self._store.write(work)
                break
            except Overtaken:
                continue
            except Exception as error:  # noqa: BLE001 - raised again unless it is this table's alone
                await self._troubles.close(table, error)
                return None
        else:
            return None
        if happened is not None and isinstance(happened.reply, Accepted):
            self.committed(happened.table, happened.due_at)
            if happened.next_table is not None:
                self.committed(happened.next_table)
        return happened

    async def read(self, work: Callable[[Tx], T]) -> T:
        """Read something; a table that cannot be replayed is closed, and all is read again."""
        try:
            return await self._store.read(work)
        except BrokenJournalError as error:
            await self.failed(error.table, error)
            return await self._store.read(work)

    async def failed(self, table: str, error: Exception) -> None:
        """The table cannot be replayed or drawn: it is closed, and its chat told."""
        await self._troubles.close(table, error)
        self._wake(None)

    def poke(self, table: str) -> None:
        """Something about the table's messages has changed."""
        self._hub.changed(table)
        self._wake(None)

    def committed(self, table: Table, due_at: int | None = None) -> None:
        """The table is written as it is now; `due_at` is its next timer, if one was set."""
        self._keeper.remember(table)
        self._hub.changed(table.id)
        self._wake(due_at)
