"""One process of the bot in Telegram, put together as the real one is, with nothing make-believe but Telegram."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from hashlib import sha256

from adapters.telegram import Phrases, Telegram
from adapters.telegram.courier import TelegramCourier
from bot.pictures.scene import HandScene, TableScene
from bot.screens.types import HandScreen
from bot.service import carrying
from bot.service.clock import Clock
from bot.service.commands import Commands
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.meters import Meters
from bot.service.ports import Budget, Courier, Picture, Store
from bot.service.publisher import Publisher
from bot.service.studio import Studio
from bot.service.tables import Tables
from bot.table import Pace
from bot.words import words
from bot.words.commands import command_texts
from doubles.telegram_api import TelegramApi
from doubles.telegram_desk import png
from storage import open_store

BRISK = Pace(computer=0, new_trick=0, next_deal=0)


def real_time() -> int:
    return time.time_ns() // 1_000_000


def scribbled(scene: TableScene | HandScene) -> Picture:
    """A picture that takes no time to draw; another one for another scene."""
    name = sha256(repr(scene).encode()).hexdigest()
    return Picture(name, png(int(name[:2], 16)))


def spoken(locale: str) -> Phrases:
    """The adapter's own sentences, as the real bot looks them up."""
    said = words(locale)
    return Phrases(**{one.name: said.look_up(str(one.default)) for one in fields(Phrases)})


class PatientGroups(TelegramCourier):
    """The courier, for groups that bear any number of calls: tests play faster than people."""

    @classmethod
    def of(cls, courier: Courier) -> PatientGroups:
        patient = cls.__new__(cls)
        patient.__dict__.update(vars(courier))
        return patient

    def budget(self, chat: str) -> Budget:
        return Budget(burst=1_000, every=0.001)


@dataclass(frozen=True)
class Way:
    """How the bot lives for a test."""

    now: Callable[[], int] = real_time
    pace: Pace = BRISK
    patient: bool = True
    """Whether groups bear any number of calls."""
    announced: bool = False
    """Whether the commands are announced, so that most are seen by the bot alone."""
    webhook: str | None = None
    """Where Telegram posts updates; None to be asked for them."""


class House:
    """One process of the bot, with Telegram alone."""

    def __init__(self, store: Store, api: TelegramApi, way: Way) -> None:
        self.store = store
        self.pool = ThreadPoolExecutor(2)
        self.keeper, meters = Keeper(way.pace, secrets.token_bytes), Meters()
        hub = Hub()
        commands = Commands(store, self.keeper, hub, now=way.now, wake=self._wake)
        self.tables = Tables(store, self.keeper, hub, commands, now=way.now, meters=meters)
        self.telegram = Telegram(
            api.token, self.tables, api_base=api.url, webhook=way.webhook, phrases=spoken,
            commands=command_texts() if way.announced else None,
            draw_hand=self._draw, mention_of=self._mention, spend=self._spend,
        )  # fmt: skip
        courier = self.telegram.courier
        if way.patient:
            courier = PatientGroups.of(courier)
        self.clock = Clock(store, self.keeper, commands, now=way.now, thinking=self.pool)
        self.publisher = Publisher(
            store, Studio(self.keeper), commands, {"telegram": courier},
            owner=secrets.token_hex(8), now=way.now, drawing=self.pool, meters=meters,
        )  # fmt: skip

    async def _draw(self, hand: HandScreen) -> Picture | None:
        if hand.scene is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self.pool, carrying.picture_of, hand.scene)

    async def _mention(self, key: str) -> str | None:
        player = (await self.store.read(lambda tx: tx.players([key]))).get(key)
        return player.user if player else None

    def _wake(self, due_at: int | None) -> None:
        self.clock.wake(due_at)
        self.publisher.wake()

    def _spend(self, chat: str) -> bool:
        return self.publisher.spend("telegram", chat)


@asynccontextmanager
async def a_house(api: TelegramApi, database: str, way: Way | None = None) -> AsyncIterator[House]:
    """The bot, up and running until the end of the block."""
    store = open_store(database)
    house = House(store, api, way or Way())
    stop, ready = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    tending = [loop.create_task(house.clock.run()), loop.create_task(house.publisher.run())]
    running = loop.create_task(house.telegram.run(stop, ready.set))
    try:
        await ready.wait()
        yield house
    finally:
        stop.set()
        await running
        for task in tending:
            task.cancel()
        await asyncio.gather(*tending, return_exceptions=True)
        await house.clock.drain()
        await house.publisher.drain(2)
        await store.close()
        house.pool.shutdown()
