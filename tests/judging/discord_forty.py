"""Forty servers play at once while everything goes wrong: `python -m judging.discord_forty [--seed N] [--guilds N]`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from killing.books import books_of, unsettled
from sqlalchemy import create_engine, select

from bot.game.cards import DECK
from bot.service.ports import Store
from bot.words.decks import DECK_NAMES
from doubles.discord_people import Person
from doubles.discord_rest import Call
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel, WireClock
from judging.discord_bot import JudgedBot, in_a_hurry, running
from judging.discord_people import Circle
from judging.discord_trouble import Trouble
from judging.discord_verdict import Verdict
from storage import schema

NAMES = (
    "Maria",
    "Lu*ca*",
    "@everyone",
    "<@&1>",
    "Ana_Rui_",
    "[x](http://x.y)",
    "\u202eOtto",
    "ÄÖ`Ü`",
    "𝔅ea",
    "A" * 32,
)
LOCALES = ("it", "en-US", "pt-BR", "de")
FORUM = 15
QUIET = frozenset({"asyncio", "aiohttp.access"})

ONE_DEAL: dict[str, object] = {"match": "one deal"}
GAMES: tuple[tuple[int, dict[str, object]], ...] = (
    (2, ONE_DEAL),
    (1, {"opponent": "the computer", **ONE_DEAL}),
    (
        2,
        {
            "game": "Brisca",
            "players": 4,
            "clock": "24 hours a turn",
            "exchange_when": "on any own turn",
            "signs": "only partners see them",
        },
    ),
    (3, {"game": "Briscola Chiamata", "match": "5 deals"}),
    (2, {"players": 6, **ONE_DEAL}),
    (1, {"game": "Brisca", "players": 3, "opponent": "the computer", **ONE_DEAL}),
    (2, {"game": "Open Briscola", **ONE_DEAL}),
    (5, {"game": "Briscola Chiamata", "match": "5 deals", "after_two": "the auction is over"}),
)
"""How many people, and what they ask to play; computers take the seats that are left."""
PLACES = ("text", "thread", "forum", "private", "own thread")


@dataclass
class Plan:
    """What an evening is made of."""

    seed: int
    database: str
    guilds: int = 40
    most: int = 10_000
    """Moves of people at each table before the host ends it."""
    whole: int = 2
    """So many tables are played to their end in any case."""
    trouble: float = 0.15
    """Seconds between two troubles; 0 for none."""
    limits: bool = False
    """Discord's rate limits are in force, and the bot keeps to what it takes a channel to bear."""
    seconds: float = 600.0
    """After so long it is over in any case, and that is a fault."""


@dataclass
class Report:
    """What came of it."""

    plan: Plan
    faults: list[str] = field(default_factory=list[str])
    happened: Counter[str] = field(default_factory=Counter[str])
    calls: int = 0
    presses: int = 0
    moves: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def __str__(self) -> str:
        head = (
            f"seed {self.plan.seed}: {self.plan.guilds} servers, {self.presses} presses and commands, {self.moves} moves, "
            f"{self.calls} calls, {self.refused} of them refused, {sum(self.happened.values())} troubles, "
            f"slowest answer {self.slowest:.2f} s, {self.seconds:.0f} s in all"
        )
        return "\n".join(
            [head, f"troubles: {dict(self.happened)}", *(f"FAULT: {one}" for one in self.faults)]
        )


class SlowClock(WireClock):
    """Time on the stand-in, which passes more slowly than ours: the machine plays forty servers and Discord, too."""

    RATE = 0.2

    def now(self) -> float:
        """Seconds since 1970."""
        run = 0.0 if self._running_since is None else time.monotonic() - self._running_since
        return self._stood_at + run * self.RATE


class Timed(list[Call]):
    """The calls, with the moment of each on the stand-in's clock."""

    def __init__(self, wire: DiscordWire) -> None:
        super().__init__()
        self._wire = wire
        self.times: dict[int, float] = {}

    def append(self, call: Call) -> None:
        """One more call."""
        self.times[len(self)] = self._wire.clock.now()
        super().append(call)


class Listener(logging.Handler):
    """Hears what must not be in a log: errors, tracebacks, tokens."""

    def __init__(self, secrets: list[str]) -> None:
        super().__init__(logging.INFO)
        self.secrets = secrets
        self.heard: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """One line of the log."""
        said = record.getMessage()
        if record.levelno >= logging.ERROR or record.exc_info:
            why = record.exc_info[1] if record.exc_info else ""
            self.heard[f"{record.name}: {said[:300]} {why!r}"] += 1
        if any(secret in said for secret in self.secrets) or "token-" in said:
            self.heard[f"{record.name} tells a secret: {said[:300]}"] += 1


class Forty:
    """The cast, and how the evening goes."""

    def __init__(self, wire: DiscordWire, plan: Plan) -> None:
        self.wire, self.plan = wire, plan
        self.report = Report(plan)
        wire.world.clock = SlowClock()
        wire.world.emojis = [
            {"id": str(wire.world.snowflake()), "name": f"{deck}_{card.code}_0a1b2c", "animated": False}
            for deck in DECK_NAMES
            for card in DECK
        ]
        wire.rest.calls = self.calls = Timed(wire)
        self._store: Store | None = None
        self.verdict: Verdict | None = None
        self.circles = [self._circle(number) for number in range(plan.guilds)]

    def _circle(self, number: int) -> Circle:
        chance = Random(f"{self.plan.seed} {number}")
        count, options = GAMES[number % len(GAMES)]
        place = PLACES[(number + number // len(GAMES)) % len(PLACES)]
        guild = self.wire.guild(f"Bar {number}", locale=LOCALES[number % 4])
        people = [
            self.wire.person(
                f"{chance.choice(NAMES)}{seat}", locale=LOCALES[(number + seat) % 4], guild=guild
            )
            for seat in range(1 if place == "private" else count)
        ]
        channel = self._channel(place, guild.channel(f"tavolo-{number}"), people)
        most = 10_000 if number < self.plan.whole else self.plan.most
        options = {**options, **({"thread": "yes"} if place == "own thread" else {})}
        return Circle(self.wire, self._now, channel, people, chance, options, most)

    def _channel(self, place: str, channel: Channel, people: list[Person]) -> Channel:
        match place:
            case "thread":
                return channel.thread("a slow game")
            case "forum":
                channel.type = FORUM
                return channel.thread("a post")
            case "private":
                return self.wire.dm(people[0])
            case _:
                return channel

    def _now(self) -> Store:
        assert self._store is not None
        return self._store

    async def goes(self) -> Report:
        """Play, make trouble, let it come to rest, and judge."""
        began, chance = time.monotonic(), Random(f"{self.plan.seed} trouble")
        listener = Listener([self.wire.world.token])
        logging.getLogger().addHandler(listener)
        trouble = Trouble(self.wire, self.circles, chance, pause=self.plan.trouble or 1)
        self.wire.clock.run()
        self.wire.limits.on = self.plan.limits
        try:
            with in_a_hurry(self.wire, plenty=not self.plan.limits):
                async with running(JudgedBot(self.wire, self.plan.database)) as judged:
                    self._store = judged._store
                    await self._played(trouble)
                    self.report.refused = judged.refused
        finally:
            logging.getLogger().removeHandler(listener)
        books, broken = await books_of(self.plan.database)
        self.report.faults += broken
        self.verdict = verdict = Verdict(
            self.wire, self.circles, books, self.calls.times, trouble, SlowClock.RATE
        )
        self.report.faults += await asyncio.to_thread(verdict.faults)
        self.report.faults += [f"log ({n}×): {line}" for line, n in listener.heard.items()]
        self._count(trouble, time.monotonic() - began)
        return self.report

    async def _played(self, trouble: Trouble) -> None:
        await self.wire.until(lambda: self.wire.commands, hint="the commands")
        making = asyncio.create_task(trouble.goes_on()) if self.plan.trouble else None
        try:
            async with asyncio.timeout(self.plan.seconds):
                await asyncio.gather(*(circle.plays() for circle in self.circles))
        except TimeoutError:
            left = [f"#{c.channel.name}: {c.now}" for c in self.circles if "over" not in c.now and not c.gone]
            self.report.faults.append(f"not over after {self.plan.seconds:g} s: {left}")
        finally:
            if making is not None:
                making.cancel()
                await asyncio.gather(making, return_exceptions=True)
            trouble.ends()
        await self._rest()

    async def _rest(self) -> None:
        """Until every message shows what it should."""
        for look in range(200):
            if not await asyncio.to_thread(unsettled, self.plan.database):
                return
            await asyncio.sleep(0.1)
            if look % 50 == 49:
                self.wire.clock.move(
                    900
                )  # where an event was lost with a session, the longest rest comes to its end
        behind = await asyncio.to_thread(_behind, self.plan.database)
        self.report.faults.append(f"some messages never come to show what they should: {behind[:5]}")

    def _count(self, trouble: Trouble, seconds: float) -> None:
        report, answered = (
            self.report,
            [(i.answered_after or 0.0) * SlowClock.RATE for i in self.wire.world.interactions.values()],
        )
        report.happened, report.seconds = trouble.happened, seconds
        report.calls, report.presses = len(self.wire.calls), len(answered)
        report.moves = sum(circle.moves for circle in self.circles)
        report.slowest = max(answered, default=0.0)


def _behind(database: str) -> list[str]:
    """The messages that do not show what they should."""
    engine = create_engine(database)
    surfaces = schema.surfaces
    with engine.connect() as connection:
        found = connection.execute(select(surfaces).where(surfaces.c.shown < surfaces.c.wanted)).mappings()
        told = [str(dict(one)) for one in found]
    engine.dispose()
    return told


async def judge(plan: Plan) -> Report:
    """One evening, from its first table to the verdict."""
    async with DiscordWire() as wire:
        return await Forty(wire, plan).goes()


def main() -> int:
    """Judge, say what was found; 0 only if nothing was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--guilds", type=int, default=40)
    parser.add_argument("--most", type=int, default=10_000)
    parser.add_argument("--trouble", type=float, default=0.15)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--limits", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'judged.db'}"
        report = asyncio.run(
            judge(
                Plan(
                    asked.seed,
                    database,
                    asked.guilds,
                    asked.most,
                    trouble=asked.trouble,
                    limits=asked.limits,
                    seconds=asked.seconds,
                )
            )
        )
    print(report)
    return bool(report.faults)


if __name__ == "__main__":
    raise SystemExit(main())
