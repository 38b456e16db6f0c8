"""How many calls a chat bears: a bucket of tokens for each."""

from dataclasses import dataclass

from bot.service.ports import Budget

__all__ = ["Buckets"]

KEPT = 5_000
RESERVED = 1
"""So many tokens are left to tables by whatever does not wait for its turn."""
MOST_OWED = 1
"""So many calls may be made ahead of time for somebody who waits for an answer; more, and a minute bore too many."""

NOTHING = 1e-9
"""Parts of tokens that add up to a whole one miss it by less."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float
    owed: float = 0.0
    """Calls made ahead of time. Hands and calls to people pay for them; tables do not wait for that."""

    def refill(self, budget: Budget, now: float) -> None:
        """Tokens for tables come first, then what is owed is paid, then more are saved."""
        gained = max(0.0, now - self.at) / budget.every
        self.at = now
        for_tables = min(gained, max(0.0, RESERVED - self.tokens))
        paid = min(gained - for_tables, self.owed)
        self.owed -= paid
        self.tokens = min(budget.burst, self.tokens + gained - paid)


class Buckets:
    """One bucket a chat. Times are seconds on any clock that only moves forward."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def wait(
        self, chat: tuple[str, str], budget: Budget, now: float, *, spare: int = 0, first: bool = False
    ) -> float:
        """Seconds until the chat bears one more call; 0 when it does now, and then the call is counted.

        So many `spare` calls must be left to it afterwards, for what is more urgent. Nothing comes before what
        is `first`: it does not wait until calls made ahead of time are paid for.
        """
        bucket = self._of(chat, budget, now)
        missing = 1 + spare + (0.0 if first else bucket.owed) - bucket.tokens
        if missing <= NOTHING:
            bucket.tokens -= 1
            self._forget(now)
            return 0.0
        return missing * budget.every

    def give_back(self, chat: tuple[str, str]) -> None:
        """A call that was counted has not been made."""
        if (bucket := self._buckets.get(chat)) is not None:
            bucket.tokens += 1

    def overdraw(self, chat: tuple[str, str], budget: Budget, now: float) -> bool:
        """Count a call that cannot wait; False, and nothing counted, where the chat bears no more.

        It leaves the next call to tables, and is made ahead of time if need be.
        """
        if self.wait(chat, budget, now, spare=RESERVED) == 0.0:
            return True
        bucket = self._buckets[chat]
        if bucket.owed + 1 > MOST_OWED:
            return False
        bucket.owed += 1
        return True

    def spent(self, chat: tuple[str, str], budget: Budget, now: float) -> float:
        """Seconds until the chat bears as many calls at once as ever; what is owed beside tables is our own affair."""
        bucket = self._of(chat, budget, now)
        return max(0.0, budget.burst - bucket.tokens) * budget.every

    def learn(self, chat: tuple[str, str], budget: Budget, now: float, spent: float) -> None:
        """Others have spent there, too: it takes so many seconds at least until the chat bears as many as ever."""
        bucket = self._of(chat, budget, now)
        bucket.tokens = min(bucket.tokens, budget.burst - spent / budget.every)

    def _of(self, chat: tuple[str, str], budget: Budget, now: float) -> _Bucket:
        bucket = self._buckets.setdefault(chat, _Bucket(budget.burst, now))
        bucket.refill(budget, now)
        return bucket

    def _forget(self, now: float) -> None:
        """Chats not heard of for a while are full again anyway."""
        if len(self._buckets) > KEPT:
            self._buckets = {chat: one for chat, one in self._buckets.items() if now - one.at < 120}
