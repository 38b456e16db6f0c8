"""The same adapter in simcord, whose permission engine and settled loop see what a wire does not."""

from __future__ import annotations

import discord
import pytest

from adapters.discord import Discord
from bot.screens.types import Style
from bot.service.answers import Answer, Outcome
from bot.service.ports import TryLater
from doubles.discord_desk import ScriptedDesk, a_button, a_hand, a_note, a_surface, a_table
from doubles.discord_evening import draw
from doubles.discord_town import Town, discord_town


class Bar:
    """A bot with a scripted desk, for towns."""

    def __init__(self) -> None:
        self.desk = ScriptedDesk()

    def client(self) -> discord.Client:
        """The bot anew, as after a restart: only the desk remembers."""
        self.discord = Discord("no-token-needed", self.desk, draw=draw)
        client = self.discord.client()
        self.discord._client = client
        return client


async def test_in_a_town_a_table_is_opened_joined_and_played_by_a_private_hand() -> None:
    bar = Bar()
    async with discord_town(bar.client) as town:
        town.guild(locale="it")
        channel = town.channel("tavolo")
        maria, luca = town.person("Maria", locale="it"), town.person("Luca")
        act = await maria.runs(channel, "briscola play")
        assert act.private.text == "The table is set: look just below."
        assert (bar.desk.asked[0].where.locale, bar.desk.asked[0].who.locale) == ("it", "it")

        screen = a_table("Maria opens", a_button("Sit down", "sit", Style.SUCCESS))
        await bar.discord.courier.send(a_surface(channel.id), screen, None)
        table = luca.sees_last(channel)
        bar.desk.answers["press"] = Answer(Outcome.ACCEPTED, hand=a_hand("Ad", "3c"))
        hand = (await luca.presses(table, "Sit down")).private
        assert hand.labels == ["Ad", "3c"]
        assert maria.sees_last(channel).text == table.text

        bar.desk.answers["press"] = Answer(Outcome.ACCEPTED, hand=a_hand("3c"))
        await luca.presses(hand, "Ad")
        assert luca.sees_again(hand).labels == ["3c"]
        assert [asked.token for asked in bar.desk.asked[1:]] == ["sit", "play_T1_Ad"]


async def test_in_a_town_old_buttons_work_after_a_restart() -> None:
    bar = Bar()
    async with discord_town(bar.client) as town:
        town.guild()
        channel, maria = town.channel("tavolo"), town.person("Maria")
        bar.desk.answers["help"] = Answer(
            Outcome.SHOWN, note=a_note("How to play", a_button("Again", "again"))
        )
        note = (await maria.runs(channel, "briscola help")).private
        await town.restarts(bar.client())
        bar.desk.answers["press"] = Answer(Outcome.SHOWN, words="Still here.")
        await maria.presses(note, "Again")
        assert maria.sees_again(note).text == "Still here."


@pytest.mark.parametrize("right", ["send_messages", "embed_links", "attach_files", "read_message_history"])
async def test_in_a_town_each_missing_right_is_named(right: str) -> None:
    bar = Bar()
    async with discord_town(bar.client) as town:
        town.guild()
        channel, maria = town.channel("tavolo", bot_lacks=[right]), town.person("Maria")
        act = await maria.runs(channel, "briscola play")
        assert right.replace("_", " ").title() in act.private.text
        assert bar.desk.asked == []


async def test_in_a_town_a_rate_limit_is_told_not_hidden() -> None:
    bar = Bar()
    async with discord_town(bar.client) as town:
        town.guild()
        channel = town.channel("tavolo")
        await rate_limited(town, bar, channel.id)


async def rate_limited(town: Town, bar: Bar, channel: int) -> None:
    town.fault(method="POST", route="/channels/*/messages", status=429)
    with pytest.raises(TryLater):
        await bar.discord.courier.send(a_surface(channel), a_table(), None)
