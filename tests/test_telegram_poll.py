"""The connection to Telegram: reading, confirming after the commit, trouble, and the stop."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from aiohttp import web
from telegram import Bot, Update

from adapters.telegram import Telegram, TokenRefused
from adapters.telegram.presses import Patience
from adapters.telegram.request import NotTheBotApi
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_checks import METHODS
from doubles.telegram_desk import TABLE, ScriptedDesk, on_stage

COMMANDS = {
    "en": {"play": "Open a table", "hand": "Show my cards"},
    "it": {"play": "Apri un tavolo", "hand": "Mostra le mie carte"},
    "pt_PT": {"play": "Abrir uma mesa", "hand": "Mostrar as minhas cartas"},
}


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", language="it")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


def unconfirmed(api: TelegramApi) -> list[int]:
    return [pending.id for pending in api.bot.queue.waiting]


async def test_an_update_is_confirmed_after_its_commit_and_not_before(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with on_stage(api) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")
        await api.until(lambda: not unconfirmed(api))
        stage.desk.open_for_business.clear()
        await maria.says(friday, "/stats")
        await stage.desk.until("stats")
        polls = len(api.calls_of("getUpdates"))
        await api.until(lambda: len(api.calls_of("getUpdates")) > polls)
        assert len(unconfirmed(api)) == 1
        stage.desk.open_for_business.set()
        await api.until(lambda: not unconfirmed(api))
        assert len(stage.desk.of("stats")) == 1


async def test_a_slow_update_delays_nobody_else(api: TelegramApi, maria: Person, friday: Group) -> None:
    john = Person(api, next(m.user for m in friday.members.values() if m.user.first_name == "John"), api.bot)
    async with on_stage(api, patience=Patience(desk=0.02)) as stage:
        table = await stage.table_in(friday)
        slow = asyncio.Event()
        quick = stage.desk.open_for_business
        stage.desk.open_for_business = slow
        await (await maria.presses(table, "My hand")).answer()
        stage.desk.open_for_business = quick
        stage.desk.answers["press"] = Answer(Outcome.ACCEPTED, "Quick.")
        assert (await (await john.presses(table, "My hand")).answer()).text == "Quick."
        assert len(unconfirmed(api)) == 2
        slow.set()
        await api.until(lambda: not unconfirmed(api))
        assert len(stage.desk.of("press")) == 2


async def test_what_is_unconfirmed_at_a_crash_is_handled_after_the_start(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk()
    desk.open_for_business.clear()
    first = Telegram(api.token, desk, api_base=api.url)
    crash = asyncio.get_running_loop().create_task(first._poll.run(asyncio.Event()))
    await first._wire.bot.initialize()
    await maria.says(friday, "/play")
    asked = await desk.until("open")
    crash.cancel()
    await asyncio.gather(crash, return_exceptions=True)
    await first._poll.abandon()
    await first._wire.bot.shutdown()
    async with on_stage(api) as stage:
        assert (await stage.desk.until("open")).event == asked.event


async def test_an_update_delivered_twice_has_the_same_event(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    api.double_updates = True
    async with on_stage(api) as stage:
        table = await stage.table_in(friday)
        await (await maria.presses(table, "My hand")).answer()
        await maria.says(friday, "/help")
        await stage.desk.until("help")
        await api.until(lambda: not unconfirmed(api))
        assert len({asked.event for asked in stage.desk.of("press")}) == 1


async def test_a_stop_answers_and_confirms_what_was_read(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with on_stage(api) as stage:
        table = await stage.table_in(friday)
        stage.desk.open_for_business.clear()
        press = await maria.presses(table, "My hand")
        await stage.desk.until("press")
        stage.stop.set()
        stage.desk.open_for_business.set()
    assert press.answered
    assert not unconfirmed(api)
    assert not stage.telegram.state.up


async def test_what_hangs_at_the_stop_comes_again(
    api: TelegramApi, maria: Person, friday: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.client.LAST_WORDS", 0.05)
    async with on_stage(api) as stage:
        stage.desk.open_for_business.clear()
        await maria.says(friday, "/play")
        await stage.desk.until("open")
    assert len(unconfirmed(api)) == 1


@pytest.mark.parametrize("token", ["4242424242:wrong", "nonsense"])
async def test_a_refused_token_is_said_in_a_sentence_without_it(
    api: TelegramApi, token: str, caplog: pytest.LogCaptureFixture
) -> None:
    telegram = Telegram(token, ScriptedDesk(), api_base=api.url)
    with pytest.raises(TokenRefused, match="BotFather") as refused:
        await telegram.run(asyncio.Event(), lambda: None)
    assert token not in f"{refused.value!r} {refused.value.__context__!r} {caplog.text}"
    assert not telegram.state.up


@asynccontextmanager
async def another_server(status: int, body: str) -> AsyncIterator[str]:
    """The address of a server that answers everything so."""

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=status, text=body)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    yield f"http://{host}:{port}"
    await runner.cleanup()


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (404, "<html>Not Found</html>", "TELEGRAM_API_BASE is no Bot API server"),
        (401, "<html>Who are you?</html>", "TELEGRAM_API_BASE is no Bot API server"),
        (404, '{"detail": "Not Found"}', "TELEGRAM_API_BASE is no Bot API server"),
        (401, '["ok"]', "TELEGRAM_API_BASE is no Bot API server"),
        (404, '{"ok": false, "error_code": 400}', "TELEGRAM_API_BASE is no Bot API server"),
        (301, "moved", "TELEGRAM_API_BASE is no Bot API server"),
        (200, "<html>Welcome!</html>", "cannot be reached at TELEGRAM_API_BASE"),
        (502, "<html>Bad Gateway</html>", "cannot be reached at TELEGRAM_API_BASE"),
    ],
)
async def test_a_server_that_is_none_of_the_bot_api_refuses_no_token(
    status: int, body: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    stop = asyncio.Event()
    seen: list[str] = []

    async def pause(_seconds: float) -> None:
        seen.append(telegram.trouble)
        if len(seen) == 2:
            stop.set()

    async with another_server(status, body) as url:
        telegram = Telegram("4242424242:secret", ScriptedDesk(), api_base=url, pause=pause)
        await telegram.run(stop, lambda: None)
    assert all(said in words for words in seen)
    assert "secret" not in f"{seen} {caplog.text}"


@pytest.mark.parametrize("code", [401, 404])
async def test_a_refusal_of_the_bot_api_itself_is_one_of_the_token(code: int) -> None:
    body = f'{{"ok": false, "error_code": {code}, "description": "no"}}'
    async with another_server(code, body) as url:
        with pytest.raises(TokenRefused):
            await Telegram("4242424242:x", ScriptedDesk(), api_base=url).run(asyncio.Event(), lambda: None)


async def test_an_answer_in_telegrams_place_is_told_from_telegram() -> None:
    telegram = Telegram("4242424242:x", ScriptedDesk())
    assert telegram._whats_wrong(NotTheBotApi(404)).endswith("answers in its place")
    assert telegram._whats_wrong(OSError()) == "Telegram cannot be reached"


async def test_a_token_revoked_later_is_refused_too(api: TelegramApi) -> None:
    async def pause(_seconds: float) -> None:
        await asyncio.sleep(0)

    telegram, ready = Telegram(api.token, ScriptedDesk(), api_base=api.url, pause=pause), asyncio.Event()
    running = asyncio.get_running_loop().create_task(telegram.run(asyncio.Event(), ready.set))
    await ready.wait()
    del api.bots[api.token]
    await api.bot.queue.close()
    with pytest.raises(TokenRefused):
        await running
    assert not telegram.state.up


async def test_while_telegram_is_away_it_is_tried_less_and_less_often(
    api: TelegramApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    api.fault("502-before", method="getMe", times=8)
    async with on_stage(api) as stage:
        assert stage.pauses == [1, 2, 4, 8, 16, 32, 60, 60]
        await api.until(lambda: api.calls_of("getUpdates") or stage.telegram.state.up)
        assert stage.telegram.state.up
    assert api.token not in caplog.text


async def test_trouble_while_reading_shows_in_the_state_until_it_is_over(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    states: list[bool] = []

    async def pause(seconds: float) -> None:
        states.append(telegram.state.up)
        waits.append(seconds)
        await asyncio.sleep(0)

    waits: list[float] = []
    desk = ScriptedDesk()
    telegram = Telegram(api.token, desk, api_base=api.url, pause=pause)
    stop, ready = asyncio.Event(), asyncio.Event()
    api.fault("429", method="getUpdates", retry_after=7)
    api.fault("cut-before", method="getUpdates")
    running = asyncio.get_running_loop().create_task(telegram.run(stop, ready.set))
    await maria.says(friday, "/help")
    await desk.until("help")
    assert (states, waits) == ([False, False], [7, 2])
    assert telegram.state.up
    stop.set()
    await running


def broken(_update: Update) -> int:
    raise LookupError("no lane")


async def test_after_trouble_the_first_request_waits_for_nothing(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    async with on_stage(api) as stage:
        await api.until(lambda: api.bot.queue._poller)
        fault = api.fault("502-before", method="getUpdates")
        await maria.says(friday, "/help")
        await api.until(lambda: stage.pauses and stage.telegram.state.up)
        assert (fault.spoiled, stage.pauses) == (1, [1])
        waits = [call.params.get("timeout", 0) for call in api.calls_of("getUpdates")]
        assert waits[waits.index(50) + 1 :].count(0) >= 1


async def test_an_update_that_nobody_understands_keeps_back_no_other(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    for text in ("/play", "/help", "/stats"):
        await maria.says(friday, text)
    sender = cast("dict[str, object]", api.bot.queue.waiting[-2].body["message"])["from"]
    cast("dict[str, object]", sender).pop("first_name")
    async with on_stage(api) as stage:
        await stage.desk.until("stats")
        await api.until(lambda: not unconfirmed(api))
        assert [asked.what for asked in stage.desk.asked] == ["open", "stats"]
        assert not stage.pauses


async def test_a_bug_while_reading_is_logged_and_reading_goes_on(
    api: TelegramApi, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_stage(api) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")
        taking = stage.telegram._lanes._lane_of
        stage.telegram._lanes._lane_of = broken
        await maria.says(friday, "/stats")
        await api.until(lambda: stage.pauses)
        stage.telegram._lanes._lane_of = taking
        await stage.desk.until("stats")
    assert "reading what happens in Telegram failed" in caplog.text


async def test_a_second_reader_is_noticed_and_given_time(
    api: TelegramApi, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_stage(api) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")
        await api.until(lambda: not unconfirmed(api) and api.bot.queue._poller)
        async with Bot(api.token, base_url=api.base_url) as other:
            await other.get_updates()
        await api.until(lambda: stage.pauses)
        assert 10 <= stage.pauses[0] <= 30
        await maria.says(friday, "/stats")
        await stage.desk.until("stats")
    assert "Another program reads" in caplog.text


async def test_a_webhook_left_behind_is_taken_away(api: TelegramApi, maria: Person, friday: Group) -> None:
    async with Bot(api.token, base_url=api.base_url) as other:
        await other.set_webhook("https://example.org/hook")
    async with on_stage(api) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")


async def test_a_stop_ends_the_wait_for_the_next_attempt(api: TelegramApi) -> None:
    api.fault("502-before", method="getMe", times=99)
    telegram = Telegram(api.token, ScriptedDesk(), api_base=api.url)
    stop = asyncio.Event()
    running = asyncio.get_running_loop().create_task(telegram.run(stop, lambda: None))
    await api.until(lambda: api.calls_of("getMe"))
    stop.set()
    await running


async def test_commands_are_announced_in_each_language_and_once(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk()
    async with on_stage(api, desk, commands=COMMANDS):
        await desk.until("keep_fact")
    assert [c.description for c in maria.commands()] == ["Apri un tavolo", "Mostra le mie carte"]
    assert [bool(c.is_ephemeral) for c in maria.commands(friday)] == [True, True]
    german = api.person("Anna", language="de")
    assert german.commands()[0].description == "Open a table"
    announced = len(api.calls_of("setMyCommands"))
    async with on_stage(api, desk, commands=COMMANDS) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")
    assert len(api.calls_of("setMyCommands")) == announced == 12


async def test_commands_that_cannot_be_announced_disturb_nothing(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    api.fault("400", method="setMyCommands")
    async with on_stage(api, commands=COMMANDS) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")
    assert not stage.desk.facts


async def test_a_server_without_that_method_is_not_said_to_refuse_the_token(
    api: TelegramApi,
    maria: Person,
    friday: Group,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.delitem(METHODS, "setmycommands")
    async with on_stage(api, commands=COMMANDS) as stage:
        await maria.says(friday, "/help")
        await stage.desk.until("help")
        await api.until(lambda: "does not know setMyCommands" in caplog.text)
    assert "InvalidToken" not in caplog.text
    assert api.violations == ["setMyCommands: no such method here"]
    api.violations.clear()


def test_the_scripted_desk_is_a_desk() -> None:
    desk: Desk = ScriptedDesk()
    assert desk is not None
    assert TABLE
