"""Many presses at once, groups to be left alone, and what earlier processes have shown: found by the judge."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from house import ANNA, FRIDAY, House, house
from telegram import Bot

from adapters.telegram import Phrases
from adapters.telegram.line import Line
from bot.screens.types import Button, HandScreen
from bot.service.answers import Answer, Outcome
from bot.service.ports import TryLater
from bot.service.records import Where
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_desk import SECRET, TABLE, ScriptedDesk, Stage, hand_screen, on_stage, table_screen

SHOWN = Answer(Outcome.SHOWN, hand=hand_screen(), table=TABLE)
CROWD = 6


class RememberingDesk(ScriptedDesk):
    """A desk that knows which message has shown a hand before, whoever made it."""

    async def hand_shown(self, hand: HandScreen, where: Where, message: str, expires_at: int | None) -> str:
        before = self.shown[-1][2] if self.shown else ""
        await super().hand_shown(hand, where, message, expires_at)
        return before if before != message else ""


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", language="it")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria])


@pytest.fixture
async def stage(api: TelegramApi) -> AsyncIterator[Stage]:
    async with on_stage(api, RememberingDesk(answers={f"{TABLE}-hand": SHOWN})) as stage:
        yield stage


def hands(person: Person, group: Group) -> list[str]:
    return [seen.text for seen in person.sees(group) if seen.ephemeral and SECRET in seen.text]


async def test_ones_cards_asked_for_by_many_presses_at_once_come_once(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.opens_bot(f"{TABLE}-hand")
    await stage.desk.until("hand_shown")
    before = len(stage.api.calls_of("sendMessage"))
    for _ in range(CROWD):
        await maria.opens_bot(f"{TABLE}-hand")
    await stage.desk.until("hand_shown", 2)
    await stage.api.until(lambda: len([s for s in maria.sees() if SECRET in s.text]) == 1)
    assert len(stage.api.calls_of("sendMessage")) - before <= CROWD


async def test_many_presses_on_one_hand_at_once_take_one_edit(stage: Stage, maria: Person) -> None:
    left = hand_screen(4, f"1 {SECRET}")
    stage.desk.answers[f"{TABLE}-d1t3-play-Ad"] = Answer(Outcome.STALE, "Too late.", left, table=TABLE)
    await maria.opens_bot(f"{TABLE}-hand")
    [seen] = await stage.api.until(lambda: [s for s in maria.sees() if SECRET in s.text])
    before = len(stage.api.calls_of("editMessageText"))
    presses = [await maria.presses(seen, "Card 0") for _ in range(CROWD)]
    await asyncio.gather(*(press.answer() for press in presses))
    assert seen.message.text == left.caption
    assert len(stage.api.calls_of("editMessageText")) - before == 1


async def test_a_group_to_be_left_alone_has_its_cards_told_in_the_answer_at_once(
    stage: Stage, maria: Person, friday: Group
) -> None:
    table = await stage.table_in(friday)
    stage.api.fault("429", method="sendMessage", chat=friday, retry_after=90)
    for _ in range(2):
        answer = await (await maria.presses(table, "My hand")).answer()
        assert answer.alert
        assert SECRET in answer.text
    assert not stage.api.too_early


async def test_the_hand_that_an_earlier_process_has_shown_goes_when_there_is_a_new_one(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = RememberingDesk(answers={f"{TABLE}-hand": SHOWN})
    for _ in range(2):
        async with on_stage(api, desk) as stage:
            table = await stage.table_in(friday)
            await (await maria.presses(table, "My hand")).answer()
            await api.until(lambda: len(hands(maria, friday)) == 1)
    assert api.calls_of("deleteEphemeralMessage")


def test_before_the_first_connection_whoever_wants_a_link_is_asked_for_patience() -> None:
    line = Line(Bot("1:a"), time.time, Phrases(), spend=lambda _chat: True, pause=asyncio.sleep)
    with pytest.raises(TryLater):
        _ = line.name


async def test_a_private_chat_to_be_left_alone_keeps_the_buttons_of_an_old_table(
    stage: Stage, maria: Person
) -> None:
    sit = f"{TABLE}-sit-1"
    stage.desk.answers[sit] = Answer(Outcome.STALE, "Over.", orphan=True)
    await maria.opens_bot()
    old = await stage.table_in(maria.private, table_screen(rows=((Button("Sit", sit),),)))
    stage.api.fault("429", chat=maria.private, retry_after=90)
    await maria.opens_bot(f"{TABLE}-hand")
    await stage.api.until(lambda: any(call.error for call in stage.api.calls))
    await (await maria.presses(old, "Sit")).answer()
    await stage.telegram._background.drain(5)
    assert not stage.api.calls_of("editMessageReplyMarkup")
    assert not stage.api.too_early


@pytest.fixture
async def home(sqlite_url: str) -> AsyncIterator[House]:
    async with house(sqlite_url) as home:
        yield home


async def test_the_desk_knows_which_message_there_has_shown_the_hand_before(home: House) -> None:
    table = await home.two_play()
    hand = await home.hand(ANNA, table)
    private = Where("telegram", "1", private=True)
    assert await home.tables.hand_shown(hand, FRIDAY, "e:1:1", None) == ""
    assert await home.tables.hand_shown(hand, FRIDAY, "e:2:1", None) == "e:1:1"
    assert await home.tables.hand_shown(hand, FRIDAY, "e:2:1", None) == ""
    assert await home.tables.hand_shown(hand, private, "7", None) == ""
