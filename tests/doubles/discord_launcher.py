"""Starts the unchanged bot against a stand-in: `python -m doubles.discord_launcher <url> [arguments of the bot]`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import discord.gateway
import discord.http
import yarl


def point_discord_at(url: str) -> None:
    """From now on discord.py takes this address for Discord, in this process."""
    discord.http.Route.BASE = f"{url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = (
        yarl.URL(url.replace("http://", "ws://", 1)) / "gateway"
    )


@contextmanager
def discord_at(url: str) -> Iterator[None]:
    """The same for a while, for tests that run the client inside their own process."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    point_discord_at(url)
    try:
        yield
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


def main() -> None:
    """Point discord.py at the stand-in, then be the bot."""
    url, *arguments = sys.argv[1:]
    point_discord_at(url)
    sys.argv = ["briscola-bot", *arguments]
    sys.exit(importlib.import_module("bot.__main__").main())


if __name__ == "__main__":
    main()
