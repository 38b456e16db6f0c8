"""Which table people mean when they name none."""

from collections.abc import Iterator, Sequence

from bot.game import Auction
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import Chat, Player, TableRow, Where
from bot.table import Table

__all__ = ["bidding_table", "finished_table", "nearest_table", "own_tables", "stoppable_tables"]


def own_tables(tx: Tx, where: Where, player: Player) -> Sequence[TableRow]:
    """The tables at which this person sits here (in private: anywhere); those being played first, then the newest."""
    chat = _chat(tx, where)
    if chat is None and not where.private:
        return ()
    names = tx.tables_of(player.key, None if where.private or chat is None else chat.id)
    rows = [row for row in map(tx.table, names) if row is not None]
    return sorted(rows, key=lambda row: (row.phase != "playing", row.thread != where.thread))


def nearest_table(tx: Tx, where: Where, player: Player) -> TableRow | None:
    """The person's own table, else one that is open here, else the last that was."""
    return next(_nearest(tx, where, player), None)


def _nearest(tx: Tx, where: Where, player: Player) -> Iterator[TableRow]:
    yield from own_tables(tx, where, player)
    if (chat := _chat(tx, where)) is not None:
        names = (*tx.open_tables(chat.id, where.thread), tx.latest_table(chat.id, where.thread))
        yield from (row for row in map(tx.table, filter(None, names)) if row is not None)


def finished_table(tx: Tx, where: Where, player: Player) -> TableRow | None:
    """The newest table here (in private: anywhere) at which this person made a result and that is over, else the last."""
    chat = _chat(tx, where)
    if chat is None and not where.private:
        return None
    own = tx.latest_result(player.key, None if where.private or chat is None else chat.id)
    last = tx.latest_table(chat.id, where.thread) if chat is not None else None
    rows = (row for row in map(tx.table, filter(None, (own, last))) if row is not None)
    return next((row for row in rows if row.phase in {"over", "closed"}), None)


def stoppable_tables(
    tx: Tx, keeper: Keeper, where: Where, player: Player, *, authority: bool
) -> Sequence[TableRow]:
    """The tables that this person may leave or end: their own before others, those played before others."""
    own = own_tables(tx, where, player)
    chat = _chat(tx, where)
    names = tx.open_tables(chat.id, where.thread) if chat is not None else ()
    here = [row for row in map(tx.table, names) if row is not None and row.phase != "trouble"]
    seated = [row for row in here if keeper.load(tx, row).seat_of(player.key) is not None]
    rest = sorted(here, key=lambda row: row.phase != "playing") if authority else []
    found = {row.id: row for row in (*own, *seated, *rest) if row.phase != "trouble"}
    return list(found.values())


def bidding_table(tx: Tx, keeper: Keeper, where: Where, player: Player) -> Table | None:
    """The table at which this person bids: where it is their turn, else where an auction is going on."""
    rows = [row for row in own_tables(tx, where, player) if row.phase == "playing"]
    tables = [table for table in (keeper.load(tx, row) for row in rows) if _in_auction(table)]
    return min(tables, key=lambda table: table.turn != table.seat_of(player.key), default=None)


def _in_auction(table: Table) -> bool:
    return table.deal is not None and isinstance(table.deal.bargain, Auction)


def _chat(tx: Tx, where: Where) -> Chat | None:
    return tx.chat_by_ref(where.platform, where.chat)
