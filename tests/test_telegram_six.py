"""What a group bears: six people play as fast as people do, and Telegram's limit is never come near."""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable

import pytest

from bot.service import carrying
from bot.table import Pace, Table
from doubles.telegram_api import TelegramApi
from doubles.telegram_evening import Evening, assert_nothing_hidden
from doubles.telegram_house import Way, a_house, scribbled

NAMES = ("Maria", "Luca", "Anna", "Bruno", "Carla", "Dora")
FASTER = 12
"""So many seconds of the evening pass in one of ours."""
THINKING = 4.0
"""Seconds that people think about a card."""


CARDS = 24
"""So many are played: four tricks."""


class QuickLoop(asyncio.SelectorEventLoop):
    """A loop whose time passes faster, for all that waits and for all that counts."""

    def __init__(self) -> None:
        super().__init__(_Hasty())

    def time(self) -> float:
        return super().time() * FASTER


class _Hasty(selectors.DefaultSelector):
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return super().select(timeout / FASTER if timeout and timeout > 0 else timeout)


@pytest.mark.parametrize("admin", [False, True], ids=["asked for", "by themselves"])
def test_six_people_stay_below_what_a_group_bears(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, *, admin: bool
) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        busiest, calls, seconds = runner.run(an_evening_of_six(sqlite_url, admin=admin))
    print(f"six players: {busiest} calls in the busiest minute, {calls} in {seconds:.0f} s")
    assert busiest <= 17
    assert calls * 60 / seconds <= 15


def one_more(evening: Evening) -> Callable[[Table], bool]:
    """Whether a move has been made since."""
    before = len(evening.made)
    return lambda _table: len(evening.made) > before


async def an_evening_of_six(database: str, *, admin: bool) -> tuple[int, int, float]:
    """The calls to the group in its busiest minute and in all, and how long they took.

    Where the bot is an admin, cards come by themselves; elsewhere people ask for them.
    """
    loop = asyncio.get_running_loop()
    began = time.time() - loop.time()

    def clock() -> float:
        return began + loop.time()

    async with TelegramApi(clock=clock) as api:
        api.enforce_limits = True
        people = [api.person(name) for name in NAMES]
        group = api.group("Bar Sport", members=people, bot_admin=admin)
        way = Way(now=lambda: int(clock() * 1000), pace=Pace(), patient=False)
        async with a_house(api, database, way) as house:
            evening = Evening(api, house, group, people, patience=300)
            await evening.open("/play briscola 6")
            await evening.sit()
            await evening.start()
            if admin:
                async with asyncio.timeout(300):
                    while not all(evening.holds_cards(person) for person in people):
                        await asyncio.sleep(1)
            for person in () if admin else people:
                await asyncio.sleep(2)
                await evening.press(person, evening.table, f"{evening.name}-hand")
            for person in people:
                await asyncio.sleep(THINKING)
                while not evening.holds_cards(
                    person
                ):  # they were shown in an alert, which says to press again
                    await evening.press(person, evening.table, f"{evening.name}-hand")
                    await asyncio.sleep(THINKING)
            since, before = clock(), len(group.meter.times)
            while len(evening.made) < CARDS:
                await asyncio.sleep(THINKING)
                await evening.play(until=one_more(evening))
            calls, seconds = len(group.meter.times) - before, clock() - since
        assert not api.violations
        assert not api.over_limit
        assert_nothing_hidden(api)
        return api.busiest_minute(group), calls, seconds
