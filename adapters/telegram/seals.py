"""Moves that travel through a public chat: nobody but their owner can use them, and nobody can read them."""

import base64
import binascii
import hmac

__all__ = ["Seals"]

MARK = "m_"
"""How a sealed move begins; no token of ours does."""
TAG = 8
"""Bytes that tell a seal of ours from any other, and one person's from another's."""
ROOM = 38
"""So long a move may be that fits, sealed, into a deep link."""


class Seals:
    """Seals and opens moves with a key that follows from the bot's own, so that every process has the same one."""

    def __init__(self, token: str) -> None:
        self._key = hmac.digest(token.encode(), b"moves by inline query", "sha512")

    def sealed(self, user: int, move: str) -> str:
        """The person's move in 64 letters, digits, ``_`` and ``-``, whatever it is; the same move is sealed alike.

        Raises:
            ValueError: it is too long.
        """
        said = move.encode()
        if len(said) > ROOM:
            raise ValueError(f"a move of {len(said)} bytes is too long for a deep link")
        tag, filled = self._tag(user, said), said.ljust(ROOM)  # its length would tell what kind of move it is
        return MARK + base64.urlsafe_b64encode(tag + self._mixed(tag, filled)).decode().rstrip("=")

    def opened(self, user: int, text: str) -> str | None:
        """The move that was sealed for this person; None for anything else."""
        if not is_sealed(text):
            return None
        body = text.removeprefix(MARK)
        try:
            raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
            tag, said = raw[:TAG], self._mixed(raw[:TAG], raw[TAG:]).rstrip(b" ")
            return said.decode() if hmac.compare_digest(tag, self._tag(user, said)) else None
        except (binascii.Error, ValueError):
            return None

    def _tag(self, user: int, said: bytes) -> bytes:
        return hmac.digest(self._key, b"tag|%d|" % user + said, "sha512")[:TAG]

    def _mixed(self, tag: bytes, said: bytes) -> bytes:
        """What was said, made unreadable, or readable again."""
        stream = hmac.digest(self._key, b"stream|" + tag, "sha512")
        return bytes(one ^ other for one, other in zip(said, stream, strict=False))


def is_sealed(text: str) -> bool:
    """Whether it looks like a sealed move, whoever's it is."""
    return text.startswith(MARK) and text.isascii() and len(text) <= 64
