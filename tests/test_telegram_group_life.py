"""What becomes of tables when a group changes: topics, rights, members, names, and the group itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from telegram import Chat, User
from test_telegram_story import cards_in, hand_of, sit_down_to_play, the_table

from adapters.telegram import Phrases
from adapters.telegram.membership import DAY, HOUR
from adapters.telegram.places import named, place_of
from bot.screens.types import NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.elsewhere import Home
from bot.service.ports import ChatGone, Unreachable
from bot.service.records import Habits, Where, Who
from doubles.telegram_api import Group, Message, Person, Seen, TelegramApi
from doubles.telegram_desk import TABLE, ScriptedDesk, Stage, hand_screen, on_stage, surface, table_screen
from doubles.telegram_house import House, a_house


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as api:
        yield api
        assert not api.violations


@pytest.fixture
def maria(api: TelegramApi) -> Person:
    return api.person("Maria")


@pytest.fixture
def friday(api: TelegramApi, maria: Person) -> Group:
    return api.group("Friday", members=[maria, api.person("John")])


@pytest.fixture
async def stage(api: TelegramApi, friday: Group) -> AsyncIterator[Stage]:
    async with on_stage(api, ScriptedDesk(living=[TABLE])) as stage:
        yield stage


# -- we come, are muted, go and come back -------------------------------------------------------------


async def test_a_new_group_is_greeted_once_with_a_button_that_opens_a_table(
    api: TelegramApi, stage: Stage, maria: Person
) -> None:
    club = api.group("Club", members=[maria], bot_in=False)
    await club.adds(api.bot.user, by=maria.user)
    said = await club.shows(Phrases().greeting)
    assert said.silent
    assert said.content.button(Phrases().greeting_button).data == "open-people"
    stage.desk.answers["open-people"] = Answer(Outcome.ACCEPTED, table=TABLE)
    await (await maria.presses(said, Phrases().greeting_button)).answer()
    assert said.content.buttons, "somebody else may open the next one"
    await club.kicks(api.bot.user)
    await club.adds(api.bot.user, by=maria.user)
    await maria.says(club, "/help")
    await stage.desk.until("help")
    assert [m.text for m in club.messages if m.sender == api.bot.user] == [said.text]


async def test_a_quiet_group_and_one_that_was_known_before_are_not_greeted(
    api: TelegramApi, stage: Stage, maria: Person
) -> None:
    small = api.group("Small", members=[maria], kind="group", bot_in=False)
    stage.desk.usually = Habits(calls="never")
    await small.adds(api.bot.user, by=maria.user)
    stage.desk.usually = Habits()
    big = await small.migrates()
    await stage.desk.until("chat_moved", 2)
    await big.kicks(api.bot.user)
    await big.adds(api.bot.user, by=maria.user)
    await maria.says(big, "/help")
    await stage.desk.until("help")
    assert not [m for m in (*small.messages, *big.messages) if m.text == Phrases().greeting]


async def test_a_group_that_throws_us_out_keeps_its_tables_for_a_day(stage: Stage, friday: Group) -> None:
    await friday.kicks(stage.api.bot.user)
    await stage.desk.until("redraw")
    stage.api.advance(DAY - HOUR)
    other = stage.api.person("Anna")
    await other.opens_bot()
    await stage.desk.until("help")
    assert not stage.desk.of("chat_gone")
    stage.desk.back.clear()
    await friday.adds(stage.api.bot.user)
    await stage.api.until(lambda: stage.desk.back)
    stage.api.advance(2 * HOUR)
    await other.opens_bot()
    await stage.desk.until("help", 2)
    assert not stage.desk.of("chat_gone")


async def test_a_group_that_does_not_take_us_back_has_no_tables_after_a_day(
    api: TelegramApi, maria: Person, friday: Group
) -> None:
    desk = ScriptedDesk()
    async with on_stage(api, desk):
        await friday.kicks(api.bot.user)
        await desk.until("keep_fact")
    api.advance(DAY + 1)
    async with on_stage(api, desk):
        await maria.opens_bot()
        gone = await desk.until("chat_gone")
        assert (gone.here.chat, gone.here.private) == (str(friday.id), False)


async def test_a_mute_is_found_out_at_once_and_a_voice_too(stage: Stage, friday: Group) -> None:
    await friday.restricts(stage.api.bot.user)
    await stage.desk.until("redraw")
    assert not stage.desk.back
    await friday.restricts(stage.api.bot.user, "can_send_messages")
    await stage.api.until(lambda: stage.desk.back)


async def test_the_host_is_told_once_in_private_why_their_table_waits(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await maria.opens_bot()
    where = Where("telegram", str(friday.id), title="Friday")
    stage.desk.homes[TABLE] = Home(where, "7", str(maria.id), "it", open=True)
    await friday.restricts(stage.api.bot.user)
    for _ in range(3):
        with pytest.raises(Unreachable):
            await stage.telegram.courier.send(surface(friday.id), table_screen(), None)
    [told] = await stage.api.until(lambda: [s for s in maria.sees() if "waits" in s.text])
    assert told.text == f"Your table in Friday waits. {Phrases().cannot_write}"
    async with on_stage(stage.api, stage.desk) as again:
        with pytest.raises(Unreachable):
            await again.telegram.courier.send(surface(friday.id), table_screen(), None)
        await maria.says(maria.private, "/help")
        await stage.desk.until("help")
    assert len([s for s in maria.sees() if "waits" in s.text]) == 1


async def test_a_host_without_a_private_chat_is_left_alone(
    stage: Stage, maria: Person, friday: Group
) -> None:
    where = Where("telegram", str(friday.id), title="Friday")
    for host in (str(maria.id), ""):
        stage.desk.homes[TABLE] = Home(where, "7", host, "", open=True)
        stage.desk.facts.clear()
        await friday.restricts(stage.api.bot.user)
        with pytest.raises(Unreachable):
            await stage.telegram.courier.send(replace(surface(friday.id), table=TABLE), table_screen(), None)
    await stage.desk.until("keep_fact")
    assert not maria.sees()


async def test_a_group_that_is_deleted_is_gone(stage: Stage, friday: Group) -> None:
    await friday.is_deleted()
    with pytest.raises(ChatGone):
        await stage.telegram.courier.send(surface(friday.id), table_screen(), None)


# -- topics -------------------------------------------------------------------------------------------


async def test_a_closed_topic_is_found_out_at_once_and_an_open_one_goes_on(
    api: TelegramApi, maria: Person
) -> None:
    forum = api.group("Club", members=[maria], forum=True)
    topic = forum.topic("Cards")
    async with on_stage(api, ScriptedDesk(living=[TABLE])) as stage:
        await forum.closes(topic)
        await stage.desk.until("redraw")
        stage.desk.back.clear()
        await forum.reopens(topic)
        await api.until(lambda: stage.desk.back)
        assert stage.desk.back[0].thread == str(topic.id)


async def test_a_table_of_a_deleted_topic_goes_on_in_the_group(api: TelegramApi, maria: Person) -> None:
    forum = api.group("Club", members=[maria], forum=True)
    topic = forum.topic("Cards")
    async with on_stage(api) as stage:
        forum.deletes_topic(topic)
        sent = await stage.telegram.courier.send(
            surface(forum.id, thread=str(topic.id)), table_screen(), None
        )
        found = forum.find(int(sent.message))
        assert found
        assert found.thread is None


# -- who writes ---------------------------------------------------------------------------------------


async def test_posts_that_a_channel_forwards_into_its_group_ask_for_nothing(
    stage: Stage, maria: Person, friday: Group
) -> None:
    await friday.promotes(stage.api.bot.user)
    channel = stage.api.channel("News", members=[maria], bot_admin=False)
    await friday.forwards_itself(channel, "/play")
    await friday.forwards_itself(channel, "/stop")
    await maria.says(friday, "/help")
    await stage.desk.until("help")
    assert {asked.what for asked in stage.desk.asked} <= {"help", "keep_fact"}
    assert not [m for m in friday.messages if m.sender == stage.api.bot.user]


async def test_an_anonymous_admin_runs_the_house_and_takes_no_seat(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.ask_admin = True
    for what in ("house", "settings", "stop"):
        stage.desk.answers[what] = Answer(Outcome.SHOWN, note=NoteScreen(f"About {what}."))
        await maria.says(friday, f"/{what}", anonymous=True)
        await stage.desk.until(what)
    assert stage.desk.admins == [True] * 3
    await maria.says(friday, "/leave", anonymous=True)
    await friday.shows("join at a table with its button")
    assert not stage.desk.of("leave")


async def test_an_admin_bot_answers_commands_unseen_by_others(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.answers["hand"] = Answer(Outcome.SHOWN, hand=hand_screen(), table=TABLE)
    await friday.promotes(stage.api.bot.user)
    await maria.says(friday, "/hand", ephemeral=False)
    seen = await maria.gets(friday, "Your cards")
    assert seen.ephemeral
    await maria.says(friday, "/hand", anonymous=True)
    await friday.shows("join at a table with its button")


async def test_an_admin_bot_shows_everybody_their_cards_before_they_ask(
    api: TelegramApi, sqlite_url: str
) -> None:
    maria, luca, anna = api.person("Maria"), api.person("Luca"), api.person("Anna")
    group = api.group("Bar Sport", members=[maria, luca, anna], bot_admin=True)
    async with a_house(api, sqlite_url):
        await sit_down_to_play(api, group, maria, luca)
        await api.until(lambda: hand_of(luca, group))
        await _one_card(api, group, maria, luca)
        await _one_card(api, group, maria, luca)
        assert not [seen for seen in anna.sees(group) if seen.ephemeral]
        for person in (maria, luca):
            await api.until(lambda person=person: len(_hands(person, group)) == 1)  # type: ignore[misc] # for this one


def _hands(person: Person, group: Group) -> list[Seen]:
    return [seen for seen in person.sees(group) if seen.ephemeral and cards_in(seen)]


async def test_an_old_server_is_asked_once_to_answer_unseen_where_we_are_an_admin(
    stage: Stage, maria: Person, friday: Group, caplog: pytest.LogCaptureFixture
) -> None:
    stage.api.ephemeral_supported = False
    await friday.promotes(stage.api.bot.user)
    stage.desk.answers["help"] = Answer(Outcome.SHOWN, note=NoteScreen("I deal cards."))
    for times in (1, 2, 3):
        await maria.says(friday, "/help")
        await stage.desk.until("help", times)
        await friday.shows("I deal cards.")
    assert caplog.text.count("knows no ephemeral messages") == 1


async def test_cards_come_by_themselves_only_where_the_bot_may_send_them_so(
    stage: Stage, maria: Person, friday: Group
) -> None:
    stage.desk.unseen = [(Who("telegram", str(maria.id), "Maria"), hand_screen())]
    await stage.table_in(friday)
    await stage.api.until(lambda: stage.api.calls_of("getChatMember"))
    await friday.promotes(stage.api.bot.user)
    await stage.api.until(lambda: stage.desk.back)
    assert not maria.sees(friday)[1:]
    for _ in range(2):
        await stage.table_in(friday)
    seen = await maria.gets(friday, "Your cards")
    assert seen.ephemeral
    assert len(stage.desk.of("unshown")) == 1


# -- whole tables -------------------------------------------------------------------------------------


async def _one_card(api: TelegramApi, chat: Group, *people: Person) -> None:
    """Whoever is on turn plays their first card."""

    def on_turn() -> tuple[Person, str] | None:
        for person in people:
            hand = hand_of(person, chat)
            if hand and "Your turn" in hand.text:
                return person, cards_in(hand)[0]
        return None

    person, token = await api.until(on_turn, what="somebody's turn")
    hand = hand_of(person, chat)
    assert hand
    await (await person.sends_press(hand.message, token)).answer()


async def _deal(api: TelegramApi, group: Group, maria: Person, luca: Person) -> None:
    table = await sit_down_to_play(api, group, maria, luca)
    await (await luca.presses(table, "🃏 My hand")).answer()
    await _one_card(api, group, maria, luca)


async def test_a_table_moves_with_its_group_and_its_settings(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    small = api.group("Bar Sport", members=[maria, luca], kind="group")
    async with a_house(api, sqlite_url) as house:
        await _deal(api, small, maria, luca)
        await _choose(house, small, maria, "chat-shows-words")
        big = await small.migrates()
        table = await the_table_in_words(api, big)
        await (await maria.presses(table, "🃏 My hand")).answer()
        await (await luca.presses(table, "🃏 My hand")).answer()
        await _one_card(api, big, maria, luca)
        assert not table.photo, "what the chat had chosen is known there"


async def _choose(house: House, group: Group, who: Person, token: str) -> None:
    async def admin() -> bool:
        return True

    where = place_of(Chat(group.id, group.type, title=group.title))
    user = User(who.id, who.user.first_name, is_bot=False)
    await house.tables.press(token, where, named(user), admin=admin)


async def the_table_in_words(api: TelegramApi, chat: Group) -> Message:
    return await api.until(
        lambda: next((m for m in chat.messages if m.sender == api.bot.user and "to play" in m.text), None)
    )


async def test_a_table_goes_on_after_its_message_is_deleted_and_after_we_are_thrown_out(
    api: TelegramApi, sqlite_url: str
) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url) as house:
        await _deal(api, group, maria, luca)
        table = await the_table(api, group, "to play")
        await maria.deletes(table)
        await _one_card(api, group, maria, luca)
        anew = await api.until(lambda: next((m for m in group.messages if m.photo and m is not table), None))
        await group.kicks(api.bot.user)
        place = Where("telegram", str(group.id))
        assert await house.tables.tables_in(place), "it waits"
        await group.adds(api.bot.user, by=maria.user)
        await group.shows(Phrases().greeting)
        before = anew.text
        await (await maria.presses(anew, "🃏 My hand")).answer()
        await (await luca.presses(anew, "🃏 My hand")).answer()
        await _one_card(api, group, maria, luca)
        await api.until(lambda: anew.text != before)


async def test_a_group_that_is_deleted_ends_its_tables(api: TelegramApi, sqlite_url: str) -> None:
    maria, luca = api.person("Maria"), api.person("Luca")
    group = api.group("Bar Sport", members=[maria, luca])
    async with a_house(api, sqlite_url) as house:
        await _deal(api, group, maria, luca)
        place = Where("telegram", str(group.id))
        [table] = await house.tables.tables_in(place)
        await group.is_deleted()
        async with asyncio.timeout(20):
            async for _ in house.tables.changes(table):
                if not await house.tables.tables_in(place):
                    break
