"""Makes a deck a sticker set, and later sends what changed; whatever interrupts it, the next run goes on."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar, cast

from telegram import InputSticker, Sticker
from telegram.constants import StickerFormat
from telegram.error import BadRequest, Forbidden, RetryAfter

from adapters.telegram import failures
from adapters.telegram.visiting import Unanswered, Visit
from bot.checkup import broken
from bot.pictures.kept import Kept

__all__ = ["Facts", "StickerSet", "fact_of_stickers", "no_words"]

PACE = 1.0
"""Seconds between two calls that change the set."""
PATIENCE = 300.0
"""Seconds that all pictures of a set together may take."""
TRIES = 5
"""How often we look until Telegram shows what it took."""
WAITS = 20
"""How often in all we wait because Telegram wants that."""

NO_SET = ("stickerset_invalid", "sticker set not found", "sticker set name is invalid")
NO_OWNER = (
    "peer_id_invalid",
    "user_id_invalid",
    "user not found",
    "chat not found",
    "participant_id_invalid",
)
SUITS = {"d": "♦️", "c": "♥️", "s": "♠️", "b": "♣️"}
CARD, BACK = "🃏", "🎴"
"""What one types to find the stickers."""

T = TypeVar("T")


class Facts(Protocol):
    """Small things kept by name."""

    async def fact(self, name: str) -> str | None: ...
    async def keep_fact(self, name: str, value: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Made:
    """What a card's sticker shows, and the name that Telegram keeps for it; empty while that was not seen yet."""

    digest: str
    unique: str


def fact_of_stickers(bot: int, deck: str) -> str:
    """Under which name the file ids of a deck's stickers are kept, as a JSON object by card."""
    return f"telegram:{bot}:stickers:{deck}"


def no_words(_sentence: str) -> None:
    """For whoever wants no news."""


class StickerSet:
    """The sticker set of one deck, which one person owns and this bot looks after."""

    def __init__(
        self,
        visit: Visit,
        facts: Facts,
        deck: str,
        owner: int,
        *,
        tell: Callable[[str], None] = no_words,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._visit = visit
        self._facts = facts
        self._deck = deck
        self._owner = owner
        self._tell = tell
        self._pause = pause
        self._waits = 0
        self._made: dict[str, Made] = {}
        self.name = f"briscola_{deck}_by_{visit.bot.username}"
        """Its name at Telegram, which stays the same: t.me/addstickers/…"""
        self.sent = 0
        """How many pictures had to be sent."""

    async def refresh(self, pictures: Sequence[Kept]) -> None:
        """Let the set show these pictures in this order, and keep the file id of each.

        Raises:
            Unanswered: Telegram does not let it; what was done stays done.
        """
        there = await self._there()
        self._made = await self._remembered()
        if there is None:
            there = await self._create(pictures)
        elif self._was_being_made(there):
            self._recognise(there)
        for picture in pictures:
            there = await self._show(picture, there)
        there = await self._tidy(pictures, there)
        await self._keep_ids(there)

    # -- what is there ------------------------------------------------------------------------------
    async def _there(self) -> Sequence[Sticker] | None:
        """The stickers of the set; None if there is no such set."""
        try:
            found = await self._do(lambda: self._visit.bot.get_sticker_set(self.name))
        except Unanswered as why:
            if _says(why, NO_SET):
                return None
            raise
        return found.stickers

    async def _with(self, count: int) -> Sequence[Sticker]:
        """The stickers, when there are so many: Telegram may take a moment to show what it took."""
        for seconds in range(1, TRIES + 1):
            there = await self._there()
            if there is not None and len(there) == count:
                return there
            await self._pause(seconds)
        raise Unanswered(broken("Telegram does not show yet what it took.", "Run this again in a while."))

    # -- what we remember ---------------------------------------------------------------------------
    @property
    def _fact(self) -> str:
        return f"telegram:{self._visit.bot.id}:stickers-made:{self._deck}"

    async def _remembered(self) -> dict[str, Made]:
        kept = await self._facts.fact(self._fact)
        told = cast("dict[str, list[str]]", json.loads(kept)) if kept else {}
        return {card: Made(*made) for card, made in told.items()}

    async def _remember(self) -> None:
        told = {card: [made.digest, made.unique] for card, made in self._made.items()}
        await self._facts.keep_fact(self._fact, json.dumps(told))

    def _was_being_made(self, there: Sequence[Sticker]) -> bool:
        """Whether the set is one that we asked for without hearing that it was made."""
        return len(there) == len(self._made) and not any(made.unique for made in self._made.values())

    def _recognise(self, there: Sequence[Sticker]) -> None:
        for (card, made), sticker in zip(list(self._made.items()), there, strict=True):
            self._made[card] = Made(made.digest, sticker.file_unique_id)

    async def _keep_ids(self, there: Sequence[Sticker]) -> None:
        cards = {made.unique: card for card, made in self._made.items()}
        ids = {cards[one.file_unique_id]: one.file_id for one in there if one.file_unique_id in cards}
        await self._facts.keep_fact(fact_of_stickers(self._visit.bot.id, self._deck), json.dumps(ids))

    # -- changes ------------------------------------------------------------------------------------
    async def _create(self, pictures: Sequence[Kept]) -> Sequence[Sticker]:
        """Make the set, all pictures at once."""
        self._made = {picture.card: Made(picture.digest, "") for picture in pictures}
        await self._remember()
        title = f"Briscola: {self._deck.capitalize()} cards"
        stickers = [_input(picture) for picture in pictures]
        self._tell(f"{self.name}: sending {len(pictures)} pictures at once")
        await self._change(
            lambda: self._visit.bot.create_new_sticker_set(
                self._owner, self.name, title, stickers, read_timeout=120, write_timeout=180
            )
        )
        self.sent += len(pictures)
        there = await self._with(len(pictures))
        self._recognise(there)
        await self._remember()
        return there

    async def _show(self, picture: Kept, there: Sequence[Sticker]) -> Sequence[Sticker]:
        """Let a card's sticker show this picture, unless it does; gives what is there then."""
        made, place = self._made.get(picture.card), self._place_for(picture.card, there)
        old = there[place] if place < len(there) else None
        if old is not None and made == Made(picture.digest, old.file_unique_id):
            return there
        self._tell(f"{self.name}: sending {picture.card}")
        await self._change(self._sending(picture, old))
        there = await self._with(len(there) if old else len(there) + 1)
        self.sent += 1
        self._made[picture.card] = Made(picture.digest, there[place].file_unique_id)
        await self._remember()
        return there

    def _place_for(self, card: str, there: Sequence[Sticker]) -> int:
        """Where the card's sticker stands, else a stray one that can make room for it, else the end."""
        made, places = self._made.get(card), [one.file_unique_id for one in there]
        if made is not None and made.unique in places:
            return places.index(made.unique)
        return next(iter(self._strays(there)), len(there))

    def _sending(self, picture: Kept, old: Sticker | None) -> Callable[[], Awaitable[bool]]:
        """The call that puts a picture in the place of an old sticker, or at the end."""
        bot, sticker = self._visit.bot, _input(picture)
        if old is None:
            return partial(bot.add_sticker_to_set, self._owner, self.name, sticker)
        return partial(bot.replace_sticker_in_set, self._owner, self.name, old.file_id, sticker)

    def _strays(self, there: Sequence[Sticker]) -> list[int]:
        """Where stickers stand that belong to no card: of a run that was interrupted, or put there by others."""
        known = {made.unique for made in self._made.values()}
        return [place for place, one in enumerate(there) if one.file_unique_id not in known]

    async def _tidy(self, pictures: Sequence[Kept], there: Sequence[Sticker]) -> Sequence[Sticker]:
        """Take strays away, and put the cards in their order."""
        bot, strays = self._visit.bot, [there[place].file_id for place in self._strays(there)]
        for stray in strays:
            await self._change(partial(bot.delete_sticker_from_set, stray))
        if strays:
            there = await self._with(len(there) - len(strays))
        order = [self._made[picture.card].unique for picture in pictures]
        for place, unique in enumerate(order):
            if there[place].file_unique_id != unique:
                moved = next(one.file_id for one in there if one.file_unique_id == unique)
                await self._change(partial(bot.set_sticker_position_in_set, moved, place))
                there = await self._with(len(there))
        return there

    # -- asking -------------------------------------------------------------------------------------
    async def _change(self, call: Callable[[], Awaitable[bool]]) -> None:
        """Change something, not too fast; refusals that have to do with the owner are told as such."""
        try:
            await self._do(call)
        except Unanswered as why:
            raise self._about_owner(why) from None
        await self._pause(PACE)

    def _about_owner(self, why: Unanswered) -> Unanswered:
        if isinstance(why.error, Forbidden) or _says(why, NO_OWNER):
            who, bot = f"the person {self._owner}", f"@{self._visit.bot.username}"
            remedy = f"Open {bot} in Telegram with that account, press Start, and run this again."
            return Unanswered(broken(f"Telegram does not let the bot make stickers for {who}.", remedy))
        if _says(why, NO_SET):
            remedy = "Give as --owner who owned it at first."
            return Unanswered(broken(f"The sticker set {self.name} belongs to somebody else.", remedy))
        return why

    async def _do(self, call: Callable[[], Awaitable[T]]) -> T:
        """The answer; where Telegram asks for patience we have it."""
        while True:
            try:
                return await self._visit.ask(call(), patience=PATIENCE)
            except Unanswered as why:
                if not isinstance(why.error, RetryAfter) or self._waits >= WAITS:
                    raise
                seconds = failures.seconds_of(why.error)
            self._waits += 1
            self._tell(f"{self.name}: Telegram wants us to wait {seconds:.0f} s")
            await self._pause(seconds + 1)


def _says(why: Unanswered, texts: Sequence[str]) -> bool:
    return isinstance(why.error, BadRequest) and any(text in str(why.error).lower() for text in texts)


def _input(picture: Kept) -> InputSticker:
    emojis = [CARD, SUITS.get(picture.card[-1], BACK)]
    return InputSticker(picture.data, emojis, StickerFormat.STATIC)
