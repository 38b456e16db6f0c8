"""Quiet groups on Telegram: one message a table, and what else all would see goes by itself or comes in private."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from adapters.telegram.presses import Patience
from bot.screens.types import Button, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.records import Habits
from doubles.telegram_api import Group, Message, Person, TelegramApi
from doubles.telegram_desk import TABLE, ScriptedDesk, Stage, on_stage, table_screen

GAMES = NoteScreen("Which game?", ((Button("Brisca", f"{TABLE}-set-preset-brisca"),),))
SIT = (Button("Sit", f"{TABLE}-sit-1"),)
LOBBY = table_screen("Maria opens", rows=(SIT, (Button("Game and rules", f"{TABLE}-games"),)))


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        api.ephemeral_supported = False
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria])


@pytest.fixture
def desk() -> ScriptedDesk:
    desk = ScriptedDesk(usually=Habits("never"))
    desk.answers["sheet"] = Answer(Outcome.SHOWN, note=NoteScreen("Maria 60, Luca 60"))
    desk.answers[f"{TABLE}-games"] = Answer(Outcome.SHOWN, note=GAMES, table=TABLE)
    return desk


@pytest.fixture
async def stage(api: TelegramApi, desk: ScriptedDesk, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api, desk, patience=Patience(desk=20, hand=20)) as stage:
        yield stage


def said(stage: Stage, group: Group) -> list[Message]:
    """Every answer that all could read, whether it still stands or not."""
    sent = [one for one in group.every_message if one.sender == stage.api.bot.user]
    return [one for one in sent if one.text != LOBBY.caption]


async def test_an_answer_that_all_see_goes_once_it_was_read(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.says(friday, "/sheet")
    await stage.api.until(lambda: [one for one in said(stage, friday) if one.deleted], what="a faded answer")
    assert [one.text for one in said(stage, friday)] == ["Maria 60, Luca 60"]
    assert 30.0 in stage.pauses


async def test_in_other_groups_answers_stay(
    stage: Stage, desk: ScriptedDesk, maria: Person, friday: Group
) -> None:
    desk.usually = Habits()
    await maria.says(friday, "/sheet")
    await stage.api.until(lambda: said(stage, friday), what="an answer")
    await maria.says(friday, "/rules")
    await desk.until("rules")
    assert not said(stage, friday)[0].deleted
    assert 30.0 not in stage.pauses


async def test_what_there_is_to_choose_is_not_shown_to_all(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday, LOBBY)
    answered = await (await maria.presses(table, f"{TABLE}-games")).answer()
    assert "Which game?" in answered.text
    again = await (await maria.presses(table, f"{TABLE}-games")).answer()
    assert again.url, "and once more leads to where Maria may choose alone"
    assert all(one.deleted for one in said(stage, friday)), "but for what the server would not hide"


async def test_an_answer_that_a_process_left_is_taken_away_by_the_next(
    api: TelegramApi, desk: ScriptedDesk, maria: Person, friday: Group
) -> None:
    waiting = asyncio.Event()

    async def for_ever(seconds: float) -> None:
        if seconds == 30.0:
            waiting.set()
            await asyncio.Event().wait()
        await asyncio.sleep(0)

    async with on_stage(api, desk, pause=for_ever) as first:
        await maria.says(friday, "/sheet")
        await asyncio.wait_for(waiting.wait(), 20)
        [answer] = said(first, friday)
        assert not answer.deleted
    async with on_stage(api, desk):
        await api.until(lambda: answer.deleted, what="the answer to go")
