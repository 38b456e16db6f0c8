"""Questions, answered without changing anything."""

from collections.abc import Callable, Mapping, Sequence

from bot.people import Tally, Win, first_moment, lately
from bot.pictures.names import clean_name
from bot.screens.charts import weeks_chart
from bot.screens.fitting import held
from bot.screens.leafing import guide_note
from bot.screens.leaving import Way, with_others
from bot.screens.notes import (
    help_note,
    leaderboard_note,
    stats_note,
    status_note,
    stop_note,
)
from bot.screens.types import NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.charting import charted
from bot.service.commands import Commands
from bot.service.desk import Look
from bot.service.finding import nearest_table, stoppable_tables
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import Player, Record, TableRow, Taste, Where, Who
from bot.service.studio import Studio
from bot.service.usual import housed, usual_rules
from bot.table import Computer, Playing, Table
from bot.words import Words, words
from bot.words.ruling import preset_name

__all__ = ["CommandLines", "Questions"]

CommandLines = Callable[[Words], Sequence[tuple[str, str]]]
"""A platform's commands as people type them, and what each does."""

PLACE = 64
"""Room for the name of a chat, in UTF-16 units."""
BEST = 10
"""How many a leaderboard names."""


class Questions:
    """Reads what people ask for."""

    def __init__(
        self, keeper: Keeper, commands: Commands, lines: Mapping[str, CommandLines], version: str
    ) -> None:
        """`lines` has by platform the commands that its help names; `version` is that of the program."""
        self._version = version
        self._keeper = keeper
        self._commands = commands
        self._lines = lines
        self._studio = Studio(keeper)

    async def stop(self, where: Where, player: Player, *, authority: bool, table: str = "") -> Answer:
        """What this person may leave or end here, or at that table."""
        spoken = words(player.locale)

        def work(tx: Tx) -> Sequence[Way]:
            rows = stoppable_tables(tx, self._keeper, where, player, authority=authority)
            chosen = [row for row in rows if row.id == table] if table else rows
            return [self._way(tx, row, where, player, spoken) for row in chosen]

        ways = await self._commands.read(work)
        if not ways:
            return Answer(Outcome.REFUSED, spoken.say("There is no table here that you could end."))
        note = with_others(_stop_note(ways[0], spoken, authority=authority), ways[1:], spoken)
        return Answer(Outcome.SHOWN, note=note, table=ways[0].table.id)

    def _way(self, tx: Tx, row: TableRow, where: Where, player: Player, spoken: Words) -> Way:
        chat = tx.chat_by_id(row.chat)
        is_here = (chat.platform, chat.ref) == (where.platform, where.chat)
        names = self._studio.names(tx, self._keeper.load(tx, row), spoken)
        return Way(names, player.key, "" if is_here else chat.title, is_here=is_here)

    async def stats(self, where: Where, player: Player) -> Answer:
        """The person's matches, counted."""

        def work(tx: Tx) -> tuple[Record, Record, Record]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            key = player.key
            here = tx.record(key, chat.id if chat else -1, rated=True)
            return here, tx.record(key, None, rated=True), tx.record(key, None, rated=False)

        here, everywhere, computers = map(_tally, await self._commands.read(work))
        return Answer(Outcome.SHOWN, note=stats_note(words(player.locale), here, everywhere, computers))

    async def leaderboard(self, where: Where, player: Player) -> Answer:
        """The best of the chat."""

        def work(tx: Tx) -> Sequence[Record]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            return tx.leaderboard(chat.id, BEST) if chat else ()

        rows = [_tally(record) for record in await self._commands.read(work)]
        return Answer(Outcome.SHOWN, note=leaderboard_note(words(player.locale), rows))

    async def weeks(self, where: Where, player: Player, now: int) -> Answer:
        """How the best of the chat have done in the last weeks, as a picture."""

        def work(tx: Tx) -> Sequence[Win]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            return tx.wins(chat.id, first_moment(now)) if chat else ()

        spoken = words(player.locale)
        chart = weeks_chart(lately(await self._commands.read(work), now), spoken)
        if chart is None:
            return Answer(Outcome.REFUSED, spoken.say("Nobody has won a match against people here lately."))
        return await charted(chart, words_only=player.taste.words_only)

    async def help(self, where: Where, player: Player) -> Answer:
        """What the bot is, and how to begin."""
        spoken = words(player.locale)
        commands = self._lines[where.platform](spoken) if where.platform in self._lines else ()
        note = help_note(spoken, commands, chat_language=not where.private)
        return Answer(Outcome.SHOWN, note=note)

    async def status(self, where: Where, player: Player) -> Answer:
        """That the bot is alive, and how many tables are open here."""

        def work(tx: Tx) -> int:
            chat = tx.chat_by_ref(where.platform, where.chat)
            return len(tx.open_tables(chat.id, None)) if chat else 0

        note = status_note(words(player.locale), await self._commands.read(work), self._version)
        return Answer(Outcome.SHOWN, note=note)

    async def guide(self, where: Where, player: Player, topic: str, game: str = "", page: int = 1) -> Answer:
        """A page of the guide; without a game it is about the one that the person most likely means."""

        def work(tx: Tx) -> str:
            row = nearest_table(tx, where, player)
            if row is not None and row.phase != "trouble":
                return self._keeper.load(tx, row).rules.game.value
            return usual_rules(housed(tx, where)).game.value

        game = game or await self._commands.read(work)
        return Answer(Outcome.SHOWN, note=guide_note(words(player.locale), topic, game, page))

    async def look(self, table: str, who: Who) -> Look | None:
        """The table as this visitor sees it now, all of it in the visitor's language; nobody becomes a player."""

        def work(tx: Tx) -> Look | None:
            row = tx.table(table)
            if row is None:
                return None
            player = tx.known_player(who.platform, who.user)
            key, locale = (player.key, player.locale) if player else ("", who.locale)
            taste = (
                player.taste if player else Taste()
            )  # a page is for its visitor alone, whatever others like
            screen = self._studio.table(tx, row, tx.chat_by_id(row.chat), locale, taste)
            following = row.next_id if row.next_id and tx.table(row.next_id) else ""
            if row.phase == "trouble":
                return Look(screen, None, row.seq, next_table=following)
            here = self._keeper.load(tx, row)
            return Look(
                screen,
                self._studio.hand(tx, row, key),
                row.seq,
                here.seat_of(key),
                following,
                host=bool(key) and here.host == key,
                waiting=self._studio.waiting(tx, here, key, locale),
                deck=self._studio.deck(tx, row, here, taste),
                computers=tuple(str(seat.level) for seat in here.seats if isinstance(seat, Computer)),
                alone=isinstance(here.phase, Playing) and here.people == (key,),
            )

        return await self._commands.read(work)


def _stop_note(way: Way, spoken: Words, *, authority: bool) -> NoteScreen:
    table = way.table
    alone = (authority and way.is_here) or table.host == way.key
    note = stop_note(table, spoken, seated=table.seat_of(way.key) is not None, alone=alone)
    return NoteScreen(f"{_table_line(spoken, table, way.place)}\n{note.text}", note.rows)


def _table_line(spoken: Words, table: Table, place: str) -> str:
    """Which table it is, where several may be meant."""
    game = preset_name(spoken, table.rules.game)
    if place:
        return spoken.say(
            "The table in {place}: {game}.", place=held(clean_name(place, PLACE), PLACE), game=game
        )
    return spoken.say("The table: {game}.", game=game)


def _tally(record: Record) -> Tally:
    return Tally(record.name, record.won, record.lost, record.drawn)
