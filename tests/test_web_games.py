"""Whole games of many at one web table: six browsers, an auction of five, each page given only what it may see."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence

import pytest
from browsers import DESK, SIDEWAYS, UPRIGHT, Guest, chromium_at, guest
from playwright.async_api import Browser
from web_house import Served, Visitor, served

from bot.game import Deal
from bot.service.records import TableRow
from bot.table import Pace, Table

NAMES = ("Anna", "Bruno", "Carla", "Dora", "Emil", "Fosca")
PARTNER = "You are the partner"
CODE = re.compile(r'"code":"(\w\w)"|-(?:play|exchange)-(\w\w)')


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url, pace=Pace(computer=1, new_trick=1, next_deal=60_000)) as one:
        yield one


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with chromium_at(chromium) as one:
        yield one


async def _at_one_table(browser: Browser, url: str, game: str, players: int) -> list[Guest]:
    """So many people who have sat down, each in a browser of their own; the second reads Italian."""
    sizes = (DESK, UPRIGHT, SIDEWAYS)
    locales = ("en-GB", "it-IT")
    people = [await guest(browser, sizes[n % 3], locale=locales[n == 1]) for n in range(players)]
    host = people[0].page
    await host.goto(url)
    await host.fill("#name", NAMES[0])
    await host.select_option("#set_preset", game)
    await host.wait_for_function("game => document.querySelector('#summary').dataset.game === game", arg=game)
    if game != "chiamata":
        await host.select_option("#set_players", str(players))
        await host.wait_for_function(
            "n => document.querySelector('#summary').dataset.players === n", arg=str(players)
        )
    await host.click("#play_friend")
    await host.wait_for_selector("#invite input")
    for seat, one in enumerate(people[1:], 1):
        await one.page.goto(host.url)
        await one.page.click(f'.seat button[data-token$="-sit-{seat}"]')
        await one.page.wait_for_selector('button[data-token$="-leave"]')
    await people[0].press("start")
    return people


async def _table(place: Served, people: Sequence[Guest]) -> Table:
    """The table as it really is."""
    name = people[0].page.url.rpartition("/")[2]

    def read(tx: object) -> Table:
        row: TableRow | None = tx.table(name)  # type: ignore[attr-defined]  # a transaction of the store
        assert row is not None
        return place.house.keeper.load(tx, row)  # type: ignore[arg-type]  # the same

    return await place.house.store.read(read)


class Watch:
    """Checks after each move that no page was given a card which it may not have seen yet."""

    def __init__(self, people: Sequence[Guest]) -> None:
        self.people = people
        self.held: list[set[str]] = [set() for _ in people]
        self.read = [0] * len(people)

    def fresh(self, seat: int) -> list[str]:
        """What the page of a seat was given since the last look."""
        given = self.people[seat].given
        fresh, self.read[seat] = given[self.read[seat] :], len(given)
        return fresh

    def check(self, deal: Deal) -> None:
        view = deal.table_view()
        public = {card.code for trick in view.tricks for card in trick.cards}
        public |= {
            card.code
            for card in (*(view.trick.cards if view.trick else ()), view.trump_card, view.called_card)
            if card
        }
        for seat in range(len(self.people)):
            own = deal.seat_view(seat)
            self.held[seat] |= {card.code for card in own.hand}
            self.held[seat] |= {card.code for one in own.partner_hands for card in one.hand}
            for text in self.fresh(seat):
                codes = {a or b for a, b in CODE.findall(text)}
                assert codes <= public | self.held[seat], f"seat {seat}: {codes - public - self.held[seat]}"
                if seat != own.partner and (view.partner is None or view.is_over):
                    assert PARTNER not in text, f"seat {seat} is no partner"
                if view.partner is None:
                    assert '"role":"partner"' not in text


async def _next_mover(place: Served, people: Sequence[Guest], seq: int) -> tuple[Table, Guest | None]:
    """The table once it is past `seq` and waits for somebody; nobody when the deal is over."""
    async with asyncio.timeout(20):
        while True:
            table = await _table(place, people)
            if table.deal is not None and table.seq > seq and (table.turn is not None or table.deal.is_over):
                return table, None if table.turn is None else people[table.turn]
            await asyncio.sleep(0.02)


async def _ready(one: Guest, table: Table) -> None:
    """Wait until the page of whoever is on turn has come to this step, and nothing is on its way."""
    moves = (f'{place} button[data-token*="-{table.step}-"]' for place in ("#mine.turn #hand", "#choices"))
    await one.page.wait_for_selector(", ".join(f"body:not(.waiting) {move}" for move in moves))


async def test_six_browsers_play_a_deal_and_none_is_given_a_hidden_card(
    browser: Browser, place: Served
) -> None:
    people = await _at_one_table(browser, place.url, "briscola", 6)
    watch, seq, cards = Watch(people), -1, 0
    while True:
        table, mover = await _next_mover(place, people, seq)
        assert table.deal is not None
        watch.check(table.deal)
        if mover is None:
            break
        seq = table.seq
        await _ready(mover, table)
        await mover.page.keyboard.press("1")
        cards += 1
    assert cards == 36
    for one in people:
        await one.page.wait_for_selector("#place.result .heap >> nth=1")
        assert one.complaints == []
    points = await people[0].page.eval_on_selector_all(
        ".heap .points span:first-child", "all => all.map(one => parseInt(one.textContent))"
    )
    assert sum(points) == 120
    assert await people[1].page.get_attribute("html", "lang") == "it"
    assert await people[0].page.inner_text("#news h2") != await people[1].page.inner_text("#news h2")
    await people[2].press("more")
    async with people[2].page.expect_download() as loading:
        await people[2].press("export")
    download = await loading.value
    assert download.suggested_filename.endswith(".json")


async def test_five_browsers_bid_call_and_play_a_deal_of_chiamata(browser: Browser, place: Served) -> None:
    people = await _at_one_table(browser, place.url, "chiamata", 5)
    watch, seq, bids, cards = Watch(people), -1, 0, 0
    while True:
        table, mover = await _next_mover(place, people, seq)
        assert table.deal is not None
        watch.check(table.deal)
        if mover is None:
            break
        seq = table.seq
        view = table.deal.table_view()
        await _ready(mover, table)
        if view.trick is not None:
            await mover.page.keyboard.press("1")
            cards += 1
        elif view.is_calling:
            await mover.page.click('#choices button[data-token*="-call-"]')
        else:
            await _bid(mover, bids)
            bids += 1
    assert cards == 40
    for one in people:
        await one.page.wait_for_selector("#place.result .heap >> nth=1")
        await one.page.wait_for_selector("#sheet tbody tr", state="attached")
        assert one.complaints == []


async def _bid(one: Guest, number: int) -> None:
    """The first bids the two, the next types a number of points, all others pass."""
    if number == 0:
        await one.page.click('#choices button[data-token$="-bid-2"]')
    elif number == 1:
        await one.press("points")
        await one.page.fill("#points", "75")
        await one.page.keyboard.press("Enter")
        await one.page.wait_for_selector("#note:not([open])", state="attached")
    else:
        await one.page.click('#choices button[data-token$="-pass"]')


async def test_the_form_opens_any_game_and_remembers_it(browser: Browser, place: Served) -> None:
    one = await guest(browser, UPRIGHT)
    await one.page.goto(place.url)
    await one.page.select_option("#set_preset", "brisca")
    await one.page.wait_for_selector("#summary[data-game=brisca]")
    await one.page.select_option("#set_players", "4")
    await one.page.click("#options summary")
    await one.page.wait_for_selector("#summary[data-players='4']")
    await one.page.select_option("#set_signs", "partner")
    await one.page.wait_for_selector("#summary:has-text('only partners see them')")
    await one.page.click("#play_friend")
    await one.page.wait_for_selector(".seat.free >> nth=2")
    table = await _table(place, [one])
    assert table.rules.to_json() == {"preset": "brisca", "players": 4, "signs": "partner"}
    await one.page.click('.seat button[data-token$="-sit-2"]')
    await one.page.wait_for_selector(".seat.free button[data-token$='-sit-0']")
    await one.press("leave")
    await one.page.wait_for_selector("#summary:has-text('only partners see them')")
    assert await one.page.input_value("#set_players") == "4"
    assert one.complaints == []


@pytest.mark.parametrize(
    "rules",
    [[], "x", {"preset": ["x"]}, {"match": {"wins": 1, "points": 2}}, {"x" * 30: 1}, {"clock": 10**9}],
)
async def test_rules_of_no_shape_get_one_sentence(place: Served, rules: object) -> None:
    one = Visitor(place.url)
    answer = await one.post("/api/open", 400, opponent="", rules=rules)
    assert answer == {"error": "I could not read that. Reload the page and try again."}
    await one.close()


async def test_rules_that_clash_are_refused_in_the_visitors_language(place: Served) -> None:
    one = Visitor(place.url)
    answer = await one.post("/api/open", opponent="", rules={"preset": "chiamata", "players": 3})
    assert (answer["outcome"], answer["look"]) == ("refused", None)
    assert len(str(answer["words"])) > 20
    form = await one.get("/api/form?preset=nonsense&players=77&clock=x&signs=partner")
    assert form["rules"] == {"preset": "briscola", "players": 2}, "a form makes the best of any wish"
    await one.close()


async def test_only_a_finished_match_is_exported(place: Served) -> None:
    one = Visitor(place.url)
    answer = await one.post("/api/open", opponent="normal")
    status, text, _ = await one.ask("GET", f"/api/export/{answer['table']}")
    assert status == 404
    assert "error" in text
    await one.press(f"{answer['table']}-start")
    await one.press(f"{answer['table']}-resign")
    status, text, response = await one.ask("GET", f"/api/export/{answer['table']}")
    assert status == 200
    assert "attachment" in response.headers["Content-Disposition"]
    await one.close()
