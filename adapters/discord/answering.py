"""Answers people in time: within a second if the desk is quick, else with a sign first and the answer later."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

import discord

from adapters.discord import render
from adapters.discord.mouth import Mouth
from adapters.discord.phrases import Phrases, PhrasesFor
from adapters.discord.places import locale_of, where_of
from adapters.discord.troubles import is_late
from adapters.discord.whisper import LIFE_MS, PrivateMessage
from bot.screens.types import HandScreen, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Desk
from bot.service.ports import Picture

__all__ = ["Answering", "Ask", "Draw"]

log = logging.getLogger(__name__)

Ask = Callable[[], Awaitable[Answer]]
"""Puts a question to the desk."""

Draw = Callable[[HandScreen], Awaitable[Picture | None]]
"""Draws a hand; None where there is nothing to draw."""

PATIENCE = 0.8
"""Seconds the desk has before Discord is told to wait: a sign within one, though Discord gives up only after three."""


class Origin(Enum):
    """What an interaction came from."""

    COMMAND = "command"
    """A slash command."""
    PUBLIC = "public"
    """A button on a message that everybody sees."""
    HAND = "hand"
    """A button on a private hand."""
    NOTE = "note"
    """A button on private words."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer with its picture drawn."""

    answer: Answer
    picture: Picture | None = None


async def nothing_drawn(_screen: HandScreen) -> Picture | None:
    """Draw nothing: hands are then words and buttons."""
    return None


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


class Answering:
    """Puts a person's question to the desk and shows what it answers, to that person alone."""

    def __init__(
        self,
        desk: Desk,
        *,
        phrases: PhrasesFor,
        draw: Draw = nothing_drawn,
        now: Callable[[], int] = wall_clock,
        patience: float = PATIENCE,
    ) -> None:
        self._desk = desk
        self._phrases = phrases
        self._draw = draw
        self._now = now
        self._patience = patience
        self._busy: set[asyncio.Future[None]] = set()

    def phrases(self, interaction: discord.Interaction) -> Phrases:
        """The adapter's own sentences in the person's language."""
        return self._phrases(locale_of(interaction))

    async def drain(self, seconds: float) -> None:
        """Give the answers under way that long to reach their people."""
        if self._busy:
            await asyncio.wait(self._busy, timeout=seconds)

    async def say(self, interaction: discord.Interaction, sentence: str) -> None:
        """Tell the person one sentence, without asking the desk."""
        with_sentence = Answer(Outcome.REFUSED, words=sentence)
        await self._show(interaction, Mouth(interaction), Ready(with_sentence))

    async def ask(self, interaction: discord.Interaction, ask: Ask, *, otherwise: str = "") -> None:
        """Ask the desk and show the answer; `otherwise` is said where the desk has nothing to say."""
        answering = asyncio.ensure_future(self._ask(interaction, ask, otherwise))
        self._busy.add(answering)
        answering.add_done_callback(self._busy.discard)
        await asyncio.shield(answering)

    async def _ask(self, interaction: discord.Interaction, ask: Ask, otherwise: str) -> None:
        mouth = Mouth(interaction)
        question = asyncio.ensure_future(self._question(interaction, ask))
        await asyncio.wait({question}, timeout=self._patience)
        if not question.done():
            await self._trying(mouth.wait())
        ready = await question
        if otherwise and not (ready.answer.words or ready.answer.hand or ready.answer.note):
            ready = Ready(Answer(ready.answer.outcome, words=otherwise, table=ready.answer.table))
        await self._show(interaction, mouth, ready)

    async def _question(self, interaction: discord.Interaction, ask: Ask) -> Ready:
        """The desk's answer, drawn; an error of ours becomes a sentence, for nobody may wait in vain."""
        try:
            answer = await ask()
        except Exception:
            log.exception("no answer to interaction %s", interaction.id)
            return Ready(Answer(Outcome.REFUSED, words=self.phrases(interaction).trouble))
        return Ready(answer, None if answer.hand is None else await self._drawn(answer.hand))

    async def _drawn(self, screen: HandScreen) -> Picture | None:
        """The picture of a hand; without one the hand is still words and buttons."""
        try:
            return await self._draw(screen)
        except Exception:
            log.exception("a hand could not be drawn")
            return None

    async def _show(self, interaction: discord.Interaction, mouth: Mouth, ready: Ready) -> None:
        await self._trying(self._show_all(interaction, mouth, ready))

    async def _trying(self, speaking: Awaitable[None]) -> None:
        """Speak; where it is too late to be heard, the deed stands all the same."""
        try:
            await speaking
        except Exception as error:
            if not is_late(error):
                log.warning("an answer could not be shown: %s", type(error).__name__, exc_info=error)

    async def _show_all(self, interaction: discord.Interaction, mouth: Mouth, ready: Ready) -> None:
        answer, origin, line = ready.answer, _origin(interaction), ready.answer.words
        orphan = answer.orphan and origin is Origin.PUBLIC
        if (orphan or _is_spent(interaction, answer, origin)) and interaction.message is not None:
            await mouth.rewrite(render.without_buttons(interaction.message))
        if origin is Origin.NOTE:
            await self._change_note(mouth, answer, self.phrases(interaction).done)
            line = ""
        if answer.hand is not None:
            await self._show_hand(interaction, mouth, answer.hand, ready.picture, line, origin)
            line = ""
        if origin is not Origin.NOTE and (answer.note is not None or line):
            await mouth.whisper(_note(answer.note, line))
        if not mouth.has_spoken:
            await mouth.keep_quiet(self.phrases(interaction).done)

    async def _change_note(self, mouth: Mouth, answer: Answer, done: str) -> None:
        """Let the private words that were pressed become the answer, so that nobody presses them again."""
        if answer.note is not None or answer.words:
            await mouth.rewrite(_note(answer.note, answer.words))
        elif answer.hand is not None or answer.outcome is Outcome.ACCEPTED:
            await mouth.rewrite(render.words(done))

    async def _show_hand(
        self,
        interaction: discord.Interaction,
        mouth: Mouth,
        screen: HandScreen,
        picture: Picture | None,
        line: str,
        origin: Origin,
    ) -> None:
        shown = render.hand(screen, picture, line)
        message = await (mouth.rewrite(shown) if origin is Origin.HAND else mouth.whisper(shown))
        if message is not None:
            ref = PrivateMessage(interaction.application_id, message, interaction.token).ref
            await self._desk.hand_shown(screen, where_of(interaction), ref, self._now() + LIFE_MS)


def _note(screen: NoteScreen | None, line: str) -> render.Text:
    return render.words(line) if screen is None else render.note(screen, line)


def _is_spent(interaction: discord.Interaction, answer: Answer, origin: Origin) -> bool:
    """Whether it was a card of a game that is over: nothing on that hand can be played any more."""
    pressed = str({**(interaction.data or {})}.get("custom_id", ""))
    plays = origin is Origin.HAND and "-play-" in pressed
    return (
        plays
        and answer.hand is None
        and answer.outcome in {Outcome.ACCEPTED, Outcome.DUPLICATE, Outcome.STALE}
    )


def _origin(interaction: discord.Interaction) -> Origin:
    message = interaction.message
    if message is None:
        return Origin.COMMAND
    if not message.flags.ephemeral:
        return Origin.PUBLIC
    return Origin.HAND if message.flags.components_v2 else Origin.NOTE
