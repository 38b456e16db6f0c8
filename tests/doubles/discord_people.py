"""People on the make-believe Discord: they run commands, press buttons and see messages."""

from __future__ import annotations

import time

from doubles.discord_acts import Act, Stage
from doubles.discord_checks import LABEL
from doubles.discord_messages import post
from doubles.discord_seen import Seen
from doubles.discord_typed import known, typed
from doubles.discord_world import DM, Channel, Guild, Interaction, Json, Message, User, World

SLASH, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5


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
        given = {name: _account(value) for name, value in options.items()}
        if wait:
            hint = f"the command /{command}"
            await self.stage.until(
                lambda: known(self.world, channel, command.split(maxsplit=1)[0]), hint=hint
            )
        return await self._act(channel, SLASH, typed(self.user, channel, command, given), wait=wait)

    async def types(
        self, channel: Channel, command: str, option: str, text: str, /, **chosen: object
    ) -> list[Json]:
        """Begin to type an option that completes itself, with others chosen before; the choices offered."""
        data = typed(self.user, channel, command, {**chosen, option: text}, partial=True)
        act = await self._act(channel, AUTOCOMPLETE, data, wait=True)
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

    @property
    def pings(self) -> list[Seen]:
        """The messages whose arrival notified them, as they are now; edits notify nobody."""
        return [self.look(message) for user, message in self.world.pings if user is self.user]

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


def _account(value: object) -> object:
    return value.user if isinstance(value, Person) else value


def _filled(row: Json, values: dict[str, str]) -> Json:
    if row["type"] == LABEL:
        return {"type": LABEL, "id": 1, "component": _written(row["component"], values)}
    return {"type": 1, "id": 1, "components": [_written(field, values) for field in row["components"]]}


def _written(field: Json, values: dict[str, str]) -> Json:
    """What the client sends of a field, which lets nobody write too little or too much."""
    value = values.get(field["custom_id"], "")
    assert (field.get("min_length") or 0) <= len(value) <= (field.get("max_length") or 4000)
    assert value or not field.get("required", True), "the field must be filled in"
    return {"type": field["type"], "id": 2, "custom_id": field["custom_id"], "value": value}
