"""The transport to the Bot API: what is sent, what went wrong and in which words, and how much a second."""

from __future__ import annotations

import asyncio
import gzip
import io
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest
from telegram import Bot, InputFile, InputMediaPhoto
from telegram.error import TelegramError, TimedOut
from telegram.request import HTTPXRequest, RequestData
from telegram.request._requestparameter import RequestParameter

from adapters.telegram import flow, request
from adapters.telegram.bodies import body_of
from adapters.telegram.failures import translated
from adapters.telegram.flow import Flow, Overrun
from adapters.telegram.phrases import Phrases
from adapters.telegram.request import Asking, NeverSent, NotTheBotApi, asking
from bot.service.ports import TryLater, Uncertain
from doubles.telegram_api import TelegramApi

TOKEN = "4242424242:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@asynccontextmanager
async def connected(base: str, asks: Asking | None = None) -> AsyncIterator[Bot]:
    """A bot that asks there; it is not asked who it is."""
    asks = asks or asking(8)
    await asks.initialize()
    try:
        yield Bot(TOKEN, base_url=f"{base}/bot", request=asks, get_updates_request=asks)
    finally:
        await asks.shutdown()


@asynccontextmanager
async def talking(talk: Talk) -> AsyncIterator[str]:
    """A server that says what `talk` says, byte by byte."""

    met = set[asyncio.Task[object]]()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        me = asyncio.current_task()
        assert me
        met.add(me)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await talk(reader, writer)
        writer.close()

    server = await asyncio.start_server(meet, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    try:
        yield f"http://{host}:{port}"
    finally:
        server.close()
        for one in met:
            one.cancel()
        await asyncio.gather(*met)


async def one_request(reader: asyncio.StreamReader) -> bytes:
    """Head and body of a request."""
    head = await reader.readuntil(b"\r\n\r\n")
    sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return head + (await reader.readexactly(int(sizes[0].partition(b":")[2])) if sizes else b"")


# -- what is sent ------------------------------------------------------------------------------------


def data_of(**values: object) -> RequestData:
    return RequestData([RequestParameter.from_input(name, value) for name, value in values.items()])


@pytest.mark.parametrize(
    "data",
    [
        data_of(chat_id=-100123, text="È & = + % 🂡\n„quote“", disable_notification=True),
        data_of(chat_id=5, keyboard={"inline_keyboard": [[{"text": "a", "callback_data": "b"}]]}),
        data_of(chat_id=5, photo=InputFile(b"\x89PNG\r\n--x", filename="briscola.png", attach=True)),
        data_of(chat_id=5, caption="Così", document=InputFile(b"{}", filename='a"b\\c\r\nè 🂡.json')),
        data_of(chat_id=5, media=InputMediaPhoto(b"\x89PNG", filename="x.png", caption="è")),
        data_of(
            chat_id=5, document=InputFile(io.BytesIO(b"in a file"), filename="x", read_file_handle=False)
        ),
    ],
)
async def test_bodies_are_those_of_the_library_byte_by_byte(data: RequestData) -> None:
    seen: list[bytes] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await one_request(reader))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")

    async with talking(talk) as url:
        theirs = HTTPXRequest(httpx_kwargs={"verify": False, "trust_env": False})
        await theirs.do_request(f"{url}/bot{TOKEN}/sendIt", "POST", data)
        await theirs.shutdown()
        for one in data.multipart_data.values():
            if not isinstance(one[1], bytes):
                one[1].seek(0)
        async with connected(url) as bot:
            await bot.request.do_request(f"{url}/bot{TOKEN}/sendIt", "POST", data)
    (their_head, their_body), (our_head, our_body) = (one.split(b"\r\n\r\n", 1) for one in seen)
    for mark in (boundary_of(their_head), boundary_of(our_head)):
        their_body, our_body = their_body.replace(mark, b"MARK"), our_body.replace(mark, b"MARK")
    assert our_body == their_body
    assert kind_of(our_head) == kind_of(their_head)
    assert our_head.splitlines()[0] == their_head.splitlines()[0]


def boundary_of(head: bytes) -> bytes:
    return head.partition(b"boundary=")[2].split(b"\r\n")[0] or b"no boundary"


def kind_of(head: bytes) -> bytes:
    (line,) = (line for line in head.splitlines() if line.lower().startswith(b"content-type:"))
    return line.partition(b":")[2].split(b";")[0].strip()


async def test_large_files_are_sent_piece_by_piece(api: TelegramApi) -> None:
    maria = api.person("Maria")
    friday = api.group("Friday", members=[maria])
    async with connected(api.url) as bot:
        sent = await bot.send_document(friday.id, InputFile(b"x" * 3_000_000, filename="match.json"))
    assert sent.document
    assert sent.document.file_size == 3_000_000
    empty = body_of(data_of())
    assert empty is None


async def test_one_session_serves_all_kinds_of_calls_over_kept_connections() -> None:
    connections = 0

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        while True:
            await one_request(reader)
            writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{"ok":true,"result":true} '[:-1])

    async with talking(talk) as url, connected(url) as bot:
        for _ in range(5):
            await bot.answer_callback_query("1")
            await bot.delete_message(1, 2)
    assert connections == 1


# -- what goes wrong ---------------------------------------------------------------------------------


async def hangs(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await one_request(reader)
    await reader.read()


async def cuts(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await one_request(reader)


async def cuts_at_once(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def talks_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await one_request(reader)
    writer.write(b"220 smtp.example.org ESMTP\r\n\r\n")


async def stops_in_the_middle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await one_request(reader)
    writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"ok":true,')


async def packs_badly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await one_request(reader)
    body = gzip.compress(b'{"ok":true,"result":true}')[:12] + b"nonsense!"
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)


async def talks_without_end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await one_request(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000 + b"\r\n\r\n")


MAY_HAVE_HAPPENED = [
    hangs, cuts, cuts_at_once, talks_nonsense, stops_in_the_middle, packs_badly, talks_without_end,
]  # fmt: skip


def everything_said(error: BaseException) -> str:
    """The error, its causes and its contexts, as any log could tell them."""
    said = ""
    seen: BaseException | None = error
    while seen is not None:
        said += f"{seen!r} {seen} {seen.__dict__} "
        seen = seen.__cause__ or seen.__context__
    return said


def assert_no_token(error: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    told = everything_said(error) + caplog.text
    for secret in (TOKEN, TOKEN.partition(":")[2], "AAHdqTcv"):
        assert secret not in told


@pytest.fixture
def loud(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Everything that is said on the way of a request; the library's `Bot` tells its address when it is made."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "telegram.Bot")
    return caplog


@pytest.mark.parametrize("talk", MAY_HAVE_HAPPENED)
async def test_a_send_that_may_have_happened_is_uncertain_and_tells_no_token(
    talk: Talk, loud: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request, "USUAL", request.Patience(read=0.2, write=0.2))
    asyncio.get_running_loop().set_debug(True)
    requests = 0

    async def counted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal requests
        requests += 1
        await talk(reader, writer)

    async with talking(counted) as url, connected(url) as bot:
        with pytest.raises(TelegramError) as caught:
            await bot.send_message(-100, "Hello")
    assert isinstance(translated(caught.value, Phrases(), making=True), Uncertain)
    assert isinstance(translated(caught.value, Phrases(), making=False), TryLater)
    assert requests == 1
    assert_no_token(caught.value, loud)


def a_closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.parametrize(
    "base", ["http://127.0.0.1:{port}", "http://nobody.invalid", "https://127.0.0.1:{plain}"]
)
async def test_a_send_that_reached_nobody_may_be_sent_again(
    base: str, loud: pytest.LogCaptureFixture
) -> None:
    asyncio.get_running_loop().set_debug(True)
    async with talking(cuts_at_once) as plain:
        url = base.format(port=a_closed_port(), plain=plain.rpartition(":")[2])
        async with connected(url) as bot:
            with pytest.raises(NeverSent) as caught:
                await bot.send_message(-100, "Hello")
    assert isinstance(translated(caught.value, Phrases(), making=True), TryLater)
    assert_no_token(caught.value, loud)


async def test_a_send_for_which_no_connection_is_free_has_not_happened(
    loud: pytest.LogCaptureFixture,
) -> None:
    async with talking(hangs) as url, connected(url, asking(1)) as bot:
        first = asyncio.ensure_future(bot.send_message(-100, "Hello"))
        await asyncio.sleep(0)
        with pytest.raises(NeverSent) as caught:
            await bot.send_message(-100, "Hello", pool_timeout=0.05, connect_timeout=0.05)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
    assert_no_token(caught.value, loud)


async def test_without_a_connection_nothing_is_sent() -> None:
    bot = Bot(TOKEN, request=asking(1), get_updates_request=asking(1))
    with pytest.raises(NeverSent):
        await bot.send_message(-100, "Hello")


async def test_nobody_is_followed_to_another_place(loud: pytest.LogCaptureFixture) -> None:
    async def elsewhere(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await one_request(reader)
        writer.write(b"HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")

    async with talking(elsewhere) as url, connected(url) as bot:
        with pytest.raises(NotTheBotApi) as caught:
            await bot.send_message(-100, "Hello")
    assert_no_token(caught.value, loud)


async def test_each_kind_of_call_has_its_own_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"USUAL": 0.3, "OF_ANSWERS": 0.1, "OF_FILES": 0.6}.items():
        monkeypatch.setattr(request, name, request.Patience(read=seconds, write=0.1))
    loop = asyncio.get_running_loop()

    async def took(call: Awaitable[object]) -> float:
        before = loop.time()
        with pytest.raises(TimedOut):
            await call
        return loop.time() - before

    async with talking(hangs) as url, connected(url) as bot:
        answer, send, photo, poll = await asyncio.gather(
            took(bot.answer_callback_query("1")),
            took(bot.send_message(-100, "Hello")),
            took(bot.send_photo(-100, b"\x89PNG")),
            took(bot.get_updates(timeout=1)),
        )
    assert answer < send < photo < poll
    assert poll >= 1.3


# -- through a proxy ---------------------------------------------------------------------------------


async def test_the_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await one_request(reader))
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{"ok":true,"result":true}')

    async with talking(proxy) as url:
        host = url.removeprefix("http://")
        monkeypatch.setenv("http_proxy", f"http://maria:s%20e@{host}")
        async with connected("http://telegram.invalid") as bot:
            assert await bot.delete_message(1, 2)
        monkeypatch.setenv("no_proxy", "telegram.invalid")
        async with connected("http://telegram.invalid") as bot:
            with pytest.raises(NeverSent):
                await bot.delete_message(1, 2)
    assert len(seen) == 1
    assert seen[0].startswith(f"POST http://telegram.invalid/bot{TOKEN}/deleteMessage".encode())
    assert b"proxy-authorization: basic bwfyawe6cybl" in seen[0].lower()  # maria:s e


async def test_a_proxy_that_refuses_has_sent_nothing_on(
    monkeypatch: pytest.MonkeyPatch, loud: pytest.LogCaptureFixture
) -> None:
    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await one_request(reader)
        writer.write(b"HTTP/1.1 407 Who are you?\r\nContent-Length: 0\r\n\r\n")

    async with talking(proxy) as url:
        monkeypatch.setenv("https_proxy", url.removeprefix("http://"))
        async with connected("https://telegram.invalid") as bot:
            with pytest.raises(NeverSent) as caught:
                await bot.delete_message(1, 2)
    assert_no_token(caught.value, loud)


# -- whose clock -------------------------------------------------------------------------------------


async def test_the_servers_clock_is_compared_with_ours() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for date in (b"Mon, 30 Nov 2026 12:00:00 GMT", b"yesterday", b"Mon, 30 Nov 2026 13:00:00 GMT"):
            await one_request(reader)
            head = b"HTTP/1.1 200 OK\r\nContent-Length: 25\r\nDate: %b\r\n\r\n" % date
            writer.write(head + b'{"ok":true,"result":true}')

    asks = Asking(1, clock=lambda: 1_796_043_600.5)  # 13:00:00.5
    async with talking(talk) as url, connected(url, asks) as bot:
        seen = list[float]()
        for _ in range(3):
            await bot.delete_message(1, 2)
            seen.append(asks.ahead)
    assert seen == [3600.5, 3600.5, 0.0]


# -- how much a second -------------------------------------------------------------------------------


async def test_so_many_calls_pass_in_a_second_and_the_next_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "SECOND", 0.2)
    loop, stream = asyncio.get_running_loop(), Flow(3)
    begun, passed = loop.time(), list[float]()

    async def pass_through(chat: int) -> None:
        await stream.turn(str(chat))
        passed.append(loop.time() - begun)

    await asyncio.gather(*(pass_through(n) for n in range(8)))
    assert all(late - early >= 0.19 for early, late in zip(passed, passed[3:], strict=False))
    assert passed[2] < 0.1


async def test_where_many_wait_each_chat_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "SECOND", 0.02)
    stream, order = Flow(1), list[str]()

    async def pass_through(chat: str) -> None:
        await stream.turn(chat)
        order.append(chat)

    await stream.turn("before")
    waiting = [
        asyncio.ensure_future(pass_through(chat)) for chat in ("busy", "busy", "busy", "busy", "quiet")
    ]
    await asyncio.sleep(0)
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == ["busy", "quiet", "busy", "busy"]


async def test_a_call_that_would_wait_too_long_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "PATIENCE", 0.05)
    stream = Flow(1)
    await stream.turn("1")
    with pytest.raises(Overrun):
        await stream.turn("1")
    asks = Asking(1, stream)
    await asks.initialize()
    with pytest.raises(NeverSent):
        await Bot(TOKEN, request=asks, get_updates_request=asks).send_message(1, "Hello")
    await asks.shutdown()


async def test_presses_are_answered_and_updates_read_while_all_else_waits(api: TelegramApi) -> None:
    maria = api.person("Maria")
    friday = api.group("Friday", members=[maria])
    asks = Asking(8, Flow(1))
    async with connected(api.url, asks) as bot:
        await bot.send_message(friday.id, "One")
        waiting = asyncio.ensure_future(bot.send_message(friday.id, "Two"))
        for _ in range(20):
            await bot.get_updates()
            with pytest.raises(TelegramError):
                await bot.answer_callback_query("1")
            await bot.get_chat(friday.id)
        assert not waiting.done()
        await waiting


async def test_the_stand_in_tells_its_own_time(api: TelegramApi) -> None:
    asks = Asking(1, clock=lambda: api.now + 100)
    async with connected(api.url, asks) as bot:
        await bot.get_updates()
    assert asks.ahead == 100
