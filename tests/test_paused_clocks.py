"""Nobody loses time while a chat rests or cannot be written to, whatever it is that the table waits for."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from house import ANNA, BRUNO, FRIDAY, House, house

from bot.service.ports import TryLater, Unreachable
from bot.service.records import Sight
from bot.table import Pace, Person

HOUR = 3_600_000
SLOW = Pace(computer=1, new_trick=1, next_deal=10_000)
RULES = {
    "cards": {"preset": "briscola", "players": 2, "clock": 60},
    "exchange": {"preset": "brisca", "players": 2, "clock": 60},
    "auction": {"preset": "chiamata", "players": 5, "clock": 60},
}


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 1_700_000_000_000

    def __call__(self) -> int:
        return self.at


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def home(sqlite_url: str, time: Time) -> AsyncIterator[House]:
    async with house(sqlite_url, now=time, pace=SLOW) as one:
        yield one


async def until(home: House, holds: Callable[[], object]) -> None:
    """Wait until this is so, the clock looking all the while."""
    async with asyncio.timeout(20):
        while not holds():
            home.clock.wake(0)
            await asyncio.sleep(0.01)


async def waits_for(home: House, table: str, kind: str) -> None:
    async with asyncio.timeout(20):
        while (await home.row(table)).due_kind != kind:
            home.clock.wake(0)
            await asyncio.sleep(0.01)


async def paused_for_an_hour(home: House, table: str) -> None:
    """Telegram asks to be left alone for an hour, and the service has noted it."""
    await home.settled(table)
    home.courier.faults.append(TryLater(HOUR // 1000))
    await home.press(ANNA, "chat-speaks-it")
    await home.until(lambda: not home.courier.faults)
    await seen(home, table, lambda sight: sight.paused_until >= home.now() + HOUR - 1000)


async def seen(home: House, table: str, holds: Callable[[Sight], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds(await sight_of(home, table)):
            await asyncio.sleep(0.01)


async def sight_of(home: House, table: str) -> Sight:
    sight = await home.store.read(lambda tx: tx.sight(table))
    assert sight is not None
    return sight


async def stands(home: House, table: str, seq: int) -> None:
    """Let the clock look some times; nothing has been done at the table."""
    for _ in range(10):
        home.clock.wake(0)
        await asyncio.sleep(0.02)
    assert (await home.row(table)).seq == seq


async def missed(home: House, table: str) -> list[int]:
    return [one.missed for one in (await home.value(table)).seats if isinstance(one, Person)]


@pytest.mark.parametrize("kind", ["remind", "turn"])
@pytest.mark.parametrize("game", sorted(RULES))
async def test_a_turn_waits_as_long_as_the_chat_rests(home: House, time: Time, game: str, kind: str) -> None:
    table = await home.people_play(RULES[game])
    if kind == "turn":
        time.at += 40_000
        await waits_for(home, table, "turn")
    seq = (await home.row(table)).seq
    left = ((await home.row(table)).due_at or 0) - time.at
    await paused_for_an_hour(home, table)
    time.at += HOUR - 1000
    await stands(home, table, seq)
    row = await home.row(table)
    assert row.due_kind == kind
    assert row.due_at is not None
    assert row.due_at - time.at >= left, "all of the time that was left is left"


async def test_after_a_pause_a_reminder_leaves_the_rest_of_the_turn(home: House, time: Time) -> None:
    table = await home.two_play()
    await paused_for_an_hour(home, table)
    time.at += HOUR + 37_000
    await waits_for(home, table, "turn")
    row = await home.row(table)
    assert row.due_at is not None
    assert 20_000 <= row.due_at - time.at <= 25_000, "not over at once"


@pytest.mark.parametrize("times", [1, 3])
async def test_a_turn_that_comes_in_a_pause_waits_for_its_end(home: House, time: Time, times: int) -> None:
    table = await home.two_play()
    await paused_for_an_hour(home, table)
    for _ in range(times):  # who still sees their cards plays on
        await home.moves(table)
    seq = (await home.row(table)).seq
    time.at += HOUR // 2
    await stands(home, table, seq)
    row = await home.row(table)
    assert (row.due_at or 0) >= time.at + HOUR // 2, "nobody's time runs before the table can be shown"
    assert await missed(home, table) == [0, 0]


async def test_whoever_was_away_twice_does_not_lose_their_seat_to_a_pause(home: House, time: Time) -> None:
    table = await home.two_play()
    for _ in range(2):
        while (await home.value(table)).turn != 0:
            await home.moves(table)
        seq = (await home.row(table)).seq
        time.at += 40_000
        await waits_for(home, table, "turn")
        time.at += 25_000
        async with asyncio.timeout(20):
            while (await home.row(table)).seq == seq:
                home.clock.wake(0)
                await asyncio.sleep(0.01)
    while (await home.value(table)).turn != 0:
        await home.moves(table)
    assert (await missed(home, table))[0] == 2
    await paused_for_an_hour(home, table)
    seq = (await home.row(table)).seq
    time.at += HOUR - 1000
    await stands(home, table, seq)
    assert (await missed(home, table))[0] == 2


async def test_where_we_may_not_write_a_short_turn_waits_too(home: House, time: Time) -> None:
    table = await home.people_play({"preset": "briscola", "players": 2, "clock": 15})
    await home.settled(table)
    home.courier.faults.extend([Unreachable("I was muted.")] * 50)
    await home.moves(table)
    await seen(home, table, lambda sight: sight.behind and sight.rests_until > time.at)
    await home.moves(table)
    seq = (await home.row(table)).seq
    for _ in range(5):
        time.at += 16_000
        await stands(home, table, seq)
    assert await missed(home, table) == [0, 0]
    home.courier.faults.clear()
    await home.tables.chat_back(FRIDAY)
    await home.settled(table)
    time.at += 120_000
    await waits_for(home, table, "turn")


async def test_a_lobby_does_not_lapse_in_a_pause(home: House, time: Time) -> None:
    table = await home.open()
    await paused_for_an_hour(home, table)
    time.at += HOUR - 1000
    await stands(home, table, (await home.row(table)).seq)
    time.at += Pace().lobby + HOUR
    await waits_for(home, table, "")


async def test_a_lobby_in_a_chat_that_stays_mute_lapses_all_the_same(home: House, time: Time) -> None:
    home.courier.faults.extend([Unreachable("I was muted.")] * 500)
    table = await home.open()
    await seen(home, table, lambda sight: sight.rests_until > time.at)
    time.at += Pace().lobby + 1000
    await waits_for(home, table, "")


async def test_the_next_deal_waits_until_the_last_can_be_read(home: House, time: Time) -> None:
    table = await home.people_play({"preset": "briscola", "players": 2, "match": {"wins": 3}})
    while not (match := (await home.value(table)).match) or not match.needs_deal:
        await home.moves(table)
    await paused_for_an_hour(home, table)
    seq = (await home.row(table)).seq
    time.at += HOUR - 1000
    await stands(home, table, seq)
    time.at += 60_000
    async with asyncio.timeout(20):
        while (await home.row(table)).seq == seq:
            home.clock.wake(0)
            await asyncio.sleep(0.01)
    assert (await home.value(table)).turn is not None


async def test_how_far_a_table_is_seen_is_told_by_both_databases(database_url: str) -> None:
    async with house(database_url) as home:
        table = await home.open()
        await home.settled(table)
        assert await sight_of(home, table) == Sight(behind=False, rests_until=0, paused_until=0)
        home.courier.faults.append(TryLater(100))
        await home.press(BRUNO, f"{table}-sit-1")
        await seen(home, table, lambda sight: sight.behind and sight.paused_until > home.now())
        assert await home.store.read(lambda tx: tx.sight("nosuchtabl")) is None
