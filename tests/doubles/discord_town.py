"""A bar in simcord: the real client in this process, driven by people in whole sentences."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import discord
import simcord
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import InteractionType

from doubles.discord_seen import Seen
from doubles.discord_world import Json

T = TypeVar("T")


class TownAct:
    """One command or press, and what came of it; all of it is over when the test gets it."""

    def __init__(self, person: TownPerson, result: simcord.InteractionResult) -> None:
        self.person, self.result = person, result

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered at all."""
        return self.result.acknowledged

    @property
    def answers(self) -> list[Seen]:
        """The messages that answer it, as the person sees them now: the first, then follow-ups."""
        record = self.result._interaction
        stored = self.person.town.env.backend.messages.get(record.channel_id, {})
        numbers = [record.message_id, *record.followup_ids]
        return [self.person.look(stored[n]) for n in numbers if n is not None and n in stored]

    @property
    def answer(self) -> Seen:
        """The first message that answers it (or the one it changed)."""
        assert self.answers, f"{self.person.name} got no answer"
        return self.answers[0]

    @property
    def private(self) -> Seen:
        """The latest answer that only this person sees."""
        found = [seen for seen in self.answers if seen.ephemeral]
        assert found, f"{self.person.name} got no private answer, but {[s.text for s in self.answers]}"
        return found[-1]

    @property
    def form(self) -> Json:
        """The form that the bot showed."""
        assert self.result.modal is not None, "no form was shown"
        return self.result.modal


class TownPerson:
    """Somebody with an account and a language, member of one server."""

    def __init__(self, town: Town, member: simcord.MemberActor) -> None:
        self.town, self.member = town, member

    @property
    def id(self) -> int:
        """Their account's number."""
        return self.member.id

    @property
    def name(self) -> str:
        """The name they show."""
        return self.member.name

    async def runs(self, channel: ChannelHandle, command: str, /, **options: object) -> TownAct:
        """Type a slash command ("briscola play") with its options."""
        given = {k: v.member if isinstance(v, TownPerson) else v for k, v in options.items()}
        return TownAct(self, await self.member.slash(channel, command, **given))

    async def types(self, channel: ChannelHandle, command: str, option: str, text: str, /) -> list[Json]:
        """Begin to type an option that completes itself; the choices offered."""
        return await self.member.autocomplete(channel, command, option, text)

    async def presses(self, message: Seen, button: str, /) -> TownAct:
        """Press a button of a message as they saw it, even when it has changed since."""
        found = message.button(button)
        assert not found.disabled, f"{found.label!r} cannot be pressed"
        assert found.custom_id, f"{found.label!r} is a link"
        return await self.presses_custom_id(message, found.custom_id)

    async def presses_custom_id(self, message: Seen, custom_id: str, /) -> TownAct:
        """Press a button that need not be there: an old or a forged one."""
        return await self._touch(message, {"custom_id": custom_id, "component_type": 2, "id": 1})

    async def chooses(self, message: Seen, select: str, /, *values: str) -> TownAct:
        """Choose from a select, by value or by label."""
        found = message.select(select)
        assert not found.disabled, f"{select!r} cannot be used"
        by_label = {label: value for value, label in found.options}
        chosen = [by_label.get(value, value) for value in values]
        assert set(chosen) <= {value for value, _ in found.options}, f"{values} are not on offer"
        data = {"custom_id": found.custom_id, "component_type": found.kind, "values": chosen, "id": 1}
        return await self._touch(message, data)

    async def fills_in(self, act: TownAct, /, **values: str) -> TownAct:
        """Send the form an act showed, by the custom ids of its fields."""
        return TownAct(self, await self.member.submit_modal(act.result, dict(values)))

    def sees(self, channel: ChannelHandle) -> list[Seen]:
        """Everything in the channel that this person sees, oldest first."""
        stored = self.town.env.backend.messages.get(channel.id, {})
        return [self.look(m) for _, m in sorted(stored.items()) if m.visible_to(self.id)]

    def sees_last(self, channel: ChannelHandle) -> Seen:
        """The newest thing they see there."""
        seen = self.sees(channel)
        assert seen, f"{self.name} sees nothing in #{channel.name}"
        return seen[-1]

    def sees_again(self, message: Seen) -> Seen:
        """The same message as it is now."""
        return self.look(self._stored(message))

    def leaves(self) -> None:
        """Leave the server."""
        self.member.guild.remove_member(self.member)

    def look(self, stored: Any) -> Seen:
        """A message as it looks to them."""
        return Seen.of(dict(serializers.message_payload(self.town.env.backend, stored)), self.town.fetch)

    def _stored(self, message: Seen) -> Any:
        stored = self.town.env.backend.get_message(message.channel_id, message.id)
        assert stored.visible_to(self.id), f"{self.name} does not see {message.text!r}"
        return stored

    async def _touch(self, message: Seen, data: Json) -> TownAct:
        env, stored = self.town.env, self._stored(message)
        told = {"message": dict(serializers.message_payload(env.backend, stored))}
        channel = ChannelHandle(env, self.member.guild, env.backend.get_channel(stored.channel_id))
        env._begin_operation("press")
        try:
            result = await self.member._dispatch_interaction(
                InteractionType.MESSAGE_COMPONENT, channel, data, extra=told, source_message_id=stored.id
            )
        finally:
            env._end_operation()
        return TownAct(self, result)


class Town:
    """The running bot with its servers and people."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self._locales: dict[int, str] = {}
        self._tell = env.backend.emit
        env.backend.emit = self._emit  # type: ignore[method-assign]  # simcord knows one language only

    @property
    def bot(self) -> discord.Client:
        """The client under test (the latest, after a restart)."""
        return self.env.bot

    def guild(self, name: str = "Bar Sport", *, locale: str = "en-US") -> GuildHandle:
        """A server that has the bot; its `create_text_channel` opens channels."""
        made = self.env.create_guild(name, preferred_locale=locale)
        self._locales[made.id] = locale
        return made

    def channel(
        self, name: str, *, guild: GuildHandle | None = None, bot_lacks: Sequence[str] = ()
    ) -> ChannelHandle:
        """A text channel, perhaps one in which the bot lacks some permissions."""
        where = guild or self.env.guild
        if not bot_lacks or where.me is None:
            return where.create_text_channel(name)
        denied = discord.PermissionOverwrite(**dict.fromkeys(bot_lacks, False))
        return where.create_text_channel(name, overwrites={where.me: denied})

    def person(self, name: str, *, locale: str = "en-US", guild: GuildHandle | None = None) -> TownPerson:
        """Somebody who is in that server (or the only one)."""
        user = self.env.create_user(name)
        self._locales[user.id] = locale
        return TownPerson(self, (guild or self.env.guild).add_member(user))

    async def waits(self, seconds: float) -> None:
        """Let virtual time pass."""
        await self.env.advance_time(seconds)

    async def settles(self) -> None:
        """Let the bot finish what it has begun."""
        await self.env.settle()

    async def restarts(self, client: discord.Client) -> None:
        """A new process of the bot, with nothing remembered but what it stored."""
        await self.env.restart_bot(client)

    def fault(self, *, method: str, route: str, status: int, code: int = 0, times: int = 1) -> None:
        """Matching calls fail before their effect; `route` may have stars."""
        self.env.inject_error(method, route, status=status, code=code, times=times)

    def fetch(self, url: str) -> bytes:
        """A file by its address."""
        return self.env.backend.cdn.get(url) or b""

    def _emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            user = payload["member"]["user"] if "member" in payload else payload["user"]
            told = {**payload, "locale": self._locales.get(int(user["id"]), "en-US")}
            if "guild_id" in payload:
                told["guild_locale"] = self._locales.get(int(payload["guild_id"]), "en-US")
            payload = told
        self._tell(event, payload)


@asynccontextmanager
async def discord_town(make_client: Callable[[], discord.Client], **options: Any) -> AsyncIterator[Town]:
    """The client in a town: `async with discord_town(make_client) as town:`.

    Options go to `simcord.run`. Errors the bot did not handle come out at the end.
    """
    client = make_client()
    if isinstance(client, discord.AutoShardedClient) and getattr(client, "shard_count", 1) is None:
        options.setdefault("shard_count", 1)
    running = simcord.run(client, **options)
    with _parked_tasks_are_idle(running._env):
        async with running as env:
            yield Town(env)


@contextmanager
def _parked_tasks_are_idle(env: simcord.Env) -> Iterator[None]:
    """A worker that waits for work is at rest, though simcord takes it for stuck."""
    places: list[tuple[Any, str]] = [
        (asyncio.Queue, "get"),
        (asyncio.Event, "wait"),
        (asyncio.Condition, "wait"),
    ]
    if sys.version_info < (3, 12):
        places.append((asyncio, "wait_for"))  # it waits through a task of its own, which is looked at too
    originals = [(owner, name, getattr(owner, name)) for owner, name in places]
    for owner, name, original in originals:
        setattr(owner, name, _declared(env, original, f"{owner.__name__}.{name}"))
    try:
        yield
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)


def _declared(env: simcord.Env, original: Callable[..., Any], reason: str) -> Callable[..., Any]:
    async def wait(*given: Any, **options: Any) -> Any:
        task = asyncio.current_task()
        waiting = original(*given, **options)
        mine = task is not None and task in env._work.tasks and task not in env._work.external_waits
        return await (env.external_wait(waiting, reason=reason) if mine else waiting)

    return wait
