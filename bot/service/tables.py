"""The desk as it is: every press and question of every platform, answered from one database."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from bot.computer import Level
from bot.game import Play, Rules
from bot.screens.tokens import Ask, Choose, Do, Open, parse_token
from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.desk import Admin, Look, Opponent
from bot.service.hands import Hands
from bot.service.hub import Hub
from bot.service.keeper import Happened, Keeper, id_from
from bot.service.messages import Messages
from bot.service.meters import Meters
from bot.service.people import People
from bot.service.ports import Store, Tx
from bot.service.questions import CommandLines, Questions
from bot.service.reach import Reach
from bot.service.records import Chat, Player, SurfaceKind, Where, Who
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

KEPT = 10_000
"""Tables whose platform is kept in mind: it never changes."""
SHOW_HAND_AFTER = (Start, NextDeal, MakeMove, PlayPosition, Rematch)
"""Acts after which a person wants to see their own cards."""


class Tables:
    """Implements `bot.service.desk.Desk`. One per process; keeps no truth of its own."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        hub: Hub,
        commands: Commands,
        *,
        now: Callable[[], int],
        lines: Mapping[str, CommandLines] | None = None,
        meters: Meters | None = None,
        reach: Reach | None = None,
    ) -> None:
        """`now` gives milliseconds since 1970; `lines` has by platform the commands that its help names."""
        self._store = store
        self._keeper = keeper
        self._hub = hub
        self._now = now
        self._commands = commands
        self._meters = meters or Meters()
        self._people = People(store)
        self._hands = Hands(store, keeper, commands)
        self._messages = Messages(store, commands)
        self._questions = Questions(keeper, commands, lines or {})
        self._reach = reach or Reach()
        self._platforms: dict[str, str] = {}

    # -- tables -----------------------------------------------------------------------------------
    async def open(self, where: Where, who: Who, *, opponent: Opponent = "", event: str = "") -> Answer:
        """Open a table, or show again the lobby that this person has open here."""
        player = await self._people.player(who)
        level = Level(opponent) if opponent in tuple(Level) else None

        def work(tx: Tx) -> tuple[Table, bool | None]:
            """The table, and if it is none we made just now: whether it is a lobby found waiting."""
            chat = tx.chat(where)
            if event and not tx.remember(where.platform, event, self._now()):
                return self._known(tx, where, event), False
            if waiting := self._waiting(tx, chat, where.thread, player.key, level):
                _post_again(tx, waiting.id)
                return waiting, True
            name = _id_of_event(where.platform, event) if event else self._keeper.fresh_id()
            table = Table.fresh(name, Rules.preset("briscola", players=2), self._keeper.fresh_seed())
            steps: list[tuple[str, Act]] = [(player.key, Sit(0))]
            if level is not None:
                steps.append((player.key, SeatComputer(1, level)))
            return self._keeper.open(tx, chat, where.thread, table, steps, self._now()), None

        table, waited = await self._store.write(work)
        self._commands.committed(table)
        said = words(player.locale).say("You have a table open here already.") if waited else ""
        outcome = Outcome.ACCEPTED if waited is None else Outcome.DUPLICATE
        return self._with_trouble(Answer(outcome, said, table=table.id), where)

    def _known(self, tx: Tx, where: Where, event: str) -> Table:
        """The table that an event seen before has opened."""
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
        return self._with_trouble(await self._messages.claimed(token, answer, where, message), where)

    def _with_trouble(self, answer: Answer, where: Where) -> Answer:
        """Whoever presses where we cannot write is told so, if there is nothing else to tell."""
        why = self._reach.heard_from(where)
        return replace(answer, words=why) if why and not answer.words else answer

    async def _pressed(self, token: str, where: Where, who: Who, event: str, admin: Admin | None) -> Answer:
        player = await self._people.player(who)
        match parse_token(token):
            case Do(table=table, act=act):
                return await self._do(table, act, where, player, event, admin)
            case Ask(table=table, what=what):
                return await self._ask(table, what, where, player)
            case Open(opponent=opponent):
                return await self.open(where, who, opponent=opponent, event=event)
            case Choose(whose=whose, language=language):
                return await self._speak(whose, language, where, player)
            case None:
                return Answer(Outcome.STALE, words(player.locale).say("That button is too old to work."))

    async def _do(
        self, table: str, act: Act, where: Where, player: Player, event: str, admin: Admin | None
    ) -> Answer:
        if not await self._is_there(table, where):
            return _no_such_table(player, table)
        if isinstance(act, End):
            act = End(admin=await self._has_authority(table, where, admin))
        happened = await self._commands.act(table, player.key, act, event=(where.platform, event))
        if happened is None:
            return _no_such_table(player, table)
        return await self._answer(happened, act, player)

    async def _is_there(self, table: str, where: Where) -> bool:
        """Whether there is such a table on that platform: nobody reaches one from another by its id."""
        platform = self._platforms.get(table)
        if platform is None:
            home = await self._home(table)
            if home is None:
                return False
            platform = self._platforms[table] = home.platform
            if len(self._platforms) > KEPT:
                self._platforms.clear()
        return platform == where.platform

    async def _has_authority(self, table: str, where: Where, admin: Admin | None) -> bool:
        """Whether the person is an admin of the very chat that the table is in."""
        home = await self._home(table)
        return home is not None and home.ref == where.chat and admin is not None and await admin()

    async def _home(self, table: str) -> Chat | None:
        """The chat that the table is in."""

        def work(tx: Tx) -> Chat | None:
            row = tx.table(table)
            return tx.chat_by_id(row.chat) if row is not None else None

        return await self._store.read(work)

    async def _answer(self, happened: Happened, act: Act, player: Player) -> Answer:
        spoken, table = words(player.locale), happened.table
        match happened.reply:
            case Accepted(act=done):
                shown = happened.next_table or table
                hand = await self._hand_after(act, shown, player)
                return Answer(Outcome.ACCEPTED, _done(spoken, act, done), hand, table=shown.id)
            case Duplicate():
                return Answer(
                    Outcome.DUPLICATE, hand=await self._hand_after(act, table, player), table=table.id
                )
            case Stale():
                hand = await self._hands.own(table.id, player)
                said = (
                    spoken.say("The table has moved on. This is how it stands now.")
                    if hand
                    else spoken.say("The table has moved on.")
                )
                return Answer(Outcome.STALE, said, hand, table=table.id)
            case Refused(reason=why, fields=fields):
                hand = await self._hand_after(act, table, player)
                return Answer(Outcome.REFUSED, reason(spoken, why, fields), hand, table=table.id)

    async def _hand_after(self, act: Act, table: Table, player: Player) -> HandScreen | None:
        return await self._hands.own(table.id, player) if isinstance(act, SHOW_HAND_AFTER) else None

    async def hand(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The person's own cards."""
        return await self._hands.find(where, await self._people.player(who), table)

    async def _speak(self, whose: str, language: str, where: Where, player: Player) -> Answer:
        def work(tx: Tx) -> Sequence[str]:
            if whose == "me":
                tx.set_player_locale(player.key, language)
                names = tx.tables_of(player.key)
            else:
                chat = tx.chat(where)
                tx.set_chat_locale(chat.id, language)
                names = tx.open_tables(chat.id, None)
            for name in sorted(names):
                tx.want(name)
            return names

        names = await self._store.write(work)
        self._people.forget()
        for name in names:
            self._commands.poke(name)
        said = words(language).say("From now on I speak English here.")
        return Answer(Outcome.ACCEPTED, said)

    # -- questions --------------------------------------------------------------------------------
    async def _ask(self, table: str, what: str, where: Where, player: Player) -> Answer:
        if not await self._is_there(table, where):
            return _no_such_table(player, table)
        if what == "hand":
            return await self._hands.find(where, player, table)
        return await self._questions.about(table, what, player)

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """What this person may leave or end here."""
        authority = admin is not None and await admin()
        return await self._questions.stop(where, await self._people.player(who), authority=authority)

    async def stats(self, where: Where, who: Who) -> Answer:
        """The person's matches, counted."""
        return await self._questions.stats(where, await self._people.player(who))

    async def leaderboard(self, where: Where, who: Who) -> Answer:
        """The best of the chat."""
        return await self._questions.leaderboard(where, await self._people.player(who))

    async def help(self, where: Where, who: Who) -> Answer:
        """What the bot is, and how to begin."""
        return await self._questions.help(where, await self._people.player(who))

    async def language(self, who: Who) -> str:
        """The language that this person has chosen, else the one that the platform names; writes nothing."""
        player = await self._people.known(who)
        return player.locale if player is not None and player.locale else who.locale

    # -- messages and chats -----------------------------------------------------------------------
    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> None:
        """The hand stands in a private message, refreshed from now on."""
        await self._hands.shown(hand, where, message, expires_at)

    async def message_gone(self, where: Where, message: str) -> None:
        """Somebody deleted the message."""
        await self._messages.gone(where, message)

    async def redraw(self, table: str) -> None:
        """Draw the public message of the table again, though nothing has changed at it."""
        await self._messages.redraw(table)

    async def chat_back(self, where: Where) -> None:
        """We may write there again."""
        await self._store.write(lambda tx: tx.wake_chat(where.platform, where.chat))
        self._commands.poke("")

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """The chat has a new id."""
        await self._messages.moved(platform, old, new)

    async def chat_gone(self, where: Where) -> None:
        """Its tables end; nothing counts."""
        for name in await self._open_tables(where):
            await self._commands.act(name, CLOCK, End(admin=True))

    async def left(self, where: Where, who: Who) -> None:
        """Whoever leaves the chat leaves its tables."""
        player = await self._store.read(lambda tx: tx.known_player(who.platform, who.user))
        if player is None:
            return
        for name in await self._open_tables(where, player.key):
            await self._commands.act(name, player.key, Leave())

    async def _open_tables(self, where: Where, player: str = "") -> Sequence[str]:
        def work(tx: Tx) -> Sequence[str]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            if chat is None:
                return ()
            if player:
                return tx.tables_of(player, chat.id)
            return tx.open_tables(chat.id, where.thread or None)

        return await self._store.read(work)

    # -- live views and small facts ---------------------------------------------------------------
    async def look(self, table: str, who: Who) -> Look | None:
        """The table as this visitor sees it now, all of it in the visitor's language."""
        if not await self._is_there(table, Where(who.platform, "")):
            return None
        return await self._questions.look(table, who)

    def changes(self, table: str) -> AsyncIterator[None]:
        """Yields when the table may have changed."""
        return self._hub.changes(table)

    async def fact(self, name: str) -> str | None:
        """A small thing kept by name."""
        return await self._store.read(lambda tx: tx.fact(name))

    async def keep_fact(self, name: str, value: str) -> None:
        """Keep a small thing by name."""
        await self._store.write(lambda tx: tx.keep_fact(name, value))


def _post_again(tx: Tx, table: str) -> None:
    """The table's message has scrolled away: let a new one be made, and the old one be taken away."""
    for surface in tx.surfaces(table):
        if surface.kind is not SurfaceKind.TABLE:
            continue
        if surface.message:
            old = (table, SurfaceKind.PING, f"was {surface.message}")
            tx.add_surface(*old, surface.platform, surface.chat, surface.thread, message=surface.message)
            tx.dismiss(*old)
        tx.drop_message(surface.id)


def _no_such_table(player: Player, table: str) -> Answer:
    said = words(player.locale).say("There is no such table any more. Open a new one!")
    return Answer(Outcome.STALE, said, table=table)


def _id_of_event(platform: str, event: str) -> str:
    """The id of the table that an event opens: the same event opens the same table."""
    return id_from(sha256(f"{platform}|{event}".encode()).digest()[:8])


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
