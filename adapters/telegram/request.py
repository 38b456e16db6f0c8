"""How we ask the Bot API over HTTP, and how we know that it was the Bot API that answered.

No exception that leaves this module can hold the token, which stands in every address.
"""

import base64
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

from aiohttp import (
    ClientConnectorError,
    ClientHttpProxyError,
    ClientSession,
    ClientTimeout,
    ConnectionTimeoutError,
    DummyCookieJar,
    InvalidURL,
    TCPConnector,
)
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

from adapters.telegram.bodies import Body, body_of
from adapters.telegram.flow import Flow, Overrun

__all__ = ["Asking", "NeverSent", "NotTheBotApi", "asking"]

CONNECT: Final = 5.0
"""Seconds that a connection may take."""
FREE: Final = 5.0
"""Seconds to wait for a connection that is free."""
KEPT: Final = 20.0
"""Seconds for which an unused connection is kept: not so long that Telegram would close it under our hands."""
CLOCKS_AGREE: Final = 1.0
"""Seconds by which a server's clock, which tells whole ones, may seem to differ from ours."""
NEVER_SENT = (ClientConnectorError, ConnectionTimeoutError, ClientHttpProxyError, InvalidURL)
"""The transport's errors after which the server cannot have seen the request."""


class NotTheBotApi(NetworkError):
    """Something else answered: a proxy, or a server that was named by mistake."""

    def __init__(self, status: int) -> None:
        super().__init__(f"not an answer of the Bot API (HTTP {status})")


class NeverSent(NetworkError):
    """The server cannot have seen the request, so that it may be sent again."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds for which a kind of call is waited for."""

    read: float
    """For the answer, once all is written."""
    write: float = 10.0
    """For all to be written."""


USUAL = Patience(read=10.0)
OF_ANSWERS = Patience(read=4.0, write=4.0)
"""To presses and inline queries, which are answered soon or in vain."""
OF_FILES = Patience(read=20.0, write=40.0)


class Asking(BaseRequest):
    """Requests over one session. Nothing is ever sent twice from here: whether it may be, the caller knows."""

    def __init__(
        self, connections: int, flow: Flow | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._connections = connections
        self._flow = flow or Flow()
        self._clock = clock
        self._session: ClientSession | None = None
        self._proxies: dict[str, _Proxy] = {}
        self._told: str = ""
        self.ahead: float = 0.0
        """Seconds by which our clock is ahead of the server's, as far as that has been told."""

    @property
    def read_timeout(self) -> float:
        """Seconds that an answer may take beyond what the server was told to wait."""
        return USUAL.read

    async def initialize(self) -> None:
        """Open the session; connections are made when they are needed."""
        if self._session is None:
            connector = TCPConnector(limit=self._connections, keepalive_timeout=KEPT)
            self._session = ClientSession(
                connector=connector, cookie_jar=DummyCookieJar(), headers={"User-Agent": self.USER_AGENT}
            )

    async def shutdown(self) -> None:
        """Hang up."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """The status and the body; a refusal must be one of the Bot API itself.

        Raises:
            NeverSent: the server has not seen the request.
            NotTheBotApi: something else refused it.
            NetworkError: the server may have done what was asked.
        """
        body, name = body_of(request_data), url.rpartition("/")[2]
        usual = _patience(name, body)
        limits = _timeout(
            free=_given(pool_timeout, FREE),
            connect=_given(connect_timeout, CONNECT),
            write=_given(write_timeout, usual.write),
            read=_given(read_timeout, usual.read),
        )
        if not await self._may(name, request_data):
            raise NeverSent("too many calls are waiting")
        answer = await self._exchanged(url, method, body, limits)
        if isinstance(answer, TelegramError):
            raise answer  # here, where no context can carry the address along
        status, said = answer
        if _is_refusal(status) and not _is_the_bot_apis(status, said):
            raise NotTheBotApi(status)
        return status, said

    async def _may(self, name: str, data: RequestData | None) -> bool:
        """Wait until Telegram bears one more call, where it is one that counts; whether that came in time."""
        chat = _charged(name, data)
        if chat is None:
            return True
        try:
            await self._flow.turn(chat)
        except Overrun:
            return False
        return True

    async def _exchanged(
        self, url: str, method: str, body: Body | None, limits: ClientTimeout
    ) -> tuple[int, bytes] | TelegramError:
        """What was answered, or else what went wrong, in words without the address."""
        if self._session is None:
            return NeverSent("not connected")
        proxy = self._proxy_of(url)
        try:
            async with self._session.request(
                method,
                url,
                data=body.payload if body else None,
                headers=proxy.before(url, body),
                timeout=limits,
                proxy=proxy.url,
                proxy_headers=proxy.headers,
                allow_redirects=False,
            ) as answer:
                said = await answer.read()
                self._compare_clocks(answer.headers.get("Date", ""))
                return answer.status, said
        except NEVER_SENT as error:
            return NeverSent(type(error).__name__)
        except TimeoutError:
            return TimedOut()
        except Exception as error:  # noqa: BLE001 - whatever it is, its text may hold the address
            return NetworkError(type(error).__name__)

    def _compare_clocks(self, told: str) -> None:
        if told == self._told:  # the same second
            return
        self._told = told
        try:
            theirs = parsedate_to_datetime(told).timestamp()
        except ValueError:
            return
        difference = self._clock() - theirs
        self.ahead = difference if abs(difference) > CLOCKS_AGREE else 0.0

    def _proxy_of(self, url: str) -> "_Proxy":
        """Looked up once for each server, for the environment is slow to read."""
        origin = url.partition("/bot")[0]
        if origin not in self._proxies:
            self._proxies[origin] = _proxy_for(origin)
        return self._proxies[origin]


@dataclass(frozen=True, slots=True)
class _Proxy:
    """What requests go through; no `url` for none."""

    url: str | None = None
    headers: Mapping[str, str] | None = None
    """What it wants to be told, which is told before a tunnel is made."""

    def before(self, url: str, body: Body | None) -> dict[str, str]:
        """The headers of a request; without TLS there is no tunnel, and the proxy reads them."""
        about = {"Content-Type": body.content_type} if body else {}
        return {**about, **(self.headers or {})} if url.startswith("http:") else about


def asking(connections: int, clock: Callable[[], float] = time.time) -> Asking:
    """Requests over so many connections at most; by `clock` it is told how far ours is ahead of the server's."""
    return Asking(connections, clock=clock)


def _patience(name: str, body: Body | None) -> Patience:
    if body is not None and body.has_files:
        return OF_FILES
    return OF_ANSWERS if name.lower().startswith("answer") else USUAL


def _given(seconds: Any, usual: float) -> float | None:
    """What the caller wants, None for no end, or else what is usual."""
    return usual if seconds is BaseRequest.DEFAULT_NONE else cast("float | None", seconds)


def _timeout(
    *, free: float | None, connect: float | None, write: float | None, read: float | None
) -> ClientTimeout:
    """The transport has no time for writing alone: that is what remains of the whole."""
    return ClientTimeout(
        total=_sum(free, connect, write, read),
        connect=_sum(free, connect),
        sock_connect=connect,
        sock_read=read,
    )


def _sum(*seconds: float | None) -> float | None:
    """All of them together; None where one of them has no end."""
    known = [one for one in seconds if one is not None]
    return sum(known) if len(known) == len(seconds) else None


def _charged(name: str, data: RequestData | None) -> str | None:
    """The chat in which the call does something; None for what Telegram does not count."""
    if data is None or name.lower().startswith(("get", "answer")):
        return None
    given = data.parameters
    chat = given.get("chat_id") or given.get("inline_message_id")
    return None if chat is None else str(chat)


def _proxy_for(origin: str) -> _Proxy:
    """The proxy that the environment names for a server: http_proxy, https_proxy, all_proxy, no_proxy."""
    to, named = urlsplit(origin), getproxies()
    found = named.get(to.scheme) or named.get("all")
    if not found or proxy_bypass(to.netloc.rpartition("@")[2]):
        return _Proxy()
    parts = urlsplit(found if "://" in found else f"http://{found}")
    if parts.username is None:
        return _Proxy(parts.geturl())
    who = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    said = "Basic " + base64.b64encode(who.encode()).decode()
    bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    return _Proxy(bare, {"Proxy-Authorization": said})


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
