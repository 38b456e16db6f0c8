"""The faces of the cards, as stickers that the bot's owner has had made: what shows a move in a list."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from adapters.telegram.listing import Listed
from bot.service.desk import Desk
from bot.service.records import Who

__all__ = ["Faces"]


class Faces:
    """Knows under which names Telegram keeps the cards; `briscola-bot telegram stickers` writes them down."""

    def __init__(self, desk: Desk, bot: str) -> None:
        self._desk = desk
        self._bot = bot

    async def of(self, who: Who, listed: Sequence[Listed]) -> Mapping[str, str]:
        """By card, its sticker; nothing where pictures alone could not tell the moves apart, or are not wanted."""
        tables = {one.table.table for one in listed}
        if len(tables) != 1 or not all(one.choice.card for one in listed):
            return {}
        if (await self._desk.taste(who)).words_only:
            return {}
        kept = _read(await self._desk.fact(f"telegram:{self._bot}:stickers:{listed[0].table.deck}"))
        return kept if all(one.choice.card in kept for one in listed) else {}


def _read(text: str | None) -> Mapping[str, str]:
    try:
        told: object = json.loads(text or "{}")
    except ValueError:
        return {}
    if not isinstance(told, dict):
        return {}
    pairs = cast("dict[object, object]", told).items()
    return {str(card): file for card, file in pairs if isinstance(file, str) and file}
