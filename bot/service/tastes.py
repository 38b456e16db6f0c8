"""How people and chats are spoken to and shown cards: what they may choose, and what comes of a choice."""

from collections.abc import Sequence

from bot.screens.tastes import chat_tastes_note, own_tastes_note
from bot.screens.tokens import USUAL, Choose
from bot.screens.types import HandScreen, NoteScreen
from bot.service.answers import Answer, Outcome
from bot.service.commands import Commands
from bot.service.desk import Admin
from bot.service.hands import Hands
from bot.service.people import People
from bot.service.ports import Store, Tx
from bot.service.records import Player, Taste, Where
from bot.words import Words, words
from bot.words.decks import deck_name

__all__ = ["Tastes"]


class Tastes:
    """Keeps what people like. A choice shows at once on every table that is open, and disturbs none."""

    def __init__(self, store: Store, commands: Commands, people: People, hands: Hands) -> None:
        self._store = store
        self._commands = commands
        self._people = people
        self._hands = hands

    # -- what there is to choose ------------------------------------------------------------------
    async def own(self, where: Where, player: Player, admin: Admin | None, table: str = "") -> Answer:
        """The note about the person's own cards; an admin of the chat comes from it to the chat's."""
        may = admin is not None and not where.private and await admin()
        note = _own_note(player.taste, words(player.locale), alone=_is_alone(where), admin=may)
        return Answer(Outcome.SHOWN, note=note, table=table)

    async def of_chat(self, where: Where, player: Player, admin: Admin | None) -> Answer:
        """The note about the tables of the chat, for its admins."""
        if not await _may_choose("shows", where, admin):
            return _refused(player, "shows")
        taste = await self._store.read(lambda tx: _taste_of_chat(tx, where))
        return Answer(Outcome.SHOWN, note=_chat_note(taste, words(player.locale)))

    # -- choices ----------------------------------------------------------------------------------
    async def choose(self, choice: Choose, where: Where, player: Player, admin: Admin | None) -> Answer:
        """Do as somebody likes it, for them or in a chat: that is for its admins to say, where it has such."""
        if choice.whose == "chat" and not await _may_choose(choice.topic, where, admin):
            return _refused(player, choice.topic)

        def work(tx: Tx) -> tuple[Sequence[str], Taste]:
            mine = choice.whose == "me"
            names, taste = _kept_for(tx, choice, player) if mine else _kept_in(tx, choice, where)
            for name in sorted(names):
                tx.want(name)
            return names, taste

        names, taste = await self._store.write(work)
        self._people.forget()
        for name in names:
            self._commands.poke(name)
        return await self._answer(choice, taste, where, player, admin)

    async def _answer(
        self, choice: Choose, taste: Taste, where: Where, player: Player, admin: Admin | None
    ) -> Answer:
        if choice.topic == "speaks":
            return Answer(Outcome.ACCEPTED, _speaks(choice, words(choice.value)))
        spoken = words(player.locale)
        if choice.whose == "chat":
            return Answer(Outcome.ACCEPTED, _said(choice, spoken), note=_chat_note(taste, spoken))
        may = admin is not None and not where.private and await admin()
        note = _own_note(taste, spoken, alone=_is_alone(where), admin=may)
        return Answer(Outcome.ACCEPTED, _said(choice, spoken), await self._hand(choice, where, player), note)

    async def _hand(self, choice: Choose, where: Where, player: Player) -> HandScreen | None:
        """The hand to show anew: not every message can turn from a picture into words."""
        return (await self._hands.find(where, player)).hand if choice.topic == "shows" else None


def _is_alone(where: Where) -> bool:
    """Whether nobody else looks at what this person is shown there."""
    return where.private or where.platform == "web"


async def _may_choose(topic: str, where: Where, admin: Admin | None) -> bool:
    """Whether this person has a say in how the chat's tables are shown.

    Where there are no admins to ask, each sees the tables as they like them, and nobody needs to choose for all.
    """
    if where.private:
        return True
    return await admin() if admin is not None else topic == "speaks" and where.platform != "web"


def _own_note(taste: Taste, spoken: Words, *, alone: bool, admin: bool) -> NoteScreen:
    return own_tastes_note(spoken, taste.deck, words_only=taste.words_only, alone=alone, admin=admin)


def _chat_note(taste: Taste, spoken: Words) -> NoteScreen:
    return chat_tastes_note(spoken, taste.deck, words_only=taste.words_only)


def _taste_of_chat(tx: Tx, where: Where) -> Taste:
    chat = tx.chat_by_ref(where.platform, where.chat)
    return chat.taste if chat is not None else Taste()


# -- written down ---------------------------------------------------------------------------------


def _kept_for(tx: Tx, choice: Choose, player: Player) -> tuple[Sequence[str], Taste]:
    """The person's tables, and how they like it now."""
    match choice.topic:
        case "speaks":
            tx.set_player_locale(player.key, choice.value)
        case "deck":
            tx.set_player_deck(player.key, _deck(choice))
        case _:
            tx.set_player_words_only(player.key, choice.value == "words")
    return tx.tables_of(player.key), tx.players([player.key])[player.key].taste


def _kept_in(tx: Tx, choice: Choose, where: Where) -> tuple[Sequence[str], Taste]:
    """The tables of the chat, and how it likes them now."""
    chat = tx.chat(where)
    match choice.topic:
        case "speaks":
            tx.set_chat_locale(chat.id, choice.value)
        case "deck":
            tx.set_chat_deck(chat.id, _deck(choice))
        case _:
            tx.set_chat_words_only(chat.id, choice.value == "words")
    return tx.open_tables(chat.id, None), tx.chat_by_id(chat.id).taste


def _deck(choice: Choose) -> str:
    return "" if choice.value == USUAL else choice.value


# -- said -----------------------------------------------------------------------------------------


def _refused(player: Player, topic: str) -> Answer:
    spoken = words(player.locale)
    said = (
        spoken.say("Only an admin of the chat can change the language of its tables.")
        if topic == "speaks"
        else spoken.say("Only an admin of the chat can change how its tables are shown.")
    )
    return Answer(Outcome.REFUSED, said)


def _speaks(choice: Choose, spoken: Words) -> str:
    if choice.whose == "me":
        return spoken.say("I now speak English with you.")
    return spoken.say("From now on I speak English here.")


def _said(choice: Choose, spoken: Words) -> str:
    match choice.topic, choice.whose, choice.value:
        case "shows", _, "words":
            return spoken.say("From now on in words alone.")
        case "shows", _, _:
            return spoken.say("From now on with pictures.")
        case _, _, deck if deck == USUAL:
            return spoken.say("From now on with the usual deck.")
        case _, _, deck:
            return spoken.say("From now on with this deck: {deck}", deck=deck_name(spoken, deck))
