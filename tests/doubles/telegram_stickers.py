"""Sticker sets, as Telegram keeps them."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from aiogram.methods import (
    AddStickerToSet,
    CreateNewStickerSet,
    DeleteStickerFromSet,
    GetStickerSet,
    ReplaceStickerInSet,
    SetStickerPositionInSet,
    UploadStickerFile,
)
from aiogram.types import BufferedInputFile, InputFile, InputSticker
from PIL import Image

from doubles.telegram_request import Request, execute
from doubles.telegram_values import ApiError, Json, MalformedError
from doubles.telegram_world import World

LARGEST = 512 * 1024
MOST_AT_FIRST, MOST = 50, 120
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Sticker:
    """One sticker; sent again, the same picture is another one."""

    data: bytes = field(repr=False)
    width: int
    height: int
    emojis: tuple[str, ...]
    bot: int
    number: int = field(default_factory=lambda: next(_numbers))

    @property
    def file_id(self) -> str:
        return f"CAAC{self.bot}-{self.number}"

    def json(self, name: str) -> Json:
        return {
            "file_id": self.file_id,
            "file_unique_id": f"s{self.number}",
            "type": "regular",
            "width": self.width,
            "height": self.height,
            "is_animated": False,
            "is_video": False,
            "emoji": self.emojis[0],
            "set_name": name,
            "file_size": len(self.data),
        }


@dataclass
class StickerSet:
    """A set, and whose it is."""

    name: str
    title: str
    owner: int
    stickers: list[Sticker]


_SETS: WeakKeyDictionary[World, dict[str, StickerSet]] = WeakKeyDictionary()


def sets_of(world: World) -> dict[str, StickerSet]:
    """All sticker sets by name."""
    return _SETS.setdefault(world, {})


@execute.register
def get_sticker_set(method: GetStickerSet, request: Request) -> object:
    found = _found(request, method.name)
    stickers = [sticker.json(found.name) for sticker in found.stickers]
    return {"name": found.name, "title": found.title, "sticker_type": "regular", "stickers": stickers}


@execute.register
def upload_sticker_file(method: UploadStickerFile, request: Request) -> object:
    _owner(request, method.user_id)
    made = _made(request, method.sticker, ("🃏",))
    uploads = _uploads(request.world)
    uploads[made.file_id] = made
    return {"file_id": made.file_id, "file_unique_id": f"s{made.number}", "file_size": len(made.data)}


@execute.register
def create_new_sticker_set(method: CreateNewStickerSet, request: Request) -> object:
    _owner(request, method.user_id)
    ending = f"_by_{request.bot.user.username}"
    good = re.fullmatch(r"[A-Za-z](?:_?[A-Za-z0-9])*", method.name) and method.name.endswith(ending)
    if not good or len(method.name) > 64:
        raise MalformedError("sticker set name is invalid")
    if not 1 <= len(method.title) <= 64 or not 1 <= len(method.stickers) <= MOST_AT_FIRST:
        raise MalformedError("a set has a title of 1 to 64 characters, and 1 to 50 stickers at first")
    if method.name in sets_of(request.world):
        raise ApiError(400, "sticker set name is already occupied")
    stickers = [_sticker(request, one) for one in method.stickers]
    made = StickerSet(method.name, method.title, method.user_id, stickers)
    sets_of(request.world)[method.name] = made
    return True


@execute.register
def add_sticker_to_set(method: AddStickerToSet, request: Request) -> object:
    found = _owned(request, method.name, method.user_id)
    if len(found.stickers) >= MOST:
        raise ApiError(400, "STICKERS_TOO_MUCH")
    found.stickers.append(_sticker(request, method.sticker))
    return True


@execute.register
def replace_sticker_in_set(method: ReplaceStickerInSet, request: Request) -> object:
    found = _owned(request, method.name, method.user_id)
    place = _place(found, method.old_sticker)
    found.stickers[place] = _sticker(request, method.sticker)
    return True


@execute.register
def delete_sticker_from_set(method: DeleteStickerFromSet, request: Request) -> object:
    found = _with(request, method.sticker)
    del found.stickers[_place(found, method.sticker)]
    return True


@execute.register
def set_sticker_position_in_set(method: SetStickerPositionInSet, request: Request) -> object:
    found = _with(request, method.sticker)
    moved = found.stickers.pop(_place(found, method.sticker))
    found.stickers.insert(method.position, moved)
    return True


# -- looking up ---------------------------------------------------------------------------------------
_UPLOADS: WeakKeyDictionary[World, dict[str, Sticker]] = WeakKeyDictionary()


def _uploads(world: World) -> dict[str, Sticker]:
    return _UPLOADS.setdefault(world, {})


def _found(request: Request, name: str) -> StickerSet:
    found = sets_of(request.world).get(name)
    if found is None:
        raise ApiError(400, "STICKERSET_INVALID")
    return found


def _owner(request: Request, user: int) -> None:
    """A person for whom the bot may make sets: one who has opened it."""
    person = request.world.users.get(user)
    if person is None or not request.world.private(request.bot, person).opened:
        raise ApiError(400, "PEER_ID_INVALID")


def _owned(request: Request, name: str, user: int) -> StickerSet:
    _owner(request, user)
    found = _found(request, name)
    if found.owner != user or not name.endswith(f"_by_{request.bot.user.username}"):
        raise ApiError(400, "STICKERSET_INVALID")
    return found


def _with(request: Request, file_id: str) -> StickerSet:
    for found in sets_of(request.world).values():
        if any(sticker.file_id == file_id for sticker in found.stickers):
            return found
    raise ApiError(400, "STICKER_INVALID")


def _place(found: StickerSet, file_id: str) -> int:
    ids: Sequence[str] = [sticker.file_id for sticker in found.stickers]
    if file_id not in ids:
        raise ApiError(400, "STICKER_INVALID")
    return ids.index(file_id)


def _sticker(request: Request, told: InputSticker) -> Sticker:
    if told.format != "static":
        raise MalformedError("only static stickers are made here")
    if not 1 <= len(told.emoji_list) <= 20:
        raise MalformedError("a sticker has 1 to 20 emoji")
    return _made(request, told.sticker, tuple(told.emoji_list))


def _made(request: Request, given: str | InputFile, emojis: tuple[str, ...]) -> Sticker:
    if isinstance(given, str) and given in _uploads(request.world):
        return _uploads(request.world)[given]
    data = _data(request.uploads, given)
    with Image.open(io.BytesIO(data)) as picture:
        form, size, mode = picture.format, picture.size, picture.mode
    if form not in {"PNG", "WEBP"} or len(data) > LARGEST or max(size) != 512:
        raise MalformedError(f"STICKER_PNG_DIMENSIONS: {form} of {size}, {len(data)} bytes")
    if mode != "RGBA":
        raise MalformedError("a sticker has a transparent ground")
    return Sticker(data, *size, emojis, request.bot.user.id)


def _data(uploads: Mapping[str, bytes], given: str | InputFile) -> bytes:
    if isinstance(given, BufferedInputFile):
        return given.data
    part = str(given).removeprefix("attach://")
    if part not in uploads:
        raise ApiError(400, "wrong file identifier/HTTP URL specified")
    return bytes(uploads[part])
