"""The emojis of cards and the commands, as the command line tells them to Discord."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest

from adapters.discord.announcing import COMMANDS_FACT, announce, are_known, fact_of_commands, to_announce
from adapters.discord.emojis import Emojis, Plan, name_of
from adapters.discord.icons import NAME
from adapters.discord.visiting import Unanswered, Visit, visiting
from bot.pictures.kept import DECKS, Kept, emojis
from doubles.discord_faults import Fault
from doubles.discord_launcher import discord_at
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Json

CREATE = ("POST", "/applications/{app_id}/emojis")


def picture(card: str, digest: str = "aaaaaaaaaa") -> Kept:
    return Kept(card, b"\x89PNG\r\n\x1a\n" + card.encode(), digest)


PICTURES = tuple(picture(card) for card in ("Ad", "3d", "back"))
NAMES = ["french_Ad_aaaaaa", "french_3d_aaaaaa", "french_back_aaaaaa"]


class Notes:
    """Facts in memory, and the sentences and pauses on the way."""

    def __init__(self) -> None:
        self.facts: dict[str, str] = {}
        self.told: list[str] = []
        self.pauses: list[float] = []

    async def fact(self, name: str) -> str | None:
        return self.facts.get(name)

    async def keep_fact(self, name: str, value: str) -> None:
        self.facts[name] = value

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        with discord_at(standing.url):
            yield standing
    assert not standing.violations


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
async def visit(wire: DiscordWire, notes: Notes) -> AsyncIterator[Visit]:
    async with visiting(wire.world.token, notes) as visit:
        yield visit


async def refreshed(visit: Visit, notes: Notes, *pictures: Kept) -> Plan:
    made = Emojis(visit, tell=notes.told.append, pause=notes.pause)
    return await made.refresh({"french": pictures or PICTURES})


def names(wire: DiscordWire) -> list[str]:
    return [emoji["name"] for emoji in wire.world.emojis]


def stranger(name: str) -> Json:
    return {"id": "77", "name": name, "roles": [], "animated": False, "available": True, "managed": False}


# -- emojis -----------------------------------------------------------------------------------------


async def test_every_card_gets_an_emoji_and_a_second_run_changes_nothing(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    assert len((await refreshed(visit, notes)).missing) == 3
    assert names(wire) == NAMES
    sent = base64.b64decode(wire.calls_to(*CREATE)[0].body["image"].split(",", 1)[1])
    assert sent == PICTURES[0].data
    again = await refreshed(visit, notes)
    assert (len(again.missing), len(again.outdated), again.there) == (0, 0, 3)
    assert len(wire.calls_to(*CREATE)) == 3


async def test_a_new_picture_comes_before_the_outdated_one_goes(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    await refreshed(visit, notes)
    await refreshed(visit, notes, picture("Ad", "bbbbbbbbbb"), *PICTURES[1:])
    assert sorted(names(wire)) == sorted(["french_Ad_bbbbbb", *NAMES[1:]])
    made, gone = wire.calls_to(*CREATE)[-1], wire.calls_to("DELETE", "/applications")[-1]
    assert made.at < gone.at


async def test_emojis_of_others_and_of_other_decks_stay(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    theirs = [stranger("party_parrot"), stranger("spanish_Ad_abcdef"), stranger("french_fries")]
    wire.world.emojis += theirs
    await refreshed(visit, notes)
    assert wire.world.emojis[:3] == theirs


async def test_an_answer_that_got_lost_makes_no_second_emoji(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    wire.rest.faults.append(Fault(*CREATE, "400-after"))
    await refreshed(visit, notes)
    assert names(wire) == NAMES


async def test_a_run_that_was_refused_is_finished_by_the_next(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    wire.rest.faults.append(Fault(*CREATE, "400", when=lambda body: body["name"] == NAMES[1]))
    with pytest.raises(Unanswered, match="Discord refuses it"):
        await refreshed(visit, notes)
    await refreshed(visit, notes)
    assert names(wire) == NAMES
    assert len(wire.calls_to(*CREATE)) == 4


async def test_discords_patience_is_ours(wire: DiscordWire, visit: Visit, notes: Notes) -> None:
    wire.rest.faults.append(Fault(*CREATE, "429", retry_after=400))
    await refreshed(visit, notes)
    assert names(wire) == NAMES
    assert 401 in notes.pauses
    assert "Discord wants us to wait 400 s" in notes.told


async def test_an_application_that_is_full_says_so(wire: DiscordWire, visit: Visit, notes: Notes) -> None:
    wire.world.emojis += [stranger(f"emoji{number}") for number in range(2000)]
    with pytest.raises(Unanswered, match="as many emojis as Discord allows"):
        await refreshed(visit, notes)


def test_every_shipped_emoji_has_a_name_by_which_buttons_find_it() -> None:
    named = {name_of(deck, one): one for deck in DECKS for one in emojis(deck)}
    assert len(named) == 164
    assert all(NAME.fullmatch(name) for name, one in named.items() if one.card != "back")
    assert all(len(name) <= 32 and len(one.data) <= 256 * 1024 for name, one in named.items())


# -- commands ---------------------------------------------------------------------------------------


async def test_the_commands_are_told_now_and_remembered(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    assert await announce(visit, notes) > 10
    assert [command["name"] for command in wire.world.commands[None]] == ["briscola"]
    assert notes.facts[COMMANDS_FACT] == fact_of_commands(visit)
    assert are_known(await to_announce(visit), wire.world.commands[None])


def change_of_name(commands: list[Json]) -> None:
    commands[0]["options"][0]["name"] = "begin"


def lack_of_an_option(commands: list[Json]) -> None:
    del commands[0]["options"][0]["options"][0]


def another_command(commands: list[Json]) -> None:
    commands.append({"type": 1, "name": "chess", "description": "Another game"})


@pytest.mark.parametrize("change", [change_of_name, lack_of_an_option, another_command])
async def test_commands_that_differ_are_not_the_same(
    wire: DiscordWire, visit: Visit, notes: Notes, change: Any
) -> None:
    await announce(visit, notes)
    change(wire.world.commands[None])
    assert not are_known(await to_announce(visit), wire.world.commands[None])


async def test_commands_that_are_refused_are_said_in_one_sentence(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    wire.rest.faults.append(Fault("PUT", "/applications/{app_id}/commands", "400"))
    with pytest.raises(Unanswered, match="Discord refuses it"):
        await announce(visit, notes)
    assert not notes.facts


async def test_the_bot_does_not_tell_again_what_was_told_by_hand(
    wire: DiscordWire, visit: Visit, notes: Notes
) -> None:
    await announce(visit, notes)
    told = len(wire.calls_to("PUT", "/applications"))
    client = visit.client
    assert not await client.tell_commands()
    assert len(wire.calls_to("PUT", "/applications")) == told
