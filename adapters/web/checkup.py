"""Looks whether the port of the web table is free, or ours already."""

import asyncio
import errno
import ipaddress
import socket
from collections.abc import Mapping
from typing import Any, cast

import aiohttp

from bot.checkup import Finding, broken, good

__all__ = ["web_findings"]

PATIENCE = 5.0
"""Seconds for an answer."""
ANY = ("0.0.0.0", "::")  # noqa: S104 - the names of all addresses, which are not listened on here
ELSEWHERE = "Set another WEB_PORT (0 takes any free one), or stop that program."


async def web_findings(host: str, port: int) -> list[Finding]:
    """Who listens there, and how our bot is if it is the one."""
    if port == 0:
        return [good("WEB_PORT=0 takes any free port.")]
    try:
        checks = await _ready(host, port)
    except (OSError, TimeoutError, aiohttp.ClientConnectionError):
        return [await asyncio.to_thread(_is_free, host, port)]
    except (aiohttp.ClientError, ValueError):
        checks = None
    if checks is None:
        return [broken(f"Another program listens on port {port}.", ELSEWHERE)]
    return [good(f"A briscola-bot runs on port {port}."), *_of_running(checks)]


async def _ready(host: str, port: int) -> Mapping[str, Any] | None:
    """What a bot there says of itself; None if it is another program."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, _in_url(host))  # noqa: S104 - the same
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with (
        aiohttp.ClientSession(timeout=timeout) as session,
        session.get(f"http://{reached}:{port}/readyz") as answer,
    ):
        told: Any = await answer.json()
    return _dict(_dict(told).get("checks")) or None


def _dict(value: object) -> Mapping[str, Any]:
    """The value, if it is an object of JSON; else one with nothing in it."""
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _in_url(host: str) -> str:
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host
    except ValueError:
        return host


def _of_running(checks: Mapping[str, Any]) -> list[Finding]:
    bad = {name: said for name, said in checks.items() if said != "ok"}
    if not bad:
        return [good(f"It says that all is well: {', '.join(checks)}.")]
    return [broken(f"It says of {name}: {str(said).rstrip('.')}.") for name, said in bad.items()]


def _is_free(host: str, port: int) -> Finding:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
    except socket.gaierror:
        return broken(f"WEB_HOST {host} is no address of this machine.", "Write 127.0.0.1.")
    except OSError as why:
        return _why_not(host, port, why)
    return good(f"Port {port} is free for the web table, health and metrics; no bot runs there now.")


def _why_not(host: str, port: int, why: OSError) -> Finding:
    if why.errno == errno.EADDRINUSE:
        return broken(f"Another program uses port {port} and answers nothing.", ELSEWHERE)
    if why.errno == errno.EACCES:
        return broken(f"Port {port} may not be taken by this user.", "Set a WEB_PORT from 1024 on.")
    return broken(f"WEB_HOST {host} is no address of this machine ({why.strerror}).", "Write 127.0.0.1.")
