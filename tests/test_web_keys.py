"""The keys of the page: numbers, arrows and letters, what they refuse, and that one can do without them."""

import re
from collections.abc import AsyncIterator

import pytest
from browsers import DESK, UPRIGHT, Guest, chromium_at, guest
from playwright.async_api import Browser
from web_house import Served, served
from web_stages import StageDesk, staged, table_of

FOCUSED = "document.activeElement.dataset.key"
IDLE = "() => !document.body.classList.contains('waiting')"


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
def desk() -> StageDesk:
    return StageDesk()


@pytest.fixture
async def stages(desk: StageDesk) -> AsyncIterator[str]:
    async with staged(desk) as url:
        yield url


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with chromium_at(chromium) as one:
        yield one


async def _at(one: Guest, url: str, stage: str) -> None:
    await one.page.goto(f"{url}/t/{table_of(stage)}")
    await one.page.wait_for_selector("#place:not([hidden])")


async def _says(one: Guest, words: str) -> None:
    await one.page.wait_for_selector(f"#toast.shown:has-text('{words}')")


async def _closed(one: Guest) -> None:
    await one.page.keyboard.press("Escape")
    await one.page.wait_for_selector("#leaf:not([open])", state="attached")


async def _deck_in_hand(one: Guest) -> str:
    source = await one.page.get_attribute("#hand img", "src")
    return (source or "").split("/")[2]


async def test_letters_deal_anew_change_the_level_and_the_deck(browser: Browser, place: Served) -> None:
    anna = await guest(browser)
    await anna.page.goto(place.url)
    await anna.page.select_option("#set_level", "easy")
    await anna.page.click("#play_computer")
    await anna.press("start")
    await anna.page.wait_for_selector("#seats .name:has-text('easy')")
    await anna.page.wait_for_selector('#hand button[data-token*="-d1t1-"]')
    await anna.page.keyboard.press("n")
    await anna.page.wait_for_selector('#hand button[data-token*="-d2t1-"]')
    await _says(anna, "dealt anew")
    await anna.page.keyboard.press("L")
    await anna.page.wait_for_selector('#hand button[data-token*="-d3t1-"]')
    await anna.page.wait_for_selector("#seats .name:has-text('normal')")
    seen = {await _deck_in_hand(anna)}
    for _ in range(4):
        last = await _deck_in_hand(anna)
        await anna.page.keyboard.press("d")
        await anna.page.wait_for_selector(f'#hand img:not([src*="/{last}/"])')
        await anna.page.wait_for_function(IDLE)
        seen.add(await _deck_in_hand(anna))
    assert len(seen) == 5
    assert not await anna.page.is_visible("#note"), "a key opens no note"
    deck = await _deck_in_hand(anna)
    await anna.page.evaluate("() => localStorage.clear()")
    await anna.page.goto(place.url)
    await anna.page.wait_for_selector(f'#fan img[src*="/{deck}/"]')
    assert await anna.page.input_value("#set_level") == "normal", "the server remembers both"
    assert anna.complaints == []


async def test_a_key_deals_the_next_match_where_one_is_over(browser: Browser, place: Served) -> None:
    anna = await guest(browser)
    await anna.page.goto(place.url)
    await anna.page.click("#play_computer")
    await anna.press("start")
    for act in ("more", "resigning", "resign"):
        await anna.press(act)
    await anna.page.wait_for_selector("#place.over")
    table = anna.page.url
    await anna.page.keyboard.press("n")
    await anna.page.wait_for_selector("#hand button >> nth=2")
    assert anna.page.url != table


async def test_letters_are_refused_with_a_word_where_others_play(
    browser: Browser, stages: str, desk: StageDesk
) -> None:
    one = await guest(browser)
    await _at(one, stages, "play4")
    await one.page.keyboard.press("n")
    await _says(one, "only while you play alone with computers")
    await one.page.keyboard.press("l")
    await _says(one, "Another level: only while you play alone")
    await _at(one, stages, "lobby4")
    await one.page.keyboard.press("t")
    await _says(one, "No trick has been taken yet.")
    assert desk.asked == []
    assert one.complaints == []


async def test_arrows_go_from_card_to_card_and_enter_plays(
    browser: Browser, stages: str, desk: StageDesk
) -> None:
    one = await guest(browser)
    await _at(one, stages, "play5")
    for key, card in (("ArrowRight", "Ac"), ("ArrowRight", "7d"), ("ArrowLeft", "Ac"), ("ArrowLeft", "Jd")):
        await one.page.keyboard.press(key)
        assert await one.page.evaluate(FOCUSED) == card
    await one.page.keyboard.press("Home")
    await one.page.keyboard.press("Enter")
    await one.page.wait_for_function(IDLE)
    assert desk.asked == [("press", f"{table_of('play5')}-d1t2-play-Ac")]
    await one.page.focus("#buttons button")
    await one.page.keyboard.press("End")
    assert await one.page.evaluate("document.activeElement.closest('#buttons') !== null")


async def test_keys_are_listed_and_can_be_switched_off(
    browser: Browser, stages: str, desk: StageDesk
) -> None:
    one = await guest(browser)
    await _at(one, stages, "play2")
    await one.page.keyboard.press("?")
    await one.page.wait_for_selector("#leaf[open] kbd:text('N')")
    await one.page.uncheck("#keyson")
    await _closed(one)
    for key in ("1", "d", "n"):
        await one.page.keyboard.press(key)
    await one.page.reload()
    await one.page.wait_for_selector("#hand button")
    await one.page.keyboard.press("2")
    assert desk.asked == []
    await one.page.keyboard.press("?")
    await one.page.check("#keyson")
    await _closed(one)
    await one.page.keyboard.press("2")
    await one.page.wait_for_function(IDLE)
    assert desk.asked == [("press", f"{table_of('play2')}-d1t2-play-7d")]


async def test_the_last_trick_is_shown_large_on_request(browser: Browser, stages: str) -> None:
    one = await guest(browser, UPRIGHT)
    await _at(one, stages, "play6")
    await one.page.click("#last button")
    await one.page.wait_for_selector("#leaf[open] .lasttrick")
    assert await one.page.locator("#leaf figure img").count() == 6
    assert await one.page.inner_text("#leaf figure.won") == "Carla"
    small = await one.page.locator("#last img").first.bounding_box()
    large = await one.page.locator("#leaf img").first.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 2 * small["width"]
    await one.page.keyboard.press("Escape")
    assert await one.page.evaluate("document.activeElement.closest('#last') !== null"), "the focus comes back"


async def test_the_guide_is_read_over_the_table(browser: Browser, place: Served) -> None:
    anna = await guest(browser, DESK, locale="en-GB")
    await anna.page.goto(place.url)
    await anna.page.click("#play_computer")
    await anna.press("start")
    await anna.page.wait_for_selector("#hand button")
    await anna.page.click("#menu .guide")
    await anna.page.wait_for_selector("#leaf h2:text('How to play well')")
    await anna.page.select_option("#guidegame", "chiamata")
    await anna.page.wait_for_selector("#leaf h3:has-text('Bidding')")
    await anna.page.click("#leaf .topics button >> nth=2")
    await anna.page.wait_for_selector("#leaf li:has-text('Brusquembille')")
    await anna.page.click("#leaf .topics button >> nth=0")
    await anna.page.wait_for_selector("#leaf h2:text('The rules of this table')")
    first = await anna.page.inner_text("#leaf li >> nth=0")
    assert re.match(r"Briscola · 2 players · ", first)
    await anna.page.keyboard.press("Escape")
    assert await anna.page.locator("#hand button").count() == 3
    assert anna.complaints == []
