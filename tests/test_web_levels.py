"""Computers of three levels at the web table: added at seats, changed, taken away, remembered, and watched."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from web_house import Served, Visitor, served

from bot.table import Computer, Pace

FOUR = {"preset": "briscola", "players": 4}


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url, pace=Pace()) as one:
        yield one


@pytest.fixture
async def anna(place: Served) -> AsyncIterator[Visitor]:
    async with somebody(place) as one:
        yield one


@pytest.fixture
async def bruno(place: Served) -> AsyncIterator[Visitor]:
    async with somebody(place) as one:
        yield one


@asynccontextmanager
async def somebody(place: Served) -> AsyncIterator[Visitor]:
    visitor = Visitor(place.url)
    try:
        yield visitor
    finally:
        await visitor.close()


async def look(visitor: Visitor, table: str) -> Any:
    return await visitor.get(f"/api/look/{table}")


def tokens(rows: Any) -> list[str]:
    return [button["token"].partition("-")[2] for row in rows for button in row]


def seat_acts(found: Any, seat: int) -> list[str]:
    return [one["token"].partition("-")[2] for one in found["screen"]["scene"]["seats"][seat]["acts"]]


async def levels(place: Served, table: str) -> list[str]:
    value = await place.house.value(table)
    return [one.level.value if isinstance(one, Computer) else "" if one else "free" for one in value.seats]


async def opened(visitor: Visitor, opponent: str = "", rules: object = FOUR) -> str:
    return str((await visitor.post("/api/open", opponent=opponent, rules=rules))["table"])


async def test_the_host_adds_two_computers_changes_one_and_takes_one_away(
    place: Served, anna: Visitor, bruno: Visitor
) -> None:
    table = await opened(anna)
    assert seat_acts(await look(anna, table), 1) == ["sit-1", "seat-1-normal"]
    assert seat_acts(await look(bruno, table), 1) == ["sit-1"]
    assert "levels" in tokens((await look(anna, table))["screen"]["rows"])
    assert "levels" not in tokens((await look(bruno, table))["screen"]["rows"])
    added = await anna.press(f"{table}-seat-1-normal")
    assert added["note"] is None
    assert seat_acts(added["look"], 1) == ["computer_1"]
    chooser: Any = await anna.press(f"{table}-levels")
    assert "level_hard" in tokens(chooser["note"]["rows"])
    harder: Any = await anna.press(f"{table}-level_hard")
    assert "computer_1" in tokens(harder["note"]["rows"])
    assert seat_acts(await look(anna, table), 2) == ["sit-2", "seat-2-hard"]
    await anna.press(f"{table}-seat-2-hard")
    one: Any = await anna.press(f"{table}-computer_1")
    assert "seat-1-easy" in tokens(one["note"]["rows"])
    changed: Any = await anna.press(f"{table}-seat-1-easy")
    assert "✓ easy" in [button["label"] for row in changed["note"]["rows"] for button in row]
    assert await levels(place, table) == ["", "easy", "hard", "free"]
    refused = await bruno.press(f"{table}-seat-3-hard")
    assert refused["words"] == "Only the host of the table can do that."
    gone: Any = await anna.press(f"{table}-seat-1-empty")
    assert "computer_2" in tokens(gone["note"]["rows"])
    assert await levels(place, table) == ["", "free", "hard", "free"]
    await anna.press(f"{table}-fill-normal")
    await anna.press(f"{table}-start")
    late = await anna.press(f"{table}-seat-2-easy")
    assert (late["outcome"], late["words"]) == ("stale", "The table has moved on. This is how it stands now.")


async def test_the_level_of_the_form_is_the_one_of_next_time(place: Served, anna: Visitor) -> None:
    first = await opened(anna, "hard")
    assert await levels(place, first) == ["", "hard", "hard", "hard"]
    await anna.press(f"{first}-leave")
    by_button = await anna.press("open-computer-brisca-3")
    assert await levels(place, str(by_button["table"])) == ["", "hard", "hard"]


async def test_who_plays_alone_has_other_cards_by_one_press(place: Served, anna: Visitor) -> None:
    table = await opened(anna, "easy")
    await anna.press(f"{table}-start")
    answer: Any = await anna.press(f"{table}-abandon-d1")
    assert answer["outcome"] == "accepted"
    assert any(token.startswith("d2t1-play-") for token in tokens(answer["look"]["hand"]["rows"]))
    harder = await anna.press(f"{table}-abandon-d2-hard")
    assert harder["outcome"] == "accepted"
    assert (await anna.press(f"{table}-abandon-d2-hard"))["outcome"] == "duplicate"
    assert await levels(place, table) == ["", "hard", "hard", "hard"]


async def test_computers_are_watched_and_stopped(sqlite_url: str) -> None:
    async with served(sqlite_url) as place, somebody(place) as anna, somebody(place) as bruno:
        table = await opened(anna)
        chooser: Any = await anna.press(f"{table}-levels")
        assert "watch-normal" in tokens(chooser["note"]["rows"])
        watching: Any = await anna.press(f"{table}-watch-normal")
        assert watching["look"]["seat"] is None
        assert "start" in tokens(watching["look"]["screen"]["rows"])
        async with bruno.watch(table) as looks:
            assert "start" not in tokens((cast("Any", await anext(looks)))["screen"]["rows"])
            await anna.press(f"{table}-start")
            async for seen in looks:
                assert seen["hand"] is None
                if cast("Any", seen)["screen"]["over"]:
                    break
        ended: Any = await look(anna, table)
        assert "rematch" in tokens(ended["screen"]["rows"])
        assert "rematch" not in tokens((await look(bruno, table))["screen"]["rows"])
        again: Any = await anna.press(f"{table}-rematch")
        stopped: Any = await anna.press(f"{again['table']}-end")
        assert stopped["look"]["screen"]["over"]
