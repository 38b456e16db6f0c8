"""Names a private message, so that it can be changed for as long as Discord lets us."""

from dataclasses import dataclass, field
from typing import Self

__all__ = ["LIFE_MS", "PrivateMessage"]

LIFE_MS = 14 * 60 * 1000
"""How long we trust an interaction's token: Discord says 15 minutes, and a late edit counts against us."""

MARK = "t"


@dataclass(frozen=True, slots=True)
class PrivateMessage:
    """An ephemeral message: no channel knows it, only the token of the interaction it answered."""

    application: int
    message: int
    token: str = field(repr=False)

    @property
    def ref(self) -> str:
        """The text by which the service keeps it. It is a key: never in a log."""
        return f"{MARK}:{self.application}:{self.message}:{self.token}"

    @classmethod
    def of(cls, ref: str) -> Self | None:
        """The message a ref names; None when it is no such ref."""
        mark, _, rest = ref.partition(":")
        application, _, rest = rest.partition(":")
        message, _, token = rest.partition(":")
        if mark != MARK or not (application.isdecimal() and message.isdecimal() and token):
            return None
        return cls(int(application), int(message), token)
