"""Pictures that take no time to draw and say in a note which cards lie open on them."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Sequence
from dataclasses import astuple
from hashlib import sha256
from typing import cast

from bot.pictures.scene import HandScene, TableScene
from bot.service.ports import Picture

NOTE = b"cards\0"
CODE = re.compile("[A3KQJ76542][dcsb]")


def noted(scene: TableScene | HandScene) -> Picture:
    """A picture of one colour, another one for another scene."""
    told = repr(astuple(scene))
    name = sha256(told.encode()).hexdigest()[:32]
    row = b"\0" + bytes.fromhex(name[:6]) * 40
    cards = json.dumps(sorted(_cards(astuple(scene)))).encode()
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", 40, 30, 8, 2, 0, 0, 0)),
        (b"tEXt", NOTE + cards),
        (b"IDAT", zlib.compress(row * 30)),
        (b"IEND", b""),
    )
    return Picture(name, b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _cards(value: object) -> set[str]:
    if isinstance(value, str):
        return {value} if CODE.fullmatch(value) else set()
    if isinstance(value, (tuple, list)):
        parts = cast("Sequence[object]", value)
        return set[str]().union(*map(_cards, parts))
    return set()


def cards_on(picture: bytes) -> set[str]:
    """The cards that lie open on it."""
    _, found, rest = picture.partition(b"tEXt" + NOTE)
    return set(json.loads(rest[: rest.index(b"]") + 1])) if found else set()
