"""Decks and words alone in Discord: chosen in the middle of a deal, by buttons and by the command."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from test_discord_story import cards_of

from bot.service import carrying
from doubles.discord_house import a_house, scribbled
from doubles.discord_party import Party, assert_nothing_hidden
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire

LATIN = ("coins", "cups", "swords", "knave", "knight")


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "picture_of", scribbled)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []
        assert_nothing_hidden(standing)


def is_french(text: str) -> bool:
    return not any(word in text for word in LATIN)


def held(party: Party, person: Person) -> Seen | None:
    """Their cards as they see them now, drawn or told."""
    return next((seen for seen in reversed(party.private(person)) if cards_of(seen)), None)


async def a_party(wire: DiscordWire, party: Party) -> None:
    await party.open()
    await party.sit()
    await party.start()


async def test_a_deck_and_words_alone_in_the_middle_of_a_deal(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, [maria, luca])
        await a_party(wire, party)
        before = held(party, luca)
        assert before
        menu = (await luca.presses(party.shown, "More")).private
        note = (await luca.presses(menu, "Cards…")).private
        assert "For the tables of this chat…" not in note.labels
        chosen = (await luca.presses(note, "French")).private
        assert "From now on with this deck: French" in chosen.text
        assert "✓ French" in chosen.labels
        await wire.until(lambda: (hand := held(party, luca)) and is_french(hand.text), hint="French cards")
        hand = held(party, luca)
        assert hand
        assert (hand.id, cards_of(hand), len(hand.pictures)) == (before.id, cards_of(before), 1)

        await luca.runs(channel, "briscola deck", shown="Words only")
        await wire.until(lambda: (hand := held(party, luca)) and not hand.pictures, hint="the hand in words")
        hand = held(party, luca)
        assert hand
        assert "You hold: 1: " in hand.text
        await wire.until(
            lambda: len([seen for seen in party.private(luca) if cards_of(seen)]) == 1, hint="one hand"
        )
        await party.play(until=lambda _table: len(party.made) >= 2)
        await luca.runs(channel, "briscola deck", cards="Spanish", shown="Pictures and words")
        await wire.until(lambda: (hand := held(party, luca)) and hand.pictures, hint="the hand drawn again")
        assert (mine := held(party, maria))
        assert mine.pictures, "hers are as they were"


async def test_an_admin_chooses_for_the_channel_and_others_do_not(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    boss, luca = wire.person("Maria", admin=True), wire.person("Luca")
    async with a_house(wire, sqlite_url) as house:
        party = Party(wire, house, channel, [boss, luca])
        await a_party(wire, party)
        others = (await luca.runs(channel, "briscola deck")).private
        assert "For the tables of this chat…" not in others.labels
        note = (await boss.runs(channel, "briscola deck")).private
        of_chat = (await boss.presses(note, "For the tables of this chat…")).private
        await boss.presses(of_chat, "French")
        await wire.until(lambda: is_french(party.shown.text), hint="the table with French cards")
        assert party.shown.pictures
        of_chat = next(seen for seen in party.private(boss) if "The tables of this chat:" in seen.text)
        await boss.presses(of_chat, "Words only")
        await wire.until(lambda: not party.shown.pictures, hint="the table in words")
        assert "has dealt" in party.shown.text
    async with a_house(wire, sqlite_url) as house:
        party.house = house
        await party.play(until=lambda table: len(party.made) >= 2)
        await wire.until(lambda: "Last trick: " in party.shown.text, hint="the trick")
        assert not party.shown.pictures
        assert is_french(party.shown.text)
