"""Remembers which private hand each person was shown last, so that an older one can be put away."""

from collections.abc import Callable

from adapters.discord.whisper import LIFE_MS, PrivateMessage

__all__ = ["ShownHands"]


class ShownHands:
    """The newest hand of each person at each table, for as long as its token serves.

    A process remembers its own: after a restart an older hand stays where it is, without news, until it is closed.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._newest: dict[tuple[str, int], tuple[PrivateMessage, int]] = {}

    def keep(self, table: str, user: int, shown: PrivateMessage) -> PrivateMessage | None:
        """Remember the hand just shown; the older one, where that is another message that can still be taken away."""
        now = self._now()
        self._newest = {key: kept for key, kept in self._newest.items() if kept[1] > now}
        older, _ = self._newest.get((table, user), (None, 0))
        self._newest[table, user] = shown, now + LIFE_MS
        return None if older is None or older.message == shown.message else older
