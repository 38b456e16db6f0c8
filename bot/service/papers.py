"""What people ask about one table: its rules, its score, the proof of its deals, the match as a file."""

from collections.abc import Callable

from bot.screens.asking import points_note, signs_note
from bot.screens.charts import score_chart
from bot.screens.choosing import asked_note
from bot.screens.computers import computers_asked
from bot.screens.notes import fair_note, menu_note, sure_note
from bot.screens.people import Names
from bot.screens.ruling import rules_note
from bot.screens.sheets import sheet_note
from bot.screens.tastes import home_deck
from bot.screens.types import File, NoteScreen
from bot.service.acting import no_such_table
from bot.service.answers import Answer, Outcome
from bot.service.charting import charted
from bot.service.commands import Commands
from bot.service.exporting import match_file
from bot.service.finding import finished_table, nearest_table
from bot.service.keeper import Keeper
from bot.service.levels import level_of
from bot.service.ports import Tx
from bot.service.records import Player, TableRow, Where
from bot.service.studio import Studio
from bot.service.usual import housed, usual_rules
from bot.table import Over, Table
from bot.words import Words, words

__all__ = ["Papers"]

Asked = tuple[Table, Names]
"""A table, and what everybody there is called in the language of whoever asks."""


class Papers:
    """Answers what is asked about a table, without changing anything."""

    def __init__(self, keeper: Keeper, commands: Commands) -> None:
        self._keeper = keeper
        self._commands = commands
        self._studio = Studio(keeper)

    # -- by button --------------------------------------------------------------------------------
    async def about(self, name: str, what: str, player: Player, *, admin: bool = False) -> Answer:
        """What a button of a table asks; an `admin` may make its rules the house rules of the chat."""
        if what == "export":
            return await self._file(player, lambda tx: tx.table(name), name)
        asked = await self._asked(player, lambda tx: tx.table(name))
        if asked is None:
            return no_such_table(player, name)
        if what == "chart":
            return await _charted(asked, player)
        return Answer(Outcome.SHOWN, note=_note(asked, what, player, admin=admin), table=name)

    async def _asked(self, player: Player, find: Callable[[Tx], TableRow | None]) -> Asked | None:
        spoken = words(player.locale)

        def work(tx: Tx) -> Asked | None:
            row = find(tx)
            if row is None or row.phase == "trouble":
                return None
            table = self._keeper.load(tx, row)
            deck = self._studio.deck(tx, row, table, player.taste)
            return table, self._studio.names(tx, table, spoken.of_deck(deck))

        return await self._commands.read(work)

    # -- by command -------------------------------------------------------------------------------
    async def rules(self, where: Where, player: Player, table: str) -> Answer:
        """The rules of that table, or of the one that is meant; else what is usual in the chat."""
        asked = await self._asked(player, _meant(where, player, table))
        if asked is not None:
            return Answer(Outcome.SHOWN, note=_note(asked, "rules", player), table=asked[0].id)
        if table:
            return no_such_table(player, table)
        usual = await self._commands.read(lambda tx: usual_rules(housed(tx, where)))
        spoken = words(player.locale).of_deck(player.taste.deck or home_deck(usual.game))
        note = rules_note(usual, spoken, table=None, host=False)
        return Answer(Outcome.SHOWN, note=note)

    async def sheet(self, where: Where, player: Player, table: str) -> Answer:
        """The score sheet of that table, or of the one that is meant."""
        asked = await self._asked(player, _meant(where, player, table))
        if asked is not None:
            return Answer(Outcome.SHOWN, note=_note(asked, "sheet", player), table=asked[0].id)
        return no_such_table(player, table) if table else Answer(Outcome.REFUSED, _no_table(player))

    async def export(self, where: Where, player: Player, table: str) -> Answer:
        """A finished match as a file: that table's, or the newest of this person here."""
        if table:
            return await self._file(player, lambda tx: tx.table(table), table)
        return await self._file(player, lambda tx: finished_table(tx, where, player))

    async def _file(self, player: Player, find: Callable[[Tx], TableRow | None], name: str = "") -> Answer:
        spoken = words(player.locale)

        def work(tx: Tx) -> tuple[str, File | str]:
            row = find(tx)
            if row is None or row.phase == "trouble":
                return name, _nothing_to_export(spoken, named=bool(name))
            return row.id, self._file_or_why(tx, row, spoken)

        table, found = await self._commands.read(work)
        if isinstance(found, str):
            return Answer(Outcome.REFUSED, found, table=table)
        return Answer(Outcome.SHOWN, file=found, table=table)

    def _file_or_why(self, tx: Tx, row: TableRow, spoken: Words) -> File | str:
        """The file, or why there is none: the seed is a secret as long as cards may follow from it."""
        table = self._keeper.load(tx, row)
        if not isinstance(table.phase, Over):
            return spoken.say("A match is exported once it is over: until then its seed is a secret.")
        if table.phase.match is None:
            return spoken.say("No card was dealt at this table: there is nothing to export.")
        return match_file(tx, row)


def _meant(where: Where, player: Player, table: str) -> Callable[[Tx], TableRow | None]:
    """Finds the table that a command names, or means."""

    def find(tx: Tx) -> TableRow | None:
        if not table:
            return nearest_table(tx, where, player)
        row = tx.table(table)
        return row if row is not None and tx.chat_by_id(row.chat).platform == where.platform else None

    return find


def _note(asked: Asked, what: str, player: Player, *, admin: bool = False) -> NoteScreen:
    """What answers a question; `more`, and any that a newer program asks, by what else can be done."""
    table, names = asked
    spoken, host = names.words, table.host == player.key
    seated, level = table.seat_of(player.key) is not None, level_of(player)
    if (note := asked_note(table, what, spoken, host=host, admin=admin)) is not None:
        return note
    if (note := computers_asked(table, what, names, level, host=host, seated=seated)) is not None:
        return note
    match what:
        case "resigning" | "ending":
            return sure_note(table, spoken, ending=what == "ending")
        case "fair":
            return fair_note(table, spoken)
        case "sheet":
            return sheet_note(table, names, spoken)
        case "signs":
            return signs_note(table, table.seat_of(player.key), spoken)
        case "points":
            return points_note(table, spoken)
        case _:
            return menu_note(table, spoken, seated=seated, host=host, names=names, level=level)


async def _charted(asked: Asked, player: Player) -> Answer:
    """The score as a picture, drawn off the loop."""
    table, names = asked
    chart = score_chart(table, names, names.words)
    if chart is None:
        why = names.words.say("There is a chart once two deals of a longer match are finished.")
        return Answer(Outcome.REFUSED, why, table=table.id)
    return await charted(chart, words_only=player.taste.words_only, table=table.id)


def _no_table(player: Player) -> str:
    return words(player.locale).say("There has been no table here yet: open one!")


def _nothing_to_export(spoken: Words, *, named: bool) -> str:
    if named:
        return spoken.say("There is no such table any more. Open a new one!")
    return spoken.say("No match of yours is over here: there is nothing to export.")
