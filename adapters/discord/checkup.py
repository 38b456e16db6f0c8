"""Looks whether Discord lets the bot do its work, without disturbing the one that runs."""

from collections.abc import Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from adapters.discord.announcing import COMMANDS_FACT, are_known, fact_of_commands, to_announce
from adapters.discord.checkup_of_guild import guild_findings
from adapters.discord.emojis import planned
from adapters.discord.sessions import SESSIONS_KEPT
from adapters.discord.visiting import Unanswered, Visit, ahead, visiting
from bot.checkup import Finding, broken, good, noted, skew
from bot.pictures.kept import Kept

__all__ = ["FACTS", "Asked", "discord_findings"]

FACTS = (COMMANDS_FACT,)
"""The names of the facts that are looked at."""
ON_SERVERS = "0"
"""The key of installing on servers, among the ways of installing."""
PORTAL = "Developer Portal"


@dataclass(frozen=True, slots=True)
class Asked:
    """What to look at: the bot, and what it keeps."""

    token: str
    emojis: Mapping[str, Sequence[Kept]]
    """The emojis of each deck as they should be."""
    guild: str = ""
    """The id of a server to look at, too; empty for none."""
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is kept by name."""
    shards: int | None = None
    """How many shards there are in all by the settings; None for as many as Discord recommends."""


class _Kept:
    """Facts that are only read."""

    def __init__(self, facts: Mapping[str, str]) -> None:
        self._facts = facts

    async def fact(self, name: str) -> str | None:
        return self._facts.get(name)

    async def keep_fact(self, name: str, value: str) -> None:
        raise NotImplementedError("whoever only looks keeps nothing")


async def discord_findings(asked: Asked) -> list[Finding]:
    """How the bot stands with Discord."""
    found: list[Finding] = []
    try:
        async with visiting(asked.token, _Kept(asked.facts)) as visit:
            found.append(
                good(f"Discord knows the bot as {visit.client.user} (application {visit.application}).")
            )
            for look in (_clock, _application, _sessions, _commands, _emojis, _guild):
                found += await _looked(look(visit, asked))
    except Unanswered as why:
        found.append(why.finding)
    return found


async def _looked(look: Awaitable[Sequence[Finding]]) -> Sequence[Finding]:
    try:
        return await look
    except Unanswered as why:
        return [why.finding]


async def _clock(_visit: Visit, _asked: Asked) -> list[Finding]:
    seconds = await ahead()
    return [] if seconds is None else [skew("Discord", seconds)]


async def _application(visit: Visit, _asked: Asked) -> list[Finding]:
    told: dict[str, Any] = await visit.get("/applications/@me")
    return [_intents(visit.client.application_flags), *_installing(told), *_listening(told)]


def _intents(flags: discord.ApplicationFlags) -> Finding:
    asked_for = {
        "Presence": flags.gateway_presence or flags.gateway_presence_limited,
        "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
    }
    granted = [name for name, is_granted in asked_for.items() if is_granted]
    if granted:
        return noted(
            f"Privileged intents are on ({', '.join(granted)}); the bot needs and uses none.",
            f"{PORTAL}, Bot: turn them off.",
        )
    return good("No privileged intent is on, and none is needed.")


def _installing(told: Mapping[str, Any]) -> Iterator[Finding]:
    ways = told.get("integration_types_config")
    if ways and ON_SERVERS not in ways:
        yield broken(
            "The application cannot be installed on servers.", f"{PORTAL}, Installation: Guild Install."
        )
    if told.get("bot_require_code_grant"):
        yield broken(
            "The bot cannot be invited by a link alone.",
            f"{PORTAL}, Bot: turn Requires OAuth2 Code Grant off.",
        )
    if not told.get("bot_public", True):
        yield noted("Only its owner can invite the bot.", f"{PORTAL}, Bot: Public Bot lets others.")


def _listening(told: Mapping[str, Any]) -> Iterator[Finding]:
    if told.get("interactions_endpoint_url"):
        yield broken(
            "Commands and presses go to an Interactions Endpoint URL, so that the bot hears of none.",
            f"{PORTAL}, General Information: make that field empty.",
        )


async def _sessions(visit: Visit, asked: Asked) -> list[Finding]:
    told: dict[str, Any] = await visit.get("/gateway/bot")
    found = [_budget(told["session_start_limit"], told["shards"])]
    if asked.shards is not None and asked.shards < told["shards"]:
        few = f"DISCORD_SHARDS says {_shards(asked.shards)} in all, fewer than Discord recommends."
        found.append(noted(few, "Name more in every process, before Discord insists."))
    return found


def _budget(limits: Mapping[str, Any], shards: int) -> Finding:
    """How many sessions are left for the day."""
    left, total = limits["remaining"], limits["total"]
    said = f"{left} of {total} sessions are left for today; Discord recommends {_shards(shards)}"
    if left < min(SESSIONS_KEPT, total // 10):
        hours = limits["reset_after"] / 3_600_000
        return broken(f"Only {said}.", f"The bot waits with connecting, {hours:.1f} hours at most.")
    if left < total // 4:
        return noted(f"Only {said}.", "Look in the log why the bot connects so often.")
    return good(f"{said}.")


def _shards(count: int) -> str:
    return "one shard" if count == 1 else f"{count} shards"


async def _commands(visit: Visit, asked: Asked) -> list[Finding]:
    known: list[dict[str, Any]] = await visit.get(f"/applications/{visit.application}/commands")
    remembered = asked.facts.get(COMMANDS_FACT, "")
    if not known:
        sentence = "Discord knows no commands of the bot."
    elif not are_known(await to_announce(visit), known):
        sentence = "Discord knows other commands than these."
    elif remembered == fact_of_commands(visit):
        return [good("Discord knows the commands as they are.")]
    else:
        return [noted("Discord knows the commands; the bot tells their translations at its next start.")]
    return [noted(sentence, "The bot tells them at its start, and briscola-bot discord sync now.")]


async def _emojis(visit: Visit, asked: Asked) -> list[Finding]:
    there = await visit.ask(visit.client.fetch_application_emojis())
    plan = planned(asked.emojis, there)
    remedy = "briscola-bot discord emojis brings them up to date."
    if not plan.there and not plan.outdated:
        return [noted("The application has no emojis of cards, so that buttons say them in words.", remedy)]
    if plan.missing or plan.outdated:
        sentence = f"{len(plan.missing)} emojis of cards are missing, and {len(plan.outdated)} are outdated."
        return [noted(sentence, remedy)]
    return [good(f"All {plan.there} emojis of cards are there.")]


async def _guild(visit: Visit, asked: Asked) -> list[Finding]:
    if asked.guild:
        return await guild_findings(visit, int(asked.guild))
    return [
        noted("Its permissions were not looked at.", "doctor --discord-guild ID tells those on a server.")
    ]
