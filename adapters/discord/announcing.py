"""Tells Discord the commands now, and whether it knows them as they are."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from adapters.discord.client import COMMANDS_FACT
from adapters.discord.commands import Briscola, fingerprint
from adapters.discord.texts import translations
from adapters.discord.visiting import Facts, Visit

__all__ = ["COMMANDS_FACT", "announce", "are_known", "fact_of_commands", "to_announce"]

PATIENCE = 120.0
TOLD = ("type", "name", "description", "required", "value", "min_value", "max_value", "autocomplete")
"""What of a command, an option or a choice must be the same. Translations are not told without asking for them."""
PARTS = ("options", "choices")


async def announce(visit: Visit, facts: Facts) -> int:
    """Tell Discord the commands, and remember that it was told; gives how many commands there are.

    Raises:
        Unanswered: Discord does not take them.
    """
    told = await visit.ask(visit.client.tree.sync(), patience=PATIENCE)
    await facts.keep_fact(COMMANDS_FACT, fact_of_commands(visit))
    return sum(len(command.options) or 1 for command in told)


def fact_of_commands(visit: Visit) -> str:
    """What is remembered once Discord was told the commands as they are now."""
    tree = visit.client.tree
    group = cast("Briscola", tree.get_command("briscola"))
    return f"{visit.application}:{fingerprint(group, tree, translations())}"


async def to_announce(visit: Visit) -> Sequence[Mapping[str, Any]]:
    """The commands as they are now, in Discord's form."""
    return [command.to_dict(visit.client.tree) for command in visit.client.tree.get_commands()]


def are_known(wanted: Sequence[Mapping[str, Any]], known: Sequence[Mapping[str, Any]]) -> bool:
    """Whether Discord knows these commands, and no others."""
    return _in_order(wanted) == _in_order(known)


def _in_order(commands: Sequence[Mapping[str, Any]]) -> list[object]:
    return [_bare(command) for command in sorted(commands, key=lambda command: str(command.get("name")))]


def _bare(part: Mapping[str, Any]) -> Mapping[str, object]:
    """A command, option or choice with what counts, and without what is not set."""
    told = {name: part[name] for name in TOLD if part.get(name) not in (None, False, "")}
    return told | {name: [_bare(one) for one in part[name]] for name in PARTS if part.get(name)}
