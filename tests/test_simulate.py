"""Computers against each other: mirrored, repeatable, and said in figures."""

import json

import pytest

from bot.__main__ import main
from bot.game import Rules
from bot.simulate import planned, simulated

KEYS = [
    *("seats", "games", "wins", "draws", "losses"),
    *("score", "score_ci", "margin", "margin_ci", "ms_per_move"),
]


def figures(text: str) -> dict[str, float]:
    answer: dict[str, float] = json.loads(text.splitlines()[-1])
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
