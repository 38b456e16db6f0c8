"""HTTP → desk call: each question and act of the page, answered in the visitor's language."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from json import JSONDecodeError

from aiohttp import web

from adapters.web.guard import Problem, as_json, spoken
from adapters.web.phrases import page_texts
from adapters.web.render import Json, answer_json, look_json
from adapters.web.visitors import LONGEST_NAME, VISITOR, Visitor, Visitors
from bot.pictures import clean_name
from bot.screens.tokens import TABLE_ID, Choose, parse_token
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk
from bot.service.records import Where
from bot.words import LANGUAGES, words

__all__ = ["ROOM", "Client"]

ROOM = Where("web", "web", "", "Web")
"""The one place where the web's tables stand."""
OPPONENTS = ("", "normal")
LARGEST_BODY = 4096
"""Bytes; a token has 64, a name a few hundred."""
NOTES = ("help", "stats", "leaderboard")


class Client:
    """Asks the desk what browsers ask for."""

    def __init__(self, desk: Desk, visitors: Visitors) -> None:
        self._desk = desk
        self._visitors = visitors

    def routes(self) -> list[web.RouteDef]:
        """The addresses that the page's scripts know."""
        return [
            web.get("/api/me", self._me),
            web.post("/api/name", self._name),
            web.post("/api/open", self._open),
            web.post("/api/press", self._press),
            web.get("/api/look/{table}", self._look),
            web.get("/api/note/{note}", self._note),
        ]

    # -- the visitor ------------------------------------------------------------------------------
    async def _me(self, request: web.Request) -> web.Response:
        return _json(_about(request[VISITOR]))

    async def _name(self, request: web.Request) -> web.Response:
        wish = await _text(request, "name")
        named = replace(request[VISITOR], chosen=clean_name(wish[:400], LONGEST_NAME))
        self._visitors.remember(named)
        await self._desk.help(ROOM, named.who)  # so that the desk knows the name before the next look
        return _json(_about(named))

    # -- acts -------------------------------------------------------------------------------------
    async def _open(self, request: web.Request) -> web.Response:
        opponent = await _text(request, "opponent")
        if opponent not in OPPONENTS:
            raise Problem(HTTPStatus.BAD_REQUEST, "unreadable")
        answer = await self._desk.open(ROOM, request[VISITOR].who, opponent=opponent)
        return await self._answered(answer, request[VISITOR])

    async def _press(self, request: web.Request) -> web.Response:
        token = await _text(request, "token")
        visitor = request[VISITOR]
        meant = parse_token(token)
        answer = await self._desk.press(token, ROOM, visitor.who)
        if isinstance(meant, Choose) and meant.whose == "me" and answer.outcome is Outcome.ACCEPTED:
            visitor = self._visitors.remember(replace(visitor, language=meant.language))
        status = HTTPStatus.OK if meant is not None else HTTPStatus.BAD_REQUEST
        return await self._answered(answer, visitor, status)

    async def _answered(
        self, answer: Answer, visitor: Visitor, status: HTTPStatus = HTTPStatus.OK
    ) -> web.Response:
        """The answer, with the table as it is now: the page needs no second question."""
        body = answer_json(answer)
        if status is not HTTPStatus.OK:
            body["error"] = answer.words
        look = await self._desk.look(answer.table, visitor.who) if answer.table else None
        body["look"] = look_json(look, words(visitor.language)) if look else None
        return _json(body, status)

    # -- questions --------------------------------------------------------------------------------
    async def _look(self, request: web.Request) -> web.Response:
        table = request.match_info["table"]
        look = await self._desk.look(table, request[VISITOR].who) if TABLE_ID.fullmatch(table) else None
        if look is None:
            raise Problem(HTTPStatus.NOT_FOUND, "no_table")
        return _json(look_json(look, spoken(request)))

    async def _note(self, request: web.Request) -> web.Response:
        ask = request.match_info["note"]
        if ask not in NOTES:
            raise Problem(HTTPStatus.NOT_FOUND, "nothing")
        who = request[VISITOR].who
        match ask:
            case "stats":
                answer = await self._desk.stats(ROOM, who)
            case "leaderboard":
                answer = await self._desk.leaderboard(ROOM, who)
            case _:
                answer = await self._desk.help(
                    replace(ROOM, private=True), who
                )  # each page speaks as its visitor
        return _json(answer_json(answer))


def _about(visitor: Visitor) -> Mapping[str, Json]:
    """What the page knows of its visitor: never the cookie."""
    return {
        "name": visitor.name,
        "language": visitor.language,
        "languages": LANGUAGES,
        "longestName": LONGEST_NAME,
        "texts": page_texts(words(visitor.language)),
    }


async def _text(request: web.Request, field: str) -> str:
    """One text of a JSON object in the body."""
    try:
        body: object = await request.clone(client_max_size=LARGEST_BODY).json()
    except (JSONDecodeError, UnicodeDecodeError, LookupError, RecursionError):
        body = None
    value: object = body.get(field) if isinstance(body, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] # JSON from outside: the next line checks
    if not isinstance(value, str):
        raise Problem(HTTPStatus.BAD_REQUEST, "unreadable")
    return value


def _json(value: Json, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.json_response(text=as_json(value), status=status, headers={"Cache-Control": "no-store"})
