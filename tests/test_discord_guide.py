"""The guide in Discord: every page and every button of it, though several buttons of a page lead to the same one."""

from __future__ import annotations

import pytest

from adapters.discord import render
from bot.screens.guide import Topic
from bot.service.answers import Answer, Outcome
from doubles.discord_desk import a_button, a_note
from doubles.discord_evening import an_evening
from doubles.discord_house import a_house
from doubles.discord_people import Person
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel


async def leafed_through(person: Person, channel: Channel, topic: Topic) -> list[str]:
    """The texts of all pages that "Next" leads to, and of each page that another button leads to."""
    page = (await person.runs(channel, "briscola guide", topic=topic.value)).private
    texts = [page.text]
    while any(label.endswith("Next") for label in page.labels):
        await person.presses(page, "Next")
        page = person.sees_again(page)
        texts.append(page.text)
    for button in page.buttons:
        await person.presses_custom_id(page, button.custom_id)
        texts.append(person.sees_again(page).text)
    return texts


async def test_every_button_of_the_guide_leads_to_a_page(sqlite_url: str) -> None:
    async with DiscordWire() as wire:
        channel, maria = wire.guild().channel("tavolo"), wire.person("Maria")
        async with a_house(wire, sqlite_url):
            for topic in Topic:
                assert len(set(await leafed_through(maria, channel, topic))) >= len(Topic)
        assert wire.violations == []
        assert wire.unanswered == []


@pytest.mark.parametrize("id_", ["b:open-people", "b1:open-people", "b12:open-people"])
def test_buttons_that_do_the_same_say_the_same(id_: str) -> None:
    assert render.token_of(id_) == "open-people"


async def test_an_answer_that_discord_does_not_take_is_not_silence() -> None:
    async with DiscordWire() as wire, an_evening(wire) as evening:
        too_much = a_note("Help", *(a_button(str(n), f"x{n}") for n in range(3)))
        evening.desk.answers["help"] = Answer(Outcome.SHOWN, note=too_much)
        wire.fault(method="POST", route="/interactions/*", kind="400-before", code=50035)
        act = await evening.luca.runs(evening.channel, "briscola help")
        assert act.private.text.startswith("Something went wrong")
