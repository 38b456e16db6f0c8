"""Out: the service's screens carried to Telegram, where they are sent, edited and deleted."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import assert_never

from adapters.telegram import links, render
from adapters.telegram.dealing import Dealing
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.hands import ShownHands
from adapters.telegram.hosts import Hosts
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import PLATFORM, EphemeralRef, private_chat
from adapters.telegram.render import Open, Ways
from adapters.telegram.wire import Wire
from bot.screens.types import HandScreen, PingScreen, TableScreen
from bot.service.ports import Budget, MessageGone, Picture, Screen, Sent, Unreachable
from bot.service.records import Surface, SurfaceKind

__all__ = ["MentionOf", "TelegramCourier"]

GROUP = Budget(burst=3, every=4.5)
"""Not fifteen calls a minute over a deal, and at most 17 in any: what presses ask for of themselves has room below Telegram's 20."""
PRIVATE = Budget(burst=3, every=1.0)

MentionOf = Callable[[str], Awaitable[str | None]]
"""The Telegram id of the person behind a player key, so that a call can notify them."""


class TelegramCourier:
    """A `Courier`: what everybody may see goes to groups, hands go to private chats and ephemeral messages."""

    platform = PLATFORM

    def __init__(
        self,
        wire: Wire,
        ephemerals: Ephemerals,
        hands: ShownHands,
        hosts: Hosts,
        dealing: Dealing,
        phrases: PhrasesFor,
        mention_of: MentionOf | None,
    ) -> None:
        self._wire = wire
        self._ephemerals = ephemerals
        self._hands = hands
        self._hosts = hosts
        self._dealing = dealing
        self._phrases = phrases("")
        self._mention_of = mention_of

    def account(self, surface: Surface) -> str | None:
        """Every message counts against its whole chat, whatever its topic."""
        return surface.chat

    def budget(self, chat: str) -> Budget:
        """Telegram bears 20 messages and edits a minute in a group, about one a second in private."""
        return PRIVATE if private_chat(int(chat)) else GROUP

    async def send(self, surface: Surface, screen: Screen, picture: Picture | None) -> Sent:
        """Make the message; a hand is made in private chats only."""
        async with self._telling_the_host(surface):
            sent = Sent(str(await self._sent(surface, screen, picture)))
        self._deal(surface, screen)
        return sent

    async def edit(self, surface: Surface, screen: Screen, picture: Picture | None) -> None:
        """Let the message show the screen."""
        async with self._telling_the_host(surface):
            await self._edited(surface, screen, picture)
        self._deal(surface, screen)

    def _deal(self, surface: Surface, screen: Screen) -> None:
        if isinstance(screen, TableScreen):
            self._dealing.shown(surface, screen)

    @asynccontextmanager
    async def _telling_the_host(self, surface: Surface) -> AsyncGenerator[None]:
        try:
            yield
        except Unreachable as why:
            if surface.kind is SurfaceKind.TABLE:
                self._hosts.cannot_see(surface.table, str(why))
            raise

    async def _sent(self, surface: Surface, screen: Screen, picture: Picture | None) -> int:
        match screen:
            case HandScreen():
                home = private_chat(int(surface.chat))
                if home is None:
                    raise Unreachable(self._phrases.open_private)
                return await self._wire.confide(home, render.hand(screen, picture), thread=surface.thread)
            case TableScreen() | PingScreen():
                return await self._send_public(surface, screen, picture)
            case _:
                assert_never(screen)

    async def _edited(self, surface: Surface, screen: Screen, picture: Picture | None) -> None:
        match screen:
            case HandScreen():
                await self._edit_hand(surface, screen, picture)
            case TableScreen() | PingScreen():
                what = await self._public(surface, screen, picture)
                await self._wire.edit(int(surface.chat), _number(surface), what)
            case _:
                assert_never(screen)

    async def delete(self, surface: Surface) -> None:
        """Take the message away."""
        if ref := EphemeralRef.read(surface.message):
            await self._wire.delete_whispered(int(surface.chat), ref)
        elif surface.message.isdigit():
            await self._wire.delete(int(surface.chat), int(surface.message))

    async def pin(self, surface: Surface, *, pinned: bool) -> None:
        """Let a public message stand at the top of its chat, or no more."""
        await self._wire.pin(int(surface.chat), _number(surface), pinned=pinned)

    async def may_pin(self, chat: str) -> bool:
        """Whether we may pin messages there."""
        return await self._wire.may_pin(int(chat))

    async def _send_public(
        self, surface: Surface, screen: TableScreen | PingScreen, picture: Picture | None
    ) -> int:
        what = await self._public(surface, screen, picture)
        calls = isinstance(screen, PingScreen)
        return await self._wire.post(int(surface.chat), what, thread=surface.thread, silent=not calls)

    async def _public(
        self, surface: Surface, screen: TableScreen | PingScreen, picture: Picture | None
    ) -> Open:
        match screen:
            case TableScreen():
                return await self._table(int(surface.chat), screen, picture)
            case PingScreen():
                user = await self._mention_of(screen.viewer) if self._mention_of else None
                return render.ping(screen, user)
            case _:
                assert_never(screen)

    async def _table(self, chat: int, screen: TableScreen, picture: Picture | None) -> Open:
        if private_chat(chat) or await self._ephemerals.are_possible(chat):
            return render.table(screen, picture)
        hand, seat = (
            self._wire.deep_link(word) for word in (f"{screen.table}-hand", links.join(screen.table))
        )
        return render.table(screen, picture, ways=Ways(hand, seat, inline=self._wire.lists))

    async def _edit_hand(self, surface: Surface, screen: HandScreen, picture: Picture | None) -> None:
        chat, what = int(surface.chat), render.hand(screen, picture)
        home, ref = private_chat(chat), EphemeralRef.read(surface.message)
        if ref is None and home is None:
            raise MessageGone
        try:
            if ref:
                await self._wire.edit_whispered(chat, ref, what)
            elif home:
                await self._wire.edit_confided(home, _number(surface), what)
        except MessageGone:
            self._hands.remove(chat, ref.receiver if ref else chat, surface.message)
            raise
        self._hands.changed(chat, ref.receiver if ref else chat, surface.message, screen.digest)


def _number(surface: Surface) -> int:
    if not surface.message.isdigit():
        raise MessageGone
    return int(surface.message)
