"""What is remembered by name: events that were acted upon, small facts, and what platforms keep of ours."""

from sqlalchemy import bindparam, delete, select, update

from storage.schema import facts, inbox, uploads
from storage.statement import Statement
from storage.transaction import Transaction, event_id, found, storable

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
LOCK_FACT = Statement(
    # Writes what is there already: so the row is ours until the end of the transaction, on every database.
    lambda upsert: (
        upsert(facts)
        .on_conflict_do_update(index_elements=[facts.c.name], set_={"value": facts.c.value})
        .returning(facts.c.value)
    )
)
_UPLOAD = (uploads.c.account == bindparam("of_account"), uploads.c.name == bindparam("of_name"))
UPLOAD = Statement(select(uploads.c.ref, uploads.c.used_at).where(*_UPLOAD))
KEEP_UPLOAD = Statement(
    lambda upsert: (new := upsert(uploads)).on_conflict_do_update(
        index_elements=[uploads.c.account, uploads.c.name],
        set_={"ref": new.excluded.ref, "used_at": new.excluded.used_at},
    )
)
USE_UPLOAD = Statement(update(uploads).where(*_UPLOAD).values(used_at=bindparam("at")))
FORGET_UPLOAD = Statement(delete(uploads).where(*_UPLOAD))
FORGET_UPLOADS = Statement(delete(uploads).where(uploads.c.used_at < bindparam("before")))


class MemoryTransaction(Transaction):
    """The part of a transaction about events, facts and uploads."""

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

    def lock_fact(self, name: str, value: str) -> str:
        """What is kept by that name, `value` if nothing was, locked against others until the transaction ends."""
        row = self._first(LOCK_FACT, {"name": storable(name), "value": storable(value)})
        return str(found(row, "fact")[0])

    def upload(self, account: str, name: str) -> tuple[str, int] | None:
        """The platform's own name for what it keeps of ours, and when that was used last."""
        row = self._first(UPLOAD, {"of_account": storable(account), "of_name": storable(name)})
        return None if row is None else (row[0], row[1])

    def keep_upload(self, account: str, name: str, ref: str, at: int) -> None:
        """The platform keeps this under a name of its own, used now."""
        place = {"account": storable(account), "name": storable(name)}
        self._run(KEEP_UPLOAD, {**place, "ref": storable(ref), "used_at": at})

    def use_upload(self, account: str, name: str, at: int) -> None:
        """What the platform keeps of ours was used again."""
        self._run(USE_UPLOAD, {"of_account": storable(account), "of_name": storable(name), "at": at})

    def forget_upload(self, account: str, name: str) -> None:
        """The platform does not keep it any more."""
        self._run(FORGET_UPLOAD, {"of_account": storable(account), "of_name": storable(name)})

    def forget_uploads(self, before: int) -> int:
        """Drop what was last used before that time; how much it was."""
        return self._run(FORGET_UPLOADS, {"before": before})
