"""What people ask of the desk: each question found its answer, and nothing at any table changed by it."""

from collections.abc import Callable, Mapping

from bot.service.acting import no_such_table
from bot.service.answers import Answer
from bot.service.commands import Commands
from bot.service.desk import Admin
from bot.service.facts import Facts
from bot.service.hands import Hands
from bot.service.homes import Homes
from bot.service.housekeeping import Housekeeping
from bot.service.keeper import Keeper
from bot.service.leaving import Leaving
from bot.service.papers import Papers
from bot.service.people import People
from bot.service.ports import Store
from bot.service.questions import CommandLines, Questions
from bot.service.records import Habits, Taste, Where, Who
from bot.service.tastes import MayPin, Tastes
from bot.words.typed import unknown_in

__all__ = ["Asked"]


class Asked(Facts):
    """The part of the desk (`bot.service.desk.Desk`) that answers questions."""

    def __init__(
        self,
        store: Store,
        keeper: Keeper,
        commands: Commands,
        *,
        now: Callable[[], int],
        lines: Mapping[str, CommandLines],
        may_pin: MayPin,
        version: str,
    ) -> None:
        super().__init__(store, now)
        self._commands = commands
        self._people = People(store)
        self._homes = Homes(store)
        self._hands = Hands(store, keeper, commands)
        self._papers = Papers(keeper, commands)
        self._tastes = Tastes(store, keeper, commands, self._people, self._hands, may_pin)
        self._housekeeping = Housekeeping(store, keeper, commands)
        self._leaving = Leaving(keeper, commands)
        self._questions = Questions(keeper, commands, lines, version)

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

    async def house(
        self,
        where: Where,
        who: Who,
        *,
        admin: Admin | None = None,
        table: str = "",
        head: Admin | None = None,
    ) -> Answer:
        """The house rules of the chat, and for its admins the buttons to change them."""
        may = admin is not None and await admin()
        leads = bool(where.wider) and head is not None and await head()
        player = await self._people.player(who)
        return await self._housekeeping.told(where, player, table, admin=may, head=leads)

    async def stop(self, where: Where, who: Who, *, admin: Admin | None = None) -> Answer:
        """What this person may leave or end here."""
        authority = admin is not None and await admin()
        return await self._questions.stop(where, await self._people.player(who), authority=authority)

    async def tastes(
        self, where: Where, who: Who, *, admin: Admin | None = None, table: str = "", typed: str = ""
    ) -> Answer:
        """How this person is shown cards, with buttons to change it."""
        return await self._tastes.own(where, await self._people.player(who), admin, table, unknown_in(typed))

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

    async def leave(self, where: Where, who: Who) -> Answer:
        """The person's own tables, each with a button to leave it."""
        return await self._leaving.asked(where, await self._people.player(who))

    async def status(self, where: Where, who: Who) -> Answer:
        """That the bot is alive, how many tables are open here, and its version."""
        return await self._questions.status(where, await self._people.player(who))
