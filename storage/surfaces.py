"""Surfaces: our messages, and how far each is behind what it should show."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Text,
    and_,
    bindparam,
    case,
    false,
    func,
    literal_column,
    null,
    or_,
    select,
    true,
    update,
)

from bot.service.records import Lane, Surface, SurfaceKind
from storage.schema import IS_BEHIND, lanes, surfaces
from storage.statement import Statement, Upsert
from storage.transaction import Row, Transaction, found, storable

__all__ = ["LOST", "NEW_LANE", "SurfacesTransaction"]

s = surfaces.c
_UNIQUE = (s.table_id, s.kind, s.viewer, s.platform)

_ENDS = or_(s.gone, s.kind == literal_column("'hand'", Text))
LOST: dict[str, ColumnElement[Any]] = {
    "message": literal_column("''", Text),
    "digest": literal_column("''", Text),
    "creating_at": null(),
    "expires_at": null(),
    "pinned": false(),
    "gone": _ENDS,
    "shown": case((_ENDS, s.wanted), else_=s.shown),
    # Wanted grows, so that a `mark_shown` under way cannot make us believe that there is a message.
    "wanted": case((_ENDS, s.wanted), else_=s.wanted + 1),
}
"""What a surface becomes when its message is lost: made anew, unless nobody waits for it. A hand's person will ask."""

NEW_LANE = Statement(
    lambda upsert: (
        upsert(lanes)
        .values(
            platform=bindparam("platform"),
            chat=bindparam("chat"),
            thread=bindparam("thread"),
            owner=literal_column("''", Text),
            lease_until=literal_column("0"),
            paused_until=literal_column("0"),
        )
        .on_conflict_do_nothing()
    )
)

WANT = Statement(
    update(surfaces).where(s.table_id == bindparam("table"), ~s.gone).values(wanted=s.wanted + 1)
)

WANT_SURFACE = Statement(
    update(surfaces).where(s.id == bindparam("surface"), ~s.gone).values(wanted=s.wanted + 1)
)


def _new(**fixed: int) -> dict[str, ColumnElement[Any]]:
    asked = ("table_id", "kind", "viewer", "platform", "chat", "thread", "message", "digest", "expires_at")
    values: dict[str, ColumnElement[Any]] = {name: bindparam(name) for name in asked}
    values |= {name: literal_column(str(number)) for name, number in fixed.items()}
    return values | {"gone": false(), "creating_at": null(), "pinned": false()}


def _wish(upsert: Upsert) -> Any:
    new = upsert(surfaces).values(_new(wanted=1, shown=0, generation=0, rests_until=0))
    stays = and_(s.chat == new.excluded.chat, s.thread == new.excluded.thread)
    return new.on_conflict_do_update(
        index_elements=_UNIQUE,
        set_={
            "chat": new.excluded.chat,
            "thread": new.excluded.thread,
            "message": case((stays, s.message), else_=literal_column("''", Text)),
            "pinned": and_(stays, s.pinned),
            "wanted": s.wanted + 1,
            "gone": new.excluded.gone,
        },
    ).returning(surfaces)


def _adopt(upsert: Upsert) -> Any:
    new = upsert(surfaces).values(_new(wanted=1, shown=1, generation=1, rests_until=0))
    taken = ("chat", "thread", "message", "digest", "expires_at", "gone", "creating_at", "pinned")
    return new.on_conflict_do_update(
        index_elements=_UNIQUE,
        set_={name: new.excluded[name] for name in taken}
        | {"shown": s.wanted, "generation": s.generation + 1},
    ).returning(surfaces)


WISH = Statement(_wish)
ADOPT = Statement(_adopt)

SURFACES = Statement(select(surfaces).where(s.table_id == bindparam("table")).order_by(s.id))
SURFACE = Statement(select(surfaces).where(s.id == bindparam("surface")))
SURFACE_OF = Statement(
    select(surfaces).where(
        s.platform == bindparam("platform"),
        s.chat == bindparam("chat"),
        s.message == bindparam("message"),
        s.message != literal_column("''", Text),
    )
)
_DISMISS = (
    update(surfaces)
    .where(s.table_id == bindparam("table"), s.kind == bindparam("of_kind"), ~s.gone)
    .values(gone=true(), wanted=s.wanted + 1)
)
DISMISS = Statement(_DISMISS)
DISMISS_VIEWER = Statement(_DISMISS.where(s.viewer == bindparam("for_viewer")))

_FIRST_TABLES = case(
    (s.kind == literal_column("'table'", Text), 0), (s.kind == literal_column("'hand'", Text), 1), else_=2
)
BEHIND = Statement(
    select(surfaces)
    .where(
        s.platform == bindparam("platform"),
        s.chat == bindparam("chat"),
        s.thread == bindparam("thread"),
        IS_BEHIND,
        s.rests_until <= bindparam("now"),
    )
    .order_by(_FIRST_TABLES, s.id)
)
_HAS_MESSAGE = s.message != literal_column("''", Text)
REDRAW = Statement(
    update(surfaces)
    .where(s.id == bindparam("surface"), ~s.gone)
    .values(
        wanted=s.wanted + 1,
        digest=literal_column("''", Text),
        # An edit under way must not note its digest afterwards; a message being made keeps its nonce.
        generation=case((_HAS_MESSAGE, s.generation + 1), else_=s.generation),
    )
)
REST = Statement(update(surfaces).where(s.id == bindparam("surface")).values(rests_until=bindparam("until")))
BEGIN_CREATING = Statement(
    update(surfaces)
    .where(s.id == bindparam("surface"))
    .values(generation=s.generation + 1, creating_at=bindparam("now"))
    .returning(surfaces)
)


_STILL = s.generation == func.coalesce(bindparam("made", type_=s.generation.type), s.generation)
"""Only of the creation that is named, if one is."""


def _showing(**more: Any) -> Statement:
    shown = bindparam("now_shown", type_=s.shown.type)
    no_older = shown >= s.shown
    return Statement(
        update(surfaces)
        .where(s.id == bindparam("surface"), _STILL)
        .values(
            {
                "shown": case((no_older, shown), else_=s.shown),
                "digest": case((no_older, bindparam("now_digest", type_=s.digest.type)), else_=s.digest),
                "creating_at": null(),
                **more,
            }
        )
    )


_PARKED = and_(s.gone, bindparam("now_shown", type_=s.shown.type) >= s.wanted)
EDITED = _showing(message=case((_PARKED, literal_column("''", Text)), else_=s.message))
LENGTHENED = _showing(
    message=case((_PARKED, literal_column("''", Text)), else_=s.message), expires_at=bindparam("now_expires")
)
MADE = _showing(message=bindparam("now_message"), expires_at=bindparam("now_expires"), pinned=false())
PINNED = Statement(
    update(surfaces).where(s.id == bindparam("surface"), _STILL).values(pinned=bindparam("now_pinned"))
)
DROP = Statement(update(surfaces).where(s.id == bindparam("surface"), _STILL).values(LOST))


def _surface(row: Row) -> Surface:
    values: Row = (*row[:2], SurfaceKind(row[2]), *row[3:12], bool(row[12]), *row[13:15], bool(row[16]))
    return Surface(*values)


class SurfacesTransaction(Transaction):
    """The part of a transaction about surfaces."""

    def want(self, table: str) -> None:
        """Every surface of the table that is not gone should show the latest: wanted + 1."""
        self._run(WANT, {"table": table})

    def want_surface(self, surface: int) -> None:
        """This one surface, if it is not gone, should show the latest: wanted + 1."""
        self._run(WANT_SURFACE, {"surface": surface})

    def add_surface(
        self,
        table: str,
        kind: SurfaceKind,
        viewer: str,
        platform: str,
        chat: str,
        thread: str,
        *,
        message: str = "",
        digest: str = "",
        expires_at: int | None = None,
    ) -> Surface:
        """A surface, unique for (table, kind, viewer, platform).

        With no `message` it is behind (at first wanted 1, shown 0; later wanted + 1) and the publisher will
        create it, or edit what is there. With one, that message is adopted in place of an earlier one.
        """
        values = {
            "table_id": table,
            "kind": str(kind),
            "viewer": viewer,
            "platform": platform,
            "chat": storable(chat),
            "thread": storable(thread),
            "message": storable(message),
            "digest": digest,
            "expires_at": expires_at,
        }
        self._run(NEW_LANE, {name: values[name] for name in ("platform", "chat", "thread")})
        return _surface(found(self._first(ADOPT if message else WISH, values), "surface"))

    def surfaces(self, table: str) -> Sequence[Surface]:
        """All surfaces of the table, the oldest first."""
        return [_surface(row) for row in self._all(SURFACES, {"table": table})]

    def surface(self, surface: int) -> Surface | None:
        """The surface with this id."""
        row = self._first(SURFACE, {"surface": surface})
        return None if row is None else _surface(row)

    def surface_of(self, platform: str, chat: str, message: str) -> Surface | None:
        """The surface that this very message is, if it still is one."""
        values = {"platform": platform, "chat": storable(chat), "message": storable(message)}
        row = self._first(SURFACE_OF, values)
        return None if row is None else _surface(row)

    def dismiss(self, table: str, kind: SurfaceKind, viewer: str | None = None) -> None:
        """Wanted is to have no such message (of that viewer, or of all): gone, wanted + 1."""
        if viewer is None:
            self._run(DISMISS, {"table": table, "of_kind": str(kind)})
        else:
            self._run(DISMISS_VIEWER, {"table": table, "of_kind": str(kind), "for_viewer": viewer})

    def behind(self, lane: Lane, now: int) -> Sequence[Surface]:
        """The surfaces of the lane with shown < wanted that do not rest: tables first, then hands, then pings."""
        place = {"platform": lane.platform, "chat": storable(lane.chat), "thread": storable(lane.thread)}
        return [_surface(row) for row in self._all(BEHIND, {**place, "now": now})]

    def redraw_surface(self, surface: int) -> None:
        """Its message is to be drawn again, though its screen may be the same: an edit under way does not count."""
        self._run(REDRAW, {"surface": surface})

    def rest_surface(self, surface: int, until: int) -> None:
        """This one message is left alone until then."""
        self._run(REST, {"surface": surface, "until": until})

    def begin_creating(self, surface: int, at: int) -> Surface:
        """Mark that a message is about to be made: generation + 1, creating_at = at."""
        return _surface(found(self._first(BEGIN_CREATING, {"surface": surface, "now": at}), "surface"))

    def mark_shown(
        self,
        surface: int,
        *,
        shown: int,
        digest: str,
        message: str | None = None,
        expires_at: int | None = None,
        generation: int | None = None,
    ) -> None:
        """The surface shows the state of `shown`; a `message` given is its new message. Ends creating.

        A surface that is gone and is shown so has no message any more. With a `generation`, nothing happens
        when another message has taken the place since.
        """
        values = {"surface": surface, "now_shown": shown, "now_digest": digest, "made": generation}
        if message is not None:
            self._run(MADE, {**values, "now_message": storable(message), "now_expires": expires_at})
        elif expires_at is not None:
            self._run(LENGTHENED, {**values, "now_expires": expires_at})
        else:
            self._run(EDITED, values)

    def mark_pinned(self, surface: int, *, pinned: bool, generation: int) -> None:
        """Its message stands at the top of its chat, or no more; nothing if another message has taken the place."""
        self._run(PINNED, {"surface": surface, "now_pinned": pinned, "made": generation})

    def drop_message(self, surface: int, *, generation: int | None = None) -> None:
        """Its message is no more: it will be made anew, unless it is a hand or gone, which end here.

        With a `generation`, nothing happens when another message has taken the place since.
        """
        self._run(DROP, {"surface": surface, "made": generation})
