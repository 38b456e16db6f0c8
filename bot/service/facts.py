"""What adapters keep by name: small facts, gates that one passes at a time, and what platforms keep of ours."""

from collections.abc import Callable

from bot.service.ports import Store, Tx

__all__ = ["DAY", "DAYS_UNUSED", "Facts"]

DAY = 86_400_000
"""Milliseconds."""
DAYS_UNUSED = 60
"""So long an upload that nobody asks for is known."""


class Facts:
    """The part of the desk (`bot.service.desk.Desk`) that only keeps things."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def fact(self, name: str) -> str | None:
        """A small thing kept by name."""
        return await self._store.read(lambda tx: tx.fact(name))

    async def keep_fact(self, name: str, value: str) -> None:
        """Keep a small thing by name."""
        await self._store.write(lambda tx: tx.keep_fact(name, value))

    async def gate(self, name: str, hold: int) -> int:
        """Claim a gate for `hold` ms: 0 when it is ours now, else when to ask again."""
        return await self._store.write(lambda tx: _claimed(tx, f"gate:{name}", self._now(), hold))

    async def upload(self, account: str, name: str) -> str | None:
        """The platform's own name for what it keeps of ours."""
        kept = await self._store.read(lambda tx: tx.upload(account, name))
        if kept is None:
            return None
        ref, used_at = kept
        now = self._now()
        if now - used_at >= DAY:  # a day sooner or later is nothing in sixty, and most uses write nothing
            await self._store.write(lambda tx: tx.use_upload(account, name, now))
        return ref

    async def keep_upload(self, account: str, name: str, ref: str) -> None:
        """Keep it, or forget it if `ref` is empty."""
        if ref:
            await self._store.write(lambda tx: tx.keep_upload(account, name, ref, self._now()))
        else:
            await self._store.write(lambda tx: tx.forget_upload(account, name))


def _claimed(tx: Tx, name: str, now: int, hold: int) -> int:
    """0, and the gate is ours; else the milliseconds until it is free."""
    since, held = map(int, tx.lock_fact(name, "0 0").split())
    # Somebody's clock may be a little ahead of ours; one that is far ahead was wrong, and holds nothing.
    if since - held < now < since + held:
        return since + held - now
    tx.keep_fact(name, f"{now} {hold}")
    return 0
