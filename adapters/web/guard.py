"""What stands before every page and question: whose request it is, where it comes from, how it may fail."""

import ipaddress
import json
import secrets
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from adapters.web.phrases import phrase
from adapters.web.render import Json
from adapters.web.visitors import VISITOR, Visitors, keep
from bot.words import Words, words

__all__ = ["MARK", "Problem", "address", "guard", "is_loopback", "is_private", "spoken"]

MARK = "X-Briscola"
"""A header that no other site's page can send without asking us first."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

log = structlog.get_logger(__name__)


class Problem(Exception):
    """A request that cannot be served; `sentence` names what the visitor is told, `fields` what stands in it."""

    def __init__(self, status: HTTPStatus, sentence: str, **fields: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.fields = fields


def spoken(request: web.Request) -> Words:
    """The words of whoever asks."""
    return words(request[VISITOR].language)


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is for this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def guard(visitors: Visitors, host: str, machines: Iterable[web.AbstractRouteDef]) -> Middleware:
    """The middleware for a server that listens on `host`; what `machines` ask passes as it is."""
    free = {route.path for route in machines if isinstance(route, web.RouteDef)}
    known = {"localhost", "127.0.0.1", "::1", host.strip("[]").lower()} if is_loopback(host) else None

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path in free:
            return await handler(request)
        visitor = request[VISITOR] = visitors.of(request)
        try:
            _check_name(request, known, host)
            _check_act(request)
            response = await handler(request)
        except Exception as error:
            if isinstance(error, ConnectionError) and _has_gone(request):
                raise  # nobody is left to be told
            response = _failed(request, error)
        if not response.prepared:
            response.headers.update(HEADERS)
            keep(response, visitors.latest(visitor), secure=is_private(request))
        return response

    return middleware


def _has_gone(request: web.Request) -> bool:
    """Whether the visitor has closed the connection meanwhile, as pages do when they are left."""
    return request.transport is None or request.transport.is_closing()


def _check_name(request: web.Request, known: set[str] | None, host: str) -> None:
    """Refuse names that are not ours: one of another site may have been pointed at this machine."""
    if known is not None and _name_of(request.headers.get("Host", "")) not in known:
        raise Problem(HTTPStatus.MISDIRECTED_REQUEST, "host", address=address(host, _port(request)))


def _port(request: web.Request) -> int:
    """The port that the request came in by."""
    name: object = request.transport.get_extra_info("sockname") if request.transport else None
    match name:
        case (str(), int(port)) | (str(), int(port), int(), int()):
            return port
        case _:
            return 80


def _check_act(request: web.Request) -> None:
    """Refuse acts that another site's page sends."""
    if request.method in ("GET", "HEAD"):
        return
    if not _is_ours(request) or MARK not in request.headers or request.content_type != "application/json":
        raise Problem(HTTPStatus.FORBIDDEN, "foreign")


def _is_ours(request: web.Request) -> bool:
    """Whether it comes from our own page, or from no page.

    Browsers say so themselves, and a proxy that gives us another name changes nothing in it; where they say
    nothing (an address without TLS), the page's origin must be the name that we were asked by.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    return origin is None or _host_of(origin) == request.headers.get("Host")


def is_private(request: web.Request) -> bool:
    """Whether the visitor's own connection has TLS, with us or with the proxy before us."""
    return request.secure or request.headers.get("X-Forwarded-Proto", "").lower() == "https"


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds us; a host that means "everywhere" is reached by 127.0.0.1."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        host = "127.0.0.1"
    bare = host.strip("[]")
    return f"http://{f'[{bare}]' if ':' in bare else bare}:{port}"


def _name_of(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _failed(request: web.Request, error: Exception) -> web.Response:
    match error:
        case Problem(status=status, sentence=sentence, fields=fields):
            return said(request, status, sentence, **fields)
        case web.HTTPRequestEntityTooLarge():
            return said(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "unreadable")
        case web.HTTPException():
            status = HTTPStatus(error.status)
            return said(
                request, status, "nothing" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "trouble"
            )
        case _:
            incident = secrets.token_hex(4)
            log.error("web request failed", path=request.path, incident=incident, exc_info=error)
            return said(request, HTTPStatus.SERVICE_UNAVAILABLE, "trouble")


def said(request: web.Request, status: HTTPStatus, sentence: str, **fields: str) -> web.Response:
    """One clear sentence: as JSON to the page's scripts, as plain text to whoever types an address."""
    text = phrase(spoken(request), sentence, **fields)
    if request.path.startswith("/api/"):
        body: Json = {"error": text}
        return web.json_response(body, status=status, headers={"Cache-Control": "no-store"})
    return web.Response(text=text + "\n", status=status, headers={"Cache-Control": "no-store"})


def as_json(value: Json) -> str:
    """JSON on one line, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
