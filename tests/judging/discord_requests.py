"""Whether one request to Discord is what its published API takes: the route, the shape, the limits."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from judging.discord_parts import (
    CHOICES,
    EPHEMERAL,
    FORM,
    LAYOUT,
    REFERENCE,
    SILENT,
    SUPPRESS,
    commands,
    contents,
    message,
)
from judging.discord_shapes import (
    Faults,
    Shape,
    bits,
    flag,
    listed,
    maybe,
    number,
    one_of,
    record,
    snowflake,
    text,
)

Files = Mapping[str, tuple[str, bytes]]
IsLayout = Callable[[], bool]
"""Whether the message that is edited is a layout already."""

NONCE = text(1, 25)
NEW = message(
    SUPPRESS | SILENT | LAYOUT,
    {
        "nonce": NONCE,
        "enforce_nonce": maybe(flag),
        "tts": maybe(flag),
        "message_reference": maybe(REFERENCE),
        "sticker_ids": maybe(listed(snowflake, 0, 3)),
    },
)
CHANGED = message(SUPPRESS | LAYOUT, {"tts": maybe(flag)})
"""An edit; the library says of each that it is not to be read aloud, which Discord passes over."""
ANSWER = message(SUPPRESS | SILENT | LAYOUT | EPHEMERAL, {"tts": maybe(flag)})
FOLLOW_UP = ANSWER
KEPT = frozenset({60, 1440, 4320, 10080})
DAYS = one_of(*sorted(KEPT))
THREAD_ON_MESSAGE = record(
    {"name": text(1, 100)},
    {"auto_archive_duration": maybe(DAYS), "rate_limit_per_user": maybe(number(0, 21600))},
)
THREAD = record(
    {"name": text(1, 100)},
    {
        "auto_archive_duration": maybe(DAYS),
        "rate_limit_per_user": maybe(number(0, 21600)),
        "type": maybe(one_of(10, 11, 12)),
        "invitable": maybe(flag),
    },
)
CHANNEL = record(
    {},
    {
        "name": maybe(text(1, 100)),
        "archived": maybe(flag),
        "locked": maybe(flag),
        "invitable": maybe(flag),
        "auto_archive_duration": maybe(DAYS),
        "rate_limit_per_user": maybe(number(0, 21600)),
        "flags": maybe(bits(2)),
        "applied_tags": maybe(listed(snowflake, 0, 5)),
    },
)
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(?P<data>[A-Za-z0-9+/=]+)")


def _emoji_image(value: object, path: str) -> Faults:
    found = IMAGE.fullmatch(str(value))
    if found is None:
        yield f"{path}: no data of an image"
    elif len(base64.b64decode(found["data"])) > 256 * 1024:
        yield f"{path}: over 256 KiB"


EMOJI = record(
    {"name": text(2, 32, r"\w{2,32}"), "image": _emoji_image}, {"roles": maybe(listed(snowflake, 0, 0))}
)

CHANNELS, WEBHOOK = "/channels/{channel_id}", "/webhooks/{app_id}/{token}"
BODIES: Mapping[tuple[str, str], Shape] = {
    ("POST", f"{CHANNELS}/messages"): NEW,
    ("PATCH", f"{CHANNELS}/messages/{{message_id}}"): CHANGED,
    ("POST", WEBHOOK): FOLLOW_UP,
    ("PATCH", f"{WEBHOOK}/messages/{{message_id}}"): CHANGED,
    ("POST", f"{CHANNELS}/messages/{{message_id}}/threads"): THREAD_ON_MESSAGE,
    ("POST", f"{CHANNELS}/threads"): THREAD,
    ("PATCH", CHANNELS): CHANNEL,
    ("PUT", "/applications/{app_id}/commands"): commands,
    ("POST", "/applications/{app_id}/emojis"): EMOJI,
    ("POST", "/users/@me/channels"): record({"recipient_id": snowflake}),
}
WITHOUT_BODY = frozenset(
    {
        ("GET", "/gateway"),
        ("GET", "/gateway/bot"),
        ("GET", "/users/@me"),
        ("GET", "/users/{user_id}"),
        ("GET", "/oauth2/applications/@me"),
        ("GET", "/applications/@me"),
        ("GET", "/applications/{app_id}/commands"),
        ("GET", "/applications/{app_id}/emojis"),
        ("DELETE", "/applications/{app_id}/emojis/{emoji_id}"),
        ("GET", CHANNELS),
        ("DELETE", CHANNELS),
        ("GET", f"{CHANNELS}/messages/{{message_id}}"),
        ("DELETE", f"{CHANNELS}/messages/{{message_id}}"),
        ("PUT", f"{CHANNELS}/messages/pins/{{message_id}}"),
        ("DELETE", f"{CHANNELS}/messages/pins/{{message_id}}"),
        ("PUT", f"{CHANNELS}/thread-members/{{member_id}}"),
        ("DELETE", f"{CHANNELS}/thread-members/{{member_id}}"),
        ("GET", "/guilds/{guild_id}"),
        ("GET", "/guilds/{guild_id}/members/{user_id}"),
        ("GET", "/guilds/{guild_id}/roles"),
        ("GET", "/guilds/{guild_id}/channels"),
        ("GET", f"{WEBHOOK}/messages/{{message_id}}"),
        ("DELETE", f"{WEBHOOK}/messages/{{message_id}}"),
    }
)
"""What may be asked without saying anything. Kicking people and the like is none of our business."""
CALLBACK = ("POST", "/interactions/{interaction_id}/{token}/callback")
MESSAGES = frozenset(key for key, shape in BODIES.items() if shape in (NEW, CHANGED, FOLLOW_UP))
CREATES = frozenset({("POST", f"{CHANNELS}/messages"), ("POST", WEBHOOK)})
ANSWERED_BY = {4: ANSWER, 7: CHANGED, 8: CHOICES, 9: FORM}
DEFERRAL = record({}, {"flags": maybe(bits(EPHEMERAL))})
ANSWERS: Mapping[int, frozenset[int]] = {
    2: frozenset({4, 5, 9}),
    3: frozenset({4, 5, 6, 7, 9}),
    4: frozenset({8}),
    5: frozenset({4, 5, 6, 7}),
}
"""By the kind of interaction, the kinds of first answers."""


def faults_of(
    method: str, route: str, body: Any, files: Files, *, layout: IsLayout = lambda: False, kind: int = 0
) -> Iterator[str]:
    """Everything that Discord would not take in this request.

    Args:
        method: the verb.
        route: the template of the path.
        body: what the JSON says.
        files: what is uploaded.
        layout: whether a message that is edited is a layout already.
        kind: the kind of the interaction, where one is answered.
    """
    key = (method, route)
    if key == CALLBACK:
        yield from _callback(body, files, layout, kind)
    elif key in BODIES:
        yield from BODIES[key](body, "body")
        if key in MESSAGES and isinstance(body, Mapping):
            is_layout = _says_layout(body) or (key not in CREATES and layout())
            yield from contents(body, layout=is_layout, files=files, creating=key in CREATES)
        if key == ("POST", f"{CHANNELS}/messages"):
            yield from _nonce(body)
    elif key not in WITHOUT_BODY:
        yield f"{method} {route} is none of the bot's business"
    elif body or files:
        yield f"{method} {route} with a body"


def _says_layout(body: Mapping[str, Any]) -> bool:
    return bool((body.get("flags") or 0) & LAYOUT)


def _nonce(body: Mapping[str, Any]) -> Iterator[str]:
    """A message that may be made twice by a repeat is none that we make."""
    if not body.get("nonce") or body.get("enforce_nonce") is not True:
        yield "a message is made without a nonce that is enforced"


def _callback(body: Any, files: Files, layout: IsLayout, kind: int) -> Iterator[str]:
    yield from record(
        {"type": number(1, 12)}, {"data": lambda *_: iter(()), "attachments": lambda *_: iter(())}
    )(body, "body")
    answer, data = body.get("type"), body.get("data") or {}
    if kind and answer not in ANSWERS.get(kind, frozenset()):
        yield f"an interaction of kind {kind} is answered by kind {answer}"
    shape = ANSWERED_BY.get(answer, DEFERRAL)
    yield from shape(data, "data")
    if answer in (4, 7):
        is_layout = _says_layout(data) or (answer == 7 and layout())
        yield from contents(data, layout=is_layout, files=files, creating=answer == 4)


IDENTIFY = record(
    {
        "token": text(1, 200),
        "properties": record({"os": text(1, 100), "browser": text(1, 100), "device": text(1, 100)}),
        "intents": bits(1),
    },
    {
        "compress": flag,
        "large_threshold": number(50, 250),
        "shard": listed(number(0, 100_000), 2, 2),
        "presence": lambda *_: iter(()),
    },
)
"""What begins a session; of intents only the one for servers, which is not privileged."""
RESUME = record({"token": text(1, 200), "session_id": maybe(text(1, 100)), "seq": maybe(number(0))})
"""What takes a session up again. Cut off before it had begun, the library asks for none; Discord lets it begin anew."""
BEAT = maybe(number(0))
SAID = {1: BEAT, 2: IDENTIFY, 6: RESUME}


def faults_of_packet(packet: Mapping[str, Any]) -> Iterator[str]:
    """Everything that the gateway would not take."""
    kind = packet.get("op")
    if kind not in SAID:
        yield f"nobody needs a packet of kind {kind}"
    else:
        yield from SAID[kind](packet.get("d"), f"packet {kind}")
