"""People on the make-believe Discord: they run commands, press buttons and see messages."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from doubles.discord_messages import post
from doubles.discord_seen import Seen
from doubles.discord_world import DM, Channel, Guild, Interaction, Json, Message, User, World

SLASH, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
_GROUPS = (1, 2)


class Stage(Protocol):
    """What a person needs of the stand-in."""

    world: World
    duplicates: int

    async def until(self, predicate: Callable[[], object], *, within: float = 10.0, hint: str = "") -> None:
        """Wait until something holds."""
        ...

    def fetch(self, url: str) -> bytes:
        """A file by its address."""
        ...

    def listened_to(self, guild: Guild | None) -> bool:
        """Whether the bot would hear of something in this server."""
        ...


class Act:
    """One command or press, and what came of it."""

    def __init__(self, stage: Stage, person: Person, interaction: Interaction) -> None:
        self.stage, self.person, self.interaction = stage, person, interaction

    @property
    def acknowledged(self) -> bool:
        """Whether the bot answered at all; else the person sees that it did not respond."""
        return self.interaction.callback is not None

    @property
    def deferred(self) -> bool:
        """Whether the first answer was a promise of one."""
        return self.interaction.callback in (5, 6)

    @property
    def answered_after(self) -> float:
        """Real seconds to the first answer."""
        assert self.interaction.answered_after is not None, "never answered"
        return self.interaction.answered_after

    @property
    def answers(self) -> list[Seen]:
        """The messages that answer it, as the person sees them now: the first, then follow-ups."""
        told = [self.interaction.original, *self.interaction.followups]
        return [self.person.look(m) for m in told if m is not None and m.id in m.channel.messages]

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
        assert self.interaction.modal is not None, "no form was shown"
        return self.interaction.modal

    async def acknowledgement(self) -> None:
        """Wait for the first answer of any kind."""
        await self.stage.until(lambda: self.acknowledged, hint=f"an answer to {self.person.name}")

    async def content(self) -> None:
        """Wait for the first answer, and for the real one if that was a deferral."""
        await self.acknowledgement()
        original = self.interaction.original
        if original is not None:
            await self.stage.until(lambda: not original.loading, hint=f"what {self.person.name} waits for")

    def deliver_again(self) -> None:
        """The same event comes once more, as happens after lost acknowledgements."""
        self.stage.world.emit("INTERACTION_CREATE", self.interaction.payload, self.interaction.channel.guild)


class Person:
    """Somebody with an account and a language."""

    def __init__(self, stage: Stage, user: User) -> None:
        self.stage, self.user = stage, user

    @property
    def world(self) -> World:
        """Where they live."""
        return self.stage.world

    @property
    def id(self) -> int:
        """Their account's number."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name they show."""
        return self.user.name

    # ------------------------------------------------------------------ acting

    async def runs(self, channel: Channel, command: str, /, *, wait: bool = True, **options: object) -> Act:
        """Type a slash command ("briscola play") with its options, as the client would let them."""
        root, data = self._command(channel, command, options, partial=False)
        return await self._act(channel, SLASH, _command_data(root, data), wait=wait)

    async def types(self, channel: Channel, command: str, option: str, text: str, /) -> list[Json]:
        """Begin to type an option that completes itself; the choices offered."""
        root, data = self._command(channel, command, {option: text}, partial=True)
        act = await self._act(channel, AUTOCOMPLETE, _command_data(root, data), wait=True)
        return act.interaction.choices or []

    async def presses(self, message: Seen, button: str, /, *, wait: bool = True) -> Act:
        """Press a button of a message as they saw it, even when it has changed since."""
        found = message.button(button)
        assert not found.disabled, f"{found.label!r} cannot be pressed"
        assert found.custom_id, f"{found.label!r} is a link"
        return await self.presses_custom_id(message, found.custom_id, wait=wait)

    async def presses_custom_id(self, message: Seen, custom_id: str, /, *, wait: bool = True) -> Act:
        """Press a button that need not be there: an old or a forged one."""
        source, data = self._source(message), {"custom_id": custom_id, "component_type": 2, "id": 1}
        return await self._act(source.channel, COMPONENT, data, source=source, wait=wait)

    async def chooses(self, message: Seen, select: str, /, *values: str, wait: bool = True) -> Act:
        """Choose from a select, by value or by label."""
        found = message.select(select)
        assert not found.disabled, f"{select!r} cannot be used"
        by_label = {label: value for value, label in found.options}
        chosen = [by_label.get(value, value) for value in values]
        if found.kind == 3:
            assert set(chosen) <= {value for value, _ in found.options}, f"{values} are not on offer"
        source = self._source(message)
        data: Json = {"custom_id": found.custom_id, "component_type": found.kind, "values": chosen, "id": 1}
        return await self._act(source.channel, COMPONENT, data, source=source, wait=wait)

    async def fills_in(self, act: Act, /, *, wait: bool = True, **values: str) -> Act:
        """Send the form an act showed, by the custom ids of its fields."""
        rows = [_filled(row, values) for row in act.form["components"]]
        data: Json = {"custom_id": act.form["custom_id"], "components": rows}
        return await self._act(act.interaction.channel, FORM, data, source=act.interaction.source, wait=wait)

    def says(self, channel: Channel, text: str) -> None:
        """Write an ordinary message, which wakes an archived thread."""
        world = self.world
        message = Message(world.snowflake(), channel, self.user, world.clock.now(), content=text)
        post(message)

    def deletes(self, message: Seen) -> None:
        """Delete a message for everybody (they must be allowed to)."""
        stored = self._source(message)
        allowed = stored.author is self.user or stored.channel.permissions(self.user).manage_messages
        assert allowed, f"{self.name} may not delete that"
        stored.channel.lose(stored.id)

    def dismisses(self, message: Seen) -> None:
        """Close a private answer; nothing brings it back."""
        assert message.ephemeral, "only private answers can be dismissed"
        self._source(message).dismissed = True

    def restarts_the_client(self) -> None:
        """Start the app anew: all private answers are gone."""
        for channel in self.world.channels.values():
            for message in channel.messages.values():
                message.dismissed |= message.owner is self.user

    def leaves(self, guild: Guild) -> None:
        """Leave the server."""
        guild.lose(self.user)

    # ------------------------------------------------------------------ seeing

    def sees(self, channel: Channel) -> list[Seen]:
        """Everything in the channel that this person sees, oldest first."""
        if not self._present(channel):
            return []
        return [self.look(m) for m in channel.messages.values() if self._shown(m)]

    def sees_last(self, channel: Channel) -> Seen:
        """The newest thing they see there."""
        seen = self.sees(channel)
        assert seen, f"{self.name} sees nothing in #{channel.name}"
        return seen[-1]

    def sees_again(self, message: Seen) -> Seen:
        """The same message as it is now."""
        return self.look(self._source(message))

    def look(self, message: Message) -> Seen:
        """A message as it looks to them."""
        return Seen.of(message.payload(), self.stage.fetch)

    def _present(self, channel: Channel) -> bool:
        if channel.type == DM:
            return channel.recipient is self.user
        return not channel.deleted and channel.permissions(self.user).view_channel

    def _shown(self, message: Message) -> bool:
        return not message.dismissed and message.owner in (None, self.user)

    def _source(self, seen: Seen) -> Message:
        channel = self.world.channels.get(seen.channel_id)
        message = channel.messages.get(seen.id) if channel else None
        assert message is not None, f"the message {seen.text!r} is gone"
        visible = self._present(message.channel) and self._shown(message)
        assert visible, f"{self.name} does not see {seen.text!r}"
        return message

    # ------------------------------------------------------------------ the event

    async def _act(
        self, channel: Channel, kind: int, data: Json, *, source: Message | None = None, wait: bool
    ) -> Act:
        assert self._present(channel), f"{self.name} is not in #{channel.name}"
        world = self.world
        number = world.snowflake()
        interaction = Interaction(
            number,
            f"token-{number}",
            kind,
            self.user,
            channel,
            world.clock.now(),
            time.monotonic(),
            data,
            source,
        )
        interaction.payload = self._payload(interaction)
        world.interactions[interaction.token] = interaction
        heard = self.stage.listened_to(channel.guild)
        assert heard or not wait, f"the bot is away: nothing hears {self.name}"
        copies, self.stage.duplicates = 1 + self.stage.duplicates, 0
        for _ in range(copies):
            world.emit("INTERACTION_CREATE", interaction.payload, channel.guild)
        act = Act(self.stage, self, interaction)
        if wait:
            await act.content()
        return act

    def _payload(self, interaction: Interaction) -> Json:
        world, channel, guild = self.world, interaction.channel, interaction.channel.guild
        mine, bots = channel.permissions(self.user), channel.permissions(world.bot)
        told: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application_id),
            "type": interaction.type,
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": str(mine.value)},
            "app_permissions": str(bots.value),
            "locale": self.user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
            "context": 1 if guild is None else 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if interaction.source is not None:
            told["message"] = interaction.source.payload()
        if guild is None:
            return told | {"user": self.user.payload()}
        told |= {"guild_id": str(guild.id), "guild_locale": guild.locale}
        told["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
        told["member"] = guild.members[self.id].payload() | {"permissions": str(mine.value)}
        return told

    # ------------------------------------------------------------------ commands

    def _command(
        self, channel: Channel, path: str, options: dict[str, object], *, partial: bool
    ) -> tuple[Json, Json]:
        root_name, *below = path.split()
        root = self._root(channel, root_name)
        node, wrappers = root, list[Json]()
        for name in below:
            children = {
                child["name"]: child for child in node.get("options") or () if child["type"] in _GROUPS
            }
            assert name in children, f"/{path}: there is {sorted(children)}"
            node = children[name]
            wrappers.append({"name": name, "type": node["type"]})
        declared = {option["name"]: option for option in node.get("options") or ()}
        assert not any(o["type"] in _GROUPS for o in declared.values()), f"/{path} wants a subcommand"
        assert set(options) <= set(declared), f"/{path} takes {sorted(declared)}"
        if not partial:
            missing = {name for name, o in declared.items() if o.get("required")} - set(options)
            assert not missing, f"/{path} wants {sorted(missing)}"
        resolved: Json = {}
        filled = [self._filled(declared[name], value, resolved, channel) for name, value in options.items()]
        if partial:
            filled[-1]["focused"] = True
        for wrapper in reversed(wrappers):
            filled = [wrapper | {"options": filled}]
        data: Json = {"options": filled}
        return root, data | ({"resolved": resolved} if resolved else {})

    def _root(self, channel: Channel, name: str) -> Json:
        guild = channel.guild
        scopes = [guild.id, None] if guild is not None else [None]
        found = [c for scope in scopes for c in self.world.commands.get(scope, []) if c["name"] == name]
        assert found, f"there is no command /{name}"
        root = found[0]
        contexts = root.get("contexts") or [0, 1, 2]
        assert (1 if guild is None else 0) in contexts, f"/{name} is not offered here"
        needed, mine = int(root.get("default_member_permissions") or 0), channel.permissions(self.user)
        assert mine.value & needed == needed, f"/{name} is not offered to {self.name}"
        assert mine.use_application_commands, f"{self.name} may not use commands here"
        assert not channel.archived, "an archived thread takes no commands"
        return root

    def _filled(self, option: Json, value: object, resolved: Json, channel: Channel) -> Json:
        told: Json = {"name": option["name"], "type": option["type"], "value": value}
        choices: Sequence[Json] = option.get("choices") or ()
        if choices:
            spelt = {choice["name"]: choice["value"] for choice in choices}
            for choice in choices:
                spelt |= dict.fromkeys((choice.get("name_localizations") or {}).values(), choice["value"])
            told["value"] = value if value in spelt.values() else spelt.get(str(value))
            assert told["value"] is not None, f"{value!r} is none of {sorted(spelt)}"
        elif isinstance(value, Person):
            told["value"] = str(value.id)
            resolved.setdefault("users", {})[str(value.id)] = value.user.payload()
            member = channel.guild.members.get(value.id) if channel.guild else None
            if member is not None:
                may = channel.permissions(value.user).value
                outline = {key: val for key, val in member.payload().items() if key != "user"}
                resolved.setdefault("members", {})[str(value.id)] = outline | {"permissions": str(may)}
        elif isinstance(value, Channel):
            told["value"] = str(value.id)
            outline = value.payload() | {"permissions": str(value.permissions(self.user).value)}
            resolved.setdefault("channels", {})[str(value.id)] = outline
        _check_value(option, told["value"])
        return told


def _command_data(root: Json, data: Json) -> Json:
    scope: Json = {"guild_id": root["guild_id"]} if "guild_id" in root else {}
    return {"id": root["id"], "name": root["name"], "type": 1, **scope, **data}


def _filled(row: Json, values: dict[str, str]) -> Json:
    if row["type"] == 18:
        return row | {
            "component": row["component"] | {"value": values.get(row["component"]["custom_id"], "")}
        }
    return row | {
        "components": [field | {"value": values.get(field["custom_id"], "")} for field in row["components"]]
    }


def _check_value(option: Json, value: object) -> None:
    kinds: dict[int, tuple[type, ...]] = {
        3: (str,),
        4: (int,),
        5: (bool,),
        6: (str,),
        7: (str,),
        10: (int, float),
    }
    fits = isinstance(value, kinds.get(option["type"], (object,)))
    assert fits, f"{option['name']}: {value!r} is of the wrong kind"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        least, most = option.get("min_value", value), option.get("max_value", value)
        assert least <= value <= most, f"{option['name']}: {value} is not in {least}–{most}"
