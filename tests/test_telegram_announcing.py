"""What Telegram shows of the bot before anybody has said a word, and the first steps of whoever comes."""

from collections.abc import AsyncIterator

import pytest

from adapters.telegram import Phrases
from bot.screens.types import Button, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.elsewhere import Home
from bot.service.records import Where
from bot.words.commands import COMMANDS, command_texts
from doubles.telegram_api import Group, Person, TelegramApi
from doubles.telegram_desk import TABLE, ScriptedDesk, Stage, on_stage
from doubles.telegram_house import spoken

OF_ADMINS = {"house", "settings"}


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria", language="it")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api) as stage:
        yield stage


def names(person: Person, chat: Group | None = None) -> set[str]:
    return {one.command for one in person.commands(chat)}


async def test_each_kind_of_chat_is_offered_what_is_of_use_there(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk()
    john = Person(api, next(m.user for m in friday.members.values() if m.user.first_name == "John"), api.bot)
    async with on_stage(api, desk, commands=command_texts(), phrases=spoken):
        await desk.until("keep_fact")
    assert names(maria) == set(COMMANDS) - {"leaderboard"}
    assert names(john, friday) == set(COMMANDS) - OF_ADMINS
    assert names(maria, friday) == set(COMMANDS), "she made the group"
    seen_by_all = {one.command for one in maria.commands(friday) if not one.is_ephemeral}
    assert seen_by_all == {"leaderboard"}
    assert not any(one.is_ephemeral for one in maria.commands())


async def test_the_bot_says_what_it_is_in_each_language_and_once(api: TelegramApi) -> None:
    desk = ScriptedDesk()
    async with on_stage(api, desk, commands=command_texts(), phrases=spoken):
        await desk.until("keep_fact")
    about = api.bot.about
    assert about["long", ""] == Phrases().about
    assert about["short", ""] == Phrases().about_short
    assert {language for _, language in about} == {"", "it", "pt"}
    assert api.bot.menus == {0: "commands"}
    told = len(api.calls_of("setMyDescription"))
    async with on_stage(api, desk, commands=command_texts(), phrases=spoken) as stage:
        await api.person("Anna").opens_bot()
        await stage.desk.until("help")
    assert len(api.calls_of("setMyDescription")) == told
    assert len(Phrases().about) <= 512
    assert len(Phrases().about_short) <= 120


@pytest.mark.parametrize("what", ["settings", "guide", "leave", "status"])
async def test_the_new_commands_ask_the_desk(stage: Stage, maria: Person, friday: Group, what: str) -> None:
    stage.desk.answers[what] = Answer(Outcome.SHOWN, note=NoteScreen("Here you are."))
    await maria.says(friday, f"/{what}")
    await stage.desk.until(what)
    await friday.shows("Here you are.")


async def test_the_guide_opens_where_one_wants_to_read(stage: Stage, maria: Person) -> None:
    await maria.opens_bot()
    await maria.says(maria.private, "/guide Tips")
    assert (await stage.desk.until("guide")).token == "tips"
    await maria.says(maria.private, "/guide ../../x")
    assert (await stage.desk.until("guide", 2)).token == ""


async def test_the_help_in_private_adds_the_bot_to_a_group(
    stage: Stage, maria: Person, friday: Group
) -> None:
    rows = ((Button("Italiano", "me-speaks-it"),),)
    stage.desk.answers["help"] = Answer(Outcome.SHOWN, note=NoteScreen("I deal cards.", rows))
    await maria.opens_bot()
    seen = await maria.gets(words="I deal cards.")
    assert seen.labels == ["Italiano", Phrases().add_to_group]
    link = seen.message.content.button(Phrases().add_to_group).url
    assert link == "https://t.me/briscola_test_bot?startgroup=hello"
    stage.desk.answers["me-speaks-it"] = Answer(Outcome.ACCEPTED, note=NoteScreen("Do le carte.", rows))
    await (await maria.presses(seen, "Italiano")).answer()
    again = await maria.gets(words="Do le carte.")
    assert (again.message, again.labels) == (seen.message, seen.labels)
    await maria.says(friday, "/start@briscola_test_bot hello")
    await maria.says(friday, "/stats")
    await stage.desk.until("stats")
    assert len(stage.desk.of("help")) == 1, "a group is greeted, and needs no help besides"


async def test_a_new_table_can_be_shared_by_its_host(api: TelegramApi, maria: Person, friday: Group) -> None:
    games = NoteScreen("Which game?", ((Button("Brisca", f"{TABLE}-set-preset-brisca"),),))
    desk = ScriptedDesk(answers={"open": Answer(Outcome.ACCEPTED, note=games, table=TABLE)})
    desk.homes[TABLE] = Home(Where("telegram", str(friday.id), title="Friday"), "", "", "", open=True)
    async with on_stage(api, desk, commands={"en": {"play": "Open a table"}}):
        await desk.until("keep_fact")
        await maria.says(friday, "/play")
        seen = await maria.gets(friday, "Which game?")
        url = seen.message.content.button(Phrases().invite).url or ""
        assert url.startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fbriscola_test_bot%3Fstart%3D")
        assert f"{TABLE}-join" in url
