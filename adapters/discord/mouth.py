"""All the ways in which Discord lets one interaction be answered, behind three: whisper, rewrite, keep quiet."""

import discord

from adapters.discord.render import Layout, Text, words

__all__ = ["Mouth"]

NOBODY = discord.AllowedMentions.none()


class Mouth:
    """Speaks for one interaction, whatever has been said to it before."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction
        self._presses = interaction.type is discord.InteractionType.component
        self._owes_original = False
        self.has_spoken = False

    async def wait(self) -> None:
        """Tell Discord that an answer will come."""
        await self._interaction.response.defer(ephemeral=True)
        self._owes_original = not self._presses

    async def whisper(self, shown: Layout | Text) -> int | None:
        """A new message for this person alone; its id."""
        first, self.has_spoken = not self._interaction.response.is_done(), True
        if first:
            return await self._respond(shown)
        if self._owes_original:
            self._owes_original = False
            return await self._edit_original(shown)
        return await self._follow_up(shown)

    async def rewrite(self, shown: Layout | Text) -> int | None:
        """Let the message that was pressed become this; its id."""
        self.has_spoken = True
        if self._interaction.response.is_done():
            return await self._edit_original(shown)
        response = self._interaction.response
        if isinstance(shown, Layout):
            await response.edit_message(view=shown.view, attachments=shown.files, allowed_mentions=NOBODY)
        else:
            await response.edit_message(content=shown.content, view=shown.view, allowed_mentions=NOBODY)
        return None if self._interaction.message is None else self._interaction.message.id

    async def keep_quiet(self, done: str) -> None:
        """End the interaction without words where Discord allows it, else with as few as possible."""
        if self._presses:
            if not self._interaction.response.is_done():
                await self._interaction.response.defer()
        else:
            await self.whisper(words(done))

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
                ephemeral=True,
                allowed_mentions=NOBODY,
            )
        return answered.message_id

    async def _edit_original(self, shown: Layout | Text) -> int | None:
        if isinstance(shown, Layout):
            message = await self._interaction.edit_original_response(
                view=shown.view, attachments=shown.files, allowed_mentions=NOBODY
            )
        else:
            message = await self._interaction.edit_original_response(
                content=shown.content, view=shown.view, allowed_mentions=NOBODY
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
                ephemeral=True,
                wait=True,
                allowed_mentions=NOBODY,
            )
        return message.id
