"""The desk as it is: every press and question of every platform, answered from one database."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace

from bot.computer import Level
from bot.screens.moves import MovesScreen
from bot.screens.tokens import COMPUTER, Ask, Choices, Choose, Do, Open, Read, Settings, Weeks, parse_token
from bot.screens.types import HandScreen
from bot.service.acting import Acting, no_such_table
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.desk import Admin, Look, Opponent
from bot.service.elsewhere import Elsewhere, Home
from bot.service.facts import Facts
from bot.service.hands import Hands
from bot.service.homes import Homes
from bot.service.housekeeping import Housekeeping
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.levels import Levels, level_of
from bot.service.messages import Messages
from bot.service.meters import Meters
from bot.service.opening import Opening, Wanted
from bot.service.papers import Papers
from bot.service.people import People
from bot.service.ports import Store, Tx
from bot.service.questions import CommandLines, Questions
from bot.service.reach import Reach
from bot.service.records import Habits, Player, Taste, Where, Who
from bot.service.tastes import MayPin, Tastes, always
from bot.table import CLOCK, End, Leave
from bot.words import words

__all__ = ["Tables"]

DECIDED_BY_ADMINS = {"games", "house", "nohouse"}
"""Questions whose answer depends on whether an admin asks."""


class Tables(Facts):
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
        may_pin: MayPin = always,
    ) -> None:
        """`now` gives milliseconds since 1970; `lines` has by platform the commands that its help names."""
        super().__init__(store, now)
        self._hub = hub
        self._commands = commands
        self._meters = meters or Meters()
        self._people = People(store)
        self._homes = Homes(store)
        self._hands = Hands(store, keeper, commands)
        self._opening = Opening(store, keeper, commands, now=now)
        self._levels = Levels(store, keeper, commands, self._people)
        self._acting = Acting(store, keeper, commands, self._hands, self._homes, self._levels)
        self._papers = Papers(keeper, commands)
        self._tastes = Tastes(store, keeper, commands, self._people, self._hands, may_pin)
        self._housekeeping = Housekeeping(store, keeper, commands)
        self._messages = Messages(store, commands)
        self._elsewhere = Elsewhere(keeper, commands)
        self._questions = Questions(keeper, commands, lines or {})
        self._reach = reach or Reach()

    # -- tables -----------------------------------------------------------------------------------
    async def open(
        self,
        where: Where,
        who: Who,
        *,
        opponent: Opponent = "",
        rules: Mapping[str, object] | None = None,
        event: str = "",
        watch: bool = False,
    ) -> Answer:
        """Open a table, or show again the lobby that this person has open here."""
        named = Level(opponent) if opponent in tuple(Level) else None
        player = await self._levels.remember(await self._people.player(who), named)
        level = level_of(player) if named or opponent == COMPUTER or watch else None
        wanted = Wanted(where, player, level, rules, event, named=named is not None, watch=watch)
        answer = await self._opening.open(wanted)
        return self._with_trouble(answer, where)

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
                return await self._acting.do(table, act, where, player, event=event, admin=admin)
            case Ask(table=table, what=what):
                return await self._ask(table, what, where, player, admin)
            case Open(opponent=opponent) as wish:
                return await self.open(where, who, opponent=opponent, rules=_rules_of(wish), event=event)
            case Choose() as choice:
                return await self._tastes.choose(choice, where, player, admin)
            case Choices(whose=whose):
                tastes = self._tastes.own if whose == "me" else self._tastes.of_chat
                return await tastes(where, player, admin)
            case Settings(whose=whose):
                return await self._tastes.settings(where, player, admin, whose)
            case Read() as page:
                return await self._questions.guide(where, player, page.topic, page.game, page.page)
            case Weeks():
                return await self._questions.weeks(where, player, self._now())
            case None:
                return Answer(Outcome.STALE, words(player.locale).say("That button is too old to work."))

    async def hand(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The person's own cards."""
        return await self._hands.find(where, await self._people.player(who), table)

    async def bid(self, where: Where, who: Who, points: str, *, table: str = "", event: str = "") -> Answer:
        """A number of points typed as a bid, at that table or where this person is to bid."""
        player = await self._people.player(who)
        return await self._acting.bid(where, player, points, table=table, event=event)

    async def turns(self, who: Who) -> Sequence[MovesScreen]:
        """What this person may do now, table by table."""
        player = await self._people.known(who)
        return await self._elsewhere.turns(player) if player is not None else ()

    # -- questions --------------------------------------------------------------------------------
    async def _ask(self, table: str, what: str, where: Where, player: Player, admin: Admin | None) -> Answer:
        if not await self._homes.has(table, where):
            return no_such_table(player, table)
        if what == "hand":
            return await self._hands.find(where, player, table)
        if what == "look":
            return await self._tastes.own(where, player, admin, table)
        may = what in DECIDED_BY_ADMINS and await self._homes.has_authority(table, where, admin)
        if what in {"house", "nohouse"}:
            return await self._housekeeping.keep(table, player, admin=may, drop=what == "nohouse")
        if (level := what.removeprefix("level_")) in tuple(Level):
            player = await self._levels.choose(table, player, Level(level))
        return await self._papers.about(table, what, player, admin=may)

    async def rules(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The rules of that table, or of the one that this person means; else what is usual in this chat."""
        return await self._papers.rules(where, await self._people.player(who), table)

    async def sheet(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """The score sheet of that table, or of the one that this person means."""
        return await self._papers.sheet(where, await self._people.player(who), table)

    async def export(self, where: Where, who: Who, *, table: str = "") -> Answer:
        """A finished match as a file: that table's, or their newest one here."""
        player = await self._people.player(who)
        if table and not await self._homes.has(table, where):
            return no_such_table(player, table)
        return await self._papers.export(where, player, table)

    async def house(self, where: Where, who: Who, *, admin: Admin | None = None, table: str = "") -> Answer:
        """The house rules of the chat, and for its admins the buttons to change them."""
        may = admin is not None and await admin()
        return await self._housekeeping.told(where, await self._people.player(who), table, admin=may)

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """What this person may leave or end here."""
        authority = admin is not None and await admin()
        return await self._questions.stop(where, await self._people.player(who), authority=authority)

    async def tastes(self, where: Where, who: Who, *, admin: Admin | None = None, table: str = "") -> Answer:
        """How this person is shown cards, with buttons to change it."""
        return await self._tastes.own(where, await self._people.player(who), admin, table)

    async def settings(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """All that this person may choose: for an admin of a chat its settings, else their own."""
        return await self._tastes.settings(where, await self._people.player(who), admin)

    async def stats(self, where: Where, who: Who) -> Answer:
        """The person's matches, counted."""
        return await self._questions.stats(where, await self._people.player(who))

    async def leaderboard(self, where: Where, who: Who) -> Answer:
        """The best of the chat."""
        return await self._questions.leaderboard(where, await self._people.player(who))

    async def help(self, where: Where, who: Who) -> Answer:
        """What the bot is, and how to begin."""
        return await self._questions.help(where, await self._people.player(who))

    async def guide(self, where: Where, who: Who, *, topic: str = "") -> Answer:
        """A page of the guide, with buttons to all others."""
        return await self._questions.guide(where, await self._people.player(who), topic)

    async def language(self, who: Who) -> str:
        """The language that this person has chosen, else the one that the platform names; writes nothing."""
        player = await self._people.known(who)
        return player.locale if player is not None and player.locale else who.locale

    async def taste(self, who: Who) -> Taste:
        """How this person likes to be shown cards, and to play; writes nothing."""
        player = await self._people.known(who)
        return player.taste if player is not None else Taste()

    async def habits(self, where: Where) -> Habits:
        """How much this chat wants to see of its tables; writes nothing."""
        chat = await self._store.read(lambda tx: tx.chat_by_ref(where.platform, where.chat))
        return chat.habits if chat is not None else Habits()

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

    async def home(self, table: str) -> Home | None:
        """Where the table is."""
        return await self._elsewhere.home(table)

    async def tables_in(self, where: Where) -> Sequence[str]:
        """The tables in lobby or play in that place."""
        return await self._open_tables(where)

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

    # -- live views -------------------------------------------------------------------------------
    async def look(self, table: str, who: Who) -> Look | None:
        """The table as this visitor sees it now, all of it in the visitor's language."""
        if not await self._homes.has(table, Where(who.platform, "")):
            return None
        return await self._questions.look(table, who)

    def changes(self, table: str) -> AsyncIterator[None]:
        """Yields when the table may have changed."""
        return self._hub.changes(table)


def _rules_of(wish: Open) -> Mapping[str, object] | None:
    """The rules that a button asks for, in their JSON form; None where it names no game."""
    if not wish.preset:
        return None
    return {"preset": wish.preset} | ({"players": wish.players} if wish.players else {})
