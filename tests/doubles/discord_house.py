"""The whole bot on the make-believe Discord: a real store, the real tables, clock and publisher."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hashlib import sha256

from adapters.discord import Discord, DiscordCourier
from adapters.discord.members import Members
from bot.pictures.scene import HandScene, TableScene
from bot.screens.types import HandScreen
from bot.service import carrying
from bot.service.clock import Clock
from bot.service.commands import Commands
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.meters import Meters
from bot.service.ports import Budget, Picture, Store
from bot.service.publisher import Publisher
from bot.service.reach import Reach
from bot.service.studio import Studio
from bot.service.tables import Tables
from bot.table import Pace
from doubles.discord_evening import running
from doubles.discord_sample import picture
from doubles.discord_wire import DiscordWire
from storage import open_store


class PatientChannels(DiscordCourier):
    """The courier, for channels that bear any number of calls: tests play faster than people."""

    def budget(self, chat: str) -> Budget:
        return Budget(burst=1_000, every=0.001)


BRISK = Pace(computer=0, new_trick=0, next_deal=0)


def now() -> int:
    return time.time_ns() // 1_000_000


def scribbled(scene: TableScene | HandScene) -> Picture:
    """A picture that takes no time to draw, under a name of its own for each scene."""
    return Picture(sha256(repr(scene).encode()).hexdigest(), picture())


class House:
    """One process of the bot, put together as the real one is, with Discord alone."""

    def __init__(self, store: Store, token: str, pace: Pace) -> None:
        self.store, self.meters = store, Meters()
        self.pool = ThreadPoolExecutor(2)
        self.keeper = keeper = Keeper(pace, secrets.token_bytes)
        hub, reach = Hub(), Reach()
        commands = Commands(store, keeper, hub, now=now, wake=self._wake)
        self.tables = Tables(store, keeper, hub, commands, now=now, meters=self.meters, reach=reach)
        # On a busy machine a sign to wait would come first, and what follows it is not waited for by tests.
        self.discord = Discord(token, self.tables, draw=self._draw, patience=10)
        courier = PatientChannels(
            self.discord._connected,
            mention_of=self._mention,
            now=now,
            is_locked=self.discord._threads.is_locked,
            icons=self.discord._icons,
            members=Members(self.tables),
        )
        self.clock = Clock(store, keeper, commands, now=now, thinking=self.pool)
        self.publisher = Publisher(
            store,
            Studio(keeper),
            commands,
            {"discord": courier},
            owner=secrets.token_hex(8),
            now=now,
            drawing=self.pool,
            meters=self.meters,
            reach=reach,
        )

    async def _draw(self, hand: HandScreen) -> Picture | None:
        if hand.scene is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self.pool, carrying.picture_of, hand.scene)

    async def _mention(self, key: str) -> str | None:
        player = (await self.store.read(lambda tx: tx.players([key]))).get(key)
        return None if player is None else player.user

    def _wake(self, due_at: int | None) -> None:
        self.clock.wake(due_at)
        self.publisher.wake()


@asynccontextmanager
async def a_house(wire: DiscordWire, database: str, pace: Pace = BRISK) -> AsyncIterator[House]:
    """The bot, up and running until the end of the block."""
    store = open_store(database)
    house = House(store, wire.world.token, pace)
    tending = [asyncio.create_task(house.clock.run()), asyncio.create_task(house.publisher.run())]
    try:
        async with running(wire, house.discord):
            await wire.until(lambda: wire.commands, hint="the commands")
            yield house
            await house.publisher.drain(2)
    finally:
        for task in tending:
            task.cancel()
        await asyncio.gather(*tending, return_exceptions=True)
        await house.clock.drain()
        await house.publisher.drain(2)
        await store.close()
        house.pool.shutdown()
