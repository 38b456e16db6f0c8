"""An exported match is checked against its own seed, and whatever is changed in it is found."""

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from deals_for_tests import GAMES, name_of
from tables_for_tests import ANNA, BRUNO, CARLA, Told, after, fresh, table_of, thought
from test_command_line import briscola, briscola_here, said_in_one_line

from bot.game import Bid, Move, Pass, Rules, Sign
from bot.game.record import replay_game
from bot.table import Over, Table
from bot.table.history import digest, exported
from bot.table.verify import UnreadableError, verified

File = dict[str, Any]

HOUSES = (
    *GAMES,
    Rules.preset("briscola", players=2, match={"points": 200}, tie="replay"),
    Rules.preset("brisca", players=4, match={"wins": 2}, signs="partner", exchange_window="free"),
    Rules.preset("chiamata", players=5, match={"deals": 5}, blind_first_trick="on"),
)


def at_random(seed: int) -> Callable[[Table], Move]:
    """Any legal move; of an auction rather one that brings it to its end."""
    random = Random(seed)

    def pick(table: Table) -> Move:
        assert table.turn is not None
        view = table.seat_view(table.turn)
        assert view is not None
        moves = view.legal_moves
        if isinstance(moves[0], Bid | Pass) and random.random() < 0.6:
            return moves[-1] if random.random() < 0.8 else moves[0]
        return random.choice(moves)

    return pick


def match_of(rules: Rules, seed: int = 1, moves: int = 5000) -> Told:
    return Told(table_of(rules, bytes([seed] * 32))).sits().plays(moves, at_random(seed))


def file_of(told: Told) -> File:
    """The match as a file, read back."""
    file: File = json.loads(json.dumps(exported(told.began, told.journal)))
    return file


def sentences(file: File) -> list[str]:
    """What is said of a file, all of which agrees."""
    verdicts = verified(json.dumps(file))
    assert all(one.agrees for one in verdicts), verdicts[-1].sentence
    return [one.sentence for one in verdicts]


def complaint(file: File) -> str:
    """What is said of a file in which something does not agree."""
    *others, last = verified(json.dumps(file))
    assert all(one.agrees for one in others)
    assert not last.agrees, last.sentence
    assert "\n" not in last.sentence
    return last.sentence


def forged(file: File) -> File:
    """The file with its digest made anew, as a careful forger would."""
    return {**file, "sha256": digest(file)}


# -- what agrees ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_an_exported_match_of_every_game_agrees(rules: Rules) -> None:
    told = match_of(rules)
    assert isinstance(told.table.phase, Over)
    file = file_of(told)
    said = sentences(file)
    assert len(said) == len(file["deals"]) + 2
    cards = len(rules.cards)
    for number, (deal, line) in enumerate(zip(file["deals"], said[1:-1], strict=True), 1):
        came = "120 points agree" if deal["tricks"] else "all five passed"
        assert line == f"deal {number}: the deck is the one of the seed, {cards} cards; {came}"


@pytest.mark.parametrize("rules", HOUSES, ids=name_of)
def test_each_deal_of_the_file_is_a_line_for_replay(rules: Rules) -> None:
    for deal in file_of(match_of(rules, seed=2))["deals"]:
        answer = replay_game(deal)
        assert "error" not in answer
        assert {key: deal[key] for key in answer} == answer


def test_signs_made_out_of_turn_name_their_seat() -> None:
    told = Told(table_of(Rules.preset("brisca", players=4))).sits().plays(4, thought)
    assert told.table.turn is not None
    other = (told.table.turn + 1) % 4
    told.say(told.table.keys[other], "d1t2 sign ace")
    told.say(told.table.keys[told.table.turn], "d1t2 sign nothing")
    told.plays(1000, thought)
    file = file_of(told)
    assert f"sign ace {other}" in file["deals"][0]["moves"]
    assert "sign nothing" in file["deals"][0]["moves"]
    sentences(file)


def test_moves_of_the_clock_and_the_computer_are_moves_like_all_others() -> None:
    told = Told(fresh(clock=15)).sits(1)
    told.say("clock", f"d1t1 timeup 0 {thought(told.table)}")
    told.plays(1000, thought)
    file = file_of(told)
    assert file["deals"][0]["players"] == [ANNA, "cpu:normal"]
    assert len(file["deals"][0]["moves"]) == 40
    sentences(file)


def test_a_file_names_nobody_and_holds_only_its_own_seed() -> None:
    file = file_of(match_of(Rules.preset("briscola", players=2)))
    assert set(file) == {
        "format", "format_version", "table", "rules", "rules_version", "commitment", "seed", "dealer", "deals",
        "left", "ending", "score", "winners", "sha256",
    }  # fmt: skip
    assert file["seed"] == "01" * 32


def test_whoever_left_is_in_the_file_and_the_computer_from_the_next_deal_on() -> None:
    rules = Rules.preset("briscola", players=3, match={"wins": 2})
    told = Told(table_of(rules)).sits().plays(5)
    told.say(CARLA, "leave")
    told.plays()
    file = file_of(told)
    assert file["left"] == [{"seat": 2, "player": CARLA, "deal": 1}]
    assert [deal["players"][2] for deal in file["deals"]] == [CARLA] + ["cpu:normal"] * (
        len(file["deals"]) - 1
    )
    assert len(file["deals"]) > 1
    sentences(file)


@pytest.mark.parametrize(("who", "winners"), [(ANNA, [1]), (BRUNO, [0])])
def test_a_match_given_up_ends_with_an_unfinished_deal(who: str, winners: list[int]) -> None:
    told = Told(fresh(match={"wins": 5})).sits().plays(47)
    told.say(who, "resign")
    told.say("clock", "lapse")
    file = file_of(told)
    assert [deal["finished"] for deal in file["deals"]] == [True, False]
    assert file["ending"] == "resigned"
    assert file["winners"] == winners
    assert len(file["left"]) == 1
    assert sentences(file)[-2].endswith("it was not played to its end")
    assert replay_game(file["deals"][1])["error"] == "the game is not finished"


def test_an_auction_may_be_what_a_match_ends_in() -> None:
    told = Told(table_of(Rules.preset("chiamata", players=5))).sits().plays(3)
    told.say(ANNA, "end")
    file = file_of(told)
    assert (file["ending"], file["winners"], file["deals"][0]["finished"]) == ("stopped", [], False)
    sentences(file)


def test_only_a_match_that_is_over_is_exported() -> None:
    playing = Told(fresh()).sits()
    for told in (Told(fresh()), playing):
        with pytest.raises(ValueError, match="only a match that is over"):
            exported(told.began, told.journal)
    lapsed = Told(fresh())
    lapsed.say(ANNA, "sit 0")
    lapsed.say("clock", "lapse")
    with pytest.raises(ValueError, match="only a match that is over"):
        exported(lapsed.began, lapsed.journal)
    with pytest.raises(ValueError, match="the journal is broken"):
        exported(playing.began, [*playing.journal, (ANNA, "start")])
    assert after(playing.began, *playing.journal) == playing.table


# -- what does not --------------------------------------------------------------------------------


def two() -> File:
    return file_of(match_of(Rules.preset("briscola", players=2, match={"wins": 2})))


def chiamata() -> File:
    return file_of(match_of(Rules.preset("chiamata", players=5, match={"deals": 5}), seed=3))


def three_with_a_leaver() -> File:
    told = Told(table_of(Rules.preset("brisca", players=3, match={"wins": 2}, tie="draw"))).sits().plays(7)
    told.say(BRUNO, "leave")
    return file_of(told.plays())


KINDS = {"two": two, "three": three_with_a_leaver, "chiamata": chiamata}


@cache
def kept(name: str) -> File:
    """A file that no test may change."""
    return KINDS[name]()


Path_ = tuple[str | int, ...]


def paths(value: object, where: Path_ = ()) -> Iterator[Path_]:
    """Where every single value of a file stands."""
    if isinstance(value, dict):
        for key, part in cast("File", value).items():
            yield from paths(part, (*where, key))
    elif isinstance(value, list) and value:
        for place, part in enumerate(cast("list[object]", value)):
            yield from paths(part, (*where, place))
    else:
        yield where


def value_at(file: File, where: Sequence[str | int]) -> Any:
    value: Any = file
    for key in where:
        value = value[key]
    return value


def changed(file: File, where: Path_, value: object) -> File:
    new = copy.deepcopy(file)
    value_at(new, where[:-1])[where[-1]] = value
    return new


def another(value: object, random: Random) -> object:
    """Some other value that could stand there."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice((-1, 1))
        case None:
            return 0
        case list():
            return [0]
        case _:
            return {"Ad": "2c"}.get(str(value), "Ad") if len(str(value)) == 2 else f"{value}x"


def some_paths(file: File, seed: int) -> Iterator[Path_]:
    """One place of every kind that there is in a file."""
    random = Random(seed)
    by_kind: dict[tuple[str, ...], list[Path_]] = {}
    for where in paths(file):
        by_kind.setdefault(tuple(key for key in where if isinstance(key, str)), []).append(where)
    for places in by_kind.values():
        yield random.choice(places)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", KINDS)
def test_whatever_is_changed_in_a_file_is_found(name: str, seed: int) -> None:
    file, random = kept(name), Random(seed)
    for where in some_paths(file, seed):
        other = changed(file, where, another(value_at(file, where), random))
        if where[0] not in ("format", "format_version"):
            assert complaint(other), where


@pytest.mark.parametrize("name", KINDS)
def test_whatever_is_missing_in_a_file_is_found(name: str) -> None:
    for where in some_paths(kept(name), 3):
        other = copy.deepcopy(kept(name))
        del value_at(other, where[:-1])[where[-1]]
        if where[0] not in ("format", "format_version"):
            assert complaint(other), where


def cards_swapped(file: File) -> File:
    deck = file["deals"][1]["deck"]
    return changed(file, ("deals", 1, "deck"), [deck[1], deck[0], *deck[2:]])


def a_player_renamed(file: File) -> File:
    return changed(file, ("deals", 0, "players", 0), "pZora")


def renamed_everywhere(file: File) -> File:
    return json.loads(json.dumps(file).replace(ANNA, "pZora"))  # type: ignore[no-any-return]  # a file again


def moves_swapped(file: File) -> File:
    moves = file["deals"][0]["moves"]
    return changed(file, ("deals", 0, "moves"), [moves[1], moves[0], *moves[2:]])


def deals_swapped(file: File) -> File:
    first, second, *rest = file["deals"]
    return {**file, "deals": [second, first, *rest]}


FORGERIES: dict[str, tuple[Callable[[File], File], str]] = {
    "seed": (lambda file: {**file, "seed": "11" * 32}, "seed: it is not the one of the commitment"),
    "seed and commitment": (
        lambda file: {**file, "seed": "00" * 32, "commitment": Told(fresh()).table.commitment},
        "deal 1: the deck is not the one of the seed: 'deck' has",
    ),
    "seed that is none": (lambda file: {**file, "seed": "1"}, "seed: 'seed' is 64 hexadecimal digits"),
    "short seed": (lambda file: {**file, "seed": "11"}, "seed: 'seed' is 64 hexadecimal digits"),
    "table": (lambda file: {**file, "table": "k7d2m9qxac"}, "deal 1: the deck is not the one of the seed: 'deck' has"),
    "table that is none": (lambda file: {**file, "table": "a|b"}, "deal 1: a table id or player key is some text"),
    "dealer": (lambda file: {**file, "dealer": 0}, "deal 1: 'dealer' is 1, and should be 0"),
    "dealer that is none": (lambda file: {**file, "dealer": 5}, "the match: there is no seat"),
    "rules": (lambda file: {**file, "rules": {"preset": "bridge", "players": 2}}, "the match: there is no game"),
    "rules of a deal": (
        lambda file: changed(file, ("deals", 0, "rules"), {"preset": "aperta", "players": 2}),
        "deal 1: 'rules' is",
    ),
    "version": (lambda file: {**file, "rules_version": 2}, "the match: version 2 of the rules is not known here"),
    "card swapped": (cards_swapped, "deal 2: the deck is not the one of the seed: 'deck' has"),
    "leader": (lambda file: changed(file, ("deals", 0, "leader"), 1), "deal 1: 'leader' is 1, and should be 0"),
    "number": (lambda file: changed(file, ("deals", 1, "number"), 3), "deal 2: 'number' is 3, and should be 2"),
    "player": (a_player_renamed, "deal 1: the deck is not the one of the seed: 'deck' has"),
    "player everywhere": (renamed_everywhere, "deal 1: the deck is not the one of the seed: 'deck' has"),
    "player of the second deal": (
        lambda file: changed(file, ("deals", 1, "players", 0), "pZora"),
        'deal 2: in seat 0 is "pZora", and was "pAnna"',
    ),
    "player missing": (lambda file: changed(file, ("deals", 0, "players"), [ANNA]), "deal 1: 1 players are named"),
    "moves swapped": (moves_swapped, "deal 1, move 1: "),
    "move that is none": (lambda file: changed(file, ("deals", 0, "moves", 3), "sing"), "deal 1, move 4: 'sing' is no"),
    "one move more": (
        lambda file: changed(file, ("deals", 0, "moves"), [*file["deals"][0]["moves"], "play Ad"]),
        "deal 1, move 41: 'play Ad': the deal is over",
    ),
    "last move missing": (
        lambda file: changed(file, ("deals", 0, "moves"), file["deals"][0]["moves"][:-1]),
        "deal 1: 'finished' is true, and should be false",
    ),
    "points": (lambda file: changed(file, ("deals", 0, "points"), [0, 120]), "deal 1: 'points' has 0 in place 1"),
    "points of one more": (
        lambda file: changed(file, ("deals", 0, "points"), [*file["deals"][0]["points"], 0]),
        "deal 1: 'points' has 3 in it, and should have 2",
    ),
    "total": (lambda file: changed(file, ("deals", 0, "total"), [2, 0]), "deal 1: 'total' has"),
    "score": (lambda file: {**file, "score": [9, 9]}, "the match: 'score' has 9 in place 1"),
    "winners": (lambda file: {**file, "winners": [0, 1]}, "the match: 'winners' has"),
    "ending": (lambda file: {**file, "ending": "stopped"}, "the match: 'ending' is \"stopped\", and it has come"),
    "deals swapped": (deals_swapped, "deal 1: 'number' is 2"),
    "last deal missing": (
        lambda file: {**file, "deals": file["deals"][:-1]},
        "the match: 'ending' is \"played\", and it has not come",
    ),
    "one deal more": (
        lambda file: {**file, "deals": [*file["deals"], file["deals"][0]]},
        "no deal is due: a deal is being played, or the match is over",
    ),
    "no deals": (lambda file: {**file, "deals": []}, "the match: no deal is told"),
    "somebody left": (
        lambda file: {**file, "left": [{"seat": 0, "player": ANNA, "deal": 1}]},
        'deal 2: seat 0 was left, and no computer has it but "pAnna"',
    ),
    "somebody else left": (
        lambda file: {**file, "left": [{"seat": 0, "player": BRUNO, "deal": len(file["deals"])}]},
        'the match: "pBruno" has left seat 0',
    ),
    "somebody left later": (
        lambda file: {**file, "left": [{"seat": 0, "player": ANNA, "deal": 99}]},
        'the match: "pAnna" has left seat 0 in deal 99, and was not there',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_careful_forgery_is_found_too(name: str) -> None:
    forge, sentence = FORGERIES[name]
    assert sentence in complaint(forged(forge(kept("two"))))


def test_a_sign_that_was_another_is_damage_that_the_digest_tells() -> None:
    told = Told(table_of(Rules.preset("brisca", players=4))).sits()
    file = file_of(
        told.plays(
            1000, lambda table: next((m for m in moves_of(table) if isinstance(m, Sign)), thought(table))
        )
    )
    at = next(at for at, move in enumerate(file["deals"][0]["moves"]) if move.startswith("sign"))
    other = changed(file, ("deals", 0, "moves", at), "sign three")
    assert "the match: something in the file was changed: 'sha256' is" in complaint(other)


def moves_of(table: Table) -> Sequence[Move]:
    assert table.turn is not None
    view = table.seat_view(table.turn)
    assert view is not None
    return view.legal_moves


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ('{"format": 1, "format": 2}', "this is no JSON"),
        ("[]", "this is no match file"),
        ('{"rules": {}}', "this is no match file"),
        ('{"format": "briscola-bot match"}', "of version 1, not null"),
        ('{"format": "briscola-bot match", "format_version": 2}', "of version 1, not 2"),
        ('{"format": "\udc80"}', "this is no UTF-8"),
    ],
)  # fmt: skip
def test_what_is_no_match_file_is_not_judged(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableError, match=sentence):
        verified(text)


@pytest.mark.parametrize("key", ["commitment", "table", "rules", "dealer", "deals", "left", "ending"])
@pytest.mark.parametrize("value", [None, True, 1.5, [1], {"a": 1}])
def test_a_value_of_another_kind_is_found(key: str, value: object) -> None:
    assert complaint(forged({**kept("two"), key: value}))


# -- the command ----------------------------------------------------------------------------------


def written(tmp_path: Path, file: File) -> str:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(file), "utf-8")
    return str(path)


def test_the_command_says_one_line_for_each_part(tmp_path: Path) -> None:
    file = kept("two")
    done = briscola_here("verify", written(tmp_path, file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == sentences(file)


def test_the_command_ends_with_the_first_disagreement(tmp_path: Path) -> None:
    done = briscola_here("verify", written(tmp_path, cards_swapped(kept("two"))))
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert lines[-1].startswith("deal 2: the deck is not the one of the seed: 'deck' has")


def test_the_command_reads_standard_input() -> None:
    done = briscola("verify", "-", text=json.dumps(kept("chiamata")).encode())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("seed: ")


@pytest.mark.parametrize(
    "text", ["", "nothing", "{}", '{"format": "briscola-bot match", "format_version": 0}']
)
def test_an_unreadable_file_is_said_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "no-match.json"
    path.write_text(text, "utf-8")
    done = briscola_here("verify", str(path))
    assert done.returncode == 2
    assert said_in_one_line(done)


def test_bytes_that_are_no_text_and_files_that_are_not_there_are_said_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe{}")
    for name in (str(path), str(tmp_path), str(tmp_path / "nowhere.json")):
        done = briscola_here("verify", name)
        assert done.returncode == 2
        assert said_in_one_line(done)
