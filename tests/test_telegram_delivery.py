"""What reaches us late, in vain, oddly numbered or not at all, when we ask Telegram for updates."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Bot, Update
from telegram.error import RetryAfter

from adapters.telegram import belated, handling, settling
from adapters.telegram.lanes import Lanes, Turn
from adapters.telegram.poll import Poll
from adapters.telegram.presses import Patience
from bot.service.answers import Answer
from bot.service.health import Health
from bot.service.ports import StoreUnavailable, TryLater
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_desk import Asked, ScriptedDesk, on_stage, surface, table_screen
from storage import open_store

AWAY = "I was away when you wrote that"


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


def member(api: TelegramApi, group: Group, name: str) -> Person:
    return Person(api, next(m.user for m in group.members.values() if m.user.first_name == name), api.bot)


async def all_confirmed(api: TelegramApi) -> None:
    await api.until(lambda: not api.bot.queue.waiting)


# -- late --------------------------------------------------------------------------------------------


async def test_a_command_of_long_ago_opens_no_table_and_is_answered_with_a_word(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    john = member(api, friday, "John")
    await maria.says(friday, "/play")
    await john.says(friday, "/play briscola 4")
    await maria.says(friday, "/stop")
    api.advance(belated.LATE + 1)
    await maria.says(friday, "/stats")
    async with on_stage(api) as stage:
        await stage.desk.until("stats")
        await friday.shows(AWAY)
        await all_confirmed(api)
        assert [asked.what for asked in stage.desk.asked if asked.where] == ["stats"]
    assert len([one for one in friday.messages if AWAY in one.text]) == 1, "once a chat, whoever wrote"


async def test_a_command_of_a_moment_ago_is_obeyed(api: TelegramApi, maria: Person, friday: Group) -> None:
    await maria.says(friday, "/play")
    api.advance(belated.LATE - 60)
    async with on_stage(api) as stage:
        await stage.desk.until("open")


async def test_what_somebody_wrote_in_private_long_ago_is_answered_there(
    api: TelegramApi, maria: Person
) -> None:
    await maria.opens_bot("k7d2m9qxab-sit-1")
    await maria.says(maria.private, "hello?")
    api.advance(3600)
    async with on_stage(api) as stage:
        await maria.private.shows(AWAY)
        await all_confirmed(api)
        assert not stage.desk.of("press")
        assert not stage.desk.of("help")


async def test_what_happened_to_a_chat_long_ago_is_taken_up(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    api.happens(friday, maria.user, {"migrate_from_chat_id": -700001})
    await member(api, friday, "John").leaves(friday)
    api.advance(12 * 3600)
    async with on_stage(api) as stage:
        await stage.desk.until("chat_moved")
        await stage.desk.until("left")
        await all_confirmed(api)
    assert not [one for one in friday.messages if AWAY in one.text]


async def test_people_who_only_talk_are_told_nothing(api: TelegramApi, maria: Person, friday: Group) -> None:
    api.bot.reads_everything = True
    await maria.says(friday, "Is anybody there?")
    await maria.says(friday, "/play@another_bot")
    api.advance(3600)
    async with on_stage(api):
        await all_confirmed(api)
    assert not [one for one in friday.messages if AWAY in one.text]


@pytest.mark.parametrize("ahead", [-3 * 3600, 3 * 3600, 400 * 24 * 3600])
async def test_a_clock_of_ours_that_is_wrong_makes_no_command_late(
    api: TelegramApi, maria: Person, friday: Group, ahead: float
) -> None:
    async with on_stage(api, now=lambda: api.now + ahead) as stage:
        await maria.says(friday, "/play")
        await stage.desk.until("open")
    await maria.says(friday, "/play")
    api.advance(3600)
    async with on_stage(api, now=lambda: api.now + ahead) as stage:
        await friday.shows(AWAY)
        assert not stage.desk.of("open")


# -- while the database is away ------------------------------------------------------------------------


class MortalDesk(ScriptedDesk):
    """A desk whose database can be away."""

    down = False

    async def _answer(self, asked: Asked) -> Answer:
        if self.down:
            raise StoreUnavailable("away")
        return await super()._answer(asked)

    async def keep_fact(self, name: str, value: str) -> None:
        if self.down:
            raise StoreUnavailable("away")
        await super().keep_fact(name, value)


async def test_an_update_of_an_outage_is_kept_until_the_database_is_back(
    api: TelegramApi, maria: Person, friday: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "SECOND_TRIES", (0.0,))
    desk = MortalDesk()
    desk.down = True
    async with on_stage(api, desk) as stage:
        await maria.says(friday, "/play")
        await friday.shows("try again in a moment")
        assert len(api.bot.queue.waiting) == 1
        assert not desk.of("open")
        before = stage.pauses.count(handling.AGAIN)
        async with asyncio.timeout(20):
            while stage.pauses.count(handling.AGAIN) < before + 3:
                await asyncio.sleep(0)
        desk.down = False
        await desk.until("open")
        await all_confirmed(api)
    assert len([one for one in friday.messages if "try again" in one.text]) == 1
    assert len(desk.of("open")) == 1


async def test_a_stop_during_an_outage_leaves_the_update_at_telegram(
    api: TelegramApi, maria: Person, friday: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "SECOND_TRIES", (0.0,))
    desk = MortalDesk()
    desk.down = True
    async with on_stage(api, desk):
        await maria.says(friday, "/play")
        await friday.shows("try again in a moment")
    assert len(api.bot.queue.waiting) == 1
    async with on_stage(api) as stage:
        await stage.desk.until("open")


# -- numbers -------------------------------------------------------------------------------------------


async def test_after_a_quiet_week_numbers_begin_anywhere(
    api: TelegramApi, maria: Person, friday: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.poll.LONG", 0)
    async with on_stage(api) as stage:
        for number, text in (
            (900_000_000, "/stats"),
            (17, "/help"),
            (500_000, "/rules"),
            (18, "/leaderboard"),
        ):
            api._last_update_id = number
            await maria.says(friday, text)
            await stage.desk.until(text.removeprefix("/"))
            await all_confirmed(api)
            polls = len(api.calls_of("getUpdates"))
            await api.until(lambda polls=polls: len(api.calls_of("getUpdates")) > polls + 3)  # type: ignore[misc]  # bound now
        assert [len(stage.desk.of(what)) for what in ("stats", "help", "rules", "leaderboard")] == [
            1,
            1,
            1,
            1,
        ]
        offsets = [call.params.get("offset") for call in api.calls_of("getUpdates")]
        assert {900_000_002, 19} <= set(offsets)
        assert offsets[-1] is None


async def test_what_was_given_up_is_read_again_by_the_same_poll() -> None:
    asked: list[int | None] = []
    updates = [Update(5), Update(6), Update(7)]
    slow, handled = asyncio.Event(), list[int]()

    async def fetch(offset: int | None, _seconds: int) -> list[Update]:
        asked.append(offset)
        await asyncio.sleep(0)
        return [one for one in updates if offset is None or one.update_id >= offset]

    async def handle(update: Update, _turn: Turn) -> bool:
        if update.update_id == 6:
            await slow.wait()
        handled.append(update.update_id)
        return True

    poll = Poll(fetch, Lanes(handle, lambda update: update.update_id))
    for _ in range(2):
        stop = asyncio.Event()
        running = asyncio.ensure_future(poll.run(stop))
        async with asyncio.timeout(10):
            while handled[-1:] != ([7] if not slow.is_set() else [6]):
                await asyncio.sleep(0.01)
        stop.set()
        await running
        if not slow.is_set():
            assert poll.offset == 6
            await poll.abandon()
            assert poll.offset == 6
            slow.set()
    assert sorted(handled) == [5, 6, 7]
    assert poll.offset in (8, None)


# -- too much ------------------------------------------------------------------------------------------


async def test_a_chat_that_asks_for_patience_is_the_only_one_left_alone(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    saturday = api.group("Saturday", members=[maria])
    async with on_stage(api) as stage:
        table = await stage.table_in(friday)
        api.fault("429", chat=friday, retry_after=40)
        with pytest.raises(TryLater):
            await stage.table_in(friday)
        with pytest.raises(TryLater):
            await stage.telegram.courier.edit(surface(friday.id, table.message_id), table_screen("x"), None)
        await stage.table_in(saturday)
        assert (await (await maria.presses(table, "My hand")).answer()) is not None
        assert not api.too_early


async def test_a_press_that_is_asked_for_patience_leaves_its_chat_as_it_is(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with on_stage(api, patience=Patience(desk=0.05, hand=0.05)) as stage:
        table = await stage.table_in(friday)
        api.fault("429", method="answerCallbackQuery", retry_after=40)
        await maria.presses(table, "My hand")
        await stage.desk.until("press")
        await api.until(lambda: api.calls_of("answerCallbackQuery"))
        await stage.telegram.courier.edit(surface(friday.id, table.message_id), table_screen("Next"), None)
        assert "Next" in table.text
        api.fault("429", method="answerCallbackQuery", retry_after=40)
        with pytest.raises(RetryAfter):
            await stage.telegram._wire.bot.answer_callback_query("1")


# -- somebody else -------------------------------------------------------------------------------------


async def test_whoever_watches_is_told_of_a_second_reader(
    api: TelegramApi, maria: Person, friday: Group, sqlite_url: str
) -> None:
    store = open_store(sqlite_url)
    told: list[str] = []

    async def pause(_seconds: float) -> None:
        health = Health(store, lambda: 0, lambda: {"telegram": stage.telegram.trouble or "ok"})
        told.append((await health.ready())["telegram"])

    async with on_stage(api, pause=pause) as stage:
        await api.until(lambda: api.bot.queue.is_polled)
        async with Bot(api.token, base_url=api.base_url) as other:
            await other.get_updates()
        await maria.says(friday, "/help")
        await stage.desk.until("help")
    assert told
    assert "Another program reads this Telegram bot's updates: stop it" in told[0]
    await store.close()


async def test_kinds_of_updates_that_we_do_not_know_are_passed_over(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    await maria.says(friday, "/help")
    body = api.bot.queue.waiting[0].body
    body["a_kind_of_tomorrow"] = body.pop("message")
    await maria.says(friday, "/stats")
    async with on_stage(api) as stage:
        await stage.desk.until("stats")
        await all_confirmed(api)
        assert not stage.desk.of("help")
