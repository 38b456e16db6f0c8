"""Answers people in time: within a second if the desk is quick, else with a sign first and the answer later."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import discord

from adapters.discord import render
from adapters.discord.elsewhere import Elsewhere
from adapters.discord.hands import ShownHands, put_away
from adapters.discord.icons import Icons
from adapters.discord.mouth import Mouth
from adapters.discord.phrases import Phrases, PhrasesFor, Sentence
from adapters.discord.places import where_of, who_of
from adapters.discord.presses import Origin, origin_of, table_pressed
from adapters.discord.troubles import CUT, INVALID_FORM, is_late, is_too_rich
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

Speak = Callable[[render.Layout], Awaitable[int | None]]
"""Says something to one person; the id of the message."""

PATIENCE = 0.8
"""Seconds the desk has before Discord is told to wait: a sign within one, though Discord gives up only after three."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer with its picture drawn."""

    answer: Answer
    picture: Picture | None = None
    spent: bool = False
    """The hand that was pressed is no hand any more: nothing on it can be played."""


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
        icons: Icons | None = None,
    ) -> None:
        self._desk = desk
        self._phrases = phrases
        self._draw = draw
        self._now = now
        self._patience = patience
        self._hands = ShownHands(now)
        self._choosers = ShownHands(now)
        self._icons = icons or Icons()
        self._busy: set[asyncio.Future[None]] = set()

    async def drain(self, seconds: float) -> None:
        """Give the answers under way that long to reach their people."""
        if self._busy:
            await asyncio.wait(self._busy, timeout=seconds)

    async def say(self, interaction: discord.Interaction, sentence: Sentence) -> None:
        """Tell the person one sentence of the adapter's own, without asking the desk."""
        mouth = Mouth(interaction)
        said = sentence(await self.spoken_to(interaction))
        await self._trying(mouth.whisper(render.words(said)))

    async def ask_points(self, interaction: discord.Interaction, token: str) -> None:
        """Let the person write a number of points to bid; filled in, the form says `token`."""
        mouth = Mouth(interaction)
        phrases = await self.spoken_to(interaction)
        await self._trying(mouth.ask(render.form(token, phrases.points_title, phrases.points_asked)))

    async def ask(
        self, interaction: discord.Interaction, ask: Ask, *, otherwise: Sentence | None = None
    ) -> None:
        """Ask the desk and show the answer; `otherwise` is said where the desk has nothing to say."""
        answering = asyncio.ensure_future(self._ask(interaction, ask, otherwise))
        self._busy.add(answering)
        answering.add_done_callback(self._busy.discard)
        await asyncio.shield(answering)

    async def _ask(self, interaction: discord.Interaction, ask: Ask, otherwise: Sentence | None) -> None:
        mouth = Mouth(interaction)
        question = asyncio.ensure_future(self._question(interaction, ask, otherwise))
        await asyncio.wait({question}, timeout=self._patience)
        if not question.done():
            await self._trying(mouth.wait())
        ready = await question
        await self._trying(self._shown(interaction, mouth, ready))

    # -- what to say ------------------------------------------------------------------------------
    async def spoken_to(self, interaction: discord.Interaction) -> Phrases:
        """The adapter's own sentences in the person's language: the one they chose, if it is quickly known."""
        who = who_of(interaction)
        try:
            async with asyncio.timeout(self._patience):
                return self._phrases(await self._desk.language(who))
        except Exception as error:  # noqa: BLE001 - the sentence matters more than its language
            log.warning("somebody's language is not known: %s", type(error).__name__)
            return self._phrases(who.locale)

    async def _question(
        self, interaction: discord.Interaction, ask: Ask, otherwise: Sentence | None
    ) -> Ready:
        """The desk's answer, drawn; an error of ours becomes a sentence, for nobody may wait in vain."""
        try:
            answer = await ask()
            spent = False
            if _says_no_hand(interaction, answer) and (table := table_pressed(interaction)):
                answer = await self._with_hand(interaction, answer, table)
                spent = answer.hand is None
        except Exception:
            log.exception("no answer to interaction %s", interaction.id)
            said = (await self.spoken_to(interaction)).trouble
            return Ready(Answer(Outcome.REFUSED, words=said))
        if isinstance(answer, Elsewhere):
            link = (await self.spoken_to(interaction)).table_in_thread
            answer = replace(answer, words="\n".join(filter(None, (link, answer.words))))
        if otherwise is not None and not (answer.words or answer.hand or answer.note or answer.file):
            answer = replace(answer, words=otherwise(await self.spoken_to(interaction)))
        return Ready(answer, None if answer.hand is None else await self._drawn(answer.hand), spent)

    async def _with_hand(self, interaction: discord.Interaction, answer: Answer, table: str) -> Answer:
        """The same answer with the hand as it is now, if the person has one at that table."""
        found = await self._desk.hand(where_of(interaction), who_of(interaction), table=table)
        return replace(answer, hand=found.hand, words=answer.words or found.words)

    async def _drawn(self, screen: HandScreen) -> Picture | None:
        """The picture of a hand; without one the hand is still words and buttons."""
        try:
            return await self._draw(screen)
        except Exception:
            log.exception("a hand could not be drawn")
            return None

    # -- saying it --------------------------------------------------------------------------------
    async def _trying(self, speaking: Awaitable[object]) -> None:
        """Speak; where it cannot be heard, the deed stands all the same."""
        try:
            await speaking
        except CUT as error:  # its text may hold an address, and that a token
            log.warning("an answer was cut off: %s", type(error).__name__)
        except Exception as error:
            if is_late(error):
                log.info("an answer came too late: %s", error)
            else:
                log.warning("an answer could not be shown: %s", type(error).__name__, exc_info=error)

    async def _shown(self, interaction: discord.Interaction, mouth: Mouth, ready: Ready) -> None:
        """Show it; where Discord will not take it, say so, for silence would read "interaction failed"."""
        try:
            await self._show(interaction, mouth, ready)
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise
            log.error("an answer could not be shown: Discord refused it (code %s)", error.code)  # noqa: TRY400 - its text may repeat cards
            await mouth.whisper(render.words((await self.spoken_to(interaction)).trouble))

    async def _show(self, interaction: discord.Interaction, mouth: Mouth, ready: Ready) -> None:
        answer, origin, pressed = ready.answer, origin_of(interaction), interaction.message
        line, note = answer.words, answer.note
        thread = answer.thread if isinstance(answer, Elsewhere) else 0
        if pressed is not None and answer.orphan and origin is Origin.PUBLIC:
            moved_on = self._phrases(where_of(interaction).locale).moved_on
            await mouth.rewrite(render.in_place_of(pressed, moved_on))
        if pressed is not None and ready.spent:
            said = line or (await self.spoken_to(interaction)).done
            await mouth.rewrite(render.in_place_of(pressed, said))
            line = ""
        if answer.file is not None:
            await mouth.whisper(render.file(answer.file, line))
            line = ""
        elif origin is Origin.NOTE and answer.outcome is not Outcome.REFUSED:
            await self._change_note(interaction, mouth, answer)
            line, note = "", None
        if answer.hand is not None:
            await self._show_hand(interaction, mouth, answer.hand, ready.picture, line)
            line = ""
        if note is not None or line:
            message = await mouth.whisper(_note(note, line, thread))
            await self._stands(interaction, message, answer.table, note)
        if not mouth.has_spoken:
            await self._end(interaction, mouth)

    async def _end(self, interaction: discord.Interaction, mouth: Mouth) -> None:
        """End it without words where Discord allows that, else with as few as possible."""
        if interaction.message is not None:
            await mouth.keep_quiet()
        else:
            await mouth.whisper(render.words((await self.spoken_to(interaction)).done))

    async def _change_note(self, interaction: discord.Interaction, mouth: Mouth, answer: Answer) -> None:
        """Let the private words that were pressed become the answer, so that nobody presses them again.

        They go where the answer is the hand, which comes as a new message: a note and a hand are of two kinds.
        """
        if answer.note is not None or answer.words:
            thread = answer.thread if isinstance(answer, Elsewhere) else 0
            message = await mouth.rewrite(_note(answer.note, answer.words, thread))
            await self._stands(interaction, message, answer.table, answer.note)
        elif answer.hand is not None:
            await mouth.put_away()
        elif answer.outcome is Outcome.ACCEPTED:
            await mouth.rewrite(render.words((await self.spoken_to(interaction)).done))

    async def _stands(
        self, interaction: discord.Interaction, message: int | None, table: str, note: NoteScreen | None
    ) -> None:
        """Of what a person chooses from at a table one message is enough: the one before goes."""
        if message is None or note is None or not note.rows:
            return
        stands = PrivateMessage(interaction.application_id, message, interaction.token)
        about = table or str(interaction.channel_id)
        await put_away(interaction, self._choosers.keep(about, interaction.user.id, stands))

    async def _show_hand(
        self,
        interaction: discord.Interaction,
        mouth: Mouth,
        screen: HandScreen,
        picture: Picture | None,
        line: str,
    ) -> None:
        in_place, person = self._stays_in_place(interaction), interaction.user.id
        chooser = None
        if not in_place:
            # Cards are dealt, so there is nothing more to choose for the game. What stands once they are shown is newer.
            chooser = self._choosers.drop(screen.table, person)
            self._hands.leave(screen.table, person)
        message = await self._speak_hand(mouth.rewrite if in_place else mouth.whisper, screen, picture, line)
        await put_away(interaction, chooser)
        if message is None or self._hands.is_left(
            message
        ):  # left meanwhile: the one that comes is the newest
            return
        stands = PrivateMessage(interaction.application_id, message, interaction.token)
        older = self._hands.keep(screen.table, person, stands)
        await self._desk.hand_shown(screen, where_of(interaction), stands.ref, self._now() + LIFE_MS)
        await put_away(interaction, older)

    async def _speak_hand(
        self, speak: Speak, screen: HandScreen, picture: Picture | None, line: str
    ) -> int | None:
        """Show a hand with all that adorns it; where Discord will not take that, in words."""
        try:
            return await speak(render.hand(screen, picture, line, icons=self._icons))
        except discord.HTTPException as error:
            if not is_too_rich(error):
                raise
            log.warning("a hand is shown in words: Discord refused more (code %s)", error.code)
            self._icons.forget()
            return await speak(render.hand(screen, None, line))

    def _stays_in_place(self, interaction: discord.Interaction) -> bool:
        """Whether the answer goes where the press was: on a hand, unless that is being put away for a newer one."""
        message = interaction.message
        if message is None or origin_of(interaction) is not Origin.HAND:
            return False
        return not self._hands.is_left(message.id)


def _note(screen: NoteScreen | None, line: str, thread: int = 0) -> render.Text:
    return render.words(line, thread) if screen is None else render.note(screen, line, thread)


def _says_no_hand(interaction: discord.Interaction, answer: Answer) -> bool:
    """Whether a button of a private hand was pressed and the answer says nothing of what becomes of that hand."""
    return origin_of(interaction) is Origin.HAND and not (answer.hand or answer.note or answer.file)
