"""The bot stays connected, comes back after trouble, gives up only a refused token, and keeps its secrets."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from adapters.discord import Discord, State, TokenRefused
from adapters.discord.client import Client
from adapters.discord.commands import ENGLISH, Translator, translations
from adapters.discord.options import NAMES
from bot.service.records import Where
from bot.words.commands import COMMANDS
from doubles.discord_desk import ScriptedDesk
from doubles.discord_evening import an_evening, running
from doubles.discord_launcher import discord_at
from doubles.discord_wire import DiscordWire

AT_ONCE = (0.01,)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing


def quick(wire: DiscordWire, desk: ScriptedDesk | None = None) -> Discord:
    return Discord(wire.world.token, desk or ScriptedDesk(), waits=AT_ONCE)


def standing(discord: Discord) -> State:
    return discord.state


@contextmanager
def told_of(logger: str) -> Iterator[asyncio.Event]:
    """Set when something is logged there."""
    said = asyncio.Event()

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.set()

    handler = Ear()
    logging.getLogger(logger).addHandler(handler)
    try:
        yield said
    finally:
        logging.getLogger(logger).removeHandler(handler)


# -- coming and going -------------------------------------------------------------------------------


async def test_it_is_ready_when_connected_and_down_when_stopped(wire: DiscordWire) -> None:
    discord = quick(wire)
    assert standing(discord) is State.DOWN
    async with running(wire, discord):
        assert standing(discord) is State.READY
        assert wire.online
    assert standing(discord) is State.DOWN
    assert not wire.online


async def test_it_asks_for_no_privileged_intent_and_no_messages(wire: DiscordWire) -> None:
    async with running(wire, quick(wire)):
        (session,) = wire.gateway.sessions
        assert session.intents == 1


async def test_it_comes_back_after_a_drop_and_misses_nothing(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        wire.gateway.drop()
        act = await evening.maria.runs(evening.channel, "briscola stats", wait=False)
        await act.content()
        assert wire.gateway.identifies == 1


async def test_a_lost_connection_is_told_by_the_state_until_it_is_back(wire: DiscordWire) -> None:
    back = asyncio.Event()
    discord, stop, ready = quick(wire), asyncio.Event(), asyncio.Event()

    def on_ready() -> None:
        (back if ready.is_set() else ready).set()

    with discord_at(wire.url):
        run = asyncio.create_task(discord.run(stop, on_ready))
        await asyncio.wait_for(ready.wait(), 10)
        client = discord._connected()
        assert isinstance(client, Client)
        await client.on_shard_disconnect(0)
        assert standing(discord) is State.CONNECTING
        await client.on_shard_resumed(1)
        assert standing(discord) is State.CONNECTING
        await wire.gateway.close(4000)
        await asyncio.wait_for(back.wait(), 10)
        assert standing(discord) is State.READY
        stop.set()
        await run


async def test_a_discord_that_is_not_there_is_tried_again(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.fault(method="GET", route="/users/@me", kind="cut-before", times=2)
    async with running(wire, quick(wire)):
        assert wire.online
    assert "Discord is not reachable" in caplog.text
    assert wire.world.token not in caplog.text


async def test_it_stops_at_once_while_it_waits_for_discord(wire: DiscordWire) -> None:
    wire.fault(method="GET", route="/users/@me", kind="cut-before", times=99)
    stop = asyncio.Event()
    patient = Discord(wire.world.token, ScriptedDesk(), waits=(3600,))
    with discord_at(wire.url):
        run = asyncio.create_task(patient.run(stop, lambda: None))
        await wire.until(lambda: wire.calls)
        stop.set()
        await asyncio.wait_for(run, 10)
    assert patient.state is State.DOWN


async def test_the_last_sessions_of_a_day_are_not_touched(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.gateway.identify_limit = 19
    stop, discord = asyncio.Event(), quick(wire)
    with discord_at(wire.url):
        run = asyncio.create_task(discord.run(stop, lambda: None))
        with told_of("adapters.discord.connection") as said:
            await asyncio.wait_for(said.wait(), 10)
        assert not run.done()
        stop.set()
        await asyncio.wait_for(run, 10)
    assert "only 19 sessions are left for the next 24.0 hours" in caplog.text
    assert wire.gateway.identifies == 0


async def test_waits_grow_to_spare_the_days_budget_of_sessions() -> None:
    from adapters.discord.connection import WAITS

    assert list(WAITS) == sorted(WAITS)
    assert WAITS[-1] >= 120
    assert WAITS[-1] > 86_400 / 1000


async def test_a_wrong_token_is_refused_in_one_sentence_without_it(wire: DiscordWire) -> None:
    wrong = Discord("not.the.token", ScriptedDesk(), waits=AT_ONCE)
    with discord_at(wire.url), pytest.raises(TokenRefused) as refused:
        await asyncio.wait_for(wrong.run(asyncio.Event(), lambda: None), 10)
    assert "DISCORD_TOKEN" in str(refused.value)
    assert "not.the.token" not in str(refused.value)
    assert wrong.state is State.DOWN


@pytest.mark.parametrize("code", [4004, 4010, 4013, 4014])
async def test_a_close_that_no_retry_cures_ends_the_run(wire: DiscordWire, code: int) -> None:
    stop, ready = asyncio.Event(), asyncio.Event()
    with discord_at(wire.url):
        run = asyncio.create_task(quick(wire).run(stop, ready.set))
        await asyncio.wait_for(ready.wait(), 10)
        await wire.gateway.close(code)
        with pytest.raises(TokenRefused):
            await asyncio.wait_for(run, 10)
    assert wire.gateway.identifies == 1


async def test_an_answer_under_way_is_finished_before_the_goodbye(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        evening.desk.open_for_business.clear()
        act = await evening.maria.runs(evening.channel, "briscola stats", wait=False)
        await evening.desk.until(lambda: evening.desk.asked)
        asyncio.get_running_loop().call_later(0.05, evening.desk.open_for_business.set)
    assert act.interaction.callback == 4


async def test_the_courier_waits_for_the_connection(wire: DiscordWire) -> None:
    discord = quick(wire)
    assert discord._connected() is None
    async with running(wire, discord):
        assert discord._connected() is not None
    assert discord._connected() is None


async def test_nothing_secret_is_logged(wire: DiscordWire, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with an_evening(wire) as evening:
        act = await evening.maria.runs(evening.channel, "briscola stats")
    assert wire.world.token not in caplog.text
    assert act.interaction.token not in caplog.text


async def test_an_event_that_cannot_be_read_is_missed_and_the_session_lives(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    async with an_evening(wire) as evening:
        wire.gateway.sessions[0].send("CHANNEL_DELETE", {"guild_id": str(evening.guild.id)})
        act = await evening.maria.runs(evening.channel, "briscola stats")
        assert act.acknowledged
        assert (wire.gateway.identifies, len(wire.gateway.sessions)) == (1, 1)
    assert "could not be read, and is missed: CHANNEL_DELETE" in caplog.text
    assert "KeyError" in caplog.text


async def test_a_fault_of_ours_is_logged_as_one_and_the_connection_built_up_again(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    class Faulty(Discord):
        made = 0

        def client(self) -> Client:
            self.made += 1
            if self.made == 1:
                raise KeyError("a bug")
            return super().client()

    async with running(wire, Faulty(wire.world.token, ScriptedDesk(), waits=AT_ONCE)):
        assert wire.online
    assert "a fault of ours" in caplog.text
    assert "KeyError: 'a bug'" in caplog.text
    assert "not reachable" not in caplog.text


# -- commands ---------------------------------------------------------------------------------------


async def test_the_commands_are_told_once_and_again_only_when_they_change(wire: DiscordWire) -> None:
    desk = ScriptedDesk()
    async with running(wire, quick(wire, desk)):
        await desk.until(lambda: desk.facts)
    again = quick(wire, desk)
    async with running(wire, again):
        client = again._connected()
        assert isinstance(client, Client)
        assert not await client.tell_commands()
    assert len(wire.calls_to("PUT", "/applications/")) == 1
    changed = Discord(wire.world.token, desk, commands={"it": {"play.about": "Apri un tavolo"}})
    async with running(wire, changed):
        await wire.until(lambda: len(wire.calls_to("PUT", "/applications/")) == 2)
    assert wire.violations == []


async def test_commands_that_discord_does_not_take_do_not_stop_the_bot(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    fault = wire.fault(method="PUT", route="/applications/*", kind="400-before")
    desk = ScriptedDesk()
    discord = quick(wire, desk)
    async with running(wire, discord):
        await wire.until(lambda: fault.happened)
        assert desk.facts == {}
        client = discord._connected()
        assert isinstance(client, Client)
        assert await client.tell_commands()
        assert standing(discord) is State.READY
    assert "did not take the commands" in caplog.text
    assert list(desk.facts) == ["discord-commands"]


async def test_commands_that_discord_does_not_take_are_told_again(wire: DiscordWire) -> None:
    wire.fault(method="PUT", route="/applications/*", kind="400-before", times=2)
    desk = ScriptedDesk()
    discord = Discord(wire.world.token, desk, command_waits=AT_ONCE)
    async with running(wire, discord):
        await desk.until(lambda: desk.facts)
        assert discord.trouble == ""
    assert len(wire.calls_to("PUT", "/applications/")) == 3


async def test_commands_that_are_refused_again_and_again_are_a_trouble(wire: DiscordWire) -> None:
    fault = wire.fault(method="PUT", route="/applications/*", kind="400-before", times=99)
    discord = Discord(wire.world.token, ScriptedDesk(), command_waits=(0.01, 0.01, 3600))
    with told_of("adapters.discord.client") as said:
        async with running(wire, discord):
            assert discord.trouble == ""
            while not discord.trouble:
                await asyncio.wait_for(said.wait(), 10)
                said.clear()
            assert "does not take the bot's commands" in discord.trouble
            assert fault.happened == 3
    assert discord.trouble == "Discord is not connected at the moment."


async def test_the_commands_speak_the_languages_they_are_given(wire: DiscordWire) -> None:
    texts = {"it": {"play": "gioca", "play.computer": "il computer"}, "pt_PT": {"play": "jogar"}}
    async with running(wire, Discord(wire.world.token, ScriptedDesk(), commands=texts)):
        await wire.until(lambda: wire.commands)
        (briscola,) = wire.commands
    assert briscola["name"] == "briscola"
    assert [option["name"] for option in briscola["options"]] == list(COMMANDS)
    play = briscola["options"][0]
    assert play["name_localizations"] == {"it": "gioca", "pt-BR": "jogar"}
    opponent = option_of(play, "opponent")
    assert [choice["name"] for choice in opponent["choices"]] == [
        "people",
        "the computer",
        "the computer, easy",
        "the computer, normal",
        "the computer, hard",
        "nobody: watch computers play",
    ]
    assert opponent["choices"][1]["name_localizations"] == {"it": "il computer"}
    assert (briscola["contexts"], briscola["integration_types"]) == ([0, 1], [0])
    assert wire.violations == []


def test_the_very_locale_goes_before_its_language() -> None:
    translator = Translator({"pt": {"play": "jogar"}, "pt-BR": {"play": "joga"}})
    assert translator._texts("pt-BR") == {"play": "joga"}
    assert translator._texts("pt-PT") == {"play": "jogar"}
    assert translator._texts("en-US") == {}


def option_of(command: dict[str, Any], name: str) -> dict[str, Any]:
    return next(option for option in command["options"] if option["name"] == name)


async def test_a_text_that_discord_would_refuse_stays_english(wire: DiscordWire) -> None:
    texts = {"it": {"play": "Gioca ora", "play.about": "x" * 101, "play.opponent": "avversario"}}
    async with running(wire, Discord(wire.world.token, ScriptedDesk(), commands=texts)):
        await wire.until(lambda: wire.commands)
        play = wire.commands[0]["options"][0]
    assert not play.get("name_localizations")
    assert not play.get("description_localizations")
    assert option_of(play, "opponent")["name_localizations"] == {"it": "avversario"}
    assert wire.violations == []


async def test_the_catalogues_texts_are_taken_by_discord(wire: DiscordWire) -> None:
    texts = translations()
    assert set(texts) == {"it", "pt"}
    assert not any("." not in name for told in texts.values() for name in told)
    async with running(wire, Discord(wire.world.token, ScriptedDesk(), commands=texts)):
        await wire.until(lambda: wire.commands)
    assert wire.violations == []


def test_every_option_has_a_name_to_type_in_every_language() -> None:
    options = [f"play.{option}" for option in (*NAMES, "opponent")]
    for texts in (ENGLISH, *translations().values()):
        spelt = [texts[name] or ENGLISH[name] for name in options]
        assert len(set(spelt)) == len(options)
        for name in (*spelt, texts["bid.points"] or ENGLISH["bid.points"]):
            assert re.fullmatch(r"[-_\w]{1,32}", name)
            assert name == name.lower()


def test_every_name_to_type_is_one_that_discord_takes() -> None:
    for name, text in ENGLISH.items():
        limit = 32 if "." not in name else 100
        assert 1 <= len(text) <= limit
        assert "." in name or (text.isalpha() and text == name)


# -- places that go ---------------------------------------------------------------------------------


async def test_a_deleted_channel_is_gone_for_the_desk(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        evening.channel.delete()
        await evening.maria.runs(evening.guild.channel("altro"), "briscola stats")
        assert evening.desk.gone == [Where("discord", str(evening.channel.id))]


async def test_a_deleted_thread_is_gone_for_the_desk(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        thread = evening.channel.thread("a slow game")
        thread.delete()
        await evening.maria.runs(evening.channel, "briscola stats")
        assert evening.desk.gone == [Where("discord", str(evening.channel.id), str(thread.id))]


async def test_a_server_left_is_gone_with_all_its_channels(wire: DiscordWire) -> None:
    async with an_evening(wire) as evening:
        thread = evening.channel.thread("a slow game")
        bar = wire.guild("Bar Centrale")
        wire.expel_bot(evening.guild)
        other = bar.channel("tavolo")
        anna = wire.person("Anna", guild=bar)
        await anna.runs(other, "briscola stats")
        assert set(evening.desk.gone) == {
            Where("discord", str(evening.channel.id)),
            Where("discord", str(evening.channel.id), str(thread.id)),
        }


async def test_a_desk_in_trouble_does_not_stop_the_next_channel(
    wire: DiscordWire, caplog: pytest.LogCaptureFixture
) -> None:
    class Troubled(ScriptedDesk):
        async def chat_gone(self, where: Where) -> None:
            await super().chat_gone(where)
            raise RuntimeError("a bug")

    desk = Troubled()
    async with an_evening(wire, lambda _desk: quick(wire, desk)) as evening:
        other = evening.guild.channel("altro")
        wire.expel_bot(evening.guild)
        await desk.until(lambda: len(desk.gone) == 2)
        assert {where.chat for where in desk.gone} == {str(evening.channel.id), str(other.id)}
    assert "could not be closed" in caplog.text
