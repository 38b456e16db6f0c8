"""The Discord stand-ins carry the real client: what the bot's own tests may rely on."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import discord
import pytest

from doubles.discord_checks import command_faults, message_faults
from doubles.discord_launcher import discord_at
from doubles.discord_people import Person
from doubles.discord_sample import SampleBot, hand, picture, table
from doubles.discord_seen import Seen
from doubles.discord_town import discord_town
from doubles.discord_wire import DiscordWire
from doubles.discord_world import Channel, Guild, Json


@asynccontextmanager
async def bot_on(wire: DiscordWire, bot: discord.Client | None = None) -> AsyncIterator[discord.Client]:
    """The client, logged in to the stand-in and listening."""
    client = bot or SampleBot()
    with discord_at(wire.url):
        running = asyncio.create_task(client.start(wire.world.token))
        try:
            await wire.until_online()
            yield client
        finally:
            await client.close()
            await asyncio.gather(running, return_exceptions=True)


class Evening:
    """The sample bot in a bar with two people."""

    def __init__(self, wire: DiscordWire, bot: SampleBot, guild: Guild) -> None:
        self.wire, self.bot, self.guild = wire, bot, guild
        self.channel: Channel = guild.channel("tavolo")
        self.maria: Person = wire.person("Maria", locale="it")
        self.luca: Person = wire.person("Luca")

    async def table(self) -> Seen:
        """A table that Maria opened."""
        return (await self.maria.runs(self.channel, "briscola play", opponent=self.luca)).answer

    async def destination(self) -> discord.PartialMessageable:
        """The channel as the bot addresses it."""
        return self.bot.get_partial_messageable(self.channel.id, guild_id=self.guild.id)


@pytest.fixture
async def wire() -> AsyncIterator[DiscordWire]:
    async with DiscordWire() as standing:
        yield standing


@pytest.fixture
async def evening(wire: DiscordWire) -> AsyncIterator[Evening]:
    guild = wire.guild("Bar Sport", locale="it")
    async with bot_on(wire) as bot:
        assert isinstance(bot, SampleBot)
        yield Evening(wire, bot, guild)


# ------------------------------------------------------------------ the wire: logging in


async def test_a_wrong_token_is_refused_at_the_door(wire: DiscordWire) -> None:
    client = SampleBot()
    with discord_at(wire.url):
        with pytest.raises(discord.LoginFailure):
            await client.start("no.such.token")
        await client.close()


async def test_privileged_intents_must_be_approved(wire: DiscordWire) -> None:
    client = discord.Client(intents=discord.Intents.all())
    with discord_at(wire.url):
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.start(wire.world.token)
        await client.close()


async def test_the_client_becomes_ready_and_knows_its_servers(evening: Evening) -> None:
    await evening.bot.wait_until_ready()
    (known,) = evening.bot.guilds
    assert known.name == "Bar Sport"
    assert known.me.id == evening.wire.world.bot.id
    assert [c.name for c in known.text_channels] == ["tavolo"]


async def test_commands_are_registered_and_checked(evening: Evening) -> None:
    assert [command["name"] for command in evening.wire.commands] == ["briscola"]
    assert evening.wire.violations == []
    with pytest.raises(discord.HTTPException):
        await evening.bot.http.bulk_upsert_global_commands(
            evening.wire.world.application_id,
            [{"name": "Not Lower", "type": 1, "description": "x" * 101}],
        )
    assert len(evening.wire.violations) == 2


# ------------------------------------------------------------------ the wire: an evening


async def test_a_command_is_answered_with_words_a_picture_and_buttons(evening: Evening) -> None:
    seen = await evening.table()
    assert seen.text == "Against Luca."
    assert seen.labels == ["Play 7d", "My hand", "Think"]
    (shown,) = seen.pictures
    assert (shown.alt, shown.data) == ("An empty green table.", picture())
    assert evening.luca.sees(evening.channel) == [seen]
    assert evening.wire.violations == []


async def test_a_press_redraws_the_table_in_place(evening: Evening) -> None:
    before = await evening.table()
    act = await evening.luca.presses(before, "Play 7d")
    assert act.answer.id == before.id
    assert evening.maria.sees_last(evening.channel).text == "Luca played 7d"
    assert act.answered_after < 3


async def test_only_the_presser_sees_a_private_answer_and_in_their_language(evening: Evening) -> None:
    seen = await evening.table()
    act = await evening.maria.presses(seen, "My hand")
    assert act.private.text == "La tua mano"
    assert [s.text for s in evening.luca.sees(evening.channel)] == ["Against Luca."]
    with pytest.raises(discord.NotFound) as refused:
        await (await evening.destination()).get_partial_message(act.private.id).edit(content="x")
    assert refused.value.code == 10008


async def test_a_private_answer_is_edited_by_its_token_for_fifteen_minutes(evening: Evening) -> None:
    act = await evening.maria.presses(await evening.table(), "My hand")
    kept = evening.bot.hands[evening.maria.id]
    evening.wire.clock.move(14 * 60)
    await kept.edit_original_response(view=hand("Two cards"))
    assert evening.maria.sees_again(act.private).text == "Two cards"
    evening.wire.clock.move(2 * 60)
    with pytest.raises(discord.HTTPException) as refused:
        await kept.edit_original_response(view=hand("One card"))
    assert (refused.value.status, refused.value.code) == (401, 50027)
    assert evening.maria.sees_again(act.private).text == "Two cards"


async def test_a_deferred_answer_keeps_the_visibility_of_the_deferral(evening: Evening) -> None:
    act = await evening.luca.presses(await evening.table(), "Think")
    assert act.deferred
    assert act.private.text == "Thought about it."
    assert len(evening.maria.sees(evening.channel)) == 1


async def test_two_people_act_at_the_same_time(evening: Evening) -> None:
    seen = await evening.table()
    acts = await asyncio.gather(evening.maria.presses(seen, "My hand"), evening.luca.presses(seen, "My hand"))
    assert [act.private.text for act in acts] == ["La tua mano", "Your hand"]


async def test_a_forged_button_goes_unanswered_by_who_does_not_know_it(evening: Evening) -> None:
    act = await evening.luca.presses_custom_id(await evening.table(), "nonsense", wait=False)
    await evening.luca.runs(evening.channel, "briscola play")
    assert not act.acknowledged
    assert evening.wire.unanswered == [act.interaction]


async def test_an_answer_after_three_seconds_finds_nobody(evening: Evening) -> None:
    seen = await evening.table()
    hanging = evening.wire.fault(method="POST", route="/interactions/*", kind="hang")
    act = await evening.maria.presses(seen, "My hand", wait=False)
    await evening.wire.until(lambda: hanging.happened)
    evening.wire.clock.move(4)
    evening.wire.release()
    await evening.wire.until(lambda: act.interaction.refusals)
    assert [why.code for why in act.interaction.refusals] == [10062]


async def test_the_bot_is_told_what_it_may_do_where_it_is_asked(evening: Evening) -> None:
    evening.channel.deny(evening.wire.world.bot, "attach_files")
    act = await evening.maria.runs(evening.channel, "briscola play")
    told = discord.Permissions(int(act.interaction.payload["app_permissions"]))
    assert (told.attach_files, told.send_messages) == (False, True)


async def test_a_new_message_pings_and_an_edit_does_not(evening: Evening) -> None:
    where, luca = await evening.destination(), f"<@{evening.luca.id}>"
    only_luca = discord.AllowedMentions(users=[discord.Object(evening.luca.id)])
    call = await where.send(f"{luca}, your turn", allowed_mentions=only_luca)
    await where.send(f"{luca} is named", allowed_mentions=discord.AllowedMentions.none())
    await call.edit(content=f"{luca}, still your turn <@{evening.maria.id}>")
    assert [seen.text for seen in evening.luca.pings] == [f"{luca}, still your turn <@{evening.maria.id}>"]
    assert evening.maria.pings == []


async def test_a_file_over_the_limit_is_too_large(evening: Evening) -> None:
    where = await evening.destination()
    assert await code_of(where.send(file=discord.File(io.BytesIO(bytes(10_500_000)), "big.bin"))) == 40005


async def test_a_direct_message_arrives_and_is_nobody_elses(evening: Evening) -> None:
    await (await evening.bot.fetch_user(evening.luca.id)).send("your turn")
    assert evening.luca.sees_last(evening.wire.dm(evening.luca)).text == "your turn"
    assert evening.maria.sees(evening.wire.dm(evening.luca)) == []


async def test_a_command_that_does_not_exist_cannot_be_typed(evening: Evening) -> None:
    with pytest.raises(AssertionError, match="there is"):
        await evening.maria.runs(evening.channel, "briscola dance")
    with pytest.raises(AssertionError, match="takes"):
        await evening.maria.runs(evening.channel, "briscola play", stake=100)


async def test_a_private_answer_is_gone_when_the_app_starts_anew(evening: Evening) -> None:
    await evening.maria.presses(await evening.table(), "My hand")
    evening.maria.restarts_the_client()
    assert [s.ephemeral for s in evening.maria.sees(evening.channel)] == [False]


async def test_the_bot_hears_that_a_server_and_a_channel_are_gone(evening: Evening) -> None:
    bot = evening.bot
    left, lost = asyncio.Event(), asyncio.Event()
    bot.event(_named("on_guild_channel_delete", lost))
    bot.event(_named("on_guild_remove", left))
    evening.channel.delete()
    await asyncio.wait_for(lost.wait(), 30)
    evening.wire.expel_bot(evening.guild)
    await asyncio.wait_for(left.wait(), 30)
    assert list(bot.guilds) == []


def _named(name: str, happened: asyncio.Event) -> Callable[[object], Coroutine[object, object, None]]:
    async def listener(_: object) -> None:
        happened.set()

    listener.__name__ = name
    return listener


async def test_the_same_press_delivered_twice_is_acknowledged_once(evening: Evening) -> None:
    seen = await evening.table()
    evening.wire.duplicate_next_interaction()
    act = await evening.maria.presses(seen, "My hand")
    await evening.wire.until(lambda: act.interaction.refusals)
    assert [why.code for why in act.interaction.refusals] == [40060]


# ------------------------------------------------------------------ the wire: trouble


async def test_a_rate_limit_is_waited_out(evening: Evening) -> None:
    where = await evening.destination()
    evening.wire.fault(method="POST", route="/channels/{channel_id}/messages", kind="429", retry_after=0.02)
    await where.send("hello")
    assert [c.status for c in evening.wire.calls_to("POST", where_to(evening))] == [429, 200]


async def test_the_fourth_call_of_a_full_bucket_is_too_much(evening: Evening) -> None:
    evening.wire.limits.on, evening.wire.limits.messages = True, (3, 60.0)
    answers = []
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {evening.wire.world.token}"}) as session:
        for _ in range(4):
            url = f"{evening.wire.url}/api/v10{where_to(evening)}"
            async with session.post(url, json={"content": "hello"}) as response:
                answers.append((response.status, response.headers.get("Retry-After")))
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert 0 < float(answers[-1][1] or 0) <= 60.001


async def test_a_nonce_makes_one_message_of_two_posts(evening: Evening) -> None:
    where = await evening.destination()
    evening.wire.fault(method="POST", route="/channels/{channel_id}/messages", kind="502-after")
    sent = await where.send("hello", nonce="outbox-7")
    posts = evening.wire.calls_to("POST", where_to(evening))
    assert [post.body["nonce"] for post in posts] == ["outbox-7", "outbox-7"]
    assert [seen.id for seen in evening.maria.sees(evening.channel)] == [sent.id]


async def test_a_connection_cut_after_the_effect_is_no_http_error(evening: Evening) -> None:
    where = await evening.destination()
    evening.wire.fault(method="POST", route="/channels/{channel_id}/messages", kind="cut-after")
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await where.send("hello")
    assert [seen.text for seen in evening.maria.sees(evening.channel)] == ["hello"]


async def test_lost_rights_are_told_by_their_codes(evening: Evening) -> None:
    where, bot = await evening.destination(), evening.wire.world.bot
    evening.channel.deny(bot, "send_messages")
    assert await code_of(where.send("hello")) == 50013
    evening.channel.deny(bot, "view_channel")
    assert await code_of(where.send("hello")) == 50001
    evening.channel.delete()
    assert await code_of(where.send("hello")) == 10003


async def test_closed_direct_messages_are_refused(evening: Evening) -> None:
    evening.luca.user.dms_open = False
    luca = await evening.bot.fetch_user(evening.luca.id)
    assert await code_of(luca.send("your turn")) == 50007


async def test_an_old_message_takes_three_edits_in_six_seconds(evening: Evening) -> None:
    where = await evening.destination()
    message = await where.send("hello")
    evening.wire.clock.move(3601)
    evening.wire.limits.old_edits = (3, 0.5)
    for number in range(4):
        await message.edit(content=f"edit {number}")
    assert 30046 in [call.code for call in evening.wire.calls_to("PATCH", where_to(evening))]
    assert evening.maria.sees_last(evening.channel).text == "edit 3"


async def test_a_sleeping_thread_takes_no_edits(evening: Evening) -> None:
    thread = evening.channel.thread("a slow game")
    where = evening.bot.get_partial_messageable(thread.id, guild_id=evening.guild.id)
    message = await where.send("the table")
    evening.wire.clock.move(86_000)
    await message.edit(content="still awake")
    evening.wire.clock.move(1_000)
    assert await code_of(message.edit(content="too late")) == 50083
    await where.send("woken by a message")
    await message.edit(content="awake again")


async def test_what_discord_would_refuse_is_refused_and_recorded(evening: Evening) -> None:
    where = await evening.destination()
    forgotten = table("no file comes with this")
    assert await code_of(where.send(view=forgotten)) == 50035
    assert await code_of(where.send("x" * 2001)) == 50035
    assert [v.split(": ", 1)[1] for v in evening.wire.violations] == [
        "attachment://table.png is not attached",
        "content has 2001 characters, 2000 are allowed",
    ]


async def test_a_picture_nobody_shows_is_recorded(evening: Evening) -> None:
    where = await evening.destination()
    files = [discord.File(io.BytesIO(picture()), name) for name in ("table.png", "spare.png")]
    assert await code_of(where.send(view=table("two files"), files=files)) == 50035
    assert evening.wire.violations == ["message in #tavolo: attachment spare.png is shown by no component"]


async def test_the_bot_resumes_after_a_drop_and_misses_nothing(evening: Evening) -> None:
    seen = await evening.table()
    evening.wire.gateway.drop()
    act = await evening.maria.presses(seen, "My hand", wait=False)
    await act.content()
    assert act.private.text == "La tua mano"
    assert evening.bot.resumed == 1
    assert evening.wire.gateway.identifies == 1


async def test_when_discord_is_away_nothing_connects_and_all_is_as_before_when_it_is_back(
    wire: DiscordWire,
) -> None:
    channel = wire.guild().channel("tavolo")
    maria = wire.person("Maria")
    async with bot_on(wire) as bot:
        where = bot.get_partial_messageable(channel.id)
        message = await where.send("hello")
        await wire.goes_down()
        with pytest.raises(aiohttp.ClientError):
            await message.edit(content="nobody reads this")
        await wire.comes_back()
        await message.edit(content="hello again")
        await wire.until_online()
    assert maria.sees_last(channel).text == "hello again"


async def test_a_forgotten_session_must_identify_anew(evening: Evening) -> None:
    evening.wire.gateway.invalidate(resumable=False)
    await evening.wire.until(lambda: evening.wire.gateway.identifies == 2 and evening.wire.online)
    assert (await evening.table()).text == "Against Luca."


async def test_asked_to_reconnect_it_resumes(evening: Evening) -> None:
    evening.wire.gateway.ask_to_reconnect()
    await evening.wire.until(lambda: evening.wire.gateway.sessions[0].resumes)
    assert (await evening.table()).text == "Against Luca."


async def test_the_application_has_its_own_emojis(evening: Evening) -> None:
    made = await evening.bot.create_application_emoji(name="card_7d", image=picture())
    assert [emoji.id for emoji in await evening.bot.fetch_application_emojis()] == [made.id]


async def test_two_shards_hear_of_their_own_servers_only(wire: DiscordWire) -> None:
    wire.gateway.shards = 2
    async with bot_on(wire):
        await wire.until_online(2)
        guild = wire.guild()
        maria = wire.person("Maria")
        act = await maria.runs(guild.channel("tavolo"), "briscola play")
        told = [any(p["t"] == "INTERACTION_CREATE" for p in s.sent) for s in wire.gateway.sessions]
    assert act.answer.text == "Against the computer."
    assert sorted(told) == [False, True]


async def test_the_program_itself_is_started_killed_and_started_again(
    wire: DiscordWire, tmp_path: Path
) -> None:
    stub = tmp_path / "bot"
    stub.mkdir()
    (stub / "__init__.py").touch()
    (stub / "__main__.py").write_text(
        "from doubles.discord_sample import SampleBot\n\ndef main():\n    SampleBot().run('wire.test.token')\n"
    )
    program = [sys.executable, "-W", "ignore", "-m", "doubles.discord_launcher", wire.url]
    path = {"PYTHONPATH": f"{tmp_path}:{Path(__file__).parent}"}
    channel = wire.guild().channel("tavolo")
    maria = wire.person("Maria")

    first = await asyncio.create_subprocess_exec(*program, cwd=tmp_path, env=path, stderr=subprocess.DEVNULL)
    await wire.until_online()
    seen = (await maria.runs(channel, "briscola play")).answer
    first.kill()
    await first.wait()
    await wire.until(lambda: not wire.online)

    second = await asyncio.create_subprocess_exec(*program, cwd=tmp_path, env=path, stderr=subprocess.DEVNULL)
    await wire.until_online()
    assert (await maria.presses(seen, "Play 7d")).answer.text == "Maria played 7d"
    second.terminate()
    await second.wait()


async def test_a_plain_unsharded_client_does_as_well(wire: DiscordWire) -> None:
    channel = wire.guild().channel("tavolo")
    maria = wire.person("Maria")
    async with bot_on(wire, discord.Client(intents=discord.Intents.none())) as client:
        await client.get_partial_messageable(channel.id).send("hello")
    assert maria.sees_last(channel).text == "hello"


def where_to(evening: Evening) -> str:
    return f"/channels/{evening.channel.id}/messages"


async def code_of(attempt: object) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await attempt  # type: ignore[misc]  # any awaitable of the library
    return refused.value.code


# ------------------------------------------------------------------ what Discord refuses


def option(name: str, **more: object) -> Json:
    return {"name": name, "description": "words", "type": 3, **more}


def button(custom_id: str = "x", **more: object) -> Json:
    return {"type": 2, "style": 1, "label": "Play", "custom_id": custom_id, **more}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def text(content: str = "words") -> Json:
    return {"type": 10, "content": content}


def gallery(url: str = "attachment://a.png", alt: str = "a picture") -> Json:
    return {"type": 12, "items": [{"media": {"url": url}, "description": alt}]}


V2 = 1 << 15


@pytest.mark.parametrize(
    ("components", "flags", "files", "fault"),
    [
        ([row(button("x" * 101))], 0, (), "custom_id of 101 characters"),
        ([row(button(), button())], 0, (), "custom_id 'x' twice"),
        ([row(*(button(str(n)) for n in range(6)))], 0, (), "a row of 6 components"),
        ([row(button(str(n))) for n in range(6)], 0, (), "6 rows, 5 are allowed"),
        ([row(button(label="x" * 81))], 0, (), "label of 81 characters, 80 are allowed"),
        ([row(button(label=""))], 0, (), "a button with neither label nor emoji"),
        ([text()], 0, (), "component type 10 needs the components-v2 flag"),
        ([text("x" * 4001)], V2, (), "4001 characters of text, 4000 are allowed"),
        ([text() for _ in range(41)], V2, (), "41 components, 40 are allowed"),
        ([gallery()], V2, (), "attachment://a.png is not attached"),
        ([text()], V2, ("a.png",), "attachment a.png is shown by no component"),
        ([gallery(alt="x" * 1025)], V2, ("a.png",), "alt text of 1025 characters, 1024 are allowed"),
        ([button()], V2, (), "component type 2 outside a row"),
        ([], 0, (), "an empty message"),
    ],
)
def test_every_limit_of_a_message_is_named(
    components: list[Json], flags: int, files: tuple[str, ...], fault: str
) -> None:
    assert message_faults("", [], components, flags, files) == [fault]


def test_components_v2_allow_no_content_beside_them() -> None:
    assert message_faults("words", [], [text()], V2, ()) == ["content beside components v2"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"name": "Gioca"}, "/Gioca: name 'Gioca'"),
        ({"description": ""}, "/play: description of 0 characters"),
        ({"name_localizations": {"it": "gioca qui"}}, "/play: name 'gioca qui' it"),
        ({"name_localizations": {"pt": "jogar"}}, "/play: no such locale pt"),
        ({"options": [option("a"), option("a")]}, "/play: over 25 options, or two of one name"),
        (
            {"options": [option("a"), option("b", required=True)]},
            "/play: a required option after an optional one",
        ),
        (
            {"options": [option("a", choices=[{"name": "", "value": "1"}])]},
            "/play a: a choice name of no or over 100 characters",
        ),
    ],
)
def test_every_limit_of_a_command_is_named(change: Json, fault: str) -> None:
    good: Json = {"name": "play", "description": "Open a table.", "type": 1}
    assert command_faults([good]) == []
    assert fault in command_faults([good | change])


# ------------------------------------------------------------------ the town: the same story in one process


async def test_the_town_shows_a_table_with_its_picture_and_buttons() -> None:
    async with discord_town(SampleBot) as town:
        town.guild()
        channel, maria, luca = town.channel("tavolo"), town.person("Maria"), town.person("Luca")
        seen = (await maria.runs(channel, "briscola play", opponent=luca)).answer
        assert seen.text == "Against Luca."
        assert seen.labels == ["Play 7d", "My hand", "Think"]
        (shown,) = seen.pictures
        assert (shown.alt, shown.data) == ("An empty green table.", picture())
        assert luca.sees(channel) == [seen]
        assert (await luca.presses(seen, "Play 7d")).answer.id == seen.id
        after = maria.sees_last(channel)
        assert (after.text, len(after.pictures)) == ("Luca played 7d", 1)


async def test_in_the_town_too_a_hand_is_private_and_in_ones_language() -> None:
    async with discord_town(SampleBot) as town:
        town.guild()
        channel, maria, luca = town.channel("tavolo"), town.person("Maria", locale="it"), town.person("Luca")
        seen = (await maria.runs(channel, "briscola play")).answer
        assert (await maria.presses(seen, "My hand")).private.text == "La tua mano"
        assert (await luca.presses(seen, "My hand")).private.text == "Your hand"
        assert [s.text for s in maria.sees(channel)] == ["Against the computer.", "La tua mano"]


async def test_a_worker_parked_on_a_queue_does_not_hold_the_town_up() -> None:
    async with discord_town(SampleBot) as town:
        town.guild()
        channel, maria = town.channel("tavolo"), town.person("Maria")
        act = await maria.presses((await maria.runs(channel, "briscola play")).answer, "Think")
        assert act.private.text == "Thought about it."


class IdleBot(discord.Client):
    """A bot with a background task that waits for something that does not come."""

    def __init__(self, wait: Callable[[], Awaitable[object]]) -> None:
        super().__init__(intents=discord.Intents.none())
        self.wait = wait
        self.waiting: asyncio.Task[object] | None = None

    async def setup_hook(self) -> None:
        self.waiting = asyncio.create_task(self._idle())

    async def _idle(self) -> object:
        return await self.wait()

    async def close(self) -> None:
        assert self.waiting is not None
        self.waiting.cancel()
        await super().close()


@pytest.mark.parametrize(
    "wait",
    [
        pytest.param(lambda: asyncio.Queue[int]().get(), id="a queue"),
        pytest.param(lambda: asyncio.PriorityQueue[int]().get(), id="a priority queue"),
        pytest.param(lambda: asyncio.Event().wait(), id="an event"),
        pytest.param(lambda: asyncio.wait_for(asyncio.Event().wait(), 3600), id="an event with a time limit"),
        pytest.param(lambda: asyncio.sleep(3600), id="a sleep"),
    ],
)
async def test_whatever_a_task_of_the_bot_waits_for_the_town_goes_on(
    wait: Callable[[], Awaitable[object]],
) -> None:
    async with discord_town(lambda: IdleBot(wait), settle_timeout=1.0) as town:
        town.guild()
        channel, maria = town.channel("tavolo"), town.person("Maria")
        await town.bot.get_partial_messageable(channel.id).send("hello")
        await town.settles()
        assert maria.sees_last(channel).text == "hello"


async def test_after_a_restart_the_old_buttons_still_work_in_the_town() -> None:
    async with discord_town(SampleBot) as town:
        town.guild()
        channel, maria = town.channel("tavolo"), town.person("Maria")
        seen = (await maria.runs(channel, "briscola play")).answer
        await town.restarts(SampleBot())
        assert (await maria.presses(seen, "Play 7d")).answer.text == "Maria played 7d"


async def test_the_town_tells_which_rights_the_bot_lacks() -> None:
    async with discord_town(SampleBot) as town:
        town.guild()
        channel = town.channel("tavolo", bot_lacks=["send_messages"])
        with pytest.raises(discord.Forbidden):
            await town.bot.get_partial_messageable(channel.id).send("hello")
