"""Tables seen from elsewhere: what somebody can do at each of theirs, and where a table is."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.pictures.names import clean_name
from bot.screens.fitting import held
from bot.screens.moves import MovesScreen, moves_screen
from bot.screens.types import HandScreen
from bot.service.commands import Commands
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import Player, SurfaceKind, TableRow, Where, Who
from bot.service.studio import Studio
from bot.words import words

__all__ = ["Elsewhere", "Home"]

PLACE = 64
"""Room for the name of a chat, in UTF-16 units."""
MOST = 10
"""So many tables of one person are looked at."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a table is, for whoever looks for it from another place."""

    where: Where
    message: str
    """The message that shows it; empty while there is none."""
    host: str
    """The host as the platform names them; empty for nobody there."""
    host_locale: str
    open: bool
    """Whether it waits for people or is played."""


class Elsewhere:
    """Reads tables for people who are not looking at them."""

    def __init__(self, keeper: Keeper, commands: Commands) -> None:
        self._keeper = keeper
        self._commands = commands
        self._studio = Studio(keeper)

    async def turns(self, player: Player) -> Sequence[MovesScreen]:
        """The person's moves at each of their tables that play, those at which they are on turn first."""

        def work(tx: Tx) -> list[MovesScreen]:
            rows = (tx.table(name) for name in tx.tables_of(player.key)[:MOST])
            playing = (row for row in rows if row is not None and row.phase == "playing")
            return [screen for row in playing if (screen := self._moves(tx, row, player)) is not None]

        return sorted(await self._commands.read(work), key=lambda one: not one.choices)

    def _moves(self, tx: Tx, row: TableRow, player: Player) -> MovesScreen | None:
        chat, table = tx.chat_by_id(row.chat), self._keeper.load(tx, row)
        seat = table.seat_of(player.key)
        if seat is None or chat.platform != player.platform:
            return None
        names = {key: one.name for key, one in tx.players(table.people).items()}
        deck = self._studio.deck(tx, row, table, player.taste)
        return moves_screen(table, seat, names, words(player.locale), place=chat.title, deck=deck)

    async def unshown(self, table: str) -> Sequence[tuple[Who, HandScreen]]:
        """The people at the table whose cards no message shows, each with them, whoever is on turn first."""

        def work(tx: Tx) -> list[tuple[Who, HandScreen]]:
            row = tx.table(table)
            return self._unshown(tx, row) if row is not None and row.phase == "playing" else []

        return await self._commands.read(work)

    def _unshown(self, tx: Tx, row: TableRow) -> list[tuple[Who, HandScreen]]:
        platform = tx.chat_by_id(row.chat).platform
        shown = {one.viewer for one in tx.surfaces(row.id) if one.kind is SurfaceKind.HAND and one.message}
        keys = [key for key in self._keeper.load(tx, row).people if key not in shown]
        people = tx.players(keys)
        hands = ((people[key], self._studio.hand(tx, row, key)) for key in keys if key in people)
        found = [(one, hand) for one, hand in hands if hand is not None and one.platform == platform]
        found.sort(key=lambda pair: not pair[1].on_turn)
        return [(Who(one.platform, one.user, one.name, one.locale), hand) for one, hand in found]

    async def place_for_cards(self, table: str, player: Player) -> HandScreen | None:
        """What keeps the place of the person's cards until they are dealt; None where they do not wait for any."""

        def work(tx: Tx) -> HandScreen | None:
            row = tx.table(table)
            return self._studio.before_cards(tx, row, player.key) if row is not None else None

        return await self._commands.read(work)

    async def home(self, table: str) -> Home | None:
        """Where the table is; None when there is none."""

        def work(tx: Tx) -> Home | None:
            row = tx.table(table)
            return self._home(tx, row) if row is not None else None

        return await self._commands.read(work)

    def _home(self, tx: Tx, row: TableRow) -> Home:
        chat = tx.chat_by_id(row.chat)
        title = held(clean_name(chat.title, PLACE), PLACE)
        where = Where(chat.platform, chat.ref, row.thread, title, chat.locale, chat.private)
        shown = (one.message for one in tx.surfaces(row.id) if one.kind is SurfaceKind.TABLE)
        key = self._keeper.load(tx, row).host if row.phase != "trouble" else ""
        host = tx.players([key]).get(key) if key else None
        there = host if host is not None and host.platform == chat.platform else None
        return Home(
            where,
            next(shown, ""),
            there.user if there else "",
            there.locale if there else "",
            row.phase in {"lobby", "playing"},
        )
