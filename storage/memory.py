"""What is remembered by name: events that were acted upon, and small facts."""

from sqlalchemy import bindparam, delete, select

from storage.schema import facts, inbox
from storage.statement import Statement
from storage.transaction import Transaction, event_id, storable

__all__ = ["MemoryTransaction"]

SEEN = Statement(
    select(inbox.c.at).where(inbox.c.platform == bindparam("platform"), inbox.c.event == bindparam("event"))
)
REMEMBER = Statement(lambda upsert: upsert(inbox).on_conflict_do_nothing().returning(inbox.c.at))
FORGET = Statement(delete(inbox).where(inbox.c.at < bindparam("before")))
FACT = Statement(select(facts.c.value).where(facts.c.name == bindparam("fact")))
KEEP_FACT = Statement(
    lambda upsert: (new := upsert(facts)).on_conflict_do_update(
        index_elements=[facts.c.name], set_={"value": new.excluded.value}
    )
)


class MemoryTransaction(Transaction):
    """The part of a transaction about events and facts."""

    def seen(self, platform: str, event: str) -> bool:
        """Whether the event is remembered."""
        return self._first(SEEN, {"platform": platform, "event": event_id(event)}) is not None

    def remember(self, platform: str, event: str, at: int) -> bool:
        """Whether the event was new; False when it had been remembered before."""
        values = {"platform": platform, "event": event_id(event), "at": at}
        return self._first(REMEMBER, values) is not None

    def forget_events(self, before: int) -> int:
        """Drop events remembered before that time; how many they were."""
        return self._run(FORGET, {"before": before})

    def fact(self, name: str) -> str | None:
        """A small thing kept by name: a polling offset, a heartbeat, a file id."""
        row = self._first(FACT, {"fact": storable(name)})
        return None if row is None else row[0]

    def keep_fact(self, name: str, value: str) -> None:
        """Keep it, in place of what was kept by that name."""
        self._run(KEEP_FACT, {"name": storable(name), "value": storable(value)})
