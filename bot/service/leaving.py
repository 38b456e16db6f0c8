"""The ways out: a person's own tables, each with what leaving it costs."""

from collections.abc import Sequence

from bot.screens.leaving import Way, leave_note
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.finding import own_tables
from bot.service.keeper import Keeper
from bot.service.ports import Tx
from bot.service.records import Player, Where
from bot.service.studio import Studio
from bot.words import Words, words

__all__ = ["Leaving"]


class Leaving:
    """Tells people which tables they may leave."""

    def __init__(self, keeper: Keeper, commands: Commands) -> None:
        self._keeper = keeper
        self._commands = commands
        self._studio = Studio(keeper)

    async def asked(self, where: Where, player: Player) -> Answer:
        """The person's tables here (in private: everywhere on that platform), each with a button to leave it."""
        spoken = words(player.locale)
        ways = await self._commands.read(lambda tx: self._ways(tx, where, player, spoken))
        if not ways:
            said = (
                spoken.say("You sit at no table.")
                if where.private
                else spoken.say(
                    "You sit at no table here. In our private chat the same command has your tables elsewhere."
                )
            )
            return Answer(Outcome.REFUSED, said)
        return Answer(Outcome.SHOWN, note=leave_note(ways, spoken), table=ways[0].table.id)

    def _ways(self, tx: Tx, where: Where, player: Player, spoken: Words) -> Sequence[Way]:
        ways: list[Way] = []
        for row in own_tables(tx, where, player):
            chat = tx.chat_by_id(row.chat)
            if row.phase == "trouble" or chat.platform != where.platform:
                continue
            elsewhere = chat.ref != where.chat
            names = self._studio.names(tx, self._keeper.load(tx, row), spoken)
            ways.append(Way(names, player.key, chat.title if elsewhere else "", is_here=not elsewhere))
        return ways
