"""Updates by webhook: who may post them, when they are answered, and what happens to those that fail."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from aiohttp import ClientSession
from telegram import Bot

from adapters.telegram import Telegram, TokenRefused, client, settling
from adapters.telegram.webhook import HEADER, Hook
from adapters.web import Web
from bot.service.answers import Answer
from bot.service.ports import StoreUnavailable
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_checks import METHODS
from doubles.telegram_desk import Asked, ScriptedDesk

ADDRESS = "https://cards.example.org"


@dataclass
class MortalDesk(ScriptedDesk):
    """A desk whose database can be away."""

    down: bool = False
    tried: int = 0

    async def _answer(self, asked: Asked) -> Answer:
        self.tried += 1
        if self.down:
            raise StoreUnavailable("the database is away")
        return await super()._answer(asked)

    async def keep_fact(self, name: str, value: str) -> None:
        if self.down:
            raise StoreUnavailable("the database is away")
        await super().keep_fact(name, value)


@dataclass
class Hooked:
    """The adapter behind a web server of our own."""

    api: TelegramApi
    desk: MortalDesk
    telegram: Telegram
    url: str
    stop: asyncio.Event
    running: asyncio.Task[None]
    looks: asyncio.Queue[None] = field(default_factory=asyncio.Queue)

    @property
    def statuses(self) -> list[int]:
        """What Telegram was answered."""
        return [one.status for one in self.api.bot.queue.deliveries]

    async def delivered(self, count: int) -> list[int]:
        await self.api.until(lambda: len(self.statuses) >= count)
        return self.statuses

    async def post(self, body: bytes, headers: Mapping[str, str] | None = None) -> tuple[int, str]:
        """As anybody could post it: what was answered, and when it may be posted again."""
        (path, *_) = self.telegram.hooks
        async with (
            ClientSession() as session,
            session.post(self.url + path, data=body, headers=headers) as one,
        ):
            return one.status, one.headers.get("Retry-After", "")

    async def look_again(self) -> None:
        """Let it look now at whether Telegram still posts to us."""
        calls = len(self.api.calls_of("getWebhookInfo"))
        self.looks.put_nowait(None)
        await self.api.until(lambda: len(self.api.calls_of("getWebhookInfo")) > calls)


@asynccontextmanager
async def hooked(api: TelegramApi, desk: MortalDesk | None = None, **more: Any) -> AsyncIterator[Hooked]:
    looks = asyncio.Queue[None]()
    stop, ready = asyncio.Event(), asyncio.Event()

    async def pause(seconds: float) -> None:
        if seconds == client.LOOK_AGAIN:
            waits = [asyncio.ensure_future(looks.get()), asyncio.ensure_future(stop.wait())]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for one in waits:
                one.cancel()
        await asyncio.sleep(0)

    desk = desk or MortalDesk()
    given: dict[str, Any] = {"api_base": api.url, "webhook": ADDRESS, "now": lambda: api.now, "pause": pause}
    telegram = Telegram(api.token, desk, **(given | more))
    web = Web(
        desk, host="127.0.0.1", port=0, page=False, healthy=nothing, ready=nothing, metrics=lambda: b"",
        hooks=telegram.hooks,
    )  # fmt: skip
    url = await web.start()
    api.webhook_hosts[ADDRESS] = url
    running = asyncio.get_running_loop().create_task(telegram.run(stop, ready.set))
    waiting = asyncio.get_running_loop().create_task(ready.wait())
    try:
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        yield Hooked(api, desk, telegram, url, stop, running, looks)
    finally:
        waiting.cancel()
        stop.set()
        await asyncio.gather(running, return_exceptions=True)
        await web.stop()


async def nothing() -> Mapping[str, str]:
    return {}


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


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a second try."""
    monkeypatch.setattr(settling, "SECOND_TRIES", (0.0,))


async def soon(holds: Callable[[], bool]) -> None:
    """Wait for something of which nobody is told."""
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


async def is_set(api: TelegramApi) -> None:
    await api.until(lambda: api.bot.queue.webhook is not None)


# -- where, and who may ----------------------------------------------------------------------------------


def test_a_hook_tells_nothing_of_the_token_and_is_the_same_each_time(api: TelegramApi) -> None:
    hook = Hook.of(api.token, f"{ADDRESS}/")
    assert hook == Hook.of(api.token, ADDRESS)
    assert hook.url == ADDRESS + hook.path
    number, _, secret = api.token.partition(":")
    assert not [one for one in (number, secret, secret[:8]) if one in hook.url + hook.secret]
    other = Hook.of(api.token + "x", ADDRESS)
    assert other.path != hook.path
    assert other.secret != hook.secret
    assert hook.paths == (hook.path,)
    assert Hook.of(api.token, f"{ADDRESS}/cards").paths == (hook.path, f"/cards{hook.path}")


async def test_the_webhook_is_set_once_with_all_that_we_want(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    for _ in range(2):
        async with hooked(api) as bot:
            await is_set(api)
            await soon(lambda: bot.telegram.state.up)
            await maria.says(friday, "/help")
            await bot.desk.until("help")
    (call,) = api.calls_of("setWebhook")
    assert call.params["drop_pending_updates"] is False
    assert {"message", "callback_query", "chat_member", "inline_query"} <= set(
        cast("list[str]", call.params["allowed_updates"])
    )
    assert api.bot.queue.webhook
    assert api.bot.queue.webhook.secret
    assert not api.calls_of("getUpdates")
    assert not api.bot.queue.waiting


@pytest.mark.parametrize("secret", [None, "", "wrong", "wr\u00f6ng", "x" * 300])
async def test_nobody_else_may_post(api: TelegramApi, secret: str | None) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        headers = {} if secret is None else {HEADER: secret}
        assert (await bot.post(b'{"update_id": 1}', headers))[0] == 403
        assert not bot.desk.asked


@pytest.mark.parametrize(
    "body",
    [b"", b"hello", b"[]", b"{}", b'{"update_id": "1"}', b'{"update_id": true}', b"\xff\xfe", b"[" * 100_000],
)
async def test_what_is_no_update_is_refused(api: TelegramApi, body: bytes) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        assert api.bot.queue.webhook
        assert (await bot.post(body, {HEADER: str(api.bot.queue.webhook.secret)}))[0] == 400
        assert (await bot.post(b'{"update_id": 1}', {HEADER: str(api.bot.queue.webhook.secret)}))[0] == 200


async def test_before_the_start_and_after_the_stop_updates_shall_come_again(api: TelegramApi) -> None:
    secret = {HEADER: Hook.of(api.token, ADDRESS).secret}
    fault = api.fault("hang", method="getMe")
    entered = hooked(api)
    opening = asyncio.ensure_future(entered.__aenter__())
    await api.until(lambda: fault.spoiled)
    telegram = Telegram(api.token, MortalDesk(), api_base=api.url, webhook=ADDRESS)
    (receive,) = telegram.hooks.values()
    assert await receive(secret, b'{"update_id": 1}') == 503
    fault.release()
    bot = await opening
    assert (await bot.post(b'{"update_id": 1}', secret))[0] == 200
    bot.stop.set()
    await bot.running
    assert await bot.post(b'{"update_id": 2}', secret) == (503, "5")
    await entered.__aexit__(None, None, None)


# -- when it is answered ---------------------------------------------------------------------------------


async def test_an_update_is_answered_once_it_is_committed_and_not_before(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        bot.desk.open_for_business.clear()
        await maria.says(friday, "/play")
        await bot.desk.until("open")
        assert not bot.statuses
        assert len(api.bot.queue.waiting) == 1
        bot.desk.open_for_business.set()
        assert await bot.delivered(1) == [200]
        assert not api.bot.queue.waiting


async def test_an_update_posted_again_while_it_is_handled_is_handled_once(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        bot.desk.open_for_business.clear()
        await maria.says(friday, "/play")
        await bot.desk.until("open")
        assert api.bot.queue.webhook
        headers = {HEADER: str(api.bot.queue.webhook.secret)}
        again = asyncio.ensure_future(bot.post(json.dumps(api.bot.queue.waiting[0].body).encode(), headers))
        await asyncio.sleep(0.05)
        bot.desk.open_for_business.set()
        assert (await again)[0] == 200
        assert len(bot.desk.of("open")) == 1


async def test_what_one_person_does_is_done_in_order_and_nobody_else_waits(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    saturday = api.group("Saturday", members=[maria])
    john = Person(api, next(m.user for m in friday.members.values() if m.user.first_name == "John"), api.bot)
    async with hooked(api) as bot:
        await is_set(api)
        slow, quick = asyncio.Event(), bot.desk.open_for_business
        bot.desk.open_for_business = slow
        await maria.says(friday, "/stats")
        await bot.desk.until("stats")
        bot.desk.open_for_business = quick
        await maria.says(saturday, "/help")
        await api.until(lambda: len(api.bot.queue.waiting) == 2)
        await john.says(saturday, "/rules") if john.id in saturday.members else None
        other = api.group("Sunday", members=[john])
        await john.says(other, "/rules")
        await bot.desk.until("rules")
        assert not bot.desk.of("help")
        slow.set()
        await bot.desk.until("help")
        assert [one.what for one in bot.desk.asked if one.what in ("stats", "rules", "help")] == [
            "stats", "rules", "help",
        ]  # fmt: skip


# -- what fails ------------------------------------------------------------------------------------------


async def test_while_the_database_is_away_updates_come_again_and_people_are_told_once(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        bot.desk.down = True
        await maria.says(friday, "/play")
        assert await bot.delivered(1) == [503]
        said = await friday.shows("try again in a moment")
        for _ in range(3):
            tried, count = bot.desk.tried, len(bot.statuses)
            api.advance(5)
            assert (await bot.delivered(count + 1))[-1] == 503
            assert bot.desk.tried == tried, "the database is asked first"
        assert [one for one in friday.messages if "try again" in one.text] == [said]
        bot.desk.down = False
        api.advance(5)
        asked = await bot.desk.until("open")
        assert (await bot.delivered(5))[-1] == 200
        assert asked.event == f"{api.bot.user.id}:{api.bot.queue.deliveries[0].update_id}"
        assert not api.bot.queue.waiting


async def test_a_press_during_an_outage_counts_when_it_is_over(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        sent = await bot.telegram.courier.send(*_table(friday))
        table = friday.find(int(sent.message))
        assert table
        bot.desk.down = True
        press = await maria.presses(table, "My hand")
        assert "try again in a moment" in (await press.answer()).text
        assert await bot.delivered(1) == [503]
        bot.desk.down = False
        api.advance(5)
        assert (await bot.desk.until("press")).token.endswith("-hand")
        assert (await bot.delivered(2))[-1] == 200


def _table(chat: Group) -> tuple[Any, Any, None]:
    from doubles.telegram_desk import surface, table_screen

    return surface(chat.id), table_screen(), None


async def test_an_update_that_fails_by_itself_is_noted_and_passed_over(
    api: TelegramApi, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        bot.desk.fails = 2
        await maria.says(friday, "/play")
        assert await bot.delivered(1) == [200]
        await maria.says(friday, "/stats")
        await bot.desk.until("stats")
    assert "could not be handled and is passed over" in caplog.text


async def test_an_update_that_nobody_understands_keeps_back_no_other(
    api: TelegramApi, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    secret = {HEADER: Hook.of(api.token, ADDRESS).secret}
    async with hooked(api) as bot:
        await is_set(api)
        for told in (
            {"message": {"message_id": 1, "date": 1, "chat": {"id": 1}}},
            {"message": "what?"},
            {"callback_query": {"id": "1"}},
            {"a_kind_of_tomorrow": {"id": 5}},
            {},
        ):
            body = json.dumps({"update_id": 5, **told}).encode()
            assert (await bot.post(body, secret))[0] == 200
        assert not bot.desk.asked
    assert "is passed over" in caplog.text


# -- what stands at Telegram -----------------------------------------------------------------------------


async def test_a_webhook_that_somebody_changes_is_set_again_and_told(
    api: TelegramApi, caplog: pytest.LogCaptureFixture
) -> None:
    async with hooked(api) as bot:
        await soon(lambda: bool(api.bot.queue.webhook and bot.telegram.state.up))
        async with Bot(api.token, base_url=api.base_url) as other:
            await other.delete_webhook()
        await bot.look_again()
        await soon(lambda: bool(bot.telegram.trouble))
        assert "Another program has changed this Telegram bot's webhook" in bot.telegram.trouble
        assert api.bot.queue.webhook
        await bot.look_again()
        await soon(lambda: not bot.telegram.trouble)
    assert "Another program" in caplog.text


async def test_whoever_watches_is_told_that_telegram_cannot_reach_us(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with hooked(api) as bot:
        await is_set(api)
        reached = api.webhook_hosts.pop(ADDRESS)
        api.webhook_hosts[ADDRESS] = "http://127.0.0.1:1"
        await maria.says(friday, "/help")
        await bot.delivered(1)
        await bot.look_again()
        await soon(lambda: bool(bot.telegram.trouble))
        assert bot.telegram.trouble == "Telegram cannot deliver to TELEGRAM_WEBHOOK: Connection refused"
        api.webhook_hosts[ADDRESS] = reached
        api.advance(60)
        await bot.desk.until("help")
        await bot.look_again()
        await soon(lambda: not bot.telegram.trouble)


async def test_an_address_that_telegram_does_not_take_is_said_to_be_it(
    api: TelegramApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    api.fault("400", method="setWebhook", description="bad webhook: Failed to resolve host")
    seen: list[str] = []

    async def pause(seconds: float) -> None:
        seen.append(telegram.trouble)
        if seconds == client.LOOK_AGAIN:
            stop.set()

    stop = asyncio.Event()
    telegram = Telegram(api.token, MortalDesk(), api_base=api.url, webhook=ADDRESS, pause=pause)
    await telegram.run(stop, lambda: None)
    assert seen == [
        "Telegram does not take TELEGRAM_WEBHOOK (Bad webhook: failed to resolve host); trying again.", "",
    ]  # fmt: skip


async def test_a_server_that_cannot_tell_of_its_webhook_is_given_it_once(
    api: TelegramApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(METHODS, "getwebhookinfo")
    async with hooked(api) as bot:
        await is_set(api)
        for _ in range(2):
            calls = len(api.calls)
            bot.looks.put_nowait(None)
            await api.until(lambda calls=calls: len(api.calls) > calls)  # type: ignore[misc]  # bound now
        await soon(lambda: bot.telegram.state.up)
        assert len(api.calls_of("setWebhook")) == 1
    assert set(api.violations) == {"GetWebhookInfo: no such method here"}
    api.violations.clear()


async def test_a_token_revoked_later_is_refused_by_webhook_too(api: TelegramApi) -> None:
    async with hooked(api) as bot:
        await soon(lambda: bool(api.bot.queue.webhook and bot.telegram.state.up))
        del api.bots[api.token]
        bot.looks.put_nowait(None)
        with pytest.raises(TokenRefused):
            await bot.running


async def test_polling_takes_a_webhook_away_and_goes_on_at_once(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with hooked(api):
        await is_set(api)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    desk, stop = ScriptedDesk(), asyncio.Event()
    polling = Telegram(api.token, desk, api_base=api.url, now=lambda: api.now, pause=pause)
    running = asyncio.get_running_loop().create_task(polling.run(stop, lambda: None))
    await maria.says(friday, "/help")
    await desk.until("help")
    stop.set()
    await running
    assert pauses == [1]
    assert api.bot.queue.webhook is None
    assert not any(call.params.get("drop_pending_updates") for call in api.calls_of("deleteWebhook"))
