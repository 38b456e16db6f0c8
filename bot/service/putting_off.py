"""Time that does not run: what is due waits while people cannot see the table as it is."""

from bot.service.ports import Tx
from bot.service.records import Due, Sight
from bot.table import TimerKind

__all__ = ["is_put_off"]

SHORT = 5_000
"""Milliseconds: a pause this short costs nobody their turn, where they see the table."""
NEED_TO_SEE = frozenset({TimerKind.REMIND, TimerKind.TURN})
"""What must not come before people could see whose turn it is. The other things wait for a chat that rests, but not
for one in which we may not write: it may stay so for ever."""
KINDS = NEED_TO_SEE | {TimerKind.DEAL, TimerKind.LAPSE}


def is_put_off(tx: Tx, due: Due, now: int) -> bool:
    """Whether what is due waits until the table can be shown; then everybody has all of their time again."""
    if due.kind not in KINDS:
        return False
    sight = tx.sight(due.table)
    until = _unseen_until(sight, due, now) if sight is not None else now
    row = tx.lock_table(due.table) if until > now else None
    if row is None or row.seq != due.seq:
        return False
    by = until - row.since
    tx.advance(row.id, seq=row.seq, phase=row.phase, since=until, due_at=due.at + by, due_kind=due.kind)
    return True


def _unseen_until(sight: Sight, due: Due, now: int) -> int:
    """Until when nobody sees the table as it is; now, if they can see it."""
    if due.kind not in NEED_TO_SEE or sight.paused_until >= now + SHORT:
        return max(sight.paused_until, now)
    return max(sight.paused_until, sight.rests_until, now) if sight.behind else now
