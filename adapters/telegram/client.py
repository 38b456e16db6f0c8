"""The Telegram adapter: connects, reads what happens, stops without losing anything."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from telegram import Bot, Update
from telegram.error import BadRequest, Conflict, InvalidToken, RetryAfter, TelegramError

from adapters.telegram import failures
from adapters.telegram.announcing import Announcing, Commands
from adapters.telegram.background import Background
from adapters.telegram.belated import Belated
from adapters.telegram.courier import MentionOf
from adapters.telegram.events import lane_of
from adapters.telegram.handling import Handling
from adapters.telegram.lanes import Lanes
from adapters.telegram.line import Spend
from adapters.telegram.parts import Given, put_together
from adapters.telegram.phrases import PhrasesFor, english
from adapters.telegram.poll import Poll
from adapters.telegram.presses import Patience
from adapters.telegram.reading import ALLOWED_UPDATES, read_updates
from adapters.telegram.request import Asking, NotTheBotApi, asking
from adapters.telegram.webhook import Hook, Webhook
from adapters.telegram.whisper import DrawHand, no_picture
from adapters.telegram.wire import Wire
from bot.service import couriers
from bot.service.desk import Desk
from bot.service.ports import Courier, TokenRefused

__all__ = ["State", "Telegram", "TokenRefused"]

TELEGRAM = "https://api.telegram.org"
CONNECTIONS = 128
"""To Telegram at most: all that is sent, asked and answered at the same time."""
LOOK_AGAIN = 60.0
"""Seconds between looks at whether Telegram still posts to our webhook."""
LAST_WORDS = 1.0
"""Seconds that handling, answering and confirming may each take after a stop."""

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
        webhook: str | None = None,
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
            webhook: the public address before our web server, which then has to serve `hooks`; None to poll.
            commands: what to announce, by language; None to leave what is announced.
            phrases: the adapter's own sentences by locale.
            draw_hand: draws a hand for a message that is sent as the answer to a press.
            mention_of: finds the Telegram id behind a player key, so that a call notifies them.
            pause: waits so many seconds before something is tried again.
            now: the time in seconds.
            patience: how long somebody who pressed may wait.
            spend: counts one call to a group that the courier does not make; False when the group bears no more.
        """
        asks = asking(CONNECTIONS, now)
        bot = _bot(token, api_base or TELEGRAM, asks)
        self._own_server = api_base is not None
        self._bot_id = token.partition(":")[0]
        self._desk = desk
        self._stop = asyncio.Event()
        self._pause = pause
        self._background = Background()
        self._wire = Wire(bot, now, phrases(""), spend=spend, pause=self._wait, uploads=desk)
        given = Given(self._wire, desk, token, phrases, self._background, self._wait, now, self._is_stopping)
        parts = put_together(
            given, draw_hand=draw_hand, mention_of=mention_of, patience=patience or Patience()
        )
        self._ephemerals, self._leftovers = parts.ephemerals, parts.leftovers
        self._announcing = Announcing(bot, desk, commands or {}, phrases)
        belated = Belated(parts.notes, phrases, lambda: self._wire.name, _telegrams_time(now, asks))
        handling = Handling(
            parts.events,
            parts.settling,
            belated,
            self._background,
            desk,
            self._bot_id,
            self._wait,
            self._is_stopping,
        )
        self._lanes = Lanes(handling.once if webhook else handling.until_done, lane_of)
        self._poll = Poll(self._fetch, self._lanes)
        self._webhook: Webhook | None = None
        self.hooks: dict[str, couriers.Hook] = {}
        """What our web server has to hand on, by path."""
        if webhook:
            hook = Hook.of(token, webhook)
            self._webhook = Webhook(hook, bot, self._lanes.take, lambda: self._wire.is_open)
            self.hooks = dict.fromkeys(hook.paths, self._webhook.receive)
        self._clock = _telegrams_time(now, asks)
        self._failures = 0
        self.courier: Courier = parts.courier
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
            self._background.start(self._announcing.announce())
            self._background.start(self._leftovers.resume())
            on_ready()
        if self._webhook is None:
            await self._poll.run(stop)
        else:
            await self._be_posted_to(self._webhook, stop)

    async def _be_posted_to(self, webhook: Webhook, stop: asyncio.Event) -> None:
        """See to it that Telegram posts to us, until `stop`."""
        while not stop.is_set():
            trouble = await webhook.announce(self._clock())
            self._failures = 0
            if trouble and trouble != self.state.words:
                log.error(trouble)
            self._set(up=not trouble, words=trouble or "Telegram is connected.")
            await self._wait(LOOK_AGAIN)

    async def _fetch(self, offset: int | None, seconds: int) -> Sequence[Update]:
        updates = await read_updates(self._wire.bot, offset, seconds)
        self._failures = 0
        self._set(up=True, words="Telegram is connected.")
        return updates

    async def _recover(self, error: Exception) -> None:
        """Say what is wrong, and wait before the next attempt."""
        if isinstance(error, Conflict):
            words, seconds = await self._make_way(error)
            log.error(words)
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

    async def _make_way(self, conflict: Conflict) -> tuple[str, float]:
        """What keeps us from reading, with a webhook taken away if it is that, and the seconds to wait now."""
        if "webhook" in str(conflict).lower():
            with suppress(TelegramError):
                await self._wire.bot.delete_webhook(drop_pending_updates=False)
            if self._failures == 0:
                return (
                    "A webhook was set for this Telegram bot; it is taken away, for we ask for updates.",
                    1.0,
                )
        words = "Another program reads this Telegram bot's updates: stop it, or give it a token of its own."
        return words, random.uniform(10, 30)  # noqa: S311 - parts two pollers, hides nothing

    def _whats_wrong(self, error: Exception) -> str:
        """For whoever runs the bot; names the setting that may be wrong."""
        if self._webhook is not None and isinstance(error, BadRequest):
            return f"Telegram does not take TELEGRAM_WEBHOOK ({error})"
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
        await self._lanes.settle(LAST_WORDS)
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

    def _set(self, *, up: bool, words: str) -> None:
        self.state = State(up=up, words=words)


def _bot(token: str, api_base: str, asks: Asking) -> Bot:
    return Bot(
        token,
        base_url=f"{api_base}/bot",
        base_file_url=f"{api_base}/file/bot",
        request=asks,
        get_updates_request=asks,
    )


def _telegrams_time(now: Callable[[], float], asks: Asking) -> Callable[[], float]:
    """The time as Telegram's server tells it, as far as it has told any."""
    return lambda: now() - asks.ahead
