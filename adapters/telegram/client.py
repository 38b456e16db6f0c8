"""The Telegram adapter: connects, reads what happens, stops without losing anything."""

import asyncio
import hashlib
import json
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeDefault,
    Update,
)
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from adapters.telegram import failures
from adapters.telegram.aside import Aside
from adapters.telegram.background import Background
from adapters.telegram.commands import Commanding
from adapters.telegram.courier import MentionOf, TelegramCourier
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.events import Events, lane_of
from adapters.telegram.hands import ShownHands
from adapters.telegram.leftovers import Leftovers
from adapters.telegram.line import Spend
from adapters.telegram.notes import Notes
from adapters.telegram.phrases import PhrasesFor, english
from adapters.telegram.poll import Poll
from adapters.telegram.presses import Patience, Presses
from adapters.telegram.reading import ALLOWED_UPDATES, read_updates
from adapters.telegram.request import NotTheBotApi, asking
from adapters.telegram.settling import Settling
from adapters.telegram.whisper import DrawHand, Whisper, no_picture
from adapters.telegram.wire import Wire
from bot.service.desk import Desk
from bot.service.ports import Courier, TokenRefused

__all__ = ["State", "Telegram", "TokenRefused"]

TELEGRAM = "https://api.telegram.org"
PRIVATE_COMMANDS = frozenset(
    {"play", "hand", "rules", "sheet", "bid", "export", "stats", "help", "stop", "house", "deck"}
)
"""Commands that in groups only the bot sees, where the app knows such."""
LAST_WORDS = 1.0
"""Seconds that handling, answering and confirming may each take after a stop."""

Commands = Mapping[str, Mapping[str, str]]
"""By language, each command with its description; the language "" or "en" is for all others."""
log = logging.getLogger(__name__)


REFUSED = "Telegram refused TELEGRAM_TOKEN: copy it again from @BotFather, or ask there for a new one."
"""Said when Telegram does not know the token (any more)."""


@dataclass(frozen=True, slots=True)
class State:
    """Whether the bot is connected, and a sentence about it."""

    up: bool
    words: str


class Telegram:
    """Briscola in Telegram. `courier` may be used at any time; while there is no connection it asks for patience."""

    def __init__(
        self,
        token: str,
        desk: Desk,
        *,
        api_base: str | None = None,
        commands: Commands | None = None,
        phrases: PhrasesFor = english,
        draw_hand: DrawHand = no_picture,
        mention_of: MentionOf | None = None,
        pause: Callable[[float], Awaitable[None]] | None = None,
        now: Callable[[], float] = time.time,
        patience: Patience | None = None,
        spend: Spend = lambda _chat: True,
    ) -> None:
        """Get ready; nothing is sent yet.

        Args:
            token: what @BotFather gave.
            desk: whom every event is brought to.
            api_base: a self-hosted Bot API server; None for Telegram's own.
            commands: what to announce, by language; None to leave what is announced.
            phrases: the adapter's own sentences by locale.
            draw_hand: draws a hand for a message that is sent as the answer to a press.
            mention_of: finds the Telegram id behind a player key, so that a call notifies them.
            pause: waits so many seconds before something is tried again.
            now: the time in seconds.
            patience: how long somebody who pressed may wait.
            spend: counts one call to a group that the courier does not make; False when the group bears no more.
        """
        bot = _bot(token, api_base or TELEGRAM)
        self._own_server = api_base is not None
        self._bot_id = token.partition(":")[0]
        self._desk = desk
        self._commands: Commands = commands or {}
        self._stop = asyncio.Event()
        self._pause = pause
        self._background = Background()
        self._wire = Wire(bot, now, phrases(""), spend=spend, pause=self._wait)
        self._ephemerals = ephemerals = Ephemerals(desk, self._bot_id, now)
        hands = ShownHands()
        self._leftovers = Leftovers(
            self._wire, desk, self._bot_id, self._background, self._wait, self._is_stopping
        )
        aside = Aside(self._wire, ephemerals, phrases, self._leftovers)
        whisper = Whisper(self._wire, desk, aside, hands, draw_hand, self._leftovers)
        notes = Notes(self._wire, aside, hands, phrases, self._leftovers)
        presses = Presses(
            self._wire, desk, whisper, notes, ephemerals, phrases, self._background, patience or Patience()
        )
        settling = Settling(self._wait)
        commands_of = Commanding(self._wire, desk, whisper, notes, phrases, self._background, settling)
        events = Events(self._wire, desk, presses, commands_of, self._background, settling, self._bot_id)
        self._poll = Poll(self._fetch, events.handle, lane_of)
        self._failures = 0
        self.courier: Courier = TelegramCourier(self._wire, ephemerals, hands, phrases, mention_of)
        """Carries the service's screens."""
        self.state = State(up=False, words="Telegram is not connected yet.")
        """For whoever asks how we are."""

    @property
    def trouble(self) -> str:
        """What is wrong with the connection, in one sentence; empty when nothing is."""
        return "" if self.state.up else self.state.words

    async def run(self, stop: asyncio.Event, on_ready: Callable[[], None]) -> None:
        """Serve until `stop`; `on_ready` is called once, when the bot can be written to.

        Raises:
            TokenRefused: at the start or later.
        """
        self._stop = stop
        try:
            while not stop.is_set():
                if not await self._served(stop, on_ready):
                    raise TokenRefused(REFUSED)
        finally:
            self._set(up=False, words="Telegram is not connected any more.")
            await self._finish()

    async def _served(self, stop: asyncio.Event, on_ready: Callable[[], None]) -> bool:
        """Serve until the stop or until something goes wrong; False when that was the token."""
        try:
            await self._serve(stop, on_ready)
        except InvalidToken:
            return False  # and not an exception from here: the library's would carry the token along
        except TelegramError as error:
            await self._recover(error)
        except Exception as error:
            log.exception("reading what happens in Telegram failed")
            await self._recover(error)
        return True

    async def _serve(self, stop: asyncio.Event, on_ready: Callable[[], None]) -> None:
        await self._wire.bot.initialize()
        if not self._wire.is_open:
            self._wire.is_open = True
            self._set(up=True, words="Telegram is connected.")
            self._background.start(self._announce())
            self._background.start(self._leftovers.resume())
            on_ready()
        await self._poll.run(stop)

    async def _fetch(self, offset: int | None, seconds: int) -> Sequence[Update]:
        updates = await read_updates(self._wire.bot, offset, seconds)
        self._failures = 0
        self._set(up=True, words="Telegram is connected.")
        return updates

    async def _recover(self, error: Exception) -> None:
        """Say what is wrong, and wait before the next attempt."""
        if isinstance(error, Conflict):
            words = (
                "Another program reads this Telegram bot's updates: stop it, or give it a token of its own."
            )
            log.error(words)
            if "webhook" in str(error):
                with suppress(TelegramError):
                    await self._wire.bot.delete_webhook(drop_pending_updates=False)
            seconds = random.uniform(10, 30)  # noqa: S311 - parts two pollers, hides nothing
        else:
            words = f"{self._whats_wrong(error)}; trying again."
            seconds = min(2.0**self._failures, 60.0)
            if isinstance(error, RetryAfter):
                seconds = max(seconds, failures.seconds_of(error))
            log.warning("%s (%s); again in %g s", self._whats_wrong(error), type(error).__name__, seconds)
        self._failures += 1
        self._ephemerals.proof = None  # it may be another server that answers next
        self._set(up=False, words=words)
        await self._wait(seconds)

    def _whats_wrong(self, error: Exception) -> str:
        """For whoever runs the bot; names the setting that may be wrong."""
        if isinstance(error, NotTheBotApi):
            if self._own_server:
                return "What answers at TELEGRAM_API_BASE is no Bot API server"
            return "Something between us and Telegram answers in its place"
        return "Telegram cannot be reached" + (" at TELEGRAM_API_BASE" if self._own_server else "")

    def _is_stopping(self) -> bool:
        return self._stop.is_set()

    async def _wait(self, seconds: float) -> None:
        """Pause, but no longer than until the stop."""
        if self._pause:
            await self._pause(seconds)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), seconds)

    async def _finish(self) -> None:
        """Let what was read be handled and answered, confirm it, and hang up."""
        await self._poll.settle(LAST_WORDS)
        offset = self._poll.offset
        await self._poll.abandon()
        if offset is not None and self._wire.is_open:
            with suppress(TelegramError, TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await self._wire.bot.get_updates(
                        offset=offset, timeout=0, limit=1, allowed_updates=ALLOWED_UPDATES
                    )
        await self._background.drain(LAST_WORDS)
        self._wire.is_open = False
        await self._wire.bot.shutdown()

    async def _announce(self) -> None:
        """Tell Telegram our commands, unless it was told the same before."""
        if not self._commands:
            return
        announced = [_plain(self._commands), sorted(PRIVATE_COMMANDS)]
        told = hashlib.sha256(json.dumps(announced, sort_keys=True).encode()).hexdigest()[:16]
        fact = f"telegram:{self._bot_id}:commands"
        try:
            if await self._desk.fact(fact) == told:
                return
            for language, texts in self._commands.items():
                await self._announce_in(language, texts)
            await self._desk.keep_fact(fact, told)
        except InvalidToken:  # the library's word for any 404; a token that is refused shows elsewhere
            log.warning("the commands could not be announced: the server does not know setMyCommands")
        except TelegramError as error:
            log.warning("the commands could not be announced: %s", type(error).__name__)

    async def _announce_in(self, language: str, texts: Mapping[str, str]) -> None:
        code = "" if language == "en" else language[:2]
        everywhere = [BotCommand(name, text) for name, text in texts.items()]
        in_groups = [
            BotCommand(name, text, api_kwargs={"is_ephemeral": True} if name in PRIVATE_COMMANDS else None)
            for name, text in texts.items()
        ]
        await self._wire.bot.set_my_commands(everywhere, BotCommandScopeDefault(), language_code=code or None)
        await self._wire.bot.set_my_commands(
            in_groups, BotCommandScopeAllGroupChats(), language_code=code or None
        )

    def _set(self, *, up: bool, words: str) -> None:
        self.state = State(up=up, words=words)


def _bot(token: str, api_base: str) -> Bot:
    return Bot(
        token,
        base_url=f"{api_base}/bot",
        base_file_url=f"{api_base}/file/bot",
        request=asking(64),
        get_updates_request=asking(4),
    )


def _plain(commands: Commands) -> dict[str, dict[str, str]]:
    return {language: dict(texts) for language, texts in commands.items()}
