"""Messages of the make-believe Discord: how they are made, checked, edited and deleted."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Sequence

from doubles.discord_checks import POLITE_ALT_TEXT, alt_texts, media, message_faults, walk
from doubles.discord_rest import ROUTES, Files, Request
from doubles.discord_world import (
    COMPONENTS_V2,
    DM,
    EPHEMERAL,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    ApiError,
    Attachment,
    Channel,
    Guild,
    Json,
    Message,
    World,
)

UPLOAD_LIMIT = 10 * 1024 * 1024
"""Bytes of files in one request, for a server without boosts."""
NONCE_MEMORY = 180.0
"""For how long a nonce is known again ("the past few minutes")."""


def fill(message: Message, body: Json, files: Files, *, creating: bool) -> None:
    """Give a message the content of a request, or refuse the request and leave the message as it was."""
    world = message.channel.world
    if sum(len(data) for _, data in files.values()) > UPLOAD_LIMIT:
        world.violations.append(f"files of over {UPLOAD_LIMIT} bytes in one request")
        raise ApiError(413, 40005, "Request entity too large")
    changeable = COMPONENTS_V2 | SUPPRESS_EMBEDS
    settable = changeable | SILENT | EPHEMERAL if creating else changeable
    flags = message.flags | (int(body.get("flags") or 0) & settable)
    content = str(body.get("content", message.content) or "")
    embeds: list[Json] = list(body.get("embeds", message.embeds) or ())
    components: list[Json] = list(body.get("components", message.components) or ())
    attachments = _attachments(message, body, files)
    faults = message_faults(content, embeds, components, flags, [a.filename for a in attachments])
    if faults:
        world.violations += [f"message in #{message.channel.name}: {fault}" for fault in faults]
        raise ApiError(400, 50035, "Invalid Form Body", errors={"_errors": faults})
    world.long_alt_texts += [text for text in alt_texts(components) if len(text) > POLITE_ALT_TEXT]
    for attachment in attachments:
        world.files[attachment.id] = attachment
    message.content, message.flags, message.attachments = content, flags, attachments
    message.components = _resolved(message.channel, components, attachments)
    message.embeds = _shown(message.channel, embeds, attachments)


def _attachments(message: Message, body: Json, files: Files) -> list[Attachment]:
    world = message.channel.world
    listed: list[Json] | None = body.get("attachments")
    uploads = {name.removeprefix("files[").removesuffix("]"): part for name, part in files.items()}
    described = {str(entry["id"]): entry.get("description") for entry in listed or ()}
    by_id = {str(attachment.id): attachment for attachment in message.attachments}
    kept = list(by_id.values()) if listed is None else [by_id[key] for key in described if key in by_id]
    for key, text in described.items():
        if key not in by_id and key not in uploads:
            raise ApiError(400, 50035, "Invalid Form Body", errors={"attachments": f"no file {key}"})
        if key in by_id and text is not None:
            by_id[key].description = text
    new = [
        Attachment(world.snowflake(), filename, data, described.get(key))
        for key, (filename, data) in uploads.items()
    ]
    return kept + new


def _resolved(channel: Channel, components: Sequence[Json], attachments: Sequence[Attachment]) -> list[Json]:
    resolved: list[Json] = copy.deepcopy(list(components))
    for place in media(resolved):
        _point(channel, place, attachments)
    taken = {component["id"] for component in walk(resolved) if component.get("id")}
    free = (number for number in itertools.count(1) if number not in taken)
    for component in walk(resolved):
        if not component.get("id"):
            component["id"] = next(free)
    return resolved


def _shown(channel: Channel, embeds: Sequence[Json], attachments: Sequence[Attachment]) -> list[Json]:
    resolved: list[Json] = copy.deepcopy(list(embeds))
    for embed in resolved:
        embed.setdefault("type", "rich")
        for key in ("image", "thumbnail"):
            if key in embed:
                _point(channel, embed[key], attachments)
    return resolved


def _point(channel: Channel, place: Json, attachments: Sequence[Attachment]) -> None:
    for attachment in attachments:
        if place["url"] == f"attachment://{attachment.filename}":
            told = channel.world.attachment_payload(channel, attachment)
            place |= {key: told[key] for key in ("url", "proxy_url", "content_type")} | attachment.size
            place |= {"attachment_id": str(attachment.id), "loading_state": 2}


def new_message(channel: Channel, body: Json, files: Files) -> Message:
    """A message of the bot, checked but not posted yet."""
    world = channel.world
    message = Message(world.snowflake(), channel, world.bot, world.clock.now())
    fill(message, body, files, creating=True)
    _ping(message, body.get("allowed_mentions"))
    return message


def _ping(message: Message, allowed: Json | None) -> None:
    if message.flags & SILENT:
        return
    texts = [message.content, *(c.get("content", "") for c in walk(message.components))]
    named = {int(number) for text in texts for number in re.findall(r"<@!?(\d+)>", text)}
    if allowed is not None and "users" not in allowed.get("parse", ()):
        named &= {int(number) for number in allowed.get("users", ())}
    world = message.channel.world
    world.pings += [(world.users[number], message) for number in sorted(named) if number in world.users]


def post(message: Message) -> None:
    """Put a message into its channel, for all or for its owner."""
    channel = message.channel
    channel.messages[message.id] = message
    if not message.ephemeral:
        channel.active_at, channel.closed = channel.world.clock.now(), False
        _tell("MESSAGE_CREATE", message)
    channel.world.on_change()


def edit(message: Message, body: Json, files: Files) -> None:
    """Change a message."""
    fill(message, body, files, creating=False)
    message.flags &= ~LOADING
    message.edited = message.channel.world.clock.now()
    message.revisions += 1
    if not message.ephemeral:
        _tell("MESSAGE_UPDATE", message)
    message.channel.world.on_change()


def _tell(name: str, message: Message) -> None:
    guild = message.channel.guild
    told = message.payload()
    if guild is not None:
        told["guild_id"] = str(guild.id)
    message.channel.world.emit(name, told, guild)


def reachable(world: World, number: int) -> Channel:
    """A channel that the bot can see, or the refusal it gets."""
    channel = world.channels.get(number)
    if channel is None:
        raise ApiError(404, 10003, "Unknown Channel")
    if not channel.permissions(world.bot).view_channel:
        raise ApiError(403, 50001, "Missing Access")
    return channel


def _own(asked: Request) -> Message:
    channel = reachable(asked.world, asked.id("channel_id"))
    message = channel.messages.get(asked.id("message_id"))
    if message is None or message.ephemeral:
        raise ApiError(404, 10008, "Unknown Message")
    return message


def _may_send(channel: Channel, files: Files) -> None:
    may = channel.permissions(channel.world.bot)
    if channel.type == DM:
        if channel.recipient is not None and not channel.recipient.dms_open:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        return
    if not (may.send_messages_in_threads if channel.is_thread else may.send_messages):
        raise ApiError(403, 50013, "Missing Permissions")
    if files and not may.attach_files:
        raise ApiError(403, 50013, "Missing Permissions")
    if channel.locked and not may.manage_threads:
        if channel.archived:
            raise ApiError(400, 50083, "Thread is archived")
        raise ApiError(400, 160005, "This thread is locked")


@ROUTES.on("POST", "/channels/{channel_id}/messages")
def _create(asked: Request) -> Json:
    channel = reachable(asked.world, asked.id("channel_id"))
    _may_send(channel, asked.files)
    nonce = asked.body.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        asked.world.violations.append(f"nonce {nonce!r} has over 25 characters")
        raise ApiError(400, 50035, "Invalid Form Body")
    if nonce is not None and asked.body.get("enforce_nonce"):
        for earlier in channel.messages.values():
            fresh = asked.world.clock.now() - earlier.created < NONCE_MEMORY
            if earlier.nonce == str(nonce) and fresh:
                return earlier.payload()
    message = new_message(channel, asked.body, asked.files)
    message.flags &= ~EPHEMERAL  # only answers to interactions can be ephemeral
    message.nonce = None if nonce is None else str(nonce)
    message.reference = asked.body.get("message_reference")
    post(message)
    return message.payload()


@ROUTES.on("GET", "/channels/{channel_id}/messages/{message_id}")
def _get(asked: Request) -> Json:
    message = _own(asked)
    if not message.channel.permissions(asked.world.bot).read_message_history:
        raise ApiError(403, 50013, "Missing Permissions")
    return message.payload()


@ROUTES.on("GET", "/channels/{channel_id}/messages")
def _list(asked: Request) -> list[Json]:
    channel = reachable(asked.world, asked.id("channel_id"))
    before = int(asked.query.get("before", 1 << 63))
    after = int(asked.query.get("after", 0))
    public = [m for m in channel.messages.values() if not m.ephemeral and after < m.id < before]
    return [m.payload() for m in public[::-1][: int(asked.query.get("limit", 50))]]


@ROUTES.on("PATCH", "/channels/{channel_id}/messages/{message_id}")
def _edit(asked: Request) -> Json:
    message = _own(asked)
    if message.author is not asked.world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if message.channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    edit(message, asked.body, asked.files)
    return message.payload()


@ROUTES.on("DELETE", "/channels/{channel_id}/messages/{message_id}")
def _delete(asked: Request) -> None:
    message = _own(asked)
    may = message.channel.permissions(asked.world.bot)
    if message.author is not asked.world.bot and not may.manage_messages:
        raise ApiError(403, 50013, "Missing Permissions")
    if message.channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    message.channel.lose(message.id)


@ROUTES.on("POST", "/channels/{channel_id}/typing")
def _typing(asked: Request) -> None:
    reachable(asked.world, asked.id("channel_id"))


@ROUTES.on("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@ROUTES.on("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def _pin(asked: Request) -> None:
    message = _own(asked)
    channel = message.channel
    if isinstance(channel.guild, Guild) and not channel.permissions(asked.world.bot).pin_messages:
        raise ApiError(403, 50013, "Missing Permissions")
    if channel.archived:
        raise ApiError(400, 50083, "Thread is archived")
    message.pinned = asked.method == "PUT"
