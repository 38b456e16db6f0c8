"""One message to choose from is enough for a person at a table: on Discord the one before goes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.service import carrying
from doubles.discord_house import a_house, scribbled
from doubles.discord_party import Party
from doubles.discord_people import Person
from doubles.discord_wire import DiscordWire


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


def choosers(party: Party, person: Person) -> list[str]:
    """The first lines of the private words with buttons that the person sees."""
    return [seen.text.split("\n")[0] for seen in party.private(person) if "📖 All rules" in seen.labels]


async def test_who_asks_twice_what_there_is_to_choose_sees_it_once(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, [maria, luca])
        await party.open()
        for _ in range(3):
            await maria.presses(party.shown, "Game and rules")
        await wire.until(lambda: len(choosers(party, maria)) == 1, hint="one chooser")
        await luca.presses(party.shown, "Game and rules")
        assert len(choosers(party, maria)) == 1, "what Luca looks at is no concern of Maria's"
