"""The web server: put together, bound to a port, and closed without waiting for anybody."""

import errno
from collections.abc import Callable, Mapping

from aiohttp import web

from adapters.web import files
from adapters.web.client import Client
from adapters.web.guard import address, guard
from adapters.web.health import Checks, health_routes
from adapters.web.hooks import hook_routes
from adapters.web.order import Order
from adapters.web.streams import Streams
from adapters.web.visitors import Visitors
from bot.service.couriers import Hook
from bot.service.desk import Desk

__all__ = ["AddressInUse", "Web"]

PATIENCE = 0.4
"""Seconds that a request under way has to end when the server stops."""


class AddressInUse(Exception):
    """Nobody can listen there; the text says why and what to do."""


class Web:
    """The local web table, with health and metrics beside it."""

    def __init__(
        self,
        desk: Desk,
        *,
        host: str,
        port: int,
        page: bool,
        healthy: Checks,
        ready: Checks,
        metrics: Callable[[], bytes],
        hooks: Mapping[str, Hook] | None = None,
    ) -> None:
        """Without `page` there are only health, metrics and the `hooks` by path, to which platforms post."""
        self._host, self._port = host, port
        visitors, order = Visitors(), Order()
        self._streams = Streams(desk, visitors, order)
        machines = [*health_routes(healthy, ready, metrics), *hook_routes(hooks or {})]
        self._app = web.Application(middlewares=[guard(visitors, host, machines)] if page else [])
        self._app.add_routes(machines)
        if page:
            client = Client(desk, visitors, order)
            self._app.add_routes([*files.routes(), *client.routes(), *self._streams.routes()])
        self._runner: web.AppRunner | None = None

    async def start(self) -> str:
        """Listen, and return the address to open in a browser."""
        # Nobody who asks us packs a body, and one that is not what it says it is would be a traceback in the log.
        runner = web.AppRunner(self._app, access_log=None, shutdown_timeout=PATIENCE, auto_decompress=False)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._host, self._port).start()
        except (OSError, UnicodeError) as error:
            await runner.cleanup()
            raise AddressInUse(self._why(error)) from None
        self._runner = runner
        return address(self._host, runner.addresses[0][1])

    async def stop(self) -> None:
        """Close live views at once, and then the rest."""
        if self._runner is not None:
            runner, self._runner = self._runner, None
            await self._streams.close()
            await runner.cleanup()

    def _why(self, error: OSError | UnicodeError) -> str:
        match getattr(error, "errno", None):
            case errno.EADDRINUSE:
                return f"Port {self._port} is in use by another program: set WEB_PORT to a free port."
            case errno.EACCES:
                return f"Port {self._port} needs more rights than we have: set WEB_PORT to 1024 or above."
            case _:
                return f"Nobody can listen on {self._host}: set WEB_HOST to an address of this machine."
