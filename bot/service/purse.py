"""One budget for each chat, however many processes write there: who serves it next knows what was spent."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from bot.service.budget import Buckets
from bot.service.ports import Budget, Store, StoreUnavailable, Tx

__all__ = ["Account", "Purse"]

Account = tuple[str, str]
"""A platform, and what calls there are charged to."""


class Purse:
    """Hands budgets on by small facts, which say when a chat bears as many calls at once as ever.

    Between two exchanges each process may spend what it knows of; that is little, for exchanges are frequent.
    """

    def __init__(self, store: Store, buckets: Buckets, now: Callable[[], int]) -> None:
        """`now` gives milliseconds since 1970, which all processes share."""
        self._store = store
        self._buckets = buckets
        self._now = now
        self._under_way: dict[Account, asyncio.Task[None]] = {}

    def exchange_soon(self, account: Account, budget: Budget) -> None:
        """Something was spent beside the serving of a chat: tell it, and learn what others have spent."""
        if account not in self._under_way:
            task = asyncio.get_running_loop().create_task(self._exchange_quietly({account: budget}))
            self._under_way[account] = task
            task.add_done_callback(lambda _: self._under_way.pop(account, None))

    async def exchange(self, budgets: Mapping[Account, Budget]) -> None:
        """Learn what others have spent, and tell it together with what was spent here."""
        await self.learn(budgets)
        told = list(self.told(budgets))

        def work(tx: Tx) -> None:
            for name, value in told:
                tx.keep_fact(name, value)

        if told:
            await self._store.write(work)

    async def _exchange_quietly(self, budgets: Mapping[Account, Budget]) -> None:
        with suppress(StoreUnavailable):  # whoever serves the chat tells of it
            await self.exchange(budgets)

    async def drain(self) -> None:
        """Let what is under way come to its end."""
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

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
