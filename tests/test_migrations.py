"""How a database comes to be, is brought up to date, and is refused."""

import asyncio
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from storage import SchemaOutdated, StorageError, migrate, migrating, open_store
from storage.address import name_of, parse
from storage.lanes import FREE_LANES
from storage.schema import HEAD, metadata
from storage.surfaces import BEHIND

BROKEN = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    op.create_table("extra", sa.Column("id", sa.BigInteger, primary_key=True))
    with op.batch_alter_table("facts") as facts:
        facts.add_column(sa.Column("more", sa.Text))
    op.execute("INSERT INTO nowhere VALUES (1)")
"""

REBUILDING = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    with op.batch_alter_table("chats", recreate="always") as chats:
        chats.add_column(sa.Column("more", sa.Text))
"""

ORPHANING = """
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    op.execute("DELETE FROM persons")
"""


@pytest.fixture
def more_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations to which a test may add one."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(migrating.__file__).parent / "migrations", folder)
    ours = migrating.script_config()
    ours.set_main_option("script_location", str(folder))
    monkeypatch.setattr(migrating, "script_config", lambda: ours)
    monkeypatch.setattr(migrating, "HEAD", "9999")
    return folder / "versions"


def tables_of(url: str) -> set[str]:
    with migrating.connected(parse(url)) as connection:
        return set(inspect(connection).get_table_names())


def revision_of(url: str) -> str | None:
    with migrating.connected(parse(url)) as connection:
        return migrating.revision(connection)


def run_sql(url: str, *statements: str) -> None:
    with migrating.connected(parse(url)) as connection, connection.begin():
        for statement in statements:
            connection.execute(text(statement))


# -- up to date -------------------------------------------------------------------------------------


def test_the_migrations_make_the_schema_that_the_program_knows(database_url: str) -> None:
    migrate(database_url)
    with migrating.connected(parse(database_url)) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_every_constraint_and_index_has_the_name_the_program_knows(database_url: str) -> None:
    migrate(database_url)
    with migrating.connected(parse(database_url)) as connection:
        seen = inspect(connection)
        for table in metadata.tables.values():
            # A key by which SQLite counts is written into its column and has no name there.
            assert seen.get_pk_constraint(table.name)["name"] in {table.primary_key.name, None}
            assert {key["name"] for key in seen.get_foreign_keys(table.name)} == {
                key.name for key in table.foreign_key_constraints
            }
            assert {index.name for index in table.indexes} <= {
                index["name"] for index in seen.get_indexes(table.name)
            }


def test_what_the_publisher_asks_all_day_looks_at_what_is_behind_alone(sqlite_url: str) -> None:
    migrate(sqlite_url)
    with migrating.connected(parse(sqlite_url)) as connection:
        for statement in (BEHIND, FREE_LANES):
            prepared = statement["sqlite"]
            asked = dict.fromkeys(re.findall(r":(\w+)", prepared.text), "[]") | prepared.constants
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {prepared.text}", asked)
            steps = [str(step.detail) for step in plan if "surfaces" in step.detail]
            assert steps
            assert all("ix_surfaces_behind" in step for step in steps)


def test_the_schema_says_which_migration_is_the_newest() -> None:
    scripts = ScriptDirectory.from_config(migrating.script_config())
    assert scripts.get_heads() == [HEAD]


def test_a_database_at_head_stays_as_it_is(database_url: str) -> None:
    migrate(database_url)
    run_sql(database_url, "INSERT INTO facts (name, value) VALUES ('kept', '1')")
    migrate(database_url)
    assert revision_of(database_url) == HEAD
    with migrating.connected(parse(database_url)) as connection:
        assert connection.scalar(text("SELECT value FROM facts")) == "1"


@pytest.mark.parametrize("chats", [0, 2])
def test_the_chats_of_the_first_release_have_no_rules_yet(database_url: str, chats: int) -> None:
    with migrating.connected(parse(database_url)) as connection:
        migrating._run_migrations(connection, "0001")
    for number in range(chats):
        values = f"({number + 1}, 'telegram', '-{number}', 'Bar Sport', 'it', false, 1)"
        insert = "INSERT INTO chats (id, platform, ref, title, locale, private, made_at) VALUES "
        run_sql(database_url, insert + values)
    migrate(database_url)
    assert revision_of(database_url) == HEAD
    with migrating.connected(parse(database_url)) as connection:
        kept = connection.execute(text("SELECT title, locale, rules, house FROM chats")).all()
    assert [tuple(row) for row in kept] == [("Bar Sport", "it", "", "")] * chats


def test_nobody_of_the_releases_before_has_chosen_a_deck(database_url: str) -> None:
    with migrating.connected(parse(database_url)) as connection:
        migrating._run_migrations(connection, "0002")
    run_sql(
        database_url,
        "INSERT INTO chats (id, platform, ref, title, locale, private, made_at, house) "
        "VALUES (1, 'telegram', '-1', 'Bar Sport', 'it', false, 1, 'kept')",
        "INSERT INTO persons (id, name, locale, made_at) VALUES (1, 'Rosa', 'it', 1)",
    )
    migrate(database_url)
    assert revision_of(database_url) == HEAD
    with migrating.connected(parse(database_url)) as connection:
        chat = connection.execute(text("SELECT house, deck, words_only FROM chats")).one()
        person = connection.execute(text("SELECT name, deck, level, words_only FROM persons")).one()
    assert (chat.house, chat.deck, bool(chat.words_only)) == ("kept", "", False)
    assert (person.name, person.deck, person.level, bool(person.words_only)) == ("Rosa", "", "", False)


def test_chats_of_the_releases_before_have_the_usual_habits_and_nothing_pinned(database_url: str) -> None:
    with migrating.connected(parse(database_url)) as connection:
        migrating._run_migrations(connection, "0003")
    run_sql(
        database_url,
        "INSERT INTO chats (id, platform, ref, title, locale, private, made_at) "
        "VALUES (1, 'telegram', '-1', 'Bar Sport', 'it', false, 1)",
        "INSERT INTO tables (id, chat_id, thread, rules, rules_version, seed, computer_seed, dealer, seq, phase, "
        "since, due_kind, opened_at, next_id, next_seed) "
        "VALUES ('t1', 1, '', '{}', 1, 'x', 'x', 0, 0, 'lobby', 1, '', 1, '', 'x')",
        "INSERT INTO surfaces (id, table_id, kind, viewer, platform, chat, thread, message, wanted, shown, digest, "
        "generation, gone, rests_until) "
        "VALUES (1, 't1', 'table', '', 'telegram', '-1', '', '7', 1, 1, '', 1, false, 0)",
    )
    migrate(database_url)
    assert revision_of(database_url) == HEAD
    with migrating.connected(parse(database_url)) as connection:
        assert connection.scalar(text("SELECT habits FROM chats")) == ""
        assert not connection.scalar(text("SELECT pinned FROM surfaces"))
        assert connection.scalar(text("SELECT count(*) FROM uploads")) == 0


async def test_two_who_migrate_at_once_do_it_once(database_url: str) -> None:
    await asyncio.gather(*(asyncio.to_thread(migrate, database_url) for _ in range(3)))
    assert revision_of(database_url) == HEAD


def test_a_failed_migration_leaves_nothing_behind(database_url: str, more_migrations: Path) -> None:
    migrating.bring_to_head(parse(database_url), HEAD)
    before = tables_of(database_url)
    (more_migrations / "broken.py").write_text(BROKEN.format(head=HEAD))
    with pytest.raises(StorageError, match="nowhere"):
        migrate(database_url)
    assert tables_of(database_url) == before
    assert revision_of(database_url) == HEAD
    with migrating.connected(parse(database_url)) as connection:
        assert {column["name"] for column in inspect(connection).get_columns("facts")} == {"name", "value"}


def test_a_rebuilt_table_keeps_its_children(sqlite_url: str, more_migrations: Path) -> None:
    migrating.bring_to_head(parse(sqlite_url), HEAD)
    run_sql(
        sqlite_url,
        "INSERT INTO chats (id, platform, ref, title, locale, private, made_at)"
        " VALUES (1, 'web', 'room', '', '', false, 1)",
        "INSERT INTO results (table_id, deal, seat, chat_id, player, side, outcome, rated, at)"
        " VALUES ('t1', 0, 0, 1, 'p1', 0, 'won', true, 1)",
    )
    (more_migrations / "rebuilding.py").write_text(REBUILDING.format(head=HEAD))
    migrate(sqlite_url)
    assert revision_of(sqlite_url) == "9999"
    with migrating.connected(parse(sqlite_url)) as connection:
        assert connection.scalar(text("SELECT count(*) FROM results")) == 1


def test_a_migration_that_orphans_rows_is_undone(sqlite_url: str, more_migrations: Path) -> None:
    migrating.bring_to_head(parse(sqlite_url), HEAD)
    run_sql(
        sqlite_url,
        "INSERT INTO persons (id, name, locale, made_at) VALUES (1, 'Rosa', '', 1)",
        "INSERT INTO player_keys (key, person_id) VALUES ('p1', 1)",
    )
    (more_migrations / "orphaning.py").write_text(ORPHANING.format(head=HEAD))
    with pytest.raises(StorageError, match="refer to nothing"):
        migrate(sqlite_url)
    with migrating.connected(parse(sqlite_url)) as connection:
        assert connection.scalar(text("SELECT count(*) FROM persons")) == 1


def test_what_was_not_migrated_is_refused_on_postgresql_alone(postgres_url: str, sqlite_url: str) -> None:
    with pytest.raises(SchemaOutdated, match="run briscola-bot migrate"):
        open_store(postgres_url)
    asyncio.run(open_store(sqlite_url).close())
    migrate(postgres_url)
    asyncio.run(open_store(postgres_url).close())


def test_a_database_of_a_newer_program_is_refused(database_url: str) -> None:
    migrate(database_url)
    run_sql(database_url, "UPDATE alembic_version SET version_num = 'from-the-future'")
    for start in (migrate, open_store):
        with pytest.raises(StorageError, match="newer briscola-bot"):
            start(database_url)
    assert revision_of(database_url) == "from-the-future"


# -- one clear sentence -----------------------------------------------------------------------------

SENTENCE = re.compile(r"[A-Z][^\n]*\.")


def why(url: str) -> str:
    with pytest.raises(StorageError) as refused:
        open_store(url)
    assert SENTENCE.fullmatch(str(refused.value))
    assert refused.value.__cause__ is None
    return str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "briscola.db",
        "mysql://u:hunter2@host/db",
        "sqlite+aiosqlite:///a.db",
        "://u:hunter2@host",
    ],
)
def test_a_url_of_no_kind_we_know_is_refused(url: str) -> None:
    said = why(url)
    assert "must begin with" in said
    assert "hunter2" not in said


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///a.db?mode=ro"])
def test_a_sqlite_database_must_be_a_file(url: str) -> None:
    assert "must name a SQLite file" in why(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_postgresql_gets_our_driver(scheme: str) -> None:
    read = parse(f"{scheme}://me@host/briscola")
    assert read.render_as_string() == "postgresql+psycopg://me@host/briscola"


def test_an_at_sign_in_a_password_must_be_written_as_a_code() -> None:
    said = why("postgresql://rosa:hun@ter2@127.0.0.1/briscola")
    assert "%40" in said
    assert "hun" not in said
    assert "ter2" not in said


@pytest.mark.parametrize("address", ["127.0.0.1:many", "127.0.0.1:0", "127.0.0.1:65536", "[::1"])
@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_port_that_is_none_is_refused_for_what_it_is(scheme: str, address: str) -> None:
    said = why(f"{scheme}://rosa:hunter2@{address}/briscola")
    assert "port" in said
    assert "begin" not in said
    assert "hunter2" not in said


def test_an_option_that_postgresql_does_not_know_is_refused(postgres_url: str) -> None:
    url = make_url(postgres_url).update_query_dict({"colour": "hunter2"})
    assert "hunter2" not in why(url.render_as_string(hide_password=False))


def test_a_server_that_does_not_answer_is_said() -> None:
    said = why("postgresql://rosa:hunter2@127.0.0.1:1/briscola")
    assert "cannot be reached" in said
    assert "hunter2" not in said


def test_a_refused_password_is_said() -> None:
    libpq = Exception('FATAL:  password authentication failed for user "rosa"')
    said = migrating.in_one_sentence(
        parse("postgresql://rosa:hunter2@host/db"), OperationalError("", {}, libpq)
    )
    assert str(said) == "PostgreSQL refused the user name or the password in DATABASE_URL."


def test_a_database_that_does_not_exist_is_said(postgres_url: str) -> None:
    url = make_url(postgres_url).set(database="nowhere").render_as_string(hide_password=False)
    assert why(url) == "PostgreSQL has no database named nowhere."


def test_a_folder_is_made_for_the_file(tmp_path: Path) -> None:
    asyncio.run(open_store(f"sqlite:///{tmp_path / 'a' / 'b' / 'briscola.db'}").close())
    assert (tmp_path / "a" / "b" / "briscola.db").is_file()


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    assert "cannot be made" in why(f"sqlite:///{tmp_path / 'data' / 'briscola.db'}")


def test_a_file_that_is_a_folder_is_said(tmp_path: Path) -> None:
    assert "cannot be written" in why(f"sqlite:///{tmp_path}")


def test_a_file_that_is_no_database_is_said_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Rosa, " * 100)
    assert why(f"sqlite:///{file}") == f"The file {file} is not a database."
    assert file.read_text().startswith("Dear Rosa")


def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    file = tmp_path / "briscola.db"
    asyncio.run(open_store(f"sqlite:///{file}").close())
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    assert str(file) in why(f"sqlite:///{file}")


def test_a_database_that_takes_nothing_is_said_at_once(database_url: str) -> None:
    migrate(database_url)
    run_sql(database_url, "ALTER TABLE facts RENAME TO what_was_known")
    assert "facts" in why(database_url)


def test_migrate_names_the_database_and_no_password(postgres_url: str, sqlite_url: str) -> None:
    assert migrate(sqlite_url) == f"The SQLite file {parse(sqlite_url).database}"
    url = make_url(postgres_url)
    assert (
        migrate(postgres_url) == f"The PostgreSQL database {url.database} on {url.host or url.query['host']}"
    )
    named = name_of(parse("postgresql://rosa:hunter2@db.example/briscola"))
    assert named == "The PostgreSQL database briscola on db.example"


def test_a_file_in_use_by_another_program_is_said(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(open_store(sqlite_url).close())
    monkeypatch.setattr(migrating, "MS_TO_WAIT_FOR_A_LOCK", 1)
    holder = sqlite3.connect(parse(sqlite_url).database or "", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert "is locked by another program" in why(sqlite_url)
    holder.close()
