"""Messages that were pressed, deleted or left behind."""

from dataclasses import replace

from bot.service.answers import Answer
from bot.service.commands import Commands
from bot.service.ports import Store, Tx
from bot.service.records import SurfaceKind, Where

__all__ = ["Messages"]

KEPT = 10_000


class Messages:
    """Keeps the books of public messages true."""

    def __init__(self, store: Store, commands: Commands) -> None:
        self._store = store
        self._commands = commands
        self._known: dict[tuple[str, str, str], str] = {}

    async def claimed(self, token: str, answer: Answer, where: Where, message: str) -> Answer:
        """Adopt a public message whose creation was cut short, or say that it is not the table's."""
        if not message or not answer.table or token.startswith("open-"):
            return answer
        table = token.partition("-")[
            0
        ]  # the one that the message shows: after a rematch the answer is about the next
        key = (where.platform, where.chat, message)
        if self._known.get(key) == table:
            return answer
        if not await self._store.write(lambda tx: self._adopted(tx, table, where, message)):
            return replace(answer, orphan=True)
        if len(self._known) > KEPT:
            self._known.clear()
        self._known[key] = table
        return answer

    def _adopted(self, tx: Tx, table: str, where: Where, message: str) -> bool:
        """Whether the message is the table's: by the books, or because the books have none and so it is now."""
        for surface in tx.surfaces(table):
            if surface.kind is not SurfaceKind.TABLE or surface.platform != where.platform:
                continue
            if surface.message:
                return surface.message == message
            tx.add_surface(
                table, SurfaceKind.TABLE, "", where.platform, where.chat, where.thread, message=message
            )
            tx.want(table)
            self._commands.poke(table)
            return True
        return False

    async def gone(self, where: Where, message: str) -> None:
        """Somebody deleted the message."""

        def work(tx: Tx) -> str:
            surface = tx.surface_of(where.platform, where.chat, message)
            if surface:
                tx.drop_message(surface.id)
            return surface.table if surface else ""

        self._commands.poke(await self._store.write(work))

    async def moved(self, platform: str, old: str, new: str) -> None:
        """The chat has a new id."""
        await self._store.write(lambda tx: tx.rekey_chat(platform, old, new))
        self._known.clear()
        self._commands.poke("")
