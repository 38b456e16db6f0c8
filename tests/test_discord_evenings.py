"""Long evenings on Discord: games in threads of their own, for days, behind locks, and past the hour of a message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from bot.service import carrying
from bot.service.records import Where, Who
from bot.table import Over, Pace, Playing, Table
from doubles.discord_house import House, a_house, scribbled
from doubles.discord_party import Party, assert_nothing_hidden
from doubles.discord_people import Person
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel

DAY = 86_400
CALM = Pace(computer=0, new_trick=0)
"""The result of a deal stands for a while."""


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []
        assert_nothing_hidden(standing)


class InThread(Party):
    """A table that its host opens in a channel, to be played in a thread."""

    async def set(self, **options: Any) -> Channel:
        """Open the table; everybody goes to its thread, sits down and begins."""
        channel = self.channel
        await self.people[0].runs(channel, "briscola play", thread="yes", **options)
        (self.channel,) = (one for one in self.wire.world.channels.values() if one.parent is channel)
        self.table = await self._until(self._public, "the table")
        self.name = self.table.buttons[0].custom_id.removeprefix("b:").partition("-")[0]
        await self.sit()
        await self.start()
        return self.channel


async def set_up(wire: DiscordWire, house: House, **options: Any) -> tuple[InThread, Channel, Channel]:
    """Two people at a table in a thread; the table, its channel and the thread."""
    channel = wire.guild("Bar Sport").channel("tavolo")
    people = [wire.person("Maria"), wire.person("Luca")]
    party = InThread(wire, house, channel, people)
    return party, channel, await party.set(**options)


def has_changed(party: Party, seen: str) -> bool:
    """Whether the table says something else by now."""
    return party.shown.text != seen


async def eventually(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something comes to be so in the database, which tells nobody."""
    async with asyncio.timeout(20):
        while not await holds():
            await asyncio.sleep(0.02)


async def is_put_off(house: House, table: str, due: int) -> bool:
    """Whether somebody has got most of a minute more than that."""
    return await due_of(house, table) > due + 50_000


async def due_of(house: House, table: str) -> int:
    """When the time of whoever is on turn is over."""
    row = await house.store.read(lambda tx: tx.table(table))
    assert row is not None
    assert row.due_at is not None
    return row.due_at


def said_in(person: Person, channel: Channel) -> list[str]:
    return [seen.text.splitlines()[0] for seen in person.sees(channel) if not seen.ephemeral]


async def test_a_game_is_played_in_its_thread_and_the_channel_keeps_one_line(
    wire: DiscordWire, sqlite_url: str
) -> None:
    async with a_house(wire, sqlite_url) as house:
        party, channel, thread = await set_up(wire, house, game="Briscola", players=2)
        luca = party.people[1]
        table = await party.play()
        assert isinstance(table.phase, Over)
        await wire.until(lambda: "Play again" in str(party.shown.labels), hint="the end")
        assert said_in(luca, channel) == ["🃏 Briscola – Maria"]
        assert len([seen for seen in luca.sees(thread) if not seen.ephemeral]) == 1
        thread.archive()
        await luca.runs(channel, "briscola status")
        assert thread.archived, "nobody plays there any more"


async def test_who_asks_twice_for_a_table_has_one_thread(wire: DiscordWire, sqlite_url: str) -> None:
    async with a_house(wire, sqlite_url):
        channel, maria = wire.guild("Bar Sport").channel("tavolo"), wire.person("Maria")
        first = await maria.runs(channel, "briscola play", thread="yes")
        again = await maria.runs(channel, "briscola play", thread="yes")
        (thread,) = (one for one in wire.world.channels.values() if one.parent is channel)
        for act in (first, again):
            assert f"<#{thread.id}>" in act.private.text
        assert "You have a table open here already." in again.private.text


async def test_an_admin_lets_every_table_of_the_channel_have_a_thread(
    wire: DiscordWire, sqlite_url: str
) -> None:
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    boss, maria = wire.person("Anna", admin=True), wire.person("Maria")
    async with a_house(wire, sqlite_url):
        note = (await boss.runs(channel, "briscola settings")).private
        await boss.presses(note, "A thread for each table")
        assert "No thread" not in (await maria.runs(channel, "briscola settings")).private.labels
        act = await maria.runs(channel, "briscola play")
        (thread,) = (one for one in guild.channels if one.is_thread)
        assert f"<#{thread.id}>" in act.private.text
        await wire.until(lambda: thread.messages, hint="the table")


async def test_a_game_of_days_keeps_its_thread_open(wire: DiscordWire, sqlite_url: str) -> None:
    async with a_house(wire, sqlite_url) as house:
        party, _, thread = await set_up(wire, house, game="Briscola", players=2, clock="86400")
        for _ in range(3):
            seen = party.shown.text
            wire.clock.move(8 * DAY)
            assert thread.archived, "a week without a message"
            await party._asks(party.people[0], f"b:{party.name}-hand")
            await party._asks(party.people[1], f"b:{party.name}-hand")
            table = await party.state()
            assert table.turn is not None
            await party.move(table, table.turn)
            await wire.until(partial(has_changed, party, seen), hint="the table to go on")
            assert not thread.archived


async def test_a_lock_stops_the_clock_until_it_is_taken_away(wire: DiscordWire, sqlite_url: str) -> None:
    async with a_house(wire, sqlite_url) as house:
        party, channel, thread = await set_up(wire, house, game="Briscola", players=2, clock="180")
        maria = party.people[0]
        due, seen = await due_of(house, party.name), party.shown.text
        thread.lock()
        await wire.until(lambda: len(said_in(maria, channel)) == 2, hint="word of the lock")
        await eventually(partial(is_put_off, house, party.name, due))
        table = await party.state()
        assert table.turn is not None
        await party.move(table, table.turn)
        assert party.shown.text == seen, "nothing is shown where nobody can play"
        told = await maria.presses_custom_id(party.shown, f"b:{party.name}-hand")
        assert "You hold: 1: " in told.private.text, "the hand is shown all the same"
        thread.lock(locked=False)
        await wire.until(lambda: party.shown.text != seen, hint="the table to go on")


async def test_a_table_in_a_thread_that_is_deleted_is_over(wire: DiscordWire, sqlite_url: str) -> None:
    async with a_house(wire, sqlite_url) as house:
        party, channel, thread = await set_up(wire, house, game="Briscola", players=2)
        thread.delete()
        await eventually(party.is_over)
        told = await party.people[0].runs(channel, "briscola hand")
        assert "You do not sit at a table here" in told.private.text


async def test_the_next_deal_begins_below_what_was_said_meanwhile(wire: DiscordWire, sqlite_url: str) -> None:
    wire.clock.move(-2 * 3600)
    channel = wire.guild("Bar Sport").channel("tavolo")
    people = [wire.person("Maria"), wire.person("Luca")]
    async with a_house(wire, sqlite_url, CALM) as house:
        party = Party(wire, house, channel, people)
        await party.open(game="Briscola", players=2, match="first to 3 wins")
        await party.sit()
        await party.start()
        people[1].says(channel, "what a game")
        first = party.table

        def between(table: Table) -> bool:
            return isinstance(table.phase, Playing) and table.phase.match.needs_deal

        await party.play(until=between)
        wire.clock.move(2 * 3600)
        await wire.until(lambda: first.id not in channel.messages, hint="the old message to go")
        public = [seen for seen in people[0].sees(channel) if not seen.ephemeral]
        assert [seen.text for seen in public[:1]] == ["what a game"]
        assert len(public) == 2


async def yes() -> bool:
    return True


async def test_who_has_left_the_server_is_missed_when_they_are_called(
    wire: DiscordWire, sqlite_url: str
) -> None:
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, [maria, luca])
        await party.open(game="Briscola", players=2)
        here, who = Where("discord", str(channel.id)), Who("discord", str(maria.id), "Maria")
        await house.tables.press("chat-calls-at_once", here, who, admin=yes)
        await party.sit()
        await party.start()

        async def is_on_turn(person: Person) -> bool:
            table = await party.state()
            return table.turn is not None and await party.person_in(table, table.turn) is person

        while not await is_on_turn(maria):
            table = await party.state()
            await party.move(table, table.turn or 0)
        luca.leaves(guild)
        while await is_on_turn(maria):
            table = await party.state()
            await party.move(table, table.turn or 0)
        await eventually(party.is_over)
        await wire.until(lambda: "Maria" in party.shown.text and "wins" in party.shown.text, hint="the end")
        assert f"<@{luca.id}>" not in str([seen.text for seen in maria.sees(channel)])
