"""HTTP → desk call: each question and act of the page, answered in the visitor's language."""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus

from aiohttp import web

from adapters.web.bodies import body_of, rules_in, text_in
from adapters.web.guard import Problem, as_json, spoken
from adapters.web.opening import form_json
from adapters.web.order import Order
from adapters.web.phrases import page_texts
from adapters.web.reading import guide_json
from adapters.web.render import Json, answer_json
from adapters.web.visitors import LONGEST_NAME, VISITOR, Visitor, Visitors
from bot.computer import Level
from bot.pictures import clean_name
from bot.screens.guide import Topic
from bot.screens.tokens import TABLE_ID, Choose, Open, parse_token
from bot.service.answers import Answer
from bot.service.desk import Desk
from bot.service.records import Where
from bot.words import LANGUAGES, words
from bot.words.decks import DECK_NAMES
from bot.words.levels import level_name

__all__ = ["ROOM", "Client"]

ROOM = Where("web", "web", "", "Web")
"""The one place where the web's tables stand."""
OPPONENTS = ("", *Level)
NOTES = ("help", "stats", "leaderboard", "look")


class Client:
    """Asks the desk what browsers ask for."""

    def __init__(self, desk: Desk, visitors: Visitors, order: Order) -> None:
        self._desk = desk
        self._order = order
        self._visitors = visitors

    def routes(self) -> list[web.RouteDef]:
        """The addresses that the page's scripts know."""
        return [
            web.get("/api/me", self._me),
            web.post("/api/name", self._name),
            web.post("/api/open", self._open),
            web.post("/api/press", self._press),
            web.post("/api/bid", self._bid),
            web.get("/api/form", self._form),
            web.get("/api/export/{table}", self._export),
            web.get("/api/look/{table}", self._look),
            web.get("/api/note/{note}", self._note),
            web.get("/api/guide/{topic}", self._guide),
            web.get("/api/picture/{token:[a-z0-9]{10}-chart|chat-weeks}", self._picture),
        ]

    # -- the visitor ------------------------------------------------------------------------------
    async def _me(self, request: web.Request) -> web.Response:
        return _json(await self._about(request[VISITOR]))

    async def _name(self, request: web.Request) -> web.Response:
        wish = text_in(await body_of(request), "name")
        named = replace(request[VISITOR], chosen=clean_name(wish[:400], LONGEST_NAME))
        self._visitors.remember(named)
        await self._desk.help(ROOM, named.who)  # so that the desk knows the name before the next look
        return _json(await self._about(named))

    async def _about(self, visitor: Visitor) -> Mapping[str, Json]:
        """What the page knows of its visitor: never the cookie."""
        taste, spoken = await self._desk.taste(visitor.who), words(visitor.language)
        return {
            "name": visitor.name,
            "language": visitor.language,
            "languages": LANGUAGES,
            "deck": taste.deck,
            "decks": list(DECK_NAMES),
            "level": taste.level,
            "levels": {level.value: level_name(spoken, level) for level in Level},
            "longestName": LONGEST_NAME,
            "texts": page_texts(spoken),
        }

    # -- acts -------------------------------------------------------------------------------------
    async def _open(self, request: web.Request) -> web.Response:
        body, visitor = await body_of(request), request[VISITOR]
        opponent, rules = text_in(body, "opponent"), rules_in(body)
        if opponent not in OPPONENTS:
            raise Problem(HTTPStatus.BAD_REQUEST, "unreadable")
        answer = await self._desk.open(ROOM, visitor.who, opponent=opponent, rules=rules)
        return await self._answered(_at_the_table(answer), visitor)

    async def _press(self, request: web.Request) -> web.Response:
        token = text_in(await body_of(request), "token")
        visitor = before = request[VISITOR]
        meant = parse_token(token)
        if isinstance(meant, Choose) and (meant.whose, meant.topic) == ("me", "speaks"):
            # Before the press, for it wakes this visitor's live views, which shall speak one language.
            visitor = self._visitors.remember(replace(before, language=meant.value))
        try:
            answer = await self._desk.press(token, ROOM, visitor.who)
        except Exception:
            self._visitors.remember(before)
            raise
        if isinstance(meant, Open):
            answer = _at_the_table(answer)
        status = HTTPStatus.OK if meant is not None else HTTPStatus.BAD_REQUEST
        return await self._answered(answer, visitor, status, token)

    async def _bid(self, request: web.Request) -> web.Response:
        body, visitor = await body_of(request), request[VISITOR]
        table, points = text_in(body, "table"), text_in(body, "points")
        if not TABLE_ID.fullmatch(table):
            raise Problem(HTTPStatus.NOT_FOUND, "no_table")
        return await self._answered(await self._desk.bid(ROOM, visitor.who, points, table=table), visitor)

    async def _answered(
        self, answer: Answer, visitor: Visitor, status: HTTPStatus = HTTPStatus.OK, token: str = ""
    ) -> web.Response:
        """The answer, with the table as it is now: the page needs no second question."""
        body = answer_json(answer, token)
        if status is not HTTPStatus.OK:
            body["error"] = answer.words
        look = await self._desk.look(answer.table, visitor.who) if answer.table else None
        body["look"] = self._order.seen(look, visitor) if look else None
        return _json(body, status)

    # -- questions --------------------------------------------------------------------------------
    async def _look(self, request: web.Request) -> web.Response:
        table = request.match_info["table"]
        look = await self._desk.look(table, request[VISITOR].who) if TABLE_ID.fullmatch(table) else None
        if look is None:
            raise Problem(HTTPStatus.NOT_FOUND, "no_table")
        return _json(self._order.seen(look, request[VISITOR]))

    async def _form(self, request: web.Request) -> web.Response:
        return _json(form_json(request.query, spoken(request)))

    async def _guide(self, request: web.Request) -> web.Response:
        """Rules, tips or history: the rules are a table's, where one is named."""
        topic, table = request.match_info["topic"], request.query.get("table", "")
        if topic not in tuple(Topic):
            raise Problem(HTTPStatus.NOT_FOUND, "nothing")
        rules = ""
        if topic == Topic.RULES and TABLE_ID.fullmatch(table):
            answer = await self._desk.rules(ROOM, request[VISITOR].who, table=table)
            rules = answer.note.text if answer.note else ""
        return _json(guide_json(Topic(topic), request.query.get("game", ""), spoken(request), rules))

    async def _export(self, request: web.Request) -> web.Response:
        """A finished match as a file to keep."""
        table = request.match_info["table"]
        if not TABLE_ID.fullmatch(table):
            raise Problem(HTTPStatus.NOT_FOUND, "no_table")
        answer = await self._desk.export(ROOM, request[VISITOR].who, table=table)
        if answer.file is None:
            return _json({"error": answer.words}, HTTPStatus.NOT_FOUND)
        headers = {
            "Cache-Control": "no-store",
            "Content-Disposition": f'attachment; filename="{answer.file.name}"',
        }
        return web.Response(body=answer.file.data, content_type="application/json", headers=headers)

    async def _picture(self, request: web.Request) -> web.Response:
        """A chart. Its token is a question: asking it changes nothing."""
        answer = await self._desk.press(request.match_info["token"], ROOM, request[VISITOR].who)
        if answer.file is None:
            return _json({"error": answer.words}, HTTPStatus.NOT_FOUND)
        headers = {"Cache-Control": "no-store"}
        return web.Response(body=answer.file.data, content_type="image/png", headers=headers)

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
            case "look":
                answer = await self._desk.tastes(ROOM, who)
            case _:
                answer = await self._desk.help(
                    replace(ROOM, private=True), who
                )  # each page speaks as its visitor
        return _json(answer_json(answer))


def _at_the_table(answer: Answer) -> Answer:
    """Who has opened a table goes there at once: the form has offered the games, and the lobby does again."""
    return replace(answer, note=None) if answer.table else answer


def _json(value: Json, status: HTTPStatus = HTTPStatus.OK) -> web.Response:
    return web.json_response(text=as_json(value), status=status, headers={"Cache-Control": "no-store"})
