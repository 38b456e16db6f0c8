"""What Telegram shows of us before anybody has said a word: commands, the menu, descriptions; told once."""

import hashlib
import json
import logging
from collections.abc import Mapping

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
    MenuButtonCommands,
)
from telegram.constants import BotDescriptionLimit
from telegram.error import InvalidToken, TelegramError

from adapters.telegram.phrases import Phrases, PhrasesFor
from adapters.telegram.render import clip
from bot.service.desk import Desk

__all__ = ["PRIVATE_COMMANDS", "Announcing", "Commands"]

PRIVATE_COMMANDS = frozenset(
    {
        "play", "hand", "rules", "sheet", "bid", "export", "stats", "help", "stop", "house", "deck",
        "settings", "guide", "leave", "status",
    }
)  # fmt: skip
"""Commands that in groups only the bot sees, where the app knows such."""
FOR_ADMINS = frozenset({"house", "settings"})
"""Commands that in groups are of use to administrators, and offered to them alone."""
OF_GROUPS = frozenset({"leaderboard"})
"""Commands that mean nothing where one is alone with the bot."""

Commands = Mapping[str, Mapping[str, str]]
"""By language, each command with its description; the language "" or "en" is for all others."""
log = logging.getLogger(__name__)


class Announcing:
    """Tells Telegram our commands and what we are, unless it was told the same before."""

    def __init__(self, bot: Bot, desk: Desk, commands: Commands, phrases: PhrasesFor) -> None:
        self._bot = bot
        self._desk = desk
        self._commands = commands
        self._phrases = phrases

    async def announce(self) -> None:
        """Announce all of it, in every language."""
        if not self._commands:
            return
        told = self._digest()
        fact = f"telegram:{self._bot.token.partition(':')[0]}:commands"
        try:
            if await self._desk.fact(fact) == told:
                return
            for language, texts in self._commands.items():
                await self._announce_in(
                    "" if language == "en" else language[:2], texts, self._phrases(language)
                )
            await self._bot.set_chat_menu_button(menu_button=MenuButtonCommands())
            await self._desk.keep_fact(fact, told)
        except InvalidToken:  # the library's word for any 404; a token that is refused shows elsewhere
            log.warning(
                "the commands could not be announced: the server does not know setMyCommands or a like method"
            )
        except TelegramError as error:
            log.warning("the commands could not be announced: %s", type(error).__name__)

    def _digest(self) -> str:
        """What is announced, in few letters."""
        texts = {language: dict(texts) for language, texts in self._commands.items()}
        about = {one: (spoken.about, spoken.about_short) for one, spoken in self._spoken().items()}
        scopes = [sorted(names) for names in (PRIVATE_COMMANDS, FOR_ADMINS, OF_GROUPS)]
        return hashlib.sha256(json.dumps([texts, about, scopes], sort_keys=True).encode()).hexdigest()[:16]

    def _spoken(self) -> dict[str, Phrases]:
        return {language: self._phrases(language) for language in self._commands}

    async def _announce_in(self, code: str, texts: Mapping[str, str], phrases: Phrases) -> None:
        for scope, commands in _by_scope(texts):
            await self._bot.set_my_commands(commands, scope, language_code=code or None)
        about = clip(phrases.about, BotDescriptionLimit.MAX_DESCRIPTION_LENGTH)
        short = clip(phrases.about_short, BotDescriptionLimit.MAX_SHORT_DESCRIPTION_LENGTH)
        await self._bot.set_my_description(about, language_code=code or None)
        await self._bot.set_my_short_description(short, language_code=code or None)


def _by_scope(texts: Mapping[str, str]) -> list[tuple[BotCommandScope, list[BotCommand]]]:
    """The commands as each kind of chat offers them; Telegram looks at the narrowest scope alone."""
    return [
        (BotCommandScopeDefault(), _listed(texts, frozenset())),
        (BotCommandScopeAllPrivateChats(), _listed(texts, OF_GROUPS)),
        (BotCommandScopeAllGroupChats(), _listed(texts, FOR_ADMINS, unseen=PRIVATE_COMMANDS)),
        (BotCommandScopeAllChatAdministrators(), _listed(texts, frozenset(), unseen=PRIVATE_COMMANDS)),
    ]


def _listed(
    texts: Mapping[str, str], without: frozenset[str], unseen: frozenset[str] = frozenset()
) -> list[BotCommand]:
    return [
        BotCommand(name, text, api_kwargs={"is_ephemeral": True} if name in unseen else None)
        for name, text in texts.items()
        if name not in without
    ]
