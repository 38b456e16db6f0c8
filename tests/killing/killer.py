"""Who ends the bot at bad moments, and who makes the platforms stumble in between."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Literal, get_args

from doubles.discord_wire import DiscordWire
from doubles.telegram_api import TelegramApi
from doubles.telegram_values import FaultKind
from killing.program import Program

Moment = Literal["any", "in a call", "at the start", "twice"]
TELEGRAM_CALLS = (
    "sendPhoto",
    "editMessageMedia",
    "answerCallbackQuery",
    "getUpdates",
    "editMessageReplyMarkup",
)
DISCORD_CALLS = (
    ("POST", "/channels/*"),
    ("PATCH", "/channels/*"),
    ("POST", "/interactions/*"),
    ("PATCH", "/webhooks/*"),
)
LONGEST_WAIT = 3.0
"""Seconds that the killer waits for a call to be under way."""


class Killer:
    """Kills the bot and starts it again, at moments that a seed decides."""

    def __init__(self, program: Program, api: TelegramApi, wire: DiscordWire, chance: Random) -> None:
        self.moments: list[str] = []
        """When it struck, for whoever reads the report."""
        self._program = program
        self._api = api
        self._wire = wire
        self._chance = chance

    async def starts(self) -> None:
        """Start the bot and wait until both platforms hear it."""
        await self._program.start()
        await self._serves()

    async def _serves(self) -> None:
        await self._api.until(lambda: self._api.bot.queue.is_polled, seconds=60, what="the bot polling")
        await self._wire.until_online(within=60)

    async def kills(self, times: int) -> None:
        """Strike so many times; the bot serves again when this is done."""
        left = times
        while left > 0:
            moment: Moment = self._chance.choice(get_args(Moment))
            left -= await self._strikes(moment, left)
        if not self._program.runs:
            await self.starts()
        else:
            await self._serves()

    async def _strikes(self, moment: Moment, left: int) -> int:
        match moment:
            case "any":
                await asyncio.sleep(self._chance.uniform(0.1, 2.0))  # a moment like any other
                await self._kill("any moment")
            case "in a call":
                await self._in_a_call()
            case "at the start":
                await asyncio.sleep(self._chance.uniform(0.1, 1.0))
                await self._kill("before a short life")
                if left > 1:
                    await self._short_life()
            case "twice":
                await asyncio.sleep(self._chance.uniform(0.1, 1.0))
                await self._kill("before the second")
                if left > 1:
                    await self.starts()
                    await self._kill("as soon as it served")
        await self.starts()
        return min(left, 2 if moment in {"at the start", "twice"} else 1)

    async def _short_life(self) -> None:
        await self._program.start()
        await asyncio.sleep(self._chance.uniform(0.0, 1.6))
        await self._kill("during the start")

    async def _in_a_call(self) -> None:
        """While the platform holds a call: carried out, or just about to be, and nobody hears of it."""
        if self._chance.random() < 0.5:
            await self._in_a_telegram_call(self._chance.choice(TELEGRAM_CALLS))
        else:
            await self._in_a_discord_call(*self._chance.choice(DISCORD_CALLS))

    async def _in_a_telegram_call(self, method: str) -> None:
        fault = self._api.fault("hang", method=method)
        await self._waits_for(lambda: fault.spoiled)
        await self._kill(f"in {method}" if fault.spoiled else f"waiting for {method}")
        fault.release()

    async def _in_a_discord_call(self, method: str, route: str) -> None:
        kind = self._chance.choice(("hang", "hang-after"))
        fault = self._wire.fault(method=method, route=route, kind=kind)
        await self._waits_for(lambda: fault.happened)
        await self._kill(
            f"in {method} {route} ({kind})" if fault.happened else f"waiting for {method} {route}"
        )
        fault.times = 0
        self._wire.release()

    async def _waits_for(self, under_way: object) -> None:
        assert callable(under_way)
        async with asyncio.timeout(LONGEST_WAIT + 1) as limit:
            del limit
            waits = (
                self._api.until(lambda: under_way() or None, seconds=LONGEST_WAIT),
                self._wire.until(under_way, within=LONGEST_WAIT),
            )
            tasks = [asyncio.ensure_future(one) for one in waits]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _kill(self, moment: str) -> None:
        self.moments.append(moment)
        await self._program.kill()
        # The bot that comes next begins a session of its own; nobody reads what the dead one's is sent.
        self._wire.gateway.forget_sessions()


class Stumbling:
    """Orders small troubles from both platforms, now and then, for as long as it runs."""

    TELEGRAM: tuple[FaultKind, ...] = (
        "429",
        "500-before",
        "500-after",
        "502-after",
        "cut-before",
        "cut-after",
    )
    DISCORD: tuple[str, ...] = ("429", "502-before", "502-after", "cut-before", "cut-after")

    def __init__(self, api: TelegramApi, wire: DiscordWire, chance: Random) -> None:
        self._api = api
        self._wire = wire
        self._chance = chance

    async def goes_on(self) -> None:
        """Until cancelled; of each call one goes wrong at a time."""
        while True:
            await asyncio.sleep(self._chance.uniform(0.2, 1.5))
            if self._chance.random() < 0.5:
                method = self._chance.choice(TELEGRAM_CALLS)
                if not any(fault.times for fault in self._api.faults if fault.method == method):
                    self._api.fault(self._chance.choice(self.TELEGRAM), method=method, retry_after=1)
            else:
                method, route = self._chance.choice(DISCORD_CALLS)
                ordered = (fault for fault in self._wire.rest.faults if fault.happened < fault.times)
                if not any((fault.method, fault.route) == (method, route) for fault in ordered):
                    kind = self._chance.choice(self.DISCORD)
                    self._wire.fault(method=method, route=route, kind=kind)

    def ends(self) -> None:
        """No more trouble from now on."""
        for fault in self._api.faults:
            fault.release()
        for ordered in self._wire.rest.faults:
            ordered.times = 0
        self._wire.release()
