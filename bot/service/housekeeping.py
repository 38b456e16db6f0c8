"""The house rules of chats: told to everybody, made and dropped by admins."""

from bot.game import Rules
from bot.screens.house import Houses, house_note
from bot.service.acting import no_such_table
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.finding import nearest_table
from bot.service.keeper import Keeper
from bot.service.ports import Store, Tx
from bot.service.records import Chat, Player, Where
from bot.service.usual import house_rules, text_of
from bot.table import Table
from bot.words import Words, words

__all__ = ["Housekeeping"]


class Housekeeping:
    """Tells and keeps the house rules of chats."""

    def __init__(self, store: Store, keeper: Keeper, commands: Commands) -> None:
        self._store = store
        self._keeper = keeper
        self._commands = commands

    async def told(
        self, where: Where, player: Player, table: str, *, admin: bool, head: bool = False
    ) -> Answer:
        """The house rules that hold there, and for an admin, or the `head` of it all, the buttons to change them."""

        def work(tx: Tx) -> tuple[Houses, Table | None]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            above = tx.chat_by_ref(where.platform, where.wider) if where.wider else None
            houses = Houses(_house(chat), _house(above))
            if chat is None:
                return houses, None
            row = tx.table(table) if table else nearest_table(tx, where, player)
            here = row is not None and row.chat == chat.id and row.phase != "trouble"
            return houses, self._keeper.load(tx, row) if row is not None and here else None

        houses, found = await self._commands.read(work)
        note = house_note(houses, found, words(player.locale), admin=admin, head=head)
        return Answer(Outcome.SHOWN, note=note, table=found.id if found else "")

    async def keep(
        self, table: str, player: Player, *, admin: bool, drop: bool = False, wider: Where | None = None
    ) -> Answer:
        """Make the rules of a table those of its chat, or `drop` what it has; `wider`: of what that is part of."""
        spoken = words(player.locale)
        if not admin:
            return Answer(Outcome.REFUSED, _not_theirs(spoken, wider), table=table)
        if wider is not None and not wider.wider:
            return no_such_table(player, table)
        found = await self._commands.read(lambda tx: self._rules_of(tx, table))
        if found is None:
            return no_such_table(player, table)
        chat, rules = found

        def work(tx: Tx) -> None:
            kept = chat if wider is None else tx.chat(Where(wider.platform, wider.wider)).id
            tx.set_chat_house(kept, "" if drop else text_of(rules))

        await self._store.write(work)
        return Answer(Outcome.ACCEPTED, _kept(spoken, wider, drop=drop), table=table)

    def _rules_of(self, tx: Tx, table: str) -> tuple[int, Rules] | None:
        row = tx.table(table)
        if row is None or row.phase == "trouble":
            return None
        return row.chat, self._keeper.load(tx, row).rules


def _house(chat: Chat | None) -> Rules | None:
    return house_rules(chat) if chat else None


def _not_theirs(spoken: Words, wider: Where | None) -> str:
    if wider is None:
        return spoken.say("Only an admin of the chat can make or drop its house rules.")
    return spoken.say("Only who manages the server can make or drop its house rules.")


def _kept(spoken: Words, wider: Where | None, *, drop: bool) -> str:
    match drop, wider:
        case True, None:
            return spoken.say("This chat has no house rules any more.")
        case True, _:
            return spoken.say("This server has no house rules any more.")
        case False, None:
            return spoken.say("New tables in this chat begin with these rules from now on.")
        case _:
            return spoken.say(
                "New tables in this server begin with these rules from now on, where a chat has none of its own."
            )
