"""Several processes of the bot over one database: Telegram posts to whichever it likes, twice and in any order."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import pytest

from adapters.telegram.webhook import HEADER, Hook
from adapters.web import Web
from bot.service import carrying
from bot.service.budget import Buckets
from bot.service.ports import Budget, Tx
from bot.service.purse import Purse
from bot.table import Over
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_evening import Evening, assert_nothing_hidden
from doubles.telegram_house import House, Way, scribbled
from storage import migrate, open_store

ADDRESS = "https://cards.example.org"
GROUP = Budget(burst=3, every=4.0)


async def well() -> Mapping[str, str]:
    return {}


@dataclass
class Worker:
    """One process, behind a web server of its own."""

    house: House
    url: str
    took: Counter[int] = field(default_factory=Counter)
    """How often each status was answered."""


@asynccontextmanager
async def a_worker(api: TelegramApi, database: str, way: Way) -> AsyncIterator[Worker]:
    house = House(open_store(database), api, way)
    worker = Worker(house, "")
    (path,) = house.telegram.hooks
    receive = house.telegram.hooks[path]

    async def counted(headers: Mapping[str, str], body: bytes) -> int:
        status = await receive(headers, body)
        worker.took[status] += 1
        return status

    web = Web(
        house.tables, host="127.0.0.1", port=0, page=False, healthy=well, ready=well, metrics=lambda: b"",
        hooks={path: counted},
    )  # fmt: skip
    worker.url = await web.start()
    stop, ready, loop = asyncio.Event(), asyncio.Event(), asyncio.get_running_loop()
    tending = [loop.create_task(house.clock.run()), loop.create_task(house.publisher.run())]
    running = loop.create_task(house.telegram.run(stop, ready.set))
    try:
        await ready.wait()
        yield worker
    finally:
        stop.set()
        await running
        for task in tending:
            task.cancel()
        await asyncio.gather(*tending, return_exceptions=True)
        await house.clock.drain()
        await house.publisher.drain(2)
        await web.stop()
        await house.store.close()
        house.pool.shutdown()


def balanced(workers: list[Worker]) -> Callable[[str], str]:
    """One after the other, as a balancer would: whoever posts is sent to the next."""
    turn = iter(range(1_000_000))

    def reach(url: str) -> str:
        return workers[next(turn) % len(workers)].url + url.removeprefix(ADDRESS)

    return reach


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TelegramApi]:
    monkeypatch.setattr(carrying, "picture_of", scribbled)
    async with TelegramApi(clock=time.time) as api:
        yield api
        assert not api.violations
        assert_nothing_hidden(api)


@pytest.fixture
def database(database_url: str) -> str:
    migrate(database_url)
    return database_url


@pytest.fixture
async def workers(api: TelegramApi, database: str) -> AsyncIterator[list[Worker]]:
    way = Way(webhook=ADDRESS)
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(a_worker(api, database, way)) for _ in range(2)]
        api.bot.queue.reach = balanced(both)
        await api.until(lambda: api.bot.queue.webhook)
        yield both


@pytest.fixture
def people(api: TelegramApi) -> list[Person]:
    return [api.person(name) for name in ("Maria", "John", "Anna", "Luca")]


@pytest.fixture
def friday(api: TelegramApi, people: list[Person]) -> Group:
    return api.group("Friday", members=people)


async def begun(api: TelegramApi, evening: Evening) -> None:
    """They sit down, and everybody has asked for their cards."""
    await evening.open("/play")
    await evening.sit()
    await evening.start()
    for person in evening.people:
        await evening.press(person, evening.table, f"{evening.name}-hand")
        await api.until(partial(evening.holds_cards, person), what=f"{person.user.first_name}'s cards")


async def test_a_match_over_two_workers_counts_every_move_once(
    api: TelegramApi, workers: list[Worker], friday: Group, people: list[Person]
) -> None:
    api.double_updates = True
    evening = Evening(api, workers[0].house, friday, people[:2])
    await begun(api, evening)
    table = await evening.play()
    assert isinstance(table.phase, Over)
    assert all(set(worker.took) == {200} for worker in workers), "both served, and nothing failed"
    assert all(worker.took[200] > 40 for worker in workers)
    journal = await workers[1].house.store.read(lambda tx: tx.journal(evening.name))
    plays = [one for one in journal if "play" in one.act]
    assert len(plays) == len(evening.made)


async def test_updates_in_any_order_open_one_table_each_and_seat_people_once(
    api: TelegramApi, workers: list[Worker], friday: Group, people: list[Person]
) -> None:
    api.double_updates = True
    order = random.Random(7)
    api.hold_updates()
    for person in people:
        await person.says(friday, "/play")
    held = api.bot.queue.held
    assert held is not None
    order.shuffle(held)
    api.release_updates()
    await api.until(lambda: not api.bot.queue.waiting)
    hosts = await workers[0].house.store.read(lambda tx: tx.open_tables(_chat(tx, friday), None))
    assert len(hosts) == len(set(hosts)) == len(people)


def _chat(tx: Tx, group: Group) -> int:
    chat = tx.chat_by_ref("telegram", str(group.id))
    assert chat
    return chat.id


async def test_an_update_that_two_workers_get_at_once_has_one_effect(
    api: TelegramApi, workers: list[Worker], friday: Group, people: list[Person]
) -> None:
    api.hold_updates()
    await people[0].says(friday, "/play")
    held = api.bot.queue.held
    assert held
    body, secret = json.dumps(held[0].body).encode(), {HEADER: Hook.of(api.token, ADDRESS).secret}
    hooks = [next(iter(worker.house.telegram.hooks.values())) for worker in workers]
    answers = await asyncio.gather(*(hook(secret, body) for hook in hooks for _ in range(5)))
    assert set(answers) == {200}
    found = await workers[1].house.store.read(lambda tx: tx.open_tables(_chat(tx, friday), None))
    assert len(found) == 1
    held.clear()


async def test_one_worker_goes_on_where_the_other_has_stopped(
    api: TelegramApi, database: str, friday: Group, people: list[Person]
) -> None:
    way = Way(webhook=ADDRESS)
    async with a_worker(api, database, way) as one:
        async with a_worker(api, database, way) as other:
            api.bot.queue.reach = balanced([one, other])
            await api.until(lambda: api.bot.queue.webhook)
            evening = Evening(api, one.house, friday, people[:2])
            await begun(api, evening)
            await evening.play(until=lambda table: len(evening.made) >= 6)
        api.bot.queue.reach = balanced([one])
        table = await evening.play()
        assert isinstance(table.phase, Over)
    hands = [m for m in friday.every_message if m.ephemeral_id is not None and m.photo]
    assert hands


async def test_a_worker_shows_cards_that_another_has_shown(
    api: TelegramApi, workers: list[Worker], friday: Group, people: list[Person]
) -> None:
    maria, john = people[:2]
    evening = Evening(api, workers[0].house, friday, [maria, john])
    await begun(api, evening)
    for worker in (*workers, *workers):
        api.bot.queue.reach = balanced([worker])
        before = len([one for one in maria.sees(friday) if one.ephemeral])
        await evening.press(maria, evening.table, f"{evening.name}-hand")
        await api.until(lambda: _cards(maria, friday), what="Maria's cards")
        assert len([one for one in maria.sees(friday) if one.ephemeral]) <= before + 1
    table = await evening.play(until=lambda _table: len(evening.made) >= 4)
    assert len(evening.made) >= 4
    assert table.seq


def _cards(person: Person, group: Group) -> bool:
    return any(one.ephemeral and one.photo for one in person.sees(group))


async def test_leftovers_of_one_worker_are_not_forgotten_by_the_other(
    api: TelegramApi, workers: list[Worker]
) -> None:
    for number, worker in enumerate(workers):
        leftovers = worker.house.telegram._leftovers
        leftovers._left[-100, str(number)] = None
        await leftovers._keep()
    fact = f"telegram:{api.bot.user.id}:leftovers"
    assert await workers[0].house.tables.fact(fact) == "-100/0 -100/1"
    await workers[0].house.telegram._leftovers._keep([(-100, "0")])
    assert await workers[1].house.tables.fact(fact) == "-100/1"


async def test_what_one_process_has_spent_in_a_chat_the_next_one_knows(database: str) -> None:
    store = open_store(database)
    account, moment = ("telegram", "-100"), asyncio.get_running_loop().time
    wall = [1_000_000]
    mine, theirs = Buckets(), Buckets()
    one, other = (Purse(store, buckets, lambda: wall[0]) for buckets in (mine, theirs))
    for _ in range(3):
        assert mine.wait(account, GROUP, moment()) == 0
    assert mine.wait(account, GROUP, moment()) > 3
    told = list(one.told({account: GROUP}))

    def keep(tx: Tx) -> None:
        for name, value in told:
            tx.keep_fact(name, value)

    await store.write(keep)
    await other.learn({account: GROUP})
    assert theirs.wait(account, GROUP, moment()) > 3
    later = Buckets()
    shared = Purse(store, later, lambda: wall[0])
    shared.exchange_soon(account, GROUP)
    shared.exchange_soon(account, GROUP)
    await shared.drain()
    assert later.wait(account, GROUP, moment()) > 3, "what is spent beside tables is told at once"
    wall[0] += 60_000
    rested = Buckets()
    await Purse(store, rested, lambda: wall[0]).learn({account: GROUP})
    assert not list(Purse(store, rested, lambda: wall[0]).told({account: GROUP}))
    wall[0] -= 10_000_000_000
    odd = Buckets()
    await Purse(store, odd, lambda: wall[0]).learn({account: GROUP})
    assert 0 < odd.wait(account, GROUP, moment()) <= 4, "another clock does not close a chat"
    await store.close()
