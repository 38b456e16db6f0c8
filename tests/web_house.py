"""The web table over a real desk, and visitors who speak HTTP to it."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import ClientResponse, ClientSession, CookieJar
from house import House, house

from adapters.web import Web
from bot.table import Pace
from bot.words import words
from bot.words.cards import name_of_code

__all__ = ["PATIENCE", "QUICK", "Served", "Visitor", "all_well", "served"]

QUICK = Pace(computer=1, new_trick=1, next_deal=1)
PATIENCE = 20.0
"""Seconds after which a story that does not go on has failed."""
MARK = {"X-Briscola": "1"}


async def all_well() -> Mapping[str, str]:
    return {"database": "ok"}


class Visitor:
    """A browser without a screen: it keeps cookies and every byte that it was given."""

    def __init__(self, url: str, **headers: str) -> None:
        self.url = url
        self.seen: list[str] = []
        self._session = ClientSession(cookie_jar=CookieJar(unsafe=True), headers=headers)

    async def close(self) -> None:
        await self._session.close()

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.key: cookie.value for cookie in self._session.cookie_jar}

    async def ask(self, method: str, path: str, **more: object) -> tuple[int, str, ClientResponse]:
        async with self._session.request(method, self.url + path, **more) as response:  # type: ignore[arg-type]  # passed on
            text = await response.text()
            self.seen.append(text)
            return response.status, text, response

    async def get(self, path: str) -> dict[str, object]:
        status, text, _ = await self.ask("GET", path)
        assert status == 200, text
        return json.loads(text)  # type: ignore[no-any-return]  # an object, by the test that reads it

    async def post(self, path: str, status: int = 200, **body: object) -> dict[str, object]:
        found, text, _ = await self.ask("POST", path, json=body, headers=MARK)
        assert found == status, text
        return json.loads(text)  # type: ignore[no-any-return]  # the same

    async def press(self, token: str, status: int = 200) -> dict[str, object]:
        return await self.post("/api/press", status, token=token)

    @asynccontextmanager
    async def watch(self, table: str) -> AsyncIterator[AsyncIterator[dict[str, object]]]:
        """The live view of a table, one look after the other."""
        async with self._session.get(f"{self.url}/api/events/{table}") as response:
            assert response.status == 200

            async def looks() -> AsyncIterator[dict[str, object]]:
                while line := await asyncio.wait_for(response.content.readline(), PATIENCE):
                    self.seen.append(line.decode())
                    if line.startswith(b"data: "):
                        yield json.loads(line[6:])

            yield looks()

    def has_seen(self, code: str) -> bool:
        """Whether a card's code or name was in anything that this visitor was ever given."""
        if any(name_of_code(words("en"), code) in text for text in self.seen):
            return True
        return any(re.search(rf"[^A-Za-z0-9]{code}(?=[^A-Za-z0-9])", text) for text in self.seen)


@dataclass
class Served:
    """A web table that listens."""

    house: House
    web: Web
    url: str


@asynccontextmanager
async def served(url: str, *, pace: Pace = QUICK, page: bool = True) -> AsyncIterator[Served]:
    """The web table over the database of `url`, on a port of its own."""
    async with house(url, pace=pace) as rooms:
        web = Web(
            rooms.tables,
            host="127.0.0.1",
            port=0,
            page=page,
            healthy=all_well,
            ready=all_well,
            metrics=lambda: b"briscola_up 1\n",
        )
        address = await web.start()
        try:
            yield Served(rooms, web, address)
        finally:
            await web.stop()
