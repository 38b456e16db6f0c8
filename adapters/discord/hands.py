"""Remembers which private hand, or chooser, each person was shown last, so that an older one can be put away."""

from collections.abc import Callable
from contextlib import suppress

import discord

from adapters.discord.troubles import CUT
from adapters.discord.whisper import LIFE_MS, PrivateMessage

__all__ = ["ShownHands", "put_away"]


class ShownHands:
    """The newest hand of each person at each table, for as long as its token serves.

    A process remembers its own: after a restart an older hand stays where it is, without news, until it is closed.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._newest: dict[tuple[str, int], tuple[PrivateMessage, int]] = {}
        self._left: dict[int, int] = {}

    def leave(self, table: str, user: int) -> None:
        """Another message is about to take the place of the newest hand, which will be put away."""
        if kept := self._newest.get((table, user)):
            shown, until = kept
            self._left[shown.message] = until

    def is_left(self, message: int) -> bool:
        """Whether this hand is being put away, or has been: it must not become the newest again."""
        return message in self._left

    def keep(self, table: str, user: int, shown: PrivateMessage) -> PrivateMessage | None:
        """Remember the hand just shown; the older one, where that is another message that can still be taken away."""
        now = self._now()
        self._newest = {key: kept for key, kept in self._newest.items() if kept[1] > now}
        self._left = {message: until for message, until in self._left.items() if until > now}
        older, _ = self._newest.get((table, user), (None, 0))
        self._newest[table, user] = shown, now + LIFE_MS
        return None if older is None or older.message == shown.message else older

    def drop(self, table: str, user: int) -> PrivateMessage | None:
        """Forget the newest, which is to be put away; None where there is none that still can be."""
        kept, until = self._newest.pop((table, user), (None, 0))
        return kept if until > self._now() else None


async def put_away(interaction: discord.Interaction, older: PrivateMessage | None) -> None:
    """Take away what was shown before, if it is still there."""
    if older is None:
        return
    webhook = discord.Webhook.partial(older.application, older.token, client=interaction.client)
    with suppress(discord.HTTPException, *CUT):
        await webhook.delete_message(older.message)
