"""Live views: a table pushed to a browser whenever it looks different (server-sent events)."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Coroutine
from http import HTTPStatus

import structlog
from aiohttp import web

from adapters.web.guard import HEADERS, Problem, as_json, is_private
from adapters.web.order import Order
from adapters.web.visitors import VISITOR, Visitor, Visitors, keep
from bot.screens.tokens import TABLE_ID
from bot.service.desk import Desk

__all__ = ["Streams"]

HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is alive."""
COME_BACK = b"retry: 1000\n\n"
"""How long a browser waits before it connects again, in milliseconds."""

log = structlog.get_logger(__name__)


class Streams:
    """All live views of this process."""

    def __init__(self, desk: Desk, visitors: Visitors, order: Order, *, heartbeat: float = HEARTBEAT) -> None:
        self._desk = desk
        self._order = order
        self._visitors = visitors
        self._heartbeat = heartbeat
        self._open: set[asyncio.Task[None]] = set()
        self._closing = False

    def routes(self) -> list[web.RouteDef]:
        """The one address of live views."""
        return [web.get("/api/events/{table}", self._events, allow_head=False)]

    async def close(self) -> None:
        """End all of them at once; browsers come back by themselves."""
        self._closing = True
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        table, visitor = request.match_info["table"], request[VISITOR]
        if self._closing:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, "trouble")
        look = await self._desk.look(table, visitor.who) if TABLE_ID.fullmatch(table) else None
        if look is None:
            raise Problem(HTTPStatus.NOT_FOUND, "no_table")
        response = web.StreamResponse(
            headers={**HEADERS, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )
        response.content_type = "text/event-stream"
        response.charset = "utf-8"
        keep(response, visitor, secure=is_private(request))
        await response.prepare(request)
        await self._until_closed(self._serve(response, request, table, visitor))
        return response

    async def _until_closed(self, serving: Coroutine[None, None, None]) -> None:
        """Serve in a task of its own, which `close` can end without ending the connection's task."""
        task = asyncio.create_task(serving)
        self._open.add(task)
        try:
            await asyncio.wait([task])
        finally:
            self._open.discard(task)
            task.cancel()

    async def _serve(
        self, response: web.StreamResponse, request: web.Request, table: str, visitor: Visitor
    ) -> None:
        """Push and beat until the browser, or the program, has had enough."""
        beating = asyncio.create_task(self._beat(response))
        try:
            await response.write(COME_BACK)
            await self._push(response, request, table, visitor)
        except ConnectionError:
            return  # the browser has gone
        except Exception:
            log.exception(
                "live view failed", table=table
            )  # the browser connects again, and may find it mended
        finally:
            beating.cancel()

    async def _push(
        self, response: web.StreamResponse, request: web.Request, table: str, visitor: Visitor
    ) -> None:
        sent = ""
        changes = self._desk.changes(table)
        try:
            async for _ in changes:
                if request.transport is None or request.transport.is_closing():
                    return
                now = self._visitors.latest(visitor)
                look = await self._desk.look(table, now.who)
                text = as_json(self._order.seen(look, now)) if look else sent
                if text != sent:
                    await response.write(f"data: {text}\n\n".encode())
                    sent = text
        finally:
            if isinstance(changes, AsyncGenerator):
                await changes.aclose()

    async def _beat(self, response: web.StreamResponse) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await asyncio.sleep(self._heartbeat)
                await response.write(b": still here\n\n")
