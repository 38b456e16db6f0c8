"""Updates by webhook: Telegram posts them to our web server, and each is answered once its effect is written."""

import hmac
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import cast
from urllib.parse import urlsplit

from telegram import Bot, Update, WebhookInfo
from telegram.error import EndPointNotFound

from adapters.telegram.reading import ALLOWED_UPDATES, understood

__all__ = ["CONNECTIONS", "Hook", "Webhook"]

CONNECTIONS = 40
"""Updates that Telegram may post at the same time."""
HEADER = "X-Telegram-Bot-Api-Secret-Token"
RECENT = 150.0
"""Seconds for which a failed delivery is worth telling: it is tried again within two minutes."""

log = logging.getLogger(__name__)

Take = Callable[[Update], Awaitable[bool]]
"""Has an update handled; False when it has to come again."""


@dataclass(frozen=True, slots=True)
class Hook:
    """Where Telegram finds us, and how we know that it is Telegram. Nothing here tells the token."""

    url: str
    path: str
    """Of our own server; what stands before it in the address is for whatever stands before our server."""
    secret: str

    @classmethod
    def of(cls, token: str, address: str) -> "Hook":
        """The hook of a bot behind a public address, the same in each process and after each start."""
        path = f"/telegram/{_derived(token, 'path')[:32]}"
        return cls(address.rstrip("/") + path, path, _derived(token, "secret"))

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths under which we may be asked: a proxy may take away what stands before ours, or not."""
        return tuple(dict.fromkeys((self.path, urlsplit(self.url).path)))


class Webhook:
    """Takes what is posted to a hook, and sees to it that Telegram posts there."""

    def __init__(self, hook: Hook, bot: Bot, take: Take, is_open: Callable[[], bool]) -> None:
        self._hook = hook
        self._bot = bot
        self._take = take
        self._is_open = is_open
        self._announced = False

    # -- in ---------------------------------------------------------------------------------------
    async def receive(self, headers: Mapping[str, str], body: bytes) -> int:
        """The HTTP status that answers a request: 200 once all it asks for is committed."""
        given = headers.get(HEADER, "").encode(errors="replace")
        if not hmac.compare_digest(given, self._hook.secret.encode()):
            return HTTPStatus.FORBIDDEN
        told = _read(body)
        if told is None:
            return HTTPStatus.BAD_REQUEST
        if not self._is_open() or not await self._take(understood(told, self._bot)):
            return HTTPStatus.SERVICE_UNAVAILABLE
        return HTTPStatus.OK

    # -- out --------------------------------------------------------------------------------------
    async def announce(self, now: float) -> str:
        """Have Telegram post to us; what keeps it from that, in one sentence, or nothing.

        Raises:
            TelegramError: it cannot be asked, or does not take the address.
        """
        info = await self._info()
        if info is not None and self._is_ours(info):
            self._announced = True
            return _failure(info, now)
        if info is None and self._announced:  # a server that cannot tell
            return ""
        await self._bot.set_webhook(
            self._hook.url,
            secret_token=self._hook.secret,
            max_connections=CONNECTIONS,
            allowed_updates=ALLOWED_UPDATES,
            drop_pending_updates=False,
        )
        taken_away, self._announced = self._announced, True
        return TAKEN_AWAY if taken_away else ""

    async def _info(self) -> WebhookInfo | None:
        """What Telegram thinks of the webhook; None where a server cannot tell."""
        try:
            # Under the method's usual name a server that does not know it would be said to refuse the token.
            told: object = await self._bot.do_api_request("GetWebhookInfo", return_type=WebhookInfo)
        except EndPointNotFound:
            await self._bot.get_me()  # which every server knows: now it would be the token
            return None
        return told if isinstance(told, WebhookInfo) else None

    def _is_ours(self, info: WebhookInfo) -> bool:
        """Whether it is set as we would set it; the secret is as old as the address, both come of the token."""
        return (
            info.url == self._hook.url
            and set(info.allowed_updates or ()) == set(ALLOWED_UPDATES)
            and info.max_connections in (None, CONNECTIONS)
        )


TAKEN_AWAY = (
    "Another program has changed this Telegram bot's webhook: stop it, or give it a token of its own."
)


def _failure(info: WebhookInfo, now: float) -> str:
    """Why updates wait at Telegram, where they do."""
    at = info.last_error_date
    if not info.pending_update_count or at is None or now - at.timestamp() > RECENT:
        return ""
    return f"Telegram cannot deliver to TELEGRAM_WEBHOOK: {info.last_error_message}"


def _derived(token: str, what: str) -> str:
    """64 hexadecimal digits from which nobody can tell the token."""
    return hmac.new(token.encode(), f"briscola-bot webhook {what}".encode(), sha256).hexdigest()


def _read(body: bytes) -> dict[str, object] | None:
    """The update in a request; None where there is none."""
    try:
        told: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    update = cast("dict[str, object]", told)
    number = update.get("update_id")
    return update if isinstance(number, int) and not isinstance(number, bool) else None
