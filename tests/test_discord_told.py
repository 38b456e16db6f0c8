"""What people are told in Discord where something is not as they expect: unseen tables, private chats, old choosers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.service import carrying
from doubles.discord_house import a_house, scribbled
from doubles.discord_party import Party
from doubles.discord_people import Person
from doubles.discord_wire import DiscordWire

ALONE = "Only you and I are in this chat"
NOT_LET_IN = "I cannot see this thread: mention me in it once"


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


async def test_who_opens_a_table_in_a_private_thread_hears_how_to_let_the_bot_in(
    wire: DiscordWire, sqlite_url: str
) -> None:
    thread = wire.guild().channel("tavolo").thread("secret")
    thread.type = 12
    maria = wire.person("Maria")
    async with a_house(wire, sqlite_url):
        sends = wire.fault(
            method="POST", route=f"/channels/{thread.id}/messages", kind="403-before", code=50001, times=99
        )
        await maria.runs(thread, "briscola play")
        await wire.until(lambda: sends.happened)
        again = await maria.runs(thread, "briscola play")
        assert "You have a table open here already.\n" + NOT_LET_IN in again.private.text
        sends.times = 0
        await maria.runs(thread, "briscola play")
        await wire.until(lambda: any(not seen.ephemeral for seen in maria.sees(thread)), hint="the table")


@pytest.mark.parametrize("asked", ["people", ""])
async def test_who_wants_people_in_a_private_chat_hears_that_the_computer_plays(
    wire: DiscordWire, sqlite_url: str, asked: str
) -> None:
    wire.guild()
    maria = wire.person("Maria")
    async with a_house(wire, sqlite_url):
        options: dict[str, Any] = {"opponent": asked} if asked else {}
        opened = await maria.runs(wire.dm(maria), "briscola play", **options)
        assert opened.private.text.startswith(ALONE) is bool(asked)


async def test_the_button_for_friends_says_so_too(wire: DiscordWire, sqlite_url: str) -> None:
    wire.guild()
    maria = wire.person("Maria")
    async with a_house(wire, sqlite_url):
        helped = (await maria.runs(wire.dm(maria), "briscola help")).private
        assert (await maria.presses(helped, "Play with a friend")).private.text.startswith(ALONE)


def choosers(party: Party, person: Person) -> list[str]:
    return [seen.text for seen in party.private(person) if seen.selects]


async def test_the_chooser_of_the_lobby_goes_when_cards_come(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild().channel("tavolo")
    people = [wire.person("Maria"), wire.person("Luca")]
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, people)
        await party.open()
        assert choosers(party, people[0])
        await party.sit()
        await party.start()
        await wire.until(lambda: not choosers(party, people[0]), hint="the chooser to go")
        assert party.hand(people[0])
