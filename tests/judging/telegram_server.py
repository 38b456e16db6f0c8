"""The Bot API over real HTTP: every request judged, some spoiled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from judging.telegram_checks import KINDS, Bad, Json, read
from judging.telegram_faults import Faults
from judging.telegram_methods import COUNTED, Call, Refusal, execute
from judging.telegram_world import TOKEN, Chat, World

MINUTE = 60.0
BEARS = 20
"""Calls that a group bears in any minute."""
BURST = 10
"""Calls that a private chat bears at once, beyond one a second."""
IN_ALL = 30
"""Calls that Telegram bears in any second, but for answers to presses."""


class _Cut(Exception):
    """The connection breaks."""


class Server:
    """Serves one bot. A process of it that has been killed reaches nothing any more."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults
        self.alive: set[int] = set()
        """The processes of the bot that have not been killed."""
        self.calls: list[Call] = []
        self.counts: dict[str, int] = {}
        self.backlog_until = 0.0
        """Until then it is answered what waited: private chats have more than short bursts of it."""
        self._runner: web.AppRunner | None = None
        self._polls = 0
        self._seconds: list[tuple[float, int]] = []

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/g{generation}/bot{token}/{method}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.05, keepalive_timeout=1e7)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._runner
        await self._runner.cleanup()

    def url(self, generation: int) -> str:
        """Where this process of the bot finds Telegram."""
        assert self._runner
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}/g{generation}"

    # -- one request -----------------------------------------------------------------------------------
    async def _serve(self, request: web.Request) -> web.StreamResponse:
        generation = int(request.match_info["generation"])
        try:
            raw, uploads = await _parameters(request)
            return await self._carried_out(request, generation, raw, uploads)
        except (_Cut, ConnectionError):
            if request.transport:
                request.transport.abort()
            return web.Response()
        except Refusal as refusal:
            return web.json_response(refusal.body, status=refusal.code)

    async def _carried_out(
        self, request: web.Request, generation: int, raw: Json, uploads: Mapping[str, bytes]
    ) -> web.Response:
        self._alive(generation)
        if request.match_info["token"] != TOKEN:
            raise Refusal(401, "Unauthorized")
        try:
            name, values = read(request.match_info["method"], raw, uploads)
        except Bad as bad:
            self.world.wrong(f"a request that 10.3 does not know: {bad}")
            raise Refusal(400, f"Bad Request: {bad}") from None
        call = Call(name, values, uploads, self.world.now, generation)
        self.counts[name] = self.counts.get(name, 0) + 1
        if name == "getUpdates":
            return await self._updates(call)
        return await self._spoiled(call)

    def _alive(self, generation: int) -> None:
        if generation not in self.alive:
            raise _Cut

    async def _spoiled(self, call: Call) -> web.Response:
        """The call with whatever goes wrong about it."""
        self.calls.append(call)
        self._watch(call)
        await asyncio.sleep(self.faults.latency())
        self._alive(call.generation)
        fault = self.faults.draw(call.name)
        kind, _, when = fault.partition("-")
        if fault:
            self._excuse(call, fault)
        if fault == "429":
            raise self._quiet(call, self.faults.wait())
        if when == "before" or fault == "proxy":
            await self._strike(kind, call)
        if refused := self._too_much(call):
            raise refused
        try:
            result = execute(self.world, call)
        except Bad as bad:
            self.world.wrong(f"{call.name} to {call.chat}: {bad}")
            raise Refusal(400, f"Bad Request: {bad}") from None
        await asyncio.sleep(self.faults.latency())
        if when == "after":
            await self._strike(kind, call)
        self._alive(call.generation)
        self._thank(call)
        return web.json_response({"ok": True, "result": result})

    def _excuse(self, call: Call, fault: str) -> None:
        if call.name == "answerCallbackQuery":
            press = self.world.presses.get(str(call.values.get("callback_query_id")))
            if press:
                press.excused = f"its answer met {fault}"

    def _thank(self, call: Call) -> None:
        if call.made:
            call.made.known = True
        if call.name == "answerCallbackQuery":
            self.world.presses[call.values["callback_query_id"]].thanked += 1

    async def _strike(self, kind: str, _call: Call) -> None:
        match kind:
            case "500":
                raise Refusal(500, "Internal Server Error")
            case "502":
                raise Refusal(502, "Bad Gateway")
            case "hang":
                await asyncio.sleep(900)
                raise _Cut
            case "proxy":
                raise web.HTTPNotFound(text="<html>no such page</html>")
            case _:
                raise _Cut

    # -- limits ----------------------------------------------------------------------------------------
    def _watch(self, call: Call) -> None:
        """Note what is called too often, or in spite of a wait."""
        if call.name in COUNTED:
            lately = [(at, by) for at, by in self._seconds if at > call.at - 0.99]
            self._seconds = [*lately, (call.at, call.generation)]
            own = [at for at, by in self._seconds if by == call.generation]
            if len(own) > IN_ALL:
                self.world.wrong(f"{len(own)} calls in a second")
        chat = self.world.chats.get(call.chat)
        if chat is None or call.name not in COUNTED:
            return
        if chat.quiet_from + 0.001 < call.at < chat.quiet_until - 0.05 and chat.quiet_for == call.generation:
            left = chat.quiet_until - call.at
            self.world.wrong(f"{call.name} to {chat.id} though it was to be left alone for {left:.1f} s more")
        self._charge(chat, call)

    def _charge(self, chat: Chat, call: Call) -> None:
        """A process knows of its own calls alone: each has to keep to the limit (ADR 0045 says why)."""
        chat.charged.append((call.at, call.generation))
        while chat.charged[0][0] <= call.at - MINUTE:
            chat.charged.popleft()
        own = [at for at, generation in chat.charged if generation == call.generation]
        if not chat.private and len(own) > BEARS:
            self.world.wrong(f"{len(own)} calls in a minute to the group {chat.id}, last {call.name}")
        for back, at in enumerate(reversed(own), 1):
            if chat.private and call.at > self.backlog_until and back > BURST + (call.at - at):
                self.world.wrong(f"{back} calls in {call.at - at:.1f} s to the private chat {chat.id}")
                return

    def _too_much(self, call: Call) -> Refusal | None:
        chat = self.world.chats.get(call.chat)
        if chat is None or call.name not in COUNTED:
            return None
        if self.world.now < chat.quiet_until:
            return self._quiet(call, int(chat.quiet_until - self.world.now) + 1)
        if not chat.private and len(chat.charged) > BEARS:
            return self._quiet(call, int(chat.charged[0][0] + MINUTE - self.world.now) + 1)
        return None

    def _quiet(self, call: Call, seconds: int) -> Refusal:
        chat = self.world.chats.get(call.chat)
        if chat is not None and call.name in COUNTED:
            chat.quiet_from, chat.quiet_until = self.world.now, self.world.now + seconds
            chat.quiet_for = call.generation
        return Refusal(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)

    # -- updates ---------------------------------------------------------------------------------------
    async def _updates(self, call: Call) -> web.Response:
        world, values = self.world, call.values
        fault = self.faults.draw(call.name)
        kind, _, when = fault.partition("-")
        if when == "before" or fault in ("proxy", "429"):
            await self._strike(kind, call)
        self._allow(values.get("allowed_updates"))
        self._polls += 1
        this, until = self._polls, world.now + values.get("timeout", 0)
        while True:
            self._alive(call.generation)
            if this != self._polls:
                raise Refusal(409, "Conflict: terminated by other getUpdates request; make sure that only one bot "
                                   "instance is running")  # fmt: skip
            told = world.waiting(values.get("offset", 0), values.get("limit", 100))
            if told or world.now >= until:
                break
            world.news.clear()
            try:
                async with asyncio.timeout(min(until - world.now, 5.0)):
                    await world.news.wait()
            except TimeoutError:
                pass
        if when == "after":
            await self._strike(kind, call)
        self._note_told(told, call.generation)
        return web.json_response({"ok": True, "result": told})

    def _allow(self, allowed: list[str] | None) -> None:
        if allowed is None:
            return
        if unknown := set(allowed) - KINDS:
            self.world.wrong(f"kinds of updates that there are not: {sorted(unknown)}")
        self.world.allowed = set(allowed)

    def _note_told(self, told: list[Json], generation: int) -> None:
        for update in told:
            if query := update.get("callback_query"):
                press = self.world.presses[query["id"]]
                press.times += 1
                press.told_at = press.told_at if press.told_at is not None else self.world.now
                press.told_to = press.told_to or generation


async def _parameters(request: web.Request) -> tuple[Json, dict[str, bytes]]:
    """The parameters, however they were sent, and the files beside them."""
    raw: Json = dict(request.query)
    uploads: dict[str, bytes] = {}
    if request.content_type == "application/json":
        said: Any = json.loads(await request.text() or "{}")
        return raw | said, uploads
    form = await request.post()
    for name, one in form.items():
        if isinstance(one, web.FileField):
            uploads[name] = one.file.read()
            one.file.close()
        else:
            raw[name] = one if isinstance(one, str) else bytes(one).decode()
    return raw, uploads
