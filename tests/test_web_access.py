"""Whoever has no mouse, or does not see the page, plays all of it; and it is checked by the rules for that."""

import re
from collections.abc import AsyncIterator
from importlib.resources import files

import pytest
from browsers import DESK, UPRIGHT, Guest, chromium_at, guest
from playwright.async_api import Browser, ViewportSize
from web_house import Served, served
from web_stages import StageDesk, staged, table_of

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BROKEN = """async (rules) => (await axe.run(document, { runOnly: rules })).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`)"""
FOCUSED = "() => document.activeElement.id || document.activeElement.dataset.token || document.activeElement.dataset.key"
LISTENING = """() => {
    const told = document.querySelector("#told");
    window.heard = [];
    new MutationObserver(() => heard.push(told.textContent)).observe(told, { childList: true });
}"""
MY_TURN = "#mine.turn #hand button"


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with chromium_at(chromium) as one:
        yield one


async def _broken(one: Guest) -> list[str]:
    """What axe-core finds wrong with the page as it is now."""
    await one.page.evaluate(AXE)
    found: list[str] = await one.page.evaluate(BROKEN, RULES)
    return found


SIZES = pytest.mark.parametrize("size", [DESK, UPRIGHT], ids=["desk", "upright"])


@SIZES
async def test_tables_can_be_used_by_everybody(browser: Browser, size: ViewportSize) -> None:
    one = await guest(browser, size)
    async with staged(StageDesk()) as url:
        for stage in ("play2", "play5", "partners", "auction", "lobby4", "result5"):
            await one.page.goto(f"{url}/t/{table_of(stage)}")
            await one.page.wait_for_selector("#place:not([hidden])")
            assert await _broken(one) == [], stage


@SIZES
async def test_what_lies_over_a_table_can_be_used_by_everybody(
    browser: Browser, place: Served, size: ViewportSize
) -> None:
    one = await guest(browser, size)
    await one.page.goto(place.url)
    await one.page.click("#options summary")
    assert await _broken(one) == []
    await one.page.click("#play_computer")
    await one.press("start")
    await one.page.wait_for_selector(MY_TURN)
    if await one.page.is_visible("#unfold"):
        await one.page.click("#unfold")
        assert await _broken(one) == []
    await one.page.click("#menu .guide")
    await one.page.wait_for_selector("#leaf[open] .lines")
    assert await _broken(one) == []
    await one.page.keyboard.press("Escape")
    await one.page.keyboard.press("?")
    await one.page.wait_for_selector("#leaf[open] kbd")
    assert await _broken(one) == []
    await one.page.keyboard.press("Escape")
    await one.press("more")
    await one.page.wait_for_selector("#note[open]")
    assert await _broken(one) == []
    await one.page.keyboard.press("Escape")
    await _in_words(one)
    assert await _broken(one) == []


async def _in_words(one: Guest) -> None:
    """Have nothing drawn any more."""
    if await one.page.is_visible("#unfold"):
        await one.page.click("#unfold")
    await one.page.click("#menu .look")
    await one.page.click('#note [data-token="me-shows-words"]')
    await one.page.wait_for_selector("#place.words-only", state="attached")
    await one.page.wait_for_selector('#note [data-token="me-shows-pictures"]')
    await one.page.keyboard.press("Escape")
    await one.page.wait_for_selector("#note:not([open])", state="attached")


async def _tab_to(one: Guest, wanted: str, *, most: int = 40) -> None:
    for _ in range(most):
        if re.search(wanted, await one.page.evaluate(FOCUSED) or ""):
            return
        await one.page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {wanted}")


@SIZES
async def test_a_match_is_played_by_the_keyboard_alone(
    browser: Browser, place: Served, size: ViewportSize
) -> None:
    one = await guest(browser, size)
    await one.page.goto(place.url)
    await one.page.wait_for_selector("#play_computer")
    await one.page.keyboard.press("Tab")
    assert await one.page.evaluate(FOCUSED) == "skip"
    await _tab_to(one, "^play_computer$")
    await one.page.keyboard.press("Enter")
    await one.page.wait_for_selector("#place.lobby")
    await _tab_to(one, "-start$")
    await one.page.keyboard.press("Enter")
    while True:
        await one.page.wait_for_selector(f"{MY_TURN}, #place.over")
        if await one.sees("#place.over"):
            break
        assert await one.page.evaluate("document.activeElement.closest('#hand') !== null"), (
            "the focus is lost"
        )
        await one.page.keyboard.press("ArrowLeft")
        card = await one.page.evaluate("document.activeElement.dataset.key")
        await one.page.keyboard.press("Enter")
        await one.page.wait_for_function(
            "card => !document.querySelector(`#hand button[data-key='${card}']`)", arg=card
        )
    assert re.search("-rematch$", await one.page.evaluate(FOCUSED)), "one goes on where it ended"
    await one.page.keyboard.press("Enter")
    await one.page.wait_for_selector("#hand button >> nth=2")
    assert one.complaints == []


async def test_a_match_is_played_by_what_is_heard(browser: Browser, place: Served) -> None:
    """Nothing is drawn: each card that falls, each trick taken and each card drawn has been told by the next turn."""
    one = await guest(browser, UPRIGHT)
    await one.page.goto(place.url)
    await one.page.click("#play_computer")
    await one.press("start")
    await one.page.wait_for_selector("#hand button")
    await _in_words(one)
    await one.page.wait_for_selector("#hand.in-words button")
    assert await one.page.locator("#place img:visible").count() == 0
    await one.page.evaluate(LISTENING)
    names = one.page.locator("#hand button span:first-child")
    hand: list[str] = []
    while True:
        await one.page.wait_for_selector(f"{MY_TURN}, #place.over")
        if await one.sees("#place.over"):
            break
        now = await names.all_inner_texts()
        if hand:
            await _was_heard(one, set(now) - set(hand))
        hand = now
        await one.page.evaluate("() => heard.splice(0)")
        await one.page.keyboard.press("1")
        await one.page.wait_for_function(
            "name => ![...document.querySelectorAll('#hand button span:first-child')].some((one) => one.textContent === name)",
            arg=now[0],
        )
    told = " ".join(await one.page.evaluate("() => heard"))
    assert re.search(r"\d+ points", told)
    assert re.search("wins|draw", told)
    assert one.complaints == []


async def _was_heard(one: Guest, drawn: set[str]) -> None:
    """The last trick, the one on the table and the cards drawn have been told since the last turn."""
    heard = " ".join(await one.page.evaluate("() => heard"))
    lines = await one.page.locator("#spoken li").all_inner_texts()
    told = [line for line in lines if line.startswith(("On the table", "Last trick"))]
    assert told
    for words in (*drawn, *told):
        assert words in heard, f"{words!r} was not told"


async def test_nothing_long_is_read_aloud_while_cards_are_played(browser: Browser, place: Served) -> None:
    one = await guest(browser)
    await one.page.goto(place.url)
    await one.page.click("#play_computer")
    await one.press("start")
    await one.page.wait_for_selector(MY_TURN)
    await one.page.evaluate(LISTENING)
    for _ in range(3):
        await one.page.wait_for_selector(MY_TURN)
        card = await one.page.get_attribute(f"{MY_TURN} >> nth=0", "data-key")
        await one.page.keyboard.press("1")
        await one.page.wait_for_function(
            "card => !document.querySelector(`#hand button[data-key='${card}']`)", arg=card
        )
    await one.page.wait_for_selector(MY_TURN)
    heard: list[str] = await one.page.evaluate("() => heard")
    assert all(len(words) < 240 for words in heard), heard
    assert not any("holds" in words for words in heard), "how many cards are held is no news"
    assert sum("You draw" in words for words in heard) == 3
