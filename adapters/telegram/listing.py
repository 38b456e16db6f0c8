"""Moves as the results of an inline query: which of them are meant, and how each is shown."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultCachedSticker,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
    MessageEntity,
)
from telegram.constants import InlineQueryLimit, MessageEntityType

from adapters.telegram.phrases import Phrases
from adapters.telegram.render import clip
from bot.screens.moves import Choice, MovesScreen

__all__ = ["HELLO", "Listed", "button", "found", "result"]

Result = InlineQueryResultArticle | InlineQueryResultCachedSticker
HELLO = "hello"
"""The word with which somebody comes to the private chat who wants nothing in particular."""
LABEL = 64
"""Room for the words of the button above the results."""


@dataclass(frozen=True, slots=True, repr=False)
class Listed:
    """One move that may be chosen, and the table at which."""

    table: MovesScreen
    choice: Choice


def found(screens: Sequence[MovesScreen], query: str) -> Sequence[Listed]:
    """The moves that are meant by what somebody has written, such as “3 cups”; all of them where that is nothing."""
    wanted = _plain(query).split()
    every = (Listed(screen, choice) for screen in screens for choice in screen.choices)
    return [one for one in every if _is_meant(one.choice, wanted)][: InlineQueryLimit.RESULTS]


def _is_meant(choice: Choice, wanted: Sequence[str]) -> bool:
    said = _plain(f"{choice.name} {choice.also}").split()
    return all(any(word.startswith(part) for word in said) for part in wanted)


def _plain(text: str) -> str:
    """Without accents and capitals, as people write in a hurry."""
    bare = (one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return "".join(bare).casefold()


def result(one: Listed, sealed: str, link: str, phrases: Phrases, stickers: Mapping[str, str]) -> Result:
    """The move in the list: as a picture where there is one, else in words. What is sent says nothing."""
    content = _neutral(phrases, link)
    if sticker := stickers.get(one.choice.card):
        return InlineQueryResultCachedSticker(sealed, sticker, input_message_content=content)
    title = f"{one.choice.symbol} {one.choice.name}".strip()
    return InlineQueryResultArticle(sealed, title, content, description=one.table.place or None)


def _neutral(phrases: Phrases, link: str) -> InputTextMessageContent:
    words = phrases.my_move
    whole = MessageEntity(MessageEntityType.TEXT_LINK, 0, len(words.encode("utf-16-le")) // 2, url=link)
    silent = LinkPreviewOptions(is_disabled=True)
    return InputTextMessageContent(words, entities=[whole], link_preview_options=silent)


def button(screens: Sequence[MovesScreen], phrases: Phrases) -> InlineQueryResultsButton:
    """What stands above the moves: the way to what no list holds, or why there are none."""
    if not screens:
        return InlineQueryResultsButton(clip(phrases.at_no_table, LABEL), start_parameter=HELLO)
    first = screens[0]
    if not first.choices:
        hand = f"{first.table}-hand"
        return InlineQueryResultsButton(clip(phrases.not_your_turn, LABEL), start_parameter=hand)
    label = f"{first.more.symbol} {first.more.label}".strip()
    return InlineQueryResultsButton(clip(label, LABEL), start_parameter=first.more.token)
