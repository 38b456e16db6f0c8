"""The desk as it is: every press and question of every platform, answered from one database."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace

from bot.computer import Level
from bot.screens.moves import MovesScreen
from bot.screens.tokens import COMPUTER, Ask, Choices, Choose, Do, Open, Read, Settings, Weeks, parse_token
from bot.screens.types import HandScreen
from bot.service.acting import Acting, no_such_table
from bot.service.answers import Answer, Outcome
from bot.service.asked import Asked
from bot.service.commands import Commands
from bot.service.desk import Admin, Look, Opponent
from bot.service.elsewhere import Elsewhere, Home
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.levels import Levels, level_of
from bot.service.messages import Messages
from bot.service.meters import Meters
from bot.service.opening import Opening, Wanted
from bot.service.ports import Store, Tx
from bot.service.questions import CommandLines
from bot.service.reach import Reach
from bot.service.records import Player, Where, Who
from bot.service.tastes import MayPin, always
from bot.table import CLOCK, End, Leave
from bot.words import words

__all__ = ["Tables"]

HOUSEKEEPING = {"house", "nohouse", "house_wider", "nohouse_wider"}
"""Questions by which house rules are made and dropped: of the chat, and of the server that it is part of."""
DECIDED_BY_ADMINS = HOUSEKEEPING | {"games", "stop"}
"""Questions whose answer depends on whether an admin asks."""


class Tables(Asked):
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
        version: str = "",
    ) -> None:
        """`now` gives milliseconds since 1970; `lines` has by platform the commands that its help names.

        `may_pin` asks a platform whether we may pin messages in a chat; `version` is that of the program.
        """
        super().__init__(
            store, keeper, commands, now=now, lines=lines or {}, may_pin=may_pin, version=version
        )
        self._hub = hub
        self._meters = meters or Meters()
        self._opening = Opening(store, keeper, commands, now=now)
        self._levels = Levels(store, keeper, commands, self._people)
        self._acting = Acting(store, keeper, commands, self._hands, self._homes, self._levels)
        self._messages = Messages(store, commands)
        self._elsewhere = Elsewhere(keeper, commands)
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
        return await self._with_trouble(answer, where, who, besides=True)

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
        answer = await self._messages.claimed(token, answer, where, message)
        return await self._with_trouble(answer, where, who)

    async def _with_trouble(self, answer: Answer, where: Where, who: Who, *, besides: bool = False) -> Answer:
        """Whoever acts where we cannot write is told so: if there is nothing else to tell, or `besides` that."""
        why = self._reach.heard_from(where)
        if not why or (answer.words and not besides):
            return answer
        said = words(await self.language(who)).look_up(why)
        return replace(answer, words="\n".join(filter(None, (answer.words, said))))

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
        answer = await self._hands.find(where, await self._people.player(who), table)
        return await self._with_trouble(answer, where, who)

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
        if what in HOUSEKEEPING:
            wider = where if what.endswith("_wider") else None
            drop = what.startswith("no")
            return await self._housekeeping.keep(table, player, admin=may, drop=drop, wider=wider)
        if what == "stop":
            return await self._questions.stop(where, player, authority=may, table=table)
        if (level := what.removeprefix("level_")) in tuple(Level):
            player = await self._levels.choose(table, player, Level(level))
        return await self._papers.about(table, what, player, admin=may)

    # -- messages and chats -----------------------------------------------------------------------
    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> str:
        """The hand stands in a private message, refreshed from now on; the one there that was before."""
        return await self._hands.shown(hand, where, message, expires_at)

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

    async def unshown(self, table: str) -> Sequence[tuple[Who, HandScreen]]:
        """The people whose cards no message shows yet."""
        return await self._elsewhere.unshown(table)

    async def place_for_cards(self, table: str, who: Who) -> HandScreen | None:
        """What keeps the place of the person's cards."""
        player = await self._people.known(who)
        return await self._elsewhere.place_for_cards(table, player) if player is not None else None

    async def home(self, table: str) -> Home | None:
        """Where the table is."""
        return await self._elsewhere.home(table)

    async def tables_in(self, where: Where) -> Sequence[str]:
        """The tables in lobby or play in that place."""
        return await self._open_tables(where)

    async def lobby_of(self, where: Where, who: Who) -> str | None:
        """The thread in which a lobby of this person waits."""
        player = await self._people.known(who)
        if player is None:
            return None
        return await self._commands.read(lambda tx: self._opening.lobby_of(tx, where, player))

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
