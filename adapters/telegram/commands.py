"""In: what people command becomes a question to the desk, and its answer comes where it belongs."""

from collections.abc import Awaitable, Callable

from adapters.telegram import links
from adapters.telegram.arriving import Arriving
from adapters.telegram.background import Background
from adapters.telegram.notes import Notes
from adapters.telegram.phrases import PhrasesFor
from adapters.telegram.places import Asker
from adapters.telegram.render import Links
from adapters.telegram.settling import Settling
from adapters.telegram.whisper import Whisper
from adapters.telegram.wire import Wire
from bot.screens.tokens import COMPUTER, Choose
from bot.screens.types import File, HandScreen, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.desk import Admin, Desk
from bot.words.typed import tastes_typed
from bot.words.wishes import NotUnderstood, Wish, wish_of

__all__ = ["Commanding"]

FOR_SOMEBODY = frozenset({"play", "hand", "bid", "export", "stats", "deck", "leave"})
"""Commands that mean nothing without a person behind them."""
EXAMPLES = {"example": "/play brisca 4", "against_computer": "/play briscola computer"}
MOST_TYPED = 64
"""So much of a number that was typed is worth reading."""

Ask = Callable[[], Awaitable[Answer]]


class Commanding:
    """Obeys commands; an unknown one is answered with help in private, and left alone in groups."""

    def __init__(
        self,
        wire: Wire,
        desk: Desk,
        whisper: Whisper,
        notes: Notes,
        arriving: Arriving,
        phrases: PhrasesFor,
        background: Background,
        settling: Settling,
    ) -> None:
        self._wire = wire
        self._desk = desk
        self._whisper = whisper
        self._notes = notes
        self._arriving = arriving
        self._phrases = phrases
        self._background = background
        self._settling = settling

    async def obey(self, by: Asker, command: str, rest: str, event: str) -> None:
        """Do what the command says; `rest` is what was written after it."""
        if command in FOR_SOMEBODY and not by.is_somebody:
            self._tell(by, self._phrases(by.who.locale).anonymous)
        elif command == "play":
            await self._play(by, rest, event)
        elif command == "start" and rest:
            await self._started(by, rest, event)
        elif ask := self._question(by, command, rest, event):
            await self._reply(by, command, ask)

    async def _started(self, by: Asker, word: str, event: str) -> None:
        """Somebody has come by a link; into a group it only brings us, and we greet there anyway."""
        if not by.where.private:
            return
        if ask := self._arriving.asked(by, word, event) or self._question(by, "help", "", event):
            await self._reply(by, "start", ask)

    async def _play(self, by: Asker, rest: str, event: str) -> None:
        match wish_of(rest):
            case NotUnderstood(word=word, another_level=another):
                spoken = await self._settling.settled(lambda: self._desk.language(by.who), "a language")
                phrases = self._phrases(spoken or by.who.locale)
                said = phrases.one_level if another else phrases.not_understood
                self._tell(by, said.format(word=word, **EXAMPLES))
            case Wish() as wish:
                await self._reply(by, "play", self._opened(by, wish, event))

    def _opened(self, by: Asker, wish: Wish, event: str) -> Ask:
        against = wish.opponent or (COMPUTER if by.where.private else "")
        return lambda: self._desk.open(
            by.where, by.who, opponent=against, rules=wish.rules, event=event, watch=wish.watch
        )

    def _question(self, by: Asker, command: str, rest: str, event: str) -> Ask | None:
        where, who, desk, admin = by.where, by.who, self._desk, self._admin(by)
        questions: dict[str, Ask] = {
            "hand": lambda: desk.hand(where, who),
            "rules": lambda: desk.rules(where, who),
            "sheet": lambda: desk.sheet(where, who),
            "bid": lambda: desk.bid(where, who, rest[:MOST_TYPED], event=event),
            "export": lambda: desk.export(where, who),
            "house": lambda: desk.house(where, who, admin=admin),
            "settings": lambda: desk.settings(where, who, admin=admin),
            "guide": lambda: desk.guide(where, who, topic=_topic(rest)),
            "deck": self._liked(by, rest, admin),
            "stats": lambda: desk.stats(where, who),
            "leaderboard": lambda: desk.leaderboard(where, who),
            "leave": lambda: desk.leave(where, who),
            "status": lambda: desk.status(where, who),
            "stop": lambda: desk.stop(where, who, admin=admin),
            "help": lambda: desk.help(where, who),
        }
        helps = command == "start" or where.private
        return questions.get(command) or (questions["help"] if helps else None)

    def _liked(self, by: Asker, rest: str, admin: Admin) -> Ask:
        """How somebody likes to be shown cards, as written; the note to choose in where nothing was."""
        chosen = [str(Choose("me", topic, value)) for topic, value in tastes_typed(rest)]

        async def ask() -> Answer:
            answer = None
            for token in chosen:
                answer = await self._desk.press(token, by.where, by.who, admin=admin)
            return answer or await self._desk.tastes(by.where, by.who, admin=admin, typed=rest[:MOST_TYPED])

        return ask

    def _admin(self, by: Asker) -> Admin:
        async def admin() -> bool:
            # Only administrators can write in the group's own name.
            if by.where.private or by.user == by.chat:
                return True
            return by.is_somebody and await self._wire.is_admin(by.chat, by.user)

        return admin

    # -- answers ----------------------------------------------------------------------------------
    async def _reply(self, by: Asker, command: str, ask: Ask) -> None:
        answer = await self._settling.settled(ask, "a command")
        self._background.start(self._answer(by, command, answer))

    async def _answer(self, by: Asker, command: str, answer: Answer | None) -> None:
        if answer is None:
            await self._notes.note_or_say(by, NoteScreen(self._phrases(by.who.locale).nobody_home))
            return
        ways = await self._ways(by, command, answer)
        await self._say(by, answer, ways, plays=command == "play")
        if command == "start" and answer.table and not answer.hand:
            await self._arriving.keep_place(by, answer.table)
        if answer.hand and not _is_as_before(command, answer):
            await self._show(by, answer.hand)

    async def _ways(self, by: Asker, command: str, answer: Answer) -> Links:
        """The links below an answer: to the table and to others for it, or from the help into a group."""
        if command == "start" and answer.table:
            return await self._arriving.ways(by, answer.table)
        if command in ("start", "help") and by.where.private and self._wire.joins:
            label = self._phrases(await self._desk.language(by.who)).add_to_group
            return ((label, links.add_to_group(self._wire.name)),)
        if command == "play" and not by.where.private:
            return (await self._arriving.ways(by, answer.table))[-1:]
        return ()

    async def _say(self, by: Asker, answer: Answer, ways: Links, *, plays: bool) -> None:
        """Tell words and note in one message. The games to choose from are offered beside the table, not elsewhere."""
        if answer.file:
            await self._give(by, answer.file, answer.words)
        elif plays and answer.note and not answer.words:
            await self._notes.aside(by, answer.note, ways)
        elif answer.words or answer.note:
            await self._notes.note_or_say(by, _as_note(answer), ways)

    async def _give(self, by: Asker, file: File, words: str) -> None:
        if not await self._notes.file(by, file, words):
            await self._notes.note_or_say(by, NoteScreen(self._phrases(by.who.locale).no_files))

    async def _show(self, by: Asker, hand: HandScreen) -> None:
        if await self._whisper.hand(by, hand):
            return
        if by.where.private or not await self._whisper.hand_in_private(by, hand):
            await self._notes.way_to_private(by, hand)

    def _tell(self, by: Asker, words: str) -> None:
        self._background.start(self._notes.note_or_say(by, NoteScreen(words)))


def _is_as_before(command: str, answer: Answer) -> bool:
    """Whether the hand need not be shown: a bid that counts leaves it as it was."""
    return command == "bid" and answer.outcome in (Outcome.ACCEPTED, Outcome.DUPLICATE)


def _as_note(answer: Answer) -> NoteScreen:
    """Words and note in one message."""
    if answer.note is None:
        return NoteScreen(answer.words)
    words = f"{answer.words}\n\n{answer.note.text}" if answer.words else answer.note.text
    return NoteScreen(words, answer.note.rows)


def _topic(rest: str) -> str:
    """What somebody would like to read about, if it is one word."""
    return rest.casefold() if rest.isalpha() else ""
