"""The tests' own PostgreSQL leaves nothing behind, however a run ends."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from postgres_for_tests import PREFIX, NoPostgresError, _find_binaries, sweep

A_RUN = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
import postgres_for_tests as tests
tests.open_shared_folder()
folder = os.environ[tests.SHARED_FOLDER]
if sys.argv[2] == "with a server":
    os.environ.pop("TEST_POSTGRES_URL", None)
    tests.find_server()
print(folder, flush=True)
sys.stdin.read()
tests.close_shared_folder()
"""


def a_run(what: str) -> tuple[subprocess.Popen[str], Path]:
    """A run of tests, and its folder."""
    run = subprocess.Popen(
        [sys.executable, "-c", A_RUN, str(Path(__file__).parent), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    return run, Path(run.stdout.readline().strip())


def test_the_server_of_a_run_that_was_killed_is_swept_up_and_no_other() -> None:
    try:
        _find_binaries()
    except NoPostgresError as why:
        pytest.skip(str(why))
    alive, its_folder = a_run("without a server")
    dead, folder = a_run("with a server")
    address = f"host={folder} user=postgres dbname=postgres"
    psycopg.connect(address).close()
    dead.kill()
    dead.communicate()
    psycopg.connect(address).close()
    sweep(folder.parent)
    assert not folder.exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(address)
    assert its_folder.name.startswith(PREFIX)
    assert its_folder.exists()
    alive.communicate("")
    assert alive.returncode == 0
    assert not its_folder.exists()
