"""The page shows every number of seats and every moment of a game, on desks and phones, with nothing over anything."""

from collections.abc import AsyncIterator, Mapping

import pytest
from browsers import DESK, NARROWEST, SIDEWAYS, UPRIGHT, Guest, chromium_at, guest
from playwright.async_api import Browser, ViewportSize
from web_stages import STAGES, StageDesk, staged, table_of

from bot.screens.types import Button, NoteScreen
from bot.service.answers import Answer, Outcome

SIZES = {"desk": DESK, "upright": UPRIGHT, "sideways": SIDEWAYS, "narrow": NARROWEST}
CROWDED = ("play3", "play4", "play5", "play6", "auction", "call")
SEEN = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect())
        .filter((box) => box.width && box.height).map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
    return {
        seats: boxes("#table .seat"), lying: boxes("#trick .lying:has(.card)"), hand: boxes("#hand button"),
        choices: boxes("#choices button"), title: boxes("#title > *"), stock: boxes("#stock .pile, #stock .trump"), heaps: boxes(".heap"),
        width: [{ left: 0, top: 0, right: document.documentElement.scrollWidth, bottom: document.documentElement.scrollHeight }],
    };
}"""
Box = Mapping[str, float]


@pytest.fixture
def desk() -> StageDesk:
    return StageDesk()


@pytest.fixture
async def url(desk: StageDesk) -> AsyncIterator[str]:
    async with staged(desk) as one:
        yield one


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with chromium_at(chromium) as one:
        yield one


async def _at(one: Guest, url: str, stage: str) -> None:
    await one.page.goto(f"{url}/t/{table_of(stage)}")
    await one.page.wait_for_selector("#place:not([hidden])")
    await one.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def _crossing(one: Box, other: Box) -> float:
    """How deep two boxes lie in each other, in pixels."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0, min(across, down))


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_lies_over_anything_else(browser: Browser, url: str, size: str) -> None:
    one = await guest(browser, SIZES[size])
    for stage in STAGES:
        await _at(one, url, stage)
        seen: Mapping[str, list[Box]] = await one.page.evaluate(SEEN)
        assert seen["width"][0]["right"] <= SIZES[size]["width"], f"{stage} sticks out to the side"
        for kind, others in (
            ("seats", "lying"),
            ("seats", "hand"),
            ("seats", "choices"),
            ("seats", "stock"),
            ("hand", "lying"),
            ("title", "heaps"),
            ("title", "hand"),
        ):
            for box in seen[kind]:
                deepest = max((_crossing(box, other) for other in seen[others]), default=0)
                assert deepest <= 12, f"{kind} over {others} at {stage}: {deepest}"
        for kind in ("seats", "lying", "hand", "choices", "heaps", "title"):
            boxes = seen[kind]
            pairs = ((a, b) for place, a in enumerate(boxes) for b in boxes[:place])
            assert all(_crossing(a, b) <= 2 for a, b in pairs), f"{kind} over each other at {stage}"
        if stage in CROWDED:
            _all_in_sight(seen, SIZES[size], stage)
    assert one.complaints == []


def _all_in_sight(seen: Mapping[str, list[Box]], size: ViewportSize, stage: str) -> None:
    """All seats, cards and bids are in the window, each card wide enough for a thumb; on a desk, all there is."""
    for kind in ("seats", "hand", "choices"):
        for box in seen[kind]:
            assert box["top"] >= 0, f"{kind} above the window at {stage}"
            assert box["bottom"] <= size["height"] + 4, f"{kind} below the window at {stage}: {box['bottom']}"
    assert all(box["right"] - box["left"] >= 44 for box in seen["hand"]), stage
    if size == DESK:
        assert seen["width"][0]["bottom"] <= size["height"], f"{stage} has to be scrolled"


async def test_the_others_sit_counter_clockwise_from_the_visitor(browser: Browser, url: str) -> None:
    one = await guest(browser)
    await _at(one, url, "play6")
    middles = """() => [...document.querySelectorAll("#table .seat")].map((node) => {
        const box = node.getBoundingClientRect();
        return [node.dataset.key, box.left + box.width / 2, box.top + box.height / 2];
    })"""
    at = {key: (x, y) for key, x, y in await one.page.evaluate(middles)}
    me, right, above, top, left, below = (at[f"seat{seat}"] for seat in range(6))
    assert right[0] > me[0] < above[0]
    assert left[0] < me[0] > below[0]
    assert me[1] > right[1] > above[1] >= top[1] <= left[1] < below[1] < me[1]
    assert await one.page.inner_text(".side-B .letter >> nth=0") == "B"
    assert await one.page.locator('#table [aria-label="dealer"]').count() == 1


async def test_a_number_of_points_is_typed_into_a_field(browser: Browser, url: str, desk: StageDesk) -> None:
    one = await guest(browser, UPRIGHT)
    await _at(one, url, "auction")
    desk.answer = Answer(
        Outcome.SHOWN, note=NoteScreen("Type a number of points."), table=table_of("auction")
    )
    await one.press("points")
    await one.page.wait_for_selector("#note .bid input:focus")
    desk.answer = Answer(Outcome.REFUSED, "Bid more than 71.", table=table_of("auction"))
    await one.page.keyboard.type("70")
    await one.page.keyboard.press("Enter")
    await one.page.wait_for_selector("#toast.shown:text('Bid more than 71.')")
    assert await one.page.input_value("#note .bid input") == "70", "nothing typed is lost"
    desk.answer = Answer(Outcome.ACCEPTED, table=table_of("auction"))
    await one.page.fill("#note .bid input", "75")
    await one.page.click("#note .bid button")
    await one.page.wait_for_selector("#note:not([open])", state="attached")
    assert desk.asked[1:] == [("bid", table_of("auction"), "70"), ("bid", table_of("auction"), "75")]


async def test_a_chooser_is_drawn_anew_in_place_and_keeps_the_focus(
    browser: Browser, url: str, desk: StageDesk
) -> None:
    one = await guest(browser)
    table = table_of("lobby4")
    await _at(one, url, "lobby4")

    def note(chosen: str) -> Answer:
        values = ("off", "table", "partner")
        row = tuple(Button(("✓ " if it == chosen else "") + it, f"{table}-set-signs-{it}") for it in values)
        return Answer(Outcome.ACCEPTED, note=NoteScreen(f"Signs: {chosen}", (row,)), table=table)

    desk.answer = note("off")
    await one.press("games")
    await one.page.focus(f'[data-token="{table}-set-signs-table"]')
    desk.answer = note("table")
    await one.page.keyboard.press("Enter")
    await one.page.wait_for_selector("#note button:has-text('✓ table')")
    focused = "document.activeElement.dataset.token"
    assert await one.page.evaluate(focused) == f"{table}-set-signs-table"
    desk.answer = Answer(Outcome.DUPLICATE, table=table)
    await one.page.keyboard.press("Enter")
    await one.page.wait_for_function("() => !document.body.classList.contains('waiting')")
    assert await one.page.is_visible("#note"), "what is chosen already closes nothing"
    assert one.complaints == []


async def test_number_keys_play_eight_cards_and_bid_none(browser: Browser, url: str, desk: StageDesk) -> None:
    one = await guest(browser)
    await _at(one, url, "play5")
    await one.page.keyboard.press("8")
    await one.page.wait_for_function("() => !document.body.classList.contains('waiting')")
    assert desk.asked == [("press", f"{table_of('play5')}-d1t2-play-Jd")]
    await _at(one, url, "auction")
    await one.page.keyboard.press("8")
    assert len(desk.asked) == 1, "cards lie still while one bids"


async def test_what_only_the_visitor_knows_stands_by_their_cards(browser: Browser, url: str) -> None:
    one = await guest(browser)
    await _at(one, url, "partners")
    assert "the three of trumps" in await one.page.inner_text("#secrets")
    assert await one.page.locator("#secrets img.card").count() == 3
    await _at(one, url, "play5")
    assert "You are the partner" in await one.page.inner_text("#secrets")
    heads = [await one.page.inner_text(f"#sheet tr >> nth={row} >> th >> nth=0") for row in range(1, 6)]
    assert heads == ["Anna", "Bruno", "Carla", "Domenico", "Élodie"], "a row for each, a column for each deal"
    assert await one.page.inner_text("#sheet tbody tr >> nth=2 >> td >> nth=-1") == "+3"


@pytest.mark.parametrize("size", SIZES)
async def test_names_and_the_score_sheet_are_not_cut(browser: Browser, url: str, size: str) -> None:
    one = await guest(browser, SIZES[size])
    cut = """() => [...document.querySelectorAll("#table .name bdi, #sheet th, #sheet td, #score")]
        .filter((node) => node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 1)
        .filter((node) => getComputedStyle(node).overflow !== "visible").map((node) => node.textContent)"""
    for stage in ("play4", "play5", "play6", "result4", "result5"):
        await _at(one, url, stage)
        assert await one.page.evaluate(cut) == [], stage


@pytest.mark.parametrize("size", ["upright", "sideways"])
async def test_what_no_card_tells_is_in_sight(browser: Browser, url: str, size: str) -> None:
    one = await guest(browser, SIZES[size])
    for stage in ("play4", "play6"):
        await _at(one, url, stage)
        for place, words in enumerate(("Signs: Carla", "Bruno exchanged", "Fiorenza has left")):
            line = one.page.locator("#lately li").nth(place)
            box = await line.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < SIZES[size]["height"] / 2
            assert words in await line.inner_text()


@pytest.mark.parametrize("size", ["upright", "sideways"])
async def test_a_long_chooser_shows_its_buttons_at_once(
    browser: Browser, url: str, desk: StageDesk, size: str
) -> None:
    one, table = await guest(browser, SIZES[size]), table_of("lobby4")
    await _at(one, url, "lobby4")
    row = tuple(Button(f"Choice {n}", f"{table}-sit-{n}") for n in range(3))
    desk.answer = Answer(
        Outcome.SHOWN, note=NoteScreen("A line that explains.\n" * 30, (row,) * 2), table=table
    )
    await one.press("games")
    box = await one.page.locator("#note .rows").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SIZES[size]["height"]
    assert await one.page.locator("#note .text").evaluate("node => node.scrollHeight > node.clientHeight")


async def test_free_seats_are_taken_where_they_stand(browser: Browser, url: str, desk: StageDesk) -> None:
    one = await guest(browser, UPRIGHT)
    await _at(one, url, "lobby6")
    await one.page.click(".seat.free button:has-text('Move here') >> nth=0")
    await one.page.click("button[aria-label='Computer: normal: seat 2 (B)']")
    await one.page.click("button:has-text('Level…')")
    await one.page.wait_for_function("() => !document.body.classList.contains('waiting')")
    table = table_of("lobby6")
    assert [token for _, token in desk.asked] == [
        f"{table}-sit-1",
        f"{table}-seat-1-normal",
        f"{table}-computer_5",
    ]
