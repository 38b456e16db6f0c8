"""Threads of tables in simcord, whose permission engine and caches are not ours."""

from __future__ import annotations

import discord
import pytest

from adapters.discord import Discord
from doubles.discord_desk import ScriptedDesk, a_surface, a_table
from doubles.discord_evening import draw
from doubles.discord_town import discord_town


class Bar:
    """A bot with a scripted desk, for towns."""

    def __init__(self) -> None:
        self.desk = ScriptedDesk()

    def client(self) -> discord.Client:
        """The bot anew."""
        self.discord = Discord("no-token-needed", self.desk, draw=draw)
        client = self.discord.client()
        self.discord._client = client
        return client


async def test_in_a_town_a_table_gets_its_thread() -> None:
    bar = Bar()
    async with discord_town(bar.client) as town:
        guild = town.guild(locale="it")
        channel = town.channel("tavolo")
        maria = town.person("Maria", locale="it")
        act = await maria.runs(channel, "briscola play", thread="yes")
        (asked,) = bar.desk.asked
        assert asked.where.chat == str(channel.id)
        assert act.private.text.endswith(f"<#{asked.where.thread}>")
        surface = a_surface(channel.id, thread=asked.where.thread)
        sent = await bar.discord.courier.send(surface, a_table("Maria opens"), None)
        assert sent.message
        thread = next(one for one in town.bot.get_guild(guild.id).threads)  # type: ignore[union-attr]  # it is there
        assert (str(thread.id), thread.name) == (asked.where.thread, "Briscola – Maria")


@pytest.mark.parametrize("right", ["create_public_threads", "send_messages_in_threads"])
async def test_in_a_town_each_right_that_threads_need_is_named(right: str) -> None:
    bar = Bar()
    async with discord_town(bar.client) as town:
        town.guild()
        channel, maria = town.channel("tavolo", bot_lacks=[right]), town.person("Maria")
        act = await maria.runs(channel, "briscola play", thread="yes")
        assert right.replace("_", " ").title().replace(" In ", " in ") in act.private.text
        assert bar.desk.asked == []
