"""A table over HTTP: open, press, look, and be told."""

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
from web_house import PATIENCE, Served, Visitor, served

from bot.pictures.cards import CODES
from bot.service import hub


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
    one = Visitor(place.url, **{"Accept-Language": "it-IT,it;q=0.9,en;q=0.5"})
    yield one
    await one.close()


def _table(answer: dict[str, object]) -> str:
    assert isinstance(answer["table"], str)
    return answer["table"]


def _tokens(look: object) -> list[str]:
    return re.findall(r'"token": "([^"]+)"', json.dumps(look))


def _cards(look: dict[str, object]) -> list[str]:
    return re.findall(r"-play-(\w\w)", json.dumps(look["hand"]))


async def _two_play(anna: Visitor, bruno: Visitor) -> str:
    table = _table(await anna.post("/api/open", opponent=""))
    await bruno.press(f"{table}-sit-1")
    await anna.press(f"{table}-start")
    return table


async def test_a_visitor_opens_a_table_and_sits_first(anna: Visitor) -> None:
    answer = await anna.post("/api/open", opponent="normal")
    look = answer["look"]
    assert isinstance(look, dict)
    assert (look["seat"], look["hand"]) == (0, None)
    assert f"{_table(answer)}-start" in _tokens(look)


async def test_a_press_answers_with_the_table_as_it_is_then(anna: Visitor) -> None:
    table = _table(await anna.post("/api/open", opponent="normal"))
    answer = await anna.press(f"{table}-start")
    look = answer["look"]
    assert isinstance(look, dict)
    assert answer["outcome"] == "accepted"
    assert len(_cards(look)) == 3
    again = await anna.press(f"{table}-start")
    assert (again["outcome"], again["words"]) == ("duplicate", "")


async def test_buttons_that_mean_nothing_to_a_visitor_are_left_out(anna: Visitor, bruno: Visitor) -> None:
    table = _table(await anna.post("/api/open", opponent=""))
    mine = _tokens(await anna.get(f"/api/look/{table}"))
    theirs = _tokens(await bruno.get(f"/api/look/{table}"))
    assert (f"{table}-sit-1" in mine, f"{table}-sit-1" in theirs) == (False, True)
    assert (f"{table}-leave" in mine, f"{table}-leave" in theirs) == (True, False)
    assert (f"{table}-seat-1-normal" in mine, f"{table}-seat-1-normal" in theirs) == (True, False)
    await bruno.press(f"{table}-sit-1")
    mine, theirs = [_tokens(await one.get(f"/api/look/{table}")) for one in (anna, bruno)]
    assert (f"{table}-start" in mine, f"{table}-start" in theirs) == (True, False), "only the host starts"
    assert theirs == [f"{table}-rules", f"{table}-leave"], "who may not change the rules can read them"
    await anna.press(f"{table}-start")
    playing = _tokens(await anna.get(f"/api/look/{table}"))
    assert f"{table}-hand" not in playing
    assert playing.count(f"{table}-more") == 1


async def test_a_change_is_pushed_to_whoever_watches(anna: Visitor, bruno: Visitor) -> None:
    table = _table(await anna.post("/api/open", opponent=""))
    async with anna.watch(table) as looks:
        first = await anext(looks)
        await bruno.press(f"{table}-sit-1")
        then = await anext(looks)
    assert (first["table"], then["table"]) == (table, table)
    assert f"{table}-start" not in _tokens(first)
    assert f"{table}-start" in _tokens(then)


async def test_nobody_is_sent_a_card_that_they_may_not_see(
    place: Served, anna: Visitor, bruno: Visitor
) -> None:
    carla = Visitor(place.url)
    table = await _two_play(anna, bruno)
    public: set[str] = set()
    async with bruno.watch(table) as brunos, carla.watch(table) as carlas:
        for _ in range(12):
            a, b = await anna.get(f"/api/look/{table}"), await bruno.get(f"/api/look/{table}")
            public |= set(re.findall(r'"code": "(\w\w)"', json.dumps(a["screen"])))
            hidden = set(_cards(a))
            assert hidden
            assert all(anna.has_seen(code) for code in hidden)
            assert not any(bruno.has_seen(code) for code in hidden - public), "Anna's cards are hers"
            assert not any(anna.has_seen(code) for code in set(_cards(b)) - public), "and Bruno's are his"
            for one in (anna, bruno):
                look = a if one is anna else b
                await one.press(next(token for token in _tokens(look["hand"]) if "-play-" in token))
            await anext(brunos)
            await anext(carlas)
            await carla.get(f"/api/look/{table}")
            await carla.press(f"{table}-hand")
            await carla.press(next(token for token in _tokens(a["hand"]) if "-play-" in token))
        last = await anna.get(f"/api/look/{table}")
        public |= set(re.findall(r'"code": "(\w\w)"', json.dumps(last["screen"])))
    # Only what lay on the table, and Carla's own forgeries are told back to nobody.
    assert not [code for code in CODES if carla.has_seen(code) and code not in public]
    await carla.close()


async def test_screens_hold_the_current_and_the_last_trick_only(anna: Visitor, bruno: Visitor) -> None:
    table = await _two_play(anna, bruno)
    played: list[str] = []
    for _ in range(40):
        looks = {one: await one.get(f"/api/look/{table}") for one in (anna, bruno)}
        screen = json.dumps(looks[anna]["screen"])
        if '"over": true' in screen:
            break
        hands = [card for look in looks.values() for card in _cards(look)]
        lying = set(re.findall(r'"code": "(\w\w)"', screen))
        assert len(lying - set(hands)) <= 4, (
            "two tricks of two, and the trump card is in a hand or lies there"
        )
        for one, look in looks.items():
            if '"onTurn": true' in json.dumps(look["hand"]):
                token = next(token for token in _tokens(look["hand"]) if "-play-" in token)
                played.append(token[-2:])
                await one.press(token)
    assert len(played) == 40


async def test_the_other_browser_follows_to_the_rematch(anna: Visitor, bruno: Visitor) -> None:
    table = await _two_play(anna, bruno)
    await bruno.press(f"{table}-resign")
    await anna.press(f"{table}-rematch")
    async with anna.watch(table) as looks:
        assert (await anext(looks))["next"] == ""
        answer = await bruno.press(f"{table}-rematch")
        assert _table(answer) != table
        assert (await anext(looks))["next"] == _table(answer)


async def test_a_guest_is_told_whom_they_wait_for(anna: Visitor, bruno: Visitor) -> None:
    await anna.post("/api/name", name="Anna")
    table = _table(await anna.post("/api/open", opponent=""))
    answer = await bruno.press(f"{table}-sit-1")
    assert isinstance(answer["look"], dict)
    assert answer["look"]["news"] == "Ci siamo tutti: Anna può cominciare."
    assert (await anna.get(f"/api/look/{table}"))["news"] == "", "whose button says it all"


async def test_every_button_that_is_shown_works(place: Served, anna: Visitor, bruno: Visitor) -> None:
    """Whoever they are: pressing what the page offers is never refused."""
    carla = Visitor(place.url)

    async def all_work(table: str, *, but: str = "-(leave|start|rematch)$") -> None:
        for one in (carla, bruno, anna):
            for token in _tokens(await one.get(f"/api/look/{table}")):
                if not re.search(but, token) and "-play-" not in token and "-sit-" not in token:
                    answer = await one.press(token)
                    assert answer["outcome"] in ("shown", "accepted", "duplicate"), token

    table = _table(await anna.post("/api/open", opponent=""))
    await all_work(table, but="-(leave|seat-1-normal)$")
    await bruno.press(f"{table}-sit-1")
    await all_work(table)
    await anna.press(f"{table}-start")
    await all_work(table)
    assert _tokens(await carla.get(f"/api/look/{table}")) == [f"{table}-more"]
    menu = _tokens(await carla.press(f"{table}-more"))
    assert not [token for token in menu if re.search("-(end|ending|resign|resigning)$", token)]
    await anna.press(f"{table}-resign")
    await all_work(table)
    assert _tokens(await carla.get(f"/api/look/{table}")) == [f"{table}-more"]
    await carla.close()


async def test_an_offer_to_play_again_is_news(anna: Visitor, bruno: Visitor) -> None:
    for one, name in ((anna, "Anna"), (bruno, "Bruno")):
        await one.post("/api/name", name=name)
    table = await _two_play(anna, bruno)
    await bruno.press(f"{table}-resign")
    before = await anna.get(f"/api/look/{table}")
    assert before["news"] == ""
    assert '"called": true' not in json.dumps(before)
    await bruno.press(f"{table}-rematch")
    offered, agreed = [await one.get(f"/api/look/{table}") for one in (anna, bruno)]
    assert offered["news"] == "Bruno would like to play again."
    rows = json.dumps(offered["screen"])
    assert re.search(rf'"token": "{table}-rematch"[^}}]*"called": true', rows)
    assert rows.count('"called": true') == 1
    assert agreed["news"] == "In attesa di Anna…"
    assert f"{table}-rematch" not in _tokens(agreed), "there is nothing left to press"


async def test_a_wish_to_end_the_table_is_news(anna: Visitor, bruno: Visitor) -> None:
    await bruno.post("/api/name", name="Bruno")
    table = await _two_play(anna, bruno)
    await bruno.press(f"{table}-end")
    assert (await anna.get(f"/api/look/{table}"))["news"] == "Bruno would like to end the table."


async def test_looking_makes_nobody_a_player(place: Served, anna: Visitor, sqlite_url: str) -> None:
    table = _table(await anna.post("/api/open", opponent=""))
    people = _players(sqlite_url)
    for _ in range(3):
        nobody = Visitor(place.url, **{"Accept-Language": "it"})
        look = await nobody.get(f"/api/look/{table}")
        assert "apre un tavolo" in json.dumps(look), "in the language that the browser asks for"
        async with nobody.watch(table) as looks:
            await anext(looks)
        for path in ("/", f"/t/{table}", "/api/me", "/cards/plain/Ad.svg"):
            await nobody.ask("GET", path)
        await nobody.close()
    assert _players(sqlite_url) == people
    somebody = Visitor(place.url)
    await somebody.press(f"{table}-more")
    await somebody.close()
    assert _players(sqlite_url) == people + 1


def _players(url: str) -> int:
    """How many people the database knows."""
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
        return int(database.execute("select count(*) from player_keys").fetchone()[0])


async def test_two_people_of_one_name_are_told_apart(anna: Visitor, bruno: Visitor) -> None:
    for one in (anna, bruno):
        await one.post("/api/name", name="Ada")
    table = await _two_play(anna, bruno)
    await bruno.press(f"{table}-resign")
    assert '"title": "Ada (2) gives up: Ada wins"' in json.dumps(await anna.get(f"/api/look/{table}"))


@pytest.mark.parametrize("token", ["", "x", "zzzzzzzzzz", "-" * 64, "a" * 5000, "me-speaks-xx", "ünïcödé"])
async def test_a_forged_token_gets_one_sentence(anna: Visitor, token: str) -> None:
    status, text, _ = await anna.ask("POST", "/api/press", json={"token": token}, headers={"X-Briscola": "1"})
    assert status in (400, 413)
    assert "Traceback" not in text
    assert len(json.loads(text)["error"]) > 10


async def test_a_button_of_a_table_that_never_was_is_stale(anna: Visitor) -> None:
    answer = await anna.press("zzzzzzzzzz-start")
    assert (answer["outcome"], answer["look"]) == ("stale", None)


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"token": 7}', '{"token": null}', "[" * 4000])
async def test_a_body_that_is_not_ours_gets_one_sentence(anna: Visitor, body: str) -> None:
    headers = {"X-Briscola": "1", "Content-Type": "application/json"}
    status, text, _ = await anna.ask("POST", "/api/press", data=body, headers=headers)
    assert (status, json.loads(text)) == (
        400,
        {"error": "I could not read that. Reload the page and try again."},
    )


@pytest.mark.parametrize(
    "path",
    ["/api/look/zzzzzzzzzz", "/api/look/x", "/api/events/zzzzzzzzzz", "/api/note/secrets", "/api/nothing"],
)
async def test_what_is_not_there_is_said_in_the_visitors_language(anna: Visitor, path: str) -> None:
    status, text, response = await anna.ask("GET", path)
    assert (status, response.content_type) == (404, "application/json")
    assert json.loads(text)["error"].endswith(("!", "."))


@pytest.mark.parametrize(
    "path", ["/t/x", "/page/../server.py", "/page/app.py", "/cards/plain/9x.svg", "/cards/x/Ad.svg"]
)
async def test_no_other_file_is_served(anna: Visitor, path: str) -> None:
    status, text, _ = await anna.ask("GET", path)
    assert status == 404
    assert text == "There is nothing here. Go back to the first page.\n"


async def test_cards_are_drawn_once_and_kept(anna: Visitor) -> None:
    for name in ("cards/plain/Ad", "cards/plain/back", "cards/neapolitan/3c", "suits/french/d"):
        status, text, response = await anna.ask("GET", f"/{name}.svg")
        assert (status, response.content_type) == (200, "image/svg+xml")
        assert "max-age" in response.headers["Cache-Control"]
        assert text.startswith("<svg")
        known = {"If-None-Match": response.headers["ETag"]}
        again, empty, _ = await anna.ask("GET", f"/{name}.svg", headers=known)
        assert (again, empty) == (304, "")


async def test_notes_answer_questions(anna: Visitor) -> None:
    for name in ("help", "stats", "leaderboard"):
        answer = await anna.get(f"/api/note/{name}")
        assert answer["outcome"] == "shown"
        assert answer["note"]


async def test_a_language_is_chosen_by_a_button(anna: Visitor, bruno: Visitor) -> None:
    assert (await bruno.get("/api/me"))["language"] == "it"
    assert (await anna.get("/api/me"))["language"] == "en"
    table = _table(await anna.post("/api/open", opponent=""))
    async with anna.watch(table) as looks:
        await anext(looks)
        await anna.press("me-speaks-pt")
        pushed = await anext(looks)
    assert (await anna.get("/api/me"))["language"] == "pt"
    assert pushed["language"] == "pt"
    assert "free" not in json.dumps(pushed)
    assert "abre uma mesa" in json.dumps(pushed), "the table speaks as the page does"


async def test_a_new_language_is_told_to_whoever_watches_at_once(
    anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "LOOK_AGAIN", 10 * PATIENCE)  # so that only being told can bring it
    table = _table(await anna.post("/api/open", opponent=""))
    async with anna.watch(table) as looks:
        await anext(looks)
        await anna.press("me-speaks-it")
        assert (await anext(looks))["language"] == "it"


async def test_a_language_that_was_not_kept_is_not_spoken(
    place: Served, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(place.house.tables, "press", fails)
        await anna.post("/api/press", 503, token="me-speaks-it")
    assert (await anna.get("/api/me"))["language"] == "en"


async def test_a_name_is_cleaned_and_kept(anna: Visitor) -> None:
    nameless = str((await anna.get("/api/me"))["name"])
    assert re.fullmatch(r"Player \d\d", nameless)
    named = await anna.post("/api/name", name="  Ma\u202eria\u0000 \u200b Rossi\n ")
    assert named["name"] == "Maria Rossi"
    assert (await anna.get("/api/me"))["name"] == "Maria Rossi"
    assert len(str((await anna.post("/api/name", name="x" * 3000))["name"])) == 24
    assert (await anna.post("/api/name", name="\u200b"))["name"] == nameless


async def test_a_new_name_is_shown_to_whoever_watches(anna: Visitor, bruno: Visitor) -> None:
    table = _table(await anna.post("/api/open", opponent=""))
    async with anna.watch(table) as own, bruno.watch(table) as looks:
        await anext(own)
        await anext(looks)
        await anna.post("/api/name", name="Zoë 🇮🇹")
        assert "Zoë 🇮🇹" in json.dumps(await anext(looks), ensure_ascii=False)
        assert "Zoë 🇮🇹" in json.dumps(await anext(own), ensure_ascii=False)


async def test_a_database_that_fails_is_one_sentence(
    place: Served, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise OSError("could not connect to postgresql://user:secret@host")

    monkeypatch.setattr(place.house.tables, "open", fails)
    answer = await anna.post("/api/open", 503, opponent="")
    assert answer == {"error": "Something went wrong here and is noted. Please try again in a moment."}


async def test_a_stream_beats_while_nothing_happens(place: Served, anna: Visitor) -> None:
    place.web._streams._heartbeat = 0.01
    table = _table(await anna.post("/api/open", opponent=""))
    async with anna._session.get(f"{place.url}/api/events/{table}") as response:
        async with asyncio.timeout(PATIENCE):
            while (await response.content.readline()) != b": still here\n":
                pass


async def test_stopping_closes_live_views_at_once(place: Served, anna: Visitor) -> None:
    table = _table(await anna.post("/api/open", opponent=""))
    async with anna.watch(table) as looks:
        await anext(looks)
        async with asyncio.timeout(PATIENCE):
            await place.web.stop()
            assert [look async for look in looks] == []
