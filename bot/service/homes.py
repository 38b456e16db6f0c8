"""Which chat a table is in: who may reach it, and who has authority over it."""

from bot.service.desk import Admin
from bot.service.ports import Store, Tx
from bot.service.records import Chat, Where

__all__ = ["Homes"]

KEPT = 10_000
"""Tables whose platform is kept in mind: it never changes."""


class Homes:
    """Knows where tables are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._platforms: dict[str, str] = {}

    async def has(self, table: str, where: Where) -> bool:
        """Whether there is such a table on that platform: nobody reaches one from another by its id."""
        platform = self._platforms.get(table)
        if platform is None:
            home = await self._of(table)
            if home is None:
                return False
            platform = self._platforms[table] = home.platform
            if len(self._platforms) > KEPT:
                self._platforms.clear()
        return platform == where.platform

    async def has_authority(self, table: str, where: Where, admin: Admin | None) -> bool:
        """Whether the person is an admin of the very chat that the table is in."""
        if admin is None:
            return False
        home = await self._of(table)
        return home is not None and home.ref == where.chat and await admin()

    async def _of(self, table: str) -> Chat | None:
        """The chat that the table is in."""

        def work(tx: Tx) -> Chat | None:
            row = tx.table(table)
            return tx.chat_by_id(row.chat) if row is not None else None

        return await self._store.read(work)
