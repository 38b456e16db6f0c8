"""Carries screens to Discord: tables and calls into channels, hands to where only one person looks."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import NoReturn

import discord

from adapters.discord import render
from adapters.discord.places import PLATFORM
from adapters.discord.troubles import OLD_MESSAGE_EDITED_TOO_OFTEN, in_our_words
from adapters.discord.whisper import PrivateMessage
from bot.screens.types import HandScreen, PingScreen, TableScreen
from bot.service.ports import Budget, Expired, MessageGone, Picture, Screen, Sent, TryLater
from bot.service.records import Surface, SurfaceKind

__all__ = ["ClientNow", "DiscordCourier", "MentionOf"]

ClientNow = Callable[[], discord.Client | None]
"""The client as it is now; None while there is no connection to send by."""

MentionOf = Callable[[str], Awaitable[str | None]]
"""From a player key to the Discord user behind it, for calls; None where there is none."""

NO_CLIENT_WAIT = 2.0
PATIENCE = 45.0
"""Seconds for one call with all of the library's own retries."""

SCREENS = {SurfaceKind.TABLE: TableScreen, SurfaceKind.HAND: HandScreen, SurfaceKind.PING: PingScreen}


async def nobody(_player: str) -> str | None:
    """Know no accounts: calls then go out with names only."""
    return None


def _wall_clock() -> int:
    return int(time.time() * 1000)


class DiscordCourier:
    """Sends, edits and deletes by way of whatever client is connected now."""

    platform = PLATFORM

    def __init__(
        self,
        client: ClientNow,
        *,
        mention_of: MentionOf = nobody,
        now: Callable[[], int] = _wall_clock,
        patience: float = PATIENCE,
    ) -> None:
        self._client_now = client
        self._mention_of = mention_of
        self._now = now
        self._patience = patience
        self._outlived: dict[int, discord.PartialMessage] = {}

    def account(self, surface: Surface) -> str | None:
        """The channel or thread; nothing for a hand, which goes by its interaction's token with limits of its own."""
        return None if surface.kind is SurfaceKind.HAND else surface.thread or surface.chat

    def budget(self, chat: str) -> Budget:
        """Discord bears five calls in any five seconds in a channel: 2 at once, then 3 more at 1.6, 3.2 and 4.8 s."""
        return Budget(burst=2, every=1.6)

    async def send(self, surface: Surface, screen: Screen, picture: Picture | None) -> Sent:
        """Post a table or a call; the nonce lets a repeat of this creation return the same message."""
        _check(surface, screen)
        if isinstance(screen, HandScreen):
            raise Expired  # a hand begins as the answer to a press, never by itself
        channel = self._channel(surface)
        if isinstance(screen, PingScreen):
            call = render.ping(screen, await self._mention_of(screen.viewer))
            async with self._calling(creating=True):
                sent = await channel.send(
                    call.content, nonce=surface.nonce, allowed_mentions=_only(call.mention)
                )
        else:
            shown = render.table(screen, picture)
            async with self._calling(creating=True):
                sent = await channel.send(
                    view=shown.view,
                    files=shown.files,
                    nonce=surface.nonce,
                    silent=True,
                    allowed_mentions=_only(None),
                )
        await self._clear_away(surface)
        return Sent(str(sent.id))

    async def edit(self, surface: Surface, screen: Screen, picture: Picture | None) -> None:
        """Let the message show the screen, whatever it shows now."""
        _check(surface, screen)
        if isinstance(screen, HandScreen):
            await self._edit_hand(surface, render.hand(screen, picture))
        elif isinstance(screen, PingScreen):
            call = render.ping(screen, await self._mention_of(screen.viewer))
            async with self._calling():
                await self._message(surface).edit(content=call.content, allowed_mentions=_only(call.mention))
        else:
            await self._edit_table(surface, render.table(screen, picture))

    async def _edit_table(self, surface: Surface, shown: render.Layout) -> None:
        message = self._message(surface)
        async with self._calling():
            try:
                await message.edit(view=shown.view, attachments=shown.files, allowed_mentions=_only(None))
            except discord.HTTPException as error:
                if error.code == OLD_MESSAGE_EDITED_TOO_OFTEN:
                    self._outlived[surface.id] = message  # goes as soon as the new one stands
                raise

    async def _edit_hand(self, surface: Surface, shown: render.Layout) -> None:
        message = self._private(surface)
        async with self._calling(private=True):
            await self._webhook(message).edit_message(
                message.message, view=shown.view, attachments=shown.files, allowed_mentions=_only(None)
            )

    async def delete(self, surface: Surface) -> None:
        """Take the message away; one that is gone already is success."""
        if not surface.message:
            return
        with suppress(MessageGone):
            if surface.kind is SurfaceKind.HAND:
                message = self._private(surface)
                async with self._calling(private=True):
                    await self._webhook(message).delete_message(message.message)
            else:
                async with self._calling():
                    await self._message(surface).delete()

    @asynccontextmanager
    async def _calling(self, *, creating: bool = False, private: bool = False) -> AsyncGenerator[None]:
        with in_our_words(creating=creating, private=private):
            async with asyncio.timeout(self._patience):
                yield

    async def _clear_away(self, surface: Surface) -> None:
        old = self._outlived.pop(surface.id, None)
        if old is not None:
            with suppress(discord.HTTPException, discord.RateLimited):
                await old.delete()

    def _client(self) -> discord.Client:
        client = self._client_now()
        if client is None or client.is_closed():
            raise TryLater(NO_CLIENT_WAIT)
        return client

    def _channel(self, surface: Surface) -> discord.PartialMessageable:
        return self._client().get_partial_messageable(int(surface.thread or surface.chat))

    def _message(self, surface: Surface) -> discord.PartialMessage:
        return self._channel(surface).get_partial_message(int(surface.message))

    def _private(self, surface: Surface) -> PrivateMessage:
        message = PrivateMessage.of(surface.message)
        if message is None or (surface.expires_at is not None and self._now() >= surface.expires_at):
            raise Expired
        return message

    def _webhook(self, message: PrivateMessage) -> discord.Webhook:
        return discord.Webhook.partial(message.application, message.token, client=self._client())


def _only(user: int | None) -> discord.AllowedMentions:
    none = discord.AllowedMentions.none()
    if user is not None:
        none.users = [discord.Object(user)]
    return none


def _check(surface: Surface, screen: Screen) -> None:
    if type(screen) is not SCREENS[surface.kind]:
        _wrong_screen(surface, screen)


def _wrong_screen(surface: Surface, screen: Screen) -> NoReturn:
    raise TypeError(f"a {type(screen).__name__} may not be shown on {surface!r}")
