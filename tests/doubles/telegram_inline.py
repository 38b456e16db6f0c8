"""Inline mode: what somebody is offered in the line where they write, and what becomes of their choice."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiogram.methods import AnswerInlineQuery
from aiogram.types import (
    InlineQueryResultArticle,
    InlineQueryResultCachedSticker,
    InputTextMessageContent,
)

from doubles.telegram_chats import Chat, Message, Topic
from doubles.telegram_request import Request, execute
from doubles.telegram_text import Entity, utf16
from doubles.telegram_values import TIMED_OUT_QUERY, ApiError, Content, Json, MalformedError

if TYPE_CHECKING:
    from doubles.telegram_people import Person

ANSWER_WINDOW = 10.0
"""Seconds for which a client waits for an answer."""
Result = InlineQueryResultArticle | InlineQueryResultCachedSticker


@dataclass(frozen=True)
class Offered:
    """What a bot offers: results, and a button above them."""

    results: tuple[Result, ...]
    button: str = ""
    start: str = ""
    cache_time: int = 300
    personal: bool = False

    @property
    def titles(self) -> list[str]:
        """What stands on the articles, or the name of the sticker."""
        return [
            one.title if isinstance(one, InlineQueryResultArticle) else one.sticker_file_id
            for one in self.results
        ]


@dataclass(eq=False)
class InlineAsk:
    """Somebody has written the bot's name and perhaps more."""

    id: str
    person: Person = field(repr=False)
    text: str
    at: float
    answered: Offered | None = None

    async def offered(self) -> Offered:
        """Wait for the bot's answer."""
        return await self.person.world.until(lambda: self.answered, what=f"results for {self.text!r}")

    async def chooses(
        self, which: int | str, chat: Chat, *, topic: Topic | None = None, feedback: bool = False
    ) -> Message:
        """Choose a result, by its place or title, and send it into the chat."""
        offered = await self.offered()
        place = which if isinstance(which, int) else offered.titles.index(which)
        result = offered.results[place]
        person = self.person
        assert chat.members[person.id].is_in, f"{person.user.first_name} is not in {chat.title}"
        if feedback:
            self.tells_the_choice(place)
        sent = Message(
            chat, chat.next_message_id(), person.world.now, person.user, _content(result),
            thread=topic.id if topic else None, in_topic=topic is not None, via_bot=person.bot.user,
        )  # fmt: skip
        return person.world.tell(sent)

    def tells_the_choice(self, place: int) -> None:
        """chosen_inline_result, as it comes where the bot's owner has switched feedback on."""
        assert self.answered, "Nothing was offered yet"
        body: Json = {
            "result_id": self.answered.results[place].id,
            "from": self.person.user.json(),
            "query": self.text,
        }
        self.person.world.update(self.person.bot, "chosen_inline_result", body, f"user {self.person.id}")


def _content(result: Result) -> Content:
    said = result.input_message_content
    assert isinstance(said, InputTextMessageContent), "The stand-in sends words alone"
    entities = tuple(Entity(e.type, e.offset, e.length, e.url or "") for e in said.entities or ())
    return Content(said.message_text, entities)


@execute.register
def answer_inline_query(method: AnswerInlineQuery, request: Request) -> object:
    ask = request.world.inline_asks.get(method.inline_query_id)
    if ask is None or request.world.now - ask.at > ANSWER_WINDOW:
        raise ApiError(400, TIMED_OUT_QUERY)
    if len(method.results) > 50:
        raise MalformedError("RESULTS_TOO_MUCH")
    if len({one.id for one in method.results}) < len(method.results):
        raise MalformedError("RESULT_ID_DUPLICATE")
    results = tuple(_checked(one, request) for one in method.results)
    button, start = "", ""
    if method.button:
        button, start = method.button.text, method.button.start_parameter or ""
        if not 1 <= utf16(button) <= 64 or not re.fullmatch("[A-Za-z0-9_-]{1,64}", start):
            raise MalformedError("START_PARAM_INVALID or a button without words")
    cached = 300 if method.cache_time is None else method.cache_time
    ask.answered = Offered(results, button, start, cached, method.is_personal is True)
    request.world.touch()
    return True


def _checked(result: object, request: Request) -> Result:
    assert isinstance(result, InlineQueryResultArticle | InlineQueryResultCachedSticker), (
        "The stand-in knows articles and stickers only"
    )
    if not 1 <= len(result.id.encode()) <= 64:
        raise MalformedError("RESULT_ID_INVALID")
    said = result.input_message_content
    if not isinstance(said, InputTextMessageContent) or not 1 <= utf16(said.message_text) <= 4096:
        raise MalformedError("MESSAGE_EMPTY")
    if isinstance(result, InlineQueryResultArticle):
        if not result.title.strip():
            raise MalformedError("ARTICLE_TITLE_EMPTY")
    elif result.sticker_file_id not in request.world.stickers:
        raise ApiError(400, "wrong file identifier/HTTP URL specified")
    return result
