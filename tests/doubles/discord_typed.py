"""How a typed command becomes the data of an interaction, with everything the client would not let pass."""

from __future__ import annotations

from collections.abc import Sequence

from doubles.discord_world import Channel, Json, User, World

_GROUPS = (1, 2)


def known(world: World, channel: Channel, name: str) -> Json | None:
    """The command of this name that the channel's server offers."""
    scopes = [channel.guild.id, None] if channel.guild is not None else [None]
    found = [c for scope in scopes for c in world.commands.get(scope, []) if c["name"] == name]
    return found[0] if found else None


def typed(
    user: User, channel: Channel, path: str, options: dict[str, object], *, partial: bool = False
) -> Json:
    """The data of "briscola play" with these options; partial, the last option is still being typed."""
    root_name, *below = path.split()
    root = _offered(user, channel, root_name)
    node, wrappers = root, list[Json]()
    for name in below:
        children = {child["name"]: child for child in node.get("options") or () if child["type"] in _GROUPS}
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
    *before, last = [*options.items()] if partial else [*options.items(), None]
    filled = [_filled(user, declared[name], value, resolved, channel) for name, value in filter(None, before)]
    if last is not None:
        filled.append(_begun(declared[last[0]], last[1]))
    for wrapper in reversed(wrappers):
        filled = [wrapper | {"options": filled}]
    scope: Json = {"guild_id": root["guild_id"]} if "guild_id" in root else {}
    data: Json = {"id": root["id"], "name": root["name"], "type": 1, **scope, "options": filled}
    return data | ({"resolved": resolved} if resolved else {})


def _offered(user: User, channel: Channel, name: str) -> Json:
    root = known(channel.world, channel, name)
    assert root is not None, f"there is no command /{name}"
    contexts = root.get("contexts") or [0, 1, 2]
    assert (1 if channel.guild is None else 0) in contexts, f"/{name} is not offered here"
    needed, mine = int(root.get("default_member_permissions") or 0), channel.permissions(user)
    assert mine.value & needed == needed, f"/{name} is not offered to {user.name}"
    assert mine.use_application_commands, f"{user.name} may not use commands here"
    assert not channel.archived, "an archived thread takes no commands"
    return root


def _filled(user: User, option: Json, value: object, resolved: Json, channel: Channel) -> Json:
    told: Json = {"name": option["name"], "type": option["type"], "value": value}
    choices: Sequence[Json] = option.get("choices") or ()
    if choices:
        told["value"] = _chosen(choices, value)
    elif isinstance(value, User):
        told["value"] = str(value.id)
        resolved.setdefault("users", {})[str(value.id)] = value.payload()
        member = channel.guild.members.get(value.id) if channel.guild else None
        if member is not None:
            may = channel.permissions(value).value
            outline = {key: val for key, val in member.payload().items() if key != "user"}
            resolved.setdefault("members", {})[str(value.id)] = outline | {"permissions": str(may)}
    elif isinstance(value, Channel):
        told["value"] = str(value.id)
        outline = value.payload() | {"permissions": str(value.permissions(user).value)}
        resolved.setdefault("channels", {})[str(value.id)] = outline
    _check_value(option, told["value"])
    return told


def _begun(option: Json, value: object) -> Json:
    """An option that is still being typed: whatever it will be, it is text."""
    assert option.get("autocomplete"), f"{option['name']} completes nothing"
    return {"name": option["name"], "type": option["type"], "value": str(value), "focused": True}


def _chosen(choices: Sequence[Json], value: object) -> object:
    """The value of a choice, given as such or as it is spelt in any language."""
    spelt = {choice["name"]: choice["value"] for choice in choices}
    for choice in choices:
        spelt |= dict.fromkeys((choice.get("name_localizations") or {}).values(), choice["value"])
    if value in spelt.values():
        return value
    assert str(value) in spelt, f"{value!r} is none of {sorted(spelt)}"
    return spelt[str(value)]


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
