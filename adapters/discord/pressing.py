"""Presses of buttons, choices in menus and filled-in forms: each becomes a call to the desk, and is answered."""

from dataclasses import replace

import discord

from adapters.discord.answering import Answering
from adapters.discord.commands import opponent_in
from adapters.discord.opening import Opening, Wish
from adapters.discord.places import admin_of, head_of, where_of, who_of
from adapters.discord.presses import concerns_server, token_pressed, typed
from bot.screens.tokens import Ask, Open, parse_token
from bot.service.answers import Answer
from bot.service.desk import Desk
from bot.service.records import Where

__all__ = ["Pressing"]


class Pressing:
    """Meets what people do at messages of ours, of any age."""

    def __init__(self, desk: Desk, answering: Answering, opening: Opening) -> None:
        self._desk = desk
        self._answering = answering
        self._opening = opening

    async def meet(self, interaction: discord.Interaction) -> None:
        """Do what was pressed, chosen or filled in; what is not ours is answered too."""
        token = token_pressed(interaction)
        filled_in = interaction.type is discord.InteractionType.modal_submit
        match parse_token(token or ""):
            case Ask(table=table, what="points") if filled_in:
                await self._bid(interaction, table)
            case Ask(what="points") as asked:
                await self._answering.ask_points(interaction, str(asked))
            case Open() as wished if not filled_in:
                await self._open(interaction, wished)
            case _ if token is None or filled_in:
                await self._answering.say(interaction, lambda phrases: phrases.unknown_button)
            case _:
                where = where_of(interaction)
                await self._answering.ask(interaction, lambda: self._press(interaction, token, where))

    async def _bid(self, interaction: discord.Interaction, table: str) -> None:
        where, who, event = where_of(interaction), who_of(interaction), str(interaction.id)
        await self._answering.ask(
            interaction, lambda: self._desk.bid(where, who, typed(interaction), table=table, event=event)
        )

    async def _open(self, interaction: discord.Interaction, wished: Open) -> None:
        token = str(replace(wished, opponent=opponent_in(interaction, wished.opponent)))
        wish = Wish(wished.preset or "briscola", people=not wished.opponent)
        await self._opening.open(interaction, lambda where: self._press(interaction, token, where), wish)

    async def _press(self, interaction: discord.Interaction, token: str, where: Where) -> Answer:
        message = interaction.message
        return await self._desk.press(
            token,
            where,
            who_of(interaction),
            event=str(interaction.id),
            message="" if message is None or message.flags.ephemeral else str(message.id),
            admin=head_of(interaction) if concerns_server(token) else admin_of(interaction),
        )
