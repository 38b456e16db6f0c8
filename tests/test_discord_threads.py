"""A table in a thread of its own: begun once, named, woken while it lives, waiting while somebody has locked it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from adapters.discord.threads import named
from bot.service.answers import Answer, Outcome
from bot.service.ports import Unreachable
from bot.service.records import Habits, SurfaceKind
from doubles.discord_desk import a_button, a_note, a_ping, a_surface, a_table
from doubles.discord_evening import Evening, an_evening
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel

ACCEPTED, REFUSED, SHOWN = Outcome.ACCEPTED, Outcome.REFUSED, Outcome.SHOWN
BEGIN = "/channels/{channel_id}/messages/{message_id}/threads"
CHANNEL = "/channels/{channel_id}"
DAY = 86_400


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing
        assert standing.violations == []


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    async with an_evening(wire) as evening:
        yield evening


def threads_of(evening: Evening) -> list[Channel]:
    return [one for one in evening.guild.channels if one.is_thread]


def starters(evening: Evening) -> list[str]:
    return [seen.text for seen in evening.luca.sees(evening.channel) if not seen.ephemeral]


# -- beginning one ----------------------------------------------------------------------------------


async def test_a_table_can_have_a_thread_of_its_own(evening: Evening) -> None:
    act = await evening.maria.runs(evening.channel, "briscola play", game="Brisca", thread="yes")
    (thread,) = threads_of(evening)
    (asked,) = evening.desk.asked
    assert (asked.where.chat, asked.where.thread) == (str(evening.channel.id), str(thread.id))
    assert asked.where.title == "tavolo"
    assert (thread.name, thread.type, thread.auto_archive_minutes) == ("Brisca – Maria", 11, 10_080)
    assert act.private.text == f"The table has a thread of its own: <#{thread.id}>"
    assert starters(evening) == ["🃏 Brisca – Maria"]
    assert evening.maria.id in thread.followers
    assert evening.wire.world.pings == []


async def test_a_name_in_the_line_above_a_thread_is_harmless(evening: Evening) -> None:
    rascal = evening.wire.person("@everyone <@1> *x* https://a.b")
    await rascal.runs(evening.channel, "briscola play", thread="yes")
    assert starters(evening) == ["🃏 Briscola – @\u200beveryone \\<@\u200b1> \\*x\\* https:\u200b//a.b"]
    (call,) = evening.wire.calls_to("POST", "/channels/{channel_id}/messages")
    assert call.body["allowed_mentions"] == {"parse": []}
    (thread,) = threads_of(evening)
    assert thread.name == "Briscola – @everyone <@1> *x* https://a.b"


async def test_a_channel_whose_tables_have_threads_gives_one_to_each(evening: Evening) -> None:
    evening.desk.usually = Habits(threads=True)
    evening.desk.answers["help"] = Answer(SHOWN, note=a_note("Help", a_button("Play", "open-people")))
    await evening.maria.runs(evening.channel, "briscola play")
    note = (await evening.luca.runs(evening.channel, "briscola help")).private
    await evening.luca.presses(note, "Play")
    await evening.luca.runs(evening.channel, "briscola play", thread="no")
    places = [asked.where.thread for asked in evening.desk.asked if asked.what != "help"]
    assert places == [*(str(thread.id) for thread in threads_of(evening)), ""]
    assert len(places) == 3


async def test_who_asks_from_a_note_hears_where_the_table_is_and_what_else_there_is_to_choose(
    evening: Evening,
) -> None:
    evening.desk.answers["open"] = Answer(
        ACCEPTED, note=a_note("Which game?", a_button("Brisca", "x")), table="T1"
    )
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    (thread,) = threads_of(evening)
    assert act.private.text == f"The table has a thread of its own: <#{thread.id}>\n\nWhich game?"
    assert act.private.labels == ["Brisca"]


async def test_inside_a_thread_the_table_stays_there(evening: Evening) -> None:
    thread = evening.channel.thread("a quiet corner")
    evening.desk.usually = Habits(threads=True)
    await evening.maria.runs(thread, "briscola play", thread="yes")
    assert [asked.where.thread for asked in evening.desk.asked] == [str(thread.id)]
    assert threads_of(evening) == [thread]


async def test_a_post_of_a_forum_is_a_thread_like_any_other(evening: Evening) -> None:
    forum = evening.guild.channel("forum")
    forum.type = 15
    post = forum.thread("Who plays?")
    await evening.maria.runs(post, "briscola play", thread="yes")
    (asked,) = evening.desk.asked
    assert (asked.where.chat, asked.where.thread) == (str(forum.id), str(post.id))
    assert threads_of(evening) == [post]


async def test_in_a_private_chat_and_beside_a_voice_channel_there_are_no_threads(evening: Evening) -> None:
    evening.desk.usually = Habits(threads=True)
    voice = evening.guild.channel("voice")
    voice.type = 2
    for place in (evening.wire.dm(evening.luca), voice):
        await evening.luca.runs(place, "briscola play", thread="yes")
    assert [asked.where.thread for asked in evening.desk.asked] == ["", ""]


async def test_the_same_event_twice_begins_one_thread(evening: Evening) -> None:
    evening.wire.duplicate_next_interaction()
    await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    await evening.desk.until(lambda: len(evening.desk.asked) == 2)
    (thread,) = threads_of(evening)
    assert {asked.where.thread for asked in evening.desk.asked} == {str(thread.id)}
    assert len(starters(evening)) == 1


@pytest.mark.parametrize("kind", ["cut-after", "cut-before", "502-after"])
async def test_an_answer_that_was_lost_leaves_no_second_thread(evening: Evening, kind: str) -> None:
    evening.wire.fault(method="POST", route=BEGIN, kind=kind)
    evening.wire.fault(method="POST", route="/channels/{channel_id}/messages", kind=kind)
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    (thread,) = threads_of(evening)
    assert str(thread.id) in act.private.text
    assert len(starters(evening)) == 1


async def test_rules_that_are_refused_leave_no_thread_behind(evening: Evening) -> None:
    evening.guild.everyone.permissions |= 1 << 34  # Manage Threads
    evening.desk.answers["open"] = Answer(REFUSED, "Signs are for partners.")
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert act.private.text == "Signs are for partners."
    assert (threads_of(evening), starters(evening)) == ([], [])


async def test_a_thread_that_may_not_be_deleted_is_archived(evening: Evening) -> None:
    evening.desk.answers["open"] = RuntimeError("the desk fell over")
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert "Something went wrong" in act.private.text
    (thread,) = threads_of(evening)
    assert thread.archived
    assert starters(evening) == []


@pytest.mark.parametrize(
    ("right", "name"),
    [
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
        ("send_messages", "Send Messages"),
    ],
)
async def test_the_right_that_is_missing_for_a_thread_is_named(
    evening: Evening, right: str, name: str
) -> None:
    evening.channel.deny(evening.wire.world.bot, right)
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert act.private.text.endswith(
        f"I lack: {name}. Who manages this channel can grant that, then try again."
    )
    assert (evening.desk.asked, threads_of(evening)) == ([], [])


async def test_a_right_for_threads_is_not_missed_where_none_is_wanted(evening: Evening) -> None:
    evening.channel.deny(evening.wire.world.bot, "create_public_threads", "send_messages_in_threads")
    await evening.maria.runs(evening.channel, "briscola play")
    assert len(evening.desk.asked) == 1


async def test_nobody_opens_threads_by_way_of_the_bot_who_may_not_open_any(evening: Evening) -> None:
    evening.channel.deny(evening.maria.user, "create_public_threads")
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert "You may not open threads in this channel" in act.private.text
    assert evening.desk.asked == []
    evening.desk.usually = Habits(threads=True)
    await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert len(threads_of(evening)) == 1, "where every table has a thread, anybody's has"


@pytest.mark.parametrize(("status", "code"), [(400, 160006), (403, 50013), (400, 50024), (400, 200001)])
async def test_where_discord_opens_no_thread_the_table_is_set_in_the_channel(
    evening: Evening, status: int, code: int
) -> None:
    evening.wire.fault(method="POST", route=BEGIN, kind=f"{status}-before", code=code)
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert act.private.text.startswith("Discord opens no thread here just now")
    assert [asked.where.thread for asked in evening.desk.asked] == [""]
    assert (threads_of(evening), starters(evening)) == ([], [])


async def test_whose_lobby_waits_in_a_thread_is_led_there_and_gets_no_second_one(evening: Evening) -> None:
    evening.desk.lobbies[str(evening.maria.id)] = "123"
    act = await evening.maria.runs(evening.channel, "briscola play", thread="yes")
    assert [asked.where.thread for asked in evening.desk.asked] == ["123"]
    assert act.private.text == "The table has a thread of its own: <#123>"
    assert threads_of(evening) == []


def test_a_thread_is_named_by_game_and_person_within_what_discord_takes() -> None:
    assert named("Briscola", "Maria") == "Briscola – Maria"
    assert named("Briscola", "\u200b\u202e") == "Briscola"
    assert len(named("B" * 90, "é" * 200)) == 100


# -- while its table lives --------------------------------------------------------------------------


async def a_table_in_a_thread(evening: Evening, *, lives: bool = True) -> tuple[Channel, Any]:
    """A thread with a table's message in it, and the surface of that."""
    thread = evening.channel.thread("a slow game")
    if lives:
        evening.desk.living[str(evening.channel.id), str(thread.id)] = ["T1"]
    sent = await evening.courier.send(a_surface(evening.channel.id, thread=thread.id), a_table(), None)
    return thread, a_surface(evening.channel.id, thread=thread.id, message=sent.message, generation=2)


async def test_an_archived_thread_is_opened_again_while_its_table_lives(evening: Evening) -> None:
    thread, _ = await a_table_in_a_thread(evening)
    thread.archive()
    await evening.wire.until(lambda: not thread.archived, hint="the thread to be open")


async def test_whoever_archives_a_thread_again_at_once_is_not_fought(evening: Evening) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    other, _ = await a_table_in_a_thread(evening)
    thread.archive()
    await evening.wire.until(lambda: not thread.archived, hint="the thread to be open")
    thread.archive()
    other.archive()
    await evening.wire.until(lambda: not other.archived, hint="the other thread to be open")
    assert thread.archived
    await evening.courier.edit(surface, a_table("Luca to play"), None)
    assert not thread.archived


async def test_a_thread_without_a_living_table_stays_archived(evening: Evening) -> None:
    thread, _ = await a_table_in_a_thread(evening, lives=False)
    living, _ = await a_table_in_a_thread(evening)
    thread.archive()
    living.archive()
    await evening.wire.until(lambda: not living.archived, hint="the other thread to be open")
    assert thread.archived


async def test_an_edit_that_finds_its_thread_archived_opens_it_first(evening: Evening) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    evening.wire.clock.move(8 * DAY)
    assert thread.archived
    await evening.courier.edit(surface, a_table("Luca to play"), None)
    (seen,) = evening.luca.sees(thread)
    assert seen.text.startswith("**Luca to play**")
    assert not thread.archived


async def test_a_table_that_is_over_lets_its_thread_rest(evening: Evening) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    evening.wire.clock.move(8 * DAY)
    over = a_table("Maria wins", over=True)
    await evening.courier.edit(surface, over, None)
    assert thread.archived
    evening.luca.says(thread, "well played")
    await evening.courier.edit(surface, over, None)
    assert evening.luca.sees(thread)[0].text.startswith("**Maria wins**")


async def test_a_call_wakes_its_thread_and_goes_from_an_archived_one(evening: Evening) -> None:
    thread, _ = await a_table_in_a_thread(evening)
    evening.wire.clock.move(8 * DAY)
    call = a_surface(evening.channel.id, SurfaceKind.PING, thread=thread.id, number=2)
    sent = await evening.courier.send(call, a_ping(), None)
    assert not thread.archived
    evening.wire.clock.move(8 * DAY)
    made = a_surface(evening.channel.id, SurfaceKind.PING, thread=thread.id, number=2, message=sent.message)
    await evening.courier.edit(made, a_ping(text="Maria, hurry."), None)
    evening.wire.clock.move(8 * DAY)
    await evening.courier.delete(made)
    assert len(evening.luca.sees(thread)) == 1


async def test_a_locked_thread_lets_its_table_wait_and_the_channel_hears_of_it(evening: Evening) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    thread.lock()
    await evening.desk.until(lambda: evening.desk.redrawn == ["T1"])
    await evening.wire.until(lambda: starters(evening), hint="word of it")
    assert starters(evening) == [
        f"The thread <#{thread.id}> is locked, so the table in it waits until it is unlocked."
    ]
    for attempt in (evening.courier.edit, evening.courier.send):
        with pytest.raises(Unreachable, match="locked"):
            await attempt(surface, a_table("Luca to play"), None)
    thread.lock(locked=False)
    await evening.desk.until(lambda: evening.desk.back)
    (back,) = evening.desk.back
    assert (back.chat, back.thread) == (str(evening.channel.id), str(thread.id))
    await evening.courier.edit(surface, a_table("Luca to play"), None)


async def test_a_thread_locked_and_archived_is_not_fought_over(evening: Evening) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    thread.closed = True
    thread.lock()
    await evening.desk.until(lambda: evening.desk.redrawn)
    assert evening.wire.calls_to("PATCH", CHANNEL) == []
    thread.lock(locked=False)
    await evening.wire.until(lambda: not thread.archived, hint="the thread to be open")
    await evening.courier.edit(surface, a_table("Luca to play"), None)


async def test_a_lock_that_nobody_told_of_is_found_by_the_edit(evening: Evening) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    thread.closed = thread.locked = True
    with pytest.raises(Unreachable, match="locked"):
        await evening.courier.edit(surface, a_table("Luca to play"), None)


async def test_threads_that_were_locked_before_the_bot_came_are_known(wire: DiscordWire) -> None:
    guild = wire.guild("Bar Sport")
    thread = guild.channel("tavolo").thread("shut")
    thread.locked = True
    async with an_evening(wire) as evening:
        surface = a_surface(thread.parent.id if thread.parent else 0, thread=thread.id, message="1")
        with pytest.raises(Unreachable, match="locked"):
            await evening.courier.edit(surface, a_table(), None)


async def test_a_lock_taken_away_while_the_bot_was_away_is_gone_when_it_comes_back(
    evening: Evening,
) -> None:
    thread, surface = await a_table_in_a_thread(evening)
    thread.lock()
    await evening.desk.until(lambda: evening.desk.redrawn)
    client = evening.courier._client_now()
    cached = client.get_guild(evening.guild.id).get_thread(thread.id)
    cached.locked = thread.locked = False  # as the servers of a new session tell
    await client.on_ready()
    await evening.courier.edit(surface, a_table("Luca to play"), None)
    assert not evening.discord._threads.is_locked("no number")


async def test_a_lock_without_a_living_table_is_nobodys_business(evening: Evening) -> None:
    thread, _ = await a_table_in_a_thread(evening, lives=False)
    thread.lock()
    living, _ = await a_table_in_a_thread(evening)
    living.lock()
    await evening.desk.until(lambda: evening.desk.redrawn)
    await evening.wire.until(lambda: starters(evening), hint="word of the other")
    assert len(starters(evening)) == 1
