"""Starts the bot against the stand-ins: `python -m killing.launcher <Discord's address> <brisk|as-is> [arguments]`.

The program is the one that ships. What is changed from outside: where discord.py finds Discord, how long computers
think, and a note in every picture that names the cards on it, so that a picture can be searched for cards. `brisk`
also shortens leases and widens what a chat bears, for a test that has seconds and not minutes.
"""

from __future__ import annotations

import functools
import io
import re
import struct
import sys
import zlib
from dataclasses import astuple
from hashlib import sha256

from PIL import Image

import adapters.discord.sessions
import adapters.telegram.courier
import bot.__main__
import bot.app
import bot.service.carrying
import bot.service.clock
import bot.service.publisher
import bot.service.setbacks
from adapters.discord import DiscordCourier
from bot.pictures.scene import HandScene, TableScene
from bot.service.carrying import picture_of
from bot.service.ports import Budget, Picture
from bot.table import Pace
from doubles.discord_launcher import point_discord_at

KEYWORD = b"cards"
CODE = re.compile("[A3KQJ76542][dcsb]")
QUICK = Pace(computer=15, new_trick=15, next_deal=15)
PLENTY = Budget(burst=100, every=0.01)


def cards_in(value: object) -> set[str]:
    """The codes of all cards anywhere in a scene."""
    if isinstance(value, str):
        return {value} if CODE.fullmatch(value) else set()
    if isinstance(value, tuple):
        return set[str]().union(*map(cards_in, value))
    return set()


def labelled(picture: bytes, codes: set[str]) -> bytes:
    """The PNG with a note that names the cards on it."""
    body = KEYWORD + b"\0" + " ".join(sorted(codes)).encode()
    crc = zlib.crc32(b"tEXt" + body)
    chunk = struct.pack(">I", len(body)) + b"tEXt" + body + struct.pack(">I", crc)
    return picture[:-12] + chunk + picture[-12:]


def codes_on(picture: bytes) -> set[str]:
    """The cards that the note in a PNG names."""
    _, found, rest = picture.partition(b"tEXt" + KEYWORD + b"\0")
    return set(rest[: rest.index(b"IEND") - 8].decode().split()) if found else set()


def drawn(scene: TableScene | HandScene) -> Picture:
    """The picture as it ships, with its note."""
    picture = picture_of(scene)
    return Picture(picture.name, labelled(picture.png, cards_in(astuple(scene))))


def scribbled(scene: TableScene | HandScene) -> Picture:
    """A picture that takes no time to draw; another one for another scene."""
    name = sha256(repr(astuple(scene)).encode()).hexdigest()[:32]
    out = io.BytesIO()
    Image.new("RGB", (40, 30), (int(name[:2], 16), 90, 60)).save(out, "PNG")
    return Picture(name, labelled(out.getvalue(), cards_in(astuple(scene))))


def _hurry() -> None:
    """Let nothing take longer than a test has."""
    adapters.telegram.courier.GROUP = adapters.telegram.courier.PRIVATE = PLENTY
    setattr(DiscordCourier, "budget", lambda _self, _chat: PLENTY)  # noqa: B010 - mypy forbids the plain way
    adapters.discord.sessions.HOLD = 100
    bot.service.publisher.LEASE = 1_500
    bot.service.setbacks.AFTER_A_FAULT = bot.service.setbacks.AFTER_UNCERTAIN = 300
    bot.service.setbacks.UNREACHABLE_REST = 1_000
    bot.service.clock.LEASE = 1_000


def main() -> int:
    """Change what is to be changed, then be the bot."""
    url, manner, *arguments = sys.argv[1:]
    point_discord_at(url)
    picture = drawn
    if manner == "brisk":
        _hurry()
        picture = scribbled
    for module in (bot.app, bot.service.carrying):
        setattr(module, "picture_of", picture)  # noqa: B010 - both have it under this name
    bot.app.run = functools.partial(bot.app.run, pace=QUICK)
    sys.argv = ["briscola-bot", *arguments]
    return bot.__main__.main()


if __name__ == "__main__":
    sys.exit(main())
