"""What many tests share: databases to write into and a browser to look through."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from postgres_for_tests import (
    NoPostgresError,
    PostgresServer,
    close_shared_folder,
    find_server,
    open_shared_folder,
)

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def pytest_configure(config: pytest.Config) -> None:
    """Open the shared folder once for a run, in the process that the workers come from."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
        signal.signal(signal.SIGINT, signal.default_int_handler)  # or no program of a test could be stopped
    if not hasattr(config, "workerinput"):
        open_shared_folder()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what the run started, after the last worker has gone."""
    if not hasattr(config, "workerinput"):
        close_shared_folder()


def do_without(reason: str) -> NoReturn:
    """Skip this test for ``reason``; on CI, where everything should be there, fail it."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI must not skip this: {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def postgres_server() -> PostgresServer:
    """A real PostgreSQL, one for the whole run; ``new_database()`` gives an empty database's URL."""
    try:
        return find_server()
    except NoPostgresError as why:
        do_without(str(why))


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of an empty PostgreSQL database that lives as long as the test."""
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'briscola.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, once of each kind that we promise to work on."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium that Playwright can start."""
    for name in CHROMIUM_NAMES:
        if path := shutil.which(name):
            return path
    do_without("no Chromium: install the package chromium")
