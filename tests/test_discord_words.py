"""The adapter's own sentences come in the language that a person chose, else in that of their client."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.discord import Discord, Phrases
from bot.service.answers import Answer, Outcome
from bot.service.records import Who
from doubles.discord_desk import ScriptedDesk, a_surface, a_table
from doubles.discord_evening import Evening, an_evening
from doubles.discord_wire import DiscordWire


def spoken(language: str) -> Phrases:
    """Every sentence ends with the language it is in."""
    sentences = {name: f"{getattr(Phrases(), name)} [{language}]" for name in Phrases.__slots__}
    return Phrases(**sentences)


class Forgetful(ScriptedDesk):
    """A desk that cannot say which language anybody chose."""

    async def language(self, who: Who) -> str:
        raise OSError("no database")


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


def speaking(wire: DiscordWire, desk: ScriptedDesk) -> Discord:
    return Discord(wire.world.token, desk, phrases=spoken)


async def every_sentence(evening: Evening) -> list[str]:
    """What Maria hears in all the situations in which the adapter itself has something to say."""
    maria, channel, desk = evening.maria, evening.channel, evening.desk
    await evening.courier.send(a_surface(channel.id), a_table(), None)
    seen = maria.sees_last(channel)
    acts = [
        await maria.runs(channel, "briscola play"),
        await maria.runs(channel, "briscola stop"),
        await maria.presses_custom_id(seen, "an id of long ago!"),
    ]
    desk.answers["press"] = RuntimeError("a bug")
    acts.append(await maria.presses(seen, "My hand"))
    channel.deny(evening.wire.world.bot, "attach_files")
    acts.append(await maria.runs(channel, "briscola play"))
    return [act.private.text for act in acts]


async def test_who_chose_a_language_hears_it(wire: DiscordWire) -> None:
    async with an_evening(wire, lambda desk: speaking(wire, desk)) as evening:
        evening.desk.languages[str(evening.maria.id)] = "pt"
        heard = await every_sentence(evening)
    assert [words.endswith("\\[pt]") for words in heard] == [True] * 5, heard
    assert "Attach Files \\[pt]. Who" in heard[-1]


async def test_who_chose_none_hears_that_of_their_client(wire: DiscordWire) -> None:
    async with an_evening(wire, lambda desk: speaking(wire, desk)) as evening:
        heard = await every_sentence(evening)
    assert [words.endswith("\\[it]") for words in heard] == [True] * 5, heard


async def test_a_language_that_cannot_be_found_out_is_that_of_the_client(wire: DiscordWire) -> None:
    desk = Forgetful()
    async with an_evening(wire, lambda _desk: speaking(wire, desk)) as evening:
        act = await evening.maria.runs(evening.channel, "briscola play")
    assert act.private.text == "The table is set: look just below. \\[it]"


async def test_an_old_table_speaks_the_language_of_its_server(wire: DiscordWire) -> None:
    async with an_evening(wire, lambda desk: speaking(wire, desk)) as evening:
        await evening.courier.send(a_surface(evening.channel.id), a_table(), None)
        seen = evening.luca.sees_last(evening.channel)
        evening.desk.answers["press"] = Answer(Outcome.STALE, words="Look below.", orphan=True)
        await evening.luca.presses(seen, "My hand")
        assert evening.maria.sees_again(seen).text.endswith("\\[it]")
