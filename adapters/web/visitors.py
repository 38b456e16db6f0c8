"""Who a browser is: a random cookie makes it a person, two more keep its name and its language."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from re import compile as pattern
from urllib.parse import quote, unquote

from aiohttp import web

from bot.pictures import clean_name
from bot.service.records import Who
from bot.words import LANGUAGES, words

__all__ = ["LONGEST_NAME", "VISITOR", "Visitor", "Visitors"]

PERSON, NAME, LANGUAGE = "briscola_person", "briscola_name", "briscola_language"
SECRET = pattern(r"[A-Za-z0-9_-]{43}")
"""What 32 random bytes look like in a cookie."""
LONGEST_NAME = 24
"""Graphemes of a name, as the table has room for."""
YEAR = 365 * 24 * 3600
REMEMBERED = 4096
"""Visitors whose latest name is kept at hand."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """One browser, as one request shows it. The cookie itself is never given to the desk."""

    secret: str
    chosen: str
    """The name they gave themselves, cleaned; empty for none."""
    language: str

    @property
    def user(self) -> str:
        """What the desk knows this browser by: nobody can make the cookie from it."""
        return sha256(self.secret.encode()).hexdigest()

    @property
    def name(self) -> str:
        """The chosen name, else one that tells two nameless visitors apart."""
        return self.chosen or words(self.language).say("Player {n}", n=10 + int(self.user[:8], 16) % 90)

    @property
    def who(self) -> Who:
        """The person, for the desk."""
        return Who("web", self.user, self.name, self.language)


VISITOR = web.RequestKey("visitor", Visitor)


class Visitors:
    """Reads and writes the cookies, and remembers who calls themselves what now."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, Visitor] = OrderedDict()

    def of(self, request: web.Request) -> Visitor:
        """The visitor behind a request; a new one where the cookies say nothing that could be ours."""
        secret = request.cookies.get(PERSON, "")
        if not SECRET.fullmatch(secret):
            secret = secrets.token_urlsafe(32)
        name = clean_name(unquote(request.cookies.get(NAME, ""))[:400], LONGEST_NAME)
        language = request.cookies.get(LANGUAGE, "")
        if language not in LANGUAGES:
            language = _preferred(request.headers.get("Accept-Language", ""))
        return self.remember(Visitor(secret, name, language))

    def remember(self, visitor: Visitor) -> Visitor:
        """Take this for the latest about the visitor."""
        self._latest[visitor.user] = visitor
        self._latest.move_to_end(visitor.user)
        while len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        return visitor

    def latest(self, visitor: Visitor) -> Visitor:
        """The same visitor, with the name and language of their last request: a stream outlives many."""
        return self._latest.get(visitor.user, visitor)


def keep(response: web.StreamResponse, visitor: Visitor, *, secure: bool) -> None:
    """Give the browser what it needs to be the same visitor next time."""
    values = {PERSON: visitor.secret, NAME: quote(visitor.chosen), LANGUAGE: visitor.language}
    for cookie, value in values.items():
        response.set_cookie(
            cookie, value, max_age=YEAR, httponly=True, samesite="Lax", secure=secure, path="/"
        )


def _preferred(accepted: str) -> str:
    """The language we speak that the browser asks for first; English where it asks for none of ours."""
    wishes: list[tuple[float, str]] = []
    for part in accepted[:500].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), tag))
        except ValueError:
            continue
    preferred = [tag.split("-")[0].lower() for _, tag in sorted(wishes, key=lambda wish: wish[0])]
    return next((tag for tag in preferred if tag in LANGUAGES), "en")
