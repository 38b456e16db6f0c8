"""A process of the bot in time that costs nothing, which can die between two instructions."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any, TypeVar

from adapters.telegram import Phrases, Telegram
from bot.screens.types import HandScreen
from bot.service import carrying
from bot.service.clock import Clock
from bot.service.commands import Commands
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.meters import Meters
from bot.service.ports import Picture, Store, Tx
from bot.service.publisher import Publisher
from bot.service.reach import Reach
from bot.service.studio import Studio
from bot.service.tables import Tables
from bot.table import Pace
from bot.words import words
from bot.words.commands import command_texts
from judging.telegram_checks import Json
from judging.telegram_time import GENERATION, VirtualLoop, end_generation
from judging.telegram_world import TOKEN
from storage import open_store

T = TypeVar("T")


class _Guarded:
    """A store that a killed process cannot reach any more; time stands still while it works."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.dead = False

    async def write(self, work: Callable[[Tx], T]) -> T:
        return await self._within(self._store.write, work)

    async def read(self, work: Callable[[Tx], T]) -> T:
        return await self._within(self._store.read, work)

    async def close(self) -> None:
        await self._store.close()

    async def _within(self, call: Callable[[Callable[[Tx], T]], Any], work: Callable[[Tx], T]) -> T:
        if self.dead:
            raise asyncio.CancelledError
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        with loop.under_way():
            result: T = await call(work)
        return result


def _now() -> int:
    return time.time_ns() // 1_000_000


def _spoken(locale: str) -> Phrases:
    said = words(locale)
    return Phrases(**{one.name: said.look_up(str(one.default)) for one in fields(Phrases)})


WEBHOOK = "https://bot.example.org/there"


async def _status(answering: Awaitable[int]) -> int:
    return await answering


class House:
    """One process, put together as the real one is."""

    def __init__(self, database: str, url: str, generation: int, *, webhook: bool = False) -> None:
        self.generation = generation
        self._open = open_store(database)
        self.store = _Guarded(self._open)
        self._thinking, self._drawing = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.keeper, meters, reach, hub = Keeper(Pace(), secrets.token_bytes), Meters(), Reach(), Hub()
        store = self.store
        commands = Commands(store, self.keeper, hub, now=_now, wake=self._wake)
        self.tables = Tables(store, self.keeper, hub, commands, now=_now, meters=meters, reach=reach)
        self.telegram = Telegram(
            TOKEN, self.tables, api_base=url, commands=command_texts(), phrases=_spoken,
            draw_hand=self._draw, mention_of=self._mention, now=time.time,
            webhook=WEBHOOK if webhook else None,
            spend=lambda chat: self.publisher.spend("telegram", chat),
        )  # fmt: skip
        self.clock = Clock(store, self.keeper, commands, now=_now, thinking=self._thinking)
        self.publisher = Publisher(
            store, Studio(self.keeper), commands, {"telegram": self.telegram.courier},
            owner=secrets.token_hex(4), now=_now, drawing=self._drawing, meters=meters, reach=reach,
        )  # fmt: skip
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    async def _draw(self, hand: HandScreen) -> Picture | None:
        if hand.scene is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(
            self._drawing, carrying.picture_of, hand.scene
        )

    async def _mention(self, key: str) -> str | None:
        player = (await self.store.read(lambda tx: tx.players([key]))).get(key)
        return player.user if player else None

    def _wake(self, due_at: int | None) -> None:
        self.clock.wake(due_at)
        self.publisher.wake()

    def start(self) -> None:
        """Begin to serve."""
        before = GENERATION.set(self.generation)
        self._running = asyncio.get_running_loop().create_task(self._run())
        GENERATION.reset(before)

    async def _run(self) -> None:
        tending = [asyncio.create_task(self.clock.run()), asyncio.create_task(self.publisher.run())]
        try:
            await self.telegram.run(self._stop, self.publisher.wake)
        finally:
            for task in tending:
                task.cancel()
            await asyncio.gather(*tending, return_exceptions=True)
        await self.clock.drain()
        await self.publisher.drain(1.5)

    async def post(self, update: Json, secret: str) -> int:
        """Hand an update to the webhook, as the web server does; the HTTP status."""
        receive = self.telegram.hooks[next(iter(self.telegram.hooks))]
        body = json.dumps(update).encode()
        before = GENERATION.set(self.generation)
        headers = {"X-Telegram-Bot-Api-Secret-Token": secret}
        posting = asyncio.get_running_loop().create_task(_status(receive(headers, body)))
        GENERATION.reset(before)
        await asyncio.wait({posting}, timeout=60)
        return 502 if posting.cancelled() or not posting.done() else posting.result()

    async def stop(self) -> None:
        """End as after SIGTERM."""
        assert self._running
        self._stop.set()
        await self._running
        await self._away()

    async def kill(self) -> None:
        """End as after `kill -9`: nothing more is written, nothing more is said. The server has been told."""
        self.store.dead = True
        await end_generation(self.generation)
        await self._away()

    async def _away(self) -> None:
        await self._open.close()
        for pool in (self._thinking, self._drawing):
            pool.shutdown(wait=False)
