"""A bot of three buttons, enough to show that the stand-ins carry what the real one does."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any, Self

import discord
from discord import app_commands
from PIL import Image


def picture() -> bytes:
    """A small green PNG."""
    kept = io.BytesIO()
    Image.new("RGB", (8, 4), "green").save(kept, "PNG")
    return kept.getvalue()


class CardButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"card:(?P<card>\w+)"):
    """A press that needs no memory: the card is in the button."""

    def __init__(self, card: str) -> None:
        super().__init__(discord.ui.Button(label=f"Play {card}", custom_id=f"card:{card}"))
        self.card = card

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button again, from what is written in it."""
        return cls(match["card"])

    async def callback(self, interaction: discord.Interaction[SampleBot]) -> None:  # type: ignore[override]  # this client
        """Redraw the table with the card on it."""
        file = discord.File(io.BytesIO(picture()), "table.png")
        view = table(f"{interaction.user.display_name} played {self.card}")
        await interaction.response.edit_message(view=view, attachments=[file])


class HandButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"hand"):
    """Shows a private hand, whose token is kept for later edits."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="My hand", custom_id="hand"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button again."""
        return cls()

    async def callback(self, interaction: discord.Interaction[SampleBot]) -> None:  # type: ignore[override]  # this client
        """Answer the presser alone, in their language."""
        words = "La tua mano" if interaction.locale is discord.Locale.italian else "Your hand"
        interaction.client.hands[interaction.user.id] = interaction
        await interaction.response.send_message(view=hand(words), ephemeral=True)


class SlowButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"slow"):
    """Defers, and answers when a worker gets to it."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Think", custom_id="slow"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button again."""
        return cls()

    async def callback(self, interaction: discord.Interaction[SampleBot]) -> None:  # type: ignore[override]  # this client
        """Promise an answer, and queue the work."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.work.put_nowait(interaction)


def table(words: str) -> discord.ui.LayoutView:
    """The public message: words, a picture, three buttons."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(words))
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://table.png", description="An empty green table.")
    )
    view.add_item(gallery)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for item in (CardButton("7d"), HandButton(), SlowButton()):
        row.add_item(item)
    view.add_item(row)
    return view


def hand(words: str) -> discord.ui.LayoutView:
    """The private message."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(words))
    return view


class _Commands(discord.AutoShardedClient):
    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1, **options)
        self.tree = app_commands.CommandTree(self)


class SampleBot(_Commands):
    """The sample: `/briscola play`, a table, a hand, a worker."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.hands: dict[int, discord.Interaction[Any]] = {}
        self.work: asyncio.Queue[discord.Interaction[Any]] = asyncio.Queue()
        self.resumed = 0
        self.worker: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Register everything, and start the worker where the library expects it."""
        group = app_commands.Group(name="briscola", description="Play Briscola.", guild_only=True)
        group.command(name="play", description="Open a table.")(_play)
        self.tree.add_command(group)
        self.add_dynamic_items(CardButton, HandButton, SlowButton)
        await self.tree.sync()
        self.worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while True:
            interaction = await self.work.get()
            await interaction.followup.send("Thought about it.", ephemeral=True)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Spare the tests the five seconds between two logins."""

    async def on_resumed(self) -> None:
        """Count what only the wire can do."""
        self.resumed += 1

    async def close(self) -> None:
        """Stop the worker too."""
        if self.worker is not None:
            self.worker.cancel()
        await super().close()


@app_commands.describe(opponent="Whom you play against.")
async def _play(interaction: discord.Interaction[SampleBot], opponent: discord.Member | None = None) -> None:
    against = opponent.display_name if opponent else "the computer"
    file = discord.File(io.BytesIO(picture()), "table.png")
    await interaction.response.send_message(view=table(f"Against {against}."), file=file)
