"""How many calls a chat bears: a bucket of tokens for each."""

from dataclasses import dataclass

from bot.service.ports import Budget

__all__ = ["Buckets"]

KEPT = 5_000


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class Buckets:
    """One bucket a chat. Times are seconds on any clock that only moves forward."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def wait(self, chat: tuple[str, str], budget: Budget, now: float, *, spare: int = 0) -> float:
        """Seconds until the chat bears one more call; 0 when it does now, and then the call is counted.

        So many `spare` calls must be left to it afterwards, for what is more urgent.
        """
        bucket = self._buckets.setdefault(chat, _Bucket(budget.burst, now))
        bucket.tokens = min(budget.burst, bucket.tokens + (now - bucket.at) / budget.every)
        bucket.at = now
        if bucket.tokens >= 1 + spare:
            bucket.tokens -= 1
            self._forget(now)
            return 0.0
        return (1 + spare - bucket.tokens) * budget.every

    def give_back(self, chat: tuple[str, str]) -> None:
        """A call that was counted has not been made."""
        if (bucket := self._buckets.get(chat)) is not None:
            bucket.tokens += 1

    def overdraw(self, chat: tuple[str, str], budget: Budget, now: float) -> bool:
        """Count a call that cannot wait, into debt if need be; False, and nothing counted, where the debt is full."""
        if self.wait(chat, budget, now) == 0.0:
            return True
        bucket = self._buckets[chat]
        if bucket.tokens < 1 - budget.burst:
            return False
        bucket.tokens -= 1
        return True

    def _forget(self, now: float) -> None:
        """Chats not heard of for a while are full again anyway."""
        if len(self._buckets) > KEPT:
            self._buckets = {chat: one for chat, one in self._buckets.items() if now - one.at < 120}
