"""Hands: whose they are, where they are shown, and how they stay fresh."""

from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.finding import own_tables
from bot.service.keeper import Keeper
from bot.service.ports import Store, Tx
from bot.service.records import Player, SurfaceKind, TableRow, Where
from bot.service.studio import Studio
from bot.words import Words, words

__all__ = ["Hands"]


class Hands:
    """Finds and shows people's own cards."""

    def __init__(self, store: Store, keeper: Keeper, commands: Commands) -> None:
        self._store = store
        self._keeper = keeper
        self._commands = commands
        self._studio = Studio(keeper)

    async def find(self, where: Where, player: Player, table: str = "") -> Answer:
        """The person's cards at that table, or at the one that they most likely mean."""
        spoken = words(player.locale)

        def work(tx: Tx) -> tuple[str, str, HandScreen | None]:
            row = tx.table(table) if table else self._own(tx, where, player)
            if row is None:
                return "", spoken.say("You do not sit at a table here. Open one, or sit down at one!"), None
            hand = self._studio.hand(tx, row, player.key, place=_elsewhere(tx, row, where))
            return row.id, "" if hand else self._why_no_hand(tx, row, player, spoken), hand

        name, said, hand = await self._commands.read(work)
        return Answer(Outcome.SHOWN if hand else Outcome.REFUSED, said, hand, table=name)

    def _own(self, tx: Tx, where: Where, player: Player) -> TableRow | None:
        """The table at which they most likely mean to play: of those in play here the one that waits for them.

        One that they only host comes last.
        """

        def order(row: TableRow) -> tuple[bool, bool, bool, bool]:
            table = self._keeper.load(tx, row)
            seat = table.seat_of(player.key)
            return seat is None, row.phase != "playing", row.thread != where.thread, table.turn != seat

        return min(own_tables(tx, where, player), key=order, default=None)

    def _why_no_hand(self, tx: Tx, row: TableRow, player: Player, spoken: Words) -> str:
        if row.phase == "trouble":
            return spoken.say("Something went wrong at this table, so it is closed. Nothing was counted.")
        table = self._keeper.load(tx, row)
        if table.seat_of(player.key) is None:
            return spoken.say("You do not sit at this table.")
        return spoken.say("Nobody has dealt yet: the host starts the game.")

    async def own(self, table: str, player: Player) -> HandScreen | None:
        """The cards of this person while the table plays."""

        def work(tx: Tx) -> HandScreen | None:
            row = tx.table(table)
            return self._studio.hand(tx, row, player.key) if row and row.phase == "playing" else None

        return await self._commands.read(work)

    async def shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> str:
        """The hand stands in a private message, refreshed from now on; the one there that was before."""

        def work(tx: Tx) -> str:
            row = tx.lock_table(hand.table)
            before = _message_there(tx, hand, where)
            surface = tx.add_surface(
                hand.table,
                SurfaceKind.HAND,
                hand.viewer,
                where.platform,
                where.chat,
                where.thread,
                message=message,
                digest=hand.digest,
                expires_at=expires_at,
            )
            if row is not None and row.seq != hand.seq:
                tx.want_surface(surface.id)
            return before

        before = await self._store.write(work)
        self._commands.poke(hand.table)
        return before if before != message else ""


def _message_there(tx: Tx, hand: HandScreen, where: Where) -> str:
    """The message in that chat that has shown the person's hand until now, whichever process made it."""
    this = (SurfaceKind.HAND, hand.viewer, where.platform, where.chat)
    found = (s.message for s in tx.surfaces(hand.table) if (s.kind, s.viewer, s.platform, s.chat) == this)
    return next(found, "")


def _elsewhere(tx: Tx, row: TableRow, where: Where) -> str:
    """The name of the table's chat, when the hand is looked at in another."""
    chat = tx.chat_by_id(row.chat)
    return "" if (chat.platform, chat.ref) == (where.platform, where.chat) else chat.title
