"""Views are numbered by what a visitor was shown: nothing that partners do in secret is counted."""

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

import pytest
from web_house import Served, Visitor, served

from adapters.web.order import Order

MOVE = re.compile(r'"token": ?"([^"]+-(play|sign)-\w+)"')


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


async def _pairs(stack: AsyncExitStack, place: Served, signs: str) -> tuple[str, Sequence[Visitor]]:
    """Four at Brisca, with signs that partners or all of them see."""
    people = [Visitor(place.url) for _ in range(4)]
    for one in people:
        stack.push_async_callback(one.close)
    rules = {"preset": "brisca", "players": 4, "signs": signs}
    answer = await people[0].post("/api/open", opponent="", rules=rules)
    table = str(answer["table"])
    for seat, one in enumerate(people[1:], 1):
        await one.press(f"{table}-sit-{seat}")
    await people[0].press(f"{table}-start")
    return table, people


async def _mover(table: str, people: Sequence[Visitor]) -> tuple[int, str]:
    """Whose turn it is, and a card they may play."""
    _, text, _ = await people[0].ask("GET", f"/api/look/{table}")
    seat = next(n for n, one in enumerate(json.loads(text)["screen"]["scene"]["seats"]) if one["onTurn"])
    _, text, _ = await people[seat].ask("GET", f"/api/look/{table}")
    return seat, next(found[0] for found in MOVE.findall(text) if found[1] == "play")


async def _sign(table: str, one: Visitor) -> None:
    """Make the first sign there is."""
    note = json.dumps(await one.press(f"{table}-signs"))
    sign = next(found[0] for found in MOVE.findall(note) if found[1] == "sign")
    assert (await one.press(sign))["outcome"] == "accepted"


async def test_a_sign_for_all_stands_under_the_headline_of_each(place: Served) -> None:
    async with AsyncExitStack() as stack:
        table, people = await _pairs(stack, place, "table")
        for _ in range(4):
            seat, token = await _mover(table, people)
            await people[seat].press(token)
        seat, _ = await _mover(table, people)
        await _sign(table, people[seat])
        for one in people:
            _, text, _ = await one.ask("GET", f"/api/look/{table}")
            screen = json.loads(text)["screen"]
            assert screen["lately"][0].startswith("Signs: ")
            assert set(screen["lately"]) <= set(screen["lines"]), "it tells what the table tells anyway"


async def test_a_sign_between_partners_changes_nothing_that_opponents_get(place: Served) -> None:
    async with AsyncExitStack() as stack:
        table, people = await _pairs(stack, place, "partner")
        for _ in range(4):
            seat, token = await _mover(table, people)
            await people[seat].press(token)
        seat, token = await _mover(table, people)
        opponent, partner = people[(seat + 1) % 4], people[(seat + 2) % 4]
        before = [await one.get(f"/api/look/{table}") for one in (opponent, partner)]
        live = await stack.enter_async_context(opponent.watch(table))
        first = await anext(live)
        await _sign(table, people[seat])
        after = [await one.get(f"/api/look/{table}") for one in (opponent, partner)]
        assert (before[0], before[0]) == (after[0], first), "an opponent is told of no sign"
        assert before[1] != after[1], "the partner is"
        assert int(str(before[1]["seq"])) < int(str(after[1]["seq"]))
        await people[seat].press(token)
        then = await anext(live)
        assert then["screen"] != first["screen"], "the first that opponents hear of is the card"


def test_an_older_view_has_a_lower_number_and_an_equal_one_the_same() -> None:
    order = Order(lambda: 1.0)

    def seq(entries: int, title: str, user: str = "anna") -> int:
        found = order.numbered(user, "t", entries, {"title": title})["seq"]
        assert isinstance(found, int)
        return found

    first, same, newer = seq(4, "a"), seq(5, "a"), seq(6, "b")
    assert first == same < newer
    assert first < seq(5, "a") < newer, "it was asked before, and comes after"
    assert seq(6, "c") > newer, "a new name is newer, though no entry tells of it"
    assert seq(6, "b", "bruno") == first, "each is counted by what they saw"


def test_numbers_grow_beyond_a_restart() -> None:
    before = Order(lambda: 10.0).numbered("anna", "t", 90, {})["seq"]
    after = Order(lambda: 11.0).numbered("anna", "t", 91, {})["seq"]
    assert isinstance(before, int)
    assert isinstance(after, int)
    assert before < after
