"""Looks at the database without changing anything in it."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress

from sqlalchemy import URL, bindparam, select, text

from bot.checkup import Finding, broken, good, noted, room
from storage.address import file_of, is_sqlite, name_of, parse
from storage.errors import StorageError
from storage.migrating import connected, revision, script_config
from storage.schema import HEAD, facts

__all__ = ["database_findings", "kept_facts"]

PROBE = "INSERT INTO facts (name, value) VALUES ('doctor', '') ON CONFLICT (name) DO NOTHING"
"""What is written and taken back, to see whether it can be."""


def database_findings(url: str) -> list[Finding]:
    """Whether `DATABASE_URL` can be read and written, and is as this program wants it."""
    try:
        parsed = parse(url)
        return _of_file(parsed) if is_sqlite(parsed) else [_of_schema(parsed)]
    except StorageError as why:
        return [broken(str(why))]


def kept_facts(url: str, names: Iterable[str]) -> Mapping[str, str]:
    """Small facts by name, of those that are kept; none if the database cannot be read."""
    wanted = select(facts.c.name, facts.c.value).where(facts.c.name.in_(bindparam("names", expanding=True)))
    with suppress(StorageError):
        parsed = parse(url)
        if not is_sqlite(parsed) or file_of(parsed).is_file():
            with connected(parsed) as connection:
                if revision(connection) is not None:
                    rows = connection.execute(wanted, {"names": list(names)})
                    return {row.name: row.value for row in rows}
    return {}


def _of_file(url: URL) -> list[Finding]:
    file = file_of(url).absolute()
    folder = next(parent for parent in file.parents if parent.is_dir())
    if file.is_file():
        return [_of_schema(url), room(folder)]
    if not os.access(folder, os.W_OK | os.X_OK):
        return [broken(f"The folder {folder} cannot be written to.", "Let the bot's user write there.")]
    return [noted(f"{name_of(url)} is not there yet.", "It is made at the first start."), room(folder)]


def _of_schema(url: URL) -> Finding:
    with connected(url) as connection:
        found = revision(connection)
        if found != HEAD:
            return _of_another(url, found)
        connection.execute(text(PROBE))
        connection.rollback()
    return good(f"{name_of(url)} can be read and written, and is up to date.")


def _of_another(url: URL, found: str | None) -> Finding:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(script_config())
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        return broken(f"{name_of(url)} was made by a newer briscola-bot.", "Update the program.")
    if is_sqlite(url):
        return noted(f"{name_of(url)} is not up to date.", "It is brought up to date at the next start.")
    return broken(f"{name_of(url)} is not up to date.", "Run: briscola-bot migrate.")
