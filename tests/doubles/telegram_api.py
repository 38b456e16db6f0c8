"""A local Telegram Bot API for tests: a real HTTP server on 127.0.0.1 with people in it.

async with TelegramApi() as api:
    maria = api.person("Maria", language="it")
    group = api.group("Friday", members=[maria])
    # the bot under test gets api.token, base_url=api.base_url and base_file_url=api.base_file_url
    await maria.says(group, "/play")
    table = await group.shows("Maria")
    press = await maria.presses(table, "My hand")
    hand = await press.answer()
    assert not api.violations
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable, Iterable
from email.utils import formatdate
from types import TracebackType
from typing import Self

from aiogram.methods import DeleteWebhook, GetUpdates, GetWebhookInfo, SetWebhook
from aiohttp import web

from doubles.telegram_chats import Chat, Message
from doubles.telegram_checks import METHODS, Method, known, read
from doubles.telegram_faults import Fault, too_many
from doubles.telegram_groups import Group
from doubles.telegram_members import ADMIN_RIGHTS, Member, User
from doubles.telegram_methods import COUNTED, EPHEMERAL_WORDS, Request, execute, is_built
from doubles.telegram_people import Person, Seen, Shown
from doubles.telegram_updates import Webhook
from doubles.telegram_values import Answer, ApiError, Button, Call, FaultKind, Json, MalformedError, Upload
from doubles.telegram_world import Bot, Press, World

__all__ = [
    "Answer", "Bot", "Button", "Call", "Chat", "Fault", "Group", "Message", "Person", "Press", "Seen", "Shown",
    "TelegramApi",
]  # fmt: skip

OF_THE_QUEUE = (GetUpdates, SetWebhook, DeleteWebhook, GetWebhookInfo)
TOKEN = "4242424242:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
"""The token of the bot that is there from the start."""


class TelegramApi(World):
    """The stand-in. Its clock stands still until a test moves it, unless it is given one (``time.time``)."""

    def __init__(self, *, clock: Callable[[], float] | None = None, port: int = 0) -> None:
        super().__init__(clock)
        self.token = TOKEN
        self.bot = self.add_bot(TOKEN, "Briscola", "briscola_test_bot")
        self.faults: list[Fault] = []
        self._port = port
        self._runner: web.AppRunner | None = None

    # -- the cast ------------------------------------------------------------------------------------

    def person(
        self,
        name: str,
        *,
        id: int | None = None,  # noqa: A002 - the word Telegram uses
        language: str | None = "en",
        username: str | None = None,
        last_name: str | None = None,
    ) -> Person:
        """Somebody new, who has not opened the bot."""
        number = id or 5_000_000_001 + len(self.users)
        user = User(number, name, last_name=last_name, username=username, language_code=language)
        return Person(self, self.add_user(user), self.bot)

    def group(
        self,
        title: str,
        *,
        members: Iterable[Person] = (),
        kind: str = "supergroup",
        forum: bool = False,
        bot_in: bool = True,
        bot_admin: bool = False,
        id: int | None = None,  # noqa: A002 - the word Telegram uses
    ) -> Group:
        """A group (``kind="group"`` for a plain one); the first member owns it, the bot is in it."""
        assert kind in ("group", "supergroup"), "Channels are made with channel()"
        count = 700_001 + len(self.chats)
        number = id or (-count if kind == "group" else -1_001_000_000_000 - count)
        group = Group(self, number, "group" if kind == "group" else "supergroup", title, forum=forum)
        self._fill(group, members, bot_in=bot_in, bot_admin=bot_admin)
        return group

    def channel(self, title: str, *, members: Iterable[Person] = (), bot_admin: bool = True) -> Group:
        """A channel."""
        channel = Group(self, -1_002_000_000_000 - len(self.chats), "channel", title)
        self._fill(channel, members, bot_in=bot_admin, bot_admin=bot_admin)
        return channel

    def _fill(self, chat: Group, members: Iterable[Person], *, bot_in: bool, bot_admin: bool) -> None:
        self.chats[chat.id] = chat
        for person in members:
            chat.members[person.id] = Member(person.user, "member" if chat.members else "creator")
        if bot_in:
            chat.members[self.bot.user.id] = Member(self.bot.user)
        if bot_admin:
            chat.members[self.bot.user.id] = Member(self.bot.user, "administrator", frozenset(ADMIN_RIGHTS))

    # -- trouble -------------------------------------------------------------------------------------

    def fault(
        self,
        kind: FaultKind,
        *,
        method: str | None = None,
        chat: Chat | int | None = None,
        times: int = 1,
        retry_after: int = 5,
        description: str = "",
    ) -> Fault:
        """From now on the next ``times`` calls of this method in this chat go wrong in this way."""
        chat_id = chat.id if isinstance(chat, Chat) else chat
        fault = Fault(kind, method, chat_id, times, retry_after, description)
        self.faults.append(fault)
        return fault

    def calls_of(self, method: str) -> list[Call]:
        """The calls of one method."""
        return [call for call in self.calls if call.method == method]

    # -- the server ----------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """Where the server listens."""
        assert self._runner, "The stand-in is not running"
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}"

    @property
    def base_url(self) -> str:
        """What python-telegram-bot takes as base_url."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """What python-telegram-bot takes as base_file_url."""
        return f"{self.url}/file/bot"

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.on_response_prepare.append(self._tell_the_time)
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        app.router.add_get("/file/bot{token}/{path:.+}", self._serve_file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for fault in self.faults:
            fault.release()
        for bot in self.bots.values():
            await bot.queue.close()
        assert self._runner
        await self._runner.cleanup()

    async def _tell_the_time(self, _request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(self.now, usegmt=True)

    async def _serve_file(self, request: web.Request) -> web.Response:
        bot = self.bots.get(request.match_info["token"])
        for file in self.files.values():
            if bot and file.bot_id == bot.user.id and file.path == request.match_info["path"]:
                return web.Response(body=file.data, content_type="application/octet-stream")
        return web.json_response(ApiError(404, "Not Found").body, status=404)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        raw, uploads = await _parameters(request)
        try:
            result = await self._call(request, raw, uploads)
        except ApiError as error:
            return web.json_response(error.body, status=error.code)
        except _CutError:
            assert request.transport
            request.transport.abort()
            return web.Response()
        except Exception as bug:
            self.violations.append(f"The stand-in itself failed: {bug!r}")
            raise
        return web.json_response({"ok": True, "result": result})

    async def _call(self, request: web.Request, raw: Json, uploads: dict[str, bytes]) -> object:
        bot, model = self._whose(request.match_info["token"]), self._model(request.match_info["method"])
        name = model.__api_method__
        if not self.ephemeral_supported:
            raw = known(raw, model, EPHEMERAL_WORDS if name.startswith("send") else frozenset())
        try:
            method = self._read(model, raw, uploads, bot)
            call = Call(self.now, name, _shown(method, uploads), bot.user.id)
            return await self._carry_out(Request(self, bot, uploads), method, call)
        except MalformedError as error:
            self.violations.append(f"{name}: {error}")
            raise
        finally:
            self.touch()

    def _read(self, model: type[Method], raw: Json, uploads: dict[str, bytes], bot: Bot) -> Method:
        try:
            return read(model, raw, uploads)
        except MalformedError as error:
            self._log(Call(self.now, model.__api_method__, raw, bot.user.id), str(error))
            raise

    async def _carry_out(self, request: Request, method: Method, call: Call) -> object:
        chat = self._counted_chat(request, method, call)
        if chat and self.now < chat.quiet_until:
            self.too_early.append(call)
        fault = next((f for f in self.faults if f.matches(call.method, call.chat_id)), None)
        try:
            if fault:
                fault.strike()
                if fault.kind == "hang":
                    self._log(call, "hangs")
                    await fault.released.wait()
                elif not fault.takes_effect:
                    raise fault.error or _CutError
            self._count(chat, call)
            result = await self._result(request, method)
            if fault and fault.kind != "hang":
                raise fault.error or _CutError
        except (ApiError, _CutError) as error:
            self._log(call, str(error) or "cut")
            if isinstance(error, ApiError) and (wait := error.parameters.get("retry_after")):
                self._quiet(request.bot, call, float(str(wait)))
            raise
        if not fault:
            self._log(call, None)
        return result

    async def _result(self, request: Request, method: Method) -> object:
        queue = request.bot.queue
        match method:
            case GetUpdates():
                if method.allowed_updates is not None:
                    queue.allowed = frozenset(method.allowed_updates) or None
                return await queue.poll(method.offset or 0, method.limit or 100, method.timeout or 0)
            case SetWebhook() if method.url:
                if method.allowed_updates is not None:
                    queue.allowed = frozenset(method.allowed_updates) or None
                if method.drop_pending_updates:
                    queue.drop()
                await queue.set_webhook(_webhook(method))
                return True
            case SetWebhook() | DeleteWebhook():
                if method.drop_pending_updates:
                    queue.drop()
                await queue.set_webhook(None)
                return True
            case GetWebhookInfo():
                return queue.webhook_info()
            case _:
                return execute(method, request)

    def _counted_chat(self, request: Request, method: Method, call: Call) -> Chat | None:
        if call.chat_id is None or not isinstance(method, COUNTED):
            return None
        return self.chat_of(request.bot, call.chat_id)

    def _count(self, chat: Chat | None, call: Call) -> None:
        if chat is None:
            return
        wait = chat.meter.wait(self.now)
        if wait:
            self.over_limit.append(call)
            if self.enforce_limits:
                raise too_many(wait)
        chat.meter.times.append(self.now)

    def _quiet(self, bot: Bot, call: Call, seconds: float) -> None:
        if chat := self.chat_of(bot, call.chat_id) if call.chat_id else None:
            chat.quiet_until = self.now + seconds

    def _log(self, call: Call, error: str | None) -> None:
        self.calls.append(Call(call.at, call.method, call.params, call.bot_id, error))
        self.touch()

    def _whose(self, token: str) -> Bot:
        if bot := self.bots.get(token):
            return bot
        number, _, secret = token.partition(":")
        raise ApiError(401, "Unauthorized") if number.isdigit() and secret else ApiError(404, "Not Found")

    def _model(self, name: str) -> type[Method]:
        model = METHODS.get(name.lower())
        old = not self.ephemeral_supported and "ephemeral" in name.lower()
        if model is None or old or not (is_built(model) or issubclass(model, OF_THE_QUEUE)):
            if not old:
                self.violations.append(f"{name}: no such method here")
            self.calls.append(Call(self.now, name, {}, 0, "Not Found"))
            self.touch()
            raise ApiError(404, "Not Found")
        return model


class _CutError(Exception):
    """The connection ends without an answer."""


def _webhook(method: SetWebhook) -> Webhook:
    local = method.url.startswith("http://127.0.0.1:")
    if not local and not method.url.startswith("https://"):
        raise MalformedError("bad webhook: An HTTPS URL must be provided for webhook")
    secret = method.secret_token
    allowed = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    if secret is not None and not (1 <= len(secret) <= 256 and set(secret) <= allowed):
        raise MalformedError("secret token contains unallowed characters")
    return Webhook(method.url, secret, method.max_connections or 40)


async def _parameters(request: web.Request) -> tuple[Json, dict[str, bytes]]:
    raw: Json = dict(request.query)
    uploads: dict[str, bytes] = {}
    if request.content_type == "application/json" and request.can_read_body:
        raw |= await request.json()
    elif request.method == "POST":
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                upload = Upload(value.file.read())
                upload.filename = value.filename
                uploads[name] = upload
            else:
                raw[name] = value if isinstance(value, str) else bytes(value).decode()
    return raw, uploads


def _shown(method: Method, uploads: dict[str, bytes]) -> Json:
    """The parameters for the log: what was given, uploads by their size."""
    given: Json = method.model_dump(
        mode="python", exclude_unset=True, by_alias=True, exclude={"photo", "document"} if uploads else None
    )
    return given | {name: f"{len(data)} bytes" for name, data in uploads.items()}


async def _main() -> None:
    parser = argparse.ArgumentParser(description="A local Telegram Bot API with one group and two people.")
    parser.add_argument("--port", type=int, default=0)
    async with TelegramApi(clock=time.time, port=parser.parse_args().port) as api:
        people = [api.person("Maria", language="it"), api.person("John")]
        api.group("Friday", members=people)
        print(f"base_url={api.base_url} token={api.token}", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main())
