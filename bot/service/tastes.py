"""How people and chats are spoken to and shown cards: what they may choose, and what comes of a choice."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.screens.tastes import chat_tastes_note, own_tastes_note
from bot.screens.tokens import HABITS, Choose
from bot.screens.types import HandScreen, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.calling import call_anew
from bot.service.commands import Commands
from bot.service.desk import Admin
from bot.service.hands import Hands
from bot.service.keeper import Keeper
from bot.service.liking import chat_settings, keep_for, keep_in, own_settings, said_of
from bot.service.people import People
from bot.service.ports import Store, Tx
from bot.service.records import Chat, Player, SurfaceKind, Taste, Where
from bot.words import Words, words
from bot.words.decks import no_such_deck

__all__ = ["MayPin", "Tastes", "always"]

MayPin = Callable[[Where], Awaitable[bool]]
"""Asks the platform whether we may pin messages in a chat."""
PATIENCE = 1.0
"""Seconds for which the platform is asked; who does not answer is taken to allow it."""


async def always(_where: Where) -> bool:
    """Whether we may pin where nobody can be asked."""
    return True


class Tastes:
    """Keeps what people like. A choice shows at once on every table that is open, and disturbs none."""

    def __init__(
        self, store: Store, keeper: Keeper, commands: Commands, people: People, hands: Hands, may_pin: MayPin
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._commands = commands
        self._people = people
        self._hands = hands
        self._may_pin = may_pin

    # -- what there is to choose ------------------------------------------------------------------
    async def own(
        self, where: Where, player: Player, admin: Admin | None, table: str = "", unknown: str = ""
    ) -> Answer:
        """The note about the person's own cards; an admin of the chat comes from it to the chat's.

        A word that they wrote and that is `unknown` to us is answered with the decks that there are.
        """
        may, spoken = await _is_admin(where, admin), words(player.locale)
        note = _own_note(player.taste, spoken, alone=_is_alone(where), admin=may)
        if unknown:
            return Answer(Outcome.REFUSED, no_such_deck(spoken, unknown), note=note, table=table)
        return Answer(Outcome.SHOWN, note=note, table=table)

    async def of_chat(self, where: Where, player: Player, admin: Admin | None) -> Answer:
        """The note about the tables of the chat, for its admins."""
        if not await _may_choose("shows", where, admin):
            return _refused(player, "shows")
        chat = await self._store.read(lambda tx: tx.chat_by_ref(where.platform, where.chat))
        taste = chat.taste if chat is not None else Taste()
        return Answer(Outcome.SHOWN, note=_chat_note(taste, words(player.locale)))

    async def settings(self, where: Where, player: Player, admin: Admin | None, whose: str = "") -> Answer:
        """All there is to choose: for an admin of a chat its settings, else one's own, unless it was said `whose`."""
        may = await _is_admin(where, admin)
        if whose == "chat" and not may:
            return _refused(player, "settings")
        if not may or whose == "me":
            return Answer(Outcome.SHOWN, note=own_settings(player, where, admin=may))
        chat = await self._store.read(lambda tx: tx.chat_by_ref(where.platform, where.chat))
        return Answer(Outcome.SHOWN, note=chat_settings(chat, where, words(player.locale)))

    # -- choices ----------------------------------------------------------------------------------
    async def choose(self, choice: Choose, where: Where, player: Player, admin: Admin | None) -> Answer:
        """Do as somebody likes it, for them or in a chat: that is for its admins to say, where it has such."""
        if choice.whose == "chat":
            return await self._choose_for_chat(choice, where, player, admin)

        def work(tx: Tx) -> tuple[Sequence[str], Player]:
            keep_for(tx, choice, player)
            names = tx.tables_of(player.key)
            for name in sorted(names):
                tx.want(name)
            return names, tx.players([player.key])[player.key]

        names, player = await self._store.write(work)
        self._show(names)
        return await self._answer(choice, where, player, admin)

    async def _choose_for_chat(
        self, choice: Choose, where: Where, player: Player, admin: Admin | None
    ) -> Answer:
        if not await _may_choose(choice.topic, where, admin):
            return _refused(player, choice.topic)

        def work(tx: Tx) -> tuple[Sequence[str], Chat]:
            chat = keep_in(tx, choice, tx.chat(where))
            names = tx.open_tables(chat.id, None)
            for name in sorted(names):
                self._shown_anew(tx, name, choice, chat)
            return names, chat

        names, chat = await self._store.write(work)
        self._show(names)
        spoken = words(choice.value if choice.topic == "speaks" else player.locale)
        said = said_of(choice, spoken)
        if choice.topic == "pins" and chat.habits.pins and not await self._can_pin(where):
            said = spoken.say("Noted; but I may not pin messages here. Give me that right, and I will.")
        return Answer(Outcome.ACCEPTED, said, note=_note_of_chat(choice, chat, where, spoken))

    def _shown_anew(self, tx: Tx, name: str, choice: Choose, chat: Chat) -> None:
        """The table's messages are as the chat likes them now."""
        match choice.topic:
            case "calls":
                row = tx.lock_table(name)
                if row is not None and row.phase == "playing":
                    call_anew(tx, row, self._keeper.load(tx, row), chat)
            case "pins":
                for surface in tx.surfaces(name):
                    if surface.kind is SurfaceKind.TABLE:
                        tx.redraw_surface(surface.id)  # and so what was refused is tried again
            case "threads":
                return  # those that come
            case _:
                tx.want(name)

    async def _can_pin(self, where: Where) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._may_pin(where)
        except Exception:  # noqa: BLE001 - whatever it is, the message will tell
            return True

    def _show(self, names: Sequence[str]) -> None:
        self._people.forget()
        for name in names:
            self._commands.poke(name)

    async def _answer(self, choice: Choose, where: Where, player: Player, admin: Admin | None) -> Answer:
        spoken = words(player.locale)
        said = said_of(choice, spoken)
        if choice.topic == "speaks" and not choice.in_settings:
            return Answer(Outcome.ACCEPTED, said)
        may = await _is_admin(where, admin)
        if choice.in_settings:
            return Answer(Outcome.ACCEPTED, said, note=own_settings(player, where, admin=may))
        note = _own_note(player.taste, spoken, alone=_is_alone(where), admin=may)
        return Answer(Outcome.ACCEPTED, said, await self._hand(choice, where, player), note)

    async def _hand(self, choice: Choose, where: Where, player: Player) -> HandScreen | None:
        """The hand to show anew: not every message can turn from a picture into words."""
        return (await self._hands.find(where, player)).hand if choice.topic == "shows" else None


async def _is_admin(where: Where, admin: Admin | None) -> bool:
    """Whether the person has authority in a chat that is not theirs alone."""
    return admin is not None and not where.private and await admin()


async def _may_choose(topic: str, where: Where, admin: Admin | None) -> bool:
    """Whether this person has a say in how the chat's tables are shown.

    Where there are no admins to ask, each sees the tables as they like them, and nobody needs to choose for all.
    """
    if where.private:
        return True
    return await admin() if admin is not None else topic == "speaks" and where.platform != "web"


def _is_alone(where: Where) -> bool:
    """Whether nobody else looks at what this person is shown there."""
    return where.private or where.platform == "web"


# -- notes ----------------------------------------------------------------------------------------


def _own_note(taste: Taste, spoken: Words, *, alone: bool, admin: bool) -> NoteScreen:
    return own_tastes_note(spoken, taste.deck, words_only=taste.words_only, alone=alone, admin=admin)


def _chat_note(taste: Taste, spoken: Words) -> NoteScreen:
    return chat_tastes_note(spoken, taste.deck, words_only=taste.words_only)


def _note_of_chat(choice: Choose, chat: Chat, where: Where, spoken: Words) -> NoteScreen | None:
    """The note that the button stood in, as it is now."""
    if choice.in_settings or choice.topic in HABITS:
        return chat_settings(chat, where, spoken)
    return None if choice.topic == "speaks" else _chat_note(chat.taste, spoken)


def _refused(player: Player, topic: str) -> Answer:
    spoken = words(player.locale)
    match topic:
        case "speaks":
            said = spoken.say("Only an admin of the chat can change the language of its tables.")
        case "deck" | "shows":
            said = spoken.say("Only an admin of the chat can change how its tables are shown.")
        case _:
            said = spoken.say("Only an admin of the chat can change its settings.")
    return Answer(Outcome.REFUSED, said)
