"""How well the computers play that somebody asks for without saying it: as they chose last."""

from dataclasses import replace

from bot.computer import Level
from bot.service.commands import Commands
from bot.service.keeper import Keeper
from bot.service.people import People
from bot.service.ports import Store, Tx
from bot.service.records import Player
from bot.table import Abandon, Act, FillSeats, SeatComputer, Table, Watch

__all__ = ["Levels", "level_in", "level_of", "level_of_host"]


def level_of(player: Player | None) -> Level:
    """The level that the person chose last; normal before any choice."""
    chosen = player.taste.level if player is not None else ""
    return Level(chosen) if chosen in tuple(Level) else Level.NORMAL


def level_of_host(tx: Tx, table: Table) -> Level:
    """The level that the host of the table chose last."""
    return level_of(tx.players([table.host]).get(table.host) if table.host else None)


def level_in(act: Act) -> Level | None:
    """The level that somebody chooses by this act."""
    return act.level if isinstance(act, SeatComputer | FillSeats | Watch | Abandon) else None


class Levels:
    """Remembers by person the level chosen last."""

    def __init__(self, store: Store, keeper: Keeper, commands: Commands, people: People) -> None:
        self._store = store
        self._keeper = keeper
        self._commands = commands
        self._people = people

    async def remember(self, player: Player, level: Level | None) -> Player:
        """The person has chosen this level, if any: the buttons of their lobbies say it from now on."""
        if level is None or player.taste.level == level.value:
            return player

        def work(tx: Tx) -> list[str]:
            tx.set_player_level(player.key, level.value)
            rows = filter(None, map(tx.table, tx.tables_of(player.key)))
            names = sorted(row.id for row in rows if row.phase == "lobby")
            for name in names:
                tx.want(name)
            return names

        names = await self._store.write(work)
        self._people.forget()
        for name in names:
            self._commands.poke(name)
        return replace(player, taste=replace(player.taste, level=level.value))

    async def choose(self, name: str, player: Player, level: Level) -> Player:
        """The host of that table chooses it for the next computers; of anybody else nothing is remembered."""

        def work(tx: Tx) -> bool:
            row = tx.table(name)
            known = row is not None and row.phase != "trouble"
            return row is not None and known and self._keeper.load(tx, row).host == player.key

        return await self.remember(player, level if await self._commands.read(work) else None)

    async def of_stand_in(self, name: str) -> Level | None:
        """The level of a computer that takes over a seat there: the one that the host chose last, if they ever did."""

        def work(tx: Tx) -> Level | None:
            row = tx.table(name)
            if row is None or row.phase != "playing":
                return None
            level = level_of_host(tx, self._keeper.load(tx, row))
            return None if level is Level.NORMAL else level

        return await self._commands.read(work)
