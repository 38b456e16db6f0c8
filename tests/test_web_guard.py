"""Who may ask the web table, from where, and what else it serves."""

import asyncio
import io
import json
import socket
from collections.abc import AsyncIterator, Mapping

import pytest
from web_house import Served, Visitor, all_well, served

from adapters.web import AddressInUse, Web, guard
from adapters.web.guard import is_loopback
from adapters.web.visitors import _preferred
from bot.service.desk import Look
from bot.service.records import Who


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


PROXIED = {
    "Host": "localhost",
    "X-Forwarded-Proto": "https",
    "Origin": "https://cards.example",
    "X-Briscola": "1",
}
"""What nginx or Caddy with TLS pass on from our page at cards.example, when they set the Host as we advise."""


async def test_a_proxy_with_another_name_lets_our_own_page_act(anna: Visitor) -> None:
    headers = {**PROXIED, "Sec-Fetch-Site": "same-origin"}
    page, _, response = await anna.ask(
        "GET", "/", headers={"Host": "localhost", "X-Forwarded-Proto": "https"}
    )
    assert page == 200
    assert response.cookies["briscola_person"]["secure"], "the visitor's own connection has TLS"
    status, text, _ = await anna.ask("POST", "/api/open", json={"opponent": "normal"}, headers=headers)
    assert status == 200, text
    table = json.loads(text)["table"]
    async with anna._session.get(f"{anna.url}/api/events/{table}", headers={"Host": "localhost"}) as stream:
        assert (stream.status, stream.headers["X-Accel-Buffering"]) == (200, "no")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", "", "same-origin, cross-site"])
async def test_a_browser_that_names_another_site_is_believed(anna: Visitor, site: str) -> None:
    headers = {
        **PROXIED,
        "Origin": anna.url,
        "Host": anna.url.removeprefix("http://"),
        "Sec-Fetch-Site": site,
    }
    status, _, _ = await anna.ask("POST", "/api/open", json={"opponent": ""}, headers=headers)
    assert status == 403


async def test_a_proxy_whose_browsers_say_nothing_needs_our_name(anna: Visitor) -> None:
    status, _, _ = await anna.ask("POST", "/api/open", json={"opponent": ""}, headers=PROXIED)
    assert status == 403
    passed_on = {**PROXIED, "Host": "127.0.0.1:1", "Origin": "http://127.0.0.1:1"}
    status, _, _ = await anna.ask("POST", "/api/open", json={"opponent": ""}, headers=passed_on)
    assert status == 200


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "\\", "http://\u00e9["])
async def test_an_origin_that_is_none_is_refused_in_one_sentence(anna: Visitor, origin: str) -> None:
    headers = {"X-Briscola": "1", "Origin": origin}
    status, text, _ = await anna.ask("POST", "/api/open", json={"opponent": ""}, headers=headers)
    assert (status, list(json.loads(text))) == (403, ["error"])


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "nonsense"])
async def test_a_packed_body_is_unreadable_and_no_trouble(
    anna: Visitor, coding: str, caplog: pytest.LogCaptureFixture
) -> None:
    body = b'{"opponent": ""}'
    headers = {"X-Briscola": "1", "Content-Type": "application/json", "Content-Encoding": coding}
    status, text, _ = await anna.ask("POST", "/api/open", data=body, headers=headers)
    assert (status, list(json.loads(text))) == (400, ["error"])
    await anna.get("/api/me")
    assert caplog.records == []


async def test_whoever_comes_by_a_wrong_name_is_told_the_right_one(anna: Visitor) -> None:
    status, text, _ = await anna.ask("GET", "/", headers={"Host": "cards.example"})
    assert status == 421
    assert text == f"This page is for this computer only: open it at {anna.url}.\n"


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


async def _hook(headers: Mapping[str, str], body: bytes) -> int:
    return int(headers.get("X-Answer", 200)) if len(body) == 9000 else 400


async def test_not_being_ready_names_its_reasons(place: Served) -> None:
    web = Web(
        place.house.tables,
        host="127.0.0.1",
        port=0,
        page=True,
        healthy=all_well,
        ready=_not_ready,
        metrics=lambda: b"",
        hooks={"/telegram": _hook},
    )
    one = Visitor(await web.start())
    status, text, _ = await one.ask("GET", "/readyz")
    assert status == 503
    assert "not connected yet" in text
    assert (await one.ask("POST", "/telegram", data="x" * 9000))[0] == 200, "no page's rules for webhooks"
    later = await one.ask("POST", "/telegram", data="x" * 9000, headers={"X-Answer": "503"})
    assert (later[0], later[2].headers["Retry-After"]) == (503, "5")
    assert (await one.ask("POST", "/telegram", data=io.BytesIO(b"x" * 2_000_000)))[0] == 413
    assert (await one.ask("GET", "/telegram"))[0] == 405
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


@pytest.mark.parametrize("host", ["nonsense..x", "x" * 64, "no such host"])
async def test_a_name_that_is_no_address_is_one_sentence(place: Served, host: str) -> None:
    with pytest.raises(AddressInUse, match=r"^Nobody can listen on .*: set WEB_HOST"):
        await _web(place, host, 0).start()


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


async def test_a_visitor_who_has_gone_is_no_trouble(
    place: Served, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is left while its live view is being prepared: nothing failed, and nothing is logged."""
    table = str((await anna.post("/api/open", opponent=""))["table"])
    asked, answer, troubles = asyncio.Event(), asyncio.Event(), []
    look = place.house.tables.look

    async def slow(name: str, who: Who) -> Look | None:
        asked.set()
        await answer.wait()
        return await look(name, who)

    monkeypatch.setattr(place.house.tables, "look", slow)
    monkeypatch.setattr(guard.log, "error", lambda *said, **more: troubles.append(said))
    asking = asyncio.create_task(anna.get(f"/api/events/{table}"))
    await asked.wait()
    asking.cancel()
    await asyncio.wait([asking])
    answer.set()
    await place.web.stop()
    assert troubles == []
