"""What a browser loads and keeps: the page's own files, and the cards."""

from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files

from aiohttp import web

from adapters.web.guard import Problem
from bot.pictures import back_svg, card_svg
from bot.pictures.cards import DECKS
from bot.pictures.svg import document, placed

__all__ = ["routes"]

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
ASK_AGAIN = "no-cache"
"""Kept, but asked about before use, so that a new release is seen at once."""
A_DAY = "public, max-age=86400"


@cache
def _page_files() -> dict[str, bytes]:
    """The files of the page by name. Read once: nothing but what is here can be asked for."""
    folder = files("adapters.web").joinpath("page")
    return {one.name: one.read_bytes() for one in folder.iterdir() if _ending(one.name) in KINDS}


def _ending(name: str) -> str:
    return name[name.rfind(".") :]


async def _page(request: web.Request) -> web.Response:
    return _sent(request, "index.html", _page_files()["index.html"], ASK_AGAIN)


async def _file(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    body = _page_files().get(name)
    if body is None:
        raise Problem(HTTPStatus.NOT_FOUND, "nothing")
    return _sent(request, name, body, ASK_AGAIN)


async def _card(request: web.Request) -> web.Response:
    deck, code = request.match_info["deck"], request.match_info["code"]
    if deck not in DECKS:
        raise Problem(HTTPStatus.NOT_FOUND, "nothing")
    try:
        svg = back_svg(deck) if code == "back" else card_svg(deck, code)
    except ValueError:
        raise Problem(HTTPStatus.NOT_FOUND, "nothing") from None
    return _sent(request, "card.svg", svg.encode(), A_DAY)


async def _suit(request: web.Request) -> web.Response:
    deck = request.match_info["deck"]
    if deck not in DECKS:
        raise Problem(HTTPStatus.NOT_FOUND, "nothing")
    mark = placed(DECKS[deck].marks[request.match_info["suit"]](), 50, 50, 1.2)
    return _sent(request, "suit.svg", document(100, 100, mark).encode(), A_DAY)


def _sent(request: web.Request, name: str, body: bytes, caching: str) -> web.Response:
    """The file, or the word that the browser's copy is still good."""
    tag = sha256(body).hexdigest()[:16]
    headers = {"Cache-Control": caching, "ETag": f'"{tag}"'}
    if any(known.value == tag for known in request.if_none_match or ()):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return web.Response(body=body, content_type=KINDS[_ending(name)], charset="utf-8", headers=headers)


def routes() -> list[web.RouteDef]:
    """The addresses of the page, its files and the cards."""
    return [
        web.get("/", _page),
        web.get("/t/{table:[a-z0-9]{10}}", _page),
        web.get("/page/{name:[a-z]+[.][a-z]+}", _file),
        web.get("/suits/{deck:[a-z]+}/{suit:[dcsb]}.svg", _suit),
        web.get("/cards/{deck:[a-z]+}/{code:[A-Za-z0-9]+}.svg", _card),
    ]
