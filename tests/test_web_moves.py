"""Cards that move on the page, and a page that is left, reloaded, opened twice or cut off."""

from collections.abc import AsyncIterator

import pytest
from browsers import DESK, UPRIGHT, WAIT, Guest, chromium_at, guest
from playwright.async_api import Browser
from web_house import Served, served

MY_TURN = "#mine.turn #hand button"
WATCHING = """
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        if (!(timing instanceof Object) || !timing.duration) return animate.call(this, frames, timing);
        flights.push([this.className, frames[0].translate, frames[1].translate]);
        return animate.call(this, frames, timing);
    };
"""
"""Tells the test which cards were sent where."""


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with chromium_at(chromium) as one:
        yield one


async def _moving(browser: Browser) -> Guest:
    """Somebody who likes motion."""
    context = await browser.new_context(viewport=DESK, reduced_motion="no-preference", locale="en-GB")
    one = Guest(await context.new_page())
    await context.add_init_script(WATCHING)
    return one


async def _starts(one: Guest, url: str) -> None:
    await one.page.goto(url)
    await one.page.click("#play_computer")
    await one.press("start")
    await one.page.wait_for_selector(MY_TURN)


async def _plays(one: Guest) -> None:
    await one.page.wait_for_selector(MY_TURN)
    card = await one.page.get_attribute(f"{MY_TURN} >> nth=0", "data-key")
    await one.page.click(f"{MY_TURN} >> nth=0")
    await one.page.wait_for_function(
        "card => !document.querySelector(`#hand button[data-key='${card}']`)", arg=card
    )


async def test_cards_move_to_the_table_and_to_whoever_took_the_trick(browser: Browser, place: Served) -> None:
    anna = await _moving(browser)
    await _starts(anna, place.url)
    for _ in range(2):
        await _plays(anna)
    await anna.page.wait_for_function("() => flights.some(([name]) => name === 'card flying')")
    flights: list[list[str]] = await anna.page.evaluate("() => flights")
    laid = [start for name, start, _ in flights if name.startswith("lying")]
    assert len(laid) >= 3
    assert all(start != "0.0px 0.0px" for start in laid), "each comes from the hand that held it"
    gathered = [end for name, _, end in flights if name == "card flying"]
    assert len(gathered) in (2, 4), "both cards of a trick go to its winner"
    await anna.page.wait_for_function("() => !document.querySelector('.flying')")
    assert anna.complaints == []


async def test_nothing_moves_for_whoever_wants_no_motion(browser: Browser, place: Served) -> None:
    anna = await guest(browser)
    await anna.page.context.add_init_script(WATCHING)
    await _starts(anna, place.url)
    for _ in range(2):
        await _plays(anna)
    await anna.page.wait_for_selector(MY_TURN)
    assert await anna.page.evaluate("() => flights") == []


async def test_back_forward_and_reload_lose_nothing(browser: Browser, place: Served) -> None:
    anna = await guest(browser, UPRIGHT)
    await _starts(anna, place.url)
    await _plays(anna)
    await anna.page.wait_for_selector(MY_TURN)
    before = await anna.page.inner_html("#hand")
    told = await anna.page.inner_text("#news")
    await anna.page.go_back()
    await anna.page.wait_for_selector("#play_computer")
    assert not await anna.page.is_visible("#place")
    await anna.page.go_forward()
    await anna.page.wait_for_selector(MY_TURN)
    await anna.page.reload()
    await anna.page.wait_for_selector(MY_TURN)
    assert await anna.page.inner_html("#hand") == before
    assert await anna.page.inner_text("#news") == told
    assert anna.complaints == []


async def test_two_tabs_show_the_same_table(browser: Browser, place: Served) -> None:
    anna = await guest(browser)
    await _starts(anna, place.url)
    other = Guest(await anna.page.context.new_page())
    await other.page.goto(anna.page.url)
    await other.page.wait_for_selector(MY_TURN)
    old = await other.page.get_attribute("#hand img", "src")
    await other.page.keyboard.press("d")
    await other.page.wait_for_function(
        "old => document.querySelector('#hand img').getAttribute('src') !== old", arg=old
    )
    source = await other.page.get_attribute("#hand img", "src")
    await anna.page.wait_for_selector(f'#hand img[src="{source}"]')
    card = await other.page.get_attribute(f"{MY_TURN} >> nth=0", "data-key")
    await _plays(other)
    await anna.page.wait_for_function(
        "card => !document.querySelector(`#hand button[data-key='${card}']`)", arg=card
    )
    assert anna.complaints == other.complaints == []


async def test_a_lost_connection_is_said_and_comes_back(browser: Browser, place: Served) -> None:
    anna = await guest(browser)
    await _starts(anna, place.url)
    await anna.page.context.set_offline(True)
    await place.web._streams.close()
    await anna.page.wait_for_selector("#banner:not([hidden])", timeout=WAIT)
    await anna.page.click(f"{MY_TURN} >> nth=0")
    await anna.page.wait_for_selector("#toast.shown")
    assert await anna.page.locator("#hand button").count() == 3, "the card is still there"
    place.web._streams._closing = False
    await anna.page.context.set_offline(False)
    await anna.page.wait_for_selector("#banner[hidden]", state="attached", timeout=WAIT)
    await anna.page.wait_for_selector("#toast:has-text('Connected again.')")
    await _plays(anna)
