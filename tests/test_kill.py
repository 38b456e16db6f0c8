"""The bot is killed in the middle of games on both platforms, and keeps what it promised. `make kill` is the long one."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from killing.evening import Evening, Plan, an_evening
from killing.glimpses import Glimpse, leaks_in
from killing.launcher import codes_on, labelled
from killing.reckoning import Reckoning
from killing.witness import Pressed

from doubles.telegram_desk import png
from storage import migrate

# A killed bot leaves uploads half said, and aiohttp leaves their files to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")


def plan_for(database: str, folder: Path, seed: int, kills: int, *places: str) -> Plan:
    return Plan(database, folder, seed, kills, games=1, places=places)


async def test_killed_in_the_middle_of_games_the_bot_loses_nothing(sqlite_url: str, tmp_path: Path) -> None:
    async with an_evening(plan_for(sqlite_url, tmp_path, 5, 3, "group", "alone", "channel")) as evening:
        report = await evening.goes()
        assert not report.faults, str(report)
        assert len(report.moments) == 3
        assert report.games >= 3
        await assert_the_reckoning_can_fail(evening)


async def test_killed_over_postgresql_the_bot_loses_nothing(postgres_url: str, tmp_path: Path) -> None:
    migrate(postgres_url)
    async with an_evening(plan_for(postgres_url, tmp_path, 8, 2, "link", "private", "quiet")) as evening:
        report = await evening.goes()
    assert not report.faults, str(report)
    assert len(report.moments) == 2


async def test_killed_while_three_and_four_play_the_bot_loses_nothing(
    sqlite_url: str, tmp_path: Path
) -> None:
    async with an_evening(plan_for(sqlite_url, tmp_path, 13, 2, "three", "four")) as evening:
        report = await evening.goes()
    assert not report.faults, str(report)
    assert len(report.moments) == 2


async def assert_the_reckoning_can_fail(evening: Evening) -> None:
    """A play that the books do not have, and a card that somebody should not have seen."""
    done = evening.report.witness.plays[0]
    lost = Pressed(done.person, f"{done.table}-d9t9-play-Ad", time.time(), acknowledged=True, surely=True)
    evening.report.witness.plays.append(lost)
    await Reckoning(evening)._look()
    (fault,) = evening.report.faults
    assert "is lost" in fault


def test_a_hidden_card_is_found_wherever_it_stands() -> None:
    for words in ("You hold: three of cups.", "🏆 3 coppe", "k7d2m9qxab-d1t5-play-3c", "três de copas"):
        assert Glimpse(0, "", "k7d2m9qxab", words).cards == {"3c"}
    picture = labelled(png(), {"Ad", "3c"})
    assert codes_on(picture) == {"Ad", "3c"}
    assert leaks_in([Glimpse(0, "", "k7d2m9qxab", "", (picture,))], [])
    assert not leaks_in([Glimpse(0, "", "", "three of a kind")], [])
