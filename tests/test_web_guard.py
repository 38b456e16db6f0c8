"""Who may ask the web table, from where, and what else it serves."""

import socket
from collections.abc import AsyncIterator, Mapping

import pytest
from aiohttp import web as http
from web_house import Served, Visitor, all_well, served

from adapters.web import AddressInUse, Web
from adapters.web.guard import is_loopback
from adapters.web.visitors import _preferred


@pytest.fixture
async def place(sqlite_url: str) -> AsyncIterator[Served]:
    async with served(sqlite_url) as one:
        yield one


@pytest.fixture
async def anna(place: Served) -> AsyncIterator[Visitor]:
    one = Visitor(place.url)
    yield one
    await one.close()


async def test_a_person_is_a_cookie_that_scripts_cannot_read(anna: Visitor) -> None:
    _, _, response = await anna.ask("GET", "/")
    cookie = response.cookies["briscola_person"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert len(cookie.value) == 43
    await anna.get("/api/me")
    assert all(cookie.value not in text for text in anna.seen)
    assert anna.cookies["briscola_person"] == cookie.value, "the same person next time"


async def test_a_cookie_that_is_not_ours_makes_a_new_person(place: Served) -> None:
    one = Visitor(place.url, Cookie="briscola_person=admin; briscola_language=../x; briscola_name=%00%ff")
    _, _, response = await one.ask("GET", "/api/me")
    assert len(response.cookies["briscola_person"].value) == 43
    assert response.cookies["briscola_language"].value == "en"
    await one.close()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Briscola": "1", "Origin": "https://evil.example"},
        {"X-Briscola": "1", "Origin": "null"},
        {"X-Briscola": "1", "Origin": "http://127.0.0.1:1"},
        {"X-Briscola": "1", "Content-Type": "text/plain"},
    ],
)
async def test_acts_come_from_our_own_page_only(anna: Visitor, headers: dict[str, str]) -> None:
    headers = {"Content-Type": "application/json", **headers}
    status, text, _ = await anna.ask("POST", "/api/open", data='{"opponent": ""}', headers=headers)
    assert status == 403
    assert text == '{"error": "That did not come from this page. Reload it and try again."}'


async def test_our_own_page_may_act(place: Served, anna: Visitor) -> None:
    headers = {"X-Briscola": "1", "Origin": place.url}
    status, _, _ = await anna.ask("POST", "/api/open", json={"opponent": ""}, headers=headers)
    assert status == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "POST"])
async def test_an_act_by_any_other_method_is_refused(anna: Visitor, method: str) -> None:
    status, _, _ = await anna.ask(method, "/api/me")
    assert status in (403, 405)


@pytest.mark.parametrize(
    ("host", "status"),
    [("evil.example", 421), ("evil.example:80", 421), ("[", 421), ("localhost:1", 200), ("[::1]:8080", 200)],
)
async def test_a_name_rebound_to_this_machine_is_refused(anna: Visitor, host: str, status: int) -> None:
    found, text, _ = await anna.ask("GET", "/api/me", headers={"Host": host})
    assert found == status
    assert (found == 200) == ("error" not in text)


async def test_machines_ask_under_any_name(anna: Visitor) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        status, _, response = await anna.ask("GET", path, headers={"Host": "bot.example"})
        assert status == 200
        assert "Set-Cookie" not in response.headers


async def test_the_page_loads_nothing_from_elsewhere(anna: Visitor) -> None:
    for path in ("/", "/t/abcdefghij", "/page/app.js", "/page/base.css", "/api/me"):
        status, text, response = await anna.ask("GET", path)
        policy = response.headers["Content-Security-Policy"]
        assert status == 200
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text


async def test_without_the_page_health_and_others_stay(sqlite_url: str) -> None:
    async with served(sqlite_url, page=False) as place:
        one = Visitor(place.url)
        for path in ("/", "/api/me", "/t/abcdefghij", "/page/app.js", "/cards/plain/Ad.svg"):
            assert (await one.ask("GET", path))[0] == 404
        assert (await one.ask("POST", "/api/open", json={"opponent": ""}))[0] == 404
        assert (await one.get("/healthz")) == {"status": "ok", "checks": {"database": "ok"}}
        assert (await one.ask("GET", "/metrics"))[1] == "briscola_up 1\n"
        await one.close()


async def _not_ready() -> Mapping[str, str]:
    return {"database": "ok", "telegram": "not connected yet"}


async def _hook(_request: http.Request) -> http.Response:
    return http.Response(text="hooked")


async def test_not_being_ready_names_its_reasons(place: Served) -> None:
    web = Web(
        place.house.tables,
        host="127.0.0.1",
        port=0,
        page=True,
        healthy=all_well,
        ready=_not_ready,
        metrics=lambda: b"",
        extra=[http.post("/telegram", _hook)],
    )
    one = Visitor(await web.start())
    status, text, _ = await one.ask("GET", "/readyz")
    assert status == 503
    assert "not connected yet" in text
    assert (await one.ask("POST", "/telegram", data="x" * 9000))[1] == "hooked", (
        "no page's rules for webhooks"
    )
    await one.close()
    await web.stop()
    await web.stop()


async def test_a_busy_port_is_one_sentence(place: Served) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        with pytest.raises(AddressInUse, match=rf"^Port {port} is in use.*WEB_PORT"):
            await _web(place, "127.0.0.1", port).start()


async def test_an_address_of_another_machine_is_one_sentence(place: Served) -> None:
    with pytest.raises(AddressInUse, match=r"^Nobody can listen on 192\.0\.2\.1: set WEB_HOST"):
        await _web(place, "192.0.2.1", 0).start()


async def test_an_open_address_is_shown_as_it_is_reached_here(place: Served) -> None:
    web = _web(place, "0.0.0.0", 0)
    url = await web.start()
    one = Visitor(url)
    assert url.startswith("http://127.0.0.1:")
    assert (await one.ask("GET", "/api/me", headers={"Host": "cards.example"}))[0] == 200
    await one.close()
    await web.stop()


def _web(place: Served, host: str, port: int) -> Web:
    return Web(
        place.house.tables,
        host=host,
        port=port,
        page=True,
        healthy=all_well,
        ready=all_well,
        metrics=lambda: b"",
    )


def test_loopback_is_known_by_any_of_its_names() -> None:
    assert all(map(is_loopback, ("localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.5", "cards.example")))


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("it", "it"),
        ("de,pt-BR;q=0.7,it;q=0.8", "it"),
        ("pt-BR", "pt"),
        ("en;q=x, it;q=0.1", "it"),
    ],
)
def test_a_browsers_own_language_is_spoken(accepted: str, language: str) -> None:
    assert _preferred(accepted) == language
