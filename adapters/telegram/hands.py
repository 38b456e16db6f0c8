"""Where this process has shown hands: which message shows whose cards of which table."""

from collections import OrderedDict

__all__ = ["ShownHands"]

MOST = 10_000


class ShownHands:
    """The newest messages with hands, by chat and person. A hand that is not known here may exist all the same."""

    def __init__(self) -> None:
        self._tables: OrderedDict[tuple[int, int], dict[str, str]] = OrderedDict()

    def add(self, chat: int, user: int, message: str, table: str) -> str:
        """The person's hand of the table stands in this message now; where it stood before, or nothing."""
        mine = self._tables.setdefault((chat, user), {})
        self._tables.move_to_end((chat, user))
        if len(self._tables) > MOST:
            self._tables.popitem(last=False)
        old = next((ref for ref, its in mine.items() if its == table and ref != message), "")
        mine.pop(old, None)
        mine[message] = table  # a number that Telegram uses again names this hand and no older one
        return old

    def has(self, chat: int, user: int, message: str, table: str) -> bool:
        """Whether the message is known to show the person's hand of the table."""
        return self._tables.get((chat, user), {}).get(message) == table

    def knows(self, chat: int, user: int, table: str) -> bool:
        """Whether any message there is known to show the person's hand of the table."""
        return table in self._tables.get((chat, user), {}).values()

    def remove(self, chat: int, user: int, message: str) -> None:
        """The message shows no hand any more."""
        self._tables.get((chat, user), {}).pop(message, None)
