"""Brings one message to what it should show: made, edited or taken away, and written down."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import astuple, replace
from hashlib import sha256

from bot.pictures import draw_hand, draw_table
from bot.pictures.scene import HandScene, TableScene
from bot.screens.types import PingScreen
from bot.service.meters import Meters
from bot.service.pinning import Pins
from bot.service.ports import Courier, Picture, Screen, Store
from bot.service.records import Surface, SurfaceKind

__all__ = ["Carrier", "picture_of"]


class Carrier:
    """Hands screens to couriers, and keeps the books about it."""

    def __init__(
        self,
        store: Store,
        couriers: Mapping[str, Courier],
        *,
        now: Callable[[], int],
        drawing: Executor,
        meters: Meters,
    ) -> None:
        self._store = store
        self._couriers = couriers
        self._now = now
        self._drawing = drawing
        self._meters = meters
        self._pins = Pins(store, meters)

    async def carry(self, surface: Surface, screen: Screen | None, *, pinned: bool = False) -> bool:
        """Let the message show the screen, or be gone where there is none; whether that took a call.

        What is to be `pinned`, and is not, or the other way round, is left behind by one: a call for each.
        """
        courier = self._couriers[surface.platform]
        if screen is None:
            if surface.message:
                self._meters.calls.labels(surface.platform, "delete").inc()
                await courier.delete(surface)
            await self._shown(surface, "", "")
            return bool(surface.message)
        repinned = surface.kind is SurfaceKind.TABLE and self._pins.is_due(surface, pinned=pinned)
        if surface.message and surface.digest == screen.digest:
            if repinned:
                await self._pins.set(courier, surface, pinned=pinned)
                return True
            self._meters.spared.inc()
            await self._shown(surface, screen.digest)
            return False
        if surface.kind is SurfaceKind.HAND and not surface.message:
            await self._shown(surface, "")
            return False
        if surface.message:
            self._meters.calls.labels(surface.platform, "edit").inc()
            await courier.edit(surface, screen, await self._picture(screen))
            await self._shown(surface, screen.digest, left=repinned)
        else:
            await self._create(courier, surface, screen, left=pinned)
        return True

    async def _create(self, courier: Courier, surface: Surface, screen: Screen, *, left: bool) -> None:
        """Make the message. One of unknown fate is made with the same nonce, so that it is made once."""
        picture = await self._picture(screen)
        if surface.creating_at is None:
            now, drawn = self._now(), surface.wanted
            begun = await self._store.write(lambda tx: tx.begin_creating(surface.id, now))
            surface = replace(begun, wanted=drawn)  # what was drawn, not what has been wanted since
        self._meters.calls.labels(surface.platform, "send").inc()
        sent = await courier.send(surface, screen, picture)
        await self._shown(surface, screen.digest, sent.message, sent.expires_at, left=left)

    async def _shown(
        self,
        surface: Surface,
        digest: str,
        message: str | None = None,
        expires_at: int | None = None,
        *,
        left: bool = False,
    ) -> None:
        """The message shows it; `left` if something about it is still to be done."""
        await asyncio.shield(
            self._store.write(
                lambda tx: tx.mark_shown(
                    surface.id,
                    shown=surface.wanted - left,
                    digest=digest,
                    message=message,
                    expires_at=expires_at,
                    generation=surface.generation,
                )
            )
        )

    async def drop(self, surface: Surface) -> None:
        """Its message is no more."""
        await self._store.write(lambda tx: tx.drop_message(surface.id, generation=surface.generation))

    async def _picture(self, screen: Screen) -> Picture | None:
        if isinstance(screen, PingScreen) or screen.scene is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(self._drawing, picture_of, screen.scene)


def picture_of(scene: TableScene | HandScene) -> Picture:
    """The PNG of a scene, named by what it shows."""
    name = sha256(repr(astuple(scene)).encode()).hexdigest()[:32]
    png = draw_table(scene) if isinstance(scene, TableScene) else draw_hand(scene)
    return Picture(name, png)
