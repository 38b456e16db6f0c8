"""What a request to the Bot API carries: its parameters as a form, with files in parts."""

import io
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO
from urllib.parse import urlencode

from telegram.request import RequestData

__all__ = ["Body", "body_of"]

FORM = "application/x-www-form-urlencoded"
LARGE = 512 * 1024
"""A body of more bytes is sent piece by piece, so that nothing else waits for it."""
UNSAFE = re.compile(r'["\\\x00-\x1a\x1c-\x1f]')
"""What cannot stand between the quotation marks of a part's name."""


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of a request, and what they are."""

    data: bytes
    content_type: str
    has_files: bool = False

    @property
    def payload(self) -> "bytes | IO[bytes]":
        """As they are best sent."""
        return io.BytesIO(self.data) if len(self.data) > LARGE else self.data


def body_of(data: RequestData | None, boundary: str = "") -> Body | None:
    """The body for a request; None where it says nothing. A `boundary` given parts the files."""
    if data is None:
        return None
    parameters = data.json_parameters
    if not data.contains_files:
        return Body(urlencode(parameters).encode(), FORM) if parameters else None
    mark = boundary or secrets.token_hex(16)
    body = b"".join(_parts(parameters, data, mark.encode()))
    return Body(body, f"multipart/form-data; boundary={mark}", has_files=True)


def _parts(parameters: Mapping[str, str], data: RequestData, mark: bytes) -> Iterator[bytes]:
    for name, value in parameters.items():
        yield _head(mark, name)
        yield value.encode() + b"\r\n"
    for name, (filename, content, mimetype) in data.multipart_data.items():
        yield _head(mark, name, filename, mimetype)
        yield content if isinstance(content, bytes) else content.read()
        yield b"\r\n"
    yield b"--%b--\r\n" % mark


def _head(mark: bytes, name: str, filename: str = "", mimetype: str = "") -> bytes:
    file = f'; filename="{_quoted(filename)}"\r\nContent-Type: {mimetype}' if filename else ""
    said = f'Content-Disposition: form-data; name="{_quoted(name)}"{file}'
    return b"--%b\r\n%b\r\n\r\n" % (mark, said.encode())


def _quoted(text: str) -> str:
    """As browsers write it."""
    return UNSAFE.sub(lambda found: "\\\\" if found[0] == "\\" else f"%{ord(found[0]):02X}", text)
