"""Results of matches and deals, counted by person."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, func, select

from bot.people import Win
from bot.service.records import Record, ResultRow
from storage.schema import persons, player_keys, results
from storage.statement import Statement, in_byte_order
from storage.transaction import Transaction, found

__all__ = ["ResultsTransaction"]

r = results.c
NEW_RESULT = Statement(lambda upsert: upsert(results).on_conflict_do_nothing())

_MATCH = r.deal == 0
_DEAL = and_(r.deal > 0, r.points.is_not(None))


def _count(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.count(case((condition, 1)))


_WON = _count(and_(_MATCH, r.outcome == "won"))
_LOST = _count(and_(_MATCH, r.outcome == "lost"))
_DRAWN = _count(and_(_MATCH, r.outcome == "drawn"))
_POINTS = func.coalesce(func.sum(case((_DEAL, r.points), else_=0)), 0)
_COUNTED = (_WON, _LOST, _DRAWN, _POINTS, _count(_DEAL))

PERSON = Statement(
    select(persons.c.id, persons.c.name)
    .join(player_keys, player_keys.c.person_id == persons.c.id)
    .where(player_keys.c.key == bindparam("player"))
)
_PERSON = select(player_keys.c.person_id).where(player_keys.c.key == bindparam("player")).scalar_subquery()
_KEYS = select(player_keys.c.key).where(player_keys.c.person_id == bindparam("person"))
_RECORD = select(*_COUNTED).where(r.player.in_(_KEYS))
_IN_CHAT = r.chat_id == bindparam("chat")
RECORD = Statement(_RECORD.where(~r.rated))
RECORD_IN_CHAT = Statement(_RECORD.where(_IN_CHAT, ~r.rated))
RATED_RECORD = Statement(_RECORD.where(r.rated))
RATED_RECORD_IN_CHAT = Statement(_RECORD.where(_IN_CHAT, r.rated))

_NEWEST = (
    select(r.table_id)
    .where(r.player.in_(select(player_keys.c.key).where(player_keys.c.person_id == _PERSON)))
    .order_by(r.at.desc(), r.table_id.desc())
    .limit(1)
)
NEWEST = Statement(_NEWEST)
NEWEST_IN_CHAT = Statement(_NEWEST.where(_IN_CHAT))

LEADERBOARD = Statement(
    select(persons.c.id, persons.c.name, *_COUNTED)
    .select_from(results)
    .join(player_keys, player_keys.c.key == r.player)
    .join(persons, persons.c.id == player_keys.c.person_id)
    .where(_IN_CHAT, r.rated)
    .group_by(persons.c.id, persons.c.name)
    .having(_count(_MATCH) > 0)
    .order_by(_WON.desc(), _LOST, in_byte_order(persons.c.name), persons.c.id)
    .limit(bindparam("most"))
)

WINS = Statement(
    select(persons.c.id, persons.c.name, r.at)
    .select_from(results)
    .join(player_keys, player_keys.c.key == r.player)
    .join(persons, persons.c.id == player_keys.c.person_id)
    .where(_IN_CHAT, r.rated, _MATCH, r.outcome == "won", r.at >= bindparam("since"))
    .order_by(r.at, r.table_id, r.seat)
)


class ResultsTransaction(Transaction):
    """The part of a transaction about results."""

    def add_results(self, rows: Sequence[ResultRow]) -> None:
        """Each once: a row whose (table, deal, seat) exists is left as it is."""
        self._run_each(NEW_RESULT, [_values(row) for row in rows])

    def latest_result(self, player: str, chat: int | None) -> str | None:
        """The table of the newest result of the person behind `player`, in a chat or anywhere."""
        if chat is None:
            row = self._first(NEWEST, {"player": player})
        else:
            row = self._first(NEWEST_IN_CHAT, {"player": player, "chat": chat})
        return None if row is None else row[0]

    def record(self, player: str, chat: int | None, *, rated: bool) -> Record:
        """The matches of the person behind `player`, in a chat or everywhere; rated: against people only.

        Raises:
            LookupError: there is no person behind that key.
        """
        person, name = found(self._first(PERSON, {"player": player}), "person")
        if chat is None:
            row = self._first(RATED_RECORD if rated else RECORD, {"person": person})
        else:
            statement = RATED_RECORD_IN_CHAT if rated else RECORD_IN_CHAT
            row = self._first(statement, {"person": person, "chat": chat})
        return _record((person, name, *found(row, "count")))

    def leaderboard(self, chat: int, limit: int) -> Sequence[Record]:
        """Rated matches in a chat, best first: wins, then fewest losses, then name."""
        return [_record(row) for row in self._all(LEADERBOARD, {"chat": chat, "most": limit})]

    def wins(self, chat: int, since: int) -> Sequence[Win]:
        """The rated matches won in a chat from a moment on, the earliest first."""
        return [Win(*row) for row in self._all(WINS, {"chat": chat, "since": since})]


def _record(row: tuple[Any, ...]) -> Record:
    person, name, won, lost, drawn, points, deals = row
    # PostgreSQL adds whole numbers up to a Decimal.
    return Record(person, name, won, lost, drawn, int(points), deals)


def _values(row: ResultRow) -> dict[str, object]:
    return {
        "table_id": row.table,
        "deal": row.deal,
        "seat": row.seat,
        "chat_id": row.chat,
        "player": row.player,
        "side": row.side,
        "points": row.points,
        "outcome": row.outcome,
        "rated": row.rated,
        "at": row.at,
    }
