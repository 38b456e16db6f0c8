"""Messages that were pressed, deleted or left behind."""

from dataclasses import replace
from enum import Enum

from bot.service.answers import Answer
from bot.service.commands import Commands
from bot.service.ports import Store, Tx
from bot.service.records import Surface, SurfaceKind, Where

__all__ = ["Messages"]


class _Standing(Enum):
    """What a pressed public message is to us."""

    KNOWN = "known"
    """One that we keep up to date."""
    UNMADE = "unmade"
    """The table has no message by the books: its making was cut short, and this is it."""
    ORPHAN = "orphan"
    """Left behind: the table has another message, or is no more."""


class Messages:
    """Keeps the books of public messages true."""

    def __init__(self, store: Store, commands: Commands) -> None:
        self._store = store
        self._commands = commands

    async def claimed(self, token: str, answer: Answer, where: Where, message: str) -> Answer:
        """Adopt a public message whose creation was cut short, or say that it is not the table's."""
        if not message or not answer.table or token.startswith("open-"):
            return answer
        table, _, _ = token.partition(
            "-"
        )  # that of the message: after a rematch the answer is about the next
        standing = await self._store.read(lambda tx: self._standing(tx, table, where, message))
        if standing is _Standing.UNMADE and await self._store.write(
            lambda tx: self._adopt(tx, table, where, message)
        ):
            self._commands.poke(table)
            return answer
        return answer if standing is _Standing.KNOWN else replace(answer, orphan=True)

    def _standing(self, tx: Tx, table: str, where: Where, message: str) -> "_Standing":
        """What the books say of a message that shows this table's buttons."""
        if tx.surface_of(where.platform, where.chat, message) is not None:
            return _Standing.KNOWN
        own = _public(tx, table, where)
        return _Standing.UNMADE if own is not None and not own.message else _Standing.ORPHAN

    def _adopt(self, tx: Tx, table: str, where: Where, message: str) -> bool:
        """Whether the books still have no message for the table, and so this is it from now on."""
        own = _public(tx, table, where)
        if own is None or own.message:
            return own is not None and own.message == message
        place = (where.platform, where.chat, where.thread)
        tx.add_surface(table, SurfaceKind.TABLE, "", *place, message=message)
        tx.want(table)
        return True

    async def redraw(self, table: str) -> None:
        """Let the table's message be drawn again, whatever it shows."""

        def work(tx: Tx) -> None:
            for surface in tx.surfaces(table):
                if surface.kind is SurfaceKind.TABLE:
                    tx.redraw_surface(surface.id)

        await self._store.write(work)
        self._commands.poke(table)

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
        self._commands.poke("")


def _public(tx: Tx, table: str, where: Where) -> Surface | None:
    """The table's public message on that platform."""
    kinds = (one for one in tx.surfaces(table) if one.kind is SurfaceKind.TABLE)
    return next((one for one in kinds if one.platform == where.platform), None)
