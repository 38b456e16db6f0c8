"""Tables of earlier releases replay to what they were: their journals are kept in `tests/data/journals/`.

`python tests/test_journals.py` writes those of `RECORDED` that are not there yet, and touches no other.
"""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from tables_for_tests import (
    ANNA,
    BRUNO,
    CARLA,
    DORA,
    Told,
    fresh,
    move_of,
    table_of,
    thought,
    timers_act,
    who_plays,
)

from bot.game import Move, Pass, Rules
from bot.service.keeper import BrokenJournalError, Keeper
from bot.service.ports import Tx
from bot.service.records import Entry, TableRow
from bot.table import (
    CLOCK,
    COMPUTER,
    Accepted,
    MakeMove,
    Over,
    Pace,
    PlayPosition,
    Table,
    TimerKind,
    decide,
    parse_act,
    results_of,
)

FOLDER = Path(__file__).parent / "data" / "journals"
FILES = sorted(FOLDER.glob("*/*.json"))

Record = Mapping[str, Any]
"""A file, read: `id`, `rules`, `version`, `seed`, `dealer`, `journal` and what is `expected` of them."""


Parts = Iterable[Any]
"""A list in a file."""


class OneJournal:
    """As much of a transaction as replaying one table asks for."""

    def __init__(self, journal: list[list[str]]) -> None:
        self._entries = [Entry(seq, actor, act, 0) for seq, (actor, act) in enumerate(journal, 1)]

    def journal(self, table: str) -> list[Entry]:
        return self._entries


def kept(path: Path) -> Record:
    return cast("Record", json.loads(path.read_text("utf-8")))


def row_of(record: Record) -> TableRow:
    """The table's row as a database holds it."""
    return TableRow(
        id=record["id"],
        chat=1,
        thread="",
        rules=json.dumps(record["rules"]),
        rules_version=record["version"],
        seed=bytes.fromhex(record["seed"]),
        computer_seed=bytes(32),
        dealer=record["dealer"],
        seq=len(record["journal"]),
        phase="over",
        since=0,
        due_at=None,
        due_kind="",
        opened_at=0,
    )


def loaded(record: Record) -> Table:
    """The table as the service makes it of row and journal."""
    keeper = Keeper(Pace(), secrets.token_bytes)
    return keeper.load(cast("Tx", OneJournal(record["journal"])), row_of(record))


def moments(record: Record) -> Iterator[tuple[Table, Table]]:
    """Every table of the journal with the one after it."""
    rules = Rules.from_json(record["rules"], version=record["version"])
    table = Table.fresh(record["id"], rules, bytes.fromhex(record["seed"]), record["dealer"])
    for actor, act in record["journal"]:
        reply = decide(table, actor, parse_act(act))
        assert isinstance(reply, Accepted), (actor, act, reply)
        yield table, reply.table
        table = reply.table


def outcome(table: Table) -> dict[str, object]:
    """What a finished table came to, in plain values."""
    over, match = table.phase, table.match
    assert isinstance(over, Over)
    return {
        "commitment": table.commitment,
        "seats": list(table.keys) if table.is_full else None,
        "host": table.host,
        "ending": over.ending.value,
        "winner": over.winner,
        "by": over.by,
        "rematch": sorted(over.rematch),
        "closed": over.closed,
        "deals": [_plain(deal) for deal in match.results] if match else [],
        "points": list(match.deal.points) if match and match.deal else None,
        "score": list(match.score) if match else None,
        "next_dealer": match.next_dealer if match else None,
        "rules": table.rules.to_json(),
        "winners": list(over.winners),
        "anew": over.anew,
        "left": [[one.seat, one.key] for one in table.leavers],
        "dealt_to": [list(keys) for keys in table.dealt_to],
    }


def results(record: Record) -> list[dict[str, object]]:
    return [_plain(one) for before, after in moments(record) for one in results_of(before, after)]


def as_told_then(told: Any, then: Any) -> Any:
    """Of what is told now all that was told `then`: later releases tell more of each table, deal and result."""
    if isinstance(then, dict):
        return {key: as_told_then(told[key], part) for key, part in cast("Record", then).items()}
    if isinstance(then, list):
        return [as_told_then(one, part) for one, part in zip(told, cast("Parts", then), strict=True)]
    return told


def _plain(value: Any) -> dict[str, object]:
    return cast("dict[str, object]", json.loads(json.dumps(asdict(value))))


# -- tests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_table_of_an_earlier_release_is_what_it_was(path: Path) -> None:
    record = kept(path)
    told, then = {"outcome": outcome(loaded(record)), "results": results(record)}, record["expected"]
    assert as_told_then(told, then) == then


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_act_of_a_journal_is_written_as_it_was(path: Path) -> None:
    for _, act in kept(path)["journal"]:
        assert str(parse_act(act)) == act


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_of_a_table_are_written_as_they_were(path: Path) -> None:
    record = kept(path)
    assert Rules.from_json(record["rules"], version=record["version"]).to_json() == record["rules"]
    assert path.parent.name == f"rules-{record['version']}"


def test_there_is_a_journal_of_every_kind() -> None:
    records = [kept(path) for path in FILES]
    assert {one["expected"]["outcome"]["ending"] for one in records} == {
        "played",
        "resigned",
        "stopped",
        "lapsed",
    }
    acts = {act.split(" ")[1 if act.startswith("d") else 0] for one in records for _, act in one["journal"]}
    assert acts >= {
        "play",
        "timeup",
        "sit",
        "leave",
        "seat",
        "start",
        "back",
        "resign",
        "end",
        "rematch",
        "lapse",
        "fill",
        "set",
        "anew",
        "exchange",
        "sign",
        "bid",
        "pass",
        "call",
    }


def test_a_journal_that_was_changed_is_not_believed() -> None:
    record = kept(FOLDER / "rules-1" / "two-people.json")
    journal: list[list[str]] = record["journal"]
    at = next(n for n, (_, act) in enumerate(journal) if " play " in act)
    swapped = [*journal[:at], journal[at + 1], journal[at], *journal[at + 2 :]]
    with pytest.raises(BrokenJournalError, match=f"entry {at + 1} is answered"):
        loaded({**record, "journal": swapped})
    with pytest.raises(BrokenJournalError, match="is answered"):
        loaded({**record, "seed": "11" * 32})
    with pytest.raises(BrokenJournalError, match="entry 1 cannot be read"):
        loaded({**record, "journal": [["pAnna", "sing"], *journal[1:]]})
    short = cast("Tx", OneJournal(journal[:-1]))
    with pytest.raises(BrokenJournalError, match="entries where"):
        Keeper(Pace(), secrets.token_bytes).load(short, replace(row_of(record), seq=len(journal)))


# -- how they came about --------------------------------------------------------------------------


def seed_of(word: str) -> bytes:
    return sha256(word.encode()).digest()


def seated(told: Told, *, opponent: str = BRUNO) -> Told:
    second = (ANNA, "seat 1 normal") if opponent == COMPUTER else (opponent, "sit 1")
    for actor, act in ((ANNA, "sit 0"), second, (ANNA, "start")):
        told.say(actor, act)
    return told


def sensibly(told: Told, cards: int = 40) -> None:
    for _ in range(cards):
        if told.table.step is None:
            return
        told.say(who_plays(told.table), MakeMove(told.table.step, thought(told.table)))


def whole_match(told: Told) -> None:
    """People play their first cards, the clock deals."""
    while not isinstance(told.table.phase, Over):
        if told.table.turn is None:
            told.say(*timers_act(told.table, TimerKind.DEAL))
        else:
            told.say(who_plays(told.table), move_of(told.table))


def two_people() -> Told:
    """A lobby in which people come, go and change seats; then a deal, some of it by places."""
    told = Told(fresh(seed_of("two people")))
    for actor, act in (
        (ANNA, "sit 1"),
        (ANNA, "seat 0 normal"),
        (ANNA, "seat 0 empty"),
        (CARLA, "sit 0"),
        (ANNA, "leave"),
        (BRUNO, "sit 1"),
        (CARLA, "leave"),
        (ANNA, "sit 0"),
        (BRUNO, "start"),
    ):
        told.say(actor, act)
    while told.table.turn is not None and told.table.step is not None:
        place = (told.table.step.trick or 0) % 3 + 1
        if not isinstance(told.say(who_plays(told.table), PlayPosition(told.table.step, place)), Accepted):
            sensibly(told, 1)
    told.say(ANNA, "rematch")
    told.say(BRUNO, "rematch")
    return told


def against_the_computer() -> Told:
    told = seated(Told(fresh(seed_of("against the computer"), clock="none")), opponent=COMPUTER)
    sensibly(told)
    told.say(ANNA, "rematch")
    return told


def match_with_a_tie() -> Told:
    """Two wins, ties dealt again: the first seed whose match has a tie."""
    for number in range(10_000):
        told = Told(fresh(seed_of(f"tie {number}"), 0, match={"wins": 2}, tie="replay"))
        whole_match(seated(told))
        if told.table.match is not None and not all(deal.counted for deal in told.table.match.results):
            told.say(CLOCK, "lapse")
            return told
    raise AssertionError


def match_to_points() -> Told:
    told = seated(Told(fresh(seed_of("points"), match={"points": 300}, show_points="always")))
    whole_match(told)
    return told


def drawn() -> Told:
    """One deal, 60 to 60."""
    for number in range(10_000):
        told = seated(Told(fresh(seed_of(f"drawn {number}"))))
        whole_match(told)
        if isinstance(told.table.phase, Over) and told.table.phase.winner is None:
            return told
    raise AssertionError


def time_is_up() -> Told:
    """Bruno is away, comes back, and gives up in the end."""
    told = seated(Told(fresh(seed_of("time"), clock=15)))
    while not told.table.computer_turn:
        if told.table.turn == 1:
            told.say(*timers_act(told.table, TimerKind.TURN))
        else:
            sensibly(told, 1)
    sensibly(told, 6)
    told.say(BRUNO, "back")
    sensibly(told, 7)
    told.say(BRUNO, "resign")
    told.say(CLOCK, "lapse")
    return told


def left() -> Told:
    told = seated(Told(fresh(seed_of("left"))))
    sensibly(told, 5)
    told.say(ANNA, "leave")
    return told


def stopped_by_the_host() -> Told:
    told = seated(Told(fresh(seed_of("stopped by the host"))))
    sensibly(told, 12)
    told.say(ANNA, "end")
    return told


def stopped_by_both() -> Told:
    told = seated(Told(fresh(seed_of("stopped by both"))))
    sensibly(told, 3)
    told.say(BRUNO, "end")
    sensibly(told, 2)
    told.say(ANNA, "end")
    return told


def stopped_by_an_admin() -> Told:
    told = seated(Told(fresh(seed_of("stopped by an admin"), match={"wins": 5})))
    whole_deal = 40
    sensibly(told, whole_deal)
    told.say(BRUNO, "deal 2")
    sensibly(told, 1)
    told.say(CARLA, "end admin")
    return told


def nobody_came() -> Told:
    told = Told(fresh(seed_of("nobody")))
    told.say(ANNA, "sit 0")
    told.say(CLOCK, "lapse")
    return told


def by_chance(word: str) -> Callable[[Table], Move]:
    """Any legal move, drawn from this word; in an auction more often a pass."""
    random = Random(word)

    def pick(table: Table) -> Move:
        assert table.turn is not None
        view = table.seat_view(table.turn)
        assert view is not None
        if Pass() in view.legal_moves and random.random() < 0.6:
            return Pass()
        return random.choice(view.legal_moves)

    return pick


def chiamata() -> Told:
    """Five deals with a blind first trick, one of them dealt again after five passes; somebody's time is up."""
    rules = Rules.preset("chiamata", players=5, match={"deals": 5}, blind_first_trick="on")
    for number in range(10_000):
        told = Told(table_of(rules, seed_of("five"))).sits()
        told.say(*timers_act(told.table, TimerKind.TURN))
        told.plays(5000, by_chance(f"chiamata {number}"))
        match = told.table.match
        if match is not None and not all(deal.counted for deal in match.results):
            told.say(CARLA, "anew")
            return told
    raise AssertionError


def exchanges_and_signs() -> Told:
    """Four in pairs, two of them computers, who exchange and make signs."""
    rules = Rules.preset("brisca", players=4, exchange_window="free", signs="partner", tie="draw")
    for number in range(10_000):
        told = Told(table_of(rules, seed_of(f"exchange {number}"))).sits(2).plays(30, by_chance("exchange"))
        told.say(BRUNO, f"d1t{told.table.deal.trick_number if told.table.deal else 0} sign nothing")
        told.plays(5000, by_chance("signs"))
        if told.table.deal is not None and told.table.deal.exchanges:
            return told
    raise AssertionError


def left_by_one_of_three() -> Told:
    """The host leaves in the first deal; the others go on to two wins."""
    rules = Rules.preset("briscola", players=3, match={"wins": 2})
    told = Told(table_of(rules, seed_of("three"))).sits().plays(10, by_chance("three"))
    told.say(ANNA, "leave")
    return told.plays(5000, by_chance("two of them"))


def left_by_everybody() -> Told:
    """Four; one is away and loses the seat, one resigns, and at last two leave."""
    told = Told(table_of(Rules.preset("bisca", players=4, clock=15), seed_of("four"))).sits().plays(2)
    while not told.table.computer_turn:
        if told.table.turn == 2:
            told.say(*timers_act(told.table, TimerKind.TURN))
        else:
            told.plays(1)
    for actor, act in (
        (ANNA, "seat 2 normal"),
        (BRUNO, "resign"),
        (ANNA, "leave"),
        (DORA, "leave"),
    ):
        told.say(actor, act)
    return told


def rules_set_in_the_lobby() -> Told:
    """From two to six and back to three, with people moving up; then a deal."""
    told = Told(fresh(seed_of("lobby")))
    for actor, act in (
        (ANNA, "sit 0"),
        (ANNA, "set players 6"),
        (BRUNO, "sit 5"),
        (ANNA, "set preset brisca"),
        (ANNA, "set signs off"),
        (ANNA, "set match wins2"),
        (ANNA, "set players 3"),
        (ANNA, "fill normal"),
        (ANNA, "set tie draw"),
        (ANNA, "set match wins1"),
        (ANNA, "start"),
    ):
        assert isinstance(told.say(actor, act), Accepted)
    return told.plays(5000, by_chance("lobby"))


def dealt_anew() -> Told:
    """Somebody alone with three computers abandons two deals, makes them play harder, and wins or loses."""
    rules = Rules.preset("briscola", players=4, match={"wins": 2})
    told = Told(table_of(rules, seed_of("anew"))).sits(1).plays(9, by_chance("anew"))
    for act in ("abandon d1", "abandon d2 hard"):
        assert isinstance(told.say(ANNA, act), Accepted)
    told.plays(50, by_chance("harder"))
    assert isinstance(told.say(ANNA, "abandon d4 easy"), Accepted)
    return told.plays(5000, by_chance("easier"))


def watched() -> Told:
    """Computers of two levels play alone, and again."""
    told = Told(table_of(Rules.preset("brisca", players=4, signs="off"), seed_of("watched")))
    for act in ("watch normal", "seat 2 hard", "start"):
        assert isinstance(told.say(ANNA, act), Accepted)
    told.plays(5000, by_chance("watched"))
    told.say(ANNA, "rematch")
    return told


def left_to_a_strong_computer() -> Told:
    """One of four leaves, and one resigns, to computers of other levels; the deck of the next deal follows."""
    rules = Rules.preset("briscola", players=4, match={"wins": 2})
    told = Told(table_of(rules, seed_of("strong"))).sits().plays(9, by_chance("strong"))
    for actor, act in ((BRUNO, "leave hard"), (CARLA, "resign easy")):
        assert isinstance(told.say(actor, act), Accepted)
    return told.plays(5000, by_chance("stronger"))


RECORDED: Mapping[str, Callable[[], Told]] = {
    "two-people": two_people,
    "against-the-computer": against_the_computer,
    "match-with-a-tie": match_with_a_tie,
    "match-to-points": match_to_points,
    "drawn": drawn,
    "time-is-up": time_is_up,
    "left": left,
    "stopped-by-the-host": stopped_by_the_host,
    "stopped-by-both": stopped_by_both,
    "stopped-by-an-admin": stopped_by_an_admin,
    "nobody-came": nobody_came,
    "chiamata": chiamata,
    "exchanges-and-signs": exchanges_and_signs,
    "left-by-one-of-three": left_by_one_of_three,
    "left-by-everybody": left_by_everybody,
    "rules-set-in-the-lobby": rules_set_in_the_lobby,
    "dealt-anew": dealt_anew,
    "watched": watched,
    "left-to-a-strong-computer": left_to_a_strong_computer,
}


def record_of(told: Told) -> dict[str, object]:
    table = told.began
    record: dict[str, object] = {
        "id": table.id,
        "rules": table.rules.to_json(),
        "version": table.rules.version,
        "seed": table.seed.hex(),
        "dealer": table.dealer,
        "journal": [list(entry) for entry in told.journal],
    }
    return record | {"expected": {"outcome": outcome(told.table), "results": results(record)}}


def written(record: Mapping[str, object]) -> str:
    """The record as JSON with one act a line."""
    journal = cast("list[list[str]]", record["journal"])
    acts = ",\n".join(f"    {json.dumps(entry)}" for entry in journal)
    whole = json.dumps({**record, "journal": "ACTS"}, indent=2)
    return whole.replace('"ACTS"', f"[\n{acts}\n  ]") + "\n"


if __name__ == "__main__":
    for name, play in RECORDED.items():
        told = play()
        file = FOLDER / f"rules-{told.table.rules.version}" / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_text(written(record_of(told)), "utf-8")
