"""Lanes: which process may write in which chat."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Text,
    and_,
    bindparam,
    case,
    func,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)

from bot.service.records import Lane, Sight
from storage.schema import IS_BEHIND, lanes, surfaces
from storage.statement import Statement, among, as_list
from storage.transaction import Transaction, storable

__all__ = ["LanesTransaction"]

_LANE = (
    lanes.c.platform == bindparam("where_platform"),
    lanes.c.chat == bindparam("where_chat"),
    lanes.c.thread == bindparam("where_thread"),
)
_WITH_WORK = select(surfaces.c.platform, surfaces.c.chat, surfaces.c.thread).where(
    IS_BEHIND, surfaces.c.rests_until <= bindparam("now"), among(surfaces.c.platform, "platforms")
)
_OURS = lanes.c.owner == bindparam("by_owner")

FREE_LANES = Statement(
    select(lanes.c.platform, lanes.c.chat, lanes.c.thread)
    .where(
        tuple_(lanes.c.platform, lanes.c.chat, lanes.c.thread).in_(_WITH_WORK),
        lanes.c.paused_until <= bindparam("now"),
        or_(lanes.c.lease_until <= bindparam("now"), _OURS),
    )
    # Lanes that are ours already come last, so that they never keep others out of the limit.
    .order_by(case((_OURS, 1), else_=0), lanes.c.paused_until, lanes.c.platform, lanes.c.chat, lanes.c.thread)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
LEASE = Statement(
    update(lanes).where(*_LANE).values(owner=bindparam("new_owner"), lease_until=bindparam("until"))
)
_FREE: dict[str, ColumnElement[Any]] = {"owner": literal_column("''"), "lease_until": literal_column("0")}
RELEASE = Statement(update(lanes).where(*_LANE, _OURS).values(_FREE))
PAUSE = Statement(update(lanes).where(*_LANE, _OURS).values({**_FREE, "paused_until": bindparam("until")}))
PAUSE_CHAT = Statement(
    update(lanes)
    .where(lanes.c.platform == bindparam("where_platform"), lanes.c.chat == bindparam("where_chat"))
    .values(paused_until=bindparam("until"))
)
WAKE = Statement(update(lanes).where(*_LANE).values(paused_until=literal_column("0")))
WAKE_CHAT = Statement(
    update(lanes)
    .where(lanes.c.platform == bindparam("where_platform"), lanes.c.chat == bindparam("where_chat"))
    .values(paused_until=literal_column("0"))
)
WAKE_SURFACES_OF_CHAT = Statement(
    update(surfaces)
    .where(
        surfaces.c.platform == bindparam("where_platform"),
        surfaces.c.chat == bindparam("where_chat"),
        surfaces.c.rests_until > literal_column("0"),
    )
    .values(rests_until=literal_column("0"))
)
WAKE_SURFACES = Statement(
    update(surfaces)
    .where(
        surfaces.c.platform == bindparam("where_platform"),
        surfaces.c.chat == bindparam("where_chat"),
        surfaces.c.thread == bindparam("where_thread"),
        surfaces.c.rests_until > literal_column("0"),
    )
    .values(rests_until=literal_column("0"))
)
RENEW = Statement(
    update(lanes).where(*_LANE, _OURS).values(lease_until=bindparam("until")).returning(lanes.c.chat)
)

SIGHT = Statement(
    select(
        surfaces.c.shown < surfaces.c.wanted,
        surfaces.c.rests_until,
        func.coalesce(lanes.c.paused_until, literal_column("0")),
    )
    .select_from(surfaces)
    .outerjoin(
        lanes,
        and_(
            lanes.c.platform == surfaces.c.platform,
            lanes.c.chat == surfaces.c.chat,
            lanes.c.thread == surfaces.c.thread,
        ),
    )
    .where(
        surfaces.c.table_id == bindparam("table"),
        surfaces.c.kind == literal_column("'table'", Text),
        ~surfaces.c.gone,
    )
)


class LanesTransaction(Transaction):
    """The part of a transaction about lanes."""

    def claim_lanes(
        self, platforms: Sequence[str], owner: str, now: int, lease: int, limit: int
    ) -> Sequence[Lane]:
        """Chats with surfaces behind, not paused, not leased to others; leased to `owner` until now + lease.

        Those leased to `owner` already come last.
        """
        asked = {"platforms": as_list(platforms), "by_owner": owner, "now": now, "most": limit}
        free = [Lane(*row) for row in self._all(FREE_LANES, asked)]
        until = now + lease
        self._run_each(LEASE, [{**_place(lane), "new_owner": owner, "until": until} for lane in free])
        return free

    def release_lane(self, lane: Lane, owner: str, paused_until: int | None = None) -> None:
        """The lane is free for the next, at once or after a pause; nothing if it was not ours any more."""
        values = {**_place(lane), "by_owner": owner}
        if paused_until is None:
            self._run(RELEASE, values)
        else:
            self._run(PAUSE, {**values, "until": paused_until})

    def pause_chat(self, platform: str, chat: str, until: int) -> None:
        """Every lane of the chat rests until then, whoever serves it."""
        self._run(PAUSE_CHAT, {"where_platform": platform, "where_chat": storable(chat), "until": until})

    def wake_lane(self, lane: Lane) -> None:
        """Neither the lane nor any message in it rests any longer."""
        self._run(WAKE, _place(lane))
        self._run(WAKE_SURFACES, _place(lane))

    def wake_chat(self, platform: str, chat: str) -> None:
        """As `wake_lane`, for every thread of the chat."""
        place = {"where_platform": platform, "where_chat": storable(chat)}
        self._run(WAKE_CHAT, place)
        self._run(WAKE_SURFACES_OF_CHAT, place)

    def renew_lane(self, lane: Lane, owner: str, until: int) -> bool:
        """Whether the lease was still ours and now runs until then."""
        return self._first(RENEW, {**_place(lane), "by_owner": owner, "until": until}) is not None

    def sight(self, table: str) -> Sight | None:
        """How far people can see the table by its public message; None where it has none."""
        row = self._first(SIGHT, {"table": table})
        return None if row is None else Sight(bool(row[0]), row[1], row[2])


def _place(lane: Lane) -> dict[str, str]:
    return {
        "where_platform": lane.platform,
        "where_chat": storable(lane.chat),
        "where_thread": storable(lane.thread),
    }
