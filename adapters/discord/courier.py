"""Carries screens to Discord: tables and calls into channels, hands to where only one person looks."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import discord

from adapters.discord import render
from adapters.discord.answering import wall_clock
from adapters.discord.icons import Icons
from adapters.discord.members import Members
from adapters.discord.patience import at_most
from adapters.discord.places import PLATFORM
from adapters.discord.threads import wake
from adapters.discord.troubles import (
    CUT,
    LOCKED,
    OLD_MESSAGE_EDITED_TOO_OFTEN,
    THREAD_ARCHIVED,
    in_our_words,
    is_too_large,
    is_too_rich,
)
from adapters.discord.whisper import PrivateMessage
from bot.screens.types import HandScreen, PingScreen, TableScreen
from bot.service.ports import Budget, Expired, MessageGone, Picture, Screen, Sent, TryLater, Unreachable
from bot.service.records import Surface, SurfaceKind

__all__ = ["ClientNow", "DiscordCourier", "MentionOf"]

T = TypeVar("T")

ClientNow = Callable[[], discord.Client | None]
"""The client as it is now; None while there is no connection to send by."""

MentionOf = Callable[[str], Awaitable[str | None]]
"""From a player key to the Discord user behind it, for calls; None where there is none."""

NO_CLIENT_WAIT = 2.0
ARCHIVED_WAIT = 1.0
PATIENCE = 45.0
"""Seconds for one call with all of the library's own retries."""

FRESH = 50 * 60_000
"""Milliseconds after which a table gets a new message between two deals: Discord bears few edits of those over an hour."""

SCREENS = {SurfaceKind.TABLE: TableScreen, SurfaceKind.HAND: HandScreen, SurfaceKind.PING: PingScreen}


async def nobody(_player: str) -> str | None:
    """Know no accounts: calls then go out with names only."""
    return None


class DiscordCourier:
    """Sends, edits and deletes by way of whatever client is connected now."""

    platform = PLATFORM

    def __init__(
        self,
        client: ClientNow,
        *,
        mention_of: MentionOf = nobody,
        now: Callable[[], int] = wall_clock,
        patience: float = PATIENCE,
        pause: Callable[[], float] = lambda: 0.0,
        is_locked: Callable[[str], bool] = lambda _thread: False,
        icons: Icons | None = None,
        members: Members | None = None,
    ) -> None:
        """`pause` says for how many seconds nothing that can wait is to be asked of Discord."""
        self._client_now = client
        self._mention_of = mention_of
        self._now = now
        self._patience = patience
        self._pause = pause
        self._is_locked = is_locked
        self._icons = icons or Icons()
        self._members = members
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
        self._check_open(surface)
        if isinstance(screen, PingScreen):
            sent = await self._call(surface, screen)
        else:
            sent = await self._post(surface, screen, picture)
        await self._clear_away(surface)
        return Sent(str(sent.id))

    async def _call(self, surface: Surface, screen: PingScreen) -> discord.Message:
        """Call somebody, unless they turn out to have left the server."""
        user = await self._mention_of(screen.viewer)
        if user and self._members and await self._members.lost(self._client(), surface, user):
            raise MessageGone
        call = render.ping(screen, user)
        async with self._calling(creating=True, thread=surface.thread):
            return await self._channel(surface).send(
                call.content, nonce=surface.nonce, allowed_mentions=_only(call.mention)
            )

    async def _post(self, surface: Surface, screen: TableScreen, picture: Picture | None) -> discord.Message:
        channel = self._channel(surface)

        async def post(shown: render.Layout) -> discord.Message:
            return await channel.send(
                view=shown.view,
                files=shown.files,
                nonce=surface.nonce,
                silent=True,
                allowed_mentions=_only(None),
            )

        async with self._calling(creating=True, thread=surface.thread):
            return await _fitting(post, screen, picture)

    async def edit(self, surface: Surface, screen: Screen, picture: Picture | None) -> None:
        """Let the message show the screen, whatever it shows now."""
        _check(surface, screen)
        if isinstance(screen, HandScreen):
            await self._edit_hand(surface, screen, picture)
            return
        self._check_open(surface)
        if isinstance(screen, PingScreen):
            call = render.ping(screen, await self._mention_of(screen.viewer))
            message, only = self._message(surface), _only(call.mention)
            async with self._calling(thread=surface.thread):
                await self._awake(surface, lambda: message.edit(content=call.content, allowed_mentions=only))
        else:
            await self._edit_table(surface, screen, picture)

    async def _edit_table(self, surface: Surface, screen: TableScreen, picture: Picture | None) -> None:
        message = self._message(surface)
        if screen.between and self._now() - _made_at(message.id) > FRESH:
            self._outlived[surface.id] = message
            raise MessageGone  # and the next deal begins with a new one, further down

        async def put(shown: render.Layout) -> None:
            await message.edit(view=shown.view, attachments=shown.files, allowed_mentions=_only(None))

        async with self._calling(thread=surface.thread):
            try:
                await self._awake(surface, lambda: _fitting(put, screen, picture), over=screen.over)
            except discord.HTTPException as error:
                if error.code == OLD_MESSAGE_EDITED_TOO_OFTEN:
                    self._outlived[surface.id] = message  # goes as soon as the new one stands
                raise

    async def _edit_hand(self, surface: Surface, screen: HandScreen, picture: Picture | None) -> None:
        message = self._private(surface)

        async def put(shown: render.Layout) -> None:
            await self._webhook(message).edit_message(
                message.message, view=shown.view, attachments=shown.files, allowed_mentions=_only(None)
            )

        async with self._calling(private=True):
            try:
                await put(render.hand(screen, picture, icons=self._icons))
            except discord.HTTPException as error:
                if not is_too_rich(error):
                    raise
                self._icons.forget()
                await put(render.hand(screen, None))

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
                    await self._awake(surface, self._message(surface).delete)

    async def pin(self, surface: Surface, *, pinned: bool) -> None:
        """Pin the message of a table in its channel or thread, or take the pin away."""
        message = self._message(surface)
        async with self._calling():
            await (message.pin() if pinned else message.unpin())

    async def may_pin(self, chat: str) -> bool:
        """Whether we may pin in the channel, as far as Discord has told us; in private everybody may."""
        channel = self._client().get_channel(int(chat))
        if not isinstance(channel, discord.abc.GuildChannel):
            return True
        return channel.permissions_for(channel.guild.me).pin_messages

    def _check_open(self, surface: Surface) -> None:
        """Nobody can play in a locked thread, so nothing is shown there."""
        if self._is_locked(surface.thread):
            raise Unreachable(LOCKED)

    async def _awake(
        self, surface: Surface, call: Callable[[], Awaitable[object]], *, over: bool = False
    ) -> None:
        """Do it, in an archived thread once that is open again; what is `over` there wakes no thread."""
        if await _done_unless_archived(call) or over:
            return
        await wake(self._client(), int(surface.thread or surface.chat))
        if not await _done_unless_archived(call):
            raise TryLater(ARCHIVED_WAIT)

    @asynccontextmanager
    async def _calling(
        self, *, creating: bool = False, private: bool = False, thread: str = ""
    ) -> AsyncGenerator[None]:
        if (wait := self._pause()) > 0:
            raise TryLater(wait)
        with in_our_words(creating=creating, private=private, thread=thread):
            async with at_most(self._patience, self._client_now()):
                yield

    async def _clear_away(self, surface: Surface) -> None:
        old = self._outlived.pop(surface.id, None)
        if old is not None:
            with suppress(discord.HTTPException, discord.RateLimited, *CUT):  # the new one stands in any case
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


async def _done_unless_archived(call: Callable[[], Awaitable[object]]) -> bool:
    """Whether it could be done: in an archived thread it cannot."""
    try:
        await call()
    except discord.HTTPException as error:
        if error.code != THREAD_ARCHIVED:
            raise
        return False
    return True


async def _fitting(
    show: Callable[[render.Layout], Awaitable[T]], screen: TableScreen, picture: Picture | None
) -> T:
    """Show a table; where its picture is too large for Discord, without one."""
    try:
        return await show(render.table(screen, picture))
    except discord.HTTPException as error:
        if picture is None or not is_too_large(error):
            raise
        return await show(render.table(screen, None))


def _made_at(message: int) -> int:
    """When a message was made, in milliseconds since 1970: its id says so."""
    return (message >> 22) + discord.utils.DISCORD_EPOCH


def _only(user: int | None) -> discord.AllowedMentions:
    none = discord.AllowedMentions.none()
    if user is not None:
        none.users = [discord.Object(user)]
    return none


def _check(surface: Surface, screen: Screen) -> None:
    if type(screen) is not SCREENS[surface.kind]:
        raise TypeError(f"a {type(screen).__name__} may not be shown on {surface!r}")
