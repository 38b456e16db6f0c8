"""What a fault of the database costs: nothing but the time it lasts. And what a fault of ours costs: one table."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
import structlog
from house import ANNA, FRIDAY, House, Notebook, now_ms

from bot.app import Bot
from bot.screens.types import HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.clock import BEAT
from bot.service.health import LONGEST_SILENCE
from bot.service.ports import Store, StoreUnavailable, Tx
from bot.service.troubles import Outage
from bot.settings import Settings
from bot.table import Pace
from storage import migrate
from storage.address import parse
from storage.sqlite import SqliteStore

T = TypeVar("T")


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[SqliteStore]:
    """A store that another program keeps from writing for no longer than a moment."""
    migrate(sqlite_url)
    store = SqliteStore(parse(sqlite_url), now_ms, patience=1)
    yield store
    await store.close()


@asynccontextmanager
async def living_in(store: Store, now: Callable[[], int] = now_ms) -> AsyncIterator[House]:
    """A house over that store whose clock and publisher do not run: the test does what they would do."""
    home = House(store, Notebook(), now=now, pace=Pace())
    yield home
    await home.stop()


@contextmanager
def locked(file: str) -> Iterator[None]:
    """Another program writes to the file, and does not come to an end."""
    other = sqlite3.connect(parse(file).database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


async def pages_at_most(store: Store, pages: int) -> None:
    def work(tx: Tx) -> None:
        tx._cursor.execute(f"PRAGMA max_page_count = {pages}", {})  # type: ignore[attr-defined]  # what no port tells

    await store.write(work)


def first_card(hand: HandScreen) -> str:
    return hand.rows[0][0].token


async def press_card(home: House, table: str) -> Answer:
    return await home.press(ANNA, first_card(await home.hand(ANNA, table)))


async def test_a_table_outlives_another_programs_lock(store: SqliteStore, sqlite_url: str) -> None:
    async with living_in(store) as home:
        table = await home.two_play()
        card = first_card(await home.hand(ANNA, table))
        with locked(sqlite_url), pytest.raises(StoreUnavailable, match="locked"):
            await home.press(ANNA, card)
        assert (await home.row(table)).phase == "playing"
        assert (await home.press(ANNA, card)).outcome is Outcome.ACCEPTED


async def test_a_table_outlives_a_full_disk(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living_in(store) as home:
        table = await home.two_play()
        card = first_card(await home.hand(ANNA, table))
        act = home.keeper.act

        def at_length(tx: Tx, *rest: object, **more: object) -> object:
            """A press for which the file has to grow."""
            tx.keep_fact("large", "x" * 100_000)
            return act(tx, *rest, **more)  # type: ignore[arg-type]  # handed on as it is

        monkeypatch.setattr(home.keeper, "act", at_length)
        await pages_at_most(store, 1)
        with pytest.raises(StoreUnavailable, match="no room left"):
            await home.press(ANNA, card)
        assert (await home.row(table)).phase == "playing"
        await pages_at_most(store, 1_000_000)
        assert (await home.press(ANNA, card)).outcome is Outcome.ACCEPTED


async def test_a_removed_file_closes_no_table(store: SqliteStore, sqlite_url: str, tmp_path: Path) -> None:
    async with living_in(store) as home:
        table = await home.two_play()
        card = first_card(await home.hand(ANNA, table))
        file = Path(parse(sqlite_url).database or "")
        _move(file, tmp_path / "away.db")
        with pytest.raises(StoreUnavailable, match="removed"):
            await home.press(ANNA, card)
        _move(tmp_path / "away.db", file)
        assert (await home.row(table)).phase == "playing"


def _move(file: Path, to: Path) -> None:
    file.rename(to)


class Fragile:
    """A store that fails as it is told, as PostgreSQL does whose server has gone."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fault: Exception | None = None
        self.failed = asyncio.Event()

    async def write(self, work: Callable[[Tx], T]) -> T:
        self._fail()
        return await self._store.write(work)

    async def read(self, work: Callable[[Tx], T]) -> T:
        self._fail()
        return await self._store.read(work)

    async def close(self) -> None:
        await self._store.close()

    def _fail(self) -> None:
        if self.fault is not None:
            self.failed.set()
            raise self.fault


async def test_a_database_that_is_away_is_the_fault_of_no_table_that_is_drawn(store: SqliteStore) -> None:
    async with living_in(store) as home:
        table = await home.two_play()
        with pytest.raises(StoreUnavailable):
            await home.commands.failed(table, StoreUnavailable("The connection was lost."))
        assert (await home.row(table)).phase == "playing"


async def test_an_error_of_ours_closes_its_table_alone(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with living_in(store) as home:
        good, bad = await home.two_play(), await home.two_play(FRIDAY_TOO)
        act = home.keeper.act

        def wrong(tx: Tx, table: str, *rest: object, **more: object) -> object:
            if table == bad:
                tx.append("no such table", None)  # type: ignore[arg-type]  # a bug
            return act(tx, table, *rest, **more)  # type: ignore[arg-type]  # handed on as it is

        monkeypatch.setattr(home.keeper, "act", wrong)
        hand = await home.hand(ANNA, bad, FRIDAY_TOO)
        assert (await home.press(ANNA, first_card(hand), FRIDAY_TOO)).outcome is Outcome.STALE
        assert (await home.row(bad)).phase == "trouble"
        assert (await press_card(home, good)).outcome is Outcome.ACCEPTED


FRIDAY_TOO = type(FRIDAY)("telegram", "-100888", "", "Friday too", "en")


# -- what the log says ------------------------------------------------------------------------------


def test_of_an_outage_the_log_tells_twice_and_the_tries_grow_rare() -> None:
    outage, away = Outage("the clock"), StoreUnavailable("The disk is full.")
    with structlog.testing.capture_logs() as told:
        waits = [outage.goes_on(away) for _ in range(6)]
        outage.is_over()
        outage.is_over()
    assert waits == [0.5, 1, 2, 4, 5, 5]
    assert [(line["log_level"], line.get("why")) for line in told] == [
        ("error", "The disk is full."),
        ("info", None),
    ]
    assert "exc_info" not in told[0]
    assert outage.goes_on(away) == 0.5


async def test_the_clock_knows_when_it_last_wrote(store: SqliteStore) -> None:
    time = [now_ms()]
    async with living_in(store, lambda: time[0]) as home:
        begun = home.clock.last_beat
        assert begun == time[0]
        time[0] += BEAT
        await home.clock._round()
        assert home.clock.last_beat == begun + BEAT
        fragile = home.clock._store = Fragile(store)
        fragile.fault = StoreUnavailable("gone")
        time[0] += BEAT
        with pytest.raises(StoreUnavailable):
            await home.clock._round()
        assert home.clock.last_beat == begun + BEAT


async def test_a_machine_whose_time_was_set_back_still_shows_signs_of_life(store: SqliteStore) -> None:
    time = [now_ms()]
    async with living_in(store, lambda: time[0]) as home:
        time[0] -= 3_600_000
        await home.clock._round()
        assert home.clock.last_beat == time[0]


async def test_nobody_loses_time_while_the_database_is_away(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.troubles.SHORTEST_WAIT", 0.001)
    monkeypatch.setattr("bot.service.troubles.LONGEST_WAIT", 0.001)
    time = [now_ms()]
    fragile = Fragile(store)
    async with living_in(fragile, lambda: time[0]) as home:
        table = await home.two_play()
        due = (await home.row(table)).due_at
        assert due is not None
        running = asyncio.create_task(home.clock.run())
        async with asyncio.timeout(20):
            while await store.read(lambda tx: tx.fact("heartbeat")) is None:
                await asyncio.sleep(0.01)
        fragile.fault = StoreUnavailable("gone")
        await fragile.failed.wait()
        time[0] += 3_600_000
        fragile.fault = None
        await home.moved_from(table, due)
        running.cancel()
        assert (await home.row(table)).due_at == due + 3_600_000


# -- health -----------------------------------------------------------------------------------------


async def test_the_process_is_well_while_its_clock_can_write(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fragile = Fragile(store)
    bot = Bot(Settings(web_port=0), fragile, Pace())
    assert await bot.health.healthy() == {"database": "ok"}
    begun = bot._clock.last_beat
    monkeypatch.setattr("bot.app._now", lambda: begun + LONGEST_SILENCE)
    assert await bot.health.healthy() == {"database": "nothing can be written to the database"}
    assert (await bot.health.ready())["database"] == "nothing can be written to the database"
    fragile.fault = StoreUnavailable("The connection was lost.")
    assert await bot.health.healthy() == {"database": "the database does not answer"}
    assert not caplog.records, "the clock tells of it, and once"
