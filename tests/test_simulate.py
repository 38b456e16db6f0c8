"""Computers against each other: mirrored, repeatable, and said in figures."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.game import Preset, Rules
from bot.game.presets import players_of
from bot.simulate import planned, simulated

ROOT = Path(__file__).parent.parent
KEYS = [
    *("seats", "games", "wins", "draws", "losses"),
    *("score", "score_ci", "margin", "margin_ci", "ms_per_move"),
]


def figures(text: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(text.splitlines()[-1])
    return answer


def test_the_last_line_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["simulate", "--seats", "normal,random", "--deals", "30", "--processes", "1", "--json"])
    told = capsys.readouterr()
    answer = figures(told.out)
    assert code == 0
    assert list(answer) == KEYS
    assert answer["games"] == 60 == answer["wins"] + answer["draws"] + answer["losses"]
    assert answer["score"] == pytest.approx(100 * (answer["wins"] + answer["draws"] / 2) / 60, abs=0.01)
    assert answer["score"] > 70
    assert "30 of 30 deals" in told.err


def test_equal_players_are_even_on_mirrored_deals() -> None:
    plan = planned(Rules.preset("briscolone", players=2), ["X", "X"], "1")
    assert plan.turns == 1
    random = planned(Rules.preset("briscola", players=2), ["X", "random"], "1")
    assert random.turns == 2


def test_the_same_seed_gives_the_same_figures() -> None:
    plan = planned(Rules.preset("briscola", players=4), ["easy", "random"], "9")
    first, again = (simulated(plan, 10, 1) for _ in range(2))
    assert {key: first[key] for key in KEYS[:-1]} == {key: again[key] for key in KEYS[:-1]}


def test_several_processes_come_to_the_same() -> None:
    plan = planned(Rules.preset("briscola", players=2), ["normal", "random"], "9")
    one, two = simulated(plan, 8, 1), simulated(plan, 8, 2)
    assert {key: one[key] for key in KEYS[:-1]} == {key: two[key] for key in KEYS[:-1]}


@pytest.mark.parametrize(
    ("players", "seats"), [(3, "X,random,random"), (5, "normal,random"), (6, "X,random")]
)
def test_every_number_of_players_can_be_sat_down(
    players: int, seats: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"simulate --players {players} --seats {seats} --deals 2 --processes 1 --json".split()
    if players % len(seats.split(",")):
        assert main(line) == 2
        assert "cannot be sat round a table of 5" in capsys.readouterr().err
    else:
        assert main(line) == 0
        turns = players if players == 3 else 2
        assert figures(capsys.readouterr().out)["games"] == 2 * turns


def simulate(capsys: pytest.CaptureFixture[str], line: str) -> dict[str, Any]:
    """What the command answers."""
    assert main(["simulate", *line.split(), "--processes", "1", "--json"]) == 0
    return figures(capsys.readouterr().out)


def test_one_name_alone_plays_against_itself(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(capsys, "--players 3 --seats X --deals 12")
    assert answer["seats"] == ["X"] * 3
    assert answer["games"] == 12


def test_one_may_play_against_many_and_sits_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(capsys, "--players 4 --seats X,random,random,random --deals 2")
    assert answer["games"] == 8
    assert answer["seats"] == ["X", "random", "random", "random"]


@pytest.mark.parametrize("game", Preset)
def test_every_game_can_be_played_by_its_name_alone(game: Preset, capsys: pytest.CaptureFixture[str]) -> None:
    answer = simulate(capsys, f"--rules {game} --seats normal --deals 2")
    assert answer["seats"] == ["normal"] * players_of(game)[0]


def test_rules_may_be_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    rules = '--rules {"preset":"briscola","players":4,"sides":"alone"} --deals 1'
    assert simulate(capsys, f"{rules} --seats normal,random,random,random")["games"] == 4
    rules = '--rules {"preset":"bisca","signs":"table"} --deals 1'
    assert simulate(capsys, f"{rules} --players 4 --seats normal,random")["seats"] == ["normal", "random"] * 2


def test_partners_win_and_lose_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Seen from the first of a mixed pair, or from the other side, the same deals come to opposite ends."""
    one = simulate(capsys, "--players 4 --seats X,random --deals 6")
    other = simulate(capsys, "--players 4 --seats random,X --deals 6")
    assert one["score"] == pytest.approx(100 - other["score"])
    assert one["margin"] == pytest.approx(-other["margin"])


def test_a_process_that_was_killed_is_told_in_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("bot.simulate.simulated", killed)
    assert main(["simulate", "--deals", "1"]) == 2
    assert (
        capsys.readouterr().err == "\nbriscola-bot: a process that played was ended, or had no memory left\n"
    )


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes can be seen on Linux alone")
def test_ctrl_c_ends_it_and_its_processes_at_once_without_a_traceback() -> None:
    line = [sys.executable, "-m", "bot", "simulate", "--deals", "100000", "--processes", "2", "--json"]
    with subprocess.Popen(
        line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        wait_for_children(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    deadline = time.monotonic() + 20
    while members(running.pid):
        assert time.monotonic() < deadline, "somebody plays on"
        time.sleep(0.02)


def wait_for_children(group: int) -> None:
    """Until the processes that play have been started, as far as can be seen here."""
    deadline = time.monotonic() + 20
    while members(group) < 4:  # itself, two that serve, and one that plays
        assert time.monotonic() < deadline, "nothing was started"
        time.sleep(0.02)


def members(group: int) -> int:
    """How many processes there are in a group."""
    stats = [path.read_text() for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    return sum(int(stat.rpartition(") ")[2].split()[2]) == group for stat in stats)


def test_among_five_the_margin_is_the_score() -> None:
    plan = planned(Rules.preset("chiamata", players=5), ["normal", *["random"] * 4], "2")
    answer = simulated(plan, 4, 1)
    assert answer["games"] == 20
    assert float(str(answer["margin"])) > 0


def test_for_people_it_says_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["simulate", "--seats", "X,random", "--deals", "2", "--processes", "1", "--rules", "bisca"]) == 0
    )
    assert "4 games:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--seats hard,grandmaster", "there is no player 'grandmaster'"),
        ("--players 7", "briscola cannot be played by 7"),
        ("--rules poker", "poker"),
        ("--deals 0", "a whole number from 1 is wanted"),
        ("--processes 0", "a whole number from 1 is wanted"),
        ("--seats ,", "there is no player ''"),
        ("--players 4 --seats hard,normal,easy", "3 names cannot be sat round a table of 4"),
        ("--rules briscolone --players 3", "briscolone cannot be played by 3"),
        ('--rules {"preset":', "the rules are no JSON object"),
        ('--rules {"players":2}', "the rules lack 'preset'"),
        ('--rules {"preset":"bisca","colour":1}', "colour"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["simulate", *arguments.split()])
    except SystemExit as end:
        code = int(str(end.code))
    told = capsys.readouterr().err
    assert code == 2
    assert sentence in told
    assert told.count("\n") == 1
