"""The page in a real browser: whole matches by mouse, by keys, by two people, on a phone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Browser, Page, ViewportSize, async_playwright
from web_house import Served, served

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = ViewportSize(width=1280, height=800)
UPRIGHT = ViewportSize(width=390, height=844)
SIDEWAYS = ViewportSize(width=844, height=390)
NARROWEST = ViewportSize(width=360, height=640)
MY_TURN = "#mine.turn #hand button"
LANDED = "#play_computer"
WAIT = 20_000
"""Milliseconds after which a story that does not go on has failed."""


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        one = await playwright.chromium.launch(executable_path=chromium, args=ARGS)
        yield one
        await one.close()


class Person:
    """Somebody before a browser of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    async def press(self, act: str) -> None:
        await self.page.click(f'button[data-token$="-{act}"]')

    async def open_menu(self, item: str) -> None:
        """An item of the bar, unfolded first where it has no room."""
        if await self.page.is_visible("#unfold"):
            await self.page.click("#unfold")
        await self.page.click(f"#menu .{item}")

    async def start_against_the_computer(self, url: str) -> None:
        await self.page.goto(url)
        await self.page.click(LANDED)
        await self.press("start")
        await self.page.wait_for_selector("#hand button")

    async def give_up(self) -> None:
        """By way of the menu, which asks back."""
        for act in ("more", "resigning", "resign"):
            await self.press(act)
        await self.page.wait_for_selector("#place.over")

    async def box(self, selector: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of an element."""
        element = self.page.locator(selector).first  # found anew each time: the page may be drawn again
        box = None
        while box is None:  # drawn again between being found and being measured
            await element.wait_for()
            box = await element.bounding_box()
        assert box is not None
        return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]

    async def touch(self, one: str, other: str) -> bool:
        """Whether two elements that can be seen now lie over each other."""
        crossing = """([one, other]) => {
            const [a, b] = [one, other].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
            return Boolean(a && b) && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        }"""
        return bool(await self.page.evaluate(crossing, [one, other]))

    async def look_away(self, *, away: bool = True) -> None:
        """Bring another tab to the front, or this one again."""
        await self.page.evaluate("away => dispatchEvent(new CustomEvent('away', { detail: away }))", away)

    async def is_to_play(self) -> bool:
        """Wait until it is one's turn; False when the match is over instead."""
        await self.page.wait_for_selector(f"{MY_TURN}, #place.over")
        return await self.page.query_selector("#place.over") is None

    async def play(self, *, by_key: str = "") -> None:
        """Play the first card, and wait until it has left the hand."""
        card = await self.page.get_attribute(f"{MY_TURN} >> nth=0", "data-key")
        if by_key:
            await self.page.keyboard.press(by_key)
        else:
            await self.page.click(f"{MY_TURN} >> nth=0")
        await self.page.wait_for_function(
            "card => !document.querySelector(`#hand button[data-key='${card}']`)", arg=card
        )

    async def fits(self) -> bool:
        """Whether nothing sticks out to the side."""
        return bool(
            await self.page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
        )

    async def shows(self, selector: str) -> bool:
        """Whether all of the element is inside the window."""
        element = self.page.locator(selector).first  # found anew each time: the page may be drawn again
        box = None
        while box is None:  # drawn again between being found and being measured
            await element.wait_for()
            box = await element.bounding_box()
        size = self.page.viewport_size
        assert size is not None
        return (
            box["y"] >= 0
            and box["y"] + box["height"] <= size["height"]
            and box["x"] >= 0
            and box["x"] + box["width"] <= size["width"]
        )


HIDING = """
    let away = false;
    Object.defineProperty(document, "hidden", { get: () => away });
    addEventListener("away", (event) => { away = event.detail; document.dispatchEvent(new Event("visibilitychange")); });
"""
"""A browser without a screen hides no tab: this says that it does."""


async def somebody(browser: Browser, viewport: ViewportSize = DESK) -> Person:
    context = await browser.new_context(viewport=viewport, reduced_motion="reduce", locale="en-GB")
    await context.add_init_script(HIDING)
    return Person(await context.new_page())


async def until(holds: Callable[[], bool], one: Person) -> None:
    """Let the page and the server go on until something holds."""
    async with asyncio.timeout(WAIT / 1000):
        while not holds():
            await one.page.evaluate("() => new Promise(requestAnimationFrame)")


async def test_a_match_is_played_by_clicking_cards(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    cards = 0
    while await anna.is_to_play():
        await anna.play()
        cards += 1
    assert cards == 20
    points = await anna.page.eval_on_selector_all(
        ".heap .points", "all => all.map(one => parseInt(one.textContent))"
    )
    assert sum(points) == 120
    assert "–" in await anna.page.inner_text("#headline")
    assert anna.complaints == []


async def test_a_match_is_played_by_number_keys(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    while await anna.is_to_play():
        await anna.play(by_key="1")
    assert await anna.page.is_visible("text=Play again")
    assert anna.complaints == []


async def whoever_is_to_play(*people: Person) -> Person | None:
    """Wait until it is somebody's turn; None when the match is over instead."""
    waiting = {asyncio.create_task(one.is_to_play()): one for one in people}
    done, late = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    return next((waiting[task] for task in done if task.result()), None)


async def test_two_browsers_play_to_the_result_and_again(browser: Browser, place: Served) -> None:
    anna, bruno = await somebody(browser), await somebody(browser, UPRIGHT)
    await anna.page.goto(place.url)
    await anna.page.fill("#name", "Anna <b>&")
    await anna.page.click("#play_friend")
    await anna.page.wait_for_selector("#invite input")
    link = await anna.page.input_value("#invite input")
    await bruno.page.goto(link)
    await bruno.press("sit-1")
    await anna.press("start")
    while mover := await whoever_is_to_play(anna, bruno):
        await mover.play()
    await bruno.page.wait_for_selector("#place.over")
    assert await anna.page.inner_text("#headline") == await bruno.page.inner_text("#headline")
    assert "Anna <b>&" in await bruno.page.inner_text("#result")
    await bruno.press("rematch")
    await anna.page.wait_for_selector('#buttons .called[data-token$="-rematch"]')
    assert "would like to play again" in await anna.page.inner_text("#offer")
    assert await anna.shows("#offer")
    await bruno.page.wait_for_selector("#offer:text('Waiting for Anna')")
    assert await bruno.page.locator('button[data-token$="-rematch"]').count() == 0
    await anna.press("rematch")
    for one in (anna, bruno):
        await one.page.wait_for_selector("#hand button >> nth=2")
        assert one.page.url != link
        assert one.complaints == []
    assert anna.page.url == bruno.page.url


async def test_a_card_does_not_flee_from_the_pointer(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await anna.is_to_play()
    card = await (await anna.page.wait_for_selector(MY_TURN)).bounding_box()  # type: ignore[union-attr]  # waited for
    assert card is not None
    await anna.page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] - 3)
    await anna.play()
    assert anna.complaints == []


async def test_two_presses_at_once_play_one_card(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await anna.is_to_play()
    posts: list[str] = []
    anna.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    await anna.page.dblclick(f"{MY_TURN} >> nth=0")
    assert await anna.is_to_play()
    await anna.page.wait_for_selector("#hand button >> nth=2")
    assert len(posts) == 1
    assert anna.complaints == []


@pytest.mark.parametrize(
    "size", [UPRIGHT, SIDEWAYS, NARROWEST, DESK], ids=["upright", "sideways", "narrow", "desk"]
)
async def test_everything_fits_a_window(browser: Browser, place: Served, size: ViewportSize) -> None:
    anna = await somebody(browser, size)
    await anna.page.goto(place.url)
    assert await anna.shows(LANDED)
    assert await anna.fits()
    await anna.page.click(LANDED)
    assert await anna.shows('button[data-token$="-start"]')
    await anna.press("start")
    for _ in range(2):
        await anna.is_to_play()
        for selector in (
            "#headline",
            "#seats .seat",
            "#stock .pile",
            f"{MY_TURN} >> nth=0",
            f"{MY_TURN} >> nth=2",
        ):
            assert await anna.shows(selector), selector
        assert await anna.fits()
        await anna.play()
        if await anna.page.query_selector("#trick img.card"):
            assert not await anna.touch("#stock .trump span", "#trick .lying:has(.card)")
    widths = """() => [...document.querySelectorAll("#place img.card")]
        .map(one => [one.clientWidth, one.closest("section").id]).sort((a, b) => b[0] - a[0])"""
    largest = (await anna.page.evaluate(widths))[0][1]
    assert largest == "mine"
    assert anna.complaints == []


async def test_it_is_played_without_a_mouse_and_without_eyes(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await anna.is_to_play()
    for image in await anna.page.query_selector_all("#hand img, #trick img.card, #last img"):
        assert " of " in (await image.get_attribute("alt") or "")
    await anna.page.evaluate("""() => {
        const told = document.querySelector("#told");
        window.heard = [];
        new MutationObserver(() => heard.push(told.textContent)).observe(told, { childList: true });
    }""")
    await anna.page.focus(f"{MY_TURN} >> nth=1")
    await anna.page.keyboard.press("Enter")
    await anna.page.wait_for_function("() => heard.some((words) => words.includes('Last trick'))")
    await anna.is_to_play()
    assert await anna.page.evaluate("document.activeElement.closest('#hand') !== null"), (
        "focus stays in the hand"
    )
    assert await anna.page.inner_text("#headline") == "Your turn: choose a card."
    assert anna.complaints == []


async def test_a_note_opens_over_the_table_and_goes(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await anna.press("more")
    await anna.page.wait_for_selector("#note")
    hand = await anna.page.locator("#hand button").count()
    await anna.page.keyboard.press("1")
    await anna.page.keyboard.press("Escape")
    assert not await anna.page.is_visible("#note")
    assert await anna.page.locator("#hand button").count() == hand, "keys do not play under a note"
    await anna.open_menu("help")
    await anna.page.click('#note button[data-token="me-speaks-it"]')
    await anna.page.wait_for_selector("html[lang=it]")
    assert anna.complaints == []


async def test_after_giving_up_nobody_is_called_to_play(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await anna.is_to_play()
    await anna.give_up()
    assert await anna.page.locator("#mine.turn, #hand button, #trick .arrow").count() == 0
    assert "gives up" in await anna.page.inner_text("#headline")
    assert "gives up" in await anna.page.title()
    assert anna.complaints == []


async def test_no_arrow_comes_back_when_a_trick_has_lingered(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.page.clock.install()
    await anna.start_against_the_computer(place.url)
    await anna.page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
    while await anna.is_to_play() and not await anna.page.query_selector("#trick .won"):
        await anna.play()
    await anna.give_up()
    await anna.page.clock.run_for(5000)
    assert await anna.page.locator("#trick .arrow, #trick .won, #last.away").count() == 0
    assert anna.complaints == []


async def test_a_page_that_nobody_sees_holds_no_connection(browser: Browser, place: Served) -> None:
    anna, bruno = await somebody(browser), await somebody(browser)
    await anna.page.goto(place.url)
    await anna.page.click("#play_friend")
    await anna.page.wait_for_selector("#invite input")
    streams = place.web._streams._open
    await until(lambda: len(streams) == 1, anna)
    await anna.look_away()
    await until(lambda: not streams, anna)
    await bruno.page.goto(anna.page.url)
    await bruno.press("sit-1")
    await anna.look_away(away=False)
    await anna.page.wait_for_selector('button[data-token$="-start"]')
    assert anna.complaints == bruno.complaints == []


async def test_a_hidden_page_still_says_in_its_title_whose_turn_it_is(
    browser: Browser, place: Served
) -> None:
    anna = await somebody(browser)
    await anna.page.clock.install()
    await anna.start_against_the_computer(place.url)
    await anna.is_to_play()
    tabs = anna.page.context
    other = Person(await tabs.new_page())
    await other.page.goto(anna.page.url)
    await other.is_to_play()
    await anna.look_away()
    await other.give_up()
    await anna.page.clock.fast_forward(6000)
    await anna.page.wait_for_function("() => document.title.includes('gives up')")
    assert anna.complaints == other.complaints == []


async def test_ten_tabs_of_one_browser_do_not_starve_each_other(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    table = anna.page.url
    for _ in range(9):
        await anna.look_away()
        anna = Person(await anna.page.context.new_page())
        await anna.page.goto(table)
        await anna.is_to_play()
    await anna.play()
    assert anna.complaints == []


async def test_an_act_that_is_not_answered_is_given_up_and_can_be_tried_again(
    browser: Browser, place: Served
) -> None:
    anna = await somebody(browser)
    await anna.page.clock.install()
    await anna.start_against_the_computer(place.url)
    await anna.is_to_play()
    asked: list[str] = []
    await anna.page.route("**/api/press", lambda route: asked.append(route.request.url))
    await anna.page.click(f"{MY_TURN} >> nth=0")
    await until(lambda: bool(asked), anna)
    assert await anna.page.locator("#hand button[aria-disabled]").count() == 3
    await anna.page.clock.fast_forward(10_500)
    await anna.page.wait_for_selector("#toast.shown:text('does not answer')")
    assert await anna.page.locator("[aria-disabled]").count() == 0
    await anna.page.unroute("**/api/press")
    await anna.play()


async def test_whoever_leaves_their_lobby_comes_to_the_first_page(browser: Browser, place: Served) -> None:
    anna, bruno = await somebody(browser), await somebody(browser)
    await anna.page.goto(place.url)
    await anna.page.click("#play_friend")
    await anna.page.wait_for_selector("#invite input")
    await bruno.page.goto(anna.page.url)
    await bruno.page.wait_for_selector('button[data-token$="-sit-1"]')
    await anna.press("leave")
    await anna.page.wait_for_selector(LANDED)
    assert await anna.page.inner_text("#toast") == "You have left the table."
    await bruno.page.click("#next:text('First page')")
    await bruno.page.wait_for_selector(LANDED)
    assert anna.complaints == bruno.complaints == []


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS, NARROWEST], ids=["upright", "sideways", "narrow"])
async def test_the_widest_names_leave_room_for_everything(
    browser: Browser, place: Served, size: ViewportSize
) -> None:
    anna, bruno = await somebody(browser, size), await somebody(browser, size)
    for one in (anna, bruno):
        await one.page.goto(place.url)
        await one.page.fill("#name", "W" * 24)
    await anna.page.click("#play_friend")
    await anna.page.wait_for_selector("#invite button")
    left, _, right, _ = await anna.box("#invite")
    assert right - left >= 0.5 * size["width"]
    assert await anna.shows("#invite button")
    await bruno.page.press("#name", "Enter")
    await bruno.page.wait_for_function("() => document.activeElement !== document.querySelector('#name')")
    await bruno.page.goto(anna.page.url)
    await bruno.press("sit-1")
    await anna.press("start")
    for one in (anna, bruno):
        await one.page.wait_for_selector("#hand button >> nth=2")
        assert await one.fits()
        assert await one.shows("#hand button >> nth=2")
    assert "(2)" in await bruno.page.inner_text("#plate")
    await bruno.press("more")
    await bruno.press("ending")
    await bruno.press("end")
    await bruno.page.wait_for_selector("#toast.shown")
    assert not await bruno.touch("#toast", "#headline")
    await anna.page.wait_for_selector("#offer:text('would like to end the table')")


async def test_a_table_opened_from_the_help_is_gone_to(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    for opening in ("open-people", "open-computer"):
        await anna.page.goto(place.url)
        await anna.open_menu("help")
        await anna.page.click(f'#note button[data-token="{opening}"]')
        await anna.page.wait_for_selector("#place.lobby")
        assert "/t/" in anna.page.url
        assert not await anna.page.is_visible("#note")


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS, NARROWEST], ids=["upright", "sideways", "narrow"])
async def test_a_long_note_scrolls_and_can_always_be_closed(
    browser: Browser, place: Served, size: ViewportSize
) -> None:
    anna = await somebody(browser, size)
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.start_against_the_computer(place.url)
    await anna.open_menu("help")
    await anna.page.wait_for_selector("#note[open]")
    assert await anna.shows("#note .close")
    await anna.page.click("#note .close")
    await anna.give_up()
    await anna.press("more")
    await anna.press("fair")
    await anna.page.wait_for_selector("#note .copy")
    assert await anna.shows("#note .close")
    await anna.page.click("#note .copy")
    await anna.page.wait_for_selector("#note .copy:text('The command is copied.')")
    copied = await anna.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("briscola-bot shuffle --seed ")
    assert anna.complaints == []


async def test_a_page_never_speaks_two_languages(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    other = Person(await anna.page.context.new_page())
    await other.page.goto(anna.page.url)
    await other.is_to_play()
    await anna.give_up()
    await anna.page.click("#languages button >> nth=1")
    for one in (anna, other):
        await one.page.wait_for_selector("html[lang=it]")
        assert await one.page.inner_text("#menu button >> nth=0") == "Aiuto"
        assert "abbandona" in await one.page.inner_text("#headline")
    assert anna.complaints == other.complaints == []


async def test_the_page_comes_back_after_a_restart(browser: Browser, place: Served, sqlite_url: str) -> None:
    anna = await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await place.web.stop()
    await anna.page.wait_for_selector("#banner:not([hidden])")
    place.web._port = int(place.url.rpartition(":")[2])
    place.web._streams._closing = False
    await place.web.start()
    await anna.page.wait_for_selector("#banner[hidden]", state="attached")
    await anna.is_to_play()
    await anna.play()


async def test_a_link_to_nowhere_leads_to_the_first_page(browser: Browser, place: Served) -> None:
    anna = await somebody(browser)
    await anna.page.goto(f"{place.url}/t/zzzzzzzzzz")
    await anna.page.wait_for_selector(LANDED)
    assert "no such table" in await anna.page.inner_text("#toast")


async def test_whoever_only_watches_sees_no_hand(browser: Browser, place: Served) -> None:
    anna, carla = await somebody(browser), await somebody(browser)
    await anna.start_against_the_computer(place.url)
    await carla.page.goto(anna.page.url)
    await carla.page.wait_for_selector("#plate .backs img")
    assert await carla.page.locator("#hand button").count() == 0
    assert await carla.page.locator('button[data-token$="-hand"]').count() == 0
    await carla.press("more")
    await carla.page.wait_for_selector('#note button[data-token$="-fair"]')
    assert await carla.page.locator("#note .danger").count() == 0
    assert carla.complaints == []
