"""What is kept by name for adapters: uploads, and gates that one passes at a time over all processes."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from house import FRIDAY, House, house

from bot.service.facts import DAY, DAYS_UNUSED, Facts
from bot.service.records import SurfaceKind
from storage import migrate, open_store

BOT = "telegram:42"


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at


@asynccontextmanager
async def facts(url: str, time: Time) -> AsyncGenerator[Facts]:
    migrate(url)
    store = open_store(url)
    try:
        yield Facts(store, time)
    finally:
        await store.close()


# -- gates ----------------------------------------------------------------------------------------


async def test_a_gate_lets_one_through_and_tells_the_others_when_to_ask_again(database_url: str) -> None:
    time = Time()
    async with facts(database_url, time) as one:
        assert await one.gate("identify", 5000) == 0
        time.at += 1200
        assert await one.gate("identify", 5000) == 3800
        assert await one.gate("another", 5000) == 0
        time.at += 3800
        assert await one.gate("identify", 5000) == 0


async def test_of_many_processes_at_a_gate_one_passes(database_url: str) -> None:
    time = Time()
    async with facts(database_url, time) as one, facts(database_url, time) as other:
        waits = await asyncio.gather(*(each.gate("identify", 5000) for each in (one, other) * 10))
        assert sorted(waits) == [0] + [5000] * 19


async def test_a_gate_claimed_by_a_clock_far_ahead_is_open(database_url: str) -> None:
    time = Time()
    async with facts(database_url, time) as one:
        time.at += DAY
        assert await one.gate("identify", 5000) == 0
        time.at -= DAY
        assert await one.gate("identify", 5000) == 0, "nobody waits for a day that is not over"
        time.at -= 30
        assert await one.gate("identify", 5000) == 5030, "clocks differ a little, and one passes all the same"


# -- uploads --------------------------------------------------------------------------------------


async def test_an_upload_is_known_by_account_and_content(database_url: str) -> None:
    async with facts(database_url, Time()) as one:
        assert await one.upload(BOT, "a1") is None
        await one.keep_upload(BOT, "a1", "file-1")
        assert await one.upload(BOT, "a1") == "file-1"
        assert await one.upload("telegram:43", "a1") is None
        await one.keep_upload(BOT, "a1", "file-2")
        assert await one.upload(BOT, "a1") == "file-2"
        await one.keep_upload(BOT, "a1", "")
        assert await one.upload(BOT, "a1") is None


async def test_an_upload_that_nobody_uses_is_forgotten_and_no_other(database_url: str) -> None:
    time = Time()
    time.at -= time.at % 600_000  # the clock tidies up every ten minutes
    async with house(database_url, now=time) as home:
        await home.tables.keep_upload(BOT, "used", "file-1")
        await home.tables.keep_upload(BOT, "unused", "file-2")
        time.at += 40 * DAY
        assert await home.tables.upload(BOT, "used") == "file-1"
        time.at += (DAYS_UNUSED - 40) * DAY + 600_000
        await tidied(home)
        assert await home.tables.upload(BOT, "unused") is None
        assert await home.tables.upload(BOT, "used") == "file-1"


async def tidied(home: House) -> None:
    async with asyncio.timeout(20):
        while await home.store.read(lambda tx: tx.upload(BOT, "unused")):
            home.clock.wake(0)
            await asyncio.sleep(0.01)


async def test_what_is_used_again_the_same_day_is_not_written_again(database_url: str) -> None:
    time = Time()
    async with house(database_url, now=time) as home:
        await home.tables.keep_upload(BOT, "a1", "file-1")
        first = time.at
        time.at += DAY - 1
        await home.tables.upload(BOT, "a1")
        assert await home.store.read(lambda tx: tx.upload(BOT, "a1")) == ("file-1", first)
        time.at += 1
        await home.tables.upload(BOT, "a1")
        assert await home.store.read(lambda tx: tx.upload(BOT, "a1")) == ("file-1", time.at)


# -- pins -----------------------------------------------------------------------------------------


async def test_a_pin_is_of_the_message_that_stands(database_url: str) -> None:
    async with house(database_url) as home:
        table = await home.open()
        await home.settled(table)
        one = await home.surface(table, SurfaceKind.TABLE)

        await home.store.write(lambda tx: tx.mark_pinned(one.id, pinned=True, generation=one.generation - 1))
        assert not (await home.surface(table, SurfaceKind.TABLE)).pinned, "that was the message before"
        await home.store.write(lambda tx: tx.mark_pinned(one.id, pinned=True, generation=one.generation))
        assert (await home.surface(table, SurfaceKind.TABLE)).pinned
        await home.tables.message_gone(FRIDAY, one.message)
        assert not (await home.surface(table, SurfaceKind.TABLE)).pinned
