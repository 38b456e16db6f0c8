"""What platforms post to us: read with care, and handed on."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

from aiohttp import web

from bot.service.couriers import Hook

__all__ = ["hook_routes"]

LARGEST_BODY = 1024 * 1024
"""Bytes; what tells of one message, and of all that it quotes, has some thousands."""
PATIENCE = 20.0
"""Seconds that a body may take to arrive."""
AGAIN = "5"
"""Seconds after which what we could not take now should be posted again."""


def hook_routes(hooks: Mapping[str, Hook]) -> list[web.RouteDef]:
    """Each hook at its path."""
    return [web.post(path, _taking(hook)) for path, hook in hooks.items()]


def _taking(hook: Hook) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def take(request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(PATIENCE):
                body = await request.clone(client_max_size=LARGEST_BODY).read()
        except TimeoutError:
            return web.Response(status=HTTPStatus.REQUEST_TIMEOUT)
        status = await hook(request.headers, body)
        later = status == HTTPStatus.SERVICE_UNAVAILABLE
        return web.Response(status=status, headers={"Retry-After": AGAIN} if later else None)

    return take
