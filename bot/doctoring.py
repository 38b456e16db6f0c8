"""The command `doctor`: looks whether all is well, without changing anything or disturbing a bot that runs."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.checkup import Finding
    from bot.settings import Settings

__all__ = ["add_doctor", "quiet"]

GOOD, NO = 0, 1

Look = Callable[[], Awaitable[Sequence["Finding"]]]


def add_doctor(commands: Any, read: "Callable[[], Settings]") -> None:
    """Add the command to the others; `read` gives the settings."""
    doctor = commands.add_parser(
        "doctor",
        help="look whether all is well, and say what to do",
        description="Look at settings, database, fonts and platforms, one line for each finding. The exit code is 1 if "
        "anything is broken. Nothing is changed, and a bot that runs is not disturbed.",
        allow_abbrev=False,
    )
    doctor.add_argument("--telegram-chat", type=_chat, metavar="ID", help="look at this chat, too")
    doctor.add_argument("--discord-guild", type=_guild, metavar="ID", help="look at this server, too")
    doctor.set_defaults(do=partial(_doctor, read))


def _chat(text: str) -> str:
    if not text.removeprefix("-").isdecimal():
        raise argparse.ArgumentTypeError("the id of a chat is a number, below zero for groups")
    return text


def _guild(text: str) -> str:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("the id of a server is a number")
    return text


def _doctor(read: "Callable[[], Settings]", wanted: argparse.Namespace) -> int:
    settings = read()
    quiet(settings)
    return asyncio.run(_look(settings, wanted.telegram_chat or "", wanted.discord_guild or ""))


async def _look(settings: "Settings", chat: str, guild: str) -> int:
    from bot.checkup import Mark
    from bot.logs import Redaction

    redaction, code = Redaction(settings.secrets), GOOD
    async for finding in _findings(settings, chat, guild):
        sys.stdout.write(f"{redaction.text(str(finding))}\n")
        sys.stdout.flush()
        if finding.mark is Mark.BROKEN:
            code = NO
    return code


async def _findings(settings: "Settings", chat: str, guild: str) -> AsyncIterator["Finding"]:
    from adapters.web.checkup import web_findings
    from bot.checkup import broken, good, machine
    from storage.checkup import database_findings

    yield good("The settings can be read.")
    looks: Sequence[tuple[str, Look]] = (
        ("the database", lambda: asyncio.to_thread(database_findings, settings.database_url)),
        ("the machine", lambda: asyncio.to_thread(lambda: list(machine()))),
        ("the web", lambda: web_findings(settings.web_host, settings.web_port)),
        ("Telegram", lambda: _at_telegram(settings, chat)),
        ("Discord", lambda: _at_discord(settings, guild)),
    )
    for name, look in looks:
        try:
            findings = await look()
        except Exception as error:  # noqa: BLE001 - whatever it is, the rest is looked at
            findings = [broken(f"Looking at {name} failed by a fault of ours ({type(error).__name__}).")]
        for finding in findings:
            yield finding


async def _at_telegram(settings: "Settings", chat: str) -> "Sequence[Finding]":
    from storage.checkup import kept_facts

    if settings.telegram_token is None:
        return [_does_not_play("TELEGRAM_TOKEN", "Telegram", chat and f"the chat {chat}")]
    from adapters.telegram.checkup import Asked, facts_asked, telegram_findings
    from bot.words.commands import COMMANDS

    token = settings.telegram_token.get_secret_value()
    facts = await asyncio.to_thread(kept_facts, settings.database_url, facts_asked(token, chat))
    return await telegram_findings(
        Asked(
            token,
            tuple(COMMANDS),
            settings.telegram_api_base,
            settings.telegram_webhook or "",
            chat,
            facts,
        )
    )


async def _at_discord(settings: "Settings", guild: str) -> "Sequence[Finding]":
    from storage.checkup import kept_facts

    if settings.discord_token is None:
        return [_does_not_play("DISCORD_TOKEN", "Discord", guild and f"the server {guild}")]
    from adapters.discord.checkup import FACTS, Asked, discord_findings
    from bot.pictures.kept import DECKS, emojis

    token = settings.discord_token.get_secret_value()
    facts = await asyncio.to_thread(kept_facts, settings.database_url, FACTS)
    pictures = await asyncio.to_thread(lambda: {deck: emojis(deck) for deck in DECKS})
    _, shards = settings.shards
    return await discord_findings(Asked(token, pictures, guild, facts, shards))


def _does_not_play(variable: str, platform: str, asked: str) -> "Finding":
    """No token is no fault, unless something was asked about that cannot be looked at without one."""
    from bot.checkup import broken, good

    if asked:
        return broken(
            f"{variable} is not set, so that {asked} cannot be looked at.",
            "Put it into .env (README.md says where to get one), or start doctor with the settings of the bot.",
        )
    return good(f"{variable} is not set, so that the bot does not play on {platform}.")


def quiet(settings: "Settings") -> None:
    """Let the libraries tell what broke, without a secret, and nothing less."""
    from bot.logs import set_up_logging
    from bot.settings import LogLevel

    set_up_logging(LogLevel.ERROR, secrets=settings.secrets)
