"""Whole games of Briscola in a Discord channel, with nothing make-believe but Discord itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.service.records import Who
from bot.words import language_of
from doubles.discord_house import a_house
from doubles.discord_people import Person
from doubles.discord_seen import Seen
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


async def the_table(wire: DiscordWire, person: Person, channel: Channel, *words: str) -> Seen:
    """The public table, once it says one of these words."""

    def found() -> Seen | None:
        public = reversed(tables_in(person, channel))
        return next((seen for seen in public if any(word in seen.text for word in words)), None)

    await wire.until(found, hint=f"a table that says {words}")
    seen = found()
    assert seen is not None
    return seen


def cards_of(hand: Seen) -> list[str]:
    """The custom ids of the cards in a hand."""
    return [button.custom_id for button in hand.buttons if "-play-" in button.custom_id]


def tables_in(person: Person, channel: Channel) -> list[Seen]:
    """The public messages with buttons that somebody sees."""
    return [seen for seen in person.sees(channel) if not seen.ephemeral and seen.labels]


async def a_started_game(wire: DiscordWire, channel: Channel, host: Person, guest: Person) -> Seen:
    """The public table of a game that two people have just begun."""
    await host.runs(channel, "briscola play")
    await guest.presses(await the_table(wire, guest, channel, "opens a table"), "Sit down")
    await host.presses(await the_table(wire, host, channel, "Everybody is here"), "Start")
    return await the_table(wire, guest, channel, "to play")


class Player:
    """Somebody who plays whatever comes first out of the hand they see."""

    def __init__(self, wire: DiscordWire, person: Person, hand: Seen) -> None:
        self.wire, self.person, self.first = wire, person, hand
        self.twice = False
        """Whether each of their presses is delivered twice."""

    @property
    def hand(self) -> Seen | None:
        """Their hand as it is now; nothing when it has been taken away."""
        private = self.person.sees(self.wire.world.channels[self.first.channel_id])
        return next((seen for seen in private if seen.id == self.first.id), None)

    @property
    def may_play(self) -> bool:
        """Whether their hand says so."""
        return self.hand is not None and "Your turn" in self.hand.text

    async def play(self) -> None:
        """Press the first card, if it is their turn."""
        hand = self.hand
        if hand is not None and "Your turn" in hand.text:
            self.wire.duplicate_next_interaction(int(self.twice))
            await self.person.presses_custom_id(hand, cards_of(hand)[0])


async def play_to_the_end(wire: DiscordWire, *players: Player) -> None:
    """Play whoever's turn it is until the cards are gone."""
    while any(player.hand is not None and cards_of(player.hand) for player in players):
        await wire.until(
            lambda: any(player.may_play for player in players) or not any(player.hand for player in players),
            hint="somebody's turn",
        )
        for player in players:
            await player.play()


async def test_two_people_play_a_whole_game_in_a_channel(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca, anna = wire.person("Maria"), wire.person("Luca"), wire.person("Anna")
    async with a_house(wire, sqlite_url):
        opening = await maria.runs(channel, "briscola play")
        assert opening.private.text
        lobby = await the_table(wire, luca, channel, "Maria opens")
        await luca.presses(lobby, "Sit down")
        full = await the_table(wire, maria, channel, "Everybody is here")
        started = await maria.presses(full, "Start")
        marias = started.private
        assert len(cards_of(marias)) == 3
        assert len(marias.pictures) == 1
        table = await the_table(wire, luca, channel, "to play")
        lucas = (await luca.presses(table, "My hand")).private
        assert len(cards_of(lucas)) == 3
        assert not set(cards_of(marias)) & set(cards_of(lucas))
        stranger = await anna.presses(table, "My hand")
        assert stranger.private.text == "You do not sit at this table."

        await play_to_the_end(wire, Player(wire, maria, marias), Player(wire, luca, lucas))
        end = await the_table(wire, anna, channel, "wins", "A draw")
        assert end.id == table.id
        assert "🔁 Play again" in end.labels
        stats = (await maria.runs(channel, "briscola stats")).private
        assert "1" in stats.text
        board = (await anna.runs(channel, "briscola leaderboard")).private
        assert "Maria" in board.text
        assert "Luca" in board.text
        public = [call for call in wire.calls if call.path.startswith("/channels/")]
        assert public
        assert not any("-play-" in str(call.body) for call in public)


async def test_one_person_plays_the_computer_to_the_end(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo").thread("a quiet corner")
    maria = wire.person("Maria")
    async with a_house(wire, sqlite_url):
        await maria.runs(channel, "briscola play", opponent="the computer")
        lobby = await the_table(wire, maria, channel, "Maria")
        started = await maria.presses(lobby, "Start")
        await play_to_the_end(wire, Player(wire, maria, started.private))
        end = await the_table(wire, maria, channel, "wins", "A draw")
        assert end.labels


async def test_an_old_button_answers_after_a_restart(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url):
        await maria.runs(channel, "briscola play")
        lobby = await the_table(wire, luca, channel, "Maria opens")
        await luca.presses(lobby, "Sit down")
        full = await the_table(wire, maria, channel, "Everybody is here")
        hand = (await maria.presses(full, "Start")).private
        await the_table(wire, luca, channel, "to play")
    async with a_house(wire, sqlite_url):
        table = await the_table(wire, luca, channel, "to play")
        assert len(cards_of((await luca.presses(table, "My hand")).private)) == 3
        wire.clock.move(16 * 60)
        again = await maria.presses_custom_id(hand, cards_of(hand)[0])
        assert again.acknowledged
        late = await luca.presses_custom_id(lobby, lobby.button("Sit down").custom_id)
        assert late.acknowledged


async def test_a_deleted_table_comes_again_with_the_next_change(wire: DiscordWire, sqlite_url: str) -> None:
    guild = wire.guild("Bar Sport")
    channel = guild.channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    boss = wire.person("Anna", admin=True)
    async with a_house(wire, sqlite_url):
        await maria.runs(channel, "briscola play")
        lobby = await the_table(wire, luca, channel, "Maria opens")
        act = await luca.presses(lobby, "Sit down", wait=False)
        boss.deletes(lobby)
        await act.acknowledgement()
        full = await the_table(wire, maria, channel, "Everybody is here")
        assert full.id != lobby.id


async def test_asked_for_twice_the_table_comes_down_and_the_old_message_goes(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url):
        await maria.runs(channel, "briscola play")
        old = await the_table(wire, luca, channel, "Maria opens")
        again = await maria.runs(channel, "briscola play")
        assert "already" in again.private.text
        await wire.until(lambda: old.id not in channel.messages, hint="the old message taken away")
        (new,) = tables_in(luca, channel)
        await luca.presses(new, "Sit down")
        full = await the_table(wire, maria, channel, "Everybody is here")
        assert full.id == new.id


async def test_giving_up_is_asked_back_in_private(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url):
        table = await a_started_game(wire, channel, maria, luca)
        menu = (await luca.presses(table, "More")).private
        assert "Give up" in " ".join(menu.labels)
        await luca.presses(menu, "Give up")
        await wire.until(lambda: "counts as lost" in luca.sees_again(menu).text, hint="the question")
        assert "to play" in luca.sees_again(table).text
        await luca.presses(luca.sees_again(menu), "Give up")
        end = await the_table(wire, maria, channel, "Luca gives up")
        assert end.id == table.id
        assert luca.sees_again(menu).labels == []


async def test_a_rough_evening_ends_as_well(wire: DiscordWire, sqlite_url: str) -> None:
    channel = wire.guild("Bar Sport").channel("tavolo")
    maria, luca = wire.person("Maria"), wire.person("Luca")
    async with a_house(wire, sqlite_url):
        table = await a_started_game(wire, channel, maria, luca)
        marias = (await maria.presses(table, "My hand")).private
        lucas = (await luca.presses(table, "My hand")).private
        for kind in ("cut-after", "cut-before", "429"):
            wire.fault(method="PATCH", route="/channels/*", kind=kind, retry_after=0.02)
            wire.fault(method="PATCH", route="/webhooks/*", kind=kind, retry_after=0.02)
        wire.gateway.drop()
        players = [Player(wire, maria, marias), Player(wire, luca, lucas)]
        for player in players:
            player.twice = True
        await play_to_the_end(wire, *players)
        end = await the_table(wire, luca, channel, "wins", "A draw")
        assert [seen.id for seen in tables_in(maria, channel)] == [end.id] == [table.id]


async def test_a_server_and_a_person_are_met_in_their_own_languages(
    wire: DiscordWire, sqlite_url: str
) -> None:
    channel = wire.guild("Bar Sport", locale="it").channel("tavolo")
    luca = wire.person("Luca", locale="pt-BR")
    async with a_house(wire, sqlite_url) as house:
        await luca.runs(channel, "briscola play")
        chat = await house.store.read(lambda tx: tx.chat_by_ref("discord", str(channel.id)))
        assert chat is not None
        assert (chat.locale, chat.title, chat.private) == ("it", "tavolo", False)
        who = Who("discord", str(luca.id), "Luca")
        player = await house.store.write(lambda tx: tx.player(who))
        assert language_of(player.locale) == "pt"
