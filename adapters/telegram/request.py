"""How we ask the Bot API, and how we know that it was the Bot API that answered."""

import json
import ssl
from functools import cache
from http import HTTPStatus
from typing import Any, cast

import httpx
from telegram.error import NetworkError
from telegram.request import HTTPXRequest

__all__ = ["Asking", "NotTheBotApi", "asking"]


class NotTheBotApi(NetworkError):
    """Something else answered: a proxy, or a server that was named by mistake."""

    def __init__(self, status: int) -> None:
        super().__init__(f"not an answer of the Bot API (HTTP {status})")


class Asking(HTTPXRequest):
    """The library's own request, which takes every 401 and 404 for a refused token, whoever sent it."""

    async def do_request(self, *arguments: Any, **named: Any) -> tuple[int, bytes]:
        """The status and the body; a refusal must be one of the Bot API itself.

        Raises:
            NotTheBotApi: it is not.
        """
        status, body = await super().do_request(*arguments, **named)
        if _is_refusal(status) and not _is_the_bot_apis(status, body):
            raise NotTheBotApi(status)
        return status, body


def asking(connections: int) -> Asking:
    """Requests over so many connections at most."""
    return Asking(
        connection_pool_size=connections,
        pool_timeout=5.0,
        connect_timeout=5.0,
        read_timeout=10.0,
        write_timeout=10.0,
        httpx_kwargs={"verify": _trust()},
    )


def _is_refusal(status: int) -> bool:
    """Whether nothing can have been done: no success, no trouble within the server, no call for patience."""
    return (
        HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.INTERNAL_SERVER_ERROR
        and status != HTTPStatus.TOO_MANY_REQUESTS
    )


def _is_the_bot_apis(status: int, body: bytes) -> bool:
    """Whether the body is the Bot API's own: {"ok": false, "error_code": …} with the status as its code."""
    try:
        answer: object = json.loads(body)
    except ValueError:
        return False
    if not isinstance(answer, dict):
        return False
    said = cast("dict[object, object]", answer)
    return said.get("ok") is False and said.get("error_code") == status


@cache
def _trust() -> ssl.SSLContext:
    """Whom we trust on the network; reading it takes longer than all else about a connection."""
    return httpx.create_ssl_context()
