"""One evening on both platforms at once, with kills in the middle of it, and the reckoning at its end."""

from __future__ import annotations

import asyncio
import gc
import time
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from doubles.discord_wire import DiscordWire
from doubles.telegram_api import TelegramApi
from killing.channel_people import ChannelPlayer
from killing.group_people import GroupPlayer
from killing.killer import Killer, Stumbling
from killing.people import Place
from killing.program import Program
from killing.reckoning import Reckoning
from killing.witness import Witness


@dataclass(frozen=True)
class Plan:
    """What an evening is made of."""

    database: str
    folder: Path
    seed: int
    kills: int
    games: int
    """Games that each place plays at least; they go on until the last kill has come."""
    places: tuple[str, ...] = ("group", "alone", "private", "link", "channel", "quiet", "three", "four")
    manner: str = "brisk"
    seconds: float = 100.0
    """The evening fails if it is not over by then."""


@dataclass
class Report:
    """What came of it."""

    plan: Plan
    witness: Witness = field(default_factory=Witness)
    moments: list[str] = field(default_factory=list)
    games: int = 0
    tables: int = 0
    orphans: int = 0
    glimpses: int = 0
    seconds: float = 0.0
    laps: list[str] = field(default_factory=list)
    """What was done when, in seconds from the start."""
    faults: list[str] = field(default_factory=list)
    """Promises that were broken; a good evening has none."""

    def __str__(self) -> str:
        plays = self.witness.plays
        lines = [
            f"seed {self.plan.seed}: {len(self.moments)} kills in {self.seconds:.0f} s",
            f"{self.games} games, {self.tables} tables, {self.orphans} orphans pressed, {self.glimpses} things shown",
            f"{len(plays)} cards pressed, {sum(one.acknowledged for one in plays)} acknowledged",
            f"{self.witness.unanswered} presses without an answer",
            "laps: " + ", ".join(self.laps),
            "killed: " + ", ".join(self.moments),
            "heard: "
            + "; ".join(f"{count} × {words}" for words, count in self.witness.heard.most_common(12)),
            *(f"FAULT: {fault}" for fault in self.faults),
        ]
        return "\n".join(lines)


GAMES = {"three": "briscola 3", "four": "brisca 4"}
"""What is played in some places, as people type it; two play briscola in the others."""
GUESTS = {"three": ("Luca", "Rui")}
"""Who plays with the host, where it is not one friend."""
ALONE = frozenset({"alone", "private", "quiet", "four"})
"""Where one person plays computers."""


class Evening:
    """The cast of one evening."""

    def __init__(self, plan: Plan, api: TelegramApi, wire: DiscordWire) -> None:
        self.plan, self.api, self.wire = plan, api, wire
        self.report = Report(plan)
        self._began = time.monotonic()
        settings = {
            "DATABASE_URL": plan.database,
            "TELEGRAM_TOKEN": api.token,
            "TELEGRAM_API_BASE": api.url,
            "DISCORD_TOKEN": wire.world.token,
        }
        self.program = Program(plan.folder, settings, wire.url, plan.manner)
        self.killer = Killer(self.program, api, wire, Random(f"{plan.seed} killer"))
        self.players: list[GroupPlayer | ChannelPlayer] = []
        self.guild = wire.guild("Bar Sport")
        self.places = [self._place(name) for name in plan.places]

    # -- who sits where ----------------------------------------------------------------------------
    def _place(self, name: str) -> Place:
        chance, computer = Random(f"{self.plan.seed} {name}"), name in ALONE
        players = self._in_channel(name) if name in {"channel", "quiet"} else self._in_group(name)
        self.players += players
        return Place(name, [*players], computer=computer, chance=chance, game=GAMES.get(name, ""))

    def _in_group(self, name: str) -> list[GroupPlayer]:
        api, witness = self.api, self.report.witness
        host = api.person(f"Maria{name}", language="it")
        if name == "private":
            return [GroupPlayer(api, host, host.private, witness, Random(f"{self.plan.seed} {name} host"))]
        guests = [api.person(f"{who}{name}", language="pt") for who in GUESTS.get(name, ("Luca",))]
        group = api.group(f"Friday {name}", members=[host, *guests])
        cast = [host] if name in ALONE else [host, *guests]
        return [
            GroupPlayer(
                api, person, group, witness, Random(f"{self.plan.seed} {name} {number}"),
                by_link=name == "link" and number == 1,
            )
            for number, person in enumerate(cast)
        ]  # fmt: skip

    def _in_channel(self, name: str) -> list[ChannelPlayer]:
        wire, witness = self.wire, self.report.witness
        channel = self.guild.channel(name)
        names = ["Anna"] if name == "quiet" else ["Anna", "Piero"]
        return [
            ChannelPlayer(
                wire,
                wire.person(f"{who}{name}", locale="it" if number else "en-US", guild=self.guild),
                channel,
                witness,
                Random(f"{self.plan.seed} {name} {number}"),
            )
            for number, who in enumerate(names)
        ]

    def lap(self, what: str) -> None:
        """Note when something was done."""
        self.report.laps.append(f"{what} {time.monotonic() - self._began:.1f}")

    # -- how it goes -------------------------------------------------------------------------------
    async def goes(self) -> Report:
        """Play, kill, and look at what is left."""
        report = self.report
        try:
            async with asyncio.timeout(self.plan.seconds):
                await self._played()
                self.lap("played")
                await Reckoning(self).made()
                self.lap("reckoned")
        except TimeoutError:
            standing = "; ".join(f"{place.name}: {place.now}" for place in self.places)
            report.faults.append(f"not over after {self.plan.seconds:g} s ({standing})")
        finally:
            await self.program.ends()
        report.seconds = time.monotonic() - self._began
        report.moments, report.games = self.killer.moments, sum(len(place.finished) for place in self.places)
        report.faults += self.program.faults
        return report

    async def _played(self) -> None:
        stumbling = Stumbling(self.api, self.wire, Random(f"{self.plan.seed} stumbling"))
        await self.killer.starts()
        self.lap("started")
        killing = asyncio.create_task(self.killer.kills(self.plan.kills))
        trouble = asyncio.create_task(stumbling.goes_on())

        def goes_on(played: int) -> bool:
            return played < self.plan.games or not killing.done()

        evenings = [asyncio.create_task(place.evening(goes_on)) for place in self.places]
        try:
            killing.add_done_callback(lambda _: self.lap("last kill"))
            await asyncio.gather(killing, *evenings)
        finally:
            for task in (killing, trouble, *evenings):
                task.cancel()
            await asyncio.gather(killing, trouble, *evenings, return_exceptions=True)
            stumbling.ends()


@asynccontextmanager
async def an_evening(plan: Plan) -> AsyncIterator[Evening]:
    """Both platforms stand, and the people are there."""
    try:
        async with TelegramApi(clock=time.time) as api, DiscordWire() as wire:
            api.double_updates = True
            yield Evening(plan, api, wire)
    finally:
        _sweep()


def _sweep() -> None:
    """Collect the files of uploads that a killed bot never finished: aiohttp leaves them open, for later to trip over."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
