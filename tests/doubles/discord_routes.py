"""The rest of the API that the bot uses: itself, its commands, servers, threads, emojis."""

from __future__ import annotations

import base64
import re

from doubles.discord_checks import command_faults
from doubles.discord_messages import reachable
from doubles.discord_rest import ROUTES, Request
from doubles.discord_world import ApiError, Channel, Guild, Json


@ROUTES.on("GET", "/gateway")
@ROUTES.on("GET", "/gateway/bot")
def _gateway(asked: Request) -> Json:
    return asked.world.about_gateway()


@ROUTES.on("GET", "/users/@me")
def _me(asked: Request) -> Json:
    return asked.world.bot.payload() | {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0}


@ROUTES.on("GET", "/users/{user_id}")
def _user(asked: Request) -> Json:
    user = asked.world.users.get(asked.id("user_id"))
    if user is None:
        raise ApiError(404, 10013, "Unknown User")
    return user.payload()


@ROUTES.on("POST", "/users/@me/channels")
def _open_dm(asked: Request) -> Json:
    user = asked.world.users.get(int(asked.body["recipient_id"]))
    if user is None:
        raise ApiError(400, 50033, "Invalid Recipient(s)")
    return asked.world.dm(user).payload()


@ROUTES.on("GET", "/oauth2/applications/@me")
@ROUTES.on("GET", "/applications/@me")
@ROUTES.on("GET", "/applications/{app_id}")
@ROUTES.on("PATCH", "/applications/@me")
def _application(asked: Request) -> Json:
    world = asked.world
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": {**world.bot.payload(), "bot": False},
        "team": None,
        "summary": "",
        "verify_key": "0" * 64,
        "flags": 0,
        "hook": True,
        "approximate_guild_count": len(world.guilds),
        **world.about_application,
    }


@ROUTES.on("GET", "/applications/{app_id}/commands")
@ROUTES.on("GET", "/applications/{app_id}/guilds/{guild_id}/commands")
def _commands(asked: Request) -> list[Json]:
    return asked.world.commands.get(_scope(asked), [])


@ROUTES.on("PUT", "/applications/{app_id}/commands")
@ROUTES.on("PUT", "/applications/{app_id}/guilds/{guild_id}/commands")
def _set_commands(asked: Request) -> list[Json]:
    _check_commands(asked, asked.body)
    known = {(c["type"], c["name"]): c for c in asked.world.commands.get(_scope(asked), [])}
    asked.world.commands[_scope(asked)] = [_command(asked, new, known) for new in asked.body]
    return asked.world.commands[_scope(asked)]


@ROUTES.on("POST", "/applications/{app_id}/commands")
@ROUTES.on("POST", "/applications/{app_id}/guilds/{guild_id}/commands")
def _add_command(asked: Request) -> Json:
    kept = [
        c
        for c in asked.world.commands.get(_scope(asked), [])
        if (c["type"], c["name"]) != (asked.body.get("type", 1), asked.body["name"])
    ]
    _check_commands(asked, [*kept, asked.body])
    added = _command(asked, asked.body, {})
    asked.world.commands[_scope(asked)] = [*kept, added]
    return added


def _scope(asked: Request) -> int | None:
    return int(asked.where["guild_id"]) if "guild_id" in asked.where else None


def _check_commands(asked: Request, commands: list[Json]) -> None:
    faults = command_faults(commands)
    if faults:
        asked.world.violations += faults
        raise ApiError(400, 50035, "Invalid Form Body", errors={"_errors": faults})


def _command(asked: Request, new: Json, known: dict[tuple[int, str], Json]) -> Json:
    kind = new.get("type", 1)
    earlier = known.get((kind, new["name"]), {})
    told: Json = {
        "default_member_permissions": None,
        "description": "",
        "nsfw": False,
        "options": [],
        **new,
        "type": kind,
        "id": earlier.get("id", str(asked.world.snowflake())),
        "application_id": str(asked.world.application_id),
        "version": str(asked.world.snowflake()),
    }
    if (scope := _scope(asked)) is not None:
        told["guild_id"] = str(scope)
    return told


@ROUTES.on("GET", "/applications/{app_id}/emojis")
def _emojis(asked: Request) -> Json:
    return {"items": asked.world.emojis}


@ROUTES.on("POST", "/applications/{app_id}/emojis")
def _add_emoji(asked: Request) -> Json:
    name, image = asked.body["name"], asked.body["image"]
    size = len(base64.b64decode(image.split(",", 1)[1]))
    taken = any(emoji["name"] == name for emoji in asked.world.emojis)
    if not re.fullmatch(r"\w{2,32}", name) or size > 256 * 1024 or taken:
        asked.world.violations.append(f"emoji {name!r} of {size} bytes")
        raise ApiError(400, 50035, "Invalid Form Body")
    if len(asked.world.emojis) >= 2000:
        raise ApiError(400, 30008, "Maximum number of emojis reached (2000)")
    made: Json = {
        "id": str(asked.world.snowflake()),
        "name": name,
        "roles": [],
        "user": asked.world.bot.payload(),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    asked.world.emojis.append(made)
    return made


@ROUTES.on("DELETE", "/applications/{app_id}/emojis/{emoji_id}")
def _drop_emoji(asked: Request) -> None:
    asked.world.emojis = [e for e in asked.world.emojis if e["id"] != asked.where["emoji_id"]]


def _guild(asked: Request) -> Guild:
    guild = asked.world.guilds.get(asked.id("guild_id"))
    if guild is None:
        raise ApiError(404, 10004, "Unknown Guild")
    if asked.world.bot.id not in guild.members:
        raise ApiError(403, 50001, "Missing Access")
    return guild


@ROUTES.on("GET", "/guilds/{guild_id}")
def _get_guild(asked: Request) -> Json:
    guild = _guild(asked)
    return guild.payload(whole=False) | {"approximate_member_count": len(guild.members)}


@ROUTES.on("GET", "/guilds/{guild_id}/members/{user_id}")
def _member(asked: Request) -> Json:
    member = _guild(asked).members.get(asked.id("user_id"))
    if member is None:
        raise ApiError(404, 10007, "Unknown Member")
    return member.payload()


@ROUTES.on("GET", "/guilds/{guild_id}/roles")
def _roles(asked: Request) -> list[Json]:
    return [role.payload() for role in _guild(asked).roles.values()]


@ROUTES.on("GET", "/guilds/{guild_id}/channels")
def _channels(asked: Request) -> list[Json]:
    return [c.payload() for c in _guild(asked).channels if not c.is_thread]


@ROUTES.on("GET", "/channels/{channel_id}")
def _channel(asked: Request) -> Json:
    return reachable(asked.world, asked.id("channel_id")).payload()


@ROUTES.on("PATCH", "/channels/{channel_id}")
def _change_channel(asked: Request) -> Json:
    channel = reachable(asked.world, asked.id("channel_id"))
    body = asked.body
    if channel.is_thread:
        _check_thread_change(channel, asked)
    elif not channel.permissions(asked.world.bot).manage_channels:
        raise ApiError(403, 50013, "Missing Permissions")
    channel.name = body.get("name", channel.name)
    channel.locked = body.get("locked", channel.locked)
    channel.auto_archive_minutes = body.get("auto_archive_duration", channel.auto_archive_minutes)
    if "archived" in body:
        channel.closed, channel.active_at = body["archived"], asked.world.clock.now()
    asked.world.emit(
        "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.payload(), channel.guild
    )
    return channel.payload()


def _check_thread_change(thread: Channel, asked: Request) -> None:
    """Anybody who may speak wakes a thread; its owner may archive and name it; moderators may do all."""
    may, body = thread.permissions(asked.world.bot), asked.body
    if may.manage_threads:
        return
    if thread.archived and body.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")
    if thread.locked:
        raise ApiError(403, 50013, "Missing Permissions")
    only_wakes = body == {"archived": False}
    by_owner = thread.owner is asked.world.bot and "locked" not in body
    if not (may.send_messages_in_threads and (only_wakes or by_owner)):
        raise ApiError(403, 50013, "Missing Permissions")


@ROUTES.on("POST", "/channels/{channel_id}/threads")
@ROUTES.on("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def _open_thread(asked: Request) -> Json:
    channel = reachable(asked.world, asked.id("channel_id"))
    may = channel.permissions(asked.world.bot)
    private = "message_id" not in asked.where and asked.body.get("type", 12) == 12
    if not (may.create_private_threads if private else may.create_public_threads):
        raise ApiError(403, 50013, "Missing Permissions")
    if not 1 <= len(asked.body["name"]) <= 100:
        asked.world.violations.append("a thread name has 1 to 100 characters")
        raise ApiError(400, 50035, "Invalid Form Body")
    if channel.type not in (0, 5):
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    number = asked.id("message_id") if "message_id" in asked.where else None
    if number is not None and number not in channel.messages:
        raise ApiError(404, 10008, "Unknown Message")
    if number in asked.world.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    minutes = asked.body.get("auto_archive_duration") or 1440
    if minutes not in (60, 1440, 4320, 10080):
        asked.world.violations.append(f"a thread is not archived after {minutes} minutes")
        raise ApiError(400, 50035, "Invalid Form Body")
    thread = channel.thread(asked.body["name"], number, by=asked.world.bot)
    thread.type = 12 if private else 11
    thread.auto_archive_minutes = minutes
    return thread.payload()


@ROUTES.on("PUT", "/channels/{channel_id}/thread-members/{member_id}")
@ROUTES.on("DELETE", "/channels/{channel_id}/thread-members/{member_id}")
def _thread_member(asked: Request) -> None:
    thread = reachable(asked.world, asked.id("channel_id"))
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
    if asked.method == "PUT" and asked.where["member_id"].isdecimal():
        thread.followers.add(asked.id("member_id"))


@ROUTES.on("DELETE", "/channels/{channel_id}")
def _delete_channel(asked: Request) -> Json:
    channel = reachable(asked.world, asked.id("channel_id"))
    may = channel.permissions(asked.world.bot)
    if not (may.manage_threads if channel.is_thread else may.manage_channels):
        raise ApiError(403, 50013, "Missing Permissions")
    channel.delete()
    return channel.payload()
