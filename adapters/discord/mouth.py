"""All the ways in which Discord lets one interaction be answered, behind five ways to speak."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import aiohttp
import discord

from adapters.discord.render import Layout, Text
from adapters.discord.troubles import ALREADY_ANSWERED, CUT

__all__ = ["Mouth"]

T = TypeVar("T")

NOBODY = discord.AllowedMentions.none()

PAUSES = (0.0, 0.3)
"""Seconds before the second and the third try where the connection was cut."""
IN_TIME = 2.5
"""Seconds after which no first answer is begun any more: Discord gives up after three."""


class _Arrived(Exception):
    """Discord has the first answer already: an earlier try, whose fate was unknown, had arrived."""


class Mouth:
    """Speaks for one interaction, whatever has been said to it before; says again what a cut connection lost."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._presses = interaction.message is not None
        """Whether it began at a message, which can then become the answer: a press, or a form that a press asked for."""
        self._until = asyncio.get_running_loop().time() + IN_TIME
        self._answered = False
        self._sign_lost = False
        """A sign to wait was sent, and nobody knows whether it arrived."""
        self._owes_original = False
        self.has_spoken = False

    async def wait(self) -> None:
        """Tell Discord that an answer will come."""
        try:
            with suppress(_Arrived):
                await self._first(self._defer)
        except CUT:
            self._sign_lost = True
            raise
        self._owes_original = not self._presses

    async def whisper(self, shown: Layout | Text) -> int | None:
        """A new message for this person alone; its id."""
        self.has_spoken = True
        if not self._answered:
            try:
                return await self._first(lambda: self._respond(shown))
            except _Arrived:
                if not self._was_sign():
                    return await self._original()
        if self._owes_original:
            self._owes_original = False
            return await _again(lambda: self._edit_original(shown), CUT)
        return await _again(lambda: self._follow_up(shown), (aiohttp.ClientConnectorError,))

    async def rewrite(self, shown: Layout | Text) -> int | None:
        """Let the message that was pressed become this; its id."""
        self.has_spoken = True
        if not self._answered:
            try:
                return await self._first(lambda: self._change(shown))
            except _Arrived:
                if not self._was_sign():
                    return self._pressed
        return await _again(lambda: self._edit_original(shown), CUT)

    async def ask(self, form: discord.ui.Modal) -> None:
        """Let the person fill in a form; it must be the first answer."""
        self.has_spoken = True
        with suppress(_Arrived):
            await self._first(lambda: self._interaction.response.send_modal(form))

    async def put_away(self) -> None:
        """Take away the private message that was pressed."""
        self.has_spoken = True
        await self.keep_quiet()
        with suppress(discord.HTTPException, *CUT):
            await self._interaction.delete_original_response()

    async def keep_quiet(self) -> None:
        """End a press without words."""
        if not self._answered:
            with suppress(_Arrived):
                await self._first(self._defer)

    # -- over a connection that may be cut ----------------------------------------------------------
    async def _first(self, speak: Callable[[], Awaitable[T]]) -> T:
        """Give the first answer, again where it was cut off, for as long as Discord waits for one."""
        unsure = self._sign_lost
        for pause in (*PAUSES, None):
            try:
                said = await speak()
            except discord.HTTPException as error:
                if error.code != ALREADY_ANSWERED or not unsure:
                    raise
                self._answered = True
                raise _Arrived from None
            except CUT:
                unsure = True
                if pause is None or asyncio.get_running_loop().time() + pause > self._until:
                    raise
                await asyncio.sleep(pause)
            else:
                self._answered = True
                return said
        raise AssertionError("the last try has no pause after it")

    def _was_sign(self) -> bool:
        """Whether what had arrived may be the sign to wait, so that the answer is still to be said."""
        was, self._sign_lost = self._sign_lost, False
        self._owes_original = was and not self._presses
        return was

    async def _original(self) -> int | None:
        """The id of the private answer that had arrived."""
        with suppress(discord.HTTPException, *CUT):
            message = await self._interaction.original_response()
            return message.id if message.flags.ephemeral else None
        return None

    # -- Discord's own ways -------------------------------------------------------------------------
    @property
    def _pressed(self) -> int | None:
        return None if self._interaction.message is None else self._interaction.message.id

    async def _defer(self) -> None:
        await self._interaction.response.defer(ephemeral=True)

    async def _respond(self, shown: Layout | Text) -> int | None:
        response = self._interaction.response
        if isinstance(shown, Layout):
            answered = await response.send_message(
                view=shown.view, files=shown.files, ephemeral=True, allowed_mentions=NOBODY
            )
        else:
            answered = await response.send_message(
                shown.content,
                view=shown.view or discord.utils.MISSING,
                files=shown.files,
                ephemeral=True,
                allowed_mentions=NOBODY,
            )
        return answered.message_id

    async def _change(self, shown: Layout | Text) -> int | None:
        response = self._interaction.response
        if isinstance(shown, Layout):
            await response.edit_message(view=shown.view, attachments=shown.files, allowed_mentions=NOBODY)
        else:
            await response.edit_message(
                content=shown.content, view=shown.view, attachments=shown.files, allowed_mentions=NOBODY
            )
        return self._pressed

    async def _edit_original(self, shown: Layout | Text) -> int | None:
        if isinstance(shown, Layout):
            message = await self._interaction.edit_original_response(
                view=shown.view, attachments=shown.files, allowed_mentions=NOBODY
            )
        else:
            message = await self._interaction.edit_original_response(
                content=shown.content, view=shown.view, attachments=shown.files, allowed_mentions=NOBODY
            )
        return message.id

    async def _follow_up(self, shown: Layout | Text) -> int | None:
        follow_up = self._interaction.followup
        if isinstance(shown, Layout):
            message = await follow_up.send(
                view=shown.view, files=shown.files, ephemeral=True, wait=True, allowed_mentions=NOBODY
            )
        else:
            message = await follow_up.send(
                shown.content,
                view=shown.view or discord.utils.MISSING,
                files=shown.files,
                ephemeral=True,
                wait=True,
                allowed_mentions=NOBODY,
            )
        return message.id


async def _again(speak: Callable[[], Awaitable[T]], harmless: tuple[type[Exception], ...]) -> T:
    """Say it, and once more after such an error as leaves no double behind."""
    try:
        return await speak()
    except harmless:
        return await speak()
