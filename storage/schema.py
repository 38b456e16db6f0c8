"""The tables of the database. Times are milliseconds since 1970; ids of platforms are text."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

__all__ = [
    "HEAD",
    "NAMES",
    "chats",
    "facts",
    "identities",
    "inbox",
    "journal",
    "lanes",
    "metadata",
    "persons",
    "player_keys",
    "results",
    "seats",
    "surfaces",
    "tables",
    "uploads",
]

HEAD = "0004"
"""The newest migration: what the database must be at. Here too, so that a start needs no Alembic."""

NAMES = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}
"""Every constraint has a name on every database, so that a migration can name it."""

IS_OPEN = text("phase IN ('lobby', 'playing')")
IS_BEHIND = text("shown < wanted")
IS_TIMED = text("due_at IS NOT NULL")

metadata = MetaData(naming_convention=NAMES)

# SQLite counts by itself in a column of type INTEGER only.
_Id = BigInteger().with_variant(Integer, "sqlite")


def _number(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _maybe(name: str) -> Column[int | None]:
    return Column(name, BigInteger)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _later_text(name: str) -> Column[str]:
    """A text that came with a later release: empty in the rows of before."""
    return Column(name, Text, nullable=False, server_default="")


def _later_flag(name: str) -> Column[bool]:
    """The same, false in the rows of before."""
    return Column(name, Boolean, nullable=False, server_default=false())


chats = Table(
    "chats",
    metadata,
    Column("id", _Id, primary_key=True),
    _text("platform"),
    _text("ref"),
    _text("title"),
    _text("locale"),
    Column("private", Boolean, nullable=False),
    _number("made_at"),
    _later_text("rules"),
    _later_text("house"),
    _later_text("deck"),
    _later_flag("words_only"),
    _later_text("habits"),
    UniqueConstraint("platform", "ref"),
)

persons = Table(
    "persons",
    metadata,
    Column("id", _Id, primary_key=True),
    _text("name"),
    _text("locale"),
    _number("made_at"),
    _later_text("deck"),
    _later_text("level"),
    _later_flag("words_only"),
)

# A key outlives its person, for journals and shuffles name it; then it belongs to nobody.
player_keys = Table(
    "player_keys",
    metadata,
    Column("key", Text, primary_key=True),
    Column("person_id", BigInteger, ForeignKey("persons.id", ondelete="SET NULL"), index=True),
)

identities = Table(
    "identities",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("user_ref", Text, primary_key=True),
    Column("key", Text, ForeignKey("player_keys.key"), nullable=False, unique=True),
    _text("name"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat_id", BigInteger, ForeignKey("chats.id"), nullable=False),
    _text("thread"),
    _text("rules"),
    _number("rules_version"),
    Column("seed", LargeBinary, nullable=False),
    Column("computer_seed", LargeBinary, nullable=False),
    _number("dealer"),
    _number("seq"),
    _text("phase"),
    _number("since"),
    _maybe("due_at"),
    _text("due_kind"),
    _number("opened_at"),
    _text("next_id"),
    Column("next_seed", LargeBinary, nullable=False),
    Index(None, "chat_id", "thread", "opened_at"),
    Index("ix_tables_open", "chat_id", "thread", "opened_at", sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
    Index("ix_tables_due", "due_at", sqlite_where=IS_TIMED, postgresql_where=IS_TIMED),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    _text("actor"),
    _text("act"),
    _number("at"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Text, primary_key=True, index=True),
    sqlite_with_rowid=False,
)

inbox = Table(
    "inbox",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("event", Text, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)

surfaces = Table(
    "surfaces",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    _text("kind"),
    _text("viewer"),
    _text("platform"),
    _text("chat"),
    _text("thread"),
    _text("message"),
    _number("wanted"),
    _number("shown"),
    _text("digest"),
    _number("generation"),
    Column("gone", Boolean, nullable=False),
    _maybe("creating_at"),
    _maybe("expires_at"),
    _number("rests_until"),
    _later_flag("pinned"),
    UniqueConstraint("table_id", "kind", "viewer", "platform"),
    # The message first: else SQLite would take this for all that begins with a platform and a chat.
    Index(None, "message", "chat", "platform"),
    Index(
        "ix_surfaces_behind", "platform", "chat", "thread", sqlite_where=IS_BEHIND, postgresql_where=IS_BEHIND
    ),
    # An id names messages for ever (the nonce), so that none is given twice.
    sqlite_autoincrement=True,
)

lanes = Table(
    "lanes",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("thread", Text, primary_key=True),
    _text("owner"),
    _number("lease_until"),
    _number("paused_until"),
)

# No foreign key to tables: results may outlive them.
results = Table(
    "results",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("deal", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", BigInteger, primary_key=True, autoincrement=False),
    Column("chat_id", BigInteger, ForeignKey("chats.id"), nullable=False, index=True),
    Column("player", Text, nullable=False, index=True),
    _number("side"),
    _maybe("points"),
    _text("outcome"),
    Column("rated", Boolean, nullable=False),
    _number("at"),
)

facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    _text("value"),
)

# What a platform keeps of ours, by the hash of what is in it.
uploads = Table(
    "uploads",
    metadata,
    Column("account", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    _text("ref"),
    Column("used_at", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
