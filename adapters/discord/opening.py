"""Opens tables where they were asked for: in the channel, or in a thread of their own."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import discord

from adapters.discord.answering import Answering
from adapters.discord.elsewhere import Elsewhere
from adapters.discord.phrases import Sentence
from adapters.discord.places import may_have_threads, where_of, who_of, why_no_table
from adapters.discord.threads import NoThread, begin, named, remove
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk
from bot.service.records import Where
from bot.words import words
from bot.words.options import preset_name

__all__ = ["Opening", "Wish"]

OpenAt = Callable[[Where], Awaitable[Answer]]
"""Asks the desk for a table in that place."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is known of a table before it is opened."""

    game: str = "briscola"
    thread: bool | None = None
    """Whether it shall have a thread of its own; None: as the channel usually has it."""
    people: bool = False
    """Whether it was said that people shall play, not computers."""


class Opening:
    """Opens tables, unless a right is missing without which they would fall silent."""

    def __init__(self, desk: Desk, answering: Answering) -> None:
        self._desk = desk
        self._answering = answering

    async def open(self, interaction: discord.Interaction, open_at: OpenAt, wish: Wish) -> None:
        """Have a table opened, and tell who asked for it where it is."""
        if refusal := why_no_table(interaction):
            await self._answering.say(interaction, refusal)
            return
        await self._answering.ask(
            interaction,
            lambda: self._opened(interaction, open_at, wish),
            otherwise=lambda phrases: phrases.table_opened,
        )

    async def _opened(self, interaction: discord.Interaction, open_at: OpenAt, wish: Wish) -> Answer:
        where = where_of(interaction)
        if where.private and wish.people:
            answer, phrases = await open_at(where), await self._answering.spoken_to(interaction)
            return _told_first(answer, phrases.alone_here)
        usual = may_have_threads(interaction) and (await self._desk.habits(where)).threads
        if not may_have_threads(interaction) or not (usual if wish.thread is None else wish.thread):
            return await open_at(where)
        if lobby := await self._desk.lobby_of(where, who_of(interaction)):
            return Elsewhere.of(await open_at(replace(where, thread=lobby)), int(lobby))
        phrases = await self._answering.spoken_to(interaction)
        if refusal := _why_no_thread(interaction, usual=usual):
            return Answer(Outcome.REFUSED, words=refusal(phrases))
        try:
            return await self._in_thread(interaction, where, open_at, wish)
        except NoThread:
            answer = await open_at(where)
            return _told_first(answer, phrases.no_thread)

    async def _in_thread(
        self, interaction: discord.Interaction, where: Where, open_at: OpenAt, wish: Wish
    ) -> Answer:
        """Open the table in a new thread, which goes again where the table is refused."""
        who = who_of(interaction)
        name = named(preset_name(words(who.locale), wish.game), who.name)
        client, channel = interaction.client, int(where.chat)
        thread = await begin(client, channel, str(interaction.id), name, interaction.user.id)
        try:
            answer = await open_at(replace(where, thread=str(thread.id)))
        except Exception:
            await remove(client, thread)
            raise
        if answer.outcome is Outcome.REFUSED:
            await remove(client, thread)
            return answer
        return Elsewhere.of(answer, thread.id)


def _told_first(answer: Answer, sentence: str) -> Answer:
    return replace(answer, words="\n".join(filter(None, (sentence, answer.words))))


def _why_no_thread(interaction: discord.Interaction, *, usual: bool) -> Sentence | None:
    """Why no thread may be opened there: a right is missing, ours, or the person's own where threads are not usual."""
    if not (usual or interaction.permissions.create_public_threads):
        return lambda phrases: phrases.no_threads_by_you
    return why_no_table(interaction, in_new_thread=True)
