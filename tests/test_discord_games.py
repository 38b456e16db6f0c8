"""All the games in Discord channels: whole deals of four and five people, by buttons, menus and forms."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence

import pytest

from bot.game import Bid, Call, Exchange, Move, Pass, Play, Rank, Sign
from bot.service import carrying
from bot.table import Over, Pace, Table
from bot.words import LANGUAGES, words
from doubles.discord_house import a_house, scribbled
from doubles.discord_party import Party, assert_nothing_hidden, first_card
from doubles.discord_people import Person
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel

NAMES = ("Maria", "Luca", "Anna", "Bruno", "Carla", "Dora")
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


def some(wire: DiscordWire, count: int) -> tuple[Channel, list[Person]]:
    """A channel, and people of two languages in it."""
    channel = wire.guild("Bar Sport").channel("tavolo")
    return channel, [
        wire.person(name, locale="it" if n % 2 else "en-US") for n, name in enumerate(NAMES[:count])
    ]


def bidding(table: Table, moves: Sequence[Move]) -> Move:
    """Somebody bids the two, the next one a number that has no button, all pass, and a card of others is called."""
    bids = [move for move in moves if isinstance(move, Bid)]
    calls = [move for move in moves if isinstance(move, Call)]
    if calls and table.turn is not None and (view := table.seat_view(table.turn)):
        return next(call for call in calls if call.card not in view.hand)
    numbers = [bid for bid in bids if isinstance(bid.value, int)]
    if numbers:
        return Bid(77) if Bid(77) in numbers else Pass()
    return next((bid for bid in bids if bid.value is Rank.TWO), first_card(table, moves))


async def test_five_play_a_chiamata(wire: DiscordWire, sqlite_url: str) -> None:
    channel, people = some(wire, 5)
    async with a_house(wire, sqlite_url, CALM) as house:
        party = Party(wire, house, channel, people, bidding)
        await party.open(game="Briscola Chiamata", match="5 deals")
        await party.sit()
        await party.start()
        hands = [party.hand(person) for person in people]
        assert len({hand.text for hand in hands if hand}) == 5
        table = await party.play(until=lambda _table: any(isinstance(move, Call) for move in party.made))
        called = next(move.card for move in party.made if isinstance(move, Call))
        views = [table.seat_view(seat) for seat in range(5)]
        (holder,) = (seat for seat, view in enumerate(views) if view and called in view.hand)
        partner = await party.person_in(table, holder)
        await wire.until(lambda: is_partner(party, partner), hint="the partner to be told")
        assert [person for person in people if is_partner(party, person)] == [partner]
        assert max(len(cards_of(party, person)) for person in people) >= 7
        table = await party.play(until=lambda table: bool(table.match and table.match.results))
        assert table.match
        assert sum(table.match.results[0].points) == 120
        assert Bid(77) in party.made
        assert len([move for move in party.made if isinstance(move, Play)]) == 40
        await wire.until(lambda: "77" in party.shown.text, hint="the result")
        sheet = (await people[1].runs(channel, "briscola sheet")).private
        assert "1" in sheet.text
        assert len([seen for seen in people[0].sees(channel) if not seen.ephemeral]) == 1


def cards_of(party: Party, person: Person) -> list[str]:
    """The cards that this person could press now."""
    hand = party.hand(person)
    return [b.custom_id for b in hand.buttons if "-play-" in b.custom_id] if hand else []


def is_partner(party: Party, person: Person) -> bool:
    """Whether somebody is told, in the one language or the other, that they hold the called card."""
    told = [spoken.say("You are the partner: you hold the called card.") for spoken in map(words, LANGUAGES)]
    return any(sentence in seen.text for seen in party.private(person) for sentence in told)


def exchanging(table: Table, moves: Sequence[Move]) -> Move:
    """Exchanges and makes signs whenever that can be."""
    for kind in (Exchange, Sign):
        if found := [move for move in moves if isinstance(move, kind)]:
            return found[0]
    return first_card(table, moves)


async def test_four_play_brisca_with_exchange_and_signs_in_two_languages(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel, people = some(wire, 4)
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, people, exchanging)
        await party.open(
            game="Brisca",
            players=4,
            match="first to 5 wins",
            signs="only partners see them",
            exchange_when="on any own turn",
        )
        await party.sit()
        await party.start()
        hands = [hand.text if (hand := party.hand(person)) else "" for person in people]
        assert ["You hold" in said for said in hands] == [True, False, True, False]
        assert all(hands)
        await party.play(
            most=1000, until=lambda _table: any(isinstance(move, Exchange) for move in party.made)
        )
        await wire.until(lambda: "exchanged the" in party.shown.text, hint="the exchange to be told to all")
        done = deals_done(await party.state())
        table = await party.play(until=lambda table: deals_done(table) > done)
        assert [move for move in party.made if isinstance(move, Sign)]
        assert table.match
        assert sum(table.match.results[0].points) == 120
        early = await people[0].runs(channel, "briscola export")
        assert not early.private.pictures
        assert early.private.text


def deals_done(table: Table) -> int:
    """How many deals have been counted."""
    return len(table.match.results) if table.match else 0


async def test_the_host_chooses_another_game_by_the_menu_that_only_they_see(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel, people = some(wire, 3)
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, people)
        chooser = (await party.open()).private
        await people[0].chooses(chooser, chooser.selects[0].custom_id, "Brisca")
        await people[0].presses(people[0].sees_again(chooser), f"b:{party.name}-set-players-3")
        await people[0].presses(people[0].sees_again(chooser), f"b:{party.name}-options")
        await people[0].presses(people[0].sees_again(chooser), f"b:{party.name}-option_clock")
        clocks = people[0].sees_again(chooser)
        (menu,) = clocks.selects
        await people[0].chooses(clocks, menu.custom_id, f"b:{party.name}-set-clock-30")
        rules = (await party.state()).rules.to_json()
        assert (rules["preset"], rules["players"], rules["clock"]) == ("brisca", 3, 30)
        assert party.private(people[0]) == [people[0].sees_again(chooser)]
        await wire.until(lambda: "Brisca" in party.shown.text, hint="the lobby to say so")
        guest = await people[1].presses_custom_id(party.table, f"b:{party.name}-set-players-4")
        assert guest.private.text
        assert (await party.state()).rules.players == 3
        await party.sit()
        await party.start()
        again = await people[2].runs(channel, "briscola rules")
        assert "Brisca" in again.private.text
        assert isinstance((await party.play()).phase, Over)
        export = await people[0].runs(channel, "briscola export")
        (file,) = export.private.pictures
        assert file.filename == f"briscola-{party.name}.json"
        assert json.loads(file.data)["seed"]


async def test_rules_that_clash_open_no_table(wire: DiscordWire, sqlite_url: str) -> None:
    channel, people = some(wire, 2)
    async with a_house(wire, sqlite_url):
        refused = await people[0].runs(channel, "briscola play", game="Briscola Chiamata", players=4)
        assert refused.private.text
        assert people[1].sees(channel) == []
        mixed = await people[1].runs(
            channel, "briscola play", game="Open Briscola", signs="everybody sees them"
        )
        assert mixed.private.text != refused.private.text
        assert people[0].sees(channel) == [] or all(seen.ephemeral for seen in people[0].sees(channel))
        await people[0].runs(channel, "briscola play")
