"""What messages, forms and commands on Discord are made of, as its published API has it, and its limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judging.discord_shapes import (
    INT53,
    Faults,
    Json,
    Shape,
    bits,
    by_locale,
    by_type,
    flag,
    listed,
    maybe,
    number,
    one_of,
    record,
    snowflake,
    text,
)

EPHEMERAL, SILENT, LAYOUT = 64, 4096, 32768
SUPPRESS = 4
ATTACHMENT = r"attachment://[\w.-]{1,255}"

LOCALES = frozenset(
    {
        "ar",
        "bg",
        "cs",
        "da",
        "de",
        "el",
        "en-GB",
        "en-US",
        "es-419",
        "es-ES",
        "fi",
        "fr",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
    }
    | {
        "it",
        "ja",
        "ko",
        "lt",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "ru",
        "sv-SE",
        "th",
        "tr",
        "uk",
        "vi",
        "zh-CN",
        "zh-TW",
    }
)
"""The languages of Discord's clients."""

# -- components -----------------------------------------------------------------------------------------
COMPONENT_ID = {"id": maybe(number(0))}
CUSTOM_ID = text(1, 100)
EMOJI = record({"name": text(1, 32)}, {"id": maybe(snowflake), "animated": flag})
MEDIA = record({"url": text(1, 2048, rf"{ATTACHMENT}|https?://\S+")})


def _button(value: object, path: str) -> Faults:
    shape = record(
        {"type": one_of(2), "style": one_of(1, 2, 3, 4, 5)},
        {
            **COMPONENT_ID,
            "custom_id": maybe(CUSTOM_ID),
            "label": maybe(text(0, 80)),
            "disabled": maybe(flag),
            "url": maybe(text(1, 512, r"https?://\S+|discord://\S+")),
            "emoji": maybe(EMOJI),
        },
    )
    yield from shape(value, path)
    if isinstance(value, Mapping):
        link = value.get("style") == 5
        if link is not bool(value.get("url")) or link is bool(value.get("custom_id")):
            yield f"{path}: a button has a url (style 5) or a custom_id"
        if not value.get("label") and not value.get("emoji"):
            yield f"{path}: nothing is written on the button"


def _select(value: object, path: str) -> Faults:
    option = record(
        {"label": text(1, 100), "value": text(1, 100)},
        {"description": maybe(text(0, 100)), "default": maybe(flag), "emoji": maybe(EMOJI)},
    )
    shape = record(
        {"type": one_of(3), "custom_id": CUSTOM_ID, "options": listed(option, 1, 25)},
        {
            **COMPONENT_ID,
            "placeholder": maybe(text(0, 150)),
            "min_values": maybe(number(0, 25)),
            "max_values": maybe(number(1, 25)),
            "disabled": maybe(flag),
            "required": maybe(flag),
        },
    )
    yield from shape(value, path)
    if isinstance(value, Mapping):
        options = value.get("options") or ()
        if len({one.get("value") for one in options}) < len(options):
            yield f"{path}: two options have one value"
        if sum(bool(one.get("default")) for one in options) > (value.get("max_values") or 1):
            yield f"{path}: more is chosen than may be"


def _row(value: object, path: str) -> Faults:
    yield from record(
        {"type": one_of(1), "components": listed(by_type({2: _button, 3: _select}), 1, 5)}, COMPONENT_ID
    )(value, path)
    inner = value.get("components", ()) if isinstance(value, Mapping) else ()
    if len(inner) > 1 and any(one.get("type") != 2 for one in inner):
        yield f"{path}: a menu shares its row"


TEXT = record({"type": one_of(10), "content": text(1, 4000)}, COMPONENT_ID)
THUMBNAIL = record(
    {"type": one_of(11), "media": MEDIA},
    {**COMPONENT_ID, "description": maybe(text(0, 1024)), "spoiler": maybe(flag)},
)
_PICTURE = record({"media": MEDIA}, {"description": maybe(text(0, 1024)), "spoiler": maybe(flag)})
GALLERY = record({"type": one_of(12), "items": listed(_PICTURE, 1, 10)}, COMPONENT_ID)
FILE = record(
    {"type": one_of(13), "file": record({"url": text(1, 2048, ATTACHMENT)})},
    {**COMPONENT_ID, "spoiler": maybe(flag)},
)
SEPARATOR = record(
    {"type": one_of(14)}, {**COMPONENT_ID, "divider": maybe(flag), "spacing": maybe(one_of(1, 2))}
)
SECTION = record(
    {
        "type": one_of(9),
        "components": listed(by_type({10: TEXT}), 1, 3),
        "accessory": by_type({2: _button, 11: THUMBNAIL}),
    },
    COMPONENT_ID,
)
_INSIDE: dict[int, Shape] = {1: _row, 9: SECTION, 10: TEXT, 12: GALLERY, 13: FILE, 14: SEPARATOR}
CONTAINER = record(
    {"type": one_of(17), "components": listed(by_type(_INSIDE), 1, 39)},
    {**COMPONENT_ID, "accent_color": maybe(number(0, 0xFFFFFF)), "spoiler": maybe(flag)},
)
TOP: Shape = by_type(_INSIDE | {17: CONTAINER})
OLD_TOP: Shape = by_type({1: _row})


def walk(components: object) -> Iterator[Json]:
    """Every component, also those inside others."""
    if isinstance(components, list | tuple):
        for one in components:
            if isinstance(one, Mapping):
                yield one
                yield from walk(one.get("components"))
                yield from walk([one[inner] for inner in ("accessory", "component") if inner in one])


# -- messages -------------------------------------------------------------------------------------------
MENTIONS = record(
    {},
    {
        "parse": maybe(listed(one_of("users", "roles", "everyone"), 0, 3, unique=True)),
        "users": maybe(listed(snowflake, 0, 100, unique=True)),
        "roles": maybe(listed(snowflake, 0, 100, unique=True)),
        "replied_user": maybe(flag),
    },
)
UPLOAD = record(
    {"id": snowflake},
    {"filename": maybe(text(0, 1024)), "description": maybe(text(0, 1024)), "title": maybe(text(0, 1024))},
)
REFERENCE = record(
    {"message_id": snowflake},
    {"channel_id": maybe(snowflake), "guild_id": maybe(snowflake), "fail_if_not_exists": maybe(flag)}
    | {"type": maybe(one_of(0, 1))},
)


def message(flags: int, more: Mapping[str, Shape] | None = None) -> Shape:
    """A message, in which these flags can be set and these further fields be."""
    fields: dict[str, Shape] = {
        "content": maybe(text(0, 2000)),
        "embeds": maybe(listed(record({}, _EMBED), 0, 10)),
        "allowed_mentions": maybe(MENTIONS),
        "components": maybe(listed(_any, 0, 40)),
        "flags": maybe(bits(flags)),
        "attachments": maybe(listed(UPLOAD, 0, 10)),
        **(more or {}),
    }
    shape = record({}, fields)

    def look(value: object, path: str) -> Faults:
        yield from shape(value, path)
        if isinstance(value, Mapping):
            yield from _mentions(value, path)

    return look


def _any(_value: object, _path: str) -> Faults:
    """Looked at when it is known whether the message is a layout."""
    yield from ()


_EMBED: dict[str, Shape] = {
    "type": one_of("rich"),
    "title": maybe(text(0, 256)),
    "description": maybe(text(0, 4096)),
    "color": maybe(number(0, 0xFFFFFF)),
    "image": maybe(MEDIA),
    "fields": maybe(listed(record({"name": text(1, 256), "value": text(1, 1024)}, {"inline": flag}), 0, 25)),
}


def _mentions(body: Json, path: str) -> Faults:
    allowed = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield f"{path}: mentions of {kind} are allowed twice over"


def contents(body: Json, *, layout: bool, files: Mapping[str, tuple[str, bytes]], creating: bool) -> Faults:
    """What a message of one kind must hold, and what the parts of it must not do together."""
    components = body.get("components") or []
    yield from listed(TOP if layout else OLD_TOP, 0, 40 if layout else 5)(components, "components")
    everything = list(walk(components))
    names = [one["custom_id"] for one in everything if one.get("custom_id")]
    if len(set(names)) < len(names):
        yield f"components: a custom_id is there twice: {sorted(n for n in names if names.count(n) > 1)[:1]}"
    numbers = [one["id"] for one in everything if one.get("id")]
    if len(set(numbers)) < len(numbers):
        yield "components: an id is there twice"
    if layout:
        yield from _layout(body, everything)
    if creating and not (components or body.get("content") or body.get("embeds") or files):
        yield "the message is empty"
    yield from _uploads(body, everything, files, layout=layout)


def _layout(body: Json, everything: list[Json]) -> Faults:
    for other in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(other):
            yield f"{other} beside a layout"
    if len(everything) > 40:
        yield f"{len(everything)} components, 40 are allowed"
    said = sum(len(one.get("content") or "") for one in everything if one.get("type") == 10)
    if said > 4000:
        yield f"{said} characters of text, 4000 are allowed"


def media_of(everything: list[Json]) -> list[str]:
    """The addresses of all files that are shown."""
    items = [item for one in everything for item in one.get("items") or ()]
    return [
        str(holder[key]["url"])
        for holder in (*everything, *items)
        for key in ("media", "file")
        if key in holder
    ]


def _uploads(
    body: Json, everything: list[Json], files: Mapping[str, tuple[str, bytes]], *, layout: bool
) -> Faults:
    listed_ids = [str(entry.get("id")) for entry in body.get("attachments") or ()]
    if len(set(listed_ids)) < len(listed_ids):
        yield "attachments: an id is there twice"
    for part, (name, data) in files.items():
        number = part.removeprefix("files[").removesuffix("]")
        if part != f"files[{number}]" or number not in listed_ids:
            yield f"an upload {part!r} that attachments do not name"
        if not data or len(data) > 10 * 1024 * 1024:
            yield f"{name}: {len(data)} bytes"
    shown = {
        url.removeprefix("attachment://") for url in media_of(everything) if url.startswith("attachment://")
    }
    sent = {name for name, _ in files.values()}
    for name in sorted(shown - sent):
        yield f"{name} is shown, and not sent"
    if layout:
        for name in sorted(sent - shown):
            yield f"{name} is sent, and not shown"


# -- forms ----------------------------------------------------------------------------------------------
FIELD = record(
    {"type": one_of(4), "custom_id": CUSTOM_ID},
    {
        **COMPONENT_ID,
        "style": one_of(1, 2),
        "label": maybe(text(1, 45)),
        "value": maybe(text(0, 4000)),
        "placeholder": maybe(text(0, 100)),
        "required": maybe(flag),
        "min_length": maybe(number(0, 4000)),
        "max_length": maybe(number(1, 4000)),
    },
)
LABELLED = record(
    {"type": one_of(18), "label": text(1, 45), "component": by_type({4: FIELD, 3: _select})},
    {**COMPONENT_ID, "description": maybe(text(0, 100))},
)
FORM_ROW = record({"type": one_of(1), "components": listed(by_type({4: FIELD}), 1, 1)}, COMPONENT_ID)
FORM = record(
    {
        "custom_id": CUSTOM_ID,
        "title": text(1, 45),
        "components": listed(by_type({1: FORM_ROW, 10: TEXT, 18: LABELLED}), 1, 5),
    }
)
CHOICES = record(
    {
        "choices": listed(
            record(
                {"name": text(1, 100)},
                {"value": lambda *_: iter(()), "name_localizations": maybe(by_locale(text(1, 100), LOCALES))},
            ),
            0,
            25,
        )
    }
)

# -- commands -------------------------------------------------------------------------------------------
_SPELT = text(1, 32, r"[-_'\w]{1,32}")


def _name(value: object, path: str) -> Faults:
    """What people type: small letters, no spaces."""
    yield from _SPELT(value, path)
    if isinstance(value, str) and value != value.lower():
        yield f"{path}: {value!r} has capitals"


_NAMED: dict[str, Shape] = {
    "name_localizations": maybe(by_locale(_name, LOCALES)),
    "description_localizations": maybe(by_locale(text(1, 100), LOCALES)),
}
_TITLED: dict[str, Shape] = {"name": _name, "description": text(1, 100)}


def _choices(value: Shape) -> Shape:
    choice = record(
        {"name": text(1, 100), "value": value},
        {"name_localizations": maybe(by_locale(text(1, 100), LOCALES))},
    )
    return maybe(listed(choice, 0, 25))


def _option(kind: int, **more: Shape) -> Shape:
    return record({"type": one_of(kind), **_TITLED}, {**_NAMED, "required": maybe(flag), **more})


PLAIN_OPTIONS: dict[int, Shape] = {
    3: _option(
        3,
        choices=_choices(text(1, 100)),
        autocomplete=maybe(flag),
        min_length=maybe(number(0, 6000)),
        max_length=maybe(number(1, 6000)),
    ),
    4: _option(
        4,
        choices=_choices(number(-INT53, INT53)),
        autocomplete=maybe(flag),
        min_value=maybe(number(-INT53, INT53)),
        max_value=maybe(number(-INT53, INT53)),
    ),
    **{kind: _option(kind) for kind in (5, 6, 8, 9, 11)},
    7: _option(7, channel_types=maybe(listed(number(0, 20), 0, 20, unique=True))),
}
SUBCOMMAND = _option(1, options=maybe(listed(by_type(PLAIN_OPTIONS), 0, 25)))
SUBGROUP = _option(2, options=maybe(listed(by_type({1: SUBCOMMAND}), 0, 25)))
COMMAND = record(
    _TITLED,
    {
        **_NAMED,
        "type": maybe(one_of(1)),
        "options": maybe(listed(by_type(PLAIN_OPTIONS | {1: SUBCOMMAND, 2: SUBGROUP}), 0, 25)),
        "default_member_permissions": maybe(snowflake),
        "dm_permission": maybe(flag),
        "contexts": maybe(listed(one_of(0, 1, 2), 1, 3, unique=True)),
        "integration_types": maybe(listed(one_of(0, 1), 1, 2, unique=True)),
        "nsfw": maybe(flag),
        "handler": maybe(one_of(1, 2)),
    },
)


def commands(value: object, path: str) -> Faults:
    """All commands at once."""
    yield from listed(COMMAND, 0, 110)(value, path)
    if isinstance(value, list):
        for command in value:
            yield from _siblings(command, f"/{command.get('name')}")
            if (length := _length(command)) > 8000:
                yield f"/{command.get('name')}: {length} characters in all, 8000 are allowed"


def _siblings(node: Json, path: str) -> Faults:
    options: list[Any] = list(node.get("options") or ())
    for locale in ("", *sorted(LOCALES)):
        spelt = [(one.get("name_localizations") or {}).get(locale, one.get("name")) for one in options]
        if len(set(spelt)) < len(spelt):
            yield f"{path}: two options have one name in {locale or 'English'}"
        if any(name != name.lower() for name in spelt):
            yield f"{path}: a name with capitals in {locale or 'English'}"
    required = [bool(one.get("required")) for one in options]
    if required != sorted(required, reverse=True):
        yield f"{path}: what must be given stands after what may be"
    if len({one.get("type") in (1, 2) for one in options}) > 1:
        yield f"{path}: commands and values side by side"
    for one in options:
        yield from _siblings(one, f"{path} {one.get('name')}")


def _length(node: Json) -> int:
    """Characters of names, descriptions and values, in the longest language of each."""
    texts = sum(
        max(map(len, (str(node.get(key) or ""), *(node.get(f"{key}_localizations") or {}).values())))
        for key in ("name", "description")
    )
    value = len(str(node["value"])) if isinstance(node.get("value"), str) else 0
    return texts + value + sum(map(_length, (*(node.get("options") or ()), *(node.get("choices") or ()))))
