"""The composition root: settings become a store, a service and adapters, started, drained and stopped as one."""

import asyncio
import contextlib
import secrets
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import TextIO, TypeVar

import structlog
from prometheus_client import generate_latest

from adapters.web import AddressInUse, Web
from bot.release import version
from bot.screens.types import HandScreen
from bot.service.carrying import picture_of
from bot.service.clock import Clock
from bot.service.commands import Commands
from bot.service.couriers import Adapter, Hook, Picture, TokenRefused
from bot.service.health import Health
from bot.service.hub import Hub
from bot.service.keeper import Keeper
from bot.service.meters import Meters
from bot.service.ports import Store
from bot.service.publisher import Publisher
from bot.service.reach import Reach
from bot.service.records import Where
from bot.service.studio import Studio
from bot.service.tables import Tables
from bot.service.thinking import thinking
from bot.settings import Settings, Switch
from bot.table import Pace
from bot.words import words
from bot.words.commands import command_lines, command_texts
from storage import StorageError, open_store

__all__ = ["run"]

log = structlog.get_logger(__name__)

GOOD, WRONG, TOKEN_REFUSED = 0, 2, 78
LIVE = frozenset({"web"})
"""Platforms whose pages look for themselves and need no messages."""
RESTART_WAITS = (1.0, 2.0, 5.0, 15.0, 60.0)
"""Seconds before an adapter that failed is started again."""
STEADY = 300.0
"""Seconds after which an adapter that fails had been running well: it counts as the first time."""
DRAIN = 1.5
"""Seconds that what is under way has to come to its end."""

P = TypeVar("P")


def run(settings: Settings, *, pace: Pace | None = None) -> int:
    """Run the bot until it is told to stop; the result is the exit code of the process."""
    try:
        store = open_store(settings.database_url)
    except StorageError as why:
        _say(f"briscola-bot: {why}", sys.stderr)
        return WRONG
    try:
        return asyncio.run(Bot(settings, store, pace or Pace()).run())
    except AddressInUse as why:
        _say(f"briscola-bot: {why}", sys.stderr)
        return WRONG


def _say(text: str, where: TextIO | None = None) -> None:
    """Tell whoever started the program; the log tells everything else."""
    print(text, file=where or sys.stdout, flush=True)


def _now() -> int:
    return time.time_ns() // 1_000_000


class Bot:
    """One process: a service over one store, and the adapters whose token is set."""

    def __init__(self, settings: Settings, store: Store, pace: Pace) -> None:
        self._settings = settings
        self._store = store
        self._stop = asyncio.Event()
        self._meters = Meters()
        self._thinking = thinking()
        self._drawing = ThreadPoolExecutor(2, "drawing")
        self._down: dict[str, str] = {}
        hub, keeper = Hub(), Keeper(pace, secrets.token_bytes, LIVE)
        reach = Reach()
        commands = Commands(store, keeper, hub, now=_now, wake=self._wake)
        self.tables = Tables(
            store,
            keeper,
            hub,
            commands,
            now=_now,
            lines={
                "telegram": lambda spoken: command_lines(spoken, "/"),
                "discord": lambda spoken: command_lines(spoken, "/briscola "),
            },
            meters=self._meters,
            reach=reach,
            may_pin=self._may_pin,
            version=version(),
        )
        self._hooks: dict[str, Hook] = {}
        self._adapters = self._make_adapters()
        self._clock = Clock(
            store,
            keeper,
            commands,
            now=_now,
            thinking=self._thinking,
            live=LIVE,
            lateness=lambda late: self._meters.lateness.observe(late / 1000),
            on_cut=self._meters.cut_short.inc,
        )
        self._publisher = Publisher(
            store,
            Studio(keeper),
            commands,
            {name: adapter.courier for name, adapter in self._adapters.items()},
            owner=secrets.token_hex(8),
            now=_now,
            drawing=self._drawing,
            meters=self._meters,
            reach=reach,
        )
        self.health = Health(store, lambda: _now() - self._clock.last_beat, self._platforms)
        self._web = Web(
            self.tables,
            host=settings.web_host,
            port=settings.web_port,
            page=settings.web is Switch.ON,
            healthy=self.health.healthy,
            ready=self.health.ready,
            metrics=lambda: generate_latest(self._meters.registry),
            hooks=self._hooks,
        )

    # -- putting together -------------------------------------------------------------------------
    def _make_adapters(self) -> dict[str, Adapter]:
        """The adapters whose token is set. Their libraries are loaded only then."""
        adapters: dict[str, Adapter] = {}
        if token := self._settings.telegram_token:
            from adapters.telegram import Phrases, Telegram

            adapters["telegram"] = telegram = Telegram(
                token.get_secret_value(),
                self.tables,
                api_base=self._settings.telegram_api_base,
                webhook=self._settings.telegram_webhook,
                commands=command_texts(),
                phrases=lambda locale: _spoken(Phrases, locale),
                draw_hand=self._draw_hand,
                mention_of=self._mention("telegram"),
                spend=lambda chat: self._publisher.spend("telegram", chat),
            )
            self._hooks.update(telegram.hooks)
        if token := self._settings.discord_token:
            from adapters.discord import Discord
            from adapters.discord import Phrases as DiscordPhrases
            from adapters.discord.commands import translations

            shards, shard_count = self._settings.shards
            adapters["discord"] = Discord(
                token.get_secret_value(),
                self.tables,
                commands=translations(),
                phrases=lambda locale: _spoken(DiscordPhrases, locale),
                draw=self._draw_hand,
                mention_of=self._mention("discord"),
                shards=shards,
                shard_count=shard_count,
                meters=self._meters,
            )
        return adapters

    async def _draw_hand(self, hand: HandScreen) -> Picture | None:
        if hand.scene is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._drawing, picture_of, hand.scene)

    def _mention(self, platform: str) -> Callable[[str], Awaitable[str | None]]:
        async def user_of(key: str) -> str | None:
            player = (await self._store.read(lambda tx: tx.players([key]))).get(key)
            return player.user if player is not None and player.platform == platform else None

        return user_of

    async def _may_pin(self, where: Where) -> bool:
        """Whether we may pin messages there, as the platform tells."""
        adapter = self._adapters.get(where.platform)
        return adapter is None or await adapter.courier.may_pin(where.chat)

    def _wake(self, due_at: int | None) -> None:
        self._clock.wake(due_at)
        self._publisher.wake()

    # -- running ----------------------------------------------------------------------------------
    async def run(self) -> int:
        """Serve until SIGTERM or SIGINT, or until a platform refuses its token at the start."""
        loop = asyncio.get_running_loop()
        for one in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):  # Windows knows no such handlers
                loop.add_signal_handler(one, self._stop.set)
        try:
            self._welcome(await self._web.start())
            return await self._serve()
        finally:
            await self._web.stop()
            await self._store.close()
            for pool in (self._thinking, self._drawing):
                pool.shutdown(wait=False, cancel_futures=True)

    async def _serve(self) -> int:
        tending = [
            asyncio.create_task(self._clock.run()),
            asyncio.create_task(self._publisher.run()),
            asyncio.create_task(self._measure_lag()),
        ]
        code = GOOD
        try:
            async with asyncio.TaskGroup() as group:
                for name, adapter in self._adapters.items():
                    group.create_task(self._supervise(name, adapter))
                group.create_task(self._stop.wait())
        except* TokenRefused as refused:
            _say(f"briscola-bot: {_first(refused)}", sys.stderr)
            code = TOKEN_REFUSED
        for task in tending:
            task.cancel()
        await asyncio.gather(*tending, return_exceptions=True)
        await self._clock.drain()
        await self._publisher.drain(DRAIN)
        return code

    async def _supervise(self, name: str, adapter: Adapter) -> None:
        """Keep one adapter running; its troubles are its own. Only a token refused at the start ends it all."""
        was_ready = False

        def ready() -> None:
            nonlocal was_ready
            was_ready = True
            self._down.pop(name, None)
            log.info("connected", platform=name)
            self._publisher.wake()

        self._down[name] = "not connected yet"
        failures, now = 0, asyncio.get_running_loop().time
        while not self._stop.is_set():
            began = now()
            try:
                await adapter.run(self._stop, ready)
            except TokenRefused as error:
                if not was_ready:
                    raise
                self._down[name] = str(error)
                log.warning("token refused, this platform is down", platform=name)
                return
            except Exception:
                log.exception("adapter failed", platform=name)
                self._down[name] = "failed, and is started again"
            if now() - began > STEADY:
                failures = 0
            await self._pause(RESTART_WAITS[min(failures, len(RESTART_WAITS) - 1)])
            failures += 1

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stop.wait()

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(0.5)
            self._meters.loop_lag.set(max(0.0, loop.time() - before - 0.5))

    def _welcome(self, url: str) -> None:
        if self._settings.web is Switch.OFF:
            log.info("serving health and metrics", url=url)
            if not self._adapters:
                _say("No token is set and WEB is off, so nobody can play: .env.example says what to set.")
            return
        if not self._adapters:
            _say(f"No token is set, so there is the web table alone: {url}")
            _say("To play on Discord or Telegram, put a token into .env (see .env.example).")
        else:
            _say(f"The web table is at {url}")

    def _platforms(self) -> Mapping[str, str]:
        """By platform, what is wrong with it; "ok" where nothing is."""
        return {
            name: self._down.get(name) or adapter.trouble or "ok" for name, adapter in self._adapters.items()
        }


def _first(group: BaseExceptionGroup[TokenRefused]) -> BaseException:
    """The first exception in a group, however deep."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _spoken(phrases: Callable[..., P], locale: str) -> P:
    """An adapter's own sentences in the language of a locale; its defaults are the English ones."""
    spoken = words(locale)
    return phrases(**{one.name: spoken.look_up(one.default) for one in fields(phrases)})  # type: ignore[arg-type]  # a dataclass
