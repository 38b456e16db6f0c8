"""Gives the application an emoji for each card, and takes outdated ones of ours away; only what changed is sent."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import discord

from adapters.discord.visiting import Unanswered, Visit
from bot.checkup import broken
from bot.pictures.kept import Kept

__all__ = ["Emojis", "Plan", "name_of", "no_words", "planned"]

PACE = 1.0
"""Seconds between two calls that change something."""
WAITS = 20
"""How often in all we wait because Discord wants that."""
FULL = 30008
OURS = re.compile(r"(?P<deck>[a-z]+)_(?P<card>[A-Z0-9][a-z]|back)_[0-9a-f]{6}")

T = TypeVar("T")


def name_of(deck: str, picture: Kept) -> str:
    """The name of a card's emoji, which tells what it shows, too."""
    return f"{deck}_{picture.card}_{picture.digest[:6]}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is missing among an application's emojis, and which of them are outdated."""

    missing: Mapping[str, Kept]
    """By the name it is to have."""
    outdated: Sequence[discord.Emoji]
    there: int
    """How many are as they should be."""


def planned(decks: Mapping[str, Sequence[Kept]], there: Sequence[discord.Emoji]) -> Plan:
    """Compare an application's emojis with the pictures of these decks; emojis of others are none of our business."""
    wanted = {name_of(deck, picture): picture for deck, pictures in decks.items() for picture in pictures}
    kept: set[str] = set()
    outdated: list[discord.Emoji] = []
    for emoji in there:
        ours = OURS.fullmatch(emoji.name)
        if emoji.name in wanted and emoji.name not in kept:
            kept.add(emoji.name)
        elif ours and ours["deck"] in decks:
            outdated.append(emoji)
    return Plan({name: one for name, one in wanted.items() if name not in kept}, outdated, len(kept))


def no_words(_sentence: str) -> None:
    """For whoever wants no news."""


class Emojis:
    """The emojis of one application."""

    def __init__(
        self,
        visit: Visit,
        *,
        tell: Callable[[str], None] = no_words,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._visit = visit
        self._tell = tell
        self._pause = pause
        self._waits = 0

    async def there(self) -> Sequence[discord.Emoji]:
        """All that the application has."""
        return await self._do(self._visit.client.fetch_application_emojis)

    async def refresh(self, decks: Mapping[str, Sequence[Kept]]) -> Plan:
        """Let the application have these pictures and no outdated ones; gives what there was to do.

        What is new comes before what is outdated goes, so that a bot that runs is never without.

        Raises:
            Unanswered: Discord does not let it; what was done stays done.
        """
        plan = planned(decks, await self.there())
        for number, (name, picture) in enumerate(plan.missing.items(), 1):
            self._tell(f"{name} ({number} of {len(plan.missing)})")
            await self._add(name, picture)
        for emoji in plan.outdated:
            self._tell(f"{emoji.name} is outdated and goes")
            await self._take_away(emoji)
        return plan

    async def _add(self, name: str, picture: Kept) -> None:
        client = self._visit.client
        try:
            await self._do(lambda: client.create_application_emoji(name=name, image=picture.data))
        except Unanswered as why:
            if _code(why) == FULL:
                raise Unanswered(
                    broken("The application has as many emojis as Discord allows.", "Delete some of them.")
                ) from None
            if not await self._has(name):  # the answer may have been lost, and not what was asked
                raise
        await self._pause(PACE)

    async def _has(self, name: str) -> bool:
        return any(emoji.name == name for emoji in await self.there())

    async def _take_away(self, emoji: discord.Emoji) -> None:
        try:
            await self._do(emoji.delete)
        except Unanswered as why:
            if not isinstance(why.error, discord.NotFound):
                raise
        await self._pause(PACE)

    async def _do(self, call: Callable[[], Awaitable[T]]) -> T:
        """The answer; where Discord asks for patience we have it. The library has some itself, without a word."""
        while True:
            try:
                return await self._visit.ask(call(), patience=120)
            except Unanswered as why:
                if not isinstance(why.error, discord.RateLimited) or self._waits >= WAITS:
                    raise
                seconds = why.error.retry_after
            self._waits += 1
            self._tell(f"Discord wants us to wait {seconds:.0f} s")
            await self._pause(seconds + 1)


def _code(why: Unanswered) -> int:
    return why.error.code if isinstance(why.error, discord.HTTPException) else 0
