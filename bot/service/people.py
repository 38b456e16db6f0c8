"""Who somebody is: the player behind a platform's person."""

from bot.service.ports import Store
from bot.service.records import Player, Who

__all__ = ["People"]

KEPT = 10_000


class People:
    """Knows those who have come before, so that most presses cost no question."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[str, str], tuple[Who, Player]] = {}

    async def player(self, who: Who) -> Player:
        """The player behind a platform's person; a name or language seen before costs no question."""
        key = (who.platform, who.user)
        known = self._known.get(key)
        if known is not None and known[0] == who:
            return known[1]
        player = await self._store.write(lambda tx: tx.player(who))
        if len(self._known) > KEPT:
            self._known.clear()
        self._known[key] = (who, player)
        return player

    def forget(self) -> None:
        """Somebody has changed what we know of them."""
        self._known.clear()
