"""The whole bot as it ships, on the stand-in's clock and with pictures that tell which cards are on them."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from pydantic import SecretStr

import bot.app
from adapters.discord import Discord, DiscordCourier, Phrases, sessions
from adapters.discord.commands import translations
from bot.app import Bot
from bot.service import carrying, setbacks
from bot.service.couriers import Adapter, Budget
from bot.settings import Settings, Switch
from bot.table import Pace
from doubles.discord_launcher import discord_at
from doubles.discord_wire import DiscordWire
from judging.discord_pictures import scribbled
from storage import open_store

BRISK = Pace(computer=5, new_trick=5, next_deal=20)
AT_ONCE = (0.05, 0.1, 0.2)


class JudgedBot(Bot):
    """One process of the bot with Discord alone, put together by `bot.app`."""

    def __init__(
        self,
        wire: DiscordWire,
        database: str,
        *,
        pace: Pace = BRISK,
        shards: Sequence[int] = (),
        shard_count: int | None = None,
    ) -> None:
        self._wire = wire
        self._some, self._of = shards, shard_count
        settings = Settings(
            discord_token=SecretStr(wire.world.token), database_url=database, web_port=0, web=Switch.OFF
        )
        super().__init__(settings, open_store(database), pace)

    def _make_adapters(self) -> dict[str, Adapter]:
        self.discord = Discord(
            self._wire.world.token,
            self.tables,
            commands=translations(),
            phrases=lambda locale: bot.app._spoken(Phrases, locale),
            draw=self._draw_hand,
            mention_of=self._mention("discord"),
            now=bot.app._now,
            waits=AT_ONCE,
            shards=self._some,
            shard_count=self._of,
            meters=self._meters,
        )
        return {"discord": self.discord}

    def _welcome(self, url: str) -> None:
        super()._welcome(url)
        self.url = url

    @property
    def refused(self) -> int:
        """How many requests Discord has refused lately."""
        return len(self.discord._refusals)

    def ends(self) -> None:
        """SIGTERM, so to say."""
        self._stop.set()


@contextmanager
def in_a_hurry(wire: DiscordWire, *, hold: int = 50, plenty: bool = True) -> Iterator[None]:
    """The bot has the clock of the stand-in, draws no pictures, and waits for nothing longer than a test can.

    With `plenty`, channels bear any number of messages.
    """
    kept: list[tuple[object, str]] = [
        (bot.app, "_now"),
        (bot.app, "picture_of"),
        (carrying, "picture_of"),
        (sessions, "HOLD"),
    ]
    kept += [(setbacks, name) for name in ("AFTER_A_FAULT", "AFTER_UNCERTAIN", "UNREACHABLE_REST")]
    kept += [(DiscordCourier, "budget")] if plenty else []
    before = [(where, name, getattr(where, name)) for where, name in kept]
    new: dict[str, object] = {
        "_now": lambda: int(wire.clock.now() * 1000),
        "picture_of": scribbled,
        "HOLD": hold,
        "AFTER_A_FAULT": 300,
        "AFTER_UNCERTAIN": 200,
        "UNREACHABLE_REST": 500,
        "budget": lambda _courier, _chat: Budget(burst=1_000, every=0.001),
    }
    for where, name in kept:
        setattr(where, name, new[name])
    try:
        with discord_at(wire.url):
            yield
    finally:
        for where, name, value in before:
            setattr(where, name, value)


@asynccontextmanager
async def running(judged: JudgedBot) -> AsyncIterator[JudgedBot]:
    """The process, from its start to its polite end."""
    run = asyncio.create_task(judged.run())
    wire = judged._wire
    try:
        await wire.until(lambda: run.done() or judged.discord.state == "ready", hint="the connection")
        yield judged
    finally:
        judged.ends()
        await asyncio.wait_for(run, 20)
        for one in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().remove_signal_handler(one)
