"""Where computers think: beside the event loop, in processes of their own where the search is interpreted."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from deals_for_tests import GAMES, name_of, shuffled
from house import ANNA, house
from prometheus_client import generate_latest
from structlog.testing import capture_logs

from bot.computer import Level, choose, hard
from bot.game import Deal, Rules, SeatView
from bot.service import clock, thinking
from bot.service.meters import Meters
from bot.service.thinking import Apart, Thought, think
from bot.table import Pace

ROOT = Path(__file__).parent.parent
PATIENCE = 20.0


def first_view(rules: Rules, seed: int = 1) -> SeatView:
    deal = Deal.begin(rules, shuffled(seed, rules), 0)
    assert deal.turn is not None
    return deal.seat_view(deal.turn)


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    pool = Apart()
    yield pool
    pool.shutdown()


# -- in processes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
def test_a_move_thought_of_in_another_process_is_the_same(apart: Apart, level: Level) -> None:
    for view in map(first_view, GAMES[::3]):
        assert apart.submit(choose, view, level, b"seed").result(PATIENCE) == choose(view, level, b"seed")
    view = first_view(GAMES[0])
    assert apart.submit(think, view, Level.NORMAL, b"").result(PATIENCE) == think(view, Level.NORMAL, b"")


@pytest.mark.parametrize("rules", GAMES, ids=name_of)
def test_a_view_comes_through_as_it_is(rules: Rules) -> None:
    view = first_view(rules)
    again = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own, as a pool does it
    assert again == view
    assert repr(again) == repr(view)
    assert again.hand[0] is view.hand[0], "cards are compared by what they are: there is one of each"


def test_after_a_process_was_killed_another_thinks() -> None:
    pool, view = Apart(), first_view(GAMES[0])
    ended = pool.submit(os.getpid).result(PATIENCE)
    os.kill(ended, signal.SIGKILL)
    with suppress(BrokenProcessPool):
        while True:  # until the pool has noticed
            assert pool.submit(os.getpid).result(PATIENCE) != ended
    assert pool.submit(think, view, Level.NORMAL, b"").result(PATIENCE).move in view.legal_moves
    pool.shutdown()


def test_processes_that_think_leave_signals_to_their_parent_and_let_others_go_first(apart: Apart) -> None:
    assert apart.submit(signal.getsignal, signal.SIGINT).result(PATIENCE) == signal.SIG_IGN
    assert apart.submit(signal.getsignal, signal.SIGTERM).result(PATIENCE) == signal.SIG_IGN
    assert apart.submit(os.nice, 0).result(PATIENCE) == min(19, os.nice(0) + thinking.NICENESS)


ALONE = """
import os, time
from bot.service.thinking import Apart
if __name__ == "__main__":
    print(Apart().submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def test_they_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    program = tmp_path / "alone.py"
    program.write_text(ALONE, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + PATIENCE
    while is_alive(worker):
        assert time.monotonic() < deadline, "the process that thinks has no parent and lives on"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(") ")[2][0] != "Z"


# -- which of them, and what is told --------------------------------------------------------------


def test_compiled_it_thinks_in_threads_and_interpreted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    for trouble, kind in (("", ThreadPoolExecutor), ("it was not compiled", Apart)):
        monkeypatch.setattr(thinking, "trouble", lambda trouble=trouble: trouble)
        pool = thinking.thinking()
        assert isinstance(pool, kind)
        pool.shutdown()


def test_it_is_told_once_that_the_kernel_is_interpreted_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "trouble", lambda: "it was not compiled")
    with capture_logs() as told:
        thinking.thinking().shutdown()
    (line,) = told
    assert line["log_level"] == "warning"
    assert line["why"] == "it was not compiled"
    assert "make kernel" in line["event"]


# -- the clock ------------------------------------------------------------------------------------

AT_ONCE = Pace(computer=1, new_trick=1, next_deal=1)


async def test_a_move_lost_with_its_process_is_thought_of_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: list[Level] = []

    def once_lost(view: SeatView, level: Level, seed: bytes) -> Thought:
        if not lost:
            lost.append(level)
            raise BrokenProcessPool
        return think(view, level, seed)

    monkeypatch.setattr(clock, "think", once_lost)
    async with house(sqlite_url, pace=AT_ONCE) as home:
        table = await home.open(ANNA, opponent="normal", rules={"players": 4})
        await home.press(ANNA, f"{table}-start")
        await home.turn_of(table, 0)
        if not lost:  # the person led
            hand = await home.hand(ANNA, table)
            await home.press(ANNA, hand.rows[0][0].token)
            await home.turn_of(table, 0)
        assert (await home.row(table)).phase == "playing"
    assert lost == [Level.NORMAL]


async def test_thinking_cut_short_is_told_with_its_table_and_counted(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hard, "CAP", -1.0)
    monkeypatch.setattr(hard, "SAMPLES", dict.fromkeys(range(2, 7), 16))
    with capture_logs() as told:
        async with house(sqlite_url, pace=AT_ONCE) as home:
            table = await home.open(ANNA, opponent="hard", rules={"players": 4})
            await home.press(ANNA, f"{table}-start")
            async with asyncio.timeout(PATIENCE):
                while not cut_short(told):
                    await asyncio.sleep(0.01)
                    if (await home.value(table)).turn == 0:
                        hand = await home.hand(ANNA, table)
                        await home.press(ANNA, hand.rows[0][0].token)
            counted = generate_latest(home.meters.registry).decode()
    assert cut_short(told)[0]["table"] == table
    assert "briscola_thoughts_cut_short_total 0.0" not in counted
    assert generate_latest(Meters().registry).decode().count("briscola_thoughts_cut_short_total 0.0") == 1


def cut_short(told: Sequence[MutableMapping[str, Any]]) -> list[MutableMapping[str, Any]]:
    return [line for line in told if line["event"] == "a computer's thinking was cut short"]
