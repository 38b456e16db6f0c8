"""Decks and words alone on the web: everybody has a page of their own, and sees on it what they like."""

import json
from collections.abc import AsyncIterator
from typing import cast

import pytest
from web_house import Served, Visitor, served

LATIN = ("coins", "cups", "swords", "knave", "knight")


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
async def anna(place: Served) -> AsyncIterator[Visitor]:
    one = Visitor(place.url)
    yield one
    await one.close()


@pytest.fixture
async def bruno(place: Served) -> AsyncIterator[Visitor]:
    one = Visitor(place.url)
    yield one
    await one.close()


async def two_play(anna: Visitor, bruno: Visitor) -> str:
    table = str((await anna.post("/api/open", opponent=""))["table"])
    await bruno.press(f"{table}-sit-1")
    await anna.press(f"{table}-start")
    return table


def part(look: object, *names: str) -> object:
    """What stands there in a view, a name for each step down."""
    for name in names:
        look = cast("dict[str, object]", look)[name]
    return look


def is_latin(look: dict[str, object]) -> bool:
    return any(word in json.dumps(look) for word in LATIN)


async def test_a_deck_is_chosen_in_the_middle_of_a_deal_for_one_page_alone(
    anna: Visitor, bruno: Visitor
) -> None:
    table = await two_play(anna, bruno)
    async with anna.watch(table) as looks:
        before = await anext(looks)
        assert (part(before, "screen", "scene", "deck"), part(before, "hand", "scene", "deck")) == (
            "neapolitan",
            "neapolitan",
        )
        answer = await anna.press("me-deck-french")
        assert answer["words"] == "From now on with this deck: French"
        after = await anext(looks)
    assert (part(after, "screen", "scene", "deck"), part(after, "hand", "scene", "deck")) == (
        "french",
        "french",
    )
    assert not is_latin(after), "the picture and its words never disagree"
    his = await bruno.get(f"/api/look/{table}")
    assert part(his, "screen", "scene", "deck") == "neapolitan"
    assert is_latin(his)


async def test_somebody_without_pictures_plays_on(anna: Visitor, bruno: Visitor) -> None:
    table = await two_play(anna, bruno)
    await anna.press("me-shows-words")
    look = await anna.get(f"/api/look/{table}")
    assert (part(look, "screen", "scene"), part(look, "hand", "scene")) == (None, None)
    assert "You hold: 1: " in json.dumps(part(look, "hand"))
    assert "stock" in json.dumps(part(look, "screen", "lines"))
    while part(look, "hand", "onTurn") is not True:  # else it is Bruno's turn
        his = await bruno.get(f"/api/look/{table}")
        await bruno.press(first_card(his))
        look = await anna.get(f"/api/look/{table}")
    assert (await anna.press(first_card(look)))["outcome"] == "accepted"
    await anna.press("me-shows-pictures")
    assert part(await anna.get(f"/api/look/{table}"), "screen", "scene") is not None


def first_card(look: dict[str, object]) -> str:
    rows = cast("list[list[dict[str, str]]]", part(look, "hand", "rows"))
    return next(one["token"] for row in rows for one in row if "-play-" in one["token"])


async def test_nobody_chooses_for_the_pages_of_others(anna: Visitor, bruno: Visitor) -> None:
    table = await two_play(anna, bruno)
    for token in ("chat-deck-french", "chat-shows-words", "chat-chooses", "chat-speaks-it"):
        assert (await bruno.press(token))["outcome"] == "refused"
    look = await anna.get(f"/api/look/{table}")
    assert part(look, "screen", "scene", "deck") == "neapolitan"


async def test_a_choice_outlives_the_program_and_the_page(sqlite_url: str) -> None:
    async with served(sqlite_url) as first:
        anna = Visitor(first.url)
        await anna.press("me-deck-spanish")
        cookies = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
        await anna.close()
    async with served(sqlite_url) as second:
        again = Visitor(second.url, Cookie=cookies)
        table = (await again.post("/api/open", opponent="normal"))["table"]
        await again.press(f"{table}-start")
        look = await again.get(f"/api/look/{table}")
        assert (part(look, "screen", "scene", "deck"), part(look, "hand", "scene", "deck")) == (
            "spanish",
            "spanish",
        )
        await again.close()
