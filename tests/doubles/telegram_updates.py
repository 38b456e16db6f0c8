"""How updates reach a bot: a queue for long polling or a webhook, with every way of getting one twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import aiohttp

from doubles.telegram_values import ApiError, Json


class Changes:
    """Tells whoever waits that something changed: a call, a message, the clock."""

    def __init__(self) -> None:
        self.next = asyncio.Event()

    def touch(self) -> None:
        """Something changed."""
        self.next.set()
        self.next = asyncio.Event()


NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
ONE_POLLER = "other getUpdates request; make sure that only one bot instance is running"
LIFETIME = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
"""Seconds an update is kept (tdlib's telegram-bot-api); everything else a day."""


@dataclass(eq=False)
class Pending:
    """An update that the bot has not confirmed."""

    body: Json
    kind: str
    lane: str
    """Updates of one lane are delivered one after the other: messages by chat, presses by user."""
    born: float
    times: int = 1
    """How often it is still to be delivered."""

    @property
    def id(self) -> int:
        """The update_id."""
        number = self.body["update_id"]
        assert isinstance(number, int)
        return number


@dataclass(frozen=True)
class Webhook:
    """Where updates are posted."""

    url: str
    secret: str | None = None
    max_connections: int = 40


@dataclass(frozen=True)
class Delivery:
    """One attempt to post an update; status 0 means that nobody answered."""

    update_id: int
    status: int
    at: float


@dataclass(eq=False)
class UpdateQueue:
    """One bot's updates on their way."""

    clock: Callable[[], float]
    changes: Changes
    reach: Callable[[str], str]
    """From the address that the bot announced to the one that answers here."""
    waiting: list[Pending] = field(default_factory=list)
    held: list[Pending] | None = None
    """While a test holds updates back, here they are."""
    allowed: frozenset[str] | None = None
    webhook: Webhook | None = None
    deliveries: list[Delivery] = field(default_factory=list)
    last_error: str | None = None
    last_error_at: float = 0.0
    _lanes: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _poller: asyncio.Event | None = None
    _session: aiohttp.ClientSession | None = None
    _closed: bool = False
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(40))

    def wants(self, kind: str) -> bool:
        """Whether the bot asked for updates of this kind."""
        return kind not in NOT_BY_DEFAULT if self.allowed is None else kind in self.allowed

    def push(self, pending: Pending) -> None:
        """A new update."""
        if self.held is not None:
            self.held.append(pending)
            return
        self.waiting.append(pending)
        self.dispatch()

    def dispatch(self) -> None:
        """Start posting what waits, if there is a webhook."""
        for pending in self.waiting if self.webhook else ():
            if pending.lane not in self._lanes:
                task = asyncio.get_running_loop().create_task(self._deliver_lane(pending.lane))
                self._lanes[pending.lane] = task

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """getUpdates: confirm what lies before the offset, wait for the rest."""
        if self.webhook:
            raise ApiError(
                409,
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
            )
        if self._poller:
            self._poller.set()
        stop = self._poller = asyncio.Event()
        self.changes.touch()
        self._confirm(offset)
        until = time.monotonic() + seconds
        try:
            while not (batch := self._fresh()[:limit]):
                changed = self.changes.next
                if stop.is_set() or not await _either(stop, changed, until - time.monotonic()):
                    break
            if stop.is_set() and not self._closed:
                other = "setWebhook request" if self.webhook else ONE_POLLER
                raise ApiError(409, f"terminated by {other}")
            return [pending.body for pending in batch]
        finally:
            if self._poller is stop:
                self._poller = None

    @property
    def is_polled(self) -> bool:
        """Whether somebody waits for updates right now."""
        return self._poller is not None

    def drop(self) -> None:
        """drop_pending_updates."""
        self.waiting.clear()

    async def set_webhook(self, webhook: Webhook | None) -> None:
        """Announce a webhook, or none."""
        await self._stop_lanes()
        self.webhook = webhook
        self._slots = asyncio.Semaphore(webhook.max_connections if webhook else 40)
        if webhook and self._poller:
            self._poller.set()
        self.dispatch()

    def webhook_info(self) -> Json:
        """getWebhookInfo."""
        told: Json = {"has_custom_certificate": False, "pending_update_count": len(self._fresh())}
        told["url"] = self.webhook.url if self.webhook else ""
        if self.webhook:
            told["max_connections"] = self.webhook.max_connections
        if self.allowed is not None:
            told["allowed_updates"] = sorted(self.allowed)
        if self.last_error is not None:
            told |= {"last_error_date": int(self.last_error_at), "last_error_message": self.last_error}
        return told

    async def close(self) -> None:
        """Stop polling and posting."""
        self._closed = True
        if self._poller:
            self._poller.set()
        await self._stop_lanes()
        if self._session:
            await self._session.close()

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self.waiting = self.waiting[offset:]
            return
        kept = list[Pending]()
        for pending in self.waiting:
            if pending.id < offset:
                pending.times -= 1
            if pending.id >= offset or pending.times > 0:
                kept.append(pending)
        self.waiting = kept

    def _fresh(self) -> list[Pending]:
        now = self.clock()
        self.waiting = [p for p in self.waiting if now - p.born <= LIFETIME.get(p.kind, 86_400.0)]
        return self.waiting

    async def _stop_lanes(self) -> None:
        lanes, self._lanes = list(self._lanes.values()), {}
        for task in lanes:
            task.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)

    async def _deliver_lane(self, lane: str) -> None:
        try:
            while waiting := [p for p in self._fresh() if p.lane == lane]:
                await self._deliver(waiting[0])
        finally:
            if self._lanes.get(lane) is asyncio.current_task():
                del self._lanes[lane]

    async def _deliver(self, pending: Pending) -> None:
        pauses = iter([0.0, 2.0, 4.0, 8.0, 16.0, 32.0])
        while pending in self._fresh():
            async with self._slots:
                status, retry_after = await self._post(pending.body)
            self.deliveries.append(Delivery(pending.id, status, self.clock()))
            self.changes.touch()
            if 200 <= status < 300:
                pending.times -= 1
                if pending.times < 1 and pending in self.waiting:
                    self.waiting.remove(pending)
                return
            self.last_error = f"Wrong response from the webhook: {status}" if status else "Connection refused"
            self.last_error_at = self.clock()
            due = self.clock() + (retry_after or next(pauses, 60.0))
            while (left := due - self.clock()) > 0:
                await _either(self.changes.next, self.changes.next, left)

    async def _post(self, body: Json) -> tuple[int, float]:
        assert self.webhook
        self._session = self._session or aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.secret} if self.webhook.secret else {}
        try:
            async with self._session.post(self.reach(self.webhook.url), json=body, headers=headers) as answer:
                return answer.status, float(answer.headers.get("Retry-After", 0))
        except (aiohttp.ClientError, TimeoutError):
            return 0, 0.0


async def _either(one: asyncio.Event, other: asyncio.Event, seconds: float) -> bool:
    """Wait for either event; False when the time is over."""
    tasks = [asyncio.ensure_future(event.wait()) for event in {one, other}]
    try:
        done, _ = await asyncio.wait(tasks, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for task in tasks:
            task.cancel()
