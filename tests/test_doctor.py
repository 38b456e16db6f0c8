"""`doctor` tells what is broken, what could be better and what to do, and changes nothing."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from aiohttp import web
from discord import Permissions

from adapters.discord import checkup as at_discord
from adapters.discord.announcing import announce
from adapters.discord.emojis import Emojis
from adapters.discord.visiting import visiting
from adapters.telegram import checkup as at_telegram
from adapters.web.checkup import web_findings
from bot import checkup
from bot.checkup import Finding, Mark, broken, good, machine, noted, skew
from bot.pictures import fonts
from bot.pictures.kept import Kept
from bot.words.commands import COMMANDS as BOTS_COMMANDS
from doubles.discord_faults import Fault
from doubles.discord_launcher import discord_at
from doubles.discord_wire import DiscordWire
from doubles.telegram_api import Group, TelegramApi
from doubles.telegram_house import Way, a_house
from doubles.telegram_updates import Webhook
from storage import migrate, migrating
from storage.address import parse
from storage.checkup import database_findings, kept_facts

COMMANDS = ("play", "hand")


def sentences(findings: Sequence[Finding], mark: Mark) -> str:
    """All that was found of one gravity."""
    return "\n".join(str(finding) for finding in findings if finding.mark is mark)


def assert_good(findings: Sequence[Finding]) -> None:
    assert not [str(finding) for finding in findings if finding.mark is not Mark.GOOD]


# -- findings ---------------------------------------------------------------------------------------


def test_a_finding_is_one_line_with_what_to_do() -> None:
    assert str(good("All is well.")) == "ok     All is well."
    assert str(noted("Slow.", "Wait.")) == "note   Slow. Wait."
    assert str(broken("Lost.", "Look.")) == "broken Lost. Look."


@pytest.mark.parametrize(("seconds", "mark"), [(-2, Mark.GOOD), (-30, Mark.NOTED), (4000, Mark.BROKEN)])
def test_a_clock_that_goes_wrong_is_told(seconds: float, mark: Mark) -> None:
    found = skew("Telegram", seconds)
    assert found.mark is mark
    assert "slow" not in found.sentence or seconds < 0


# -- the machine ------------------------------------------------------------------------------------


def test_fonts_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bot.pictures.fonts.FOLDER", tmp_path)
    monkeypatch.setattr("bot.pictures.fonts.coverage", lambda: {"Lost.ttf": frozenset[int]()})
    assert "Lost.ttf" in sentences(list(machine()), Mark.BROKEN)


def test_what_makes_names_and_searches_worse_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.pictures.fonts.shaping_available", lambda: False)
    monkeypatch.setattr("bot.pictures.fonts.face", fonts.face.__wrapped__)  # what is kept was not made so
    monkeypatch.setattr("bot.computer.engine.trouble", lambda: "it was not compiled")
    said = sentences(list(machine()), Mark.NOTED)
    assert "libfribidi0" in said
    assert "it was not compiled" in said


def test_a_disk_that_gets_full_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for free, mark in ((10, Mark.BROKEN), (200, Mark.NOTED), (5000, Mark.GOOD)):
        usage = type("Usage", (), {"free": free << 20})
        monkeypatch.setattr("shutil.disk_usage", lambda _folder, usage=usage: usage)
        assert checkup.room(tmp_path).mark is mark


# -- the database -----------------------------------------------------------------------------------


def test_a_database_at_head_is_good_and_stays_as_it_was(database_url: str) -> None:
    migrate(database_url)
    assert_good(database_findings(database_url))
    assert not kept_facts(database_url, ["doctor"])


def test_a_file_that_is_not_there_is_not_made(sqlite_url: str, tmp_path: Path) -> None:
    assert "made at the first start" in sentences(database_findings(sqlite_url), Mark.NOTED)
    assert not kept_facts(sqlite_url, ["doctor"])
    assert not list(tmp_path.iterdir())


def test_an_old_schema_is_told_and_stays(sqlite_url: str, postgres_url: str) -> None:
    for url, mark in ((sqlite_url, Mark.NOTED), (postgres_url, Mark.BROKEN)):
        with migrating.connected(parse(url)) as connection:
            migrating._run_migrations(connection, "0002")
        found = database_findings(url)
        assert "not up to date" in sentences(found, mark)
        with migrating.connected(parse(url)) as connection:
            assert migrating.revision(connection) == "0002"


def test_a_newer_schema_and_a_wrong_address_are_broken(sqlite_url: str, tmp_path: Path) -> None:
    migrate(sqlite_url)
    with migrating.connected(parse(sqlite_url)) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'from-the-future'")
        connection.commit()
    assert "newer briscola-bot" in sentences(database_findings(sqlite_url), Mark.BROKEN)
    (tmp_path / "text.db").write_text("this is no database, however long it may be" * 40)
    assert "not a database" in sentences(database_findings(f"sqlite:///{tmp_path}/text.db"), Mark.BROKEN)
    assert "DATABASE_URL" in sentences(database_findings("mysql://x"), Mark.BROKEN)


# -- the web ----------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


async def served(answer: web.StreamResponse) -> tuple[web.AppRunner, int]:
    async def ready(_request: web.Request) -> web.StreamResponse:
        return answer

    app = web.Application()
    app.router.add_get("/readyz", ready)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner, runner.addresses[0][1]


async def test_a_free_port_is_good() -> None:
    assert_good(await web_findings("127.0.0.1", free_port()))
    assert_good(await web_findings("127.0.0.1", 0))


async def test_a_bot_that_runs_is_asked_how_it_is() -> None:
    told = {"checks": {"database": "ok", "telegram": "Another program reads this bot's updates."}}
    runner, port = await served(web.json_response(told, status=503))
    found = await web_findings("127.0.0.1", port)
    await runner.cleanup()
    assert "Another program reads" in sentences(found, Mark.BROKEN)
    runner, port = await served(web.json_response({"checks": {"database": "ok"}}))
    found = await web_findings("0.0.0.0", port)
    await runner.cleanup()
    assert_good(found)


@pytest.mark.parametrize("answer", [web.Response(text="hello"), web.json_response([1])])
async def test_another_program_at_the_port_is_told(answer: web.Response) -> None:
    runner, port = await served(answer)
    found = await web_findings("127.0.0.1", port)
    await runner.cleanup()
    assert "Another program" in sentences(found, Mark.BROKEN)


async def test_an_address_of_another_machine_is_told() -> None:
    assert "WEB_HOST" in sentences(await web_findings("192.0.2.1", free_port()), Mark.BROKEN)


# -- Telegram ---------------------------------------------------------------------------------------


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi(clock=time.time) as api:
        yield api
    assert not api.violations


async def telegram(api: TelegramApi, **asked: object) -> list[Finding]:
    wanted: dict[str, object] = {"token": api.token, "commands": COMMANDS, "api_base": api.url, **asked}
    return await at_telegram.telegram_findings(at_telegram.Asked(**wanted))  # type: ignore[arg-type]  # by name


async def test_a_bot_that_is_well_at_telegram(api: TelegramApi) -> None:
    found = await telegram(api)
    assert not sentences(found, Mark.BROKEN)
    assert "@briscola_test_bot" in sentences(found, Mark.GOOD)
    assert "Privacy mode is on" in sentences(found, Mark.GOOD)
    assert "none is announced" in sentences(found, Mark.NOTED)
    assert "getUpdates" not in {call.method for call in api.calls}


async def test_decks_that_are_no_sticker_sets_yet_are_named(api: TelegramApi) -> None:
    first, *others = at_telegram.facts_asked(api.token, "")
    found = await telegram(api, facts=dict.fromkeys(others, "{}"))
    assert "no sticker sets: neapolitan;" in sentences(found, Mark.NOTED)
    found = await telegram(api, facts=dict.fromkeys((first, *others), "{}"))
    assert "Every deck is a sticker set." in sentences(found, Mark.GOOD)


async def test_privacy_mode_and_inline_mode_are_looked_at(api: TelegramApi) -> None:
    api.bot.reads_everything, api.inline_mode = True, False
    said = sentences(await telegram(api), Mark.NOTED)
    assert "/setprivacy" in said
    assert "/setinline" in said


async def test_a_refused_token_says_so_and_nothing_else(api: TelegramApi) -> None:
    found = await telegram(api, token="123:wrong")
    assert len(found) == 1
    assert "refuses TELEGRAM_TOKEN" in sentences(found, Mark.BROKEN)
    assert "wrong" not in str(found[0])


async def test_a_server_that_is_no_bot_api_and_one_that_is_not_there() -> None:
    runner, port = await served(web.Response(text="hello"))
    for base in (f"http://127.0.0.1:{port}", f"http://127.0.0.1:{free_port()}"):
        found = await at_telegram.telegram_findings(at_telegram.Asked("1:x", COMMANDS, base))
        assert "TELEGRAM_API_BASE" in sentences(found, Mark.BROKEN)
    await runner.cleanup()


@pytest.mark.parametrize(
    ("there", "wanted", "mark", "said"),
    [
        ("https://bot.example/telegram", "", Mark.NOTED, "while the settings say to fetch"),
        ("https://bot.example/telegram", "https://bot.example", Mark.GOOD, "webhook on bot.example"),
        ("https://other.example/x", "https://bot.example", Mark.NOTED, "another address"),
        ("", "https://bot.example", Mark.NOTED, "no webhook yet"),
        ("", "", Mark.GOOD, "Updates are fetched"),
    ],
)
async def test_the_webhook_is_held_against_the_settings(
    api: TelegramApi, there: str, wanted: str, mark: Mark, said: str
) -> None:
    if there:
        api.bot.queue.webhook = Webhook(there, None, 40)
    assert said in sentences(await telegram(api, webhook=wanted), mark)


async def test_updates_that_could_not_be_brought_are_broken(api: TelegramApi) -> None:
    api.bot.queue.webhook = Webhook("https://bot.example/t", None, 40)
    api.bot.queue.last_error, api.bot.queue.last_error_at = "Connection refused", time.time()
    assert "Connection refused" in sentences(await telegram(api), Mark.BROKEN)


@pytest.fixture
def group(api: TelegramApi) -> Group:
    return api.group("Friday", members=[api.person("Maria")])


async def test_commands_that_the_bot_announced_are_seen(api: TelegramApi, tmp_path: Path) -> None:
    async with a_house(api, f"sqlite:///{tmp_path}/b.db", Way(announced=True)):
        await api.until(lambda: api.calls_of("setMyShortDescription"), what="the announcement")
        found = await telegram(api, commands=tuple(BOTS_COMMANDS))
    assert "The commands are announced." in sentences(found, Mark.GOOD)
    assert not sentences(found, Mark.BROKEN)


async def test_a_group_where_all_is_allowed(api: TelegramApi, group: Group) -> None:
    found = await telegram(api, chat=str(group.id))
    assert "“Friday” (member)" in sentences(found, Mark.GOOD)
    assert not sentences(found, Mark.BROKEN)
    await group.promotes(api.bot.user)
    assert "at any time" in sentences(await telegram(api, chat=str(group.id)), Mark.GOOD)


async def test_rights_that_are_missing_in_a_group_are_named(api: TelegramApi, group: Group) -> None:
    await group.restricts(api.bot.user, "can_send_messages")
    assert "send photos" in sentences(await telegram(api, chat=str(group.id)), Mark.NOTED)
    await group.restricts(api.bot.user)
    assert "send messages" in sentences(await telegram(api, chat=str(group.id)), Mark.BROKEN)
    await group.promotes(api.bot.user, without=("can_pin_messages", "can_delete_messages"))
    assert "pin messages" in sentences(await telegram(api, chat=str(group.id)), Mark.NOTED)


async def test_a_group_that_threw_the_bot_out(api: TelegramApi, group: Group) -> None:
    await group.kicks(api.bot.user)
    assert "kicked" in sentences(await telegram(api, chat=str(group.id)), Mark.BROKEN)
    said = sentences(await telegram(api, chat="-42"), Mark.BROKEN)
    assert "chat not found" in said.lower()
    assert "Add the bot to that group" in said


async def test_a_group_that_could_not_show_hands_lately(api: TelegramApi, group: Group) -> None:
    *stickers, fact = at_telegram.facts_asked(api.token, str(group.id))
    assert len(stickers) == 4
    found = await telegram(api, chat=str(group.id), facts={fact: "1700000000"})
    assert "2023-11-14 22:13 UTC" in sentences(found, Mark.NOTED)


async def test_channels_and_private_chats_are_told_apart(api: TelegramApi) -> None:
    channel = api.channel("News", bot_admin=True)
    assert "Play in a group" in sentences(await telegram(api, chat=str(channel.id)), Mark.BROKEN)
    maria = api.person("Maria")
    api.private(api.bot, maria.user).opened = True
    assert "private chat" in sentences(await telegram(api, chat=str(maria.id)), Mark.GOOD)


# -- Discord ----------------------------------------------------------------------------------------


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        with discord_at(standing.url):
            yield standing
    assert not standing.violations


PICTURES = {"french": (Kept("Ad", b"\x89PNG\r\n\x1a\nx", "aaaaaaaa"),)}


class Notes:
    """Facts in memory."""

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}

    async def fact(self, name: str) -> str | None:
        return self.facts.get(name)

    async def keep_fact(self, name: str, value: str) -> None:
        self.facts[name] = value


async def at_once(_seconds: float) -> None:
    return


async def discord(wire: DiscordWire, **asked: object) -> list[Finding]:
    wanted: dict[str, object] = {"token": wire.world.token, "emojis": PICTURES, **asked}
    return await at_discord.discord_findings(at_discord.Asked(**wanted))  # type: ignore[arg-type]  # by name


async def test_a_bot_that_is_well_at_discord(wire: DiscordWire) -> None:
    guild, notes = wire.guild(), Notes()
    guild.channel("cards")
    guild.everyone.permissions |= Permissions(pin_messages=True).value
    async with visiting(wire.world.token, notes) as visit:
        await announce(visit, notes)
        await Emojis(visit, pause=at_once).refresh(PICTURES)
    told = len(wire.calls)
    assert_good(await discord(wire, guild=str(guild.id), facts=notes.facts))
    assert {call.method for call in wire.calls[told:]} == {"GET"}


async def test_what_discord_was_not_told_yet_is_noted(wire: DiscordWire) -> None:
    found = await discord(wire)
    said = sentences(found, Mark.NOTED)
    assert "knows no commands" in said
    assert "no emojis of cards" in said
    assert "--discord-guild" in said
    assert not sentences(found, Mark.BROKEN)


async def test_commands_and_emojis_that_are_outdated_are_noted(wire: DiscordWire) -> None:
    notes = Notes()
    async with visiting(wire.world.token, notes) as visit:
        await announce(visit, notes)
        await Emojis(visit, pause=at_once).refresh(
            {"french": (Kept("Ad", b"\x89PNG\r\n\x1a\ny", "bbbbbbbb"),)}
        )
    assert "translations" in sentences(await discord(wire), Mark.NOTED)
    wire.world.commands[None][0]["options"].pop()
    said = sentences(await discord(wire, facts=notes.facts), Mark.NOTED)
    assert "other commands" in said
    assert "1 emojis of cards are missing, and 1 are outdated" in said


async def test_how_the_application_is_set_up_is_looked_at(wire: DiscordWire) -> None:
    wire.world.about_application = {
        "flags": 1 << 19,
        "bot_public": False,
        "bot_require_code_grant": True,
        "integration_types_config": {"1": {}},
        "interactions_endpoint_url": "https://elsewhere.example",
    }
    found = await discord(wire)
    assert "Message Content" in sentences(found, Mark.NOTED)
    assert "Only its owner" in sentences(found, Mark.NOTED)
    said = sentences(found, Mark.BROKEN)
    assert "Code Grant" in said
    assert "Guild Install" in said
    assert "Interactions Endpoint URL" in said


async def test_the_last_sessions_of_a_day_are_told(wire: DiscordWire) -> None:
    for limit, mark in ((10, Mark.BROKEN), (200, Mark.NOTED)):
        wire.gateway.identify_limit = limit
        assert f"Only {limit} of 1000 sessions" in sentences(await discord(wire), mark)


async def test_too_few_shards_are_told(wire: DiscordWire) -> None:
    wire.gateway.shards = 8
    assert "DISCORD_SHARDS says 4 shards" in sentences(await discord(wire, shards=4), Mark.NOTED)
    assert "DISCORD_SHARDS" not in sentences(await discord(wire, shards=8), Mark.NOTED)


async def test_permissions_that_are_missing_are_named(wire: DiscordWire) -> None:
    guild = wire.guild()
    cards, secret = guild.channel("cards"), guild.channel("secret")
    cards.deny(wire.world.bot, "attach_files", "embed_links")
    secret.deny(wire.world.bot, "view_channel")
    found = await discord(wire, guild=str(guild.id))
    said = sentences(found, Mark.NOTED)
    assert "In #cards it lacks: Embed Links, Attach Files." in said
    assert "1 of 2 channels it cannot see." in said
    assert "for tables in threads or pinned ones: Pin Messages." in said
    assert "README" not in said  # its link asks for no pins
    guild.everyone.permissions = 0
    said = sentences(await discord(wire, guild=str(guild.id)), Mark.BROKEN)
    assert "View Channels, Send Messages" in said
    assert "link of README.md" in said
    assert "not on the server 42" in sentences(await discord(wire, guild="42"), Mark.BROKEN)


async def test_a_discord_that_refuses_or_is_in_trouble_is_told(wire: DiscordWire) -> None:
    found = await discord(wire, token="wrong.token.here")
    assert "refuses DISCORD_TOKEN" in sentences(found, Mark.BROKEN)
    assert "wrong.token" not in sentences(found, Mark.BROKEN)
    wire.rest.faults.append(Fault("GET", "/applications/{app_id}/commands", "403", code=50001))
    found = await discord(wire)
    assert "status 403, code 50001" in sentences(found, Mark.BROKEN)
    assert "no emojis of cards" in sentences(found, Mark.NOTED)


async def test_a_discord_that_is_not_there_is_told() -> None:
    with discord_at(f"http://127.0.0.1:{free_port()}"):
        asked = at_discord.Asked("x", PICTURES)
        async with asyncio.timeout(10):
            found = await at_discord.discord_findings(asked)
    assert "cannot be reached" in sentences(found, Mark.BROKEN)
