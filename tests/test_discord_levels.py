"""Computers of three levels in Discord: added, changed, taken away, remembered, and watched."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.service import carrying
from bot.table import Computer, Over, Pace
from doubles.discord_house import a_house, scribbled
from doubles.discord_party import Party, assert_nothing_hidden
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []
        assert_nothing_hidden(standing)


def tokens(seen: Seen) -> list[str]:
    return [button.custom_id.partition("-")[2] for button in seen.buttons]


def note(party: Party, person: Person, token: str) -> Seen | None:
    """The private words with this button."""
    return next((seen for seen in reversed(party.private(person)) if token in tokens(seen)), None)


async def levels(party: Party) -> list[str]:
    return [
        one.level.value if isinstance(one, Computer) else "" if one else "free"
        for one in (await party.state()).seats
    ]


async def test_the_host_adds_two_computers_changes_one_and_takes_one_away(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url, Pace()) as house:
        party = Party(wire, house, channel, [maria, luca])
        await party.open(game="Briscola", players=4)
        table = party.name
        await maria.presses_custom_id(party.table, f"b:{table}-seat-1-normal")
        await wire.until(lambda: "Computer 2 (normal)" in party.shown.text, hint="the computer")
        refused = await luca.presses_custom_id(party.table, f"b:{table}-seat-2-normal")
        assert refused.private.text == "Only the host of the table can do that."
        await maria.presses_custom_id(party.table, f"b:{table}-levels")
        chooser = note(party, maria, "level_hard")
        assert chooser is not None
        assert {"computer_1", "watch-normal"} <= set(tokens(chooser))
        await maria.presses_custom_id(chooser, f"b:{table}-level_hard")
        await wire.until(lambda: "seat-2-hard" in tokens(party.shown), hint="the new level")
        await maria.presses_custom_id(party.table, f"b:{table}-seat-2-hard")
        chooser = note(party, maria, "computer_1")
        assert chooser is not None
        await maria.presses_custom_id(chooser, f"b:{table}-computer_1")
        one = note(party, maria, "seat-1-easy")
        assert one is not None
        await maria.presses_custom_id(one, f"b:{table}-seat-1-easy")
        assert await levels(party) == ["", "easy", "hard", "free"]
        one = note(party, maria, "seat-1-empty")
        assert one is not None
        await maria.presses_custom_id(one, f"b:{table}-seat-1-empty")
        assert await levels(party) == ["", "free", "hard", "free"]
        assert note(party, maria, "computer_2") is not None, "all computers again"
        assert len([s for s in party.private(maria) if "computer_2" in tokens(s)]) == 1, "in the same place"
        await wire.until(lambda: "fill-easy" in tokens(party.shown), hint="the level chosen last")
        await maria.presses_custom_id(party.table, f"b:{table}-fill-easy")
        await party.start()
        assert await levels(party) == ["", "easy", "hard", "easy"]


async def test_the_level_said_with_the_command_is_the_one_of_next_time(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    other = wire.guild("Bar Roma").channel("tavolo")
    maria = wire.person("Maria", locale="it")
    async with a_house(wire, sqlite_url) as house:
        first = Party(wire, house, channel, [maria])
        await first.open(opponent="the computer, hard", players=3)
        assert await levels(first) == ["", "hard", "hard"]
        second = Party(wire, house, other, [maria])
        await second.open(opponent="the computer", players=3)
        assert await levels(second) == ["", "hard", "hard"]


async def test_computers_are_watched_by_a_channel(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, [maria, luca])
        await party.open(opponent="nobody: watch computers play", players=3)
        assert await levels(party) == ["normal"] * 3
        refused = await luca.presses_custom_id(party.table, f"b:{party.name}-start")
        assert refused.private.text == "Only the host of the table can do that."
        await maria.presses_custom_id(party.table, f"b:{party.name}-start")
        await wire.until(lambda: "rematch" in tokens(party.shown), hint="the end", within=60)
        assert isinstance((await party.state()).phase, Over)
        assert not party.private(maria) or all(not seen.pictures for seen in party.private(maria))
