"""Where this process has shown hands: which message shows whose cards of which table."""

from collections import OrderedDict
from dataclasses import dataclass
from time import monotonic

__all__ = ["ShownHands"]

MOST = 10_000


@dataclass(slots=True)
class _Shown:
    """What a message shows."""

    table: str
    digest: str
    pointed_at: bool = False
    """Whether the person has been told that their cards, as they are now, are in it."""
    missed: tuple[str, float] = ("", 0.0)
    """The hand that they asked for while it did not show it yet, and when they did first."""


class ShownHands:
    """The newest messages with hands, by chat and person. A hand that is not known here may exist all the same."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[int, int], dict[str, _Shown]] = OrderedDict()

    def add(self, chat: int, user: int, message: str, table: str, digest: str = "") -> str:
        """The person's hand of the table stands in this message now; where it stood before, or nothing."""
        mine = self._shown.setdefault((chat, user), {})
        self._shown.move_to_end((chat, user))
        if len(self._shown) > MOST:
            self._shown.popitem(last=False)
        old = next((ref for ref, its in mine.items() if its.table == table and ref != message), "")
        mine.pop(old, None)
        mine[message] = _Shown(
            table, digest
        )  # a number that Telegram uses again names this hand and no older one
        return old

    def has(self, chat: int, user: int, message: str, table: str) -> bool:
        """Whether the message is known to show the person's hand of the table."""
        found = self._shown.get((chat, user), {}).get(message)
        return found is not None and found.table == table

    def knows(self, chat: int, user: int, table: str) -> bool:
        """Whether any message there is known to show the person's hand of the table."""
        return bool(self.message(chat, user, table))

    def message(self, chat: int, user: int, table: str) -> str:
        """The message there that shows the person's hand of the table; empty where none is known."""
        mine = self._shown.get((chat, user), {})
        return next((ref for ref, its in mine.items() if its.table == table), "")

    def changed(self, chat: int, user: int, message: str, digest: str) -> None:
        """The message, if it is known, shows this now."""
        its = self._shown.get((chat, user), {}).get(message)
        if its is not None and its.digest != digest:
            its.digest, its.pointed_at = digest, False

    def shows(self, chat: int, user: int, table: str, digest: str) -> bool:
        """Whether the message known to show the person's hand shows just this."""
        its = self._shown.get((chat, user), {}).get(self.message(chat, user, table))
        return its is not None and its.digest == digest

    def points_at(self, chat: int, user: int, table: str) -> bool:
        """Whether the person may be told to look there; not twice, for they may not find it any more."""
        its = self._shown.get((chat, user), {}).get(self.message(chat, user, table))
        if its is None or its.pointed_at:
            return False
        its.pointed_at = True
        return True

    def is_late(self, chat: int, user: int, table: str, digest: str, seconds: float) -> bool:
        """Whether this hand was asked for so long ago already, and the message still does not show it."""
        its = self._shown.get((chat, user), {}).get(self.message(chat, user, table))
        if its is None or its.missed[0] != digest:
            if its is not None:
                its.missed = (digest, monotonic())
            return False
        return monotonic() - its.missed[1] >= seconds

    def remove(self, chat: int, user: int, message: str) -> None:
        """The message shows no hand any more."""
        self._shown.get((chat, user), {}).pop(message, None)
