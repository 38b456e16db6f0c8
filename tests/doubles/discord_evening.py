"""The bot's Discord side with a scripted desk, connected to the make-believe Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from adapters.discord import Discord
from bot.screens.types import HandScreen
from bot.service.ports import Picture
from doubles.discord_desk import ScriptedDesk
from doubles.discord_launcher import discord_at
from doubles.discord_people import Person
from doubles.discord_sample import picture
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel, Guild

NOW = 1_800_000_000_000


async def draw(screen: HandScreen) -> Picture | None:
    """A picture for every hand that is to be drawn."""
    return None if screen.scene is None else Picture("hand-1", picture())


class Evening:
    """A bar, a channel, two people and the bot."""

    def __init__(self, wire: DiscordWire, discord: Discord, desk: ScriptedDesk, guild: Guild) -> None:
        self.wire, self.discord, self.desk, self.guild = wire, discord, desk, guild
        self.channel: Channel = guild.channel("tavolo")
        self.maria: Person = wire.person("Maria", locale="it")
        self.luca: Person = wire.person("Luca", locale="pt-BR")

    @property
    def courier(self) -> Any:
        return self.discord.courier


@asynccontextmanager
async def running(wire: DiscordWire, discord: Discord) -> AsyncIterator[asyncio.Task[None]]:
    """The bot, run until the end of the block as its process runs it."""
    stop, ready = asyncio.Event(), asyncio.Event()
    with discord_at(wire.url):
        run = asyncio.create_task(discord.run(stop, ready.set))
        first = asyncio.create_task(ready.wait())
        try:
            await asyncio.wait({run, first}, return_when=asyncio.FIRST_COMPLETED)
            yield run
        finally:
            first.cancel()
            stop.set()
            await asyncio.wait_for(run, 10)


@asynccontextmanager
async def an_evening(
    wire: DiscordWire, make: Callable[[ScriptedDesk], Discord] | None = None
) -> AsyncIterator[Evening]:
    """All of them together."""
    desk = ScriptedDesk()
    guild = wire.guild("Bar Sport", locale="it")
    discord = Discord(wire.world.token, desk, draw=draw, now=lambda: NOW) if make is None else make(desk)
    async with running(wire, discord):
        await wire.until(lambda: wire.commands, hint="the commands")
        yield Evening(wire, discord, desk, guild)
