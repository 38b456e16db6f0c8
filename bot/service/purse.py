"""One budget for each chat, however many processes write there: who serves it next knows what was spent."""

import asyncio
from collections.abc import Callable, Iterable, Mapping

from bot.service.budget import Buckets
from bot.service.ports import Budget, Store

__all__ = ["Account", "Purse"]

Account = tuple[str, str]
"""A platform, and what calls there are charged to."""


class Purse:
    """Hands budgets on by small facts: written when a chat is given up, read when it is served."""

    def __init__(self, store: Store, buckets: Buckets, now: Callable[[], int]) -> None:
        """`now` gives milliseconds since 1970, which all processes share."""
        self._store = store
        self._buckets = buckets
        self._now = now

    async def learn(self, budgets: Mapping[Account, Budget]) -> None:
        """Read what others have spent of these budgets of late."""
        told = await self._store.read(lambda tx: {one: tx.fact(_name(one)) or "" for one in budgets})
        for account, budget in budgets.items():
            full_at = told[account]
            left = (int(full_at) - self._now()) / 1000 if full_at.isdigit() else 0.0
            if left > 0:  # and no more than all of it, whatever the clock of whoever wrote it said
                spent = min(left, budget.burst * budget.every)
                self._buckets.learn(account, budget, _moment(), spent)

    def told(self, budgets: Mapping[Account, Budget]) -> Iterable[tuple[str, str]]:
        """The facts, name and value, by which others learn what was spent of these budgets."""
        for account, budget in budgets.items():
            if (left := self._buckets.spent(account, budget, _moment())) > 0:
                yield _name(account), str(self._now() + int(left * 1000))


def _name(account: Account) -> str:
    return "budget:" + ":".join(account)


def _moment() -> float:
    return asyncio.get_running_loop().time()
