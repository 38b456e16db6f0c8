"""The commands that look after the bot, as a person types them: another process, its output and its exit code."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.pictures import kept
from bot.tending import DECKS
from doubles.discord_wire import DiscordWire
from doubles.telegram_api import TelegramApi
from doubles.telegram_stickers import sets_of
from storage import migrate

TESTS = Path(__file__).parent
OURS = ("DISCORD_", "TELEGRAM_", "DATABASE_URL", "LOG_LEVEL", "WEB")


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int | None
    out: str
    errors: str


@dataclass(frozen=True)
class Line:
    """A folder to be in, and what the environment says."""

    folder: Path
    settings: dict[str, str]
    program: tuple[str, ...] = ("-m", "bot")

    async def runs(self, *arguments: str) -> Done:
        """Run the program with these arguments to its end."""
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith((*OURS, "COV_"))
        }
        path = os.pathsep.join((str(TESTS), str(TESTS.parent)))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-W", "ignore:'audioop':DeprecationWarning"),
            *(*self.program, *arguments),
            cwd=self.folder,
            env=inherited | {"PYTHONPATH": path, "WEB_PORT": "0"} | self.settings,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(100):
            out, errors = await process.communicate()
        return Done(process.returncode, out.decode(), errors.decode())

    def fact(self, name: str) -> str:
        """A small thing that was kept."""
        database = sqlite3.connect(self.folder / "briscola.db")
        found = database.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        database.close()
        return str(found[0]) if found else ""


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi(clock=time.time) as api:
        yield api
    assert not api.violations


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
    assert not standing.violations


def line(folder: Path, **settings: str) -> Line:
    return Line(folder, {"DATABASE_URL": f"sqlite:///{folder}/briscola.db"} | settings)


def at_telegram(folder: Path, api: TelegramApi) -> Line:
    return line(folder, TELEGRAM_TOKEN=api.token, TELEGRAM_API_BASE=api.url)


def at_discord(folder: Path, wire: DiscordWire) -> Line:
    told = line(folder, DISCORD_TOKEN=wire.world.token)
    return Line(folder, told.settings, ("-m", "doubles.discord_launcher", wire.url))


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without settings, and an environment without any."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith(OURS):
            monkeypatch.delenv(name)


def code_of(*arguments: str) -> int:
    """Run the program in this process, where it gets no further than its arguments and settings."""
    try:
        return main(arguments)
    except SystemExit as done:
        return int(done.code or 0)


# -- doctor -----------------------------------------------------------------------------------------


async def test_without_a_token_the_doctor_says_so_and_all_is_well(tmp_path: Path) -> None:
    done = await line(tmp_path).runs("doctor")
    assert (done.code, done.errors) == (0, "")
    assert "TELEGRAM_TOKEN is not set" in done.out
    assert "DISCORD_TOKEN is not set" in done.out
    assert all(one.split()[0] in {"ok", "note"} for one in done.out.splitlines())
    assert not (tmp_path / "briscola.db").exists()


async def test_what_cannot_be_looked_at_without_a_token_is_no_good_news(tmp_path: Path) -> None:
    done = await line(tmp_path).runs("doctor", "--telegram-chat", "-42", "--discord-guild", "7")
    assert "TELEGRAM_TOKEN is not set, so that the chat -42 cannot be looked at." in done.out
    assert "DISCORD_TOKEN is not set, so that the server 7 cannot be looked at." in done.out
    assert done.code == 1


async def test_the_doctor_looks_at_a_chat_and_tells_no_token(tmp_path: Path, api: TelegramApi) -> None:
    here = at_telegram(tmp_path, api)
    migrate(here.settings["DATABASE_URL"])
    group = api.group("Friday", members=[api.person("Maria")])
    done = await here.runs("doctor", "--telegram-chat", str(group.id))
    assert (done.code, done.errors) == (0, "")
    assert "@briscola_test_bot" in done.out
    assert "“Friday”" in done.out
    assert api.token not in done.out


async def test_the_doctor_looks_at_a_server(tmp_path: Path, wire: DiscordWire) -> None:
    guild = wire.guild("Bar Sport")
    done = await at_discord(tmp_path, wire).runs("doctor", f"--discord-guild={guild.id}")
    assert (done.code, done.errors) == (0, "")
    assert "“Bar Sport”" in done.out
    assert wire.world.token not in done.out


async def test_a_refused_token_is_broken_and_not_repeated(tmp_path: Path, api: TelegramApi) -> None:
    told = line(tmp_path, TELEGRAM_TOKEN="4242:not-this-one", TELEGRAM_API_BASE=api.url)
    done = await told.runs("doctor")
    assert done.code == 1
    assert "refuses TELEGRAM_TOKEN" in done.out
    assert "not-this-one" not in done.out + done.errors


@pytest.mark.parametrize(
    "arguments",
    [
        ("doctor", "--telegram-chat", "Friday"),
        ("doctor", "--discord-guild", "-5"),
        ("telegram",),
        ("telegram", "stickers"),
        ("telegram", "stickers", "--owner", "Maria"),
        ("discord", "emojis", "--deck", "tarot"),
        ("discord", "sync"),
        ("telegram", "stickers", "--owner", "5"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    bare: None, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert code_of(*arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("briscola-bot: ")
    assert told.err.count("\n") == 1


def test_a_wrong_setting_ends_the_doctor(
    bare: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    assert code_of("doctor") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "LOG_LEVEL is not right" in told.err


# -- what platforms keep ----------------------------------------------------------------------------


def test_the_decks_that_can_be_named_are_those_that_ship() -> None:
    assert DECKS == kept.DECKS


async def test_stickers_are_made_and_their_file_ids_kept(tmp_path: Path, api: TelegramApi) -> None:
    maria, here = api.person("Maria"), at_telegram(tmp_path, api)
    api.private(api.bot, maria.user).opened = True
    done = await here.runs("telegram", "stickers", "--owner", str(maria.id), "--deck", "french")
    assert done.code == 0
    name = "briscola_french_by_briscola_test_bot"
    assert done.out == f"french: 41 pictures sent, https://t.me/addstickers/{name}\n"
    ids = json.loads(here.fact(f"telegram:{api.bot.user.id}:stickers:french"))
    assert list(ids.values()) == [sticker.file_id for sticker in sets_of(api)[name].stickers]


async def test_an_owner_who_never_opened_the_bot_is_told_what_to_do(tmp_path: Path, api: TelegramApi) -> None:
    done = await at_telegram(tmp_path, api).runs("telegram", "stickers", "--owner", "5", "--deck", "french")
    assert (done.code, done.out) == (2, "")
    assert "press Start" in done.errors


async def test_a_token_that_is_refused_has_its_own_exit_code(
    tmp_path: Path, api: TelegramApi, wire: DiscordWire
) -> None:
    settings = {"TELEGRAM_TOKEN": "4242:wrong", "TELEGRAM_API_BASE": api.url, "DISCORD_TOKEN": "wrong"}
    told = line(tmp_path, **settings)
    done = await told.runs("telegram", "stickers", "--owner", "5")
    assert (done.code, done.out) == (78, "")
    told = Line(tmp_path, told.settings, ("-m", "doubles.discord_launcher", wire.url))
    done = await told.runs("discord", "sync")
    assert (done.code, done.out) == (78, "")
    assert done.errors.startswith("briscola-bot: Discord refuses DISCORD_TOKEN.")


async def test_the_commands_are_told_and_remembered(tmp_path: Path, wire: DiscordWire) -> None:
    here = at_discord(tmp_path, wire)
    done = await here.runs("discord", "sync")
    assert (done.code, done.errors) == (0, "")
    assert done.out.startswith("Discord knows ")
    assert wire.world.commands[None]
    assert here.fact("discord-commands").startswith(str(wire.world.application_id))


async def test_emojis_of_a_deck_that_are_there_already_are_left(tmp_path: Path, wire: DiscordWire) -> None:
    pictures = kept.emojis("spanish")
    wire.world.emojis += [
        {"id": str(number), "name": f"spanish_{one.card}_{one.digest[:6]}", "roles": [], "animated": False}
        for number, one in enumerate(pictures[1:], 1)
    ]
    done = await at_discord(tmp_path, wire).runs("discord", "emojis", "--deck", "spanish")
    assert done.code == 0
    assert done.out == "1 emojis made, 0 taken away, 40 left as they were\n"
    assert done.errors == f"spanish_Ad_{pictures[0].digest[:6]} (1 of 1)\n"
