"""The REST door of the make-believe Discord: routes, tokens, rate limits, ordered troubles."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from doubles.discord_faults import Fault, RateLimits, bucket_of
from doubles.discord_world import ApiError, Json, World

Files = dict[str, tuple[str, bytes]]
"""The parts of a multipart request: field name → file name and content."""

Handler = Callable[["Request"], object]


@dataclass(frozen=True)
class Request:
    """One call, taken apart."""

    world: World
    method: str
    template: str
    where: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Files

    def id(self, name: str) -> int:
        """An id out of the path."""
        return int(self.where[name])


@dataclass(eq=False)
class Call:
    """What the bot asked for, and what it got."""

    method: str
    route: str
    path: str
    body: Any
    files: Files
    at: float
    status: int = 0
    code: int = 0
    answer: object = None
    fault: str | None = None

    def __repr__(self) -> str:
        trouble = f" ({self.fault})" if self.fault else ""
        return f"{self.method} {self.path} → {self.status or 'nothing'} {self.code or ''}{trouble}"


@dataclass
class Routes:
    """Which handler answers which route."""

    table: list[tuple[str, str, re.Pattern[str], Handler]] = field(
        default_factory=list[tuple[str, str, "re.Pattern[str]", Handler]]
    )

    def on(self, method: str, template: str) -> Callable[[Handler], Handler]:
        """Register the handler of a route."""
        pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template) + "$")

        def register(handler: Handler) -> Handler:
            self.table.append((method, template, pattern, handler))
            return handler

        return register

    def find(self, method: str, path: str) -> tuple[str, dict[str, str], Handler] | None:
        """Template, path variables and handler of a call."""
        for its_method, template, pattern, handler in self.table:
            if its_method == method and (match := pattern.match(path)):
                return template, match.groupdict(), handler
        return None


ROUTES = Routes()
"""All routes; the modules that know them register them here."""


class Rest:
    """Answers every call to `/api/v10`, and remembers it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.limits = RateLimits()
        self.faults: list[Fault] = []
        self.calls: list[Call] = []
        self.invalid_requests = 0
        self._released = asyncio.Event()

    def release(self) -> None:
        """Let every hanging call go on."""
        self._released.set()
        self._released = asyncio.Event()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One call: look up, go wrong if ordered, do, answer."""
        path = request.path.removeprefix("/api/v10")
        body, files = await _read(request)
        found = ROUTES.find(request.method, path)
        template, where, handler = found or (path, {}, _unknown)
        call = Call(request.method, template, path, body, files, time.monotonic())
        self.calls.append(call)
        asked = Request(self.world, request.method, template, where, dict(request.query), body, files)
        try:
            return await self._answer(request, call, asked, handler)
        finally:
            self.invalid_requests += call.status in (401, 403, 429)
            self.world.on_change()

    async def _answer(
        self, request: web.Request, call: Call, asked: Request, handler: Handler
    ) -> web.StreamResponse:
        fault = self._next_fault(call)
        before = fault if fault is not None and not fault.after else None
        if before and (response := await self._go_wrong(request, call, before)) is not None:
            return response
        headers, refusal = self._spend(asked)
        if refusal is None:
            refusal = self._check_token(request, asked)
        if refusal is None:
            try:
                result = handler(asked)
            except ApiError as why:
                refusal = why
            else:
                call.answer = result
                if fault is not None and fault.after:
                    self.world.on_change()
                    if (response := await self._go_wrong(request, call, fault)) is not None:
                        return response
                call.status = 204 if result is None else 200
                if result is None:
                    return web.Response(status=204, headers=headers)
                return answered(result, headers=headers)
        call.status, call.code = refusal.status, refusal.code
        if refusal.status == 429:
            headers |= {"Retry-After": f"{refusal.body['retry_after']:.3f}", "Via": "1.1 google"}
        return answered(refusal.body, status=refusal.status, headers=headers)

    def _next_fault(self, call: Call) -> Fault | None:
        body: Json = call.body if isinstance(call.body, dict) else {}
        for fault in self.faults:
            if fault.matches(call.method, call.route, call.path, body):
                fault.happened += 1
                call.fault = fault.kind
                self.world.on_change()
                return fault
        return None

    async def _go_wrong(self, request: web.Request, call: Call, fault: Fault) -> web.StreamResponse | None:
        if fault.kind.startswith("hang"):
            await self._released.wait()
            return None
        if fault.status is None:
            assert request.transport is not None
            request.transport.abort()
            return web.Response(status=500)
        call.status, call.code = fault.status, fault.error_code
        if fault.status == 429:
            if fault.kind.endswith("cloudflare"):
                return web.Response(status=429, text="error code: 1015", content_type="text/plain")
            is_global = fault.kind.endswith("global")
            body: Json = {
                "message": "You are being rate limited.",
                "retry_after": fault.retry_after,
                "global": is_global,
            }
            headers = {"Retry-After": f"{fault.retry_after:.3f}", "Via": "1.1 google"}
            scope = "global" if is_global else "user"
            return answered(body, status=429, headers={**headers, "X-RateLimit-Scope": scope})
        if fault.status >= 500:
            return web.Response(status=fault.status, text="upstream trouble", content_type="text/plain")
        refusal = {"message": f"ordered by the test: {fault.kind}", "code": fault.error_code}
        return answered(refusal, status=fault.status)

    def _spend(self, asked: Request) -> tuple[dict[str, str], ApiError | None]:
        if asked.template.startswith("/interactions/"):
            return {}, None  # answers to interactions are under no limit
        if self.limits.on and "{token}" not in asked.template:
            left, wait = self.limits.spend("global", self.limits.globally)
            if left < 0:
                return {"X-RateLimit-Scope": "global"}, _too_fast(wait, is_global=True)
        limit = self.limits.limit_for(asked.template)
        bucket = bucket_of(asked.method, asked.template, asked.where)
        left, wait = self.limits.spend(bucket, limit) if self.limits.on else (limit[0] - 1, limit[1])
        headers = {
            "X-RateLimit-Limit": str(limit[0]),
            "X-RateLimit-Remaining": str(max(left, 0)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{hash((asked.method, asked.template)) & 0xFFFFFFFF:08x}",
        }
        if left >= 0 and self._edits_old_message(asked):
            free, wait = self.limits.spend(f"old {asked.where['channel_id']}", self.limits.old_edits)
            if free < 0:
                text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
                return headers, _too_fast(wait, 30046, text)
        return headers, None if left >= 0 else _too_fast(wait)

    def _edits_old_message(self, asked: Request) -> bool:
        if (asked.method, asked.template) != ("PATCH", "/channels/{channel_id}/messages/{message_id}"):
            return False
        channel = self.world.channels.get(asked.id("channel_id"))
        message = channel.messages.get(asked.id("message_id")) if channel else None
        return message is not None and self.world.clock.now() - message.created > 3600

    def _check_token(self, request: web.Request, asked: Request) -> ApiError | None:
        if "{token}" in asked.template or request.headers.get("Authorization") == f"Bot {self.world.token}":
            return None
        return ApiError(401, 0, "401: Unauthorized")


def answered(told: object, *, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: the content type has no charset (the library insists)."""
    body = json.dumps(told).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


def _too_fast(
    wait: float, code: int = 0, text: str = "You are being rate limited.", *, is_global: bool = False
) -> ApiError:
    extra: Json = {"retry_after": round(wait + 0.001, 3), "global": is_global}
    return ApiError(429, code, text, **extra)


def _unknown(asked: Request) -> object:
    asked.world.violations.append(f"{asked.method} {asked.template}: the stand-in has no such route")
    raise ApiError(404, 0, "404: Not Found")


async def _read(request: web.Request) -> tuple[Any, Files]:
    if not request.content_type.startswith("multipart/"):
        text = await request.text()
        with contextlib.suppress(ValueError):
            return (json.loads(text) if text else {}), {}
        return {}, {}
    body: Any = {}
    files: Files = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "multipart inside multipart"
        content = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files[str(part.name)] = (str(part.filename), content)
    return body, files
