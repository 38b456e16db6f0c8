"""Looks whether Telegram lets the bot do its work, without disturbing the one that runs."""

import time
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from telegram import User, WebhookInfo

from adapters.telegram.checkup_of_chat import chat_findings, facts_of_chat
from adapters.telegram.stickers import fact_of_stickers
from adapters.telegram.visiting import Unanswered, Visit, visiting
from bot.checkup import Finding, broken, good, noted, skew
from bot.pictures.kept import DECKS

__all__ = ["Asked", "facts_asked", "telegram_findings"]

MANY = 100
"""Updates that wait, from which on somebody should look."""
RECENT = 3600
"""Seconds for which an error of the webhook is news."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What to look at: the bot, its settings, and what it keeps."""

    token: str
    commands: Sequence[str]
    """The commands that the bot knows."""
    api_base: str | None = None
    webhook: str = ""
    """Where Telegram should bring updates to, below which address; empty where the bot fetches them."""
    chat: str = ""
    """The id of a chat to look at, too; empty for none."""
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """What is kept by name."""


def facts_asked(token: str, chat: str) -> tuple[str, ...]:
    """The names of the facts that are looked at."""
    bot = token.partition(":")[0]
    return (*_facts_of_stickers(bot), *(facts_of_chat(bot, chat) if chat else ()))


def _facts_of_stickers(bot: str) -> dict[str, str]:
    """By fact, the deck whose stickers it tells of."""
    return {fact_of_stickers(int(bot), deck): deck for deck in DECKS}


async def telegram_findings(asked: Asked) -> list[Finding]:
    """How the bot stands with Telegram."""
    try:
        async with visiting(asked.token, asked.api_base) as visit:
            found = [*_of_bot(visit.bot.bot), skew("Telegram", visit.ahead)]
            for look in (_webhook, _commands, _stickers, _chat):
                found += await _looked(look(visit, asked))
            return found
    except Unanswered as why:
        return [why.finding]


async def _looked(look: Awaitable[Sequence[Finding]]) -> Sequence[Finding]:
    try:
        return await look
    except Unanswered as why:
        return [why.finding]


def _of_bot(me: User) -> Iterator[Finding]:
    yield good(f"Telegram knows the bot as @{me.username}.")
    if me.can_read_all_group_messages:
        yield noted(
            "Privacy mode is off, so that the bot is sent all that is written in its groups; it needs none of it.",
            "@BotFather, /setprivacy: Enable.",
        )
    else:
        yield good("Privacy mode is on: in groups the bot is sent commands and presses alone.")
    if me.supports_inline_queries:
        yield good("Inline mode is on: cards can be played from the message field.")
    else:
        yield noted(
            "Inline mode is off; all can be played without it.", "@BotFather, /setinline turns it on."
        )
    if not me.can_join_groups:
        yield noted("The bot may not be added to groups.", "@BotFather, /setjoingroups: Enable.")


async def _webhook(visit: Visit, asked: Asked) -> list[Finding]:
    info = await visit.ask(visit.bot.get_webhook_info())
    found = [_mode(info, asked.webhook)]
    if info.url and info.last_error_message and _age(info) < RECENT:
        found.append(
            broken(
                f"Telegram could not bring an update to the webhook: {info.last_error_message}.",
                "Look at the address, its certificate and the server in front of the bot.",
            )
        )
    if info.pending_update_count >= MANY:
        waiting = f"{info.pending_update_count} updates wait at Telegram."
        found.append(noted(waiting, "Start the bot, or look why it is slow."))
    return found


def _age(info: WebhookInfo) -> float:
    return time.time() - info.last_error_date.timestamp() if info.last_error_date else RECENT


def _mode(info: WebhookInfo, wanted: str) -> Finding:
    """Whether Telegram brings updates, or lets them be fetched, as the settings say."""
    if wanted and (info.url == wanted or info.url.startswith(f"{wanted}/")):
        return good(f"Telegram brings updates to the webhook on {_host(wanted)}.")
    if wanted and info.url:
        return noted(
            f"Telegram brings updates to another address than the settings say, on {_host(info.url)}.",
            "The bot sets it right at its start; if it runs already, another program uses its token.",
        )
    if wanted:
        return noted("Telegram knows of no webhook yet.", "The bot sets it at its start.")
    if info.url:
        return noted(
            f"Telegram brings updates to a webhook on {_host(info.url)}, while the settings say to fetch them.",
            "The bot takes the webhook away at its start; if it comes back, another program uses its token.",
        )
    return good("Updates are fetched. If a second program fetched them too, the bot's log would say so.")


def _host(url: str) -> str:
    return urlsplit(url).hostname or "a host that cannot be read"


async def _commands(visit: Visit, asked: Asked) -> list[Finding]:
    told = {command.command for command in await visit.ask(visit.bot.get_my_commands())}
    missing = [name for name in asked.commands if name not in told]
    if not missing:
        return [good("The commands are announced.")]
    which = "none is" if len(missing) == len(asked.commands) else f"not /{', /'.join(missing)}"
    return [noted(f"Of the commands {which} announced yet.", "The bot announces them at its start.")]


async def _stickers(visit: Visit, asked: Asked) -> list[Finding]:
    facts = _facts_of_stickers(str(visit.bot.id))
    missing = [deck for fact, deck in facts.items() if fact not in asked.facts]
    if not missing:
        return [good("Every deck is a sticker set.")]
    sentence = (
        f"These decks are no sticker sets: {', '.join(missing)}; in inline mode cards are shown in words."
    )
    return [noted(sentence, "briscola-bot telegram stickers makes them.")]


async def _chat(visit: Visit, asked: Asked) -> list[Finding]:
    if asked.chat:
        return await chat_findings(visit, asked.chat, asked.facts)
    return [
        noted(
            "Whether a group can show a hand to one member alone is found out at the first press there.",
            "doctor --telegram-chat ID tells what is known of a group.",
        )
    ]
