"""A small PNG writer for the fixed palette: several times quicker than a general encoder."""

from __future__ import annotations

import struct
import zlib

from isal import isal_zlib
from PIL import Image

from bot.pictures.palette import palette_bytes

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 2


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def encoded(image: Image.Image) -> bytes:
    """The PNG of a palette image whose column 0 is not part of the picture and holds only zeros.

    PNG puts a byte before every row that names its filter, and 0 means none: with that column in place the
    image's own memory is what PNG compresses, and no row has to be copied.
    """
    # isal's stub leaves the buffer untyped.
    packed = isal_zlib.compress(image.tobytes(), _LEVEL)  # pyright: ignore[reportUnknownMemberType]
    header = struct.pack(">IIBBBBB", image.width - 1, image.height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette_bytes()),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )
