"""The pages about rules and formats say what is so."""

import json
import re
from pathlib import Path

import pytest

from bot.game import DECK, Rules, cards, commitment, shuffle
from bot.game.record import replay_game

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
LINKS = re.findall(r"\[`(test_\w+)`\]\(\.\./(tests/test_\w+\.py)\)", RULES)
EXAMPLES = re.findall(r"```json\n(.*?)\n```", FORMATS, re.DOTALL)


@pytest.mark.parametrize(("name", "file"), LINKS)
def test_every_rule_is_held_by_a_test_that_exists(name: str, file: str) -> None:
    assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_no_rule_goes_without_its_test() -> None:
    rules = [line for line in RULES.splitlines() if line.startswith("* ")]
    assert len(rules) == len(LINKS) - 1 > 30
    assert all(".py)" in rule for rule in rules)


def test_the_rules_shown_as_an_example_can_be_played() -> None:
    example = json.loads(EXAMPLES[0])
    assert Rules.from_json(example).to_json() == example


def test_the_game_shown_as_an_example_comes_out_as_shown() -> None:
    answer = json.dumps(replay_game(json.loads(EXAMPLES[1])))
    (shown,) = re.findall(r"```\n(\{.*\})\n```", FORMATS)
    start, end = shown.split("…")
    assert answer.startswith(start)
    assert answer.endswith(end[1:])


def test_the_error_shown_as_an_example_is_the_one_given() -> None:
    game, error = map(json.loads, EXAMPLES[1:3])
    game["moves"][error["at"]] = "play 3c"
    assert replay_game(game) == error


def test_the_deck_shown_as_an_example_is_the_one_dealt() -> None:
    promise, deck = FORMATS.split("$ briscola-bot shuffle")[1].splitlines()[1:3]
    assert commitment(bytes(32)) == promise
    assert shuffle(bytes(32), "t1", 1, ["p1", "p2"]) == cards(deck)


def test_every_card_is_in_the_table_of_points() -> None:
    table = dict(re.findall(r"^\| (`.*`) \|.*?\| (\d+) \| \|", FORMATS, re.MULTILINE))
    points = {rank: int(count) for ranks, count in table.items() for rank in re.findall(r"`(.)`", ranks)}
    assert all(card.points == points[card.rank.value] for card in DECK)
