"""What is typed is completed by what can be beside what was chosen, in the language of whoever types."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from doubles.discord_evening import Evening, an_evening
from doubles.discord_wire import DiscordWire

PLAY = "briscola play"


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    async with DiscordWire() as wire:
        async with an_evening(wire) as evening:
            yield evening
        assert wire.violations == []


async def offered(evening: Evening, option: str, text: str = "", **chosen: object) -> dict[str, int]:
    """The words and values that Maria is offered."""
    choices = await evening.maria.types(evening.channel, PLAY, option, text, **chosen)
    return {choice["name"]: choice["value"] for choice in choices}


async def test_a_game_is_offered_by_as_many_as_can_play_it(evening: Evening) -> None:
    assert [*(await offered(evening, "players", game="Briscola Chiamata")).values()] == [5]
    assert [*(await offered(evening, "players", game="briscolone")).values()] == [2]
    numbers = await offered(evening, "players")
    assert (numbers["2 giocatori"], numbers["4 giocatori"]) == (2, 4)
    assert evening.desk.asked == []


async def test_what_was_typed_narrows_what_is_offered(evening: Evening) -> None:
    assert [*(await offered(evening, "players", "4")).values()] == [4]
    assert await offered(evening, "players", "nonsense") == {}


async def test_cards_are_offered_as_the_game_by_so_many_allows(evening: Evening) -> None:
    by_two = await offered(evening, "cards", game="briscola", players=2)
    assert 3 in by_two.values()
    by_six = await offered(evening, "cards", game="briscola", players=6)
    assert max(by_six.values(), default=0) < max(by_two.values())
    assert len(await offered(evening, "cards", game="chiamata")) <= 25


async def test_what_is_chosen_needs_no_offer(evening: Evening) -> None:
    await evening.maria.runs(evening.channel, PLAY, players=3)
    (asked,) = evening.desk.asked
    assert asked.rules == {"players": 3}
