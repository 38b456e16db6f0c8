"""The house rules of chats: told to everybody, made and dropped by admins."""

from bot.game import Rules
from bot.screens.house import house_note
from bot.service.acting import no_such_table
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.finding import nearest_table
from bot.service.keeper import Keeper
from bot.service.ports import Store, Tx
from bot.service.records import Player, Where
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

    async def told(self, where: Where, player: Player, table: str, *, admin: bool) -> Answer:
        """The house rules of the chat, and for an admin the buttons to change them."""

        def work(tx: Tx) -> tuple[Rules | None, Table | None]:
            chat = tx.chat_by_ref(where.platform, where.chat)
            if chat is None:
                return None, None
            row = tx.table(table) if table else nearest_table(tx, where, player)
            here = row is not None and row.chat == chat.id and row.phase != "trouble"
            return house_rules(chat), self._keeper.load(tx, row) if row is not None and here else None

        house, found = await self._commands.read(work)
        note = house_note(house, found, words(player.locale), admin=admin)
        return Answer(Outcome.SHOWN, note=note, table=found.id if found else "")

    async def keep(self, table: str, player: Player, *, admin: bool, drop: bool = False) -> Answer:
        """Make the rules of a table those of its chat, or `drop` what it has."""
        spoken = words(player.locale)
        if not admin:
            said = spoken.say("Only an admin of the chat can make or drop its house rules.")
            return Answer(Outcome.REFUSED, said, table=table)
        found = await self._commands.read(lambda tx: self._rules_of(tx, table))
        if found is None:
            return no_such_table(player, table)
        chat, rules = found
        await self._store.write(lambda tx: tx.set_chat_house(chat, "" if drop else text_of(rules)))
        return Answer(Outcome.ACCEPTED, _kept(spoken, drop=drop), table=table)

    def _rules_of(self, tx: Tx, table: str) -> tuple[int, Rules] | None:
        row = tx.table(table)
        if row is None or row.phase == "trouble":
            return None
        return row.chat, self._keeper.load(tx, row).rules


def _kept(spoken: Words, *, drop: bool) -> str:
    if drop:
        return spoken.say("This chat has no house rules any more.")
    return spoken.say("New tables in this chat begin with these rules from now on.")
