"""What Discord refuses in messages and commands, each fault told in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from doubles.discord_world import COMPONENTS_V2, Json

BUTTON, ROW, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, CONTAINER, SECTION = 2, 1, 10, 11, 12, 13, 17, 9
LABEL = 18
SELECTS = (3, 5, 6, 7, 8)
V2_ONLY = (SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, 14, CONTAINER)
POLITE_ALT_TEXT = 256
"""Screen readers read alt text in one go: longer ones are recorded, though Discord takes 1024."""

LOCALES = frozenset(
    {
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    }
)
"""Discord's languages (its documented list of 2026)."""
_COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, a parent before its children."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        yield from walk([component[inner] for inner in ("accessory", "component") if inner in component])


def media(components: Sequence[Json]) -> Iterator[Json]:
    """Every place that shows a file: an object with `url` (and perhaps `attachment_id`)."""
    for component in walk(components):
        match component.get("type"):
            case 12:
                yield from (item["media"] for item in component.get("items", ()))
            case 11:
                yield component["media"]
            case 13:
                yield component["file"]
            case _:
                pass


def alt_texts(components: Sequence[Json]) -> Iterator[str]:
    """Every description of a picture."""
    for component in walk(components):
        holders = component.get("items", ()) if component.get("type") == GALLERY else (component,)
        if component.get("type") in (GALLERY, THUMBNAIL):
            yield from (holder["description"] for holder in holders if holder.get("description"))


def message_faults(
    content: str, embeds: Sequence[Json], components: Sequence[Json], flags: int, filenames: Sequence[str]
) -> list[str]:
    """Everything Discord would refuse in a message that looks like this."""
    faults = [*_shape_faults(components), *_custom_id_faults(components), *_embed_faults(embeds)]
    if len(content) > 2000:
        faults.append(f"content has {len(content)} characters, 2000 are allowed")
    if len(filenames) > 10:
        faults.append(f"{len(filenames)} attachments, 10 are allowed")
    if len(set(filenames)) < len(filenames) and flags & COMPONENTS_V2:
        faults.append("two attachments have one name")
    faults += [
        f"alt text of {len(t)} characters, 1024 are allowed" for t in alt_texts(components) if len(t) > 1024
    ]
    faults += _reference_faults(embeds, components, flags, filenames)
    faults += _v2_faults(content, embeds, components) if flags & COMPONENTS_V2 else _v1_faults(components)
    if not (content or embeds or components or filenames):
        faults.append("an empty message")
    return faults


def _v1_faults(components: Sequence[Json]) -> Iterator[str]:
    if len(components) > 5:
        yield f"{len(components)} rows, 5 are allowed"
    for component in components:
        if component.get("type") != ROW:
            yield f"component type {component.get('type')} needs the components-v2 flag"


def _v2_faults(content: str, embeds: Sequence[Json], components: Sequence[Json]) -> Iterator[str]:
    everything = list(walk(components))
    if content:
        yield "content beside components v2"
    if embeds:
        yield "embeds beside components v2"
    if len(everything) > 40:
        yield f"{len(everything)} components, 40 are allowed"
    text = sum(len(c.get("content", "")) for c in everything if c.get("type") == TEXT_DISPLAY)
    if text > 4000:
        yield f"{text} characters of text, 4000 are allowed"


def _shape_faults(components: Sequence[Json]) -> Iterator[str]:
    for component in components:
        if component.get("type") not in (ROW, *V2_ONLY):
            yield f"component type {component.get('type')} outside a row"
    for component in walk(components):
        children = component.get("components", [])
        kinds = {child.get("type") for child in children}
        match component.get("type"):
            case 1:
                if not 1 <= len(children) <= (5 if kinds == {BUTTON} else 1):
                    yield f"a row of {len(children)} components"
                if not kinds <= {BUTTON, *SELECTS}:
                    yield f"a row with component types {sorted(map(str, kinds))}"
            case 2:
                yield from _button_faults(component)
            case 3:
                yield from _select_faults(component)
            case 9:
                if not 1 <= len(children) <= 3 or kinds != {TEXT_DISPLAY}:
                    yield "a section wants one to three texts"
                if component.get("accessory", {}).get("type") not in (BUTTON, THUMBNAIL):
                    yield "a section wants a button or a thumbnail beside it"
            case 10:
                if not component.get("content"):
                    yield "an empty text display"
            case 12:
                if not 1 <= len(component.get("items", [])) <= 10:
                    yield f"a gallery of {len(component.get('items', []))} pictures"
            case 17:
                if not children or not kinds <= {ROW, *V2_ONLY} - {CONTAINER, THUMBNAIL}:
                    yield f"a container with component types {sorted(map(str, kinds))}"
            case _:
                pass


def _button_faults(button: Json) -> Iterator[str]:
    label = button.get("label") or ""
    if len(label) > 80:
        yield f"label of {len(label)} characters, 80 are allowed"
    if not label and not button.get("emoji"):
        yield "a button with neither label nor emoji"
    if button.get("style") == 5:
        if not button.get("url") or "custom_id" in button or len(button["url"]) > 512:
            yield "a link button wants a url of up to 512 characters and no custom_id"
    elif button.get("style") not in (1, 2, 3, 4) or "custom_id" not in button:
        yield "a button wants a style and a custom_id"


def _select_faults(select: Json) -> Iterator[str]:
    options = select.get("options", [])
    if not 1 <= len(options) <= 25:
        yield f"a select of {len(options)} options"
    if len({option["value"] for option in options}) < len(options):
        yield "two options of a select have one value"
    for option in options:
        for name in ("label", "value", "description"):
            if len(option.get(name) or "") > 100:
                yield f"{name} of a select option has over 100 characters"
    if len(select.get("placeholder") or "") > 150:
        yield "placeholder of over 150 characters"


def _custom_id_faults(components: Sequence[Json]) -> Iterator[str]:
    seen: set[str] = set()
    for component in walk(components):
        custom_id = component.get("custom_id")
        if custom_id is None:
            continue
        if not 1 <= len(custom_id) <= 100:
            yield f"custom_id of {len(custom_id)} characters"
        if custom_id in seen:
            yield f"custom_id {custom_id!r} twice"
        seen.add(custom_id)


def form_faults(form: Json) -> list[str]:
    """Everything Discord would refuse in a form."""
    faults: list[str] = []
    if not 1 <= len(form["title"]) <= 45:
        faults.append("a form's title has 1 to 45 characters")
    components: list[Json] = form["components"]
    if not 1 <= len(components) <= 5:
        faults.append(f"a form of {len(components)} fields")
    for component in components:
        if component["type"] == LABEL and not 1 <= len(component["label"]) <= 45:
            faults.append("a label of a form has 1 to 45 characters")
        field = component["component"] if component["type"] == LABEL else component["components"][0]
        if not 0 <= (field.get("min_length") or 0) <= (field.get("max_length") or 4000) <= 4000:
            faults.append("a field with odd lengths")
    return [*faults, *_custom_id_faults([form])]


def _embed_faults(embeds: Sequence[Json]) -> Iterator[str]:
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds, 10 are allowed"
    whole = 0
    for embed in embeds:
        fields = embed.get("fields", [])
        pieces = [
            (embed.get("title"), 256),
            (embed.get("description"), 4096),
            (embed.get("footer", {}).get("text"), 2048),
            (embed.get("author", {}).get("name"), 256),
            *((f.get("name"), 256) for f in fields),
            *((f.get("value"), 1024) for f in fields),
        ]
        whole += sum(len(text or "") for text, _ in pieces)
        if len(fields) > 25 or any(len(text or "") > limit for text, limit in pieces):
            yield "an embed with a part over its limit"
    if whole > 6000:
        yield f"embeds of {whole} characters, 6000 are allowed"


def _reference_faults(
    embeds: Sequence[Json], components: Sequence[Json], flags: int, filenames: Sequence[str]
) -> Iterator[str]:
    prefix = "attachment://"
    urls = [str(place.get("url", "")) for place in media(components)]
    urls += [embed[key].get("url", "") for embed in embeds for key in ("image", "thumbnail") if key in embed]
    wanted = {url.removeprefix(prefix) for url in urls if url.startswith(prefix)}
    for name in sorted(wanted - set(filenames)):
        yield f"attachment://{name} is not attached"
    kept = {url.split("?")[0].rsplit("/", 1)[-1] for url in urls}
    if flags & COMPONENTS_V2:
        for name in filenames:
            if name not in kept:
                yield f"attachment {name} is shown by no component"


def command_faults(commands: Sequence[Json]) -> list[str]:
    """Everything Discord would refuse in a set of application commands."""
    faults: list[str] = []
    names = [(c.get("type", 1), c["name"]) for c in commands]
    if len(set(names)) < len(names):
        faults.append("two commands have one name")
    if sum(c.get("type", 1) == 1 for c in commands) > 100:
        faults.append("over 100 slash commands")
    for command in commands:
        faults += _named_faults(command, command["name"], slash=command.get("type", 1) == 1)
        if _length(command) > 8000:
            faults.append(f"/{command['name']} has {_length(command)} characters in all, 8000 are allowed")
    return faults


def _length(node: Json) -> int:
    own = _longest(node, "name") + _longest(node, "description")
    choices = sum(
        _longest(choice, "name") + len(str(choice["value"])) for choice in node.get("choices") or ()
    )
    return own + choices + sum(_length(option) for option in node.get("options") or ())


def _longest(node: Json, key: str) -> int:
    """In the language in which it is longest."""
    return max(len(node.get(key) or ""), *map(len, (node.get(f"{key}_localizations") or {"": ""}).values()))


def _named_faults(node: Json, path: str, *, slash: bool) -> Iterator[str]:
    spellings = {"": node["name"], **(node.get("name_localizations") or {})}
    texts = {"": node.get("description") or "", **(node.get("description_localizations") or {})}
    for locale, spelling in spellings.items():
        well_formed = _COMMAND_NAME.match(spelling) and spelling == spelling.lower()
        if not (well_formed if slash else 1 <= len(spelling) <= 32):
            yield f"/{path}: name {spelling!r} {locale}".rstrip()
    for locale, text in texts.items():
        if slash and not 1 <= len(text) <= 100:
            yield f"/{path}: description of {len(text)} characters {locale}".rstrip()
    for locale in {*spellings, *texts} - {""} - LOCALES:
        yield f"/{path}: no such locale {locale}"
    yield from _option_faults(node, path)


def _option_faults(node: Json, path: str) -> Iterator[str]:
    options: list[Json] = node.get("options") or []
    if len(options) > 25 or len({o["name"] for o in options}) < len(options):
        yield f"/{path}: over 25 options, or two of one name"
    for locale in LOCALES:
        spelt = [(o.get("name_localizations") or {}).get(locale, o["name"]) for o in options]
        if len(set(spelt)) < len(spelt):
            yield f"/{path}: two options have one name in {locale}"
    required = [bool(o.get("required")) for o in options]
    if required != sorted(required, reverse=True):
        yield f"/{path}: a required option after an optional one"
    for option in options:
        here = f"{path} {option['name']}"
        yield from _named_faults(option, here, slash=True)
        choices = option.get("choices") or []
        if len(choices) > 25:
            yield f"/{here}: over 25 choices"
        for choice in choices:
            spellings = {"": choice["name"], **(choice.get("name_localizations") or {})}
            if not all(1 <= len(text) <= 100 for text in spellings.values()):
                yield f"/{here}: a choice name of no or over 100 characters"
            if not set(spellings) - {""} <= LOCALES:
                yield f"/{here}: no such locale in a choice"
