"""The command line as a person or a script meets it: another process, its output and its exit code."""

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import version
from io import StringIO
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.game import Deal, Rules, cards

ROOT = Path(__file__).parent.parent
SEED = "00" * 32
COMMITMENT = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
DECK = (
    "Ac Qb Ab 6b Qs 3d 3s 3b 6s Jd Ad 4c 7c 2s 5d Jc 4b As 4s Qd "
    "7b Qc 7d 5b Kb 6c 4d Kc 6d 2d 5s Kd 3c 5c 2c 2b 7s Jb Ks Js"
)


def briscola(*arguments: str, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, with these variables and none of the tester's settings."""
    settings = ("DISCORD_TOKEN", "TELEGRAM_TOKEN", "TELEGRAM_API_BASE", "DATABASE_URL", "LOG_LEVEL")
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in settings and not name.startswith(("WEB", "COV_"))
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "bot", *arguments],
        check=False,
        input=text,
        capture_output=True,
        cwd=ROOT,
        env=inherited | environment,
        timeout=60,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def briscola_here(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program in this process, which is quicker, and return what it said as if it had been another."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as errors:
        try:
            code = main(arguments)
        except SystemExit as done:
            code = int(done.code or 0)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), errors.getvalue())


def shuffle(**changed: str) -> subprocess.CompletedProcess[str]:
    options = {"seed": SEED, "table": "t1", "deal": "1", "players": "p1,p2"} | changed
    return briscola_here("shuffle", *(f"--{name}={value}" for name, value in options.items()))


def game(**changed: object) -> bytes:
    """Return a game without moves: an unfinished one, which is a good line with a well-known answer."""
    line = {
        "rules": {"preset": "briscola", "players": 2},
        "deck": DECK.split(),
        "leader": 0,
        "moves": [],
    } | changed
    return json.dumps(line).encode() + b"\n"


def finished_game() -> bytes:
    """Return a whole game in which each seat always plays the card it has held longest."""
    deal = Deal.begin(Rules.preset("briscola", players=2), cards(DECK), leader=0)
    moves: list[str] = []
    while (seat := deal.turn) is not None:
        move = deal.legal_moves(seat)[0]
        moves.append(str(move))
        deal = deal.play(seat, move)
    return game(moves=moves)


def said_in_one_line(done: subprocess.CompletedProcess[str]) -> bool:
    return not done.stdout and done.stderr.count("\n") == 1 and done.stderr.startswith("briscola-bot: ")


def test_the_version_is_the_packages() -> None:
    done = briscola("--version")
    assert (done.returncode, done.stdout) == (0, f"briscola-bot {version('briscola-bot')}\n")


def test_help_names_every_command_there_is_and_none_that_is_not() -> None:
    done = briscola("--help")
    assert done.returncode == 0
    for command in (
        "run",
        "replay",
        "verify",
        "shuffle",
        "simulate",
        "migrate",
        "doctor",
        "telegram",
        "discord",
    ):
        assert f"\n    {command} " in done.stdout
        more = briscola_here(command, "--help")
        assert more.returncode == 0
        assert "%%" not in more.stdout
    for later in ("backup", "move-to", "tables"):
        assert later not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("frobnicate",),
        ("run", "now"),
        ("--verbose",),
        ("--vers",),
        ("replay",),
        ("replay", "a", "b"),
        ("verify",),
        ("verify", "a", "b"),
        ("shuffle",),
        ("shuffle", "--seed", "12"),
        ("shuffle", "--seed", "two\nlines"),
    ],
)
def test_wrong_usage_is_said_in_one_line(arguments: tuple[str, ...]) -> None:
    done = briscola_here(*arguments)
    assert done.returncode == 2
    assert said_in_one_line(done)


def test_wrong_usage_ends_the_process_with_2() -> None:
    done = briscola("frobnicate")
    assert done.returncode == 2
    assert said_in_one_line(done)


def test_shuffle_prints_the_commitment_and_the_deck() -> None:
    done = shuffle()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{COMMITMENT}\n{DECK}\n"


def test_shuffle_leaves_out_the_cards_removed() -> None:
    deck = shuffle(removed="2c,2d").stdout.splitlines()[1].split()
    assert len(deck) == 38
    assert not {"2c", "2d"} & set(deck)


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": SEED[:-2]},
        {"seed": SEED[:-1] + " "},
        {"seed": "g" * 64},
        {"deal": "0"},
        {"deal": "-1"},
        {"deal": "one"},
        {"deal": "9" * 5000},
        {"players": "p1,,p2"},
        {"players": ""},
        {"table": ""},
        {"table": "a|b"},
        {"removed": "9x"},
        {"removed": "2c,2c"},
    ],
)
def test_a_shuffle_that_cannot_be_is_said_in_one_line(changed: dict[str, str]) -> None:
    done = shuffle(**changed)
    assert done.returncode == 2
    assert said_in_one_line(done)


def test_a_deal_that_is_too_late_is_told_the_limit() -> None:
    assert shuffle(deal="9" * 18).returncode == 0
    assert "at most 18 digits" in shuffle(deal="9" * 19).stderr
    assert "counted from 1" in shuffle(deal="0").stderr


def test_replay_answers_a_whole_game_and_exits_with_0(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    games.write_bytes(finished_game() * 2)
    done = briscola("replay", str(games))
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first == second
    assert sum(first["points"]) == 120


def test_replay_reads_standard_input_and_a_bad_line_never_stops_the_next() -> None:
    done = briscola("replay", "-", text=b"no json\n" + finished_game() + b'{"deck": "\xff\xfe"}\n' + game())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [True, False, True, True]
    assert [answer["at"] for answer in answers if "error" in answer] == [None, None, 0]
    assert (done.returncode, done.stderr) == (1, "")


def test_bytes_that_are_no_utf_8_make_a_bad_line_and_do_not_stop_the_next() -> None:
    done = briscola("replay", "-", text=b'{"id": "caf\xe9", ' + finished_game()[1:] + finished_game())
    bad, good = map(json.loads, done.stdout.splitlines())
    assert (bad["at"], "UTF-8" in bad["error"], "points" in good) == (None, True, True)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_byte_order_mark_and_windows_line_ends_are_no_error() -> None:
    done = briscola("replay", "-", text=b"\xef\xbb\xbf" + finished_game().replace(b"\n", b"\r\n") * 2)
    assert (done.returncode, done.stdout.count("\n")) == (0, 2)


def test_replay_answers_each_line_as_it_comes() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as replay:
        assert replay.stdin is not None
        assert replay.stdout is not None
        for _ in range(2):
            replay.stdin.write(game())
            replay.stdin.flush()
            assert json.loads(replay.stdout.readline())["at"] == 0
        replay.stdin.close()
    assert replay.returncode == 1


def test_ctrl_c_stops_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as replay:
        assert replay.stdin is not None
        assert replay.stdout is not None
        assert replay.stderr is not None
        replay.stdin.write(game())
        replay.stdin.flush()
        replay.stdout.readline()
        replay.send_signal(signal.SIGINT)
        assert replay.stderr.read() == b""
    assert replay.returncode == 130


INTERRUPTED_WHILE = """
import os, signal, sys
import bot.__main__ as command_line

def interrupted(*_):
    os.kill(os.getpid(), signal.Signals[sys.argv[2]])
    raise RuntimeError("still here")

setattr(command_line, sys.argv[1], interrupted)
sys.exit(command_line.main([]))
"""
"""A process that gets a signal when it calls that function."""


@pytest.mark.parametrize(
    ("function", "name", "code"),
    [("_settings", "SIGTERM", 0), ("_settings", "SIGINT", 0), ("_parser", "SIGINT", 130)],
)
def test_a_signal_before_anything_is_served_stops_without_a_word(function: str, name: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE, function, name],
        check=False,
        capture_output=True,
        cwd=ROOT,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "missing\udcff.jsonl", "/proc/self/mem"])
def test_a_file_that_cannot_be_read_is_said_in_one_line(name: str) -> None:
    done = briscola_here("replay", name)
    assert done.returncode == 2
    assert said_in_one_line(done)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bot", "replay", "-"],
            check=False,
            input=game(),
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"cannot write" in done.stderr


def test_a_reader_that_leaves_is_no_reason_to_complain(tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    games.write_bytes(game() * 2000)
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", str(games)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as replay:
        assert replay.stdout is not None
        assert replay.stderr is not None
        replay.stdout.readline()
        replay.stdout.close()
        assert replay.stderr.read() == b""
    assert replay.returncode == 141


@pytest.mark.parametrize("command", ["run", "migrate"])
@pytest.mark.parametrize(
    "url", ["mysql://root:hunter22@host/db", "postgresql://root:hunter22@host:notaport/db", "sqlite:///"]
)
def test_a_wrong_setting_ends_with_one_sentence_and_no_secret(command: str, url: str) -> None:
    done = briscola(command, DATABASE_URL=url)
    assert done.returncode == 2
    assert said_in_one_line(done)
    assert "DATABASE_URL" in done.stderr
    assert "hunter22" not in done.stderr


def test_migrate_makes_a_database_and_finds_it_up_to_date(sqlite_url: str) -> None:
    for _ in range(2):
        done = briscola("migrate", DATABASE_URL=sqlite_url)
        said = f"The SQLite file {sqlite_url.removeprefix('sqlite:///')} is up to date.\n"
        assert (done.returncode, done.stdout) == (0, said)


def test_migrate_says_which_database_it_cannot_reach() -> None:
    done = briscola("migrate", DATABASE_URL="postgresql://me:hunter22@127.0.0.1:1/none")
    assert done.returncode == 2
    assert said_in_one_line(done)
    assert "DATABASE_URL" in done.stderr
    assert "hunter22" not in done.stderr
