"""The emojis of our application that show cards, for the buttons of hands."""

import asyncio
import logging
import re
from collections.abc import Iterable

import discord

from adapters.discord.troubles import CUT

__all__ = ["Icons"]

LEARN_AGAIN = 3_600
"""Seconds between two looks at what Discord keeps."""

log = logging.getLogger(__name__)

NAME = re.compile(r"(?P<deck>[a-z]+)_(?P<card>(?:[AKQJ2-7])[dcsb])_[0-9a-f]{6}")
"""The deck, the card, and the beginning of the picture's SHA-256."""


class Icons:
    """What Discord keeps of our cards, as it was within the last hour; without any, buttons are words."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], discord.PartialEmoji] = {}

    async def learn_again_and_again(self, client: discord.Client) -> None:
        """Learn now and every hour, since `briscola-bot discord emojis` may change them at any time; until cancelled."""
        while True:
            await self.learn(client)
            await asyncio.sleep(LEARN_AGAIN)

    async def learn(self, client: discord.Client) -> None:
        """Ask Discord what it keeps; where that fails, we know what we knew."""
        try:
            found = await client.fetch_application_emojis()
        except (discord.DiscordException, *CUT) as error:
            log.info("the emojis of cards are not known: %s", type(error).__name__)
            return
        self.hear(found)

    def hear(self, emojis: Iterable[discord.Emoji]) -> None:
        """These are all emojis of the application; of two for one card the newer is the better."""
        named = [(NAME.fullmatch(one.name), one) for one in sorted(emojis, key=lambda one: one.id)]
        self._known = {
            (found["deck"], found["card"]): discord.PartialEmoji(name=one.name, id=one.id)
            for found, one in named
            if found
        }

    def forget(self) -> None:
        """Discord would not take one of them: none is used until they are asked for again."""
        self._known = {}

    def of(self, deck: str, card: str | None) -> discord.PartialEmoji | None:
        """The emoji of a card as that deck draws it; None where there is none."""
        return self._known.get((deck, card or ""))
