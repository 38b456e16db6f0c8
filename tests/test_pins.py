"""Messages pinned by real calls: what each platform makes of them, and where it will not have them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.service.ports import Courier, NotAccepted, TryLater, Unreachable
from doubles.discord_desk import a_surface, a_table
from doubles.discord_evening import Evening, an_evening
from doubles.discord_wire import DiscordWire
from doubles.telegram_api import Group, TelegramApi
from doubles.telegram_desk import Stage, on_stage, surface

# -- Telegram -------------------------------------------------------------------------------------


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api


@pytest.fixture
def friday(api: TelegramApi) -> Group:
    return api.group("Friday", members=[api.person("Maria")])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api) as stage:
        yield stage
    assert not api.violations


@pytest.fixture
def courier(stage: Stage) -> Courier:
    return stage.telegram.courier


async def test_telegram_pins_and_lets_go_and_calls_nobody(
    stage: Stage, courier: Courier, api: TelegramApi, friday: Group
) -> None:
    await friday.promotes(api.bot.user)
    table = await stage.table_in(friday)
    place = surface(friday.id, table.message_id)
    for _ in range(2):  # said again it is as it was
        await courier.pin(place, pinned=True)
        assert friday.pinned == [table]
    assert api.calls_of("pinChatMessage")[0].params["disable_notification"] is True
    for _ in range(2):
        await courier.pin(place, pinned=False)
        assert friday.pinned == []


async def test_what_telegram_says_about_our_pin_is_taken_away(
    stage: Stage, courier: Courier, api: TelegramApi, friday: Group
) -> None:
    await friday.promotes(api.bot.user)
    table = await stage.table_in(friday)
    await courier.pin(surface(friday.id, table.message_id), pinned=True)
    await api.until(lambda: all(one == table for one in friday.messages), what="the table alone in the group")


async def test_without_the_right_telegram_refuses_and_the_message_stays(
    stage: Stage, courier: Courier, api: TelegramApi, friday: Group
) -> None:
    await friday.promotes(api.bot.user, without=("can_pin_messages",))
    table = await stage.table_in(friday)
    assert not await courier.may_pin(str(friday.id))
    with pytest.raises((Unreachable, NotAccepted)):
        await courier.pin(surface(friday.id, table.message_id), pinned=True)
    assert table in friday.messages
    await friday.promotes(api.bot.user)
    assert await courier.may_pin(str(friday.id))


async def test_in_private_telegram_lets_everybody_pin(courier: Courier) -> None:
    assert await courier.may_pin("5000000001")


async def test_a_message_that_is_gone_is_not_pinned(
    stage: Stage, courier: Courier, api: TelegramApi, friday: Group
) -> None:
    await friday.promotes(api.bot.user)
    table = await stage.table_in(friday)
    await courier.delete(surface(friday.id, table.message_id))
    with pytest.raises(NotAccepted):
        await courier.pin(surface(friday.id, table.message_id), pinned=True)


async def test_telegram_may_ask_for_patience(
    stage: Stage, courier: Courier, api: TelegramApi, friday: Group
) -> None:
    table = await stage.table_in(friday)
    api.fault("429", method="pinChatMessage", retry_after=7)
    with pytest.raises(TryLater):
        await courier.pin(surface(friday.id, table.message_id), pinned=True)


# -- Discord --------------------------------------------------------------------------------------


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    async with DiscordWire() as wire, an_evening(wire) as tonight:
        yield tonight
        assert wire.violations == []


async def until_it_may(evening: Evening, *, pin: bool) -> None:
    """Wait until the bot has heard from Discord what it may do."""
    async with asyncio.timeout(20):
        while await evening.courier.may_pin(str(evening.channel.id)) is not pin:
            await asyncio.sleep(0.01)


async def test_discord_pins_and_lets_go(evening: Evening) -> None:
    evening.channel.allow(evening.wire.world.bot, "pin_messages")
    await until_it_may(evening, pin=True)
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    place = a_surface(evening.channel.id, message=sent.message)
    message = evening.channel.messages[int(sent.message)]
    for pinned in (True, True, False, False):
        await evening.courier.pin(place, pinned=pinned)
        assert message.pinned is pinned
    assert await evening.courier.may_pin("4711"), "of a channel that is not known the call will tell"


async def test_without_the_right_discord_refuses_and_says_so_before(evening: Evening) -> None:
    sent = await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
    evening.channel.deny(evening.wire.world.bot, "pin_messages")
    await until_it_may(evening, pin=False)
    with pytest.raises(Unreachable):
        await evening.courier.pin(a_surface(evening.channel.id, message=sent.message), pinned=True)
