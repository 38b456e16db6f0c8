"""Pictures that take no time to draw and tell which cards are on them."""

from __future__ import annotations

import io
import re
from dataclasses import astuple
from hashlib import sha256

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.pictures.scene import HandScene, TableScene
from bot.service.couriers import Picture

CODE = re.compile("[A3KQJ76542][dcsb]")


def cards_in(value: object) -> set[str]:
    """The codes of all cards anywhere in a scene."""
    if isinstance(value, str):
        return {value} if CODE.fullmatch(value) else set()
    return set[str]().union(*map(cards_in, value)) if isinstance(value, tuple) else set()


def scribbled(scene: TableScene | HandScene) -> Picture:
    """A picture of one colour, another one for another scene, with the names of its cards in a note."""
    told = astuple(scene)
    name = sha256(repr(told).encode()).hexdigest()[:32]
    note, out = PngInfo(), io.BytesIO()
    note.add_text("cards", " ".join(sorted(cards_in(told))))
    Image.new("RGB", (40, 30), (int(name[:2], 16), 90, 60)).save(out, "PNG", pnginfo=note)
    return Picture(name, out.getvalue())


def codes_on(png: bytes) -> set[str]:
    """The cards that the note in a picture names; none in what is no picture of ours."""
    if not png.startswith(b"\x89PNG"):
        return set()
    with Image.open(io.BytesIO(png)) as picture:
        return set(str(picture.info.get("cards", "")).split())
