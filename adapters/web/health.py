"""What machines ask: is it alive, is it ready, what does it count."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus

from aiohttp import web

__all__ = ["Checks", "health_routes"]

Checks = Callable[[], Awaitable[Mapping[str, str]]]
"""Names what was checked, each with "ok" or one sentence about what is wrong."""


def health_routes(healthy: Checks, ready: Checks, metrics: Callable[[], bytes]) -> list[web.RouteDef]:
    """`/healthz`, `/readyz` and `/metrics`."""

    async def counted(_request: web.Request) -> web.Response:
        return web.Response(
            body=metrics(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        )

    return [
        web.get("/healthz", _checked(healthy)),
        web.get("/readyz", _checked(ready)),
        web.get("/metrics", counted),
    ]


def _checked(checks: Checks) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(_request: web.Request) -> web.Response:
        found = dict(await checks())
        good = all(state == "ok" for state in found.values())
        status = HTTPStatus.OK if good else HTTPStatus.SERVICE_UNAVAILABLE
        body = {"status": "ok" if good else "not ok", "checks": found}
        return web.json_response(body, status=status, headers={"Cache-Control": "no-store"})

    return answer
