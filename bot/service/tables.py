"""The desk as it is: every press and question of every platform, decided in one transaction each."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from hashlib import sha256
from typing import TypeVar

import structlog

from bot.computer import Level
from bot.game import Play, Rules
from bot.screens.notes import Tally, fair_note, help_note, leaderboard_note, menu_note, stats_note, stop_note
from bot.screens.tokens import Ask, Choose, Do, Open, parse_token
from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Admin, Look, Opponent
from bot.service.hub import Hub
from bot.service.keeper import BrokenJournalError, Happened, Keeper, Overtaken, id_from
from bot.service.meters import Meters
from bot.service.ports import Store, Tx
from bot.service.records import Chat, Player, Record, SurfaceKind, TableRow, Where, Who
from bot.service.studio import Studio
from bot.service.troubles import Troubles
from bot.table import (
    CLOCK,
    Accepted,
    Act,
    Duplicate,
    End,
    Leave,
    MakeMove,
    NextDeal,
    PlayPosition,
    Refused,
    Rematch,
    SeatComputer,
    Sit,
    Stale,
    Start,
    Table,
)
from bot.words import Words, words
from bot.words.cards import card_name
from bot.words.reasons import reason

__all__ = ["Tables"]

T = TypeVar("T")

log = structlog.get_logger(__name__)

BEST = 10
"""How many a leaderboard names."""
TRIES = 3
"""How often a command is tried when another process was quicker."""
SHOW_HAND_AFTER = (Start, NextDeal, MakeMove, PlayPosition, Rematch)
"""Acts after which a person wants to see their own cards."""


class Tables:
    """Implements `bot.service.desk.Desk` over a store. One per process; keeps no truth of its own."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        hub: Hub,
        *,
        now: Callable[[], int],
        commands: Mapping[str, Callable[[Words], Sequence[tuple[str, str]]]] | None = None,
        wake: Callable[[int | None], None] = lambda _: None,
        meters: Meters | None = None,
    ) -> None:
        """`now` gives milliseconds since 1970; `wake` is told after each commit, with the next timer's time."""
        self._store = store
        self._keeper = keeper
        self._hub = hub
        self._now = now
        self._commands = commands or {}
        self._wake = wake
        self._meters = meters or Meters()
        self._studio = Studio(keeper)
        self._troubles = Troubles(store, hub)
        self._people: dict[tuple[str, str], tuple[Who, Player]] = {}
        self._messages: dict[tuple[str, str, str], str] = {}

    # -- tables -----------------------------------------------------------------------------------
    async def open(self, where: Where, who: Who, *, opponent: Opponent = "", event: str = "") -> Answer:
        """Open a table, or show again the lobby that this person has open here."""
        player = await self._player(who)
        level = Level(opponent) if opponent in tuple(Level) else None

        def work(tx: Tx) -> tuple[Table, bool]:
            chat = tx.chat(where)
            if event and not tx.remember(where.platform, event, self._now()):
                return self._known(tx, where, event), False
            if waiting := self._waiting(tx, chat, where.thread, player.key, level):
                for surface in tx.surfaces(waiting.id):
                    if surface.kind is SurfaceKind.TABLE:
                        tx.drop_message(surface.id)
                return waiting, False
            name = _id_of_event(where.platform, event) if event else self._keeper.fresh_id()
            table = Table.fresh(name, Rules.preset("briscola", players=2), self._keeper.fresh_seed())
            steps: list[tuple[str, Act]] = [(player.key, Sit(0))]
            if level is not None:
                steps.append((player.key, SeatComputer(1, level)))
            return self._keeper.open(tx, chat, where.thread, table, steps, self._now()), True

        table, fresh = await self._store.write(work)
        self._committed(table, None)
        said = "" if fresh else words(player.locale).say("You have a table open here already.")
        return Answer(Outcome.ACCEPTED if fresh else Outcome.DUPLICATE, said, table=table.id)

    def _known(self, tx: Tx, where: Where, event: str) -> Table:
        row = tx.table(_id_of_event(where.platform, event))
        if row is None:
            row = tx.table(tx.latest_table(tx.chat(where).id, where.thread) or "")
        if row is None:
            raise LookupError("an event was remembered, but the table that it opened is not there")
        return self._keeper.load(tx, row)

    def _waiting(self, tx: Tx, chat: Chat, thread: str, player: str, level: Level | None) -> Table | None:
        """The lobby that this person hosts here, if it waits for the same kind of opponent."""
        for name in tx.open_tables(chat.id, thread):
            row = tx.table(name)
            if row is None or row.phase != "lobby":
                continue
            table = self._keeper.load(tx, row)
            if table.host == player and table.only_people_so_far == (level is None):
                return table
        return None

    async def press(
        self,
        token: str,
        where: Where,
        who: Who,
        *,
        event: str = "",
        message: str = "",
        admin: Admin | None = None,
    ) -> Answer:
        """A button was pressed."""
        with self._meters.commit.time():
            answer = await self._pressed(token, where, who, event, admin)
        self._meters.commands.labels(answer.outcome).inc()
        return await self._with_orphan(token, answer, where, message)

    async def _pressed(self, token: str, where: Where, who: Who, event: str, admin: Admin | None) -> Answer:
        player = await self._player(who)
        match parse_token(token):
            case Do(table=table, act=act):
                return await self._do(table, act, where, player, event, admin)
            case Ask(table=table, what="hand"):
                return await self.hand(where, who, table=table)
            case Ask(table=table, what=what):
                return await self._ask(table, what, player)
            case Open(opponent=opponent):
                return await self.open(where, who, opponent=opponent, event=event)
            case Choose(whose=whose, language=language):
                return await self._speak(whose, language, where, player)
            case None:
                return Answer(Outcome.STALE, words(player.locale).say("That button is too old to work."))

    async def _do(
        self, table: str, act: Act, where: Where, player: Player, event: str, admin: Admin | None
    ) -> Answer:
        if isinstance(act, End):
            act = End(admin=admin is not None and await admin())
        happened = await self.act(table, player.key, act, event=(where.platform, event))
        if happened is None:
            said = words(player.locale).say("There is no such table any more. Open a new one!")
            return Answer(Outcome.STALE, said, table=table)
        return await self._answer(happened, act, player)

    async def _answer(self, happened: Happened, act: Act, player: Player) -> Answer:
        spoken, table = words(player.locale), happened.table
        match happened.reply:
            case Accepted(act=done):
                shown = happened.next_table or table
                hand = await self._own_hand(shown.id, player) if isinstance(act, SHOW_HAND_AFTER) else None
                return Answer(Outcome.ACCEPTED, _done(spoken, act, done), hand, table=shown.id)
            case Duplicate():
                hand = await self._own_hand(table.id, player) if isinstance(act, SHOW_HAND_AFTER) else None
                return Answer(Outcome.DUPLICATE, hand=hand, table=table.id)
            case Stale():
                hand = await self._own_hand(table.id, player)
                said = spoken.say("The table has moved on. This is how it stands now.")
                return Answer(Outcome.STALE, said, hand, table=table.id)
            case Refused(reason=why):
                return Answer(Outcome.REFUSED, reason(spoken, why), table=table.id)

    async def _own_hand(self, table: str, player: Player) -> HandScreen | None:
        def work(tx: Tx) -> HandScreen | None:
            row = tx.table(table)
            return self._studio.hand(tx, row, player.key) if row and row.phase == "playing" else None

        return await self._read(work)

    async def _read(self, work: Callable[[Tx], T]) -> T:
        """Read something; a table that cannot be replayed is closed, and all is read again."""
        try:
            return await self._store.read(work)
        except BrokenJournalError as error:
            await self.failed(error.table, error)
            return await self._store.read(work)

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
            self._committed(happened.table, happened.due_at)
            if happened.next_table is not None:
                self._committed(happened.next_table, None)
        return happened

    async def failed(self, table: str, error: Exception) -> None:
        """The table cannot be replayed or drawn: it is closed, and its chat told."""
        await self._troubles.close(table, error)
        self._wake(None)

    def poke(self, table: str) -> None:
        """Something about the table's messages has changed."""
        self._hub.changed(table)
        self._wake(None)

    def _committed(self, table: Table, due_at: int | None) -> None:
        self._keeper.remember(table)
        self._hub.changed(table.id)
        self._wake(due_at)

    async def hand(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The person's own cards."""
        player = await self._player(who)
        spoken = words(player.locale)

        def work(tx: Tx) -> tuple[str, str, HandScreen | None]:
            name = table or self._table_of(tx, where, player)
            row = tx.table(name) if name else None
            if row is None:
                return "", spoken.say("You do not sit at a table here. Open one, or sit down at one!"), None
            hand = self._studio.hand(tx, row, player.key, place=_elsewhere(tx, row, where))
            return row.id, "" if hand else self._why_no_hand(tx, row, player, spoken), hand

        name, said, hand = await self._read(work)
        return Answer(Outcome.SHOWN if hand else Outcome.REFUSED, said, hand, table=name)

    def _table_of(self, tx: Tx, where: Where, player: Player) -> str:
        """The table that this person most likely means: one being played first, then the newest."""
        chat = None if where.private else tx.chat_by_ref(where.platform, where.chat)
        if not where.private and chat is None:
            return ""
        names = tx.tables_of(player.key, chat.id if chat else None)
        rows = [row for row in map(tx.table, names) if row is not None]
        rows.sort(key=lambda row: (row.phase != "playing", row.thread != where.thread))
        return rows[0].id if rows else ""

    def _why_no_hand(self, tx: Tx, row: TableRow, player: Player, spoken: Words) -> str:
        if row.phase == "trouble":
            return spoken.say("Something went wrong at this table, so it is closed. Nothing was counted.")
        table = self._keeper.load(tx, row)
        if table.seat_of(player.key) is None:
            return spoken.say("You do not sit at this table.")
        return spoken.say("Nobody has dealt yet: the host starts the game.")

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """What this person may leave or end here."""
        player = await self._player(who)
        spoken = words(player.locale)
        authority = admin is not None and await admin()

        def work(tx: Tx) -> Table | None:
            chat = tx.chat_by_ref(where.platform, where.chat)
            names = tx.open_tables(chat.id, where.thread) if chat else ()
            tables = [self._keeper.load(tx, row) for row in map(tx.table, names) if row is not None]
            mine = [table for table in tables if table.seat_of(player.key) is not None]
            return next(iter(mine or (tables if authority else [])), None)

        table = await self._read(work)
        if table is None:
            return Answer(Outcome.REFUSED, spoken.say("There is no table here that you could end."))
        alone = authority or table.host == player.key
        note = stop_note(table, spoken, seated=table.seat_of(player.key) is not None, alone=alone)
        return Answer(Outcome.SHOWN, note=note, table=table.id)

    async def _ask(self, name: str, what: str, player: Player) -> Answer:
        spoken = words(player.locale)

        def work(tx: Tx) -> Table | None:
            row = tx.table(name)
            return self._keeper.load(tx, row) if row is not None and row.phase != "trouble" else None

        table = await self._read(work)
        if table is None:
            said = spoken.say("There is no such table any more. Open a new one!")
            return Answer(Outcome.STALE, said, table=name)
        if what == "fair":
            return Answer(Outcome.SHOWN, note=fair_note(table, spoken), table=name)
        seated = table.seat_of(player.key) is not None
        return Answer(Outcome.SHOWN, note=menu_note(table, spoken, seated=seated), table=name)

    async def _speak(self, whose: str, language: str, where: Where, player: Player) -> Answer:
        def work(tx: Tx) -> None:
            if whose == "me":
                tx.set_player_locale(player.key, language)
                names = tx.tables_of(player.key)
            else:
                chat = tx.chat(where)
                tx.set_chat_locale(chat.id, language)
                names = tx.open_tables(chat.id, where.thread)
            for name in sorted(names):
                tx.want(name)

        await self._store.write(work)
        self._people.clear()
        self._wake(None)
        said = words(language).say("From now on I speak English here.")
        return Answer(Outcome.ACCEPTED, said)

    async def _with_orphan(self, token: str, answer: Answer, where: Where, message: str) -> Answer:
        """Adopt a public message whose creation was cut short, or say that it is not the table's."""
        if not message or not answer.table or token.startswith("open-"):
            return answer
        key = (where.platform, where.chat, message)
        if self._messages.get(key) == answer.table:
            return answer
        if not await self._store.write(lambda tx: self._adopted(tx, answer.table, where, message)):
            return _orphaned(answer)
        if len(self._messages) > 10_000:
            self._messages.clear()
        self._messages[key] = answer.table
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
            self._wake(None)
            return True
        return False

    # -- questions --------------------------------------------------------------------------------
    async def stats(self, where: Where, who: Who) -> Answer:
        """The person's matches, counted."""
        player = await self._player(who)

        def work(tx: Tx) -> tuple[Record, Record, Record]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            key = player.key
            here = tx.record(key, chat.id if chat else -1, rated=True)
            return here, tx.record(key, None, rated=True), tx.record(key, None, rated=False)

        here, everywhere, computers = map(_tally, await self._read(work))
        return Answer(Outcome.SHOWN, note=stats_note(words(player.locale), here, everywhere, computers))

    async def leaderboard(self, where: Where, who: Who) -> Answer:
        """The best of the chat."""
        player = await self._player(who)

        def work(tx: Tx) -> Sequence[Record]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            return tx.leaderboard(chat.id, BEST) if chat else ()

        rows = [_tally(record) for record in await self._read(work)]
        return Answer(Outcome.SHOWN, note=leaderboard_note(words(player.locale), rows))

    async def help(self, where: Where, who: Who) -> Answer:
        """What the bot is, and how to begin."""
        player = await self._player(who)
        spoken = words(player.locale)
        commands = self._commands[where.platform](spoken) if where.platform in self._commands else ()
        note = help_note(spoken, commands, chat_language=not where.private)
        return Answer(Outcome.SHOWN, note=note)

    # -- messages ---------------------------------------------------------------------------------
    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> None:
        """The hand stands in a private message, refreshed from now on."""

        def work(tx: Tx) -> None:
            row = tx.lock_table(hand.table)
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

        await self._store.write(work)
        self._wake(None)

    async def message_gone(self, where: Where, message: str) -> None:
        """Somebody deleted the message."""

        def work(tx: Tx) -> None:
            if surface := tx.surface_of(where.platform, where.chat, message):
                tx.drop_message(surface.id)

        await self._store.write(work)
        self._wake(None)

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """The chat has a new id."""
        await self._store.write(lambda tx: tx.rekey_chat(platform, old, new))
        self._messages.clear()
        self._wake(None)

    async def chat_gone(self, where: Where) -> None:
        """Its tables end; nothing counts."""
        for name in await self._open_tables(where):
            await self.act(name, CLOCK, End(admin=True))

    async def _open_tables(self, where: Where, player: str = "") -> Sequence[str]:
        def work(tx: Tx) -> Sequence[str]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            if chat is None:
                return ()
            if player:
                return tx.tables_of(player, chat.id)
            return tx.open_tables(chat.id, where.thread or None)

        return await self._read(work)

    async def left(self, where: Where, who: Who) -> None:
        """Whoever leaves the chat leaves its tables."""
        player = await self._player(who)
        for name in await self._open_tables(where, player.key):
            await self.act(name, player.key, Leave())

    # -- live views -------------------------------------------------------------------------------
    async def look(self, table: str, who: Who) -> Look | None:
        """The table as this visitor sees it now, all of it in the visitor's language."""
        player = await self._player(who)

        def work(tx: Tx) -> Look | None:
            row = tx.table(table)
            if row is None:
                return None
            screen = self._studio.table(tx, row, tx.chat_by_id(row.chat), player.locale)
            hand = self._studio.hand(tx, row, player.key)
            seat = None if row.phase == "trouble" else self._keeper.load(tx, row).seat_of(player.key)
            following = row.next_id if row.next_id and tx.table(row.next_id) else ""
            return Look(screen, hand, row.seq, seat, following)

        return await self._read(work)

    def changes(self, table: str) -> AsyncIterator[None]:
        """Yields when the table may have changed."""
        return self._hub.changes(table)

    # -- small facts ------------------------------------------------------------------------------
    async def fact(self, name: str) -> str | None:
        """A small thing kept by name."""
        return await self._store.read(lambda tx: tx.fact(name))

    async def keep_fact(self, name: str, value: str) -> None:
        """Keep a small thing by name."""
        await self._store.write(lambda tx: tx.keep_fact(name, value))

    # -- people -----------------------------------------------------------------------------------
    async def _player(self, who: Who) -> Player:
        """The player behind a platform's person; a name or language seen before costs no question."""
        key = (who.platform, who.user)
        known = self._people.get(key)
        if known is not None and known[0] == who:
            return known[1]
        player = await self._store.write(lambda tx: tx.player(who))
        if len(self._people) > 10_000:
            self._people.clear()
        self._people[key] = (who, player)
        return player


def _id_of_event(platform: str, event: str) -> str:
    """The id of the table that an event opens: the same event opens the same table."""
    return id_from(sha256(f"{platform}|{event}".encode()).digest()[:8])


def _elsewhere(tx: Tx, row: TableRow, where: Where) -> str:
    """The name of the table's chat, when the hand is looked at in another."""
    chat = tx.chat_by_id(row.chat)
    return "" if (chat.platform, chat.ref) == (where.platform, where.chat) else chat.title


def _orphaned(answer: Answer) -> Answer:
    return Answer(answer.outcome, answer.words, answer.hand, answer.note, answer.table, orphan=True)


def _tally(record: Record) -> Tally:
    return Tally(record.name, record.won, record.lost, record.drawn)


def _done(spoken: Words, act: Act, done: Act) -> str:
    """A word about what was done, where the screens do not say it anyway."""
    match act, done:
        case PlayPosition(), MakeMove(move=Play(card)):
            return spoken.say("You play the {card}.", card=card_name(spoken, card))
        case Leave(), _:
            return spoken.say("You have left the table.")
        case End(), _:
            return spoken.say("Noted.")
        case _:
            return ""
